"""Dashes linked end to end, and lines over their gaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from maps.scan.trace import Wish, trace
from maps.scan.trace_dashes import linked, links
from maps.scan.trace_ends import ends_of
from maps.scan.trace_seeds import Seed

Array = NDArray[Any]
Point = tuple[float, float]
Line = tuple[Point, Point]
SIZE = (160, 120)
ROW = [((x, 20), (x + 7, 20)) for x in range(10, 150, 14)]  # gaps of six pixels between dashes of eight


def inked(lines: Sequence[Line], width: int = 3) -> Array:
    image = Image.new("1", SIZE)
    for line in lines:
        ImageDraw.Draw(image).line(line, fill=1, width=width)
    return numpy.array(image)


def made(lines: Sequence[Line], far: float = 26, width: int = 3) -> list[list[list[int]]]:
    """Links, each from left to right, but those of the row that tells how wide gaps are: in whole pixels."""
    ink = inked([*ROW, *lines], width)
    found = [sorted([round(x), round(y)] for x, y in link) for link in links(ink, ends_of(ink), far)]
    return sorted(link for link in found if link[1][1] > 25)


def near(link: Sequence[Sequence[float]], one: Point, other: Point) -> bool:
    """Whether a link leads from here to there, but for two pixels."""
    return bool(numpy.abs(numpy.array(link) - [one, other]).max() <= 2)


def test_dashes_are_linked_end_to_end() -> None:
    ink = inked(ROW)
    found = links(ink, ends_of(ink), 26)
    assert len(found) == len(ROW) - 1
    for link, (_, end), (start, _) in zip(sorted(map(sorted, found)), ROW, ROW[1:], strict=False):
        assert near(link, end, start)


def test_a_link_is_a_line_as_wide_as_lines_are_here() -> None:
    ink = inked(ROW, 5)
    strength = linked(ink.astype(numpy.float32), 1)
    gap = strength[15:26, 20]
    assert 4 <= (gap > 0.85).sum() <= 6
    assert gap.max() < 1
    assert (strength >= ink).all()


def test_on_a_reduced_picture_gaps_have_fewer_pixels() -> None:
    sparse = [((x, 60), (x + 9, 60)) for x in range(10, 150, 26)]  # gaps of seventeen pixels
    strength = inked(sparse).astype(numpy.float32)
    assert linked(strength, 1)[60].sum() > strength[60].sum() + 50
    assert linked(strength, 2)[60].sum() == strength[60].sum()


def test_lines_side_by_side_stay_apart() -> None:
    above = [((x, 60), (x + 7, 60)) for x in range(10, 150, 14)]
    below = [((x, 67), (x + 7, 67)) for x in range(17, 150, 14)]
    sides: list[Line] = [((5, 50), (5, 80)), ((155, 50), (155, 80))]
    found = made([*above, *below, *sides])
    assert len(found) == len([*above, *below]) + 2
    assert all(one[1] == other[1] for one, other in found)


def test_what_is_much_further_apart_than_usual_is_not_linked() -> None:
    assert len(made([((10, 60), (30, 60)), ((43, 60), (60, 60))])) == 1
    assert made([((10, 60), (30, 60)), ((52, 60), (70, 60))]) == []


def test_lines_are_not_linked_round_a_sharp_bend() -> None:
    assert made([((20, 60), (40, 60)), ((48, 56), (48, 36))]) != []
    assert made([((20, 60), (40, 60)), ((44, 72), (24, 72))]) == []
    assert made([((20, 60), (40, 60)), ((55, 60), (55, 90))]) == []


def test_two_lines_that_cross_in_their_gaps_go_straight_on() -> None:
    west, east = ((20.0, 70.0), (46.0, 70.0)), ((54.0, 70.0), (80.0, 70.0))
    north, south = ((50.0, 40.0), (50.0, 66.0)), ((50.0, 74.0), (50.0, 100.0))
    across, down = sorted(made([west, east, north, south]), key=lambda link: link[1][1])
    assert near(across, (46, 70), (54, 70))
    assert near(down, (50, 66), (50, 74))


def test_a_nearer_end_is_linked_before_one_further_on() -> None:
    found = made([((20, 60), (40, 60)), ((46, 60), (52, 60)), ((58, 60), (90, 60))])
    assert [(one[0], other[0]) for one, other in found] == [(40, 46), (52, 58)]


def test_a_dot_in_a_gap_is_linked_to_both_sides() -> None:
    (left, one), (other, right) = made([((20, 60), (40, 60)), ((47, 60), (49, 60)), ((56, 60), (80, 60))])
    assert (left[0], right[0]) == (40, 56)
    assert one == other == [48, 60]


def test_dots_alone_are_linked_in_a_row() -> None:
    assert len(made([((x, 60), (x + 2, 60)) for x in range(20, 100, 9)])) == 8


def test_an_end_goes_on_until_it_meets_a_line() -> None:
    (found,) = made([((20, 90), (140, 90)), ((70, 50), (70, 80))])
    assert near(found, (70, 80), (70, 90))


def test_an_end_meets_a_link_as_it_does_a_line() -> None:
    row = [((x, 90.0), (x + 7, 90.0)) for x in range(10, 150, 14)]
    (found,) = [link for link in made([*row, ((77.5, 50), (77.5, 83))]) if link[0][1] != link[1][1]]
    assert near(found, (77, 83), (77, 90))


def test_an_end_with_nothing_ahead_turns_to_a_line_nearby() -> None:
    for link in made([((20, 90), (140, 90)), ((70, 82), (100, 82))]):
        assert sorted(y for _, y in link) == pytest.approx([82, 90], abs=1)
    assert made([((20, 90), (140, 90)), ((70, 72), (100, 72))]) == []


def test_straight_ahead_an_end_goes_on_further_than_to_the_side() -> None:
    assert len(made([((120, 50), (120, 110)), ((70, 80), (108, 80))])) == 1
    assert made([((20, 110), (140, 110)), ((70, 98), (100, 98))]) == []


def test_ends_that_nearly_touch_belong_together_though_they_turn() -> None:
    found = made([((20, 60), (40, 60)), ((42, 64), (42, 90))])
    assert len(found) == 1
    assert near(found[0], (40, 60), (42, 64))


def test_a_line_that_is_a_little_beside_goes_on() -> None:
    assert len(made([((20, 60), (40, 60)), ((44, 63), (70, 63))])) == 1


def test_without_two_ends_nothing_is_linked() -> None:
    ink = numpy.zeros((30, 40), dtype=bool)
    assert links(ink, ends_of(ink), 26) == []
    ink[10:12, 10:12] = True
    assert links(ink, ends_of(ink), 26) == []


# -- traced ---------------------------------------------------------------------------------------

GROUND, BORDER = (224, 214, 180), (40, 34, 30)


def dashed(ink: ImageDraw.ImageDraw, start: Point, end: Point, gap: int) -> None:
    """A line of dashes 14 pixels long, level or upright."""
    (x, y), (u, v) = start, end
    for along in range(0, int(u - x + v - y), 14 + gap):
        to = (min(x + along + 14, u), y) if y == v else (x, min(y + along + 14, v))
        ink.line((x + along * (y == v), y + along * (x == u), *to), fill=BORDER, width=3)


def tongue(gap: int) -> Image.Image:
    """Three areas fill the picture: one ends in a tongue as narrow as the gaps of the dashes beside it."""
    image = Image.new("RGB", (400, 300), GROUND)
    ink = ImageDraw.Draw(image)
    for line in (((0, 120), (400, 120)), ((-8, 127), (256, 127)), ((256, 127), (256, 300))):
        dashed(ink, *line, gap)
    return image


SEEDS = [Seed("north", 200, 60), Seed("west", 100, 210), Seed("tongue", 330, 210)]
FILLED = Wish(field=(0, 0, 400, 300))


@pytest.mark.parametrize("gap", [7, 14])
def test_ground_between_two_dashed_lines_is_not_lost_through_their_gaps(gap: int) -> None:
    found = trace(tongue(gap), SEEDS, FILLED)
    assert found.problems == []
    assert found.areas["north"].bounds[3] == pytest.approx(121, abs=2)
    assert found.areas["tongue"].bounds[0] < 5
    assert {frozenset(pair) for *pair, _ in found.contacts} == {
        frozenset(("north", "tongue")),
        frozenset(("tongue", "west")),
    }


def test_gaps_that_were_linked_are_reported_all_the_same() -> None:
    image = tongue(7)
    ImageDraw.Draw(image).rectangle((250, 200, 262, 218), fill=GROUND)
    found = trace(image, SEEDS, FILLED)
    assert {"west", "tongue"} in [set(gap.areas) for gap in found.bridged]


def test_where_lines_are_drawn_through_nothing_is_linked() -> None:
    strength = inked([*ROW, ((5, 5), (155, 5)), ((5, 115), (155, 115)), ((5, 5), (5, 115))]).astype(float)
    assert (linked(strength, 1) == strength).all()
    strength = inked([*ROW, ((5, 115), (60, 115))]).astype(float)
    assert (linked(strength, 1) > strength).any()
