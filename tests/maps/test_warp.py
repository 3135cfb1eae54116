"""The stretch gives zones the room that is asked for, keeps the frame still and folds nothing."""

from __future__ import annotations

import numpy
import pytest
import shapely

from maps.drawing.warp import Warp

FRAME = (0.0, 0.0, 90.0, 90.0)
GRID = [shapely.segmentize(shapely.box(x, y, x + 30, y + 30), 3) for y in (0, 30, 60) for x in (0, 30, 60)]
MIDDLE = 4


def test_without_rounds_nothing_moves() -> None:
    warp = Warp(GRID, [1.0] * 9, FRAME, 0)
    assert warp.shape(GRID[MIDDLE]).equals(GRID[MIDDLE])


@pytest.mark.parametrize(("wanted", "low", "high"), [(3.0, 1.6, 3.0), (0.4, 0.35, 0.7)])
def test_a_zone_grows_or_shrinks_towards_what_is_wanted(wanted: float, low: float, high: float) -> None:
    areas = [1.0] * 9
    areas[MIDDLE] = wanted
    warp = Warp(GRID, areas, FRAME, 10)
    assert low < warp.shape(GRID[MIDDLE]).area / 900 < high


def test_the_frame_stays_and_neighbours_still_share_their_borders() -> None:
    warp = Warp(GRID, [1, 1, 1, 1, 3, 1, 1, 1, 1], FRAME, 10)
    moved = [warp.shape(zone) for zone in GRID]
    assert shapely.union_all(moved).bounds == pytest.approx(FRAME)
    assert shapely.union_all(moved).area == pytest.approx(8100)
    assert all(zone.is_valid for zone in moved)
    assert moved[MIDDLE].intersection(moved[1]).length > 20


def test_points_move_with_the_zones_they_lie_in() -> None:
    warp = Warp(GRID, [1, 1, 1, 1, 3, 1, 1, 1, 1], FRAME, 10)
    x, y = warp.points(numpy.array([[33.0, 33.0]]))[0]
    assert warp.shape(GRID[MIDDLE]).contains(shapely.Point(x, y))
    assert (x, y) != pytest.approx((33.0, 33.0), abs=0.5)
