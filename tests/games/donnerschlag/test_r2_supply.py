"""Supply (D.oos): lines to the own edge of the map, and when the OoS marker comes and goes."""

from __future__ import annotations

import pytest

from adjudicator.games.donnerschlag.position import OUT_OF_SUPPLY
from adjudicator.games.donnerschlag.r2_supply import has_line, lines, out_of_supply, unsure
from adjudicator.mechanics.armies import distance
from adjudicator.state import State
from tests.games.donnerschlag.moves import OPEN, SOVIETS, active, held_open, wall

UNIT, FRIENDS = "201 Pz", ("128 PzG", "23 Kradsch", "I-126 PzG")


def supplied(units: dict[str, str]) -> bool:
    """Whether the first of these units has a line of supply."""
    state = active(units).state
    return has_line(state, state.units[next(iter(units))])


def ring(state: State) -> dict[str, str]:
    """Soviet units two hexes off in all six directions: their zones cover all that is one and three off."""
    board = state.board
    two = [at for at in board.spaces if distance(state, at, OPEN) == 2]
    corners = [at for at in two if len(set(board.neighbours(at)) & set(board.neighbours(OPEN))) == 1]
    return dict(zip(SOVIETS, corners, strict=False))


@pytest.mark.rule("D.oos.1")
def test_a_line_leads_to_the_own_edge_of_the_map() -> None:
    state = active({UNIT: OPEN, "302-1": "1919"}).state
    axis, soviet = lines(state)["axis"].line(OPEN), lines(state)["soviet"].line("1919")
    assert (axis[0], axis[-1][:2], len(axis)) == (OPEN, "46", 16)
    assert state.board.spaces[soviet[-1]].facts["supply"] == "soviet"
    assert not supplied({UNIT: OPEN, **wall()})


@pytest.mark.rule("D.oos.2")
def test_a_line_passes_no_enemies() -> None:
    gap = wall()
    assert not supplied({UNIT: OPEN, **gap})
    del gap["61 Cav"], gap["81 Cav"], gap["17 Mech"], gap["91-3"], gap["62 Mech"]  # rows 9 to 13
    assert supplied({UNIT: OPEN, **gap})


@pytest.mark.rule("D.oos.2")
def test_a_line_passes_enemy_zones_only_where_friends_stand() -> None:
    around = ring(active({UNIT: OPEN}).state)
    assert len(around) == 6
    assert not supplied({UNIT: OPEN, **around})
    state = active({UNIT: OPEN}).state
    free = [at for at in state.board.spaces if distance(state, at, OPEN) == 2 and at not in around.values()]
    one = free[0]
    inner = next(at for at in state.board.neighbours(OPEN) if at in state.board.neighbours(one))
    outer = next(at for at in state.board.neighbours(one) if distance(state, at, OPEN) == 3)
    chain = dict(zip(FRIENDS, (inner, one, outer), strict=True))
    assert supplied({UNIT: OPEN, **chain, **around})
    assert not supplied({UNIT: OPEN, **dict(list(chain.items())[:2]), **around})


@pytest.mark.rule("D.oos.2", "D.act.one")
def test_a_check_is_unsure_where_units_that_may_move_open_the_line() -> None:
    state = active(held_open()).state
    assert has_line(state, state.units[UNIT])
    assert unsure(state, "axis", tuple(held_open())[:3]) == {UNIT, "128 PzG"}
    assert unsure(state, "axis", [UNIT]) == set(), "those that hold it open stay"
    gone = active({**held_open(), "23 Kradsch": "3809"}).state
    assert not has_line(gone, gone.units[UNIT])
    assert UNIT in unsure(gone, "axis", [UNIT, "23 Kradsch"]), "it may come back"
    closed = active({UNIT: "3410", **wall()}).state
    assert unsure(closed, "axis", [UNIT]) == set(), "no move opens a hex with enemies"


@pytest.mark.rule("D.oos.2")
def test_a_lone_hq_bars_a_line_until_it_has_been_overrun() -> None:
    units = {UNIT: "3603", "HQ 51st Army": "3705"}  # at the bridge over the Don
    assert not supplied(units)
    assert supplied({**units, "HQ 51st Army": "3705 full overrun"})


@pytest.mark.rule("D.oos.3")
def test_a_line_crosses_bridges_and_no_other_river() -> None:
    assert supplied({UNIT: "3603"})  # beyond the Don, over the bridge 3704/3705
    assert not supplied({UNIT: "3603", "302-1": "3705"})
    assert not supplied({UNIT: "2001"})


