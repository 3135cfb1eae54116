"""Names, symbols and specks told from lines."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from maps.scan.trace_lettering import lettering
from tests.cases import one_quick

Array = NDArray[Any]
SIZE = (600, 500)


def net(dashed: bool = False) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Lines that cut a picture into four; or dashes."""
    image = Image.new("L", SIZE, 0)
    ink = ImageDraw.Draw(image)
    ink.rectangle((20, 20, 580, 480), outline=255, width=3)
    for first, last in (((300, 20), (300, 480)), ((20, 250), (580, 250))):
        ink.line((first, last), 255, 3)
    if dashed:
        for step in range(30, 600, 16):
            ink.rectangle((step, 30, step + 5, 470), fill=0)
            ink.rectangle((30, step, 570, step + 5), fill=0)
    return image, ink


def found(image: Image.Image, *seeds: tuple[int, int]) -> tuple[Array, Array]:
    """All ink, and what of it is lettering."""
    ink = numpy.asarray(image) > 127
    return ink, lettering(ink, seeds)


def named(ink: ImageDraw.ImageDraw, at: tuple[int, int], size: float = 16) -> tuple[slice, slice]:
    """Print a name, and say where."""
    font = ImageFont.load_default(size=size)
    ink.text(at, "Sankt Anton", 255, font, anchor="mm")
    left, top, right, bottom = ink.textbbox(at, "Sankt Anton", font, anchor="mm")
    return slice(int(top) - 1, int(bottom) + 2), slice(int(left) - 1, int(right) + 2)


@pytest.mark.parametrize("dashed", [False, True])
@pytest.mark.parametrize("at_seed", [True, False])
def test_a_name_is_lettering_and_lines_are_not(dashed: bool, at_seed: bool) -> None:
    image, pen = net(dashed)
    lines = numpy.asarray(image) > 127
    name = named(pen, (160, 140))
    ink, letters = found(image, *([(160, 140)] if at_seed else []), (450, 380))
    assert letters[name].sum() > 0.75 * ink[name].sum()
    assert not letters[lines].any()


def test_a_bent_piece_of_a_line_at_a_seed_is_a_letter_only_where_a_name_may_stand() -> None:
    image, pen = net()
    pen.arc((120, 100, 190, 160), 60, 360, 255, 3)
    bend = numpy.asarray(image.crop((115, 95, 195, 165))) > 127
    ink, letters = found(image, (160, 95), (450, 380))
    assert letters[95:165, 115:195][bend].all()
    assert not lettering(ink, [(160, 95), (450, 380)], [(450, 380)]).any()


def test_a_symbol_is_lettering() -> None:
    image, pen = net()
    pen.rectangle((100, 100, 124, 116), fill=255)
    pen.ellipse((420, 100, 440, 120), outline=255, width=3)
    ink, letters = found(image, (160, 180))
    assert letters[95:125, 95:130].sum() == ink[95:125, 95:130].sum()
    assert letters[95:125, 415:445].sum() == ink[95:125, 415:445].sum()


def test_a_ring_around_a_seed_is_the_border_of_an_area() -> None:
    image, pen = net()
    pen.ellipse((110, 85, 190, 165), outline=255, width=12)
    around = (slice(80, 170), slice(100, 200))
    assert not found(image, (150, 125), (450, 380))[1][around].any()
    assert found(image, (60, 60), (450, 380))[1][around].any()


def test_a_ring_with_a_gap_is_a_border_as_well() -> None:
    image, pen = net()
    pen.arc((110, 90, 190, 160), 10, 350, 255, 3)
    assert not found(image, (150, 125), (450, 380))[1][85:165, 105:195].any()


@pytest.mark.parametrize(("whole", "width"), one_quick([(True, 5), (False, 5), (True, 3), (True, 9)]))
def test_a_ring_in_two_pieces_as_wide_as_lines_is_a_border_as_well(whole: bool, width: int) -> None:
    image = Image.new("L", (1500, 1250), 0)
    pen = ImageDraw.Draw(image)
    pen.rectangle((20, 20, 1480, 1230), outline=255, width=5)
    pen.arc((400, 600, 457, 655), 0, 300, 255, width)
    if whole:
        pen.arc((400, 600, 457, 655), 315, 345, 255, width)
    others = [(50 * n, 100) for n in range(2, 22)]
    around = (slice(595, 660), slice(395, 460))
    border = whole and width == 5
    assert found(image, (428, 627), *others)[1][around].any() != border
    assert found(image, *others)[1][around].any()


