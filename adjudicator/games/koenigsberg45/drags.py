"""Moves in a log of VASSAL as orders: each question says which of these forms a drag takes.

The open question decides what a drag means: a march, a retreat, an arrival, a marker placed. Activations,
attacks and barrages cannot be dragged: write them, or say them in the chat of the log.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.by_mail.drags import Drag, LogLine, steps_of
from adjudicator.state import State

from .position import ELIMINATED, REFUGEE_BOX, VOLKSTURM_BOX, is_hq, is_refugees, volksturm


def dashed(drag: Drag) -> str:
    """The hexes after the first, as orders write them."""
    return "-".join(drag.path[1:])


def retreats(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Retreats: units that take the same path retreat together, with their HQ."""
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
        return [LogLine(drag.steps, "", f"{drag.unit} may advance only after a unit") for drag in mine]
    text = ", ".join(f"{drag.unit} to {dashed(drag)}" for drag in units)
    text += "".join(f" with {drag.unit}" for drag in mine if drag not in units)
    return [LogLine(steps_of(mine), f"advance {text}")]


def laid(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Pieces that are laid on the map out of a box, and refugees on their way."""
    return [LogLine(drag.steps, *lay(state, drag)) for drag in mine]


def lay(state: State, drag: Drag) -> tuple[str, str]:
    """The order that laying or moving a piece stands for, or why it stands for none."""
    unit = state.units[drag.unit]
    if is_refugees(state, unit):
        new = drag.path[0] == REFUGEE_BOX
        return (f"refugee new at {drag.end}" if new else f"refugee {drag.unit} via {dashed(drag)}"), ""
    if volksturm(unit) and drag.path[0] == VOLKSTURM_BOX:
        return f"deploy volksturm at {drag.end}", ""
    if drag.path[0] == ELIMINATED:
        return f"replace {drag.unit} at {drag.end}", ""
    return "", f"{drag.unit} may not move now"
