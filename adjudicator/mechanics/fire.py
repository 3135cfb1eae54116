"""Fire of several units at one target: what it is worth, and which unit of a stack may be fired at next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from adjudicator.state import Json

from .odds import Strength

Firer = tuple[str, int]
"""A unit that fires: the class of its weapons, and the steps with which it does."""
Factor = Callable[[str], Strength]
"""By how much the steps of a class of weapons count against the target."""
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Volley:
    """What one class of weapons adds to a fire: its steps, by how much they count, and the value of them."""

    weapons: str
    steps: int
    factor: Strength
    value: int


def half_down(exact: Strength) -> int:
    """To the nearest whole number, one half down."""
    return ceil(exact - HALF)


def volleys(firing: Iterable[Firer], factor: Factor) -> tuple[Volley, ...]:
    """The fire by class of weapons: the steps of a class are summed, count by its factor, and are rounded
    then. The value of the fire is the sum of theirs."""
    steps: dict[str, int] = {}
    for weapons, more in firing:
        steps[weapons] = steps.get(weapons, 0) + more
    factors = {weapons: factor(weapons) for weapons in steps}
    return tuple(
        Volley(weapons, sum_, factors[weapons], half_down(sum_ * factors[weapons]))
        for weapons, sum_ in steps.items()
    )


def capped(firing: Sequence[Firer], most: int | None, factor: Factor) -> tuple[Firer, ...]:
    """The units that fire, with at most this many steps in all (None: with all). The most effective count
    first, and the units keep their order. A unit left without steps does not count."""
    if most is None:
        return tuple(firing)
    left, counted = most, dict.fromkeys(range(len(firing)), 0)
    for place in sorted(counted, key=lambda place: -Fraction(factor(firing[place][0]))):
        counted[place] = min(left, firing[place][1])
        left -= counted[place]
    return tuple((weapons, counted[place]) for place, (weapons, _) in enumerate(firing))


@dataclass(frozen=True, slots=True)
class FireValue:
    """What a fire is worth: the steps with which each unit fires and how many of them count (unit -> class of
    weapons, steps), what each class adds, and the clauses of both."""

    firing: Mapping[str, Firer]
    counted: Mapping[str, Firer]
    volleys: tuple[Volley, ...]
    most: int | None
    against: str
    capping: str
    effect: str

    @property
    def total(self) -> int:
        """The value of the fire."""
        return sum(one.value for one in self.volleys)

    @property
    def steps(self) -> int:
        """The raw steps that count."""
        return sum(kept for _, kept in self.counted.values())

    @property
    def parts(self) -> tuple[Json, ...]:
        """The arithmetic as the parts of a combat event."""
        parts = []
        for unit, (_, had) in self.firing.items():
            kept = self.counted[unit][1]
            if kept < had:
                why = f"no more than the {self.most} steps at the target before"
                parts.append(_part(unit, self.capping, had, kept, why))
        for one in self.volleys:
            who = [unit for unit, (weapons, kept) in self.counted.items() if weapons == one.weapons and kept]
            times = "" if one.factor == 1 else f" times {one.factor}"
            why = f"{one.weapons} fire at {self.against}{times}"
            parts.append(_part(", ".join(who), self.effect, one.steps, one.value, why))
        return tuple(parts)


def fire_value(
    firing: Mapping[str, Firer], most: int | None, factor: Factor, against: str, capping: str, effect: str
) -> FireValue:
    """The fire value of these units (by id) against a class of target, with at most this many steps, each
    class of weapons times its factor. `capping` and `effect` are the clauses of both."""
    counted = dict(zip(firing, capped(tuple(firing.values()), most, factor), strict=True))
    found = volleys(counted.values(), factor)
    return FireValue(firing, counted, found, most, against, capping, effect)


def _part(unit: str, number: str, was: int, is_: int, reason: str) -> Json:
    return {"side": "attack", "unit": unit, "rule": number, "was": was, "is": is_, "reason": reason}


def next_targets(stack: Mapping[str, tuple[int, int]], fired_at: Collection[str] = ()) -> tuple[str, ...]:
    """The units of a stack (unit -> rank of its type, its steps) that may be fired at next, if these were: of
    the lowest rank that is left the strongest. More than one are the firer's choice; () when none is left."""
    left = {unit: (rank, -steps) for unit, (rank, steps) in stack.items() if unit not in fired_at}
    first = min(left.values(), default=None)
    return tuple(unit for unit, place in left.items() if place == first)
