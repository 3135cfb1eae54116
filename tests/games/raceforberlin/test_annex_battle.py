"""The annex, E1 and E8: the chits that are played in a battle, and where they go."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.raceforberlin.chits import OUT, SOVIETS, holding
from tests.tabletop import Tabletop

# -- E1 --------------------------------------------------------------------------------------------------

SEELOW = {"8GA-1": "bridgehead", "8GA-2": "bridgehead", "303": "seelow", "20PzGr": "seelow"}


def heinrici(units: dict[str, str], **position: Any) -> Tabletop:
    """Zhukov attacks Seelow, Koniev holds Heinrici."""
    laid: dict[str, Any] = {
        "turn": 2,
        "hands": {"zhukov": [], "koniev": ["event-1"]},
        "state": {"chits-out": OUT},
        **position,
    }
    table = Tabletop("raceforberlin", units, segment="C.1", **laid)
    table.order("zhukov", "combat 8GA-1 8GA-2 at seelow")
    return table


@pytest.mark.rule("E1.1")
def test_e1_1_the_germans_retreat_unhurt_without_a_die_and_the_attacker_advances() -> None:
    table = heinrici(SEELOW)
    assert table.verdict("koniev", "chit 1") == ("done", "")
    table.order("koniev", "retreat 303 to falkenhagen\nretreat 20PzGr to falkenhagen")
    table.order("zhukov", "advance 8GA-1")
    assert (table.steps("303"), table.at("303")) == (2, "falkenhagen")
    assert table.at("8GA-1") == "seelow"
    assert "DieRolled" not in table.kinds()


@pytest.mark.rule("E1.3")
def test_e1_3_both_are_told_who_has_the_chit_now_and_from_when_on() -> None:
    table = heinrici(SEELOW)
    table.order("koniev", "chit 1")
    given = "Koniev plays chit 1 (Heinrici). Zhukov receives the chit and may play it from the next turn on."
    assert given in table.said()


@pytest.mark.rule("E1.2")
@pytest.mark.parametrize(
    ("units", "told"),
    [
        ({"303": "seelow"}, "With Heinrici 303 retreats without losses"),
        ({"303": "seelow", "20PzGr": "seelow"}, "With Heinrici 303, 20 Pz Gr retreat without losses"),
    ],
)
def test_e1_2_the_question_names_who_retreats(units: dict[str, str], told: str) -> None:
    table = heinrici({"8GA-1": "bridgehead", "8GA-2": "bridgehead", **units})
    assert told in table.state.waiting()[0].question


@pytest.mark.rule("2.4.3", "E1.2")
@pytest.mark.parametrize("other", ["chit 10", "chit 8 on 303"])
def test_2_4_3_no_other_chit_is_played_in_the_window_of_heinrici(other: str) -> None:
    table = heinrici(SEELOW, hands={"zhukov": [], "koniev": ["event-1", f"event-{other.split()[1]}"]})
    assert table.verdict("koniev", other) == ("refused", "2.4.3")
    assert table.verdict("koniev", "chit 1") == ("done", "")
    assert table.state.hands["zhukov"] == ("event-1",)


@pytest.mark.rule("E1.2")
def test_e1_2_it_is_for_a_player_who_runs_a_defending_german() -> None:
    table = heinrici(SEELOW, hands={"zhukov": ["event-1"], "koniev": []}, dice=[1])
    assert "DieRolled" in table.kinds()
    hands = {"zhukov": ["event-1"], "koniev": []}
    units = {"20PzGr": "muncheberg", "47-1": "letschin reduced"}
    table = Tabletop("raceforberlin", units, segment="C.3", hands=hands, dice=[4])
    table.order("koniev", "combat 20PzGr at letschin")
    assert table.found("CombatResolved"), "Soviets of his defend"


@pytest.mark.rule("E1.3")
def test_e1_3_it_is_handed_over_for_the_next_turn() -> None:
    table = heinrici(SEELOW)
    table.order("koniev", "chit 1")
    assert table.state.hands == {"zhukov": ("event-1",), "koniev": ()}
    assert table.state.facts["heinrici-from"] == 3
    assert "event-1" not in table.state.cups["chits"]
    assert not [e for e in table.events if e.kind == "HandChanged" and e.to == ("*",)]


@pytest.mark.rule("E1.3")
@pytest.mark.parametrize(("turn", "asked"), [(2, False), (3, True)])
def test_e1_3_not_again_in_the_turn_of_the_hand_over(turn: int, asked: bool) -> None:
    state = {"chits-out": OUT, "heinrici-from": 3}
    table = heinrici(SEELOW, turn=turn, state=state, dice=[1])
    assert (table.asked()[0] == "E1.2") is asked


@pytest.mark.rule("E1.3")
@pytest.mark.parametrize("since", [{}, {"heinrici-from": 2}])
def test_e1_3_from_the_turn_after_the_hand_over_it_is_played(since: dict[str, int]) -> None:
    table = heinrici(SEELOW, turn=2, state={"chits-out": OUT, **since})
    assert table.verdict("koniev", "chit 1") == ("done", "")


@pytest.mark.rule("E1.3")
def test_e1_3_other_chits_are_not_bound_by_the_hand_over() -> None:
    table = holding("zhukov", 10, "C.1", SOVIETS, state={"heinrici-from": 4})
    assert table.verdict("zhukov", "chit 10") == ("done", "")


@pytest.mark.rule("E1.3")
def test_e1_3_played_too_early_it_is_refused_with_the_turn() -> None:
    table = holding("zhukov", 1, "C.4", {"21Pz": "cottbus"}, state={"chits-out": [], "heinrici-from": 4})
    assert table.verdict("zhukov", "chit 1") == ("refused", "E1.3")


@pytest.mark.rule("E1.4")
def test_e1_4_a_surrounded_unit_cannot_use_it() -> None:
    ring = {"47-1": "letschin", "47-2": "muncheberg", "61-1": "falkenhagen", "61-2": "lebus"}
    table = heinrici({**SEELOW, **ring, "5SHA-1": "sudl-oderbruch"})
    assert table.verdict("koniev", "chit 1") == ("refused", "E1.4")
    assert table.state.hands["koniev"] == ("event-1",)
    open_ = {unit: zone for unit, zone in ring.items() if unit != "61-2"}
    assert heinrici({**SEELOW, **open_}).verdict("koniev", "chit 1") == ("done", "")


# -- E8 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("E8.1")
def test_e8_1_a_defending_german_is_reduced_before_the_die() -> None:
    table = holding("zhukov", 8, "C.1", SEELOW, dice=[6])
    table.order("zhukov", "combat 8GA-1 8GA-2 at seelow chit8 20PzGr")
    kinds = table.kinds()
    assert kinds.index("ChitPlayed") < kinds.index("StepLost") < kinds.index("DieRolled")
    assert table.found("StepLost")[0]["unit"] == "20PzGr"
    assert table.state.hands["zhukov"] == ()


@pytest.mark.rule("E8.1", "E8.3")
def test_e8_1_an_attack_ordered_without_it_reduces_nobody() -> None:
    table = holding("zhukov", 8, "C.1", SEELOW, dice=[2])
    table.order("zhukov", "combat 8GA-1 8GA-2 at seelow")
    assert table.found("CombatResolved")
    assert ("ChitPlayed" in table.kinds(), table.state.hands["zhukov"]) == (False, ("event-8",))


@pytest.mark.rule("E8.2")
def test_e8_2_nobody_is_destroyed_by_it() -> None:
    table = holding("zhukov", 8, "C.1", {**SEELOW, "303": "seelow reduced"})
    assert table.verdict("zhukov", "combat 8GA-1 8GA-2 at seelow chit8 303") == ("refused", "E8.2")


@pytest.mark.rule("E8.1")
def test_e8_1_only_on_a_german_who_defends() -> None:
    table = holding("zhukov", 8, "C.1", {**SEELOW, "606": "letschin"})
    assert table.verdict("zhukov", "combat 8GA-1 8GA-2 at seelow chit8 606") == ("refused", "E8.1")


@pytest.mark.rule("E8.3")
def test_e8_3_before_a_city_progress_roll_as_well() -> None:
    units = {"8GA-1": "tempelhof", "11SS": "tempelhof"}
    table = holding("zhukov", 8, "C.1", units, turn=6, tracks={"support-zhukov": 1}, dice=[6])
    table.order("zhukov", "city tempelhof with 8GA-1 chit8 11SS")
    assert table.found("CityProgressResolved")[0]["defence"] == 23


@pytest.mark.rule("E8.1", "E8.3")
def test_e8_1_on_a_line_of_its_own_it_finds_the_attack_among_the_others() -> None:
    units = {"8GA-1": "tempelhof", "11SS": "tempelhof", "47-1": "kustrin"}
    table = holding("zhukov", 8, "C.1", units, turn=6, tracks={"support-zhukov": 1}, dice=[6])
    rulings = table.order("zhukov", "chit 8 on 11SS\nmove 47-1 goritz\ncity tempelhof with 8GA-1")
    assert [ruling.verdict for ruling in rulings] == ["done"] * 3
    assert table.found("CityProgressResolved")[0]["defence"] == 23


@pytest.mark.rule("E8.1")
def test_e8_1_a_unit_must_be_named() -> None:
    table = holding("zhukov", 8, "C.1", SEELOW, dice=[2])
    first, second, _ = table.order("zhukov", "chit 8\ncombat 8GA-1 8GA-2 at seelow\nas is")
    assert (first.verdict, first.rule, second.verdict) == ("refused", "E8.1", "done")


@pytest.mark.rule("E8.3", "E8.1")
def test_e8_3_it_is_played_once_though_two_attacks_are_ordered_with_it() -> None:
    units = {"8GA-1": "tempelhof", "11SS": "tempelhof", "47-1": "zehlendorf", "23SS": "zehlendorf"}
    table = holding("zhukov", 8, "C.1", units, turn=6, tracks={"support-zhukov": 2}, dice=[6, 6])
    order = "city tempelhof with 8GA-1 chit8 11SS\ncity zehlendorf with 47-1 chit8 23SS"
    assert [ruling.rule for ruling in table.order("zhukov", order)] == ["", "E8.1"]
    assert len(table.found("CityProgressResolved")) == 1
