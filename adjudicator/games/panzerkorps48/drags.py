"""Drags in a log of VASSAL, whatever is asked: which way a unit went, and which of them are no orders."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.declared.drags import Drag, off_the_board
from adjudicator.mechanics.movement import reach
from adjudicator.state import State, Unit

from .position import EXITED
from .r04_costs import current_costs
from .r04_movement import left_to_spend
from .r10_exit import exits


def way(state: State, topic: str, unit: Unit, origin: str, to: str) -> Sequence[str]:
    """The hexes of a cheapest legal move."""
    found = reach(current_costs(state, unit), origin, left_to_spend(state, unit))
    return found.path(to)[1:] if to in found else ()


def fault(state: State, drag: Drag) -> str:
    """Why a drag of an own unit is no order: it leaves the map, and not by an exit; "" if it may be one."""
    leaves = drag.end == EXITED and drag.path[-2] in exits(state.board)
    return "" if leaves else off_the_board(state, drag)
