"""The way of a drag in a log of VASSAL that leaves zones out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.state import State, Unit

from .r07_movement import legal_routes


def way(state: State, topic: str, unit: Unit, origin: str, to: str) -> Sequence[str]:
    """The zones of a cheapest legal move, or of one in reserve."""
    there = replace(unit, at=origin)
    return legal_routes(state.with_unit(there), there, reserve=topic == "reserve").get(to, ())[1:]
