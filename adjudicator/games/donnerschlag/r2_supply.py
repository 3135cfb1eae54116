"""Supply, the OoS check of extended step B (D.oos): lines to the own edge of the map, and the OoS marker."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.events import FlagsChanged
from adjudicator.mechanics.armies import army
from adjudicator.mechanics.remembered import Remembered, of_board
from adjudicator.mechanics.supply import Leg, Supply, supply
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from maps.board import Board

from .levels import segment
from .position import ENEMY, OUT_OF_SUPPLY, OVERRUN, edge, held_by, manned, network, unbridged
from .zoc_stacking import zones


@of_board
@rule("D.oos.3")
def _leg(board: Board) -> Leg:
    """A line crosses bridges, and no other river hexside."""
    return Leg(lambda a, b: not unbridged(board, a, b))


@rule("D.oos.1", "D.oos.2", "D.oos.3")
def _lines(state: State, side: str) -> Supply:
    """The lines of a side, of any length, to its edge of the map: not through enemies, nor through their
    zones where no unit of the side is. That holds for the hex at the edge too (D-R38)."""
    enemy = ENEMY[side]
    return _past(state, side, held_by(state, enemy) | zones(state, enemy).beside(held_by(state, side)))


def _past(state: State, side: str, closed: Collection[str]) -> Supply:
    return supply(network(state.board), edge(state.board, side), [_leg(state.board)], closed)


lines = Remembered(lambda state: {side: _lines(state, side) for side in state.sides})
"""The lines of supply of each side."""


@rule("D.oos.1")
def has_line(state: State, unit: Unit) -> bool:
    """Whether a unit has a line of supply at this instant, wherever it is on the map."""
    return lines(state)[unit.side].supplied(unit.at)


@rule("D.oos.2", "D.act.one")
def unsure(state: State, side: str, moving: Collection[str]) -> frozenset[str]:
    """Those of some units of a side whose check may come out otherwise after others of them have moved: with
    none of them in an enemy zone they have no line, or with one in each, and enemy HQs overrun, they have."""
    enemy = ENEMY[side]
    others = (one for one in army(state, side) if one.id not in moving and OVERRUN not in one.flags)
    closed = zones(state, enemy).beside({one.at for one in others})
    least = _past(state, side, held_by(state, enemy) | closed)
    most = _past(state, side, manned(state, enemy))
    at = {unit: state.units[unit].at for unit in moving}
    return frozenset(unit for unit in moving if least.supplied(at[unit]) != most.supplied(at[unit]))


@rule("D.oos.5", "D.oos.7")
def out_of_supply(state: State, unit: Unit) -> bool:
    """Whether a unit counts as out of supply: by its check where it was activated in this segment (D-R53),
    else by its marker."""
    checked = segment(state).checked
    return not checked[unit.id] if unit.id in checked else OUT_OF_SUPPLY in unit.flags


@rule("D.oos.4", "D.act.one")
def check(play: Play, unit_id: str) -> None:
    """The OoS check of a unit as it is activated, on the map as it is now. A unit without a line is
    marked."""
    unit = play.state.units[unit_id]
    supplied = has_line(play.state, unit)
    play.note("D.oos.1", checked={**segment(play.state).checked, unit_id: supplied})
    if not supplied and OUT_OF_SUPPLY not in unit.flags:
        why = "no line of supply to its edge of the map"
        play.record(FlagsChanged(rule="D.oos.4", units=(unit_id,), add=(OUT_OF_SUPPLY,), why=why))


@rule("D.oos.7")
def unmark(play: Play) -> None:
    """At the end of an Activation Segment the marker comes off every unit that has a line and was not active
    in it (D-R37)."""
    state, active = play.state, segment(play.state).checked
    free = [
        unit.id
        for side in state.sides
        for unit in army(state, side)
        if OUT_OF_SUPPLY in unit.flags and unit.id not in active and has_line(state, unit)
    ]
    if free:
        why = "a line of supply is open"
        play.record(FlagsChanged(rule="D.oos.7", units=tuple(free), drop=(OUT_OF_SUPPLY,), why=why))
