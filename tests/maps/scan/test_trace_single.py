"""Two borders side by side are wider than one: they are no contact of the areas on both their sides."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from maps.scan.trace import trace
from maps.scan.trace_contacts import borders, limits
from maps.scan.trace_decided import Decided
from maps.scan.trace_doubts import Judged
from maps.scan.trace_outline import arcs_of
from maps.scan.trace_seeds import Seed
from maps.scan.trace_single import Single, singles
from tests.cases import one_quick

Array = NDArray[Any]
Line = tuple[int, int, int, int, int]  # from x and y to x and y, and how wide
AROUND = [Seed("N", 150, 60), Seed("S", 150, 340), Seed("W", 30, 200), Seed("E", 380, 180)]
LEFT, RIGHT = (0, 200, 186, 200, 5), (200, 200, 400, 200, 5)
UPPER, LOWER = (186, 0, 186, 200, 5), (200, 200, 200, 400, 5)
MIDDLE = (186, 200, 200, 200, 5)
NE, SW = 2, 3


def wedge(tip: int) -> Image.Image:
    """West ends in a wedge whose tip lies so far to the right; where east begins is always the same."""
    image = Image.new("RGB", (1600, 1600), (230, 220, 190))
    ink = ImageDraw.Draw(image)
    for line in (
        (0, 170, tip, 200),
        (0, 230, tip, 200),
        (tip, 200, 240, 200),
        (240, 200, 320, 0),
    ):
        ink.line([4 * part for part in line], (20, 20, 20), 20)
    ink.line((960, 800, 1440, 1600), (20, 20, 20), 20)
    return image.reduce(4)


def test_where_a_wedge_ends_its_two_sides_are_no_contact_of_what_lies_beside_it() -> None:
    found = trace(wedge(240), AROUND)
    assert ("N", "S") not in {(one, other) for one, other, _ in found.contacts}
    (doubt, facing) = found.doubts
    assert (doubt.one, doubt.other, doubt.says) == ("N", "S", "corner")
    assert doubt.length > 16  # so long that by length alone it is a contact
    assert (facing.one, facing.other, facing.says) == ("E", "W", "corner")


def strip(apart: int, long: int) -> Image.Image:
    """West ends in a strip between two lines of 5 pixels whose middles lie so far apart, for so long."""
    image = Image.new("RGB", (1600, 1600), (230, 220, 190))
    ink = ImageDraw.Draw(image)
    for side in (-1, 1):
        beside = 200 + side * apart / 2
        line = ((0, 200 + side * 60), (230 - long, 200 + side * 60), (240 - long, beside), (240, beside))
        ink.line([(4 * x, 4 * y) for x, y in line], (20, 20, 20), 20, joint="curve")
    ink.line(((960, 800), (1280, 0)), (20, 20, 20), 20)
    ink.line(((960, 800), (1440, 1600)), (20, 20, 20), 20)
    return image.reduce(4)


@pytest.mark.parametrize(("apart", "long"), one_quick([(5, 40), (4, 45), (4, 50), (5, 50), (4, 60), (5, 60)]))
def test_two_borders_side_by_side_for_long_are_no_contact_and_asked_about(apart: int, long: int) -> None:
    found = trace(strip(apart, long), AROUND)
    assert ("N", "S") not in {(one, other) for one, other, _ in found.contacts}
    (length,) = [doubt.length for doubt in found.doubts if (doubt.one, doubt.other) == ("N", "S")]
    assert length > 32


@pytest.mark.parametrize("tip", [195, 205])
def test_where_one_line_goes_on_from_the_wedge_it_is_a_contact_and_nobody_is_asked(tip: int) -> None:
    found = trace(wedge(tip), AROUND)
    assert ("N", "S") in {(one, other) for one, other, _ in found.contacts}
    assert found.doubts == []


def seen(*lines: Line, above: int = 200, below: int = 200, scale: int = 1, long: int = 14) -> Single | None:
    """What is seen of the border of two of four squares, so many pixels long, where so much is inked.

    So many pixels above and below it the squares end, and other areas begin.
    """
    labels = numpy.ones((400, 400), int)
    labels[:200, 200 - long :], labels[200:, :200], labels[200:, 200:] = NE, SW, 4
    labels[: 200 - above], labels[200 + below :] = 5, 6
    ink = Image.new("1", (400, 400))
    for x, y, to_x, to_y, wide in lines:
        ImageDraw.Draw(ink).line((x, y, to_x, to_y), 1, wide)
    inked = numpy.asarray(ink)
    arcs = arcs_of(labels, numpy.ones(labels.shape, bool))
    measured, least = borders(arcs, scale, (0.0, 0.0)), limits(labels, inked, scale)
    return singles(arcs, inked, measured, least, scale, times=2.0).get((NE, SW))


def single(*lines: Line, above: int = 200) -> Single:
    found = seen(*lines, above=above)
    assert found
    return found


def test_a_line_as_wide_as_those_that_come_in_is_one_all_along() -> None:
    found = single(LEFT, RIGHT, UPPER, LOWER, MIDDLE)
    assert found.length == pytest.approx(14, abs=2)
    assert found.inked
    assert found.even


def test_a_line_twice_as_wide_is_two_side_by_side() -> None:
    found = single(LEFT, RIGHT, UPPER, LOWER, (186, 200, 200, 200, 12))
    assert found.length < 8
    assert not found.even


def test_two_lines_with_ground_between_are_two() -> None:
    assert single(LEFT, RIGHT, UPPER, LOWER, MIDDLE, (186, 208, 200, 208, 5)).length < 11


def test_where_nothing_is_inked_there_is_no_line() -> None:
    found = single((0, 200, 180, 200, 5), (206, 200, 400, 200, 5), (186, 0, 186, 194, 5), LOWER)
    assert not found.inked
    assert not found.even


def test_a_line_with_a_gap_is_not_even() -> None:
    found = single(LEFT, RIGHT, UPPER, LOWER)
    assert found.inked
    assert not found.even


def test_the_ink_of_another_border_beside_it_does_not_count() -> None:
    found = single(LEFT, RIGHT, UPPER, LOWER, MIDDLE, (0, 190, 400, 190, 5), above=10)
    assert found.length == pytest.approx(14, abs=2)


@pytest.mark.parametrize(("first", "last"), [(216, 236), (216, 226), (250, 290)])
def test_a_border_that_comes_in_as_two_lines_is_forked(first: int, last: int) -> None:
    assert single(LEFT, RIGHT, UPPER, LOWER, MIDDLE, (first, 203, last, 203, 9)).forked
    assert single(LEFT, RIGHT, UPPER, LOWER, MIDDLE, (203, first, 203, last, 9)).forked


@pytest.mark.parametrize(("first", "last"), [(216, 217), (200, 208), (300, 340)])
def test_a_blot_or_what_is_at_the_crossing_or_far_from_it_makes_no_fork(first: int, last: int) -> None:
    assert not single(LEFT, RIGHT, UPPER, LOWER, MIDDLE).forked
    assert not single(LEFT, RIGHT, UPPER, LOWER, MIDDLE, (first, 197, last, 197, 9)).forked


def test_where_no_line_is_seen_there_is_no_fork_to_ask_about() -> None:
    apart = ((0, 200, 180, 200, 5), (206, 200, 400, 200, 5), (186, 0, 186, 194, 5), LOWER)
    assert not single(*apart, (220, 203, 240, 203, 9)).forked


@pytest.mark.parametrize(("long", "forked"), [(28, True), (40, False)])
def test_no_fork_is_looked_for_at_a_border_too_long_for_a_corner(long: int, forked: bool) -> None:
    upper, middle = (200 - long, 0, 200 - long, 200, 5), (200 - long, 200, 200, 200, 5)
    found = seen(LEFT, RIGHT, upper, LOWER, middle, (220, 203, 240, 203, 9), long=long)
    assert found
    assert found.length == pytest.approx(long, abs=3)
    assert found.forked == forked


def test_another_border_beside_one_that_comes_in_makes_no_fork() -> None:
    assert not single(LEFT, RIGHT, UPPER, LOWER, MIDDLE, (0, 189, 400, 189, 5), above=11).forked


def test_of_lines_of_one_pixel_two_pixels_are_no_two_lines() -> None:
    thin = [(x, y, to_x, to_y, 1) for x, y, to_x, to_y, _ in (LEFT, RIGHT, UPPER, LOWER)]
    assert single(*thin, (186, 200, 200, 200, 2)).length == pytest.approx(14, abs=2)


def test_where_hardly_one_border_that_comes_in_is_long_enough_nothing_is_known() -> None:
    assert seen(LEFT, RIGHT, UPPER, LOWER, MIDDLE, above=10) is not None
    assert seen(LEFT, RIGHT, UPPER, LOWER, MIDDLE, above=10, below=10) is None


def test_lengths_are_in_pixels_of_the_picture_and_widths_in_those_of_labels() -> None:
    found = seen(LEFT, RIGHT, UPPER, LOWER, MIDDLE, above=20, below=20, scale=2)
    assert found
    assert found.length == pytest.approx(28, abs=3)


def test_where_the_borders_that_come_in_are_unlike_nothing_is_known() -> None:
    river = [(x, y, to_x, to_y, 15) for x, y, to_x, to_y, _ in (LEFT, RIGHT)]
    assert seen(*river, UPPER, LOWER, MIDDLE) is None


@pytest.mark.parametrize(("inked", "asked"), [(True, []), (False, [("1", "4")])])
def test_where_no_short_line_is_seen_the_two_that_face_each_other_are_asked_about(
    inked: bool, asked: list[tuple[str, str]]
) -> None:
    labels = numpy.ones((400, 400), int)
    labels[:200, 198:], labels[200:, :200], labels[200:, 200:] = NE, SW, 4
    arcs = arcs_of(labels, numpy.ones(labels.shape, bool))
    measured = borders(arcs, 1, (0.0, 0.0))
    known = {(NE, SW): Single(2.0, inked, even=False)}
    judged = Judged(arcs, 1, measured, dict.fromkeys(measured, 10.0), Decided(), singles=known)
    shapes = {number: shapely.box(0, 0, 400, 400) for number in (1, NE, SW, 4)}
    assert [(doubt.one, doubt.other) for doubt in judged.doubts(shapes, str)] == asked


@pytest.mark.parametrize(("length", "asked"), [(16, True), (28, True), (34, False)])
def test_they_are_asked_about_as_long_as_a_border_may_be_a_corner(length: int, asked: bool) -> None:
    labels = numpy.ones((400, 400), int)
    labels[:200, 200 - length :], labels[200:, :200], labels[200:, 200:] = NE, SW, 4
    arcs = arcs_of(labels, numpy.ones(labels.shape, bool))
    judged = Judged(arcs, 1, borders(arcs, 1, (0.0, 0.0)), {}, Decided())
    shapes = {number: shapely.box(0, 0, 400, 400) for number in (1, NE, SW, 4)}
    assert (("1", "4") in {(doubt.one, doubt.other) for doubt in judged.doubts(shapes, str)}) == asked


def test_of_what_is_surely_a_contact_nothing_is_asked() -> None:
    labels = numpy.ones((400, 400), int)
    labels[:200, 100:], labels[200:, :200], labels[200:, 200:] = NE, SW, 4
    arcs = arcs_of(labels, numpy.ones(labels.shape, bool))
    assert singles(arcs, numpy.ones(labels.shape, bool), borders(arcs, 1, (0.0, 0.0)), {}, 1) == {}