@pytest.mark.parametrize("middle", [(575, 250), (25, 250), (300, 25), (300, 475)])
def test_a_ring_that_the_edge_of_the_picture_cuts_is_a_border_if_a_seed_lies_in_it(
    middle: tuple[int, int],
) -> None:
    image = Image.new("L", SIZE, 0)
    pen = ImageDraw.Draw(image)
    pen.rectangle((170, 100, 430, 400), outline=255, width=3)
    for line in (((300, 100), (300, 400)), ((170, 180), (430, 180)), ((170, 320), (430, 320))):
        pen.line(line, 255, 5)
    x, y = middle
    pen.ellipse((x - 43, y - 43, x + 43, y + 43), outline=255, width=8)
    around = (slice(max(0, y - 44), y + 45), slice(max(0, x - 44), x + 45))
    assert not found(image, middle, (370, 250))[1][around].any()
    assert found(image, (230, 250), (370, 250))[1][around].any()


def test_the_hole_of_a_letter_is_no_ring_around_an_area() -> None:
    image, pen = net()
    pen.text((150, 125), "O", 255, ImageFont.load_default(size=24), anchor="mm")
    assert found(image, (150, 125), (450, 380))[1][105:145, 130:170].any()


def test_a_piece_of_a_line_between_two_gaps_stays() -> None:
    image, pen = net()
    pen.rectangle((294, 100, 306, 107), fill=0)
    pen.rectangle((294, 140, 306, 147), fill=0)
    ink, letters = found(image, (160, 180))
    assert ink[110:138, 300].all()
    assert not letters[100:148, 290:310].any()


def test_without_any_ink_there_is_no_lettering() -> None:
    assert not found(Image.new("L", SIZE, 0), (9, 9))[1].any()


def test_a_tangle_is_no_line_though_it_is_larger_than_letters() -> None:
    image, pen = net(dashed=True)
    for step in range(0, 61, 15):
        pen.line((100 + step, 100, 100 + step, 160), 255, 3)
        pen.line((100, 100 + step, 160, 100 + step), 255, 3)
    ink, letters = found(image, (200, 180), (450, 380))
    assert letters[102:158, 102:158].sum() == ink[102:158, 102:158].sum()


def test_dashes_that_begin_beside_a_name_are_none_of_its_letters() -> None:
    image, pen = net(dashed=True)
    for x in (150, 164, 178):
        pen.ellipse((x, 134, x + 9, 146), outline=255, width=2)
    for step in range(8):  # a dashed border that passes the name
        pen.line((193 + step, 80 + 18 * step, 193 + step, 91 + 18 * step), 255, 3)
    ink, letters = found(image, (168, 140), (450, 380))
    assert letters[130:150, 145:190].sum() == ink[130:150, 145:190].sum() > 100
    assert not letters[:, 191:].any()
    assert ink[134:147, 191:205].any()


def test_straight_letters_within_a_word_are_lettering() -> None:
    image, pen = net(dashed=True)
    for x in (150, 170):
        pen.ellipse((x, 134, x + 10, 146), outline=255, width=2)
    pen.line((166, 130, 166, 146), 255, 2)
    ink, letters = found(image, (152, 140), (450, 380))
    assert letters[125:150, 145:190].sum() == ink[125:150, 145:190].sum() > 100


def test_a_thin_straight_stroke_at_a_seed_is_what_is_left_of_its_name() -> None:
    image, pen = net(dashed=True)
    pen.line((148, 140, 172, 140), 255, 1)
    assert found(image, (160, 142), (450, 380))[1][135:145, 145:175].sum() == 25


def test_specks_at_a_seed_are_what_is_left_of_its_name() -> None:
    image, pen = net(dashed=True)
    for x in (152, 158, 164):
        pen.rectangle((x, 139, x + 2, 141), fill=255)
    assert found(image, (160, 140), (450, 380))[1][135:145, 148:170].sum() == 27


def test_a_dash_near_a_seed_is_no_letter() -> None:
    image, pen = net(dashed=True)
    for step in range(10):
        pen.line((100 + 12 * step, 150, 106 + 12 * step, 150), 255, 3)
    ink, letters = found(image, (160, 157), (450, 380))
    assert ink[148:153, 100:220].sum() > 150
    assert not letters[145:155, 95:225].any()


def test_a_dash_that_bad_paper_has_made_jagged_is_no_letter_though_a_seed_lies_near() -> None:
    """More bent than an l or an i, less than other letters."""
    image, pen = net(dashed=True)
    for step in range(8):
        x = 100 + 16 * step
        pen.line((x, 150, x + 3, 155, x + 6, 150, x + 10, 155), 255, 3)
    ink, letters = found(image, (160, 157), (450, 380))
    assert ink[145:160, 95:230].sum() > 400
    assert not letters[145:160, 95:230].any()


