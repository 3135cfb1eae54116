"""HQs overrun (D.hq): who is, what becomes of it, and where an Axis HQ goes."""

from __future__ import annotations

import pytest

from adjudicator.games.donnerschlag.position import ELIMINATED, OVERRUN
from adjudicator.games.donnerschlag.r2_overrun import homes
from tests.games.donnerschlag.fights import asked, no, offered
from tests.games.donnerschlag.moves import OPEN, SOVIETS, active, moved
from tests.games.donnerschlag.test_combat_secrets import known
from tests.tabletop import Tabletop

TANK = "85 Tk"
SOVIETS_ALL = (
    *SOVIETS, "87-2", "3 G RD", "49 G RD", "98 RD", "300 RD", "24 G RD", "33 G RD", "4 G Mech", "5 G Mech",
    "6 G Mech",    "21 G Tk R", "3 G Tk", "62 Tk",
)  # fmt: skip


@pytest.mark.rule("D.hq.1", "D.move.10", "D.hq.2", "D.act.one")
def test_a_combat_unit_that_enters_the_hex_of_a_lone_soviet_hq_overruns_it_and_goes_on() -> None:
    laid = active({"201 Pz": "3117", "HQ 51st Army": "3119"})
    laid.order("axis", "move 201 Pz via 3118-3119-3120-3121")
    assert laid.at("201 Pz") == "3121"
    assert laid.at("HQ 51st Army") == "3119"
    assert laid.state.units["HQ 51st Army"].flags == {OVERRUN}
    assert [one["path"] for one in laid.found("UnitMoved")] == [
        ("3117", "3118", "3119"),
        ("3119", "3120", "3121"),
    ]


@pytest.mark.rule("D.hq.1", "D.move.10")
def test_an_hq_with_a_combat_unit_is_not_overrun() -> None:
    units = {"201 Pz": "3118", "HQ 51st Army": "3119", "302-1": "3119"}
    assert moved(units, "move 201 Pz via 3119") == ("refused", "D.move.10")


@pytest.mark.rule("D.hq.1", "D.move.10")
def test_an_hq_overruns_nobody() -> None:
    units = {"HQ 6 Pz": "2715", "HQ 51st Army": "2615", "201 Pz": OPEN}
    assert moved(units, "move HQ 6 Pz via 2615") == ("refused", "D.hq.1")
    guarded = {**units, "302-1": "2615"}
    assert moved(guarded, "move HQ 6 Pz via 2615") == ("refused", "D.move.10")


@pytest.mark.rule("D.hq.3")
def test_a_soviet_unit_that_enters_the_hex_restores_the_hq() -> None:
    laid = active(
        {"302-1": OPEN, "HQ 51st Army": "3121 full overrun", "302-2": "3117", "302-3": "3121"},
        "302-1", "302-2", side="soviet",
    )  # fmt: skip
    laid.order("soviet", "move 302-2 via 3118")
    assert laid.state.units["HQ 51st Army"].flags == {OVERRUN}
    laid.order("soviet", "move 302-1 via 3121-3122")
    assert laid.state.units["HQ 51st Army"].flags == frozenset()
    assert [one["units"] for one in laid.found("FlagsChanged")] == [("HQ 51st Army",)]


@pytest.mark.rule("D.hq.2")
def test_enemies_may_stay_in_the_hex_of_an_hq_that_was_overrun_and_overrun_it_no_more() -> None:
    laid = active({"201 Pz": "3118", "HQ 51st Army": "3119 full overrun", "302-1": "1919"})
    laid.order("axis", "move 201 Pz via 3119")
    assert laid.at("201 Pz") == "3119"
    assert laid.found("FlagsChanged") == []


@pytest.mark.rule("D.hq.1", "D.move.10")
def test_an_axis_hq_passes_a_soviet_hq_that_was_overrun_and_no_other() -> None:
    for flag, verdict in ((" full overrun", ("done", "")), ("", ("refused", "D.hq.1"))):
        laid = active({"HQ 6 Pz": "2615", "HQ 51st Army": f"2515{flag}", "302-1": "1919"}, "HQ 6 Pz")
        assert laid.verdict("axis", "move HQ 6 Pz via 2515-2415") == verdict


@pytest.mark.rule("D.hq.4")
def test_an_axis_hq_without_a_unit_of_its_formation_is_eliminated() -> None:
    laid = active({TANK: "3119", "HQ 23 Pz": OPEN, "I-11 Pz": "3620"}, TANK, side="soviet")
    laid.order("soviet", f"move {TANK} via 3120")
    assert laid.at("HQ 23 Pz") == ELIMINATED
    alive = active({TANK: "3119", "HQ 23 Pz": OPEN, "201 Pz": "4620"}, TANK, side="soviet")
    alive.order("soviet", f"move {TANK} via 3120")
    assert alive.at("HQ 23 Pz") not in {ELIMINATED, OPEN}


HQ = {"HQ 23 Pz": "3014", "201 Pz": "4620"}
"""At 3014 a road runs by: 3214 3115 3014 2915 2814 2715; the range of the HQ is 4."""


def where(units: dict[str, str]) -> tuple[str, set[str]]:
    """The clause and the hexes for HQ 23 Pz when it is overrun in such a position."""
    state = active({TANK: "2921", **units}, TANK, side="soviet").state
    number, found = homes(state, state.units["HQ 23 Pz"])
    return number, set(found)


