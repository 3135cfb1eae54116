"""Questions the rules ask of a position: who stands where, and how far apart. Nothing here decides
anything."""

from __future__ import annotations

from adjudicator.mechanics.armies import army, stack
from adjudicator.mechanics.remembered import Remembered, of_board, of_state
from adjudicator.phases import battlefield
from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from maps.board import Board

from .pieces import is_hq

AXIS, SOVIET = "axis", "soviet"
SIDES = (AXIS, SOVIET)
"""In the order of the rulebook: the Axis go first."""
ENEMY = {AXIS: SOVIET, SOVIET: AXIS}

ARRIVALS = {"axis-turn-4": 4, **{f"soviet-turn-{turn}": turn for turn in (2, 3, 6, 7)}}
"""Box in which reinforcements wait -> the turn from which on they come."""
SOVIET_HQ, NAVAL, ELIMINATED = "soviet-hq", "naval-brigade", "eliminated"
"""Boxes of the HQ and of the brigade that come by a card, and of what is lost for good."""
AD_HOC = {AXIS: "axis-ad-hoc", SOVIET: "soviet-ad-hoc"}
"""Box in which the ad hoc units of a side lie that are not in play."""
BOXES = (*ARRIVALS, SOVIET_HQ, NAVAL, *AD_HOC.values(), ELIMINATED)
GONE = (ELIMINATED,)

RIVERS, BRIDGES = frozenset({"river", "wide"}), frozenset({"bridge", "road"})
"""Features of a hexside: a river, the Don as a wide one; what crosses it."""
OUT_OF_SUPPLY, OVERRUN = "out-of-supply", "overrun"
"""Flags: the OoS marker of a unit; the marker on an HQ that has been overrun."""

listed, name, network = battlefield.listed, battlefield.name, battlefield.network


def fighters(state: State, space: str, side: str) -> tuple[Unit, ...]:
    """The combat units of a side in a hex: all but HQs."""
    return tuple(unit for unit in stack(state, space, side) if not is_hq(state, unit))


_manned = Remembered(
    lambda state: {
        side: frozenset(unit.at for unit in army(state, side) if not is_hq(state, unit))
        for side in state.sides
    }
)


def manned(state: State, side: str) -> frozenset[str]:
    """The hexes in which a side has combat units."""
    return _manned(state)[side]


def hq_in(state: State, space: str, side: str) -> Unit | None:
    """The HQ of a side in a hex that works."""
    found = (u for u in stack(state, space, side) if is_hq(state, u) and OVERRUN not in u.flags)
    return next(found, None)


@of_state
def held_by(state: State, side: str) -> frozenset[str]:
    """The hexes with units of a side in them; an HQ that has been overrun holds none."""
    return frozenset(unit.at for unit in army(state, side) if OVERRUN not in unit.flags)


@of_board
def edge(board: Board, side: str) -> frozenset[str]:
    """The hexes of a side's edge of the map, to which its lines of supply lead."""
    return frozenset(space.id for space in board.spaces.values() if space.facts["supply"] == side)


@of_board
def _from_edge(board: Board) -> dict[str, dict[str, int]]:
    return {side: dict(network(board).distances(edge(board, side))) for side in SIDES}


def to_edge(state: State, space: str, side: str) -> int:
    """Hexes from a hex to a side's edge of the map, whatever lies between."""
    return _from_edge(state.board)[side][space]


@of_board
def on_road(board: Board, space: str) -> bool:
    """Whether a road runs through a hex."""
    return any("road" in features for features in board.links[space].values())


def river(board: Board, a: str, b: str) -> bool:
    """Whether a river runs between two hexes, with a bridge or without."""
    return not RIVERS.isdisjoint(board.between(a, b))


@rule("D.tec.bridge")
def unbridged(board: Board, a: str, b: str) -> bool:
    """Whether a river runs between two hexes, and no bridge is there; where a road crosses one is (D-R45)."""
    return river(board, a, b) and BRIDGES.isdisjoint(board.between(a, b))
