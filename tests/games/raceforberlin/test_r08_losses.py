"""Rule 8.2, step losses: one test or more for each clause."""

from __future__ import annotations

import pytest

from adjudicator.games.raceforberlin.combat.r08_losses import read_result
from tests.games.raceforberlin.fights import fight, resolved

OPEN = "letschin"
"""Open ground on Zhukov's side of the front, next to Seelow and Müncheberg."""


@pytest.mark.rule("8.2.1.a", "9.3.2.a")
@pytest.mark.parametrize(
    ("result", "numbers"),
    [
        ("A1D2R", (1, 2, 0, 1)),
        ("A3", (3, 0, 0, 0)),
        ("D4R", (0, 4, 0, 1)),
        ("+/-2D1", (0, 1, 2, 0)),
        ("+/-1", (0, 0, 1, 0)),
    ],
)
def test_8_2_1_a_a_result_is_read_letter_by_letter(result: str, numbers: tuple[int, ...]) -> None:
    assert tuple(read_result(result).values()) == numbers


@pytest.mark.rule("8.2.1.a")
def test_8_2_1_a_a_costs_the_attacker_and_d_the_defender() -> None:
    laid = fight({"2GTA-1": "seelow", "25PzGr": OPEN}, f"combat 2GTA-1 at {OPEN}", dice=[3])
    assert resolved(laid)["result"] == "A1D1"
    assert (laid.steps("2GTA-1"), laid.steps("25PzGr")) == (1, 1)


@pytest.mark.rule("8.2.1.b")
def test_8_2_1_b_a_reduced_unit_that_loses_a_step_is_eliminated() -> None:
    laid = fight({"2GTA-1": "seelow", "25PzGr": f"{OPEN} reduced"}, f"combat 2GTA-1 at {OPEN}", dice=[1])
    assert resolved(laid)["result"] == "D1"
    assert laid.at("25PzGr") == "eliminated"
    assert laid.found("StepLost") == []
    laid = fight({"2GTA-1": "seelow", "25PzGr": OPEN}, f"combat 2GTA-1 at {OPEN}", dice=[4])
    assert (resolved(laid)["result"], laid.steps("25PzGr")) == ("D1", 1)


@pytest.mark.rule("8.2.2.a")
def test_8_2_2_a_everyone_loses_a_step_before_anyone_loses_two() -> None:
    units = {"8GA-1": "seelow", "8GA-2": "seelow", "25PzGr": OPEN, "712": f"{OPEN} reduced"}
    laid = fight(units, f"combat 8GA-1 8GA-2 at {OPEN}", dice=[5])
    assert resolved(laid)["result"] == "D2R"
    assert (laid.steps("25PzGr"), laid.steps("712")) == (1, 0)


@pytest.mark.rule("8.2.2.a", "8.2.1.a")
def test_8_2_2_a_the_owner_chooses_who_loses_first_and_second() -> None:
    units = {"47-1": "seelow", "33-1": "seelow", "61-1": "seelow", "25PzGr": OPEN, "Kurmark": OPEN}
    laid = fight(units, f"combat 47-1 33-1 61-1 at {OPEN}", dice=[1])
    assert resolved(laid)["result"] == "A1"
    laid = fight({**units, "9Falsch": OPEN}, f"combat 47-1 33-1 61-1 at {OPEN}", dice=[1])
    assert resolved(laid)["result"] == "A2"
    assert laid.asked() == ("8.2.2.a", "zhukov", ("lose 47-1", "lose 33-1", "lose 61-1"))
    rulings = laid.order("zhukov", "lose 8GA-1\nlose 33-1\nlose 33-1\nlose 61-1")
    assert [(ruling.verdict, ruling.rule) for ruling in rulings] == [
        ("refused", "8.2.1.a"),
        ("done", ""),
        ("refused", "8.2.2.a"),
        ("done", ""),
    ]
    assert [laid.steps(unit) for unit in ("47-1", "33-1", "61-1")] == [2, 1, 1]


