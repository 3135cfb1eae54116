"""Zone of Control (D.zoc): who has one, how far it extends, and what it does to a move."""

from __future__ import annotations

from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.movement import ZoneRules
from adjudicator.mechanics.remembered import Remembered, of_board
from adjudicator.mechanics.zone_of_control import Exerting, Extent, MendedZones, Zones
from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from maps.board import Board

from .pieces import is_hq
from .position import ENEMY, held_by, network, river

STOPS = ZoneRules(stops=True)
"""A unit ends its move where it enters an enemy zone; to leave one costs nothing (D.zoc.4, D.move.2)."""


@of_board
@rule("D.zoc.3", "D.tec.river.3", "D.tec.bridge")
def _extent(board: Board) -> Extent:
    """A zone goes into the hexes around, but over no river, with a bridge or without."""
    return Extent(network(board), lambda kind, a, b: not river(board, a, b))


@rule("D.zoc.1", "D.zoc.2")
def exerting(state: State, unit: Unit) -> Exerting | None:
    """Every combat unit on the map has a zone, reduced or out of supply as it may be; an HQ has none."""
    return ("", unit.at) if on_map(state, unit) and not is_hq(state, unit) else None


_zones = Remembered(MendedZones(lambda state: _extent(state.board), exerting))


def zones(state: State, side: str) -> Zones:
    """The zones of a side."""
    return _zones(state)[side]


def in_ezoc(state: State, space: str, side: str) -> bool:
    """Whether a hex lies in a zone of this side's enemy."""
    return space in zones(state, ENEMY[side])


def unnegated(state: State, side: str) -> frozenset[str]:
    """The hexes in zones of this side's enemy that have no unit of this side in them."""
    return zones(state, ENEMY[side]).beside(held_by(state, side))
