"""At which seeds names may be printed."""

from __future__ import annotations

from maps.scan.trace_seeds import OUTSIDE, Seed, named


def test_names_are_printed_at_the_first_seed_of_an_area_and_at_all_that_are_outside() -> None:
    names = ["Forst", OUTSIDE, "Guben", "Forst", OUTSIDE, "Guben", "Forst"]
    assert named([Seed(name, 0, 0) for name in names]) == [0, 1, 2, 4]
    assert named([]) == []