@pytest.mark.rule("8.2.2.a")
def test_8_2_2_a_losses_without_a_choice_ask_nobody() -> None:
    units = {"8GA-1": "seelow", "8GA-2": "seelow", "25PzGr": OPEN, "712": OPEN, "606": OPEN}
    laid = fight(units, f"combat 8GA-1 8GA-2 at {OPEN}", dice=[6])
    assert resolved(laid)["result"] == "D2R"
    assert laid.asked()[:2] == ("8.2.2.a", "koniev")
    laid = fight({**units, "606": "riesa"}, f"combat 8GA-1 8GA-2 at {OPEN}", dice=[5])
    assert [one["unit"] for one in laid.found("StepLost")] == ["712", "25PzGr"]


@pytest.mark.rule("8.2.2.a")
def test_8_2_2_a_the_third_of_three_losses_among_two_is_a_choice_again() -> None:
    units = {"8GA-1": "seelow", "8GA-2": "seelow", "712": OPEN, "156": OPEN}
    laid = fight(units, f"combat 8GA-1 8GA-2 at {OPEN}", dice=[5])
    assert resolved(laid)["result"] == "D3R"
    assert laid.asked() == ("8.2.2.a", "koniev", ("lose 712", "lose 156"))
    laid.order("koniev", "lose 156")
    assert (laid.steps("712"), laid.steps("156")) == (1, 0)


MIXED = {"3GTA-1": "spremberg", "3GTA-2": "spremberg"}


@pytest.mark.rule("8.2.2.b")
def test_8_2_2_b_of_germans_of_both_camps_the_camp_not_attacking_loses_first() -> None:
    units = {**MIXED, "342": "cottbus", "391": "cottbus", "606": "cottbus"}
    laid = fight(units, "combat 3GTA-1 3GTA-2 at cottbus", segment="C.2", dice=[2])
    assert (resolved(laid)["column"], resolved(laid)["result"]) == ("3:1", "D1")
    assert [laid.steps(unit) for unit in ("342", "391", "606")] == [1, 2, 2]


@pytest.mark.rule("8.2.2.b")
def test_8_2_2_b_a_player_is_not_told_to_lose_the_steps_of_the_other_camp() -> None:
    units = {**MIXED, "342": "cottbus", "17": "cottbus", "391": "cottbus"}
    laid = fight(units, "combat 3GTA-1 3GTA-2 at cottbus", segment="C.2", dice=[4])
    assert laid.asked() == ("8.2.2.b", "zhukov", ("lose 17", "lose 342"))
    question = laid.state.waiting()[0].question
    assert "The Germans of both camps have 2 steps to lose in this battle, in turn." in question
    laid.order("zhukov", "lose 342")
    assert [laid.steps(unit) for unit in ("342", "17", "391")] == [1, 2, 1]


@pytest.mark.rule("8.2.2.b")
def test_8_2_2_b_then_the_attacking_camp_and_its_owner_chooses() -> None:
    units = {**MIXED, "342": "cottbus", "391": "cottbus", "606": "cottbus"}
    laid = fight(units, "combat 3GTA-1 3GTA-2 at cottbus", segment="C.2", dice=[4])
    assert resolved(laid)["result"] == "D2R"
    assert laid.asked() == ("8.2.2.b", "koniev", ("lose 391", "lose 606"))
    (ruling,) = laid.order("koniev", "lose 342")
    assert (ruling.verdict, ruling.rule) == ("refused", "8.2.2.b")
    laid.order("koniev", "lose 606")
    assert [laid.steps(unit) for unit in ("342", "391", "606")] == [1, 2, 1]


@pytest.mark.rule("8.2.2.b", "8.2.2.a")
def test_8_2_2_b_ones_own_unit_that_has_lost_is_refused_for_that_alone() -> None:
    units = {**MIXED, "13-1": "spremberg", "342": "cottbus", "404": "cottbus", "17": "cottbus"}
    laid = fight({**units, "391": "cottbus"}, "combat 3GTA-1 3GTA-2 13-1 at cottbus", segment="C.2", dice=[6])
    assert resolved(laid)["result"] == "D3R"
    rulings = laid.order("zhukov", "lose 342\nlose 342\nlose 17")
    assert [ruling.rule for ruling in rulings] == ["", "8.2.2.a", ""]
    assert [laid.steps(unit) for unit in ("342", "404", "17", "391")] == [1, 2, 1, 1]


