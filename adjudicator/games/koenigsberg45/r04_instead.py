"""Rule 4, what could be ordered in the place of a move that is refused: the unit elsewhere, others there."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.orders import Order
from adjudicator.rulings import Refused
from adjudicator.state import State, Unit

from .position import distance
from .r04_ends import ends_of
from .r04_path import NEAREST


def with_instead(state: State, order: Order, no: Refused, left: Sequence[str]) -> Refused:
    """The refusal of a move with moves of the same unit, if it is among those left to move; else with moves
    of others to the same hex."""
    unit, to = str(order.args["unit"]), str(order.args["path"][-1])
    if unit in left:
        elsewhere = nearest(state, state.units[unit], to)
        return Refused(no.rule, no.why, tuple(dict.fromkeys((*no.legal, *elsewhere))))
    others = (one for one in left if may_reach(state, state.units[one], to))
    return Refused(no.rule, no.why, tuple(f"move {one} {to}" for one in others)[:NEAREST])


def nearest(state: State, unit: Unit, to: str) -> tuple[str, ...]:
    """Moves of a unit to the hexes nearest to one, that itself first if it can be reached."""
    ends = sorted(ends_of(state, unit), key=lambda space: (distance(state, space, to), space))
    return tuple(f"move {unit.id} {space}" for space in ends[:NEAREST])


def may_reach(state: State, unit: Unit, to: str) -> bool:
    """Whether an ordinary move of a unit may end in a hex."""
    return unit.at != to and to in ends_of(state, unit)