@pytest.mark.rule("D.oos.4", "D.act.one")
def test_a_unit_without_a_line_is_marked_as_it_is_activated() -> None:
    laid = active({UNIT: OPEN, "HQ 6 Pz": "2715", **wall()})
    assert laid.state.units[UNIT].flags == frozenset()
    laid.order("axis", f"stay {UNIT}")
    assert laid.state.units[UNIT].flags == {OUT_OF_SUPPLY}
    assert laid.state.units["HQ 6 Pz"].flags == frozenset()
    assert laid.said()[-2].startswith(
        "201 Pz is now out of supply (no line of supply to its edge of the map)"
    )
    again = active({UNIT: f"{OPEN} full {OUT_OF_SUPPLY}", **wall()})
    again.order("axis", f"stay {UNIT}")
    assert again.found("FlagsChanged") == []
    fine = active({UNIT: OPEN, "302-1": "1919"})
    fine.order("axis", f"stay {UNIT}")
    assert fine.found("FlagsChanged") == []


@pytest.mark.rule("D.oos.4")
def test_a_move_that_is_refused_marks_nobody() -> None:
    laid = active({UNIT: OPEN, **wall()})
    laid.order("axis", f"move {UNIT} via 3118-3117")
    assert laid.found("FlagsChanged") == []


@pytest.mark.rule("D.oos.7", "D.seq.4")
def test_the_marker_comes_off_a_unit_in_supply_that_was_not_active() -> None:
    marked = {UNIT: f"{OPEN} full {OUT_OF_SUPPLY}", "128 PzG": f"3117 full {OUT_OF_SUPPLY}", "302-1": "1919"}
    laid = active(marked, UNIT)
    laid.order("axis", "done\nend")
    assert laid.state.units["128 PzG"].flags == frozenset()
    assert laid.state.units[UNIT].flags == {OUT_OF_SUPPLY}
    assert [one["units"] for one in laid.found("FlagsChanged")] == [("128 PzG",)]
    bare = active({UNIT: OPEN, "128 PzG": "3117", "302-1": "1919"}, UNIT)
    bare.order("axis", "done\nend")
    assert bare.found("FlagsChanged") == []
    cut = active({**marked, **{u: at for u, at in wall().items() if u != "302-1"}, "302-1": "3501"}, UNIT)
    cut.order("axis", "done\nend")
    assert cut.state.units["128 PzG"].flags == {OUT_OF_SUPPLY}


@pytest.mark.rule("D.oos.7", "D.oos.5")
def test_a_marked_unit_whose_check_succeeds_counts_as_supplied_for_its_activation() -> None:
    laid = active({UNIT: f"{OPEN} full {OUT_OF_SUPPLY}", "128 PzG": "3117", "302-1": "1919"})
    assert out_of_supply(laid.state, laid.state.units[UNIT])
    laid.order("axis", f"move {UNIT} via 3121-3122-3123-3124")
    assert laid.at(UNIT) == "3124"
    assert not out_of_supply(laid.state, laid.state.units[UNIT])


@pytest.mark.rule("D.act.one", "D.oos.1")
def test_a_unit_is_checked_on_the_map_as_the_unit_before_left_it() -> None:
    around = ring(active({UNIT: OPEN}).state)
    state = active({UNIT: OPEN}).state
    free = [at for at in state.board.spaces if distance(state, at, OPEN) == 2 and at not in around.values()]
    inner = next(at for at in state.board.neighbours(OPEN) if at in state.board.neighbours(free[0]))
    outer = next(at for at in state.board.neighbours(free[0]) if distance(state, at, OPEN) == 3)
    start = next(at for at in state.board.neighbours(outer) if distance(state, at, OPEN) == 4)
    chain = {"128 PzG": inner, "23 Kradsch": free[0], "I-126 PzG": start}
    laid = active({UNIT: OPEN, **chain, **around})
    laid.order("axis", f"move I-126 PzG via {outer}\nstay {UNIT}")
    assert laid.state.units[UNIT].flags == frozenset()
    late = active({UNIT: OPEN, **chain, **around})
    late.order("axis", f"stay {UNIT}\nmove I-126 PzG via {outer}")
    assert late.state.units[UNIT].flags == {OUT_OF_SUPPLY}


@pytest.mark.rule("D.oos.6", "D.oos.5")
def test_the_check_is_what_a_combat_of_the_segment_asks() -> None:
    laid = active({UNIT: OPEN, **wall()})
    laid.order("axis", "done")
    assert out_of_supply(laid.state, laid.state.units[UNIT])
    assert not out_of_supply(laid.state, laid.state.units["302-1"])