@pytest.mark.rule("8.2.2.b", "8.2.2.a")
def test_8_2_2_b_everyone_first_goes_before_the_turns_of_the_camps() -> None:
    units = {**MIXED, "13-1": "spremberg", "342": "cottbus", "391": "cottbus", "541": "cottbus"}
    laid = fight(units, "combat 3GTA-1 3GTA-2 13-1 at cottbus", segment="C.2", dice=[6])
    assert (resolved(laid)["column"], resolved(laid)["result"]) == ("5:1", "D3R")
    assert [laid.steps(unit) for unit in ("342", "391", "541")] == [1, 1, 1]


@pytest.mark.rule("8.2.2.b")
def test_8_2_2_b_a_player_who_fights_himself_loses_second() -> None:
    units = {**MIXED, "342": "cottbus", "391": "cottbus"}
    laid = fight(units, "combat 3GTA-1 at cottbus", segment="C.2", dice=[3])
    assert resolved(laid)["result"] == "A1D1"
    assert (laid.steps("342"), laid.steps("391")) == (1, 2)


@pytest.mark.rule("8.2.2.a")
def test_silence_gives_up_the_weakest_at_full_strength() -> None:
    units = {"2GTA-1": "seelow", "712": f"{OPEN} reduced", "606": OPEN, "25PzGr": OPEN}
    laid = fight(units, f"combat 2GTA-1 at {OPEN}", dice=[6])
    assert laid.state.waiting()[0].default == "lose 606"


@pytest.mark.rule("8.2.1.a", "8.2.2.a")
def test_both_sides_choose_their_losses_at_the_same_time() -> None:
    units = {"47-1": "seelow", "33-1": "seelow", "25PzGr": OPEN, "712": OPEN}
    laid = fight(units, f"combat 47-1 33-1 at {OPEN}", dice=[3])
    assert resolved(laid)["result"] == "A1D1"
    assert [decision.player for decision in laid.state.waiting()] == ["zhukov", "koniev"]
    laid.order("zhukov", "lose 33-1")
    laid.order("koniev", "lose 712")
    assert [laid.steps(unit) for unit in ("47-1", "33-1", "25PzGr", "712")] == [2, 1, 2, 1]


@pytest.mark.rule("8.2.1.a")
def test_a_player_who_fights_himself_is_asked_one_question_after_the_other() -> None:
    units = {"47-1": "seelow", "33-1": "seelow", "404": OPEN, "342": OPEN}
    laid = fight({**units, "21Pz": OPEN}, f"combat 47-1 33-1 at {OPEN}", dice=[3])
    assert resolved(laid)["result"] == "A1D1"
    assert [decision.about for decision in laid.state.waiting()] == [("47-1", "33-1")]
    rulings = laid.order("zhukov", "lose 33-1\nlose 342")
    assert [ruling.verdict for ruling in rulings] == ["done", "done"]
    assert (laid.steps("33-1"), laid.steps("342")) == (1, 1)


@pytest.mark.rule("8.2.1.b")
def test_8_2_1_b_steps_that_nobody_has_left_are_not_lost() -> None:
    laid = fight(
        {"8GA-1": "seelow", "8GA-2": "seelow", "712": OPEN}, f"combat 8GA-1 8GA-2 at {OPEN}", dice=[5]
    )
    assert resolved(laid)["result"] == "D3R"
    assert len(laid.found("StepLost")) == len(laid.found("UnitEliminated")) == 1


@pytest.mark.rule("8.2.2.b")
def test_8_2_2_b_losses_of_two_and_two_are_shared_equally() -> None:
    units = {**MIXED, "342": "cottbus", "404": "cottbus", "391": "cottbus", "Ragen": "cottbus"}
    laid = fight(units, "combat 3GTA-1 3GTA-2 at cottbus", segment="C.2", dice=[4])
    assert resolved(laid)["result"] == "D2R"
    assert laid.asked() == ("8.2.2.b", "zhukov", ("lose 404", "lose 342"))
    laid.order("zhukov", "lose 342")
    assert laid.asked() == ("8.2.2.b", "koniev", ("lose 391", "lose Ragen"))
