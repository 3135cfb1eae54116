"""Fire of several units at one target: what it is worth, and which unit of a stack may be fired at next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from .odds import Strength

Firer = tuple[str, int]
"""A unit that fires: the class of its weapons, and the steps with which it does."""
Factor = Callable[[str], Strength]
"""By how much the steps of a class of weapons count against the target."""


@dataclass(frozen=True, slots=True)
class Volley:
    """What one class of weapons adds to a fire: its steps, by how much they count, and the value of them."""

    weapons: str
    steps: int
    factor: Strength
    value: int


def half_down(exact: Strength) -> int:
    """To the nearest whole number, one half down."""
    return ceil(Fraction(exact) - Fraction(1, 2))


def volleys(firing: Iterable[Firer], factor: Factor) -> tuple[Volley, ...]:
    """The fire by class of weapons: the steps of a class are summed, count by its factor, and are rounded
    then. The value of the fire is the sum of theirs."""
    steps: dict[str, int] = {}
    for weapons, more in firing:
        steps[weapons] = steps.get(weapons, 0) + more
    return tuple(
        Volley(weapons, sum_, factor(weapons), half_down(sum_ * Fraction(factor(weapons))))
        for weapons, sum_ in steps.items()
    )


def capped(firing: Sequence[Firer], most: int | None, factor: Factor) -> tuple[Firer, ...]:
    """Those who fire with no more than so many steps in all (None: with all): the most effective ones count
    first. They keep their order; who is left with none counts nothing."""
    if most is None:
        return tuple(firing)
    left, counted = most, dict.fromkeys(range(len(firing)), 0)
    for place in sorted(counted, key=lambda place: -Fraction(factor(firing[place][0]))):
        counted[place] = min(left, firing[place][1])
        left -= counted[place]
    return tuple((weapons, counted[place]) for place, (weapons, _) in enumerate(firing))


def next_targets(stack: Mapping[str, tuple[int, int]], fired_at: Collection[str] = ()) -> tuple[str, ...]:
    """The units of a stack (unit -> rank of its type, its steps) that may be fired at next, if these were: of
    the lowest rank that is left the strongest. More than one are the firer's choice; () when none is left."""
    left = {unit: (rank, -steps) for unit, (rank, steps) in stack.items() if unit not in fired_at}
    first = min(left.values(), default=None)
    return tuple(unit for unit, place in left.items() if place == first)
