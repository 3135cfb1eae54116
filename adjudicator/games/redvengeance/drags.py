"""Moves in a log of VASSAL as order lines: a set-up, entries, and where the play has left whom.

The rules by which units moved and died are not the referee's: of a log he takes where a unit was left, that
it was lost, and which hexes its side says it controls by it. Both sides file that, so neither books it alone.
A log shows no level and no marker, and of the other side's pieces nothing is taken: that is written.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.by_mail.drags import Drag, LogLine, each, off_the_board
from adjudicator.state import State, Unit

from .front import is_closed
from .ground import bridge_hexes
from .pieces import CREW, MMC, UNSEEN, class_of, good_order
from .position import BOUGHT, ELIMINATED, OFF_MAP


def fault(state: State, drag: Drag) -> str:
    """Why a drag of an own unit is no line; "" if it may be one."""
    unit = state.units[drag.unit]
    if unit.flags & UNSEEN and unit.at in state.board.spaces:
        return f"{drag.unit} is hidden: a report of it would be shown to the other side, so write it yourself"
    return "" if drag.end == ELIMINATED else off_the_board(state, drag)


def left(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Where units were left when the play was over, and what they hold there."""
    return [line for drag in mine for line in lines_of(state, drag)]


def lines_of(state: State, drag: Drag) -> list[LogLine]:
    """One unit: lost, come over the edge, or elsewhere on the map, where an MMC may hold the hex."""
    unit, hex_ = state.units[drag.unit], drag.end.upper()
    if drag.end == ELIMINATED:
        return [LogLine(drag.steps, f"report LOST unit={unit.id}")]
    if drag.path[0] in {BOUGHT, OFF_MAP}:
        came = LogLine(drag.steps, f"enter {unit.id} hex={drag.path[1].upper()}")
        there = [came, LogLine(drag.steps, f"report AT unit={unit.id} hex={hex_}")]
        return there[: len(drag.path) - 1]
    found = [LogLine(drag.steps, f"report AT unit={unit.id} hex={hex_}")]
    if may_hold(state, unit, drag.end):
        found.append(LogLine(drag.steps, f"control {hex_} by={unit.id}"))
    return found


def may_hold(state: State, unit: Unit, hex_: str) -> bool:
    """Whether a unit may hold a hex that is not its side's yet: a Good Order MMC, alone there as far as is
    known, on dry land."""
    enemy = any(one.side != unit.side for one in state.at(hex_))
    closed = is_closed(state, hex_) or hex_ in bridge_hexes()
    holds = class_of(state, unit) in MMC and class_of(state, unit) != CREW and good_order(unit)
    return holds and not enemy and not closed and state.control.get(hex_) != unit.side


def set_up(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """A unit set up openly; one that is to be hidden is written: HIP, RESERVE."""
    return each("setup {unit} hex={end}")(
        state, [Drag(drag.unit, (*drag.path[:-1], drag.end.upper()), drag.steps) for drag in mine]
    )
