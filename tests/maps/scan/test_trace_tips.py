"""Where a narrow place has cut off the tip of an area, borders are drawn as if nothing were known there."""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from maps.scan.trace_rejoined import Wanted, _drawn, _Lines, _without_crumbs, rejoined

Array = NDArray[Any]


def wedge(gap: tuple[int, int] | None = None) -> tuple[Array, Array]:
    """How strong lines are around a wedge that points to the right, and whose ground is where."""
    image = Image.new("L", (300, 200))
    pen = ImageDraw.Draw(image)
    pen.line((0, 60, 260, 100), fill=255, width=3)
    pen.line((0, 140, 260, 100), fill=255, width=3)
    pen.line((260, 100, 300, 100), fill=255, width=3)
    if gap:
        pen.rectangle((gap[0], 100, gap[1], 199), fill=0)
    y, x = numpy.mgrid[:200, :300]
    truth = numpy.where((y > 60 + x * 40 / 260) & (y < 140 - x * 40 / 260), 2, numpy.where(y < 100, 1, 3))
    return numpy.asarray(image) / numpy.float32(255), truth.astype(numpy.int32)


def drawn(strength: Array, labels: Array, hidden: Array | None = None) -> Array:
    """The areas that are drawn where these were found; seeds lie far to the left."""
    nothing = numpy.zeros(labels.shape, dtype=numpy.float32)
    hidden = nothing > 0 if hidden is None else hidden
    wanted = Wanted([(60, 20), (20, 100), (60, 180)], [1, 2, 3], True, 2.5, labels)
    return _drawn(_Lines(strength, nothing, hidden, nothing > 0), labels, wanted)


def without_its_tip(truth: Array) -> Array:
    misled = numpy.where((truth == 2) & (numpy.arange(300) > 170), 3, truth)
    assert (misled != truth).sum() > 1000
    return misled


def test_the_tip_of_a_wedge_that_was_given_away_at_a_narrow_place_comes_back() -> None:
    strength, truth = wedge()
    assert (drawn(strength * 0.6, without_its_tip(truth)) == truth).mean() > 0.985


def test_a_tip_that_was_given_away_under_a_plate_stays() -> None:
    strength, truth = wedge()
    misled, plate = without_its_tip(truth), numpy.zeros(truth.shape, dtype=bool)
    plate[60:140, 165:178] = True
    assert (drawn(strength * 0.6, misled, plate) == misled).mean() > 0.985


def test_where_a_line_has_a_gap_its_border_stays_where_it_was() -> None:
    strength, truth = wedge(gap=(150, 230))
    assert (drawn(strength, truth) == truth).mean() > 0.985


def test_a_small_piece_that_lines_close_off_stays_with_the_area_that_it_was_given_to() -> None:
    strength, truth = wedge()
    image = Image.fromarray((strength * 255).astype(numpy.uint8))
    ImageDraw.Draw(image).rectangle((120, 150, 160, 190), outline=255, width=3)
    labels = truth.copy()
    labels[152:189, 122:159] = 1
    assert (drawn(numpy.asarray(image) / numpy.float32(255), labels)[160:180, 130:150] == 1).all()


def test_what_is_as_large_as_an_area_is_no_tip() -> None:
    strength, truth = wedge()
    misled = numpy.where((truth == 2) & (numpy.arange(300) > 60), 3, truth)
    assert (drawn(strength * 0.6, misled) == misled).mean() > 0.97


def two_halves(left: int, right: int) -> Array:
    """Which area each of three strips is given to; a faint line parts the middle one from both others."""
    labels = numpy.repeat(numpy.repeat([[1, 2, 3]], 120, axis=0), 80, axis=1).astype(numpy.int32)
    strength = numpy.zeros(labels.shape, dtype=numpy.float32)
    strength[:, 79:81] = left / 100
    strength[:, 159:161] = right / 100
    ground = numpy.full((*labels.shape, 3), 200.0)
    ground[:, 160:] -= 20
    wanted = Wanted([(40, 60), (200, 60)], [1, 2], True, 2.5, labels, ground)
    found, _, _ = rejoined(strength, strength < 0, numpy.minimum(labels, 2), wanted)
    return found


def test_ground_joins_the_area_of_its_tint_rather_than_another_across_a_weaker_line() -> None:
    assert (two_halves(left=50, right=45)[20:100, 90:150] == 1).all()
    assert (two_halves(left=45, right=50)[20:100, 90:150] == 1).all()


def test_a_tint_does_not_outweigh_a_strong_line() -> None:
    assert (two_halves(left=95, right=10)[20:100, 90:150] == 2).all()


def test_a_crumb_without_a_name_goes_to_what_is_around_it_and_the_others_are_counted_on() -> None:
    labels = numpy.repeat([[1, 2, 4]], 120, axis=0).repeat(80, axis=1).astype(numpy.int32)
    labels[50:56, 180:188] = 3
    found = _without_crumbs(labels, 2)
    assert (found[:, 160:] == 3).all()
    assert (found[:, :160] == labels[:, :160]).all()
    assert _without_crumbs(found, 2) is found
