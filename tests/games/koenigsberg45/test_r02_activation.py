"""Rule 2.2, who acts with an activated HQ; 1.3, the segments of an activation; 12.8, HQs that are held."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.dice import OutOfDice
from adjudicator.games.koenigsberg45.levels import activation
from adjudicator.games.koenigsberg45.turn import r02_command, r12_hqs
from adjudicator.judging.referee import silence
from tests.games.koenigsberg45.table import GAME, drawing, finish, table
from tests.tabletop import Tabletop

SOVIETS = {"HQ S28": "2020", "3 G": "2020", "128": "2021", "1 T": "2121", "2 G T": "2022", "152 UR": "1921"}
GERMANS = {"HQ 26": "2020", "1": "2021", "5 Pz": "2121", "18 PzG": "2022", "23": "1921", "10 Jäg": "1920"}
FAR_SOVIET = {"113": "4303"}
FAR_GERMAN = {"56": "0524"}


def soviet(more: dict[str, str] | None = None, chit: str = "S28", **position: Any) -> Tabletop:
    """HQ S28 activated, with own and independent units beside it."""
    return drawing({**SOVIETS, **FAR_GERMAN, **(more or {})}, [chit], **position)


def german(more: dict[str, str] | None = None, chit: str = "G26", **position: Any) -> Tabletop:
    """HQ 26 activated, with own and independent units beside it."""
    return drawing({**GERMANS, **FAR_SOVIET, **(more or {})}, [chit], **position)


def acting(laid: Tabletop) -> set[str]:
    """Who may move and fight."""
    return set(activation(laid.state).active)


# -- capacity ----------------------------------------------------------------------------------------------


@pytest.mark.rule("2.2a.1", "2.1a.4", "1.3a.1")
def test_2_2a_1_a_soviet_hq_activates_its_colour_and_two_independent_units() -> None:
    laid = soviet()
    assert laid.verdict("soviet", "activate HQ 28 with 1 T, 2 G T") == ("done", "")
    assert acting(laid) == {"HQ S28", "3 G", "128", "1 T", "2 G T"}
    assert [set(one["units"]) for one in laid.found("UnitsActivated")] == [{"3 G", "128", "1 T", "2 G T"}]
    assert laid.state.segment == "MOVE"


@pytest.mark.rule("2.2a.1")
def test_2_2a_1_a_third_independent_unit_is_refused_and_the_question_stays() -> None:
    laid = soviet()
    assert laid.verdict("soviet", "activate HQ 28 with 1 T, 2 G T, 152 UR") == ("refused", "2.2a.1")
    assert laid.state.segment == "SELECT"
    assert laid.verdict("soviet", "activate HQ 28 with 1 T, 152 UR") == ("done", "")


@pytest.mark.rule("2.2a.1")
def test_2_2a_1_naming_a_unit_of_the_own_colour_takes_no_place() -> None:
    laid = soviet()
    assert laid.verdict("soviet", "activate HQ 28 with 3 G, 1 T, 2 G T") == ("done", "")
    assert acting(laid) == {"HQ S28", "3 G", "128", "1 T", "2 G T"}


@pytest.mark.rule("2.2a.2")
def test_2_2a_2_a_german_hq_activates_three_independent_units_and_no_fourth() -> None:
    laid = german()
    assert laid.verdict("german", "activate HQ 26 with 5 Pz, 18 PzG, 23, 10 Jäg") == ("refused", "2.2a.2")
    assert laid.verdict("german", "activate HQ 26 with 5 Pz, 18 PzG, 10 Jäg") == ("done", "")
    assert acting(laid) == {"HQ 26", "1", "5 Pz", "18 PzG", "10 Jäg"}


@pytest.mark.rule("2.2a.3", "2.2f.1")
def test_2_2a_3_a_unit_of_its_colour_out_of_range_does_not_act() -> None:
    laid = soviet({"20": "2026"})
    laid.order("soviet", "done")
    assert acting(laid) == {"HQ S28", "3 G", "128"}
    assert not r02_command.may_attack(laid.state, "20")
    assert r02_command.may_attack(laid.state, "3 G")
    laid.play.note("7.1.1", attacked=("3 G",))
    assert not r02_command.may_attack(laid.state, "3 G")


@pytest.mark.rule("2.2a.3")
def test_2_2a_3_an_independent_unit_out_of_range_is_refused() -> None:
    laid = soviet({"1 T": "2027"})
    assert laid.verdict("soviet", "activate HQ 28 with 1 T") == ("refused", "2.2a.3")


@pytest.mark.rule("2.2a.4")
def test_2_2a_4_an_hq_activates_no_other_hq() -> None:
    laid = soviet({"HQ 39": "2121"})
    assert laid.verdict("soviet", "activate HQ 28 with HQ 39") == ("refused", "2.2a.4")
    laid.order("soviet", "done")
    assert "HQ 39" not in acting(laid)


@pytest.mark.rule("0.4.1")
def test_0_4_1_an_hq_is_no_combat_unit() -> None:
    laid = soviet()
    laid.order("soviet", "done")
    assert "HQ S28" in acting(laid)
    assert not r02_command.may_attack(laid.state, "HQ S28")


@pytest.mark.rule("2.0.1", "2.2f.1")
def test_2_0_1_a_unit_that_no_hq_has_activated_neither_moves_nor_attacks() -> None:
    laid = table({"3 G": "2020", "128": "2022", "56": "2021"}, state={"activated": ["3 G"]})
    assert laid.verdict("soviet", "move 128 2023")[0] == "refused"
    assert laid.at("128") == "2022"
    laid.order("soviet", "done")
    assert laid.order("soviet", "attack 2021 with 128")[0].verdict == "refused"


@pytest.mark.rule("2.2f.2")
def test_2_2f_2_a_unit_out_of_command_defends_as_printed() -> None:
    for hq in ("2024", "1010"):
        laid = table(
            {"3 G": "2021", "128": "2021", "1": "2020", "HQ 26": hq}, segment="COMBAT", dice=[1], run=True
        )
        laid.order("soviet", "attack 2020 with 3 G, 128")
        assert laid.found("CombatResolved")[0]["defence"] == 6


@pytest.mark.rule("0.8c.1")
def test_0_8c_1_an_out_of_command_marker_has_no_effect() -> None:
    laid = soviet({"128": "2021 full out-of-command"})
    laid.order("soviet", "done")
    assert "128" in acting(laid)


# -- independent units ---------------------------------------------------------------------------------------


@pytest.mark.rule("2.2b.1")
def test_2_2b_1_units_without_a_colour_are_independent_and_others_are_not() -> None:
    laid = soviet({"HQ 39": "2122", "113": "2122"})
    assert set(r02_command.candidates(laid.state, "HQ S28")) == {"1 T", "2 G T", "152 UR"}
    assert laid.verdict("soviet", "activate HQ 28 with 113") == ("refused", "2.2b.1")


@pytest.mark.rule("2.2b.2")
def test_2_2b_2_units_whose_hq_is_lost_are_independent() -> None:
    laid = soviet({"HQ 39": "removed", "113": "2122"})
    assert laid.verdict("soviet", "activate HQ 28 with 113, 1 T") == ("done", "")
    assert "113" in acting(laid)


@pytest.mark.rule("2.2b.3")
def test_2_2b_3_an_independent_unit_acts_again_with_another_hq() -> None:
    units = {**SOVIETS, **FAR_GERMAN, "HQ 5": "2122", "65": "2122"}
    laid = drawing(units, ["S28", "S5"])
    laid.order("soviet", "activate HQ 28 with 1 T")
    finish(laid, "soviet")
    assert laid.verdict("soviet", "activate HQ 5 with 1 T") == ("done", "")
    assert "1 T" in acting(laid)


@pytest.mark.rule("2.2d.1")
def test_2_2d_1_the_7th_panzer_hq_has_no_units_of_its_own() -> None:
    laid = drawing({"HQ 7Pz": "2020", "1": "2021", "HQ 26": "2020", **FAR_SOVIET}, ["G7Pz"])
    assert r02_command.own_units(laid.state, "HQ 7Pz") == ()
    assert laid.state.segment == "MOVE"
    assert acting(laid) == {"HQ 7Pz"}


@pytest.mark.rule("2.2d.2")
def test_2_2d_2_the_7th_panzer_hq_activates_five_units_whose_hq_is_gone_or_that_have_none() -> None:
    units = {
        **GERMANS, "HQ 7Pz": "2020", "HQ GD Pz": "gd", "GD Fus": "2120", "HQ 20": "removed", "102": "2122",
        **FAR_SOVIET,
    }  # fmt: skip
    laid = drawing(units, ["G7Pz"])
    six = "activate HQ 7Pz with 5 Pz, 18 PzG, 23, 10 Jäg, GD Fus, 102"
    assert laid.verdict("german", six) == ("refused", "2.2d.2")
    assert laid.verdict("german", "activate HQ 7Pz with 1") == ("refused", "2.2d.2")
    five = "activate HQ 7Pz with 5 Pz, 18 PzG, 23, GD Fus, 102"
    assert laid.verdict("german", five) == ("done", "")
    assert acting(laid) == {"HQ 7Pz", "5 Pz", "18 PzG", "23", "GD Fus", "102"}


@pytest.mark.rule("2.2d.2")
def test_2_2d_2_a_unit_whose_hq_is_in_the_gross_deutschland_box_is_independent_for_no_other_hq() -> None:
    laid = german({"HQ GD Pz": "gd", "GD Fus": "2120"})
    assert laid.verdict("german", "activate HQ 26 with GD Fus") == ("refused", "2.2b.1")


@pytest.mark.rule("2.1b.1")
def test_2_1b_1_activate_names_the_hq_of_the_chit_and_no_other() -> None:
    laid = soviet({"HQ 39": "2121"})
    assert laid.verdict("soviet", "activate HQ 39 with 1 T") == ("refused", "2.1b.1")
    assert laid.verdict("soviet", "activate HQ 28 with 1 T") == ("done", "")


@pytest.mark.rule("2.2a.1")
def test_an_enemy_unit_and_one_in_a_box_are_refused_alike() -> None:
    laid = soviet({"1": "2120", "8 G T": "eliminated"})
    for name in ("1", "8 G T"):
        (ruling,) = laid.order("soviet", f"activate HQ 28 with {name}")
        assert (ruling.verdict, ruling.rule) == ("refused", "2.2a.1")
        assert "is not your unit on the map" in ruling.why


@pytest.mark.rule("2.2a.1", "2.2a.3", "2.2a.4", "2.2b.1")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [("1", "2.2a.1"), ("8 G T", "2.2a.1"), ("HQ 39", "2.2a.4"), ("29 T", "2.2a.3"), ("113", "2.2b.1")],
)
def test_who_may_not_be_activated_is_refused_by_the_clause_that_bars_him(unit: str, rule: str) -> None:
    more = {"1": "2120", "8 G T": "eliminated", "HQ 39": "2121", "29 T": "2027", "113": "2122"}
    assert soviet(more).verdict("soviet", f"activate HQ 28 with {unit}") == ("refused", rule)


# -- HGM ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.1d.3")
def test_2_1d_3_hgm_moves_two_independent_units_out_of_command_beside_the_three() -> None:
    laid = german({"605 zbv": "3020", "607 zbv": "0524", "Pz.Zug": "1216"}, "HGM")
    first, second = laid.order("german", "activate HQ 26 with 5 Pz, 18 PzG, 23\nextra 605 zbv, 607 zbv")
    assert (first.verdict, second.verdict) == ("done", "done")
    now = activation(laid.state)
    assert set(now.active) == {"HQ 26", "1", "5 Pz", "18 PzG", "23"}
    assert now.extra == ("605 zbv", "607 zbv")
    assert not r02_command.may_attack(laid.state, "605 zbv")


@pytest.mark.rule("2.1d.3")
@pytest.mark.parametrize("line", ["extra 605 zbv, 607 zbv, Pz.Zug", "extra 1", "extra 607 zbv, 56"])
def test_2_1d_3_not_three_units_and_none_of_a_corps(line: str) -> None:
    laid = german(
        {"605 zbv": "3020", "607 zbv": "0524", "Pz.Zug": "1216", "HQ 9": "3020", "56": "2920"}, "HGM"
    )
    laid.order("german", "choose HQ 26")
    assert laid.verdict("german", line) == ("refused", "2.1d.3")


@pytest.mark.rule("2.1d.3")
def test_2_1d_3_no_other_chit_moves_more_units() -> None:
    laid = german({"605 zbv": "3020"})
    assert not any("extra" in answer for answer in laid.state.waiting()[0].answers)
    (ruling,) = laid.order("german", "extra 605 zbv")
    assert (ruling.verdict, ruling.rule) == ("refused", "2.1d.3")
    assert ruling.why == "only chit HGM moves two more units"


@pytest.mark.rule("2.1d.3", "K-R13")
def test_2_1d_3_extra_all_means_two_who_do_not_act_already() -> None:
    laid = german({"605 zbv": "3020", "607 zbv": "0524"}, "HGM")
    first, second = laid.order("german", "activate HQ 26 with 5 Pz, 18 PzG, 23\nextra all")
    assert (first.verdict, second.verdict, second.rule) == ("done", "refused", "2.1d.3")
    assert "moves two more units, not 3" in second.why
    two = german({"605 zbv": "3020"}, "HGM")
    assert [
        one.verdict for one in two.order("german", "activate HQ 26 with 5 Pz, 18 PzG, 23\nextra all")
    ] == [
        "done",
        "done",
    ]
    assert set(activation(two.state).extra) == {"605 zbv", "10 Jäg"}


@pytest.mark.rule("2.1d.3", "K-R13")
def test_2_1d_3_a_refusal_shows_six_pairs() -> None:
    laid = german({"605 zbv": "3020", "607 zbv": "0524"}, "HGM")
    laid.order("german", "choose HQ 26")
    (ruling,) = laid.order("german", "extra 605 zbv, 607 zbv, 23")
    assert len(ruling.legal) == 6
    assert all(len(line.split(",")) == 2 for line in ruling.legal)


# -- range and what becomes of it ----------------------------------------------------------------------------


@pytest.mark.rule("2.2e.2", "2.2e.3")
def test_2_2e_2_who_acts_is_settled_when_the_hq_is_activated_wherever_it_goes_then() -> None:
    laid = soviet({"20": "2025", "1": "2127"})
    laid.order("soviet", "done")
    laid.order("soviet", "move HQ 28 2019 2018\nmove 20 2026\ndone")
    assert (laid.at("HQ S28"), laid.at("20")) == ("2018", "2026")
    assert "20" not in [unit.id for unit in r02_command.combat_in_range(laid.state, "HQ S28")]
    assert r02_command.may_attack(laid.state, "20")


@pytest.mark.rule("1.3b.1")
def test_1_3b_1_nobody_need_move() -> None:
    laid = soviet()
    laid.order("soviet", "done")
    assert laid.state.segment == "MOVE"
    assert laid.verdict("soviet", "pass") == ("done", "")
    assert laid.found("UnitMoved") == []


@pytest.mark.rule("1.3c.1")
def test_1_3c_1_nobody_moves_once_the_attacks_have_begun() -> None:
    laid = soviet({"1": "2022", "2 G T": "2421"})
    laid.order("soviet", "done")
    laid.order("soviet", "done")
    assert laid.state.segment == "COMBAT"
    assert laid.verdict("soviet", "move 3 G 2019")[0] == "not-judged"
    assert laid.at("3 G") == "2020"


@pytest.mark.rule("1.3c.1", "1.3a.1")
def test_1_3_an_activation_goes_from_the_choice_of_units_to_moves_attacks_and_the_chit_box() -> None:
    laid = soviet({"1": "2022", "2 G T": "2421"})
    finish(laid, "soviet")
    assert laid.state.segment == "DRAW"
    laid = soviet({"1": "2022", "2 G T": "2421"})
    laid.order("soviet", "done")
    finish(laid, "soviet")
    entered = [found["segment"] for found in laid.found("SegmentEntered")]
    assert entered[:5] == ["SELECT", "MOVE", "COMBAT", "CLOSE", "DRAW"]


def test_a_chit_that_was_set_aside_leaves_with_its_hq() -> None:
    laid = table({"3 G": "2020", "HQ 26": "2022", "1": "1010"}, state={"aside": ["G26", "G9"]})
    laid.order("soviet", "move 3 G 2021 2022")
    assert laid.at("HQ 26") == "removed"
    assert (laid.state.facts["aside"], laid.state.facts["out"]) == (("G9",), ("G26",))


def test_the_question_names_whom_the_hq_may_activate_and_silence_is_nobody() -> None:
    laid = soviet()
    decision = laid.state.waiting()[0]
    assert "Others in range: 152 UR, 1 T, 2 G T." in decision.question
    assert {verdict_on(answer) for answer in decision.answers} == {"done"}
    with pytest.raises(OutOfDice):  # the next chit
        silence(laid.game, laid.play, decision)
    assert laid.state.hands["soviet"] == ("S28",)
    assert laid.found("UnitsActivated") == []


def verdict_on(answer: str) -> str:
    """What becomes of an answer that the question offers."""
    (verdict,) = {ruling.verdict for ruling in soviet().order("soviet", answer)}
    return verdict


def test_one_sheet_may_hold_the_whole_activation() -> None:
    laid = soviet({"1": "2122", "HQ 26": "2622"}, dice=[1])
    lines = "attack 2122 with 1 T, 128\nmove 3 G 2019\ndone\nactivate HQ 28 with 1 T"
    sheet = "activate HQ 28 with 1 T\nmove 3 G 2019\ndone\nattack 2122 with 1 T, 128\ndone"
    assert [ruling.verdict for ruling in laid.order("soviet", sheet)][:4] == ["done"] * 4
    assert len(laid.found("CombatResolved")) == 1
    assert laid.at("3 G") == "2019"
    muddled = soviet({"1": "2122", "HQ 26": "2622"}, dice=[1])
    muddled.order("soviet", lines)
    assert len(muddled.found("CombatResolved")) == 1


def test_who_acts_is_not_told_to_the_enemy() -> None:
    laid = soviet()
    laid.order("soviet", "activate HQ 28 with 1 T")
    told = [event for event in laid.events if event.seen_by("german")]
    assert "UnitsActivated" not in [event.kind for event in told]
    view = laid.game.view(laid.state, "german")
    assert "active" not in view.frames[0].facts


# -- 12.8 --------------------------------------------------------------------------------------------------

PINNED = {"HQ 6": "2020", "131": "2020", "HQ 55": "2222", "203": "2222", **FAR_SOVIET}


@pytest.mark.rule("12.8.1", "12.8.2")
def test_12_8_1_the_hq_of_6th_corps_may_not_move_and_its_units_may() -> None:
    laid = drawing(PINNED, ["G6"])
    assert laid.verdict("german", "move HQ 6 2019") == ("refused", "12.8.1")
    assert laid.verdict("german", "move 131 2019") == ("done", "")
    assert (laid.at("HQ 6"), laid.at("131")) == ("2020", "2019")


@pytest.mark.rule("12.8.1")
def test_12_8_1_only_the_hqs_of_6th_and_55th_corps_are_held() -> None:
    state = Tabletop(GAME, {}, clear=False, run=False).state
    held = [unit for unit in state.units if unit.startswith("HQ ") and r12_hqs.pinned(state, unit)]
    assert held == ["HQ 6", "HQ 55"]


@pytest.mark.rule("12.8.4")
def test_12_8_4_an_attack_on_its_hex_frees_that_hq_alone() -> None:
    laid = table({**PINNED, "3 G": "2021", "128": "2021"}, segment="COMBAT", dice=[4])
    laid.order("soviet", "attack 2020 with 3 G, 128")
    assert not r12_hqs.pinned(laid.state, "HQ 6")
    assert r12_hqs.pinned(laid.state, "HQ 55")
    assert laid.found("HQReleased")[0]["hqs"] == ("HQ 6",)


@pytest.mark.rule("12.8.4")
def test_12_8_4_a_barrage_on_its_hex_is_an_attack_too() -> None:
    laid = drawing({**PINNED, "3 G": "2021"}, ["BARRAGE-3BR"], dice=[1, 6])
    laid.order("soviet", "barrage 2020")
    assert laid.found("BarrageResolved")[0]["space"] == "2020"
    assert not r12_hqs.pinned(laid.state, "HQ 6")
    assert not any(event.seen_by("soviet") for event in laid.events if event.kind == "HQReleased")
    assert "released" not in laid.game.view(laid.state, "soviet").facts
    assert laid.game.view(laid.state, "german").facts["released"] == ("HQ 6",)


@pytest.mark.rule("12.8.3", "12.8.4")
def test_12_8_4_an_attack_elsewhere_frees_nobody_and_nobody_is_told() -> None:
    laid = table(PINNED, run=False)
    r12_hqs.attacked(laid.play, "2121")
    assert laid.kinds() == []
    assert r12_hqs.pinned(laid.state, "HQ 6")


@pytest.mark.rule("2.1a.5", "12.1c.2")
@pytest.mark.parametrize(("out", "laid_open"), [((), ("S5",)), (("S5",), ())])
def test_12_1c_2_the_chit_of_an_hq_that_was_lost_while_it_acted_is_not_laid_open(
    out: tuple[str, ...], laid_open: tuple[str, ...]
) -> None:
    facts = {"hq": "HQ 5", "chit": "S5", "out": list(out), "cup": ["S28"]}
    units = {"45": "2120", "HQ S28": "2121", "HQ 5": "removed" if out else "2120"}
    laid = table(units, segment="CLOSE", state=facts, draws=["S28"], turn=3)
    assert laid.state.hands["soviet"][:1] == laid_open


@pytest.mark.rule("2.1a.5")
def test_2_1a_5_an_activation_without_a_chit_lays_none_open() -> None:
    laid = table(
        {"45": "2120", "HQ S28": "2121"}, segment="CLOSE", state={"cup": ["S28"]}, draws=["S28"], turn=3
    )
    assert "HandChanged" not in laid.kinds()
