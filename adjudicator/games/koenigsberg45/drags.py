"""Moves in a log of VASSAL as order lines: whatever the game asks, its pieces are dragged.

What a drag means is said by the question that is open: a march, a retreat, an arrival, a marker laid. Who is
activated, what is attacked and where guns fire is no drag: it is written, or said in the log's chat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.declared.drags import Drag, Drags, LogLine, off_the_board, steps_of
from adjudicator.mechanics.movement import reach
from adjudicator.rulings import Refused
from adjudicator.state import State, Unit

from . import r06_entry
from .levels import entry
from .orders import grammar
from .position import ELIMINATED, REFUGEE_BOX, VOLKSTURM_BOX, is_hq, kind, volksturm
from .r04_costs import PARTS, ROAD, STRATEGIC
from .r04_current_costs import allowance, current_costs
from .r04_path import plan
from .r12_refugees import by_road

WAYS = ("", "strat ")
"""The ways of moving that a drag may stand for, the first that is legal."""


def way(state: State, topic: str, unit: Unit, origin: str, to: str) -> Sequence[str]:
    """The hexes of a cheapest legal move, by road or across country if it can be, else strategic."""
    if kind(state, unit) == "refugees":
        return road(state, origin, to)
    for how in (ROAD, STRATEGIC):
        found = reach(current_costs(state, unit, how), origin, allowance(state, unit) * PARTS[how])
        if to in found:
            return found.path(to)[1:]
    return ()


def dashed(drag: Drag) -> str:
    """The hexes after the first, as orders write them."""
    return "-".join(drag.path[1:])


def road(state: State, origin: str, to: str) -> tuple[str, ...]:
    """The road between two hexes, for refugees; () where none joins them."""
    far, path = by_road(state.board, to), [origin]
    while far.get(path[-1], 0):
        path.append(min(state.board.neighbours(path[-1]), key=lambda near: far.get(near, 999)))
    return tuple(path[1:])


def fault(state: State, drag: Drag) -> str:
    """Why a drag of an own unit is no order; "" if it may be one."""
    if kind(state, state.units[drag.unit]) in {"air", "ship"}:
        return f"{drag.unit} is named in an attack, not moved"
    return "" if driven(state, drag) else off_the_board(state, drag)


def driven(state: State, drag: Drag) -> bool:
    """Whether refugees were taken off the map, to let a unit through."""
    return kind(state, state.units[drag.unit]) == "refugees" and drag.end == REFUGEE_BOX


# -- marches -----------------------------------------------------------------------------------------------


def marches(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Moves, one after the other, through the refugees that were taken from the map."""
    taken = [drag for drag in mine if driven(state, drag)]
    lines: list[LogLine] = []
    for drag in (drag for drag in mine if drag not in taken):
        through = [marker for marker in taken if marker.path[0] in drag.path]
        text = march(state, drag, [marker.path[0] for marker in through])
        lines.append(LogLine(steps_of((drag, *through)), text))
        state = state.with_unit(replace(state.units[drag.unit], at=drag.end))
    return lines


def march(state: State, drag: Drag, through: Sequence[str]) -> str:
    """A move as an order: by road or across country if it can be made so, else strategic, else as it is."""
    tail = f" through {' '.join(through)}" if through else ""
    lines = [f"move {drag.unit} {how}{dashed(drag)}{tail}" for how in WAYS]
    return next((line for line in lines if can(state, line)), lines[0])


def can(state: State, line: str) -> bool:
    """Whether a move could be made."""
    try:
        plan(state, grammar().read(line))
    except Refused:
        return False
    return True


# -- other questions ---------------------------------------------------------------------------------------


def retreats(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Retreats: who goes the same way goes together, his HQ with him."""
    together: dict[tuple[str, ...], list[Drag]] = {}
    for drag in sorted(mine, key=lambda drag: is_hq(state, state.units[drag.unit])):
        together.setdefault(drag.path, []).append(drag)
    return [
        LogLine(steps_of(group), f"retreat {', '.join(drag.unit for drag in group)} via {dashed(group[0])}")
        for group in together.values()
    ]


def advances(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """An advance is one order for all who advance, and the HQs that follow."""
    units = [drag for drag in mine if not is_hq(state, state.units[drag.unit])]
    if not units:
        return [LogLine(drag.steps, "", f"{drag.unit} advances behind a unit only") for drag in mine]
    text = ", ".join(f"{drag.unit} to {dashed(drag)}" for drag in units)
    text += "".join(f" with {drag.unit}" for drag in mine if drag not in units)
    return [LogLine(steps_of(mine), f"advance {text}")]


def arrivals(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Arrivals: at their letter, in another hex of the edge, or by rail."""
    letters = dict(entry(state).coming or ())
    return [LogLine(drag.steps, arrival(state, drag, letters.get(drag.unit, ""))) for drag in mine]


def arrival(state: State, drag: Drag, letter: str) -> str:
    """One arrival as an order."""
    if letter and drag.end == r06_entry.entry_hex(state, letter):
        return f"enter {drag.unit} at {letter}"
    edge = letter and drag.end in r06_entry.open_hexes(state, drag.unit, letter)
    by_rail = not edge and drag.end in r06_entry.rail_net(state, state.units[drag.unit].side)
    at = f" at {letter}" if letter else ""
    return f"enter {drag.unit}{at} {'rail' if by_rail else 'alt'} {drag.end}"


def laid(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Pieces that are laid on the map out of a box, and refugees on their way."""
    return [LogLine(drag.steps, *lay(state, drag)) for drag in mine]


def lay(state: State, drag: Drag) -> tuple[str, str]:
    """What laying or moving a piece is called, or why it is no order."""
    unit = state.units[drag.unit]
    if kind(state, unit) == "refugees":
        new = drag.path[0] == REFUGEE_BOX
        return (f"refugee new at {drag.end}" if new else f"refugee {drag.unit} via {dashed(drag)}"), ""
    if volksturm(unit) and drag.path[0] == VOLKSTURM_BOX:
        return f"deploy volksturm at {drag.end}", ""
    if drag.path[0] == ELIMINATED:
        return f"replace {drag.unit} at {drag.end}", ""
    return "", f"{drag.unit} does not move now"


DRAGS = Drags(
    forms={
        "move": marches,
        "retreat": retreats,
        "overstack": retreats,
        "advance": advances,
        "enter": arrivals,
        "volksturm": laid,
        "replace": laid,
        "refugees": laid,
        "event-refugees": laid,
    },
    way=way,
    fault=fault,
    is_at="is at",
)
"""How a drag is said, by what the side is asked; without a question it is a march."""
