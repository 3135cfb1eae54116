"""What looks like a line, and where a broken one goes on."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from maps.scan.trace_ink import Inks, find_ink, strength_of
from maps.scan.trace_strength import filled, going_on, line_strength, up_to_the_edge

Array = NDArray[Any]
GROUND, INK = (214, 206, 178), (60, 50, 44)


def sheet(size: tuple[int, int] = (240, 200)) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Paper with lines along its edges, which tell how dark lines are here."""
    image = Image.new("RGB", size, GROUND)
    ink = ImageDraw.Draw(image)
    ink.rectangle((4, 4, size[0] - 5, size[1] - 5), outline=INK, width=3)
    return image, ink


def strength(image: Image.Image) -> Array:
    return line_strength(numpy.asarray(image), 1)


def of_any_colour(image: Image.Image) -> Array:
    return strength_of(find_ink(image, Inks(), 10**6), Inks())


def test_a_line_is_strong_and_the_ground_beside_it_is_not() -> None:
    image, ink = sheet()
    ink.line((30, 100, 210, 100), INK, 3)
    found = strength(image)
    assert found[100, 40:200].min() > 0.8
    assert found[85:95, 40:200].max() < 0.1


def test_a_pale_line_is_weaker() -> None:
    image, ink = sheet()
    ink.line((30, 100, 210, 100), (137, 128, 111), 3)
    assert 0.2 < numpy.median(strength(image)[100, 40:200]) < 0.7


def test_a_soft_shadow_is_no_line() -> None:
    image, ink = sheet()
    ink.line((120, 20, 120, 180), INK, 12)
    blurred = image.filter(ImageFilter.GaussianBlur(5))
    image.paste(blurred.crop((90, 20, 150, 180)), (90, 20))
    dark = numpy.asarray(image)[100, 120].max()
    assert dark < 150
    assert strength(image)[60:140, 100:140].max() < 0.4


def test_the_narrow_end_of_a_darker_area_is_ground() -> None:
    image, ink = sheet()
    ink.polygon([(30, 100), (210, 90), (210, 110)], fill=(154, 146, 122))
    for y in (90, 110):
        ink.line((30, 100, 210, y), INK, 2)
    found = strength(image)
    assert found[100, 120:160].max() < 0.35
    assert found[95, 120] > 0.6 or found[94, 120] > 0.6


def test_where_lines_are_lighter_than_the_ground_they_are_seen_as_well() -> None:
    image, ink = sheet()
    ink.line((30, 100, 210, 100), INK, 3)
    inverted = Image.eval(image, lambda value: 255 - value)
    found = of_any_colour(inverted)
    assert found[100, 40:200].min() > 0.8
    assert found[85:95, 40:200].max() < 0.1


def test_of_named_colours_only_these_are_lines() -> None:
    image, ink = sheet()
    ink.line((30, 60, 210, 60), (150, 40, 44), 3)
    ink.line((30, 140, 210, 140), INK, 3)
    red = Inks([((150, 40, 44), 0.0)])
    found = strength_of(find_ink(image, red, 10**6), red)
    assert found[60, 40:200].min() > 0.8
    assert found[140, 40:200].max() < 0.4
    other = Inks(others=[(150, 40, 44)])
    found = strength_of(find_ink(image, other, 10**6), other)
    assert found[60, 40:200].max() == 0
    assert found[140, 40:200].min() > 0.8


def dashes(gap: int, length: int = 12) -> Array:
    """A level dashed line, as strengths; it ends in the middle of the picture."""
    found = numpy.zeros((120, 300), dtype=numpy.float32)
    for first in range(0, 150, gap + length):
        found[59:62, first : first + length] = 1
    return found


@pytest.mark.parametrize("gap", [4, 8, 12])
def test_in_the_gaps_of_a_dashed_line_it_goes_on(gap: int) -> None:
    ahead = going_on(dashes(gap))
    assert ahead[60, 30:110].min() > 0.5
    assert ahead[75:, 30:110].max() < ahead[60, 30:110].min()


