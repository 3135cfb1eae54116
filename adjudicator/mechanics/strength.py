"""What somebody counts in a combat, and how it came to that: every change names its rule and its reason; and
the whole arithmetic of a combat on a table of odds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.state import Json
from files.messages import counted

from . import shifts
from .charts import Chart
from .drm import DRM, packed, total
from .odds import Strength, number
from .shifts import Shift


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


def way(shift: int) -> str:
    """A shift in words: "2 columns right"."""
    return f"{counted(abs(shift), 'column')} {'right' if shift > 0 else 'left'}"


@dataclass(frozen=True, slots=True)
class Odds:
    """The arithmetic of a combat: what both sides count, exactly, and the parts of it; its chart, the column
    after all shifts, the modifiers of the die."""

    attack: Fraction
    defence: Fraction
    parts: tuple[Json, ...]
    chart: Chart
    column: str
    drms: tuple[DRM, ...]
    shifts: tuple[Shift, ...] = ()

    def why(self) -> list[str]:
        """What changes the strengths, the column and the die before it is rolled, each with its reason."""
        changed: dict[tuple[str, str], list[float]] = {}
        for part in self.parts:
            if part["was"] != part["is"]:
                sums = changed.setdefault((part["side"], part["reason"]), [0, 0])
                sums[0], sums[1] = sums[0] + part["was"], sums[1] + part["is"]
        told = [f"{side} {was:g} to {now:g}: {reason}" for (side, reason), (was, now) in changed.items()]
        told += [f"{way(one.value)}: {one.reason}" for one in self.shifts if one.value]
        return [*told, *(f"die {one.value:+}: {one.reason}" for one in self.drms if one.value)]

    def told(self, *, die: int) -> dict[str, Json]:
        """All of it as the facts of an event, with a die and what it brings."""
        final = die + total(self.drms)
        return {
            "attack": number(self.attack), "defence": number(self.defence), "parts": self.parts,
            "column": self.column, "shifts": shifts.packed(self.shifts), "drm": total(self.drms),
            "drms": packed(self.drms), "die": die, "final": final,
            "result": self.chart.read(self.column, final),
        }  # fmt: skip


def total_strength(worths: Iterable[Worth]) -> Fraction:
    """The sum of strengths, exact: round it afterwards, once, where a rule says so."""
    return Fraction(sum(one.strength for one in worths))
