"""Advance after combat: into the space that was left, then on as far as the rules of the game let it."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mechanics.advance import advances, broken_advance, groups
from adjudicator.mechanics.movement import (
    Barred,
    Crossing,
    CurrentCosts,
    MoveCost,
    MovementCosts,
    PathFault,
    ZoneRules,
)

from .fields import hexes

FIELD = hexes(6, 6)
ENEMY = Barred("4.3.1", "an enemy is there")
RIVER = {frozenset({"0303", "0302"})}
TOWNS = {"0304"}


def tanks(enemies: frozenset[str] = frozenset()) -> CurrentCosts:
    """Each space counts one; a river behind them or a town around them ends the advance."""

    def step(a: str, b: str) -> Crossing:
        return MoveCost(1, stop=frozenset({a, b}) in RIVER or b in TOWNS)

    return MovementCosts(FIELD, step).under(closed=dict.fromkeys(enemies, ENEMY))


def test_one_space_is_the_one_that_was_left() -> None:
    assert advances(tanks(), "0303", "0403", 1) == (("0303", "0403"),)


def test_two_spaces_go_on_from_there() -> None:
    found = advances(tanks(frozenset({"0503"})), "0303", "0403", 2)
    assert found[0] == ("0303", "0403")
    ends = {path[2] for path in found[1:]}
    assert ends == set(FIELD.neighbours("0403")) - {"0303", "0503"}


@pytest.mark.parametrize("vacated", ["0302", "0304"])
def test_a_river_or_a_town_ends_the_advance(vacated: str) -> None:
    assert advances(tanks(), "0303", vacated, 2) == (("0303", vacated),)
    beyond = next(space for space in FIELD.neighbours(vacated) if space != "0303")
    fault = broken_advance(tanks(), ("0303", vacated, beyond), vacated, 2)
    assert fault == PathFault("stopped", vacated, beyond)


def test_an_advance_goes_into_the_space_that_was_left_and_not_beyond_its_length() -> None:
    assert broken_advance(tanks(), ("0303", "0403"), "0403", 2) is None
    assert broken_advance(tanks(), ("0303",), "0403", 2) is None, "staying is no fault"
    assert broken_advance(tanks(), ("0303", "0204"), "0403", 2) == PathFault("first", "0303", "0204")
    fault = broken_advance(tanks(), ("0303", "0403", "0503"), "0403", 1)
    assert fault == PathFault("dear", "0403", "0503", needed=1, left=0)


def test_zones_count_only_where_a_game_says_so() -> None:
    bare = MovementCosts(FIELD, lambda a, b: MoveCost(1))
    ignored = bare.under({"0403"})
    halted = bare.under({"0403"}, ZoneRules(stops=True))
    assert len(advances(ignored, "0303", "0403", 2)) == 6
    assert len(advances(halted, "0303", "0403", 2)) == 1


@given(st.sampled_from(FIELD.ids), st.integers(0, 5), st.frozensets(st.sampled_from(FIELD.ids), max_size=6))
def test_the_advances_are_all_paths_without_a_fault(start: str, turn: int, enemies: frozenset[str]) -> None:
    near = FIELD.neighbours(start)
    vacated, costs = near[turn % len(near)], tanks(enemies)
    words = [(start, vacated), *((start, vacated, end) for end in FIELD.neighbours(vacated) if end != start)]
    legal = {word for word in words if broken_advance(costs, word, vacated, 2) is None}
    assert set(advances(costs, start, vacated, 2)) == legal


def test_groups_are_all_sets_within_the_limit_the_largest_first() -> None:
    assert groups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c"), ("a",), ("b",), ("c",)]
    assert groups(["a", "b"], None) == [("a", "b"), ("a",), ("b",)]
    assert groups(["a"], 0) == []


def test_in_each_group_is_one_of_those_who_must() -> None:
    able, must = ["a", "b", "c", "d"], {"a", "b"}
    found = groups(able, 3, must)
    wanted = {frozenset(word) for word in product(able, repeat=3) if set(word) & must}
    assert {frozenset(one) for one in found} == wanted


def stopped(zones: Collection[str]) -> CurrentCosts:
    """Open country in which zones end an advance."""
    return MovementCosts(FIELD, lambda a, b: MoveCost(1)).under(zones, ZoneRules(stops=True))


def test_an_advance_in_any_direction_stops_in_zones_but_for_the_path_of_the_retreat() -> None:
    halted, along = stopped({"0403", "0503", "0302"}), ("0403", "0503")
    found = advances(halted, "0303", None, 3, along)
    assert {path[1] for path in found if len(path) == 2} == set(FIELD.neighbours("0303"))
    assert ("0303", "0403", "0503") in found, "zones do nothing on the path of the retreat"
    off = broken_advance(halted, ("0303", "0302", "0301"), None, 3, along)
    assert off == PathFault("stopped", "0302", "0301")
    plain = broken_advance(halted, ("0303", "0403", "0503"), None, 3)
    assert plain == PathFault("stopped", "0403", "0503")
    far = next(space for space in FIELD.neighbours("0503") if space not in {"0403", "0303"})
    assert broken_advance(halted, ("0303", "0403", "0503", far), None, 3, along) is None


@given(st.sampled_from(FIELD.ids), st.frozensets(st.sampled_from(FIELD.ids), max_size=8), st.integers(0, 2))
def test_the_advances_of_any_direction_are_all_paths_without_a_fault(
    start: str, zones: frozenset[str], most: int
) -> None:
    halted, near = stopped(zones), FIELD.neighbours(start)
    along = (near[0], next(one for one in FIELD.neighbours(near[0]) if one != start))
    words: list[tuple[str, ...]] = [(start, a) for a in near]
    words += [(start, a, b) for a in near for b in FIELD.neighbours(a) if b != start]
    legal = {word for word in words if broken_advance(halted, word, None, most, along) is None}
    assert set(advances(halted, start, None, most, along)) == legal
