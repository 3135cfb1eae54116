"""Step losses: who may take the next one, what is sure, and whether a written order of losses is legal.

The order in which units lose is a list of ranks: among the units with a step left those of the lowest first
rank, of these those of the lowest second rank, and so on; who is left then may be chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

Lost = Mapping[str, int]
"""The steps that each unit has lost to this demand so far. Units that lost none may be absent."""

Rank = Callable[[str, Lost], int]
"""A unit's rank in the order of losses, given the losses so far; lower loses first."""


def evenly(unit: str, lost: Lost) -> int:
    """Each loses one before any loses a second."""
    return lost.get(unit, 0)


def strongest_first(strength: Mapping[str, int], steps: int = 1) -> Rank:
    """The first steps, this many, come from the strongest unit (the owner chooses among equals); the rest are
    free."""

    def rank(unit: str, lost: Lost) -> int:
        return -strength[unit] if sum(lost.values()) < steps else 0

    return rank


def shared(group: Callable[[str], str], first: str = "") -> Rank:
    """The groups lose in turn, the one that lost less so far before the other, at the start `first`."""

    def rank(unit: str, lost: Lost) -> int:
        mine = group(unit)
        taken = sum(count for other, count in lost.items() if group(other) == mine)
        return 2 * taken + (mine != first)

    return rank


@dataclass(frozen=True)
class Losses:
    """A demand of `owed` steps from units with so many `steps` each before it, and what of it was `lost`."""

    steps: Mapping[str, int]
    owed: int
    ranks: Sequence[Rank] = ()
    lost: Lost = field(default_factory=dict)

    @property
    def left(self) -> int:
        """The steps still to be lost: what is owed, or all there is if that is less."""
        return min(self.owed, sum(self.steps.values())) - sum(self.lost.values())

    @property
    def candidates(self) -> tuple[str, ...]:
        """The units of which one must lose the next step; () when no more steps are owed."""
        if self.left <= 0:
            return ()
        pool = [unit for unit, steps in self.steps.items() if steps > self.lost.get(unit, 0)]
        for rank in self.ranks:
            ranks = {unit: rank(unit, self.lost) for unit in pool}
            pool = [unit for unit in pool if ranks[unit] == min(ranks.values())]
        return tuple(pool)

    def taken(self, unit: str) -> Losses:
        """The demand after this unit took a step. Raises ValueError if it may not be the next."""
        if unit not in self.candidates:
            raise ValueError(f"{unit} may not take the next step, only {', '.join(self.candidates)}")
        return replace(self, lost={**self.lost, unit: self.lost.get(unit, 0) + 1})

    def outcomes(self) -> frozenset[tuple[int, ...]]:
        """Every legal end: the steps each unit has lost then, in the order of `steps`."""
        ends: set[tuple[int, ...]] = set()
        ahead, seen = [self], {self._counts()}
        while ahead:
            here = ahead.pop()
            if not here.candidates:
                ends.add(here._counts())
            for after in map(here.taken, here.candidates):
                if after._counts() not in seen:
                    seen.add(after._counts())
                    ahead.append(after)
        return frozenset(ends)

    def _counts(self) -> tuple[int, ...]:
        return tuple(self.lost.get(unit, 0) for unit in self.steps)

    def sure(self) -> tuple[str, ...]:
        """The losses that leave no choice, in order, up to the first real one: a unit loses if it does so
        however its owner chooses."""
        here, found = self, list[str]()
        while here.candidates:
            least = dict(zip(self.steps, map(min, zip(*here.outcomes(), strict=True)), strict=True))
            forced = [unit for unit in here.candidates if least[unit] > here.lost.get(unit, 0)]
            if not forced:
                break
            found.append(forced[0])
            here = here.taken(forced[0])
        return tuple(found)

    def broken(self, order: Sequence[str]) -> tuple[int, tuple[str, ...]] | None:
        """The first illegal place (from 0) in a written order of losses, and the units that could be named
        there: none if no more steps are owed. None if all of it is legal, though it may be too short."""
        here = self
        for place, unit in enumerate(order):
            if unit not in here.candidates:
                return place, here.candidates
            here = here.taken(unit)
        return None
