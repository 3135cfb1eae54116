"""The mechanisms that games share: odds and die roll modifiers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.mechanics.drm import DRM, packed, total
from adjudicator.mechanics.odds import column, number, ratio

COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1")


@pytest.mark.parametrize(
    ("attack", "defence", "found"),
    [
        (74, 22, "3:1"),
        (40, 26, "1:1"),
        (66, 22, "3:1"),
        (65, 22, "2:1"),
        (Fraction(131, 2), 22, "2:1"),
        (7, 10, "1:2"),
        (10, 10, "1:1"),
        (5, 15, "1:3"),
        (100, 1, "4:1"),
    ],
)
def test_odds_are_rounded_in_the_defenders_favour(attack: int | Fraction, defence: int, found: str) -> None:
    assert column(attack, defence, COLUMNS) == found


def test_odds_below_the_first_column_have_none() -> None:
    assert column(5, 18, COLUMNS) is None


def test_odds_are_exact_where_a_float_would_not_be() -> None:
    huge = 10**17
    assert column(3 * huge - 1, huge, COLUMNS) == "2:1"


def test_odds_need_a_defence() -> None:
    with pytest.raises(ValueError, match="above 0"):
        column(5, 0, COLUMNS)


def test_a_column_stands_for_its_ratio() -> None:
    assert (ratio("1:3"), ratio("4:1")) == (Fraction(1, 3), Fraction(4))


def test_a_strength_is_told_whole_or_with_its_half() -> None:
    assert [number(Fraction(14, 2)), number(Fraction(7, 2)), number(9)] == [7, 3.5, 9]


def test_modifiers_add_up_and_say_why() -> None:
    drms = [DRM("8.1.2.e", 1, "complete Soviet army"), DRM("8.1.2.h", -2, "defence line")]
    assert total(drms) == -1
    assert packed(drms)[1] == {"rule": "8.1.2.h", "value": -2, "reason": "defence line"}
