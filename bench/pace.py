"""Bounds in seconds are those of one machine: on a slower one they stretch by what it is slower.

A bound says how much work something may be: a machine at half the speed must not fail it, and a change that
doubles the work must. So a fixed piece of work is timed beside the thing measured.
"""

from __future__ import annotations

import json
from functools import cache
from statistics import median
from time import thread_time

from .measure import Part, Row

REFERENCE = 0.018
"""Seconds that the yardstick takes where the bounds were set: where a phase of diplomacy 1.1.2, random orders
of seven powers found, set and processed, takes 5.1 ms of processor time (`python -m bench`)."""


def yardstick() -> float:
    """Seconds of the processor for a fixed piece of plain Python: numbers, dictionaries, texts, sorting."""
    began = thread_time()
    seen = dict[str, list[int]]()
    number = 1
    for _ in range(20_000):
        number = number * 1103515245 + 12345 & 0x7FFFFFFF
        seen.setdefault(f"{number % 997:03}", []).append(number)
    again = json.loads(json.dumps(seen))
    told = ["/".join(map(str, sorted(numbers))) for _, numbers in sorted(again.items())]
    assert len(told) == 997
    return thread_time() - began


def slower() -> float:
    """How many times longer than where the bounds were set this machine takes at this minute: 1 to 4.

    The median of a few yardsticks, as shared machines change their pace from one second to the next.
    """
    return min(4.0, max(1.0, median(yardstick() for _ in range(7)) / REFERENCE))


def within(taken: float, seconds: float) -> bool:
    """Whether `taken` is below a bound in seconds, as long as the bound is on this machine at this minute."""
    return taken < seconds or taken < seconds * slower()


@cache
def here(bound: float) -> float:
    """A bound of time as long as it is on this machine."""
    return bound * slower()


def of_this_machine() -> Part:
    """The yardstick on this machine, by which times on different machines are compared."""
    times = sorted(yardstick() * 1000 for _ in range(25))
    rows = [
        Row("fixed plain Python: the median of 25", median(times)),
        Row("  the quickest", times[0]),
        Row("  where the bounds in seconds were set", REFERENCE * 1000),
    ]
    note = "On a slower machine, bounds of time that no peer sets are longer by as much."
    return Part("The pace of this machine", rows, (note,))
