"""How facts of areas look: which marks an area bears, its ground, and for how many counters it has room."""

from __future__ import annotations

from maps.board import Fact, Space
from maps.reading.look import look_of


def marks(**facts: Fact) -> list[tuple[str, str]]:
    """The marks of an area by their name in the key, with their texts."""
    return [(mark.key, text) for mark, text in look_of({}).marks_of(Space("a", "A", (0.0, 0.0), facts))]


def test_of_several_marks_for_a_fact_the_first_that_fits_is_printed() -> None:
    assert marks(supply="german") == [("german-supply", "german")]
    assert marks(supply="koniev") == [("supply", "koniev")]


def test_marks_stand_in_the_order_of_the_look_and_a_fact_without_value_has_none() -> None:
    assert marks(flag="G", vp=2, garrison=0) == [("vp", "2"), ("flag", "G")]


def test_a_fact_of_several_values_has_a_mark_for_each() -> None:
    assert marks(tracks=("1", "2")) == [("track", "1"), ("track", "2")]


def test_the_first_ground_that_fits_counts_and_says_for_how_many_counters() -> None:
    look = look_of({})
    city, bank = look.ground_of({"city": True, "difficult": True}), look.ground_of({"east_bank": True})
    assert city and bank and (city.key, city.cover, bank.key) == ("city", "streets", "east-bank")
    assert [look.counters_of(facts) for facts in ({"city": True}, {"difficult": True}, {})] == [4, 3, 3]
    assert look.ground_of({"city": False}) is None
