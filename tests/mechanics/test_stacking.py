"""Stacking: what is counted, what is too much, and how much still fits."""

from __future__ import annotations

from adjudicator.mechanics.stacking import Excess, Limit, excess

COMBAT = Limit[str]("5.0", "combat units", 2, lambda unit: not unit.startswith("HQ"))
HEADQUARTERS = Limit[str]("5.2", "headquarters", 1, lambda unit: unit.startswith("HQ"))
SIZE = Limit[str]("6.1", "size points", 5, lambda unit: {"army": 3, "division": 2}.get(unit, 0))
FREE = Limit[str]("6.1.2.d", "units", None, lambda unit: 1)


def test_units_within_every_limit_break_none() -> None:
    assert excess(["1 Inf", "69 Inf", "HQ 26"], [COMBAT, HEADQUARTERS]) == ()


def test_each_broken_limit_is_told_with_its_clause_and_numbers() -> None:
    there = ["1 Inf", "69 Inf", "HQ 26", "56 Inf", "HQ 6"]
    assert excess(there, [COMBAT, HEADQUARTERS]) == (
        Excess("5.0", "combat units", 3, 2),
        Excess("5.2", "headquarters", 2, 1),
    )


def test_a_limit_may_count_size_points() -> None:
    assert excess(["army", "division"], [SIZE]) == ()
    assert excess(["army", "division", "division", "marker"], [SIZE]) == (Excess("6.1", "size points", 7, 5),)


def test_room_is_what_is_left_and_never_below_nothing() -> None:
    assert [SIZE.room(["army"]), SIZE.room(["army", "army"]), FREE.room(["army"])] == [2, 0, None]


def test_without_a_limit_nothing_is_too_much() -> None:
    assert excess(["army"] * 50, [FREE]) == ()
