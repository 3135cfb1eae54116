"""What must be true of every position, whatever was ordered: checked after every event in games of bots."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.state import State

from .position import BOXES, GONE


def faults(state: State) -> list[str]:
    """Everything that is wrong with a position; empty when all is well."""
    return list(units(state))


def units(state: State) -> Iterator[str]:
    """Every unit is somewhere, with steps exactly while it is in play."""
    places = {*state.board.spaces, *BOXES, "off"}
    for unit in state.units.values():
        if unit.at not in places:
            yield f"{unit.id} is in {unit.at}, which is no hex and no box"
        most = len(state.roster.counters[unit.id].steps)
        if (unit.at in GONE) != (unit.steps == 0) or not 0 <= unit.steps <= most:
            yield f"{unit.id} in {unit.at} has {unit.steps} steps"
