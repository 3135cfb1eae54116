"""Where lines end, and which way they point there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy import ndimage

from maps.scan.trace_ends import ends_of, thinned

Array = NDArray[Any]
Points = Sequence[tuple[float, float]]
EIGHT = numpy.ones((3, 3))


def inked(*lines: Points, width: int = 3, size: tuple[int, int] = (120, 100)) -> Array:
    """Lines on bare ground."""
    image = Image.new("1", size)
    for points in lines:
        ImageDraw.Draw(image).line(list(points), fill=1, width=width, joint="curve")
    return numpy.array(image)


def found(ink: Array) -> list[tuple[float, float, int]]:
    """The ends from left to right: x, y, and the direction in whole degrees, counted from right by below."""
    ends = ends_of(ink)
    degrees = numpy.degrees(numpy.arctan2(ends.ahead[:, 1], ends.ahead[:, 0]))
    return sorted((x, y, round(turn)) for (x, y), turn in zip(ends.at.tolist(), degrees, strict=True))


def test_a_dash_ends_at_both_tips_and_points_away_from_itself() -> None:
    (left, y, west), (right, _, east) = found(inked([(40, 50), (47, 50)]))
    assert (left, y, right) == pytest.approx((40, 50, 47), abs=0.6)
    assert (abs(west), east) == (180, 0)


@pytest.mark.parametrize("degrees", [20, 45, 70])
def test_a_slanted_dash_points_along_itself(degrees: int) -> None:
    turn = math.radians(degrees)
    tip = (50 + 10 * math.cos(turn), 50 + 10 * math.sin(turn))
    _, (_, _, east) = found(inked([(50, 50), tip]))
    assert east == pytest.approx(degrees, abs=12)


@pytest.mark.parametrize("down", [1, -1])
def test_a_slanting_dash_of_two_pixels_keeps_both_its_ends(down: int) -> None:
    ink = inked([(10, 20), (110, 20)], width=2)
    for n in range(12):
        ink[60 + down * n, 40 + n : 42 + n] = True
    ends = ends_of(ink)
    tips = sorted((x, y) for x, y in ends.at.tolist() if y > 30)
    assert tips[0] == pytest.approx((40.5, 60), abs=1.5)
    assert tips[-1] == pytest.approx((51.5, 60 + 11 * down), abs=1.5)


def test_a_bent_line_points_where_its_end_does() -> None:
    bow = [
        (50 + 30 * math.cos(turn), 50 + 30 * math.sin(turn)) for turn in numpy.linspace(0, math.pi / 2, 20)
    ]
    (x, y, west), (right, top, up) = found(inked(bow))
    assert (x, y) == pytest.approx((50, 80), abs=1.6)
    assert (right, top) == pytest.approx((80, 50), abs=1.6)
    assert abs(west) > 155
    assert -100 < up < -65


def test_a_hook_is_no_dash_be_it_ever_so_short() -> None:
    ends = ends_of(inked([(50, 50), (58, 50), (58, 57)]))
    (west, _), (_, south) = sorted(ends.ahead.tolist())
    assert west < -0.9
    assert south > 0.7


def test_a_long_line_points_where_its_end_is_bent_to() -> None:
    ends = ends_of(inked([(10, 50), (890, 50), (890, 59)], size=(900, 100)))
    (west, _), (_, south) = sorted(ends.ahead.tolist())
    assert west < -0.9
    assert south > 0.7


def test_the_end_of_a_wide_line_lies_where_its_ink_ends() -> None:
    (left, *_), (right, *_) = found(inked([(20, 50), (100, 50)], width=9))
    assert (left, right) == pytest.approx((20, 100), abs=1.1)


def test_a_dot_is_one_end_that_points_nowhere() -> None:
    ends = ends_of(inked([(10, 20), (100, 20)], [(50, 60), (52, 60)]))
    assert ends.dots.tolist() == [True, False, False]
    assert ends.at[0].tolist() == [51, 60]


def test_what_is_thinner_than_a_line_is_a_dot_too() -> None:
    ink = inked([(10, 20), (100, 20)], width=4)
    ink[60, 40:46] = True
    assert ends_of(ink).dots.tolist() == [True, False, False]


def test_a_speck_is_no_end() -> None:
    ink = inked([(10, 20), (100, 20)], width=4)
    ink[60, 50:52] = True
    assert len(ends_of(ink).at) == 2


def test_a_bump_on_a_line_is_no_end() -> None:
    ink = inked([(10, 50), (110, 50)])
    ink[48, 60] = True
    assert len(ends_of(ink).at) == 2


def test_three_lines_that_meet_have_three_ends() -> None:
    assert len(found(inked([(20, 50), (60, 50)], [(60, 50), (90, 20)], [(60, 50), (90, 80)]))) == 3


def test_lines_are_as_wide_in_dashes_as_drawn_through() -> None:
    dashes = [[(x, y), (x + 5, y)] for x in range(10, 100, 12) for y in range(10, 90, 12)]
    assert ends_of(inked(*dashes, width=4)).width == pytest.approx(4, abs=0.5)
    assert ends_of(inked([(10, 50), (110, 50)], width=4)).width == pytest.approx(4, abs=0.5)


def test_where_nothing_is_nothing_ends() -> None:
    assert len(ends_of(numpy.zeros((30, 40), dtype=bool)).at) == 0


def test_a_line_into_the_edge_of_the_picture_ends_there() -> None:
    (left, *_), (right, *_) = found(inked([(-10, 50), (130, 50)]))
    assert left == pytest.approx(0, abs=1.5)
    assert right == pytest.approx(119, abs=1.5)


place = st.tuples(st.integers(0, 119), st.integers(0, 99))


@given(st.lists(st.lists(place, min_size=2, max_size=5), min_size=1, max_size=6), st.integers(1, 7))
@example([[(66, 70), (37, 89), (78, 39), (45, 89)]], 3)
def test_middle_lines_hang_together_as_the_ink_does(lines: list[list[tuple[int, int]]], width: int) -> None:
    ink = inked(*lines, width=width)
    middle = thinned(ink)
    assert not (middle & ~ink).any()
    parts, count = ndimage.label(ink, EIGHT)
    assert ndimage.label(middle, EIGHT)[1] == count
    assert set(numpy.unique(parts[middle]).tolist()) == set(range(1, count + 1))
    assert (
        ndimage.label(numpy.pad(~middle, 1, constant_values=True))[1]
        == ndimage.label(numpy.pad(~ink, 1, constant_values=True))[1]
    )
    # Only between pinholes are three pixels in a square: each of them parts two of these.
    thick = ndimage.binary_erosion(middle, EIGHT)
    assert not (thick & ~ndimage.binary_dilation(pinholes(ink), EIGHT, iterations=2)).any()


def pinholes(ink: Array) -> Array:
    """Bare pixels that ink encloses, a few of them together."""
    holes, _ = ndimage.label(~ink)
    small = numpy.bincount(holes.ravel()) <= 4
    small[0] = False
    return numpy.asarray(small[holes])
