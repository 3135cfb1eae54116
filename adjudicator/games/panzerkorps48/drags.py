"""Moves in a log of VASSAL as order lines: who went the same way went as a stack; attacks are written."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.declared.drags import Drag, Drags, LogLine, alike, each, off_the_board
from adjudicator.mechanics.armies import on_map
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


def marches(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Moves, entries and exits in the order in which they were made."""
    lines: list[LogLine] = []
    staying: list[Drag] = []
    for drag in mine:
        if drag.end in state.board.spaces and on_map(state, state.units[drag.unit]):
            staying.append(drag)
            continue
        lines += [*alike("move {units} via {path}")(state, staying), *crossing(state, drag)]
        staying = []
    return [*lines, *alike("move {units} via {path}")(state, staying)]


def crossing(state: State, drag: Drag) -> list[LogLine]:
    """A drag on the map or off it: an entry, or a move to an exit and the exit."""
    if drag.end == EXITED:
        there = [f"move {drag.unit} via {'-'.join(drag.path[1:-1])}"] if len(drag.path) > 2 else []
        return [LogLine(drag.steps, line) for line in (*there, f"exit {drag.unit} at {drag.path[-2]}")]
    via = f" via {'-'.join(drag.path[2:])}" if drag.path[2:] else ""
    return [LogLine(drag.steps, f"enter {drag.unit} at {drag.path[1]}{via}")]


DRAGS = Drags(
    forms={
        "move": marches,
        "setup": each("setup {unit} at {end}"),
        "retreat": lambda state, mine: alike("retreatpath {path}")(state, mine)[:1],
        "advance": each("advance {unit} via {path}"),
    },
    way=way,
    fault=fault,
)
"""How a drag is said, by what the side is asked; without a question it is a march."""
