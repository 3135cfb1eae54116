"""Rules 9.1 and 9.3, City Progress levels: presence, control, and what a result does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.raceforberlin.fights import (
    ARMY,
    ROLL,
    fight,
    points,
    progress,
    reasons,
    refusal,
    rolled,
    table,
    tracks,
)

# -- 9.1 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.1.1", "6.1.2.c")
def test_9_1_1_two_soviets_and_one_german_share_a_city_zone() -> None:
    laid = table({"8GA-1": "neukolln", "5SHA-1": "tempelhof", "11SS": "tempelhof", "23SS": "zehlendorf"})
    assert laid.verdict("zhukov", "move 8GA-1 tempelhof")[0] == "done"
    units = {"8GA-1": "neukolln", "5SHA-1": "tempelhof", "5SHA-2": "tempelhof"}
    assert refusal(units, "move 8GA-1 tempelhof") == ("refused", "6.1.2.c")
    germans = {"11SS": "tempelhof", "23SS": "zehlendorf"}
    assert refusal(germans, "move 23SS tempelhof", segment="C.3", turn=7) == ("refused", "6.1.2.c")


@pytest.mark.rule("9.1.2.a", "9.1.2.b")
def test_9_1_2_a_zone_is_at_0_until_a_roll_raises_it() -> None:
    laid = fight({"8GA-1": "neukolln"}, "move 8GA-1 tempelhof")
    assert laid.at("8GA-1") == "tempelhof"
    assert progress(laid) == 0
    laid = fight(ARMY, ROLL, tracks=tracks(), dice=[5])
    assert (rolled(laid)["before"], progress(laid)) == (0, 1)


@pytest.mark.rule("9.1.3")
def test_9_1_3_a_soviet_unit_below_level_2_contests_the_zone() -> None:
    units = {"606": "trebbin", "8GA-1": "tempelhof"}
    contested = refusal(units, "move 606 tempelhof", segment="C.3", turn=7, tracks=tracks(level=1))
    assert contested == ("refused", "7.4.1")
    free = table({"606": "trebbin"}, segment="C.3", turn=7)
    assert free.verdict("koniev", "move 606 tempelhof")[0] == "done"


@pytest.mark.rule("9.1.4", "9.3.3.a", "10.1.1.b")
def test_9_1_4_from_level_2_the_camp_that_raised_it_has_control() -> None:
    laid = fight(ARMY, ROLL, tracks=tracks(level=1), dice=[5])
    assert (progress(laid), laid.state.control["tempelhof"]) == (2, "zhukov")
    assert points(laid, "zhukov") == 3
    below = fight(ARMY, ROLL, tracks=tracks(), state={"first-penetration": "koniev"}, dice=[5])
    assert (progress(below), "tempelhof" in below.state.control, points(below, "zhukov")) == (1, False, 0)


@pytest.mark.rule("10.2.2")
def test_10_2_2_the_first_level_anywhere_is_the_first_penetration() -> None:
    laid = fight(ARMY, ROLL, tracks=tracks(), dice=[5])
    assert (points(laid, "zhukov"), laid.state.facts["first-penetration"]) == (2, "zhukov")


HELD: dict[str, Any] = {"control": {"tempelhof": "zhukov"}, "state": {"first-penetration": "zhukov"}}


@pytest.mark.rule("9.1.5.a", "9.1.5.b")
def test_9_1_5_b_who_leaves_a_contested_zone_empty_loses_its_value() -> None:
    laid = fight({"8GA-1": "tempelhof"}, "move 8GA-1 neukolln", tracks=tracks(level=1))
    assert (progress(laid), points(laid, "zhukov")) == (0, -3)
    at_0 = fight({"8GA-1": "tempelhof"}, "move 8GA-1 neukolln", tracks=tracks())
    assert points(at_0, "zhukov") == -3
    assert [one["track"] for one in at_0.found("TrackMoved")] == ["vp-zhukov"]


@pytest.mark.rule("9.1.5.c", "9.1.5.d", "9.1.5.a")
def test_9_1_5_d_who_leaves_a_controlled_zone_empty_loses_it_twice() -> None:
    held: dict[str, Any] = {"tracks": tracks(level=3, **{"vp-zhukov": 5}), **HELD}
    laid = fight({"8GA-1": "tempelhof"}, "move 8GA-1 neukolln", **held)
    assert (progress(laid), points(laid, "zhukov")) == (0, -1)
    assert "tempelhof" not in laid.state.control
    assert [event.rule for event in laid.events if event.kind == "ControlChanged"] == ["9.1.5.c"]


@pytest.mark.rule("9.1.5.a")
def test_9_1_5_a_one_unit_that_stays_is_enough() -> None:
    held: dict[str, Any] = {"tracks": tracks(level=2, **{"vp-zhukov": 5}), **HELD}
    laid = fight({"8GA-1": "tempelhof", "8GA-2": "tempelhof"}, "move 8GA-1 neukolln", **held)
    assert (progress(laid), points(laid, "zhukov")) == (2, 5)
    assert "emptied" not in [one["key"] for one in laid.found("FactNoted")]


@pytest.mark.rule("9.1.5.a")
def test_9_1_5_a_only_the_end_of_the_impulse_counts() -> None:
    held: dict[str, Any] = {"tracks": tracks(level=2, **{"vp-zhukov": 5}), **HELD}
    units = {"8GA-1": "tempelhof", "5SHA-1": "neukolln", "5SHA-2": "neukolln"}
    laid = fight(units, "move 8GA-1 zehlendorf\nmove 5SHA-1 tempelhof", **held)
    assert (progress(laid), points(laid, "zhukov"), laid.at("5SHA-1")) == (2, 5, "tempelhof")
    assert "emptied" not in laid.state.facts


GERMAN_ROLL = {"11SS": "tempelhof", "541": "zossen", "606": "zossen", "31": "tempelhof reduced"}


@pytest.mark.rule("9.1.5.e")
def test_9_1_5_e_units_that_were_eliminated_left_nothing() -> None:
    order = "city tempelhof with 11SS help zossen units 541 606"
    contested = fight(GERMAN_ROLL, order, segment="C.3", tracks=tracks(level=1), dice=[4])
    assert contested.at("31") == "eliminated"
    assert (progress(contested), points(contested, "koniev")) == (0, 0)
    held: dict[str, Any] = {"tracks": tracks(level=3, **{"vp-koniev": 3}), "control": {"tempelhof": "koniev"}}
    controlled = fight(GERMAN_ROLL, order, segment="C.3", dice=[4], **held)
    assert controlled.at("31") == "eliminated"
    assert (progress(controlled), points(controlled, "koniev")) == (0, 0)
    assert "tempelhof" not in controlled.state.control
    assert [event.rule for event in controlled.events if event.kind == "ControlChanged"] == ["9.1.5.e"]


@pytest.mark.rule("9.1.5.e")
def test_9_1_5_e_the_last_to_be_there_decides_how_a_zone_was_emptied() -> None:
    units = {"13-1": "tempelhof", "3GTA-1": "zossen reduced"}
    order = "chit 7 army 3GTA\nmove 13-1 zehlendorf\nmove 3GTA-1 tempelhof\ncity tempelhof with 3GTA-1"
    held: dict[str, Any] = {"tracks": tracks(level=1), "hands": {"koniev": ["event-7"]}}
    laid = fight(units, order, segment="C.2", dice=[1], **held)
    assert laid.at("3GTA-1") == "eliminated"
    assert (progress(laid), points(laid, "koniev")) == (0, 0)


# -- 9.3 results -----------------------------------------------------------------------------------------


@pytest.mark.rule("9.ex.2", "9.3.1.a", "9.3.2.a")
def test_9_ex_2_one_to_one_and_a_seven() -> None:
    laid = fight(ARMY, f"{ROLL} extra", tracks=tracks(level=1), dice=[5])
    assert (rolled(laid)["final"], rolled(laid)["result"]) == (7, "+/-1D1")
    assert (progress(laid), laid.steps("11SS")) == (2, 1)


@pytest.mark.rule("9.ex.3", "9.3.3.a")
def test_9_ex_3_the_other_camp_profits_next_door() -> None:
    units = {**ARMY, "28-1": "zehlendorf", "28-2": "zehlendorf"}
    laid = fight(units, f"{ROLL} extra", tracks=tracks(level=1), dice=[5, 1])
    laid.order("koniev", "city zehlendorf with 28-1 28-2")
    assert reasons(laid.found("CityProgressResolved")[1]) == {"9.2.7": 1, "9.2.6": 1}


@pytest.mark.rule("9.3.1.a")
def test_9_3_1_a_the_attacker_loses_by_8_2() -> None:
    laid = fight(ARMY, "city tempelhof with 8GA-1", tracks=tracks(), dice=[3])
    assert (rolled(laid)["column"], rolled(laid)["result"], laid.steps("8GA-1")) == ("1:2", "A1", 1)
    laid = fight({**ARMY, "5SHA-1": "tempelhof"}, ROLL, tracks=tracks(), dice=[2])
    assert laid.asked() == ("8.2.2.a", "zhukov", ("lose 8GA-1", "lose 8GA-2"))


@pytest.mark.rule("9.3.1.b")
def test_9_3_1_b_the_garrison_loses_nothing() -> None:
    laid = fight({**ARMY, "11SS": "zossen"}, ROLL, tracks=tracks(), dice=[3])
    assert rolled(laid)["result"] == "D1"
    assert not laid.found("StepLost") and not laid.found("UnitEliminated")


@pytest.mark.rule("9.3.1.a")
def test_9_3_1_a_nobody_retreats_or_advances_from_a_city_roll() -> None:
    laid = fight(ARMY, ROLL, tracks=tracks(), dice=[6], hands={"koniev": ["event-1"]})
    assert laid.found("UnitMoved") == []
    assert laid.at("11SS") == "tempelhof"


@pytest.mark.rule("9.3.2.b", "9.3.3.e")
def test_9_3_2_b_germans_lower_the_level_and_below_2_control_ends() -> None:
    units = {"1SSPz": "tempelhof", "31": "tempelhof reduced"}
    held: dict[str, Any] = {"tracks": tracks(level=2, **{"vp-koniev": 5}), "control": {"tempelhof": "koniev"}}
    laid = fight(units, "city tempelhof with 1SSPz", segment="C.4", dice=[6, 6], **held)
    assert (rolled(laid)["result"], progress(laid)) == ("+/-1", 1)
    assert ("tempelhof" in laid.state.control, points(laid, "koniev")) == (False, 2)
    high: dict[str, Any] = {"tracks": tracks(level=3, **{"vp-koniev": 5}), "control": {"tempelhof": "koniev"}}
    laid = fight(units, "city tempelhof with 1SSPz", segment="C.4", dice=[6, 6], **high)
    assert (progress(laid), laid.state.control["tempelhof"], points(laid, "koniev")) == (2, "koniev", 5)


@pytest.mark.rule("9.3.2.a")
def test_9_3_2_a_without_progress_no_marker_moves() -> None:
    laid = fight(ARMY, ROLL, tracks=tracks(level=1), dice=[1])
    assert rolled(laid)["after"] == 1
    assert [one["track"] for one in laid.found("TrackMoved")] == ["support-zhukov"]


@pytest.mark.rule("9.3.3.b")
def test_9_3_3_b_the_level_has_no_upper_limit() -> None:
    held: dict[str, Any] = {"tracks": tracks(level=6, **{"vp-zhukov": 5}), **HELD}
    laid = fight(ARMY, ROLL, dice=[5], **held)
    assert (progress(laid), points(laid, "zhukov")) == (7, 5)


@pytest.mark.rule("9.3.3.c", "9.3.3.d")
@pytest.mark.parametrize(("die", "result"), [(5, "+/-1"), (6, "+/-1D1")])
def test_9_3_3_d_a_german_success_at_level_0_costs_one_step(die: int, result: str) -> None:
    units = {"11SS": "tempelhof", "541": "zossen", "31": "tempelhof reduced", "28-1": "tempelhof"}
    extra = {"606": "zossen", "25PzGr": "zossen", "20PzGr": "zossen", "31": "tempelhof", "28-1": "zehlendorf"}
    order = "city tempelhof with 11SS help zossen units 25PzGr 20PzGr 606"
    laid = fight({**units, **extra}, order, segment="C.3", tracks=tracks(), dice=[die])
    assert (rolled(laid)["column"], rolled(laid)["result"], progress(laid)) == ("2:1", result, 0)
    assert laid.steps("31") == (1 if die == 5 else 0)


@pytest.mark.rule("9.3.3.d")
def test_9_3_3_d_a_soviet_success_at_level_0_costs_nobody_a_step() -> None:
    laid = fight(ARMY, ROLL, tracks=tracks(), dice=[5])
    assert (rolled(laid)["result"], laid.found("StepLost")) == ("+/-1", [])


@pytest.mark.rule("9.3.3.d")
def test_9_3_3_d_only_a_success_costs_that_step() -> None:
    units = {"11SS": "tempelhof", "541": "zossen", "606": "zossen", "31": "tempelhof", "28-1": "zehlendorf"}
    order = "city tempelhof with 11SS help zossen units 541 606"
    laid = fight(units, order, segment="C.3", tracks=tracks(), dice=[5])
    assert (rolled(laid)["column"], rolled(laid)["result"], laid.steps("31")) == ("1:1", "D1", 1)


@pytest.mark.rule("9.3.3.d")
def test_9_3_3_d_at_level_1_the_level_falls_and_nobody_is_lost() -> None:
    units = {"1SSPz": "tempelhof", "31": "tempelhof reduced"}
    laid = fight(units, "city tempelhof with 1SSPz", segment="C.4", tracks=tracks(level=1), dice=[6, 6])
    assert (progress(laid), laid.steps("31")) == (0, 1)


def test_the_sentence_of_a_city_roll_tells_strengths_and_level() -> None:
    laid = fight(ARMY, f"{ROLL} extra", tracks=tracks(level=1), dice=[5])
    (said,) = [text for text in laid.said() if "column" in text]
    assert said == (
        "City Progress in Tempelhof: 8 GA-1 (20) + 8 GA-2 (20) = 40 against 11 SS (6) + garrison (20) = 26, "
        "column 1:1. "
        "Die 5, modifiers +1 complete Soviet army, +1 extra support point (+2) = 7: +/-1D1; "
        "the level goes from 1 to 2."
    )
