"""Moves in a log of VASSAL, or the places in a saved game, as orders: a set-up, entries, and where units
ended after play.

hexpost does not check by which rules units moved and died. It takes the hexes where units ended, losses, both
for units that both sides see, and the hexes that the writer's side controls by them. Both sides file these,
so neither books them alone. Units in one hex share an order. A log shows no level and no marker: write those.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from adjudicator.by_mail.drags import Drag, LogLine, off_the_board, steps_of
from adjudicator.events import EVERYBODY
from adjudicator.state import State, Unit

from .position import BOUGHT, ELIMINATED, OFF_MAP
from .situation.front import is_closed
from .situation.ground import bridge_hexes
from .situation.pieces import CREW, MMC, UNSEEN, class_of, eyes, good_order, on_map

SETTING_UP = "setup"
"""The question that a set-up answers."""
FEW = 12
"""How many units one order names."""
OBSCURED, INVISIBLE = "obscured", "invisible"
"""How a saved game hides a unit: what it is, or that it is there."""
HOW = {INVISIBLE: "hip {} hex={}", OBSCURED: "setup {} hex={} conceal=yes", "": "setup {} hex={}"}
"""How a unit was left -> the line that sets it up so."""


def fault(state: State, drag: Drag) -> str:
    """Why dragging this unit of one's own gives no line; "" if it may give one."""
    unit = state.units[drag.unit]
    setting = any(one.player == unit.side and one.topic == SETTING_UP for one in state.waiting())
    if unit.flags & UNSEEN and unit.at in state.board.spaces and not setting:
        return f"{drag.unit} is hidden: a report of it would be shown to the other side, so write it yourself"
    return "" if drag.end == ELIMINATED else off_the_board(state, drag)


def theirs(state: State, side: str, unit: Unit) -> bool:
    """Whether a side reports of a unit of the other: both see it on the map, and nothing is set up."""
    setting = any(one.player == side and one.topic == SETTING_UP for one in state.waiting())
    return not setting and on_map(unit) and eyes(state, unit) == EVERYBODY


def left(state: State, moved: Sequence[Drag]) -> list[LogLine]:
    """Where units were left when the play was over, and what they hold there."""
    lost = [drag for drag in moved if drag.end == ELIMINATED]
    there = [drag for drag in moved if drag.end != ELIMINATED]
    groups = together(there, lambda drag: (entry(drag), drag.end))
    return [
        *(line for found in groups for line in left_in(state, found)),
        *(LogLine(steps_of(few), f"report LOST unit={listed(few)}") for few in batched(lost, FEW)),
    ]


def entry(drag: Drag) -> str:
    """The hex in which a unit came over the edge; "" for one that was on the map."""
    return drag.path[1] if drag.path[0] in {BOUGHT, OFF_MAP} else ""


def together(drags: Sequence[Drag], by: Callable[[Drag], Hashable]) -> list[tuple[Drag, ...]]:
    """Drags that have something in common, in the order of the first of them, a number of them to an
    order."""
    found: dict[Hashable, list[Drag]] = {}
    for drag in drags:
        found.setdefault(by(drag), []).append(drag)
    return [few for alike in found.values() for few in batched(alike, FEW)]


def batched(drags: Sequence[Drag], most: int) -> list[tuple[Drag, ...]]:
    """Drags in groups of at most this many."""
    return [tuple(drags[at : at + most]) for at in range(0, len(drags), most)]


def listed(drags: Sequence[Drag]) -> str:
    """The units of drags."""
    return ",".join(drag.unit for drag in drags)


def left_in(state: State, there: Sequence[Drag]) -> list[LogLine]:
    """Units left in one hex that came over the edge in one or none; the first that may holds the hex."""
    steps, came, hex_ = steps_of(there), entry(there[0]), there[0].end
    found = [LogLine(steps, f"enter {listed(there)} hex={came.upper()}")] if came else []
    if came != hex_:
        found.append(LogLine(steps, f"report AT unit={listed(there)} hex={hex_.upper()}"))
    holder = next((one.unit for one in there if may_hold(state, state.units[one.unit], hex_, there)), "")
    if holder and not came:
        whose = state.units[holder].side
        found.append(LogLine(steps, f"control {hex_.upper()} by={holder} of={whose}"))
    return found


def may_hold(state: State, unit: Unit, hex_: str, there: Sequence[Drag]) -> bool:
    """Whether a unit may hold a hex that is not its side's yet: a Good Order MMC, alone there as far as is
    known, on dry land, for the side that is asked."""
    enemy = any(one.side != unit.side for one in (*state.at(hex_), *(state.units[one.unit] for one in there)))
    closed = is_closed(state, hex_) or hex_ in bridge_hexes()
    holds = class_of(state, unit) in MMC and class_of(state, unit) != CREW and good_order(unit)
    return holds and not enemy and not closed and state.control.get(hex_) != unit.side


def set_up(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Units set up as they are shown: in sight, concealed, or hidden; RESERVE has to be written."""
    return [
        LogLine(steps_of(few), HOW[few[0].hidden].format(listed(few), few[0].end.upper()))
        for few in together(mine, lambda drag: (drag.end, drag.hidden))
    ]
