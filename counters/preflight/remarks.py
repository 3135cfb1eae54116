"""What is no fault and yet worth a look: numbers that a counter lacks and others of its type have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from counters.roster.counter import Counter, Roster
from files.faults import Fault


def remarks(roster: Roster) -> list[Fault]:
    """Every optional number that a counter's face would show and its row leaves empty, though most others of
    its type have it, or its own full side has."""
    return [
        remark
        for side, prefix in enumerate(roster.style.steps)
        for value in roster.style.optional
        for remark in _lacking(roster, side, value, prefix + value)
    ]


def _lacking(roster: Roster, side: int, value: str, column: str) -> Iterator[Fault]:
    """The counters that lack one number of one side, told by its column."""
    for counters in _of_types(roster, side, value).values():
        bearing = [counter for counter in counters if value in counter.steps[side].values]
        for counter in counters:
            why = _why(counter, side, value, bearing, counters)
            if value not in counter.steps[side].values and why:
                told = f"no {column}, which {why}: leave it empty if that is meant"
                yield Fault(*roster.places[counter.id.lower()], counter.id, told)


def _of_types(roster: Roster, side: int, value: str) -> dict[str, list[Counter]]:
    """The counters by type that have this side, and a place for the number on it."""
    found: dict[str, list[Counter]] = {}
    for counter in roster.counters.values():
        if side < len(counter.steps) and any(value in slot.asks() for slot in counter.slots):
            found.setdefault(counter.type, []).append(counter)
    return found


def _why(
    counter: Counter, side: int, value: str, bearing: Sequence[Counter], counters: Sequence[Counter]
) -> str:
    """Who has the number; "" where nobody would expect it."""
    if side and value in counter.steps[0].values:
        return "its full side has"
    if 2 * len(bearing) > len(counters):
        return f"{len(bearing)} of {len(counters)} {counter.type} counters have"
    return ""
