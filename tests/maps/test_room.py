"""Rectangles are laid inside a zone: wholly where it has room, as little beside it as can be where not."""

from __future__ import annotations

from itertools import combinations

import pytest
import shapely

from maps.measuring.room import Rect, Room

SQUARE = shapely.box(0, 0, 60, 60)


def box(rect: Rect) -> shapely.Polygon:
    left, top, wide, high = rect
    return shapely.box(left, top, left + wide, top + high)


def outside(zone: shapely.Polygon, rect: Rect) -> float:
    return float(box(rect).difference(zone).area)


def test_what_lies_well_is_left_where_it_is() -> None:
    wished = [(10.0, 10.0, 16.0, 16.0), (30.0, 10.0, 16.0, 16.0)]
    assert Room(SQUARE).settle(wished) == wished


@pytest.mark.parametrize("corner", [(-9.0, 20.0), (50.0, 20.0), (20.0, -9.0), (52.0, 52.0)])
def test_a_rectangle_on_a_border_is_moved_inside_and_no_farther_than_need_be(
    corner: tuple[float, float],
) -> None:
    (laid,) = Room(SQUARE).settle([(*corner, 16.0, 16.0)])
    assert outside(SQUARE, laid) == 0
    assert box(laid).distance(SQUARE.exterior) < 3


@pytest.mark.parametrize("side", [16.0, 19.3, 21.6])
def test_wherever_between_dots_a_rectangle_begins_it_costs_the_same(side: float) -> None:
    costs = {Room(SQUARE).cost([(10 + n / 10, 12 + n / 7, side, side)]) for n in range(10)}
    assert costs == {0.0}


def test_it_lies_in_the_one_part_of_a_zone_that_is_wide_enough() -> None:
    bottle = shapely.union_all([shapely.box(0, 0, 10, 60), shapely.box(0, 60, 30, 90)])
    (laid,) = Room(bottle).settle([(-3.0, 5.0, 16.0, 16.0)])
    assert outside(bottle, laid) == 0


def test_rectangles_that_were_wished_on_one_another_are_laid_apart_and_off_the_name() -> None:
    name = (10.0, 2.0, 40.0, 7.0)
    laid = Room(SQUARE).settle([(20.0, 8.0, 16.0, 16.0)] * 4, [name])
    assert all(outside(SQUARE, rect) == 0 for rect in laid)
    assert all(a.intersection(b).area == 0 for a, b in combinations(map(box, [*laid, name]), 2))


def test_where_there_is_no_room_they_lie_on_one_another_before_they_lie_outside() -> None:
    narrow = shapely.box(0, 0, 24, 24)
    laid = Room(narrow).settle([(-8.0, 4.0, 16.0, 16.0), (16.0, 4.0, 16.0, 16.0)])
    assert all(outside(narrow, rect) == 0 for rect in laid)
    assert 0 < box(laid[0]).intersection(box(laid[1])).area < 150


def test_what_is_larger_than_its_zone_hangs_over_on_both_sides_alike() -> None:
    tiny = shapely.box(0, 0, 10, 60)
    (laid,) = Room(tiny).settle([(-14.0, 20.0, 16.0, 16.0)])
    assert outside(tiny, laid) == pytest.approx(6 * 16, abs=2)


def test_what_lies_badly_by_itself_comes_last() -> None:
    good, bad = (10.0, 10.0, 16.0, 16.0), (-8.0, 30.0, 16.0, 16.0)
    assert Room(SQUARE).clearest_first([bad, good]) == [good, bad]


def test_of_two_that_lie_on_one_another_one_comes_last() -> None:
    first, on_it, free = (10.0, 10.0, 16.0, 16.0), (20.0, 10.0, 16.0, 16.0), (10.0, 40.0, 16.0, 16.0)
    assert Room(SQUARE).clearest_first([first, on_it, free]) == [first, free, on_it]
