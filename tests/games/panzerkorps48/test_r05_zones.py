"""Rule 5, zones of control: who has one, what it does, and the die of who leaves one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.games.panzerkorps48 import r05_zones
from adjudicator.games.panzerkorps48.charts import charts
from adjudicator.games.panzerkorps48.r05_zones import armor_controls, controlled, zones
from tests.games.panzerkorps48.table import moved, said, table

AROUND = {"3814", "3816", "3915", "3916", "3715", "3716"}
"""The hexes next to 3815."""


@pytest.mark.rule("5.zoc.1", "5.zoc.2", "5.zoc.3", "5.zoc.4")
@pytest.mark.parametrize(
    ("units", "covered"),
    [
        ({"685-I": "3815"}, AROUND),
        ({"685-I": "3815 2"}, set()),
        ({"685-I": "3815 1", "685-II": "3815 1"}, set()),
        ({"685-I": "3815 1", "685-II": "3815 1", "686-I": "3815 1"}, AROUND),
    ],
)
def test_5_zoc_three_steps_in_a_hex_control_all_six_around_it(
    units: dict[str, str], covered: set[str]
) -> None:
    assert set(zones(table(units).state, "german").covered) == covered


@pytest.mark.rule("5.zoc.4")
def test_5_zoc_4_a_zone_reaches_over_the_don() -> None:
    assert controlled(table({"685-I": "5418"}).state, "5518", "soviet")


@pytest.mark.rule("5.ret.1", "5.ret.2", "5.ret.3")
def test_5_ret_who_retreated_adds_to_no_zone_until_the_phase_ends() -> None:
    laid = table({"685-I": "3815 2 retreated", "685-II": "3815 2", "117TB": "4520"}, "SOV.MOVE")
    assert not controlled(laid.state, "3816", "soviet")
    laid.order("soviet", "end")
    assert controlled(laid.state, "3816", "soviet")
    beside = table({"685-I": "3607 full retreated", "117TB": "4520"}, control={"3508": "soviet"})
    beside.order("soviet", "end")
    assert beside.state.control["3508"] == "german", "with its zone it gets the empty town next to it"
    prepared = table({"685-I": "3815 full prepared"}).state
    assert controlled(prepared, "3816", "soviet")


@pytest.mark.rule("5.eff.1", "4.mov.5")
def test_5_eff_1_a_unit_stops_where_it_enters_a_zone() -> None:
    units = {"117TB": "3818", "685-I": "3815"}
    assert moved(units, "move 117TB via 3817-3816-3716") == ("refused", "5.eff.1")
    assert moved(units, "move 117TB via 3817-3816") == ("done", "")


@pytest.mark.rule("5.eff.0", "5.eff.1", "5.eff.4")
def test_5_eff_0_what_zones_do_is_switched_in_the_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"117TB": "3818", "685-I": "3815"}
    off: set[str] = set()
    monkeypatch.setattr(r05_zones, "switched_on", lambda item: item not in off)
    off.add("5.eff.4")
    zone_to_zone = table({"117TB": "3816", "89TB": "3816", "685-I": "3815"})
    assert zone_to_zone.verdict("soviet", "move 117TB via 3716") == ("refused", "5.eff.4")
    off.add("5.eff.1")
    assert moved(units, "move 117TB via 3817-3816-3716") == ("done", "")


@pytest.mark.rule("5.eff.2")
def test_5_eff_2_a_zone_is_left_only_with_the_first_step(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"117TB": "3818", "89TB": "3816", "685-I": "3815"}
    laid = table(units)
    laid.order("soviet", "move 117TB via 3817\nmove 117TB via 3816")
    assert laid.at("117TB") == "3816"
    first = table({**units, "159TB": "3816"})
    assert first.verdict("soviet", "move 89TB via 3817") == ("done", "")
    assert laid.verdict("soviet", "move 117TB via 3817") == ("refused", "5.eff.2")
    monkeypatch.setattr(r05_zones, "switched_on", lambda item: item != "5.eff.2")
    assert laid.verdict("soviet", "move 117TB via 3817") == ("done", "")


@pytest.mark.rule("5.eff.3")
def test_5_eff_3_weapons_enter_no_zone_but_for_the_armored_artillery(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert moved({"ART-1": "3818", "685-I": "3815"}, "move ART-1 via 3817-3816") == ("refused", "5.eff.3")
    german = {"336-A1": "3818", "119-I": "3818", "137RR": "3815"}
    assert moved(german, "move 336-A1 via 3817-3816", "GER.MOVE") == ("refused", "5.eff.3")
    assert moved(german, "move 119-I via 3817-3816", "GER.MOVE") == ("done", "")
    monkeypatch.setattr(r05_zones, "switched_on", lambda item: item != "5.eff.3")
    assert moved(german, "move 336-A1 via 3817-3816", "GER.MOVE") == ("done", "")


@pytest.mark.rule("5.eff.4")
def test_5_eff_4_from_zone_to_zone_a_unit_goes_one_step() -> None:
    units = {"117TB": "3816", "89TB": "3816", "685-I": "3815"}
    assert moved(units, "move 117TB via 3716-3715") == ("refused", "5.eff.1")
    assert moved(units, "move 117TB via 3716") == ("done", "")


@pytest.mark.rule("5.eff.5")
def test_5_eff_5_a_friend_in_a_hex_cancels_no_zone_there() -> None:
    units = {"117TB": "3818", "89TB": "3816", "685-I": "3815"}
    assert controlled(table(units).state, "3816", "soviet")
    assert moved(units, "move 117TB via 3817-3816-3716") == ("refused", "5.eff.1")


@pytest.mark.rule("8.3.zoc.6", "5.ret.1")
def test_a_stack_with_armor_in_it_is_told_from_others() -> None:
    laid = table({"15-I": "3815", "110-I": "3815", "685-I": "3820"}).state
    assert (armor_controls(laid, "3816", "soviet"), armor_controls(laid, "3819", "soviet")) == (True, False)
    fled = table({"15-I": "3815 full retreated", "110-I": "3815"}).state
    assert (controlled(fled, "3816", "soviet"), armor_controls(fled, "3816", "soviet")) == (True, False)


# -- leaving -------------------------------------------------------------------------------------------------

HELD = {"685-I": "4113", "685-II": "4113", "991RR": "4112"}


@pytest.mark.rule("5.exit.1", "5.exit.5", "5.exit.6", "5.exit.2", "5.exit.3")
@pytest.mark.parametrize(("die", "ends"), [(3, "4114"), (4, "4113")])
def test_5_exit_5_the_first_leaves_freely_and_the_second_rolls(die: int, ends: str) -> None:
    laid = table(HELD, "GER.MOVE", dice=[die])
    laid.order("german", "move 685-I via 4114")
    assert laid.found("ExitTried") == []
    laid.order("german", "move 685-II via 4114")
    assert laid.at("685-II") == ends
    assert laid.found("ExitTried")[0]["leaves"] == (die == 3)


@pytest.mark.rule("5.exit.2", "5.exit.3")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_5_exit_3_one_to_three_leave_and_four_to_six_stay(die: int) -> None:
    laid = table({"685-I": "4113", "991RR": "4112"}, "GER.MOVE", dice=[die])
    assert laid.verdict("german", "move 685-I via 4114") == ("done", "" if die <= 3 else "5.exit.3")
    assert laid.at("685-I") == ("4114" if die <= 3 else "4113")


@pytest.mark.rule("5.exit.2", "5.exit.3", "5.exit.7")
def test_5_exit_2_who_got_away_goes_on() -> None:
    laid = table({"685-I": "4113", "991RR": "4112"}, "GER.MOVE", dice=[2])
    laid.order("german", "move 685-I via 4114")
    assert laid.verdict("german", "move 685-I via 4115") == ("done", "")


@pytest.mark.rule("5.exit.7", "5.exit.9")
def test_5_exit_7_who_leave_together_roll_once_and_fail_together() -> None:
    laid = table(HELD, "GER.MOVE", dice=[5])
    laid.order("german", "move 685-I, 685-II via 4114")
    assert laid.found("ExitTried")[0]["units"] == ("685-I", "685-II")
    assert laid.verdict("german", "move 685-I via 4114") == ("refused", "5.exit.9")
    assert laid.verdict("german", "move 685-II via 4114") == ("refused", "5.exit.9")


@pytest.mark.rule("5.exit.4")
def test_5_exit_4_who_is_moved_in_and_stays_makes_the_die_needless() -> None:
    laid = table({"685-I": "4113", "336-Pi": "4115", "991RR": "4112"}, "GER.MOVE")
    laid.order("german", "move 336-Pi via 4114-4113\nmove 685-I via 4114")
    assert laid.at("685-I") == "4114"
    assert laid.found("DieRolled") == []


@pytest.mark.rule("5.exit.8", "5.exit.9")
def test_5_exit_8_when_the_zone_is_gone_others_leave_freely_and_who_failed_stays() -> None:
    laid = table({**HELD, "687-I": "4012"}, "GER.MOVE", dice=[5])
    laid.order("german", "move 685-I, 685-II via 4114")
    state = laid.state
    laid.play.state = state.with_unit(replace(state.units["991RR"], at="eliminated", steps=0))
    assert laid.verdict("german", "move 685-I via 4114") == ("refused", "5.exit.9")
    assert laid.verdict("german", "move 687-I via 4013") == ("done", "")
    assert len(laid.found("DieRolled")) == 1


@pytest.mark.rule("5.exit.10")
def test_5_exit_10_who_failed_to_leave_may_attack_from_where_it_stands() -> None:
    laid = table({"685-I": "4113", "991RR": "4112"}, "GER.MOVE", dice=[6])
    laid.order("german", "move 685-I via 4114")
    assert laid.verdict("german", "hasty 4112 by 685-I") == ("done", "")


def test_behind_else_stands_what_is_done_where_the_die_fails() -> None:
    laid = table({**HELD, "687-I": "3815"}, "GER.MOVE", dice=[6])
    laid.order("german", "move 685-I, 685-II via 4114 else move 687-I via 3816")
    assert (laid.at("685-I"), laid.at("687-I")) == ("4113", "3816")
    stuck = table(HELD, "GER.MOVE", dice=[6])
    line = "move 685-I, 685-II via 4114 else move 685-I via 4114"
    assert said(stuck.order("german", line)) == [("done", "5.exit.3")]
    assert stuck.at("685-I") == "4113"


@pytest.mark.rule("5.exit.6", "5.exit.3", "4.stack.1")
def test_5_exit_3_who_would_be_picked_up_on_the_way_has_not_tried() -> None:
    laid = table({"685-I": "4113", "336-Pi": "4114", "991RR": "4112"}, "GER.MOVE", dice=[6])
    laid.order("german", "move 685-I, 336-Pi via 4114-4115")
    assert laid.found("ExitTried")[0]["units"] == ("685-I",)
    assert laid.verdict("german", "move 336-Pi via 4115") == ("done", "")


def test_the_exit_table_is_a_chart() -> None:
    assert [charts()["exit"].read("Result", die) for die in (3, 4)] == ["leaves", "stays"]


@pytest.mark.rule("5.exit.3", "5.exit.9")
def test_5_exit_3_a_line_whose_die_forbids_it_says_so_and_what_came_of_else() -> None:
    units = {"685-I": "4113", "421RR": "4013", "687-I": "3815"}
    why = "685-I did not leave 4113: die roll 5, and units that failed may not move in this phase"
    alone = table(units, "GER.MOVE", dice=[5])
    (ruling,) = alone.order("german", "move 685-I via 4114")
    assert (ruling.verdict, ruling.rule, ruling.why) == ("done", "5.exit.3", why)
    other = table(units, "GER.MOVE", dice=[5])
    (ruling,) = other.order("german", "move 685-I via 4114 else move 687-I via 3816")
    assert (ruling.verdict, ruling.why) == ("done", f'{why}. "else" was carried out')
    assert (other.at("685-I"), other.at("687-I")) == ("4113", "3816")
    again = table(units, "GER.MOVE", dice=[5])
    (ruling,) = again.order("german", "move 685-I via 4114 else move 685-I via 4114")
    assert ruling.why.startswith(f'{why}. "else" is refused: 685-I failed to leave its hex')
