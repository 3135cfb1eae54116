"""Outlines with few points, and what is done where leaving points out would make lines cross."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
import shapely
from numpy.typing import NDArray

from maps.scan.trace_outline import outlines, plain_outlines

Array = NDArray[Any]
WIDE, HIGH = 100, 60


def strip() -> Array:
    """Three areas one above the other."""
    labels = numpy.ones((HIGH, WIDE), dtype=int)
    labels[25:35], labels[35:] = 2, 3
    return labels


def waist(upper: float, lower: float) -> Array:
    """Lines around these areas; those in the middle come near to each other where their points lie so low."""
    bent = [[(0, 25), (50, upper), (100, 25)], [(0, 35), (20, 30), (50, lower), (80, 30), (100, 35)]]
    rims = [
        [(0, 25), (0, 0), (100, 0), (100, 25)],
        [(0, 25), (0, 35)],
        [(100, 25), (100, 35)],
        [(0, 35), (0, 60), (100, 60), (100, 35)],
    ]
    return numpy.array([shapely.LineString(points) for points in [*bent, *rims]])


@pytest.mark.parametrize(("upper", "lower"), [(29.9, 30.015), (30.005, 30.015)])
def test_where_lines_would_cross_without_points_that_say_nothing_these_stay(
    upper: float, lower: float
) -> None:
    made = outlines(strip(), [waist(upper, lower)], 1, (0, 0, WIDE, HIGH))
    assert shapely.coverage_is_valid([made[1], made[2]])
    assert shapely.coverage_is_valid([made[2], made[3]])
    assert made[2].area == pytest.approx(353, abs=5)
    assert plain_outlines(strip())[2].area == 1000  # what would be left if these lines could not be used


def test_where_lines_cross_whatever_is_done_areas_keep_to_the_pixels() -> None:
    made = outlines(strip(), [waist(31, 30)], 1, (0, 0, WIDE, HIGH))
    assert made == plain_outlines(strip())
