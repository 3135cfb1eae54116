"""Stacking: how much of what may be in one space."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from adjudicator.state import State, Unit

from .armies import KeptOfArmy, army

T = TypeVar("T")


@dataclass(frozen=True)
class Limit(Generic[T]):
    """A limit on what is in a space: `what` is counted as a report names it ("combat units", "size points"),
    `counts` what one unit counts for (0: not at all), `most` how much there may be, None for no limit."""

    rule: str
    what: str
    most: int | None
    counts: Callable[[T], int]

    def count(self, units: Iterable[T]) -> int:
        """What these units count for together."""
        return sum(map(self.counts, units))

    def room(self, units: Iterable[T]) -> int | None:
        """How much more fits beside these units; None without a limit, never below 0."""
        return None if self.most is None else max(0, self.most - self.count(units))


@dataclass(frozen=True, slots=True)
class Excess:
    """A limit that is broken: its clause, what was counted, how much there is and how much there may be."""

    rule: str
    what: str
    count: int
    most: int


def excess(units: Sequence[T], limits: Iterable[Limit[T]]) -> tuple[Excess, ...]:
    """Every limit that these units break in one space; () if they may be there together."""
    counted = ((limit, limit.count(units)) for limit in limits)
    return tuple(
        Excess(limit.rule, limit.what, count, limit.most)
        for limit, count in counted
        if limit.most is not None and count > limit.most
    )


class Load:
    """How much of an army is in each space, by what a unit `counts` for there; counted once until the army
    changes."""

    def __init__(self, counts: Callable[[State, Unit], int]) -> None:
        self.counts = counts
        self.held = KeptOfArmy(self._held)

    def _held(self, state: State, side: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for unit in army(state, side):
            found[unit.at] = found.get(unit.at, 0) + self.counts(state, unit)
        return found

    def beside(self, state: State, space: str, units: Iterable[Unit]) -> int:
        """The stacking value of these units in a space, together with their side's units that are there."""
        coming = list(units)
        new = sum(self.counts(state, unit) for unit in coming if state.units[unit.id].at != space)
        return new + self.held(state, coming[0].side).get(space, 0) if coming else 0
