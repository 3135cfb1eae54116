"""Drags in a log of VASSAL, whatever is asked: which way a unit went."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.mechanics.armies import on_map
from adjudicator.state import State, Unit

from . import r2_move


def way(state: State, topic: str, unit: Unit, origin: str, to: str) -> Sequence[str]:
    """The hexes of a cheapest legal move."""
    if not on_map(state, unit):
        return ()
    found = r2_move.going(state, unit).route(to)
    return found[1:] if found else ()
