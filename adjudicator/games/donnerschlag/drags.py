"""Moves in a log of VASSAL as order lines, by what the side is asked; attacks and cards are written."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.declared.drags import Drag, Drags, LogLine, alike, each, off_the_board
from adjudicator.mechanics.armies import on_map
from adjudicator.state import State, Unit

from . import r1_entry, r2_move


def way(state: State, topic: str, unit: Unit, origin: str, to: str) -> Sequence[str]:
    """The hexes of a cheapest legal move."""
    if not on_map(state, unit):
        return ()
    found = r2_move.going(state, unit).route(to)
    return found[1:] if found else ()


def entries(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Who came on the map, where, and where it was left."""
    at = [
        next((one for one in drag.path if one in r1_entry.entry_hexes(state.units[drag.unit].side)), "")
        for drag in mine
    ]
    return [
        LogLine(
            drag.steps,
            f"enter {drag.unit} at {first or drag.end}{f' to {drag.end}' if first != drag.end else ''}",
        )
        for drag, first in zip(mine, at, strict=True)
    ]


DRAGS = Drags(
    forms={
        "activate": each("move {unit} via {path}"),
        "enter": entries,
        "relocate": each("relocate {unit} to {end}"),
        "retreat": alike("retreat {units} to {end}"),
    },
    way=way,
    fault=off_the_board,
)
"""How a drag is said, by what the side is asked."""
