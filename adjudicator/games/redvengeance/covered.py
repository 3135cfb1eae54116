"""What the enemy sees of units of which he may not know what they are: the counter on them, and its hex.

A "?", a Cloaking and a Reserve counter lie open on the map, and what is under them does not: not who, not how
many, not on which level. A Dummy is a "?" like any other. Of the hidden nothing is seen at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .campaign import own
from .pieces import is_set_up, on_map
from .position import CLOAKED, GERMAN, HIP, RESERVE, units_of

CONCEALED = "concealed"
COUNTERS = {RESERVE: "cloaking", CLOAKED: "cloaking", CONCEALED: "concealment"}
"""The flag of a unit that lies under a counter -> the counter; of several flags the first counts."""
CALLED = {RESERVE: "Reserve", CLOAKED: "Cloaking", CONCEALED: "?"}
"""How such a counter is called."""


def counter_on(unit: Unit) -> str:
    """By the flag of which counter a unit is covered; "" for one that lies open, or hidden."""
    if HIP in unit.flags or not on_map(unit):
        return ""
    return next((flag for flag in COUNTERS if flag in unit.flags), "")


def covered(state: State, side: str) -> tuple[tuple[str, str], ...]:
    """The hexes of a side's counters, each with its flag, in the order of the board."""
    found = {(unit.at, how) for unit in units_of(state, side) if (how := counter_on(unit))}
    found |= {(hex_, CONCEALED) for hex_ in own(state, side).dummies}
    if not found:
        return ()
    order = {one: n for n, one in enumerate(state.board.spaces)}
    return tuple(sorted(found, key=lambda one: (order[one[0]], one[1])))


@rule("CG22.7a", "RePh8.621.9", "BRV16.4.1")
def counters(state: State, side: str) -> Iterator[Unit]:
    """The counters of a side as its enemy sees them, once it has set up: each a unit of its own, of which its
    hex alone is known."""
    prefix, nation = ("GE", "de") if side == GERMAN else ("RU", "ru")
    for hex_, how in covered(state, side) if is_set_up(state, side) else ():
        id_ = f"{prefix}-{CALLED[how].upper()}-{hex_.upper()}"
        yield Unit(id_, side, hex_, 1, frozenset({how}), f"{COUNTERS[how]}-{nation}")