def test_letters_that_hang_together_around_a_seed_are_no_ring() -> None:
    image, pen = net(dashed=True)
    pen.text((160, 140), "Anton", 255, ImageFont.load_default(size=20), anchor="mm")
    pen.line((138, 147, 182, 147), 255, 2)
    ink, letters = found(image, (160, 142), (450, 380))
    word = (slice(125, 155), slice(125, 195))
    assert ink[word].sum() > 200
    assert letters[word].sum() > 0.75 * ink[word].sum()


def test_a_single_digit_far_from_names_is_lettering_on_dashed_maps_too() -> None:
    image, pen = net(dashed=True)
    named(pen, (160, 140))
    pen.text((450, 140), "6", 255, ImageFont.load_default(size=16), anchor="mm")
    ink, letters = found(image, (60, 60), (450, 380))
    assert ink[125:155, 435:465].sum() > 20
    assert letters[125:155, 435:465].sum() == ink[125:155, 435:465].sum()


def test_where_dashes_meet_is_no_letter_though_it_is_knotted() -> None:
    image, pen = net(dashed=True)
    named(pen, (160, 140))
    for last in ((444, 146), (455, 139), (466, 146), (449, 160), (461, 160)):
        pen.line((455, 150, *last), 255, 2)
    ink, letters = found(image, (60, 60), (450, 380))
    assert ink[115:185, 425:485].sum() > 60
    assert not letters[115:185, 425:485].any()


def test_a_dash_that_lies_in_a_row_does_not_carry_it_on() -> None:
    """A border comes to a name, and beyond its dashes is a place where three of them meet."""
    image, pen = net(dashed=True)
    name = named(pen, (110, 140))
    for x in (161, 180):
        pen.line((x, 141, x + 12, 142), 255, 3)
    for last in ((215, 138), (214, 147), (199, 142), (203, 151)):
        pen.line((207, 142, *last), 255, 3)
    ink, letters = found(image, (60, 60), (450, 380))
    assert letters[name].sum() > 0.75 * ink[name].sum()
    assert ink[130:160, 159:220].sum() > 150
    assert not letters[130:160, 159:220].any()


def test_a_row_of_letters_is_carried_on_by_those_that_are_straight() -> None:
    image, pen = net(dashed=True)
    for x in (150, 178, 206):
        pen.ellipse((x, 134, x + 10, 146), outline=255, width=2)
    for x in (169, 197):  # and without these they stand too far apart
        pen.line((x, 130, x, 146), 255, 2)
    ink, letters = found(image, (60, 60), (450, 380))
    assert letters[125:150, 145:225].sum() == ink[125:150, 145:225].sum() > 200


def test_letters_that_are_wider_than_tall_stand_in_a_row_as_others_do() -> None:
    image, pen = net(dashed=True)
    for x in (150, 166, 182):
        pen.line((x, 144, x, 138, x + 3, 136, x + 6, 138, x + 6, 144), 255, 2)
        pen.line((x + 6, 138, x + 9, 136, x + 12, 138, x + 12, 144), 255, 2)
    ink, letters = found(image, (60, 60), (450, 380))
    assert letters[125:150, 145:200].sum() == ink[125:150, 145:200].sum() > 150


def test_what_is_curled_on_a_border_that_goes_on_up_and_down_stands_in_no_row() -> None:
    image, pen = net(dashed=True)
    for x in (153, 169, 185):
        pen.ellipse((x, 134, x + 9, 146), outline=255, width=2)
    for step in range(0, 45, 9):
        pen.line((197 + step, 146 + step // 9 * 5, 204 + step, 148 + step // 9 * 5), 255, 3)
    ink, letters = found(image, (60, 60), (450, 380))
    assert ink[130:175, 150:245].sum() > 250
    assert not letters[130:175, 150:245].any()


def curl(*, width: int = 5, size: int = 50, off: int = 2, named_too: bool = True) -> Array:
    """Which of its pixels are lettering if a line winds, so far from another on its left."""
    image = Image.new("L", (1500, 1250), 0)
    pen = ImageDraw.Draw(image)
    pen.rectangle((20, 20, 1480, 1230), outline=255, width=5)
    pen.line(((750, 20), (750, 1230)), 255, 5)
    if named_too:
        named(pen, (375, 600))
        named(pen, (1100, 300))
    left = 753 + off
    pen.ellipse((left, 600, left + size, 600 + size), outline=255, width=width)
    _, letters = found(image, (375, 600), (1100, 300))
    return letters[600 : 601 + size, left : left + size + 1]


@pytest.mark.slow
def test_a_curl_beside_a_line_is_a_piece_of_one_that_winds() -> None:
    assert not curl().any()
    assert curl(off=40).any()  # it lies apart: a symbol
    assert curl(width=2).any()
    assert curl(width=9).any()
    assert curl(size=28).any()  # a letter may be as large
    assert curl(named_too=False).any()