def test_beyond_its_end_a_line_does_not_go_on() -> None:
    ahead = going_on(dashes(6))
    assert ahead[60, 175:].max() < 0.1


def test_a_wider_gap_is_bridged_if_it_is_asked_for() -> None:
    found = numpy.zeros((120, 300), dtype=numpy.float32)
    found[59:62, :110], found[59:62, 190:] = 1, 1
    assert going_on(found)[60, 150] < 0.05
    assert going_on(found, gap=90)[60, 150] > 0.3


def test_a_picture_with_an_odd_number_of_rows_and_columns_is_covered_wholly() -> None:
    found = numpy.zeros((61, 75), dtype=numpy.float32)
    found[:, 73:] = 1
    assert going_on(found).shape == (61, 75)
    assert going_on(found)[30, 74] > 0.5


def test_a_broad_river_is_strong_though_it_is_hardly_darker_than_the_ground() -> None:
    image, ink = sheet((300, 240))
    image.paste((150, 160, 132), (7, 7, 293, 233))
    ink.line((30, 120, 270, 120), (112, 142, 182), 14)
    found = of_any_colour(image)
    assert found[118:123, 50:250].min() > 0.8
    assert found[100:108, 50:250].max() < 0.1


def test_a_river_is_seen_on_a_dark_map_too() -> None:
    image, _ = sheet((300, 240))
    dark = Image.eval(image, lambda value: 255 - value)
    ImageDraw.Draw(dark).line((30, 120, 270, 120), (20, 60, 130), 14)
    assert of_any_colour(dark)[118:123, 50:250].min() > 0.8


def test_what_is_only_less_red_than_red_lines_beside_it_is_no_river() -> None:
    image, ink = sheet()
    for y in (90, 108):
        ink.line((30, y, 210, y), (190, 30, 30), 4)
    found = of_any_colour(image)
    assert found[99, 50:190].max() < 0.2


def test_a_frame_cut_along_its_middle_reaches_the_edge_of_the_field() -> None:
    found = numpy.zeros((40, 40), dtype=numpy.float32)
    found[2, :] = found[:, 37] = 1
    found[20, 20] = 1
    made = up_to_the_edge(found, 8)
    assert (made[:3] == 1).all() and (made[:, 37:] == 1).all()
    assert made.sum() == 3 * 40 + 3 * 37 + 1


def test_a_blot_between_two_lines_is_as_strong_as_they_and_the_ground_beside_it_is_not() -> None:
    lines = numpy.zeros((60, 120), dtype=numpy.float32)
    lines[28:32, :52] = lines[28:32, 64:] = 1.0
    blot = numpy.zeros(lines.shape, dtype=bool)
    blot[22:38, 50:66] = True
    found = filled(lines, blot)
    assert found[28:32].min() == 1.0
    assert found[:20].max() == found[40:].max() == 0.0
    assert (found[~blot] == lines[~blot]).all()


def test_a_blot_at_the_end_of_one_line_is_no_part_of_it() -> None:
    lines = numpy.zeros((60, 120), dtype=numpy.float32)
    lines[28:32, :52] = 1.0
    blot = numpy.zeros(lines.shape, dtype=bool)
    blot[22:38, 50:90] = True
    assert filled(lines, blot)[:, 62:].max() == 0.0


def test_what_lies_between_two_lines_far_apart_is_no_part_of_them() -> None:
    lines = numpy.zeros((60, 120), dtype=numpy.float32)
    lines[28:32, :50] = lines[28:32, 72:] = 1.0
    assert filled(lines, numpy.ones(lines.shape, dtype=bool))[30, 52:70].max() == 0.0


def test_a_symbol_between_two_lines_that_touches_neither_is_no_part_of_them() -> None:
    lines = numpy.zeros((60, 120), dtype=numpy.float32)
    lines[24:27] = lines[36:39] = 1.0
    symbol = numpy.zeros(lines.shape, dtype=bool)
    symbol[28:35, 56:64] = True
    assert filled(lines, symbol)[28:35].max() == 0.0
    assert filled(lines, symbol | (lines > 0))[28:35].max() == 0.0
