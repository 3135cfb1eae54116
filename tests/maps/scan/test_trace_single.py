"""Two borders side by side are wider than one: they are no contact of the areas on both their sides."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from maps.scan.trace import trace
from maps.scan.trace_contacts import borders, limits
from maps.scan.trace_outline import arcs_of
from maps.scan.trace_seeds import Seed
from maps.scan.trace_single import Single, singles

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
    for line in ((0, 160, tip, 200), (0, 240, tip, 200), (tip, 200, 240, 200), (240, 200, 320, 0)):
        ink.line([4 * part for part in line], (20, 20, 20), 20)
    ink.line((960, 800, 1440, 1600), (20, 20, 20), 20)
    return image.reduce(4)


def test_where_a_wedge_ends_its_two_sides_are_no_contact_of_what_lies_beside_it() -> None:
    found = trace(wedge(240), AROUND)
    assert ("N", "S") not in {(one, other) for one, other, _ in found.contacts}
    (doubt, facing) = found.doubts
    assert (doubt.one, doubt.other, doubt.says) == ("N", "S", "corner")
    assert doubt.length > 12  # so long that by length alone it is a contact
    assert (facing.one, facing.other, facing.says) == ("E", "W", "corner")


@pytest.mark.parametrize("tip", [200, 220])
def test_where_one_line_goes_on_from_the_wedge_it_is_a_contact_and_nobody_is_asked(tip: int) -> None:
    found = trace(wedge(tip), AROUND)
    assert ("N", "S") in {(one, other) for one, other, _ in found.contacts}
    assert found.doubts == []


def seen(*lines: Line, strip: int = 0) -> Single | None:
    """What is seen of the border of two of four squares, 14 pixels long, where so much is inked.

    With a strip, the upper squares end so many pixels above it, and other areas begin.
    """
    labels = numpy.ones((400, 400), int)
    labels[:200, 186:], labels[200:, :200], labels[200:, 200:] = NE, SW, 4
    if strip:
        labels[: 200 - strip] = 5
    ink = Image.new("1", (400, 400))
    for x, y, to_x, to_y, wide in lines:
        ImageDraw.Draw(ink).line((x, y, to_x, to_y), 1, wide)
    inked = numpy.asarray(ink)
    arcs = arcs_of(labels, numpy.ones(labels.shape, bool))
    found = singles(arcs, inked, borders(arcs, 1, (0.0, 0.0)), limits(labels, inked, 1), 1)
    return found.get((NE, SW))


def single(*lines: Line, strip: int = 0) -> Single:
    found = seen(*lines, strip=strip)
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


def test_where_nothing_is_inked_there_is_no_line() -> None:
    found = single((0, 200, 180, 200, 5), (206, 200, 400, 200, 5), (186, 0, 186, 194, 5), LOWER)
    assert not found.inked
    assert not found.even


def test_a_line_with_a_gap_is_not_even() -> None:
    found = single(LEFT, RIGHT, UPPER, LOWER)
    assert found.inked
    assert not found.even


def test_the_ink_of_another_border_beside_it_does_not_count() -> None:
    found = single(LEFT, RIGHT, UPPER, LOWER, MIDDLE, (0, 190, 400, 190, 5), strip=10)
    assert found.length == pytest.approx(14, abs=2)


def test_where_the_borders_that_come_in_are_unlike_nothing_is_known() -> None:
    river = [(x, y, to_x, to_y, 15) for x, y, to_x, to_y, _ in (LEFT, RIGHT)]
    assert seen(*river, UPPER, LOWER, MIDDLE) is None


def test_of_what_is_surely_a_contact_nothing_is_asked() -> None:
    labels = numpy.ones((400, 400), int)
    labels[:200, 100:], labels[200:, :200], labels[200:, 200:] = NE, SW, 4
    arcs = arcs_of(labels, numpy.ones(labels.shape, bool))
    assert singles(arcs, numpy.ones(labels.shape, bool), borders(arcs, 1, (0.0, 0.0)), {}, 1) == {}
