"""What must be true of every position, whatever was ordered: checked after every event in games of bots."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.state import State

from .campaign import CHITS, CPP, FPP, LULL_USED, SAN, track
from .initiative import STOCK
from .position import BOXES, FLAGS, SIDES

KNOWN = frozenset(FLAGS)


def faults(state: State) -> list[str]:
    """Everything that is wrong with a position; empty when all is well."""
    return [*units(state), *tracks(state)]


def units(state: State) -> Iterator[str]:
    """Each unit is one of its side's counters, somewhere, and bears flags that there are."""
    for unit in state.units.values():
        counter = state.counter(unit)
        if counter is None or counter.side != unit.side:
            yield f"{unit.id} is no counter of the {unit.side} side"
        if unit.at not in state.board.spaces and unit.at not in BOXES:
            yield f"{unit.id} is at {unit.at}, which is no place"
        if unknown := unit.flags - KNOWN:
            yield f"{unit.id} bears {', '.join(sorted(unknown))}"


def tracks(state: State) -> Iterator[str]:
    """No track is below 0, no side has more chits than it began with, and a Lull helps once."""
    yield from (f"{name} is {value}" for name, value in state.tracks.items() if value < 0)
    for side in SIDES:
        if state.tracks.get(track(CHITS, side), 0) > STOCK[side]:
            yield f"the {side} side has too many Attack chits"
        if state.tracks.get(track(LULL_USED, side), 0) > 1:
            yield f"a Lull has helped the {side} side twice"
        missing = [one for one in (CPP, FPP, SAN) if track(one, side) not in state.tracks]
        yield from (f"there is no track {one} of the {side} side" for one in missing)
