"""Rule 3, zones of control (ZOC): who exerts one, how far it reaches; of the enemy they are called EZOC.

3.1 who exerts one      3.1b the hexes it covers      3.5 its limits

What a zone does to a move is in `r04_current_costs`, to a retreat in `r09_retreat`, to supply in
`r11_supply`.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.movement import MoveCost
from adjudicator.mechanics.remembered import Remembered, of_board
from adjudicator.mechanics.zone_of_control import Exerting, Extent, MendedZones, Zones
from adjudicator.phases.battlefield import network
from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from maps.board import Board

from ..position import ATTACK, ENEMY, SIDES, army, covered, mechanised, printed, trait
from .r04_costs import BRIDGES, LEG, MECHANISED, ROAD, movement_costs


@rule("3.1.1", "3.1a.1", "3.1a.2", "3.4a.1")
def exerts(state: State, unit: Unit) -> bool:
    """Whether a unit exerts a ZOC: with a printed attack of 1 or more on the side that is up (3.1, K-R15),
    and not in brackets (3.1a). HQs, garrisons and Volksturm have none. Supply does not matter (3.4a)."""
    return printed(state, unit, ATTACK) >= 1 and not bracketed(state, unit)


@rule("3.1a.2")
def bracketed(state: State, unit: Unit) -> bool:
    """Whether the attack of a unit is printed in brackets."""
    return trait(state, unit, "bracket") == "yes"


@rule("3.1b.1", "3.5.4")
def reaches(board: Board, column: str, a: str, b: str) -> bool:
    """Whether a zone extends from a hex to its neighbour: where the unit could go by regular movement (3.1b),
    never across a major river without a bridge (3.5 point 4). Who stands there does not matter (K-R17)."""
    border = board.between(a, b)
    if "river-major" in border and not border & BRIDGES:
        return False
    return isinstance(movement_costs(board, column, ROAD).crossing(a, b), MoveCost)


@of_board
def extent(board: Board) -> Extent:
    """How far zones extend on a board."""
    return Extent(network(board), lambda column, a, b: reaches(board, column, a, b))


def exerting(state: State, unit: Unit) -> Exerting | None:
    """A unit as the mechanism of zones knows it; None where it exerts none."""
    if not on_map(state, unit) or not exerts(state, unit):
        return None
    return (MECHANISED if mechanised(state, unit) else LEG), unit.at


_exerted = MendedZones(lambda state: extent(state.board), exerting)


@Remembered
def _zones(state: State) -> Mapping[str, Zones]:
    """The ZOC of each side; of a stack of which a marker alone is seen that of a unit on foot (0.1e)."""
    found = _exerted(state)
    if not state.covers:
        return found
    return {side: one.changed(come=[(LEG, at) for at in covered(state, side)]) for side, one in found.items()}


def zone(state: State, side: str) -> Zones:
    """The hexes in the ZOC of a side's units."""
    return _zones(state)[side]


@rule("0.1e.1", "3.1b.1")
def feared(state: State, side: str) -> frozenset[str]:
    """The hexes that the ZOC of a side may cover for all that its enemy sees: those around each of its
    stacks, for below any top may be a unit on foot."""
    return _feared(state)[side]


@Remembered
def _feared(state: State) -> dict[str, frozenset[str]]:
    """For each side the hexes that its ZOC may cover."""
    far = extent(state.board)
    held = {side: {unit.at for unit in army(state, side)} for side in SIDES}
    return {
        side: frozenset(near for space in spaces for near in far.of(LEG, space))
        for side, spaces in held.items()
    }


@rule("3.0.1", "3.5.3")
def in_ezoc(state: State, space: str, side: str) -> bool:
    """Whether a hex is in an EZOC for a side. How many enemy units cover it, and whether friends do,
    does not matter (3.5 point 3); a side's own zones never hinder it (3.0)."""
    return space in _zones(state)[ENEMY[side]]


def covers(state: State, unit: Unit, space: str) -> bool:
    """Whether a unit's own ZOC covers a hex."""
    found = exerting(state, unit)
    return found is not None and space in extent(state.board).of(*found)
