"""Dots where four areas meet: those across one only meet there, whatever the ink around it seems to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from maps.scan.trace import Wish, _outlined, _Parted, _Task
from maps.scan.trace_contacts import Border
from maps.scan.trace_decided import Decided, Decision, decided
from maps.scan.trace_doubts import Judged
from maps.scan.trace_faces import Basins, depth
from maps.scan.trace_ink import Inked
from maps.scan.trace_outline import Arcs, arcs_of
from maps.scan.trace_posts import Posted, _areas_around, find_posts, posted
from maps.scan.trace_seeds import Seed

Array = NDArray[Any]
Stroke = tuple[int, int, int, int]
NW, NE, SW, SE = 1, 2, 3, 4
ACROSS = (NE, SW)
MIDDLE, PAPER, RIVER, LINE, DOT = 200, (200, 200, 200), (116, 150, 204), (104, 84, 62), (62, 54, 48)
LEFT, RIGHT = 185, 215  # where the upper and the lower border seem to come to the middle of the river


def labels(left: int = LEFT, right: int = RIGHT) -> Array:
    """Four areas above and below a river; two of them seem to share what lies of it between the others."""
    made = numpy.full((400, 400), NE)
    made[:MIDDLE, :left], made[MIDDLE:, :right], made[MIDDLE:, right:] = NW, SW, SE
    return made


def picture(dots: Mapping[tuple[int, int], int], colour: tuple[int, int, int] = DOT) -> Array:
    """A river from left to right, thin lines up and down, and dots: their middles, and how wide they are."""
    made = Image.new("RGB", (400, 400), PAPER)
    draw = ImageDraw.Draw(made)
    draw.line((0, MIDDLE, 400, MIDDLE), RIVER, 25)
    draw.line((LEFT, 0, MIDDLE, MIDDLE, RIGHT, 400), LINE, 3)
    for (x, y), radius in dots.items():
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)
    return numpy.asarray(made).astype(numpy.int16)


GROUND = numpy.full((400, 400, 3), 200, dtype=numpy.int16)
ONE = picture({(MIDDLE, MIDDLE): 10})


def arcs(areas: Array) -> Arcs:
    return arcs_of(areas, numpy.ones(areas.shape, bool))


def told(areas: Array, pixels: Array) -> Posted:
    return posted(arcs(areas), areas, pixels, GROUND)


def test_two_areas_across_a_dot_only_meet_there() -> None:
    assert told(labels(), ONE) == Posted(1, frozenset({ACROSS}))


def test_without_a_dot_nothing_is_said() -> None:
    assert told(labels(), picture({})) == Posted()


def test_neighbours_around_a_dot_are_none_of_those_that_only_meet() -> None:
    areas = labels(MIDDLE, MIDDLE)
    assert told(areas, ONE) == Posted(1)


@pytest.mark.parametrize(("x", "y", "count"), [(240, MIDDLE + 19, 1), (240, MIDDLE + 24, 0)])
def test_a_dot_beside_a_border_is_a_symbol(x: int, y: int, count: int) -> None:
    assert told(labels(), picture({(x, y): 10})).count == count


@pytest.mark.parametrize(("left", "right", "across"), [(180, 268, True), (180, 285, False)])
def test_a_border_that_goes_on_beyond_the_reach_of_a_dot_is_one(left: int, right: int, across: bool) -> None:
    assert (ACROSS in told(labels(left, right), ONE).pairs) is across


def test_the_whole_reach_of_a_dot_counts_where_the_same_areas_are_around_it() -> None:
    (post,) = find_posts(ONE, GROUND)
    assert _areas_around(post, labels())[1] == 8.0
    areas = labels()
    y, x = numpy.indices(areas.shape)
    areas = numpy.where((areas == NE) & (numpy.hypot(y - MIDDLE, x - MIDDLE) > 65), 5, labels())
    assert told(areas, ONE) == Posted(1, frozenset({ACROSS}))


def test_an_area_whose_tip_a_river_hides_is_seen_around_a_dot_where_that_ends() -> None:
    (post,) = find_posts(ONE, GROUND)
    areas = labels()
    y, x = numpy.indices(areas.shape)
    hidden = numpy.hypot(y - post.y, x - post.x) < 7.5 * post.radius
    areas = numpy.where((areas == SE) & hidden, NE, areas)
    assert told(areas, ONE) == Posted(1, frozenset({ACROSS}))


def test_neighbours_whose_border_ends_within_reach_of_a_dot_are_neighbours() -> None:
    areas = labels()
    areas[MIDDLE - 10 : MIDDLE + 10, : MIDDLE - 55] = 5  # the border of two goes from the dot to a fifth area
    assert told(areas, ONE) == Posted(1, frozenset({ACROSS}))
    for side in (slice(0, MIDDLE - 55), slice(MIDDLE + 55, 400)):
        areas = labels()
        areas[MIDDLE - 4 : MIDDLE + 4, side] = 5  # or to its tip, a sliver
        assert told(areas, ONE) == Posted(1, frozenset({ACROSS}))


def test_a_dot_among_three_areas_says_nothing() -> None:
    areas = numpy.where(labels() == SE, SW, labels())
    assert told(areas, ONE) == Posted()


def test_an_area_that_comes_by_twice_is_not_understood() -> None:
    areas = labels()
    areas[:, 225:227] = NW
    assert told(areas, ONE) == Posted()


def test_a_sliver_is_passed_over() -> None:
    areas = labels()
    areas[188:191, 230:300] = 5
    assert told(areas, ONE).count == 1


def test_where_a_border_comes_to_the_frame_is_no_post() -> None:
    areas = numpy.where(labels() == NE, 0, labels())
    areas[:, :40], areas[360:] = NW, SE
    assert told(areas, ONE) == Posted()


def test_areas_that_share_a_border_elsewhere_too_touch() -> None:
    areas = labels()
    areas[MIDDLE:, 330:] = SW
    assert told(areas, ONE) == Posted(1)


@pytest.mark.parametrize(("radius", "found"), [(1, False), (3, True), (19, True), (24, False)])
def test_a_dot_is_neither_a_speck_nor_a_blot(radius: int, found: bool) -> None:
    assert bool(list(find_posts(picture({(MIDDLE, MIDDLE): radius}), GROUND))) is found


@pytest.mark.parametrize(("light", "found"), [(90, True), (130, False)])
def test_a_dot_is_dark(light: int, found: bool) -> None:
    pixels = picture({(MIDDLE, MIDDLE): 10}, (light, light, light))
    assert bool(list(find_posts(pixels, GROUND))) is found


def test_thick_lines_and_where_they_cross_are_no_dots() -> None:
    made = Image.new("RGB", (400, 400), PAPER)
    draw = ImageDraw.Draw(made)
    draw.line((0, MIDDLE, 400, MIDDLE), DOT, 14)
    assert list(find_posts(numpy.asarray(made), GROUND)) == []
    draw.line((MIDDLE, 0, MIDDLE, 400), DOT, 14)
    assert list(find_posts(numpy.asarray(made), GROUND)) == []


def test_a_dot_is_found_where_it_is_and_as_large() -> None:
    (post,) = find_posts(picture({(150, 230): 9}), GROUND)
    assert (post.x, post.y, post.radius) == pytest.approx((150.5, 230.5, 9.5), abs=1)


def test_a_dot_at_the_edge_of_the_picture_is_not_looked_at() -> None:
    assert list(find_posts(picture({(40, 60): 9}), GROUND)) == []


def test_a_few_dots_are_there_on_purpose_one_may_be_a_blot() -> None:
    assert not Posted(2).everywhere
    assert Posted(3).everywhere


def judged(said: Decided, length: float = 30.0) -> Judged:
    areas = labels()
    border = Border(length, (MIDDLE, MIDDLE))
    return Judged(arcs(areas), 1, {ACROSS: border}, {}, said, posted={ACROSS})


def name(number: int) -> str:
    return {NE: "Nordost", SW: "Suedwest"}[number]


def test_those_that_meet_at_a_dot_do_not_touch_and_nobody_is_asked() -> None:
    found = judged(decided((), {}))
    assert found.corners() == {ACROSS}
    shapes = dict.fromkeys(ACROSS, None)
    assert found.doubts(shapes, name) == []


def test_the_users_word_counts_for_more_than_a_dot() -> None:
    said = decided([Decision("Nordost", "Suedwest", True)], {"Nordost": NE, "Suedwest": SW})
    assert judged(said).touch(ACROSS)


def corners(dots: int, thick: int = 15, strokes: Sequence[Stroke] = ()) -> set[tuple[int, int]]:
    """Which pairs only meet on crowded art where a thick line crosses five thin ones, the first with dots.

    At the fifth the upper and the lower line end 20 pixels apart: less than the thick line is wide, twice.
    Strokes of the pen lie over it.
    """
    areas = numpy.zeros((400, 1200), dtype=numpy.int32)
    upper, lower = [0, 200, 400, 600, 800, 990, 1200], [0, 200, 400, 600, 800, 1010, 1200]
    for n in range(6):
        areas[:200, upper[n] : upper[n + 1]], areas[200:, lower[n] : lower[n + 1]] = n + 1, n + 7
    image = Image.new("RGB", (1200, 400), PAPER)
    draw = ImageDraw.Draw(image)
    draw.line((0, 200, 1200, 200), RIVER, thick)
    for top, bottom in zip(upper[1:-1], lower[1:-1], strict=True):
        draw.line((top, 0, top, 200), LINE, 3)
        draw.line((bottom, 200, bottom, 400), LINE, 3)
    for ends in strokes:
        draw.line(ends, LINE, 3)
    for n in range(1, 1 + dots):
        draw.ellipse((200 * n - 12, 188, 200 * n + 12, 212), DOT)
    pixels = numpy.asarray(image).astype(numpy.int16)
    ink = (pixels != 200).any(axis=2)
    inked = Inked(1, ink, pixels, numpy.full_like(pixels, 200))
    basins = Basins(areas, 12, ~ink, depth(~ink), list(range(1, 13)))
    seeds = [Seed(f"A{n}", 1.0, 1.0) for n in range(1, 13)]
    task = _Task(inked, seeds, (0, 0, 1200, 400), Wish())
    return _outlined(task, _Parted(areas, basins, ~ink, ink, 5.0, crowded=True))[0].corners()


def test_a_map_with_dots_has_corners_nowhere_else() -> None:
    short = (6, 11)
    assert short in corners(dots=0)
    assert short in corners(dots=2)
    assert short not in corners(dots=3)


def test_nor_where_a_stroke_beside_the_border_hides_how_much_of_it_is_one_line() -> None:
    short, beside = (6, 11), [(993, 140, 993, 160), (985, 203, 1004, 203)]
    assert short not in corners(dots=0, thick=3)
    assert short in corners(dots=0, thick=3, strokes=beside)
    assert short not in corners(dots=3, thick=3, strokes=beside)
