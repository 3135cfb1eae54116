"""Odds: which column of a results table two strengths fall on. Exact fractions, never rounded numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Literal

Strength = int | Fraction
"""Strength points; a half is a Fraction, so that halving loses nothing."""


Rounding = Literal["defender", "attacker", "nearest"]
"""In whose favour odds between two columns are rounded; "nearest" takes the nearer ratio, ties the lower."""


@cache
def ratio(label: str) -> Fraction:
    """The ratio that a column means: "3:1" or "3-1" is 3, "1:2" a half, "1.5:1" or "1,5:1" three halves,
    "8-1+" is 8. Raises ValueError for anything else."""
    attack, _, defence = label.removesuffix("+").replace("-", ":").replace(",", ".").partition(":")
    return Fraction(_number(attack), _number(defence))


def _number(text: str) -> Strength:
    """One side of a ratio: "3", "1.5". Raises ValueError for anything else."""
    return Fraction(text) if "." in text else int(text)


def column(
    attack: Strength, defence: Strength, columns: Sequence[str], rounding: Rounding = "defender"
) -> str | None:
    """The column of an attack, rounded in the defender's favour at every ratio, below 1:1 too, unless another
    rounding is asked for.

    `columns` rise from the worst for the attacker to the best; better odds than the last use the last,
    odds worse than the first have none. Raises ValueError when there is no defence to divide by.
    """
    if defence <= 0:
        raise ValueError("odds need a defence above 0")
    odds = Fraction(attack, defence)
    above = bisect_right(columns, odds, key=ratio)
    if above in {0, len(columns)} or rounding == "defender":
        return columns[above - 1] if above else None
    below, over = ratio(columns[above - 1]), ratio(columns[above])
    up = odds > below if rounding == "attacker" else over - odds < odds - below
    return columns[above] if up else columns[above - 1]


def number(strength: Strength) -> int | float:
    """A strength as it is written in an event: a whole number, or one with its fraction."""
    if isinstance(strength, int):
        return strength
    exact = Fraction(strength)
    return int(exact) if exact.denominator == 1 else float(exact)
