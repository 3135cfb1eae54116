"""Odds: which column of a results table two strengths fall on. Exact fractions, never rounded numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Strength = int | Fraction
"""Strength points; a half is a Fraction, so that halving loses nothing."""


def ratio(label: str) -> Fraction:
    """The ratio a column stands for: "3:1" is 3, "1:2" a half. Raises ValueError for anything else."""
    attack, _, defence = label.partition(":")
    return Fraction(int(attack), int(defence))


def column(attack: Strength, defence: Strength, columns: Sequence[str]) -> str | None:
    """The column of an attack, rounded in the defender's favour at every ratio, below 1:1 too.

    `columns` rise from the worst for the attacker to the best; better odds than the last use the last,
    odds worse than the first have none. Raises ValueError when there is no defence to divide by.
    """
    if defence <= 0:
        raise ValueError("odds need a defence above 0")
    odds = Fraction(attack) / Fraction(defence)
    reached = [label for label in columns if ratio(label) <= odds]
    return reached[-1] if reached else None


def number(strength: Strength) -> int | float:
    """A strength as it is written in an event: a whole number, or one with its fraction."""
    exact = Fraction(strength)
    return int(exact) if exact.denominator == 1 else float(exact)
