"""Rule 3, zones of control (ZOC): who exerts one, how far it reaches; of the enemy they are called EZOC.

3.1 who exerts one      3.1b the hexes it covers      3.5 its limits

What a zone does to a move is in `r04_current_costs`, to a retreat in `r09_retreat`, to supply in
`r11_supply`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.mechanics.movement import MoveCost
from adjudicator.mechanics.zone_of_control import Exerting, Extent, Zones
from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from maps.board import Board

from .kept import Kept, of_board
from .position import ENEMY, SIDES, mechanised, on_map, printed, trait
from .r04_costs import BRIDGES, LEG, MECHANISED, ROAD, movement_costs


@rule("3.1.1", "3.1a.1", "3.1a.2", "3.4a.1")
def exerts(state: State, unit: Unit) -> bool:
    """Whether a unit exerts a ZOC: with a printed attack of 1 or more on the side that is up (3.1, K-R15),
    and not in brackets (3.1a). HQs, garrisons and Volksturm have none. Supply does not matter (3.4a)."""
    return printed(state, unit, "attack") >= 1 and not bracketed(state, unit)


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
    return isinstance(movement_costs(board).of(column, ROAD).crossing(a, b), MoveCost)


@of_board
def extent(board: Board) -> Extent:
    """How far zones extend on a board."""
    return Extent(movement_costs(board).network, lambda column, a, b: reaches(board, column, a, b))


def exerting(state: State, unit: Unit) -> Exerting:
    """A unit as the mechanism of zones knows it."""
    return (MECHANISED if mechanised(state, unit) else LEG), unit.at


class _Zones:
    """The zones of both sides, mended after each change rather than made anew."""

    def __init__(self) -> None:
        self.units: Mapping[str, Unit] = {}
        self.extent: Extent | None = None
        self.zones: dict[str, Zones] = {}

    def __call__(self, state: State) -> dict[str, Zones]:
        """The zone of each side in a state."""
        far = extent(state.board)
        if far is not self.extent or state.units.keys() != self.units.keys():
            self.zones = {side: Zones.of(far, ()) for side in SIDES}
            self.units = {}
        self.zones = self._mended(state, self.units)
        self.units, self.extent = state.units, far
        return self.zones

    def _mended(self, state: State, before: Mapping[str, Unit]) -> dict[str, Zones]:
        units = state.units
        changed = [id_ for id_, unit in units.items() if before.get(id_) is not unit]
        was = list(_exerted(state, [before[id_] for id_ in changed if id_ in before]))
        now = list(_exerted(state, [units[id_] for id_ in changed]))
        zones = dict(self.zones)
        for side in SIDES:
            gone = [one for owner, one in was if owner == side]
            come = [one for owner, one in now if owner == side]
            if gone != come:
                zones[side] = zones[side].changed(come=come, gone=gone)
        return zones


def _exerted(state: State, units: list[Unit]) -> Iterator[tuple[str, Exerting]]:
    """The side and the place of those of these units that exert a zone on the map."""
    for unit in units:
        if unit.side in SIDES and on_map(state, unit) and exerts(state, unit):
            yield unit.side, exerting(state, unit)


_zones = Kept(_Zones())


def zone(state: State, side: str) -> Zones:
    """The hexes in the ZOC of a side's units."""
    return _zones(state)[side]


@rule("3.0.1", "3.5.3")
def in_ezoc(state: State, space: str, side: str) -> bool:
    """Whether a hex lies in an enemy zone for a side. How many enemy units cover it, and whether friends do,
    does not matter (3.5 point 3); a side's own zones never hinder it (3.0)."""
    return space in _zones(state)[ENEMY[side]]


def covers(state: State, unit: Unit, space: str) -> bool:
    """Whether a unit's own ZOC covers a hex."""
    if not exerts(state, unit) or not on_map(state, unit):
        return False
    column, at = exerting(state, unit)
    return space in extent(state.board).of(column, at)
