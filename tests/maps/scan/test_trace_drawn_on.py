"""Where a thick line hides how a thin one runs, it is drawn on: who crosses at a slant makes no contact."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy
import pytest
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from maps.scan.trace import trace
from maps.scan.trace_contacts import CROWDED, borders, limits
from maps.scan.trace_decided import Decided
from maps.scan.trace_doubts import Judged
from maps.scan.trace_drawn_on import drawn_on, slanting
from maps.scan.trace_outline import Arcs, arcs_of
from maps.scan.trace_seeds import Seed

Array = NDArray[Any]
Points = Sequence[tuple[int, int]]
THICK, THIN = 25, 3
RIVER = ((0, 200), (400, 200))
NW, NE, SW, SE = 1, 2, 3, 4
SQUARES = {number: shapely.box(0, 0, 400, 400) for number in (NW, NE, SW, SE)}
ACROSS = (NW, SE)  # they seem to touch along the river between the thin lines


def areas(upper: Points, lower: Points) -> Array:
    """Four areas on a river that runs from left to right; thin borders go up and down to the picture's edge.

    In the river these run the shortest way to its middle, as they are found there.
    """
    picture = Image.new("L", (400, 400), NE)
    draw = ImageDraw.Draw(picture)
    draw.polygon([(0, 200), (upper[0][0], 200), *upper, (0, 0)], NW)
    draw.rectangle((0, 200, 400, 400), SE)
    draw.polygon([(0, 200), (lower[0][0], 200), *lower, (0, 400)], SW)
    return numpy.asarray(picture).astype(int)


def inked(*lines: Points, river: int = THICK) -> Array:
    ink = Image.new("1", (400, 400))
    ImageDraw.Draw(ink).line(RIVER, 1, river)
    for line in lines:
        ImageDraw.Draw(ink).line(line, 1, THIN)
    return numpy.asarray(ink)


def drawn(labels: Array, ink: Array) -> float | None:
    """How long the border along the river must be at least, drawn on; None if nothing is said of it."""
    return drawn_on(arcs(labels), ink, {ACROSS}, 1).get(ACROSS)


def arcs(labels: Array) -> Arcs:
    return arcs_of(labels, numpy.ones(labels.shape, bool))


def slanted(enters: int, leaves: int) -> tuple[Points, Points]:
    """A line at 45 degrees that is seen from the upper edge of the river up, and from the lower edge down."""
    return ((enters, 188), (enters + 188, 0)), ((leaves, 212), (leaves - 188, 400))


@pytest.mark.parametrize("river", [THICK, 7])
def test_a_thin_line_that_crosses_a_thick_one_at_a_slant_leaves_no_border_along_it(river: int) -> None:
    upper, lower = slanted(212, 188)
    found = drawn(areas(upper, lower), inked(upper, lower, river=river))
    assert found is not None
    assert found < 3  # though 24 pixels are found


@pytest.mark.parametrize("apart", [50, 60])
def test_one_that_meets_it_and_leaves_further_on_leaves_a_border(apart: int) -> None:
    upper, lower = ((200 + apart, 188), (200 + apart, 0)), ((200, 212), (200, 400))
    found = drawn(areas(upper, lower), inked(upper, lower))
    assert found == pytest.approx(apart, rel=0.1)


def test_two_at_a_slant_that_do_not_meet_in_the_thick_line_leave_a_border() -> None:
    upper, lower = slanted(312, 188)
    found = drawn(areas(upper, lower), inked(upper, lower))
    assert found is not None
    assert found > 20


def test_where_all_lines_are_thin_a_border_is_as_it_is_seen() -> None:
    upper, lower = slanted(212, 188)
    assert drawn(areas(upper, lower), inked(upper, lower, river=THIN)) is None


def test_where_all_lines_are_as_thick_nothing_is_hidden_by_one_of_them() -> None:
    upper, lower = ((230, 188), (230, 0)), ((200, 212), (200, 400))
    ink = inked()
    for line in (upper, lower):
        picture = Image.fromarray(ink)
        ImageDraw.Draw(picture).line(line, 1, THICK)
        ink = numpy.asarray(picture)
    assert drawn(areas(upper, lower), ink) is None


def test_beside_gaps_in_a_dashed_line_a_usual_one_is_not_thick() -> None:
    upper, lower = slanted(212, 188)
    ink = numpy.zeros((400, 400), bool)
    ink[198:202] = True
    assert drawn(areas(upper, lower), ink) is None


@pytest.mark.parametrize(("edge", "seen"), [(120, True), (178, False)])
def test_of_a_border_that_ends_near_the_thick_line_too_little_is_seen(edge: int, seen: bool) -> None:
    upper, lower = slanted(212, 188)
    labels = areas(upper, lower)
    labels[:edge] = 5
    assert (drawn(labels, inked(upper, lower)) is not None) == seen


def test_a_thin_line_that_bends_further_off_is_drawn_on_from_near_it() -> None:
    upper, lower = ((212, 188), (242, 158), (242, 0)), ((188, 212), (158, 242), (158, 400))
    found = drawn(areas(upper, lower), inked(upper, lower))
    assert found is not None
    assert found < 3


@pytest.mark.parametrize(("apart", "seen"), [(40, 0), (50, 50)])
def test_what_is_hardly_longer_than_the_thick_line_is_wide_is_none(apart: int, seen: int) -> None:
    upper, lower = ((200 + apart, 188), (200 + apart, 0)), ((200, 212), (200, 400))
    assert drawn(areas(upper, lower), inked(upper, lower)) == pytest.approx(seen, rel=0.1)


def test_lengths_are_in_pixels_of_the_picture() -> None:
    upper, lower = ((250, 188), (250, 0)), ((200, 212), (200, 400))
    labels, ink = areas(upper, lower), inked(upper, lower)
    once, twice = (drawn_on(arcs(labels), ink, {ACROSS}, scale)[ACROSS] for scale in (1, 2))
    assert twice == 2 * once


def test_areas_on_both_sides_of_a_slanting_line_do_not_touch_along_the_thick_one() -> None:
    upper, lower = slanted(212, 188)
    labels, ink = areas(upper, lower), inked(upper, lower, river=7)
    found = arcs(labels)
    seen, least = borders(found, 1, (0.0, 0.0)), limits(labels, ink, 1)
    by_length = Judged(found, 1, seen, least, Decided(), CROWDED)
    assert by_length.touch(ACROSS)
    judged = replace(by_length, drawn_on=drawn_on(found, ink, {ACROSS}, 1))
    assert not judged.touch(ACROSS)
    assert {(doubt.one, doubt.other) for doubt in judged.doubts(SQUARES, str)} == {("1", "4"), ("2", "3")}


def test_only_borders_that_are_asked_about_are_judged() -> None:
    upper, lower = slanted(212, 188)
    assert drawn_on(arcs(areas(upper, lower)), inked(upper, lower), {(NW, NE)}, 1) == {}


# -- two lines that cross at a slant --------------------------------------------------------------

ABOVE, BELOW, LEFT, RIGHT = 1, 2, 3, 4


def crossing(degrees: float, seen: int, apart: int = 0, right: float = 0) -> tuple[Array, Array]:
    """Areas on two lines that lead apart at so many degrees, on the right perhaps others; and their ink.

    They come out of points so far apart; as found, areas above and below touch as long as is seen.
    """
    ink, labels = Image.new("1", (400, 400)), Image.new("L", (400, 400), BELOW)
    ImageDraw.Draw(labels).rectangle((0, 0, 400, 199), ABOVE)
    for side, number in ((-1, LEFT), (1, RIGHT)):
        tip = 200 + side * apart / 2
        slope = math.tan(math.radians((right or degrees if side > 0 else degrees) / 2))
        ends = [(200 + side * 200, 200 + up * (200 - apart / 2) * slope) for up in (-1, 1)]
        for end in ends:
            ImageDraw.Draw(ink).line(((tip, 200), end), 1, 4)
        near = [(tip + side * (6 + seen / 2), 200 + up * (6 + seen / 2) * slope) for up in (-1, 1)]
        found = (200 + side * seen / 2, 200)
        ImageDraw.Draw(labels).polygon([found, near[0], ends[0], ends[1], near[1]], number)
    return numpy.asarray(labels).astype(int), numpy.asarray(ink)


def by_its_lines(labels: Array, ink: Array, scale: int = 1) -> float | None:
    return slanting(arcs(labels), ink, {(ABOVE, BELOW)}, scale).get((ABOVE, BELOW))


@pytest.mark.parametrize(("degrees", "seen"), [(25, 18), (30, 16), (36, 12)])
def test_where_two_lines_cross_at_a_slant_those_above_and_below_do_not_touch(degrees: int, seen: int) -> None:
    found = by_its_lines(*crossing(degrees, seen))
    assert found is not None
    assert found < 4


@pytest.mark.parametrize("apart", [30, 44])
def test_where_two_pairs_of_lines_come_out_of_two_points_their_distance_is_found(apart: int) -> None:
    assert by_its_lines(*crossing(30, seen=apart, apart=apart)) == pytest.approx(apart, abs=4)
    twice = by_its_lines(*crossing(30, seen=apart, apart=apart), scale=2)
    assert twice == pytest.approx(2 * apart, abs=8)


def test_lines_that_cross_at_a_wide_angle_hide_nothing() -> None:
    assert by_its_lines(*crossing(48, seen=4)) is None
    assert by_its_lines(*crossing(30, seen=4, right=48)) is None


def test_traced_they_do_not_touch_either_and_the_user_is_asked() -> None:
    _, ink = crossing(30, seen=16)
    scan = Image.fromarray(numpy.where(ink[..., None], 30, (240, 235, 220)).astype(numpy.uint8))
    seeds = [Seed("above", 200, 60), Seed("below", 200, 340), Seed("left", 60, 200), Seed("right", 340, 200)]
    found = trace(scan, seeds)
    assert ("above", "below") not in {(one, other) for one, other, _ in found.contacts}
    assert ("above", "below") in {(one, other) for one, other, _ in found.doubtful}