@pytest.mark.rule("D.hq.5")
def test_it_goes_first_to_a_road_hex_with_a_friendly_combat_unit_and_no_hq() -> None:
    with_units = {
        **HQ,
        "I-11 Pz": "2815",
        "II-11 Pz": "2715",
        "I-4 PzG": "3214",
        "HQ 6 Pz": "3214",
        "II-4 PzG": "2515",
    }
    assert where(with_units) == ("D.hq.5", {"2715"})


@pytest.mark.rule("D.hq.6")
def test_second_to_any_road_hex_in_range_without_enemies_out_of_enemy_zones_if_possible() -> None:
    number, found = where({**HQ, "302-1": "2714", "302-2": "3214"})
    assert number == "D.hq.6"
    assert found == {
        "3211", "2915", "2616", "2912", "2911", "3012", "2615", "2716", "3112", "2913", "3212", "2914",
        "3312", "3414",
    }  # fmt: skip
    assert not found & {"3014", "3214", "3115", "2814", "2715", "3315"}  # the HQs', the enemy's, in his zones


@pytest.mark.rule("D.hq.7")
def test_third_to_any_hex_in_range_without_enemies() -> None:
    number, found = where({"HQ 23 Pz": "3021", "201 Pz": "4620", "302-1": "3019"})
    assert number == "D.hq.7"
    assert {"3022", "3422"} <= found
    assert not found & {"3019", "3018", "3020", "3522"}  # the enemy's, in his zones, out of range


@pytest.mark.rule("D.hq.8")
def test_last_to_the_nearest_hex_without_enemies_nearer_to_the_axis_edge() -> None:
    state = active({TANK: "1919", "HQ Rum VI": OPEN, "2 Inf-1": "4620"}, TANK, side="soviet").state
    full = dict(zip(SOVIETS_ALL, state.board.within(OPEN, 3), strict=False))
    assert len(full) == 37
    crowded = active({"HQ Rum VI": OPEN, "2 Inf-1": "4620", **full}, "302-1", side="soviet").state
    number, found = homes(crowded, crowded.units["HQ Rum VI"])
    assert (number, found) == ("D.hq.8", ("3518", "3519", "3520", "3521", "3522"))


@pytest.mark.rule("D.hq.9", "D.hq.5")
def test_the_axis_player_chooses_among_equals_in_a_soviet_segment() -> None:
    units = {"HQ 23 Pz": "2915", "201 Pz": "2715", "I-126 PzG": "3014", TANK: "2916", "254 Tk": "1919"}
    laid = active(units, TANK, "254 Tk", side="soviet")
    laid.order("soviet", f"move {TANK} via 2915\nmove 254 Tk via 1920")
    assert asked(laid) == ("axis", "relocate")
    assert offered(laid) == {"relocate HQ 23 Pz to 2715", "relocate HQ 23 Pz to 3014"}
    number, _, legal = no(laid, "axis", "relocate to 2814")
    assert (number, set(legal)) == ("D.hq.5", offered(laid))
    laid.order("axis", "relocate to 3014")
    assert laid.at("HQ 23 Pz") == "3014"
    assert laid.at("254 Tk") == "1920"


@pytest.mark.rule("D.hq.1", "D.hq.5")
def test_the_unit_goes_on_when_the_hq_has_gone_elsewhere() -> None:
    units = {"HQ 23 Pz": "2915", "201 Pz": "2715", "I-126 PzG": "3312", TANK: "2917"}
    laid = active(units, TANK, side="soviet")
    laid.order("soviet", f"move {TANK} via 2916-2915-2914")
    if asked(laid)[1] == "relocate":
        laid.order("axis", laid.state.waiting()[0].default)
    assert laid.at(TANK) == "2914"
    assert laid.at("HQ 23 Pz") != "2915"


# -- what the owner of the HQ learns ---------------------------------------------------------------------

LONE = {TANK: "3222", "HQ 6 Pz": "3122", "I-11 Pz": "4213"}


def overran(path: str) -> Tabletop:
    """A Soviet tank overruns an HQ on its way, and the Axis player is asked where that goes."""
    laid = active(LONE, side="soviet")
    laid.order("soviet", f"move {TANK} via {path}\ndone\nend combat")
    assert asked(laid) == ("axis", "relocate")
    return laid


@pytest.mark.rule("D.hq.1", "D.hq.9")
def test_the_axis_player_does_not_learn_where_a_unit_goes_on_before_the_hq_has_gone() -> None:
    seen = [known(overran(path), "axis") for path in ("3122", "3122-3022", "3122-3022-2923", "3122-3121")]
    assert all(one == seen[0] for one in seen)
    assert "2923" in repr(known(overran("3122-3022-2923"), "soviet"))


@pytest.mark.rule("D.hq.1", "D.move.1")
def test_the_rest_of_the_path_is_told_with_what_it_costs_when_the_hq_has_gone() -> None:
    laid = overran("3122-3022-2923")
    laid.order("axis", "relocate HQ 6 Pz to 2720")
    moves = [one for one in laid.found("UnitMoved") if one["unit"] == TANK]
    assert [(one["path"], one["cost"]) for one in moves] == [
        (("3222", "3122"), "1 of 6"),
        (("3122", "3022", "2923"), "2, 3 of 6"),
    ]


@pytest.mark.rule("D.hq.7")
def test_a_hex_that_an_hq_may_not_go_to_is_refused_with_the_priority_that_bars_it() -> None:
    number, why, _ = no(overran("3122"), "axis", "relocate HQ 6 Pz to 3022")
    told = "a hex in its Command Range comes first, outside enemy zones if there is one"
    assert (number, why) == ("D.hq.7", f"HQ 6 Pz cannot go to 3022 now: {told}")
