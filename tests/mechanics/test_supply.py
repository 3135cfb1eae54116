"""Supply: one flood for a side beside a search for each unit, and lines of several legs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mechanics.supply import Leg, Supply, supply
from adjudicator.mechanics.zone_of_control import Extent, Zones

from .fields import chain, hexes

FIELD = hexes(6, 5)
SIDES = [(a, b) for a in FIELD.ids for b in FIELD.neighbours(a)]
spaces = st.sampled_from(FIELD.ids)


def anywhere(a: str, b: str) -> bool:
    return True


def shortest(
    start: str, sources: frozenset[str], closed: frozenset[str], crosses: Callable[[str, str], bool]
) -> int | None:
    """The length of the shortest line from one unit, searched from the unit; None if there is none."""
    ahead, seen = deque([(start, 0)]), {start}
    while ahead:
        here, length = ahead.popleft()
        if here in sources and here not in closed:
            return length
        for near in FIELD.neighbours(here):
            if near not in seen and near not in closed and crosses(here, near):
                seen.add(near)
                ahead.append((near, length + 1))
    return None


@given(
    st.frozensets(spaces, max_size=3),
    st.frozensets(spaces, max_size=14),
    st.frozensets(st.sampled_from(SIDES), max_size=40),
    st.one_of(st.none(), st.integers(0, 6)),
)
def test_a_flood_finds_the_line_that_each_unit_finds_alone(
    sources: frozenset[str], closed: frozenset[str], barred: frozenset[tuple[str, str]], most: int | None
) -> None:
    def crosses(a: str, b: str) -> bool:
        return (a, b) not in barred

    found = supply(FIELD, sources, [Leg(crosses, most)], closed)
    for space in FIELD.ids:
        length = shortest(space, sources, closed, crosses)
        if length is not None and most is not None and length > most:
            length = None
        assert found.steps.get(space) == length
        assert found.supplied(space) == (length is not None)
        check_line(found, space, closed, crosses)


def check_line(
    found: Supply, space: str, closed: frozenset[str], crosses: Callable[[str, str], bool]
) -> None:
    line = found.line(space)
    assert bool(line) == found.supplied(space)
    if line:
        assert (line[0], len(line)) == (space, found.steps[space] + 1)
        assert line[-1] in found.sources
        assert not set(line[1:]) & closed
        assert all(crosses(a, b) for a, b in pairwise(line))


def test_a_line_crosses_a_border_on_its_way_to_the_source() -> None:
    row = chain("source", "a", "b")
    found = supply(row, ["source"], [Leg(lambda a, b: (a, b) != ("b", "a"))])
    units = {"one": "a", "two": "b", "three": "b", "four": "box"}
    assert found.cut_off(units) == ("two", "three", "four")
    assert [found.open(space) for space in row.ids] == [True, True, False]


def test_a_friend_in_a_space_opens_it_for_the_line() -> None:
    row = chain("source", "a", "b", "c")
    enemy = Zones.of(Extent(row, lambda kind, a, b: True), [("", "b")])
    assert set(enemy) == {"a", "c"}
    alone = supply(row, ["source"], [Leg(anywhere)], {*enemy, "b"})
    assert alone.reached == {"source", "a"}
    assert not alone.open("a"), "a unit in the zone is supplied, but no line passes it"
    helped = supply(row, ["source"], [Leg(anywhere)], {*enemy.beside({"a"}), "b"})
    assert helped.open("a")


def test_a_closed_source_supplies_nobody_unless_sources_stay_open() -> None:
    row = chain("source", "a")
    assert supply(row, ["source"], [Leg(anywhere)], {"source"}).reached == frozenset()
    found = supply(row, ["source"], [Leg(anywhere)], {"source"}, sources_open=True)
    assert found.line("a") == ("a", "source")


def test_rails_first_and_then_so_many_spaces_overland() -> None:
    row = chain("source", "r1", "r2", "o1", "o2", "o3")
    rail = {"source", "r1", "r2"}
    legs = [Leg(lambda a, b: {a, b} <= rail), Leg(anywhere, 2)]
    found = supply(row, ["source"], legs)
    assert found.line("o2") == ("o2", "o1", "r2", "r1", "source")
    assert found.steps["o2"] == 4
    assert not found.supplied("o3")


def test_overland_before_the_rails_is_no_line() -> None:
    row = chain("source", "gap", "r1", "r2", "r3")
    rail = {"r1", "r2", "r3"}
    found = supply(row, ["source"], [Leg(lambda a, b: {a, b} <= rail), Leg(anywhere, 2)])
    assert found.reached == {"source", "gap", "r1"}


def test_a_leg_begins_nowhere_that_the_leg_before_could_not_pass() -> None:
    row = chain("source", "r1", "o1")
    legs = [Leg(lambda a, b: "o1" not in (a, b)), Leg(anywhere, 5)]
    assert not supply(row, ["source"], legs, {"r1"}).supplied("o1")


def test_a_source_that_is_not_on_the_board_is_an_error() -> None:
    with pytest.raises(KeyError, match="moon"):
        supply(FIELD, ["moon"], [Leg(anywhere)])


@given(st.frozensets(spaces, max_size=3))
def test_distances_are_the_lengths_of_lines_that_nothing_bars(ends: frozenset[str]) -> None:
    assert FIELD.distances(ends) == supply(FIELD, ends, [Leg(anywhere)]).steps


@given(st.frozensets(spaces), st.frozensets(spaces))
def test_what_hangs_together_is_what_a_line_reaches_that_stays_inside(
    begun: frozenset[str], through: frozenset[str]
) -> None:
    leg = Leg(lambda a, b: a in through and b in through)
    assert FIELD.together(begun, through) == supply(FIELD, begun & through, (leg,)).reached
