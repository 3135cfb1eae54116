"""Fire: its value by class of weapons, the cap on later targets, who of a stack is next."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mechanics.charts import band
from adjudicator.mechanics.fire import capped, fire_value, half_down, next_targets, volleys

FACTORS: dict[str, int | Fraction] = {"armor": 2, "personnel": Fraction(1, 2), "guns": 1}
BANDS = ("1", "2", "3-4", "5-7", "8-11", "21+")

firers = st.lists(st.tuples(st.sampled_from(sorted(FACTORS)), st.integers(0, 6)), max_size=5)


def value(*firing: tuple[str, int]) -> int:
    return sum(one.value for one in volleys(firing, FACTORS.__getitem__))


def test_a_half_is_rounded_down() -> None:
    halves = {Fraction(1, 2): 0, Fraction(3, 2): 1, Fraction(5, 2): 2, Fraction(7, 4): 2, Fraction(5, 4): 1}
    assert {exact: half_down(exact) for exact in halves} == halves


def test_one_class_is_summed_before_it_is_modified_and_classes_are_not() -> None:
    assert value(("personnel", 1), ("personnel", 1)) == 1
    assert value(("personnel", 1)) == 0
    assert value(("armor", 2), ("personnel", 3)) == 4 + 1
    assert value() == 0


@given(firers)
def test_the_value_does_not_hang_on_the_order(firing: list[tuple[str, int]]) -> None:
    assert value(*firing) == value(*reversed(firing))


@given(firers, st.integers(0, 20))
def test_a_cap_counts_as_many_steps_as_it_lets_and_no_other_choice_is_worth_more(
    firing: list[tuple[str, int]], most: int
) -> None:
    found = capped(firing, most, FACTORS.__getitem__)
    assert sum(steps for _, steps in found) == min(most, sum(steps for _, steps in firing))
    assert all(steps <= had for (_, steps), (_, had) in zip(found, firing, strict=True))
    worth = sum(steps * Fraction(FACTORS[weapons]) for weapons, steps in found)
    steps_by_worth = sorted((Fraction(FACTORS[w]) for w, steps in firing for _ in range(steps)), reverse=True)
    assert worth == sum(steps_by_worth[:most])
    assert capped(firing, None, FACTORS.__getitem__) == tuple(firing)


def test_type_comes_before_strength_and_equals_are_a_choice() -> None:
    stack = {"weak armor": (0, 2), "armor": (0, 5), "foot": (1, 3), "more foot": (1, 3), "guns": (2, 9)}
    assert next_targets(stack) == ("armor",)
    assert next_targets(stack, {"armor"}) == ("weak armor",)
    assert next_targets(stack, {"armor", "weak armor"}) == ("foot", "more foot")
    assert next_targets(stack, {*stack}) == ()


def test_a_band_holds_the_numbers_it_names() -> None:
    assert [band(value, BANDS) for value in (0, 1, 4, 5, 7, 11, 12, 21, 90)] == [
        None, "1", "3-4", "5-7", "5-7", "8-11", None, "21+", "21+",
    ]  # fmt: skip
    assert band(-3, ("<=2", ">=3")) == "<=2"
    assert band(3, ("<=2", ">=3")) == ">=3"
    with pytest.raises(ValueError, match="not a range"):
        band(3, ("3:1",))


def test_the_value_of_a_fire_tells_what_was_capped_and_what_each_class_adds() -> None:
    firing = {"A": ("armor", 2), "P1": ("personnel", 3), "P2": ("personnel", 2)}
    found = fire_value(firing, 5, FACTORS.__getitem__, "weapons", "cap", "effect")
    assert (found.total, found.steps) == (5, 5), "armor 2 x 2, personnel 3 x 1/2, a half down"
    told = [(part["unit"], part["rule"], part["was"], part["is"]) for part in found.parts]
    assert told == [("P2", "cap", 2, 0), ("A", "effect", 2, 4), ("P1", "effect", 3, 1)]
