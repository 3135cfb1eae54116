"""Step losses: who may be next, what is sure, and written orders of losses."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mechanics.losses import Losses, Rank, evenly, shared, strongest_first

STRENGTH = {"a": 7, "b": 5, "c": 5, "d": 1}
GROUP = {"a": "zhukov", "b": "koniev", "c": "koniev", "d": "zhukov"}
RANKS: dict[str, list[Rank]] = {
    "none": [],
    "strongest": [strongest_first(STRENGTH)],
    "strongest twice": [strongest_first(STRENGTH, 2)],
    "evenly": [evenly],
    "evenly, camps in turn": [evenly, shared(GROUP.__getitem__, "koniev")],
}
demands = st.builds(
    Losses,
    st.dictionaries(st.sampled_from("abcd"), st.integers(1, 2)),
    st.integers(0, 5),
    st.sampled_from(list(RANKS.values())),
)


def orders(demand: Losses) -> list[tuple[str, ...]]:
    """Every legal order of losses, by trying all words of the right length."""
    words = product(demand.steps, repeat=demand.left)
    return [word for word in words if demand.broken(word) is None]


@given(demands)
def test_the_outcomes_are_those_of_all_legal_orders(demand: Losses) -> None:
    counted = {tuple(word.count(unit) for unit in demand.steps) for word in orders(demand)}
    assert demand.outcomes() == counted
    assert all(sum(end) == demand.left for end in counted)


@given(demands)
def test_what_is_sure_happens_in_every_order_and_nothing_more_is(demand: Losses) -> None:
    sure = demand.sure()
    after = demand
    for unit in sure:
        after = after.taken(unit)
    for word in orders(demand):
        assert all(word.count(unit) >= sure.count(unit) for unit in sure)
    if after.left:
        assert len(after.candidates) > 1
        assert len(after.outcomes()) > 1


@given(demands)
def test_nobody_loses_a_step_that_he_has_not(demand: Losses) -> None:
    for end in demand.outcomes():
        assert all(lost <= steps for lost, steps in zip(end, demand.steps.values(), strict=True))


def test_the_strongest_takes_the_first_step_and_the_rest_is_free() -> None:
    demand = Losses({"a": 2, "b": 2, "d": 1}, 2, RANKS["strongest"])
    assert demand.candidates == ("a",)
    assert demand.sure() == ("a",)
    assert demand.taken("a").candidates == ("a", "b", "d")


def test_between_equals_the_owner_chooses() -> None:
    demand = Losses({"b": 2, "c": 1, "d": 1}, 1, RANKS["strongest"])
    assert (demand.candidates, demand.sure()) == (("b", "c"), ())


def test_each_loses_one_before_any_loses_a_second() -> None:
    demand = Losses({"a": 2, "b": 2}, 3, RANKS["evenly"])
    assert demand.taken("a").candidates == ("b",)
    assert demand.sure() == ("a", "b"), "both lose one; who loses the third step is a choice"


def test_when_all_must_die_nobody_is_asked() -> None:
    assert Losses({"a": 2, "d": 1}, 9).sure() == ("a", "a", "d")
    assert Losses({"a": 2, "d": 1}, 9).left == 3


def test_camps_lose_in_turn() -> None:
    demand = Losses({"a": 2, "b": 2, "c": 2}, 2, RANKS["evenly, camps in turn"])
    assert demand.candidates == ("b", "c")
    assert demand.taken("b").candidates == ("a",)


def test_a_demand_may_have_been_met_in_part() -> None:
    demand = Losses({"a": 2, "b": 2}, 2, RANKS["evenly"], {"a": 1})
    assert (demand.left, demand.candidates, demand.sure()) == (1, ("b",), ("b",))


def test_a_written_order_is_broken_at_the_first_wrong_unit() -> None:
    demand = Losses({"a": 2, "b": 2, "d": 1}, 2, RANKS["strongest"])
    assert demand.broken(("a", "d")) is None
    assert demand.broken(("a",)) is None
    assert demand.broken(("d", "a")) == (0, ("a",))
    assert demand.broken(("a", "x")) == (1, ("a", "b", "d"))
    assert demand.broken(("a", "a", "b")) == (2, ())
    with pytest.raises(ValueError, match="d may not take the next step, only a"):
        demand.taken("d")
