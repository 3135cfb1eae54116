"""Moves in a log of VASSAL as order lines: whatever the game asks, its units are dragged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.declared.drags import Drags, each, together
from adjudicator.state import State, Unit

from .r07_movement import legal_routes


def way(state: State, topic: str, unit: Unit, origin: str, to: str) -> Sequence[str]:
    """The zones of a cheapest legal move, or of one in reserve."""
    there = replace(unit, at=origin)
    return legal_routes(state.with_unit(there), there, reserve=topic == "reserve").get(to, ())[1:]


DRAGS = Drags(
    forms={
        "impulse": each("move {unit} {path}"),
        "enter": each("enter {unit} at {end}"),
        "displace": each("displace {unit} to {end}"),
        "freemove": each("freemove {unit} to {end}"),
        "retreat": each("retreat {unit} to {path}"),
        "reserve": each("reserve {unit} {path}"),
        "advance": together("advance {units}"),
    },
    way=way,
)
"""How a drag is said, by what the side is asked."""
