"""What somebody counts in a combat, and how it came to that: every change names its rule and its reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.state import Json

from .odds import Strength, number


@dataclass(frozen=True, slots=True)
class Worth:
    """What somebody counts in a combat, exactly, and the parts of it for a combat event."""

    strength: Strength
    parts: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a strength: the clause, the strength after it, and why."""

    rule: str
    now: Strength
    reason: str


def worth(side: str, unit: str, printed: Change, changes: Iterable[Change]) -> Worth:
    """A strength as printed with its changes, one part for each; the printed one alone if there are none.

    A part is {"side", "unit", "rule", "was", "is", "reason"}.
    """
    was = printed.now
    parts: list[Json] = []
    for change in changes:
        parts.append(_part(side, unit, was, change))
        was = change.now
    return Worth(was, tuple(parts or [_part(side, unit, was, printed)]))


def _part(side: str, unit: str, was: Strength, change: Change) -> Json:
    """One line of a combat's arithmetic, as the facts of an event."""
    return {
        "side": side,
        "unit": unit,
        "rule": change.rule,
        "was": number(was),
        "is": number(change.now),
        "reason": change.reason,
    }


def total_strength(worths: Iterable[Worth]) -> Fraction:
    """The sum of strengths, exact: round it afterwards, once, where a rule says so."""
    return sum((Fraction(one.strength) for one in worths), Fraction(0))
