"""Headings and counters find their place in a zone."""

from __future__ import annotations

from itertools import combinations

import pytest
import shapely

from maps.drawing.layout import COUNTER_MM, Place, place

NOTHING = shapely.Polygon()
HEADING = (25.0, 7.0)


def covered(found: Place) -> list[shapely.Geometry]:
    """The heading, then the counters."""
    half = COUNTER_MM / 2
    x, y = found.corner
    counters = [shapely.box(x - half, y - half, x + half, y + half) for x, y in found.slots]
    return [shapely.box(x, y, x + HEADING[0], y + HEADING[1]), *counters]


@pytest.mark.parametrize(
    ("counters", "size"), [(3, (60, 60)), (3, (100, 32)), (3, (30, 90)), (4, (60, 60)), (4, (100, 32))]
)
def test_everything_lies_inside_a_zone_that_has_the_room(counters: int, size: tuple[int, int]) -> None:
    zone = shapely.box(100, 50, 100 + size[0], 50 + size[1])
    rectangles = covered(place(zone, [HEADING], counters, NOTHING, NOTHING))
    assert len(rectangles) == counters + 1
    assert all(zone.contains(rectangle) for rectangle in rectangles)
    assert all(a.intersection(b).area == 0 for a, b in combinations(rectangles, 2))


def test_the_heading_keeps_off_what_must_stay_clear() -> None:
    zone = shapely.box(0, 0, 60, 70)
    for clear in (shapely.box(0, 0, 60, 18), shapely.box(0, 52, 60, 70)):
        heading, *_ = covered(place(zone, [HEADING], 3, clear, NOTHING))
        assert heading.intersection(clear).area == 0


def test_nothing_is_laid_on_what_is_taken() -> None:
    zone, taken = shapely.box(0, 0, 90, 70), shapely.box(0, 0, 40, 70)
    rectangles = covered(place(zone, [HEADING], 3, NOTHING, taken))
    assert sum(rectangle.intersection(taken).area for rectangle in rectangles) == pytest.approx(0)


def test_a_heading_that_fits_is_taken_before_one_that_does_not() -> None:
    zone = shapely.box(0, 0, 38, 70)
    assert place(zone, [(60.0, 7.0), (30.0, 14.0)], 3, NOTHING, NOTHING).heading == 1


def test_a_heading_goes_out_of_its_zone_rather_than_over_ground_it_is_to_shun() -> None:
    zone, corner = shapely.box(0, 0, 40, 45), shapely.Point(20, 6).buffer(8)
    for shunned, hidden in ((NOTHING, True), (corner, False)):
        heading, *_ = covered(place(zone, [HEADING], 3, NOTHING, NOTHING, shunned))
        assert heading.intersects(corner) == hidden


def test_ground_to_shun_counts_within_a_hole_of_other_such_ground() -> None:
    zone, corner = shapely.box(0, 0, 40, 45), shapely.Point(20, 6).buffer(8)
    frame = shapely.box(-9, -9, 49, 54).exterior.buffer(1)
    heading, *_ = covered(place(zone, [HEADING], 3, NOTHING, NOTHING, corner.union(frame)))
    assert not heading.intersects(corner)
