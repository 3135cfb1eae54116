"""Contacts and corners: outlines say the same as the neighbours, and what the user decides is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy
import pytest
import shapely
from PIL import Image, ImageDraw

from bench.scans.areas import area_numbers
from maps.scan.trace import Wish, trace
from maps.scan.trace_contacts import CROWDED, SHORT, borders, is_near_the_limit
from maps.scan.trace_corners import drawn_together
from maps.scan.trace_decided import Decided, Decision
from maps.scan.trace_doubts import Judged
from maps.scan.trace_outline import Arcs, arcs_of, outlines, shared_lengths
from maps.scan.trace_pictures import outlines_on
from maps.scan.trace_seeds import Seed
from maps.scan.trace_single import Single
from maps.scan.trace_told import Traced
from tests.cases import one_quick
from tests.maps.scan.test_trace import CORNERS, printed, seeds_of

INK = (20, 20, 20)


def staggered(shift: int, width: int = 3, upper: int = 0) -> Image.Image:
    """Four squares; the line between the upper two stands so far left of that between the lower two.

    It may be wider than the others.
    """
    image = Image.new("RGB", (400, 400), (230, 220, 190))
    ink = ImageDraw.Draw(image)
    ink.line((0, 200, 400, 200), INK, width)
    ink.line((200, 200, 200, 400), INK, width)
    ink.line((200 - shift, 0, 200 - shift, 200), INK, upper or width)
    return image


def told(*lines: tuple[str, str, str]) -> Wish:
    """What the user says of pairs."""
    return Wish(
        decided=[
            Decision(one, other, says == "contact", f"d.csv:{n}")
            for n, (one, other, says) in enumerate(lines, 2)
        ]
    )


def shared(found: Traced, one: str, other: str) -> float:
    """How many pixels of border two outlines share."""
    return float(found.areas[one].intersection(found.areas[other]).length)


def pairs(found: Traced) -> set[tuple[str, str]]:
    return {(one, other) for one, other, _ in found.contacts}


def check_coverage(found: Traced) -> None:
    shapes = list(found.areas.values())
    assert shapely.coverage_is_valid(shapes)
    assert shapely.union_all(shapes).equals(shapely.box(0, 0, 400, 400))
    assert sum(shape.area for shape in shapes) == pytest.approx(160_000)


def check_shapes_say_the_same(found: Traced) -> None:
    """Contacts, and no other pairs, share length."""
    touching = {
        (one, other) for one, other in combinations(sorted(found.areas), 2) if shared(found, one, other) > 0
    }
    assert touching == pairs(found)


@pytest.mark.parametrize("shift", one_quick([4, 0, 7]))
def test_areas_that_only_meet_share_a_point_and_no_length(shift: int) -> None:
    found = trace(staggered(shift), CORNERS)
    check_coverage(found)
    check_shapes_say_the_same(found)
    meeting = found.areas["NE"].intersection(found.areas["SW"])
    assert meeting.geom_type == "Point"
    assert meeting.distance(shapely.Point(200 - shift / 2, 200.5)) < 2
    assert ("NE", "SW") not in pairs(found)


def test_a_corner_that_was_drawn_together_is_told_with_what_it_shared() -> None:
    (doubt, *_) = trace(staggered(7), CORNERS).doubts
    assert (doubt.one, doubt.other, doubt.says, doubt.decided) == ("NE", "SW", "corner", False)
    assert doubt.length == pytest.approx(7, abs=1.5)
    assert doubt.at == pytest.approx((197, 200.5), abs=2)


def test_where_two_only_meet_it_is_told_that_the_other_two_may_touch() -> None:
    found = trace(staggered(7), CORNERS)
    assert ("NW", "SE", 0.0) in found.doubtful


@pytest.mark.slow
@pytest.mark.parametrize("style", one_quick(["usual", "thick", "gaps"]))
def test_on_a_whole_map_contacts_and_no_other_pairs_share_length(style: str) -> None:
    found = trace(printed(style).image, seeds_of(printed(style)))
    check_shapes_say_the_same(found)


def test_it_is_the_same_again_where_corners_were_drawn_together() -> None:
    once, again = (trace(staggered(7), CORNERS) for _ in range(2))
    assert [shape.wkb for shape in once.areas.values()] == [shape.wkb for shape in again.areas.values()]


@pytest.mark.parametrize(("short", "asked"), [(SHORT, 0), (CROWDED, 1)])
def test_on_crowded_art_longer_borders_are_asked_about(short: float, asked: int) -> None:
    squares = {1: shapely.box(0, 0, 36, 36), 2: shapely.box(36, 0, 72, 36)}
    labels = numpy.repeat([[1, 2]], 36, axis=1).repeat(36, axis=0)
    arcs = arcs_of(labels, numpy.ones(labels.shape, bool))
    judged = Judged(arcs, 1, borders(arcs, 1, (0.0, 0.0)), {}, Decided(), short)
    assert [doubt.length for doubt in judged.doubts(squares, str)] == [36] * asked


@pytest.mark.parametrize(("long", "asked"), [(2, False), (3, True)])
def test_next_to_nothing_is_asked_about_where_no_line_shows_how_wide_one_is(long: int, asked: bool) -> None:
    """And else what is longer than where two lines of pixels cross: perhaps they meet in two places."""
    labels = numpy.ones((60, 60), int)
    labels[30:], labels[:31, 31 - long :] = 2, 3
    labels[31:, 31:] = 4
    arcs = arcs_of(labels, numpy.ones(labels.shape, bool))
    found = borders(arcs, 1, (0.0, 0.0))
    shapes = {number: shapely.box(0, 0, 60, 60) for number in (1, 2, 3, 4)}
    (short,) = [pair for pair, border in found.items() if border.length < 4.2]
    seen = Judged(arcs, 1, found, {}, Decided(), singles={short: Single(long, True, True)})
    forked = replace(seen, singles={short: Single(long, True, True, forked=True)})
    pairs = [
        [(one.one, one.other) for one in judged.doubts(shapes, str)]
        for judged in (Judged(arcs, 1, found, {}, Decided()), seen, forked)
    ]
    assert [tuple(map(str, short)) in told for told in pairs] == [True, asked, True]


@pytest.mark.parametrize(
    ("length", "limit", "scale", "near"),
    [(2.4, 8.4, 1, False), (2.6, 8.4, 1, True), (4.3, 8.4, 2, True), (4.3, 20, 2, False), (5.1, 20, 2, True)],
)
def test_where_two_lines_of_pixels_cross_depends_on_how_large_these_are(
    length: float, limit: float, scale: int, near: bool
) -> None:
    assert is_near_the_limit(length, limit, 0.0, scale) == near


def test_across_what_the_user_says_is_a_corner_two_others_may_touch() -> None:
    labels = numpy.ones((200, 200), int)
    labels[100:], labels[:101, 88:] = 2, 3
    labels[101:, 100:] = 4
    arcs = arcs_of(labels, numpy.ones(labels.shape, bool))
    found = borders(arcs, 1, (0.0, 0.0))
    (short,) = [pair for pair, border in found.items() if border.length < 15]
    shapes = {number: shapely.box(0, 0, 200, 200) for number in (1, 2, 3, 4)}
    seen = Judged(arcs, 1, found, {}, Decided(), singles={short: Single(12.0, True, True)})
    assert [(one.one, one.other) for one in seen.doubts(shapes, str)] == [("2", "3")]
    for touch in (True, False):
        said = replace(seen, decided=Decided({short: Decision("2", "3", touch)}))
        asked = [(one.one, one.other) for one in said.doubts(shapes, str) if not one.decided]
        assert asked == ([] if touch else [("1", "4")])


@pytest.mark.parametrize(("wide", "told"), [(10, True), (40, False)])
def test_two_may_touch_across_the_narrow_end_of_another_at_the_edge(wide: int, told: bool) -> None:
    image = Image.new("RGB", (400, 400), (230, 220, 190))
    ink = ImageDraw.Draw(image)
    ink.rectangle((40, 40, 360, 360), outline=INK, width=3)
    ink.line((200 - wide // 2, 40, 120, 360), INK, 3)
    ink.line((200 + wide // 2, 40, 280, 360), INK, 3)
    ink.line((40, 280, 360, 280), INK, 3)
    seeds = [("West", 90, 200), ("Middle", 200, 240), ("East", 310, 200), ("South West", 80, 320)]
    seeds += [("South", 200, 320), ("South East", 320, 320)]
    found = trace(image, [Seed(*seed) for seed in seeds])
    assert found.problems == []
    assert (("East", "West", 0.0) in found.doubtful) == told


# -- what the user says ---------------------------------------------------------------------------


def test_a_short_contact_that_is_said_to_be_a_corner_is_drawn_together() -> None:
    assert ("NE", "SW") in pairs(trace(staggered(14), CORNERS))
    found = trace(staggered(14), CORNERS, told(("SW", "NE", "corner")))
    assert found.refused == []
    check_coverage(found)
    check_shapes_say_the_same(found)
    assert ("NE", "SW") not in pairs(found)
    assert found.doubtful == [("NW", "SE", 0.0)]  # then perhaps it is these
    found = trace(staggered(14), CORNERS, told(("SW", "NE", "corner"), ("NW", "SE", "corner")))
    assert found.doubtful == []
    assert [(doubt.one, doubt.other, doubt.says, doubt.decided) for doubt in found.doubts] == [
        ("NE", "SW", "corner", True),
        ("NW", "SE", "corner", True),
    ]


@pytest.mark.parametrize("shift", one_quick([7, 5, 14]))
def test_a_short_border_that_is_said_to_be_a_contact_is_one_whatever_its_length(shift: int) -> None:
    found = trace(staggered(shift), CORNERS, told(("NE", "SW", "contact")))
    check_coverage(found)
    check_shapes_say_the_same(found)
    assert ("NE", "SW") in pairs(found)
    assert shared(found, "NE", "SW") == pytest.approx(shift, abs=1.5)
    assert found.doubtful == []


@pytest.mark.parametrize("shift", one_quick([7, 0, 11, 14]))
def test_two_that_nearly_touch_do_so_if_it_is_said_and_the_other_two_do_not(shift: int) -> None:
    found = trace(staggered(shift), CORNERS, told(("NW", "SE", "contact")))
    assert found.refused == []
    check_coverage(found)
    check_shapes_say_the_same(found)
    assert ("NW", "SE") in pairs(found)
    assert ("NE", "SW") not in pairs(found)
    assert 8.4 <= shared(found, "NW", "SE") < 40
    assert found.areas["NE"].area == pytest.approx(200 * (200 + shift), rel=0.02)


def test_what_was_bridged_is_told_as_before_whatever_the_user_says() -> None:
    found = trace(staggered(14), CORNERS, told(("NW", "SE", "contact")))
    assert found.bridged == trace(staggered(14), CORNERS).bridged


def test_what_cannot_be_is_refused_all_at_once_with_file_and_line() -> None:
    found = trace(
        staggered(60),
        CORNERS,
        told(
            ("NE", "SV", "corner"),
            ("NW", "SE", "contact"),
            ("NE", "NW", "corner"),
            ("Nowhere else", "SW", "contact"),
        ),
    )
    assert sorted(found.refused) == [
        "d.csv:2: no area is named 'SV'; is it SW?",
        "d.csv:3: NW and SE lie 60 px apart, too far to touch; say corner, or strike out the line",
        "d.csv:4: NE and NW share 200 px of border, too much for a corner",
        "d.csv:5: no area is named 'Nowhere else'; write it as in the seeds",
    ]
    assert found.problems == []


def test_what_is_said_of_an_area_without_ground_is_refused_beside_what_is_wrong_with_its_seed() -> None:
    twice = [*CORNERS, Seed("Twin", 80, 90)]
    found = trace(staggered(14), twice, told(("NE", "Twin", "contact"), ("Twin", "SW", "corner")))
    assert "lie in one area" in found.problems[0]
    assert {line.split(":")[1] for line in found.refused} <= {"2", "3"}


def test_islands_that_are_said_to_touch_do_so_across_the_water() -> None:
    image = Image.new("RGB", (500, 400), (250, 250, 245))
    ink = ImageDraw.Draw(image)
    for corners in ((60, 60, 220, 300), (234, 100, 420, 330)):
        ink.rectangle(corners, (220, 210, 170), INK, 3)
    found = trace(image, [Seed("A", 120, 150), Seed("B", 300, 200)], told(("A", "B", "contact")))
    assert found.refused == []
    assert pairs(found) == {("A", "B")}
    assert shapely.coverage_is_valid(list(found.areas.values()))


def test_two_pairs_cannot_touch_in_one_place() -> None:
    found = trace(staggered(14), CORNERS, told(("NE", "SW", "contact"), ("NW", "SE", "contact")))
    assert found.refused == [
        "d.csv:2: NE and SW cannot touch where NW and SE do (d.csv:3); strike out one line"
    ]


@pytest.mark.parametrize("seed", one_quick([1, 2, 3]))
def test_borders_are_judged_by_their_length_in_the_outlines(seed: int) -> None:
    labels = area_numbers(numpy.random.default_rng(seed), 40, (500, 400), 2) + 1
    arcs = arcs_of(labels, numpy.ones(labels.shape, dtype=bool))
    written = shared_lengths(outlines(labels, [arcs.lines], 1, (0, 0, 500, 400)))
    judged = borders(arcs, 1, (0, 0))
    assert judged.keys() == written.keys()
    short = {pair: border.length for pair, border in judged.items() if border.length < 32}
    assert len(short) > 5
    assert short == pytest.approx({pair: written[pair] for pair in short}, rel=0.01)


# -- drawing together -----------------------------------------------------------------------------


def some(*lines: Sequence[tuple[float, float]], short: int = 1) -> Arcs:
    """Lines dense with points; the first ones part 1 and 2, the others 3 and 4."""
    made = shapely.segmentize([shapely.LineString(line) for line in lines], 1.0)
    which = numpy.arange(len(lines)) < short
    return Arcs(numpy.array(made), numpy.where(which, 1, 3), numpy.where(which, 2, 4))


SIDES = [[(20, 5), (50, 47)], [(80, 5), (50, 47)], [(20, 95), (50, 53)], [(80, 95), (50, 53)]]


def test_lines_follow_their_moved_ends_without_a_spike() -> None:
    before = some([(50, 47), (50, 53)], *SIDES)
    lines = drawn_together(before, {(1, 2)}, (100, 100))
    assert len(lines) == 4
    for line, old in zip(lines, before.lines[1:], strict=True):
        points = shapely.get_coordinates(line)
        assert points[-1].tolist() == [50, 50]
        assert shapely.hausdorff_distance(line, old) <= 3.01
        steps = numpy.diff(points, axis=0)
        turns = numpy.diff(numpy.unwrap(numpy.arctan2(steps[:, 1], steps[:, 0])))
        assert numpy.abs(turns).max() < 0.25
        assert points[0].tolist() == shapely.get_coordinates(old)[0].tolist()


def test_short_lines_that_hang_together_come_to_one_point() -> None:
    first, second = [(50, 47), (50, 50)], [(50, 50), (53, 53)]
    before = some(first, second, SIDES[0], [(80, 5), (53, 53)], [(20, 95), (50, 50)], short=2)
    ends = shapely.get_coordinates(shapely.get_point(drawn_together(before, {(1, 2)}, (100, 100)), -1))
    assert numpy.unique(ends, axis=0).tolist() == [[50.75, 50.0]]


def test_an_island_is_no_corner_be_it_ever_so_small() -> None:
    before = some([(50, 47), (53, 50), (50, 53), (50, 47)], *SIDES)
    assert drawn_together(before, {(1, 2)}, (100, 100)) is before.lines


def test_at_the_edge_of_the_picture_a_corner_lies_on_the_edge() -> None:
    lines = drawn_together(
        some([(50, 0), (50, 6)], [(20, 95), (50, 6)], [(80, 95), (50, 6)]), {(1, 2)}, (100, 100)
    )
    assert shapely.get_coordinates(shapely.get_point(lines, -1)).tolist() == [[50, 0], [50, 0]]
    along = some([(50, 0), (50, 3), (53, 3), (53, 0)], *SIDES)
    assert drawn_together(along, {(1, 2)}, (100, 100)) is along.lines


def test_where_lines_would_cross_a_corner_stays_as_it_is() -> None:
    wall = [(49.2, 49.4), (60, 49.4), (60, 30)]  # in the way of the upper lines
    before = some([(50, 47), (58, 47), (58, 53), (50, 53)], *SIDES, wall)
    assert drawn_together(before, {(1, 2)}, (100, 100)) is before.lines
    far = [[(x + 200, y) for x, y in line] for line in SIDES]
    both = some([(50, 47), (58, 47), (58, 53), (50, 53)], [(250, 47), (250, 53)], *SIDES, wall, *far, short=2)
    assert len(drawn_together(both, {(1, 2)}, (100, 300))) == len(both.lines) - 1


def test_a_small_area_on_a_hidden_border_does_not_vanish_when_that_is_made_straight() -> None:
    labels = numpy.ones((200, 200), dtype=int)
    labels[:, 100:] = 2
    labels[98:102, 97:103] = 3
    lines = arcs_of(labels, numpy.zeros(labels.shape, dtype=bool)).lines
    sizes = sorted(part.area for part in shapely.get_parts(shapely.polygonize(lines)))
    assert sizes == pytest.approx([24, 19988, 19988], abs=8)


def test_a_picture_can_be_drawn_of_areas_with_corners() -> None:
    assert outlines_on(staggered(7), trace(staggered(7), CORNERS)).size == (400, 400)
