"""Small pieces of ground without a seed are told, where they may belong to either of two areas."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from maps.scan.trace import Wish, trace
from maps.scan.trace_pieces import Piece, closed_pieces, left_out, paper_taken
from maps.scan.trace_seeds import Seed
from maps.scan.trace_told import Traced
from tests.cases import one_quick

Array = NDArray[Any]
SEEDS = [Seed("North", 200, 60), Seed("South", 200, 340)]
LENS = (150, 185, 250, 216)


def lens(box: tuple[int, int, int, int] = LENS) -> Image.Image:
    """Two areas, and on their border a lens that either may own."""
    image = Image.new("RGB", (400, 400), (230, 220, 190))
    ink = ImageDraw.Draw(image)
    ink.line((0, 200, box[0], 200), (20, 20, 20), 3)
    ink.line((box[2], 200, 400, 200), (20, 20, 20), 3)
    ink.ellipse(box, outline=(20, 20, 20), width=3)
    return image


def joined(found: Traced) -> list[tuple[str, tuple[float, float]]]:
    return [(face.name, face.at) for face in found.joined]


def test_a_piece_between_two_areas_that_no_seed_names_is_told() -> None:
    found = trace(lens(), SEEDS)
    assert found.problems == []
    ((name, at),) = joined(found)
    assert name in {"North", "South"}
    assert at == pytest.approx((200, 200), abs=25)
    assert found.joined[0].size == pytest.approx(2000, rel=0.2)


def test_a_larger_piece_is_told_once() -> None:
    found = trace(lens((130, 175, 260, 226)), SEEDS)
    assert found.problems == []
    assert [face.size for face in found.joined] == [pytest.approx(5200, rel=0.2)]


@pytest.mark.parametrize("name", ["North", "South"])
def test_a_seed_in_it_names_it_and_nothing_is_told(name: str) -> None:
    found = trace(lens(), [*SEEDS, Seed(name, 200, 200)])
    assert joined(found) == []
    sizes = {one: shape.area for one, shape in found.areas.items()}
    assert max(sizes, key=lambda one: sizes[one]) == name


def test_a_piece_between_an_area_and_what_is_none_is_told() -> None:
    image = Image.new("RGB", (400, 400), (230, 220, 190))
    ink = ImageDraw.Draw(image)
    ink.rectangle((60, 100, 340, 340), outline=(20, 20, 20), width=3)
    ink.ellipse((150, 80, 220, 103), outline=(20, 20, 20), width=3)
    found = trace(image, [Seed("North", 200, 220)])
    assert [name for name, _ in joined(found)] == ["outside"]


def pieces(ink: Array, *seeds: tuple[int, int]) -> list[Piece]:
    """Of a picture of 60 by 60 pixels, whose upper and lower half are two areas."""
    labels = numpy.ones((60, 60), int)
    labels[30:] = 2
    return list(closed_pieces(ink.astype(float), labels, seeds))


def ring(row: int, size: int) -> Array:
    """A square ring around ground so many pixels wide and high, between two areas or within one."""
    ink = numpy.zeros((60, 60), bool)
    ink[30] = True
    ink[row - 1 : row + size + 1, 19 : 21 + size] = True
    ink[row : row + size, 20 : 20 + size] = False
    return ink


def test_a_piece_has_its_middle_its_size_and_the_area_it_was_taken_for() -> None:
    (found,) = pieces(ring(25, 9), (5, 5), (5, 50))
    assert found == Piece(24, 29, 81, 1)


def test_ground_that_is_a_little_like_a_line_is_ground() -> None:
    ink = numpy.where(ring(25, 9), 1.0, 0.2)
    assert len(pieces(ink, (5, 5), (5, 50))) == 1


def test_a_piece_within_one_area_is_a_symbol() -> None:
    assert pieces(ring(5, 9), (5, 5), (5, 50)) == []


def test_a_piece_with_a_seed_is_known() -> None:
    assert pieces(ring(25, 9), (5, 5), (5, 50), (24, 29)) == []


@pytest.mark.parametrize(("size", "told"), [(4, 1), (3, 0), (2, 0)])
def test_a_blot_has_no_pieces(size: int, told: int) -> None:
    assert len(pieces(ring(28, size), (5, 5), (5, 50))) == told


def test_a_narrow_strip_is_no_piece() -> None:
    ink = numpy.zeros((60, 60), bool)
    ink[28] = ink[31] = True
    assert pieces(ink, (5, 5), (5, 50)) == []


def test_at_the_edge_only_pieces_are_looked_for_that_it_cuts_off() -> None:
    ink = ring(25, 9)
    ink[30, 50:] = False
    ink[25:36, 50] = ink[25, 50:] = ink[35, 50:] = True
    labels = numpy.ones((60, 60), int)
    labels[30:] = 2
    seeds = [(5, 5), (5, 50)]
    assert {piece.x for piece in closed_pieces(ink.astype(float), labels, seeds)} == {24, 55}
    pieces = list(closed_pieces(ink.astype(float), labels, seeds, at_edge=True))
    assert [(piece.x, piece.size) for piece in pieces] == [(55, 81)]


@pytest.mark.parametrize(("first", "count"), [(330, 6), (352, 4)])
def test_a_piece_that_dashes_and_the_edge_of_the_picture_cut_off_is_told_once(first: int, count: int) -> None:
    image = Image.new("RGB", (400, 400), (230, 220, 190))
    ink = ImageDraw.Draw(image)
    for x in range(0, first, 12):
        ink.line((x, 200, x + 7, 200), (20, 20, 20), 3)
    for n in range(1, count + 1):
        for up in (-1, 1):
            x, y = first + 12 * n, 200 + up * 8 * n
            ink.line((x - 6, y - 4 * up, x, y), (20, 20, 20), 3)
    found = trace(image, SEEDS)
    assert found.problems == []
    ((name, at),) = joined(found)
    assert name in {"North", "South"}
    assert at == pytest.approx((390, 200), abs=15)


# -- along a frame, and in small pieces -----------------------------------------------------------


def framed(*lines: tuple[int, int, int, int]) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Paper with a frame a few pixels from its edge, and upright lines in it."""
    image = Image.new("RGB", (420, 260), (224, 214, 180))
    ink = ImageDraw.Draw(image)
    ink.rectangle((5, 5, 414, 254), outline=(40, 34, 30), width=3)
    for line in lines:
        ink.line(line, fill=(40, 34, 30), width=3)
    return image, ink


def test_the_strip_between_a_frame_and_the_edge_of_the_field_is_no_piece() -> None:
    image, _ = framed((140, 5, 140, 254), (280, 5, 280, 254))
    seeds = [Seed("west", 70, 130), Seed("middle", 210, 130), Seed("east", 350, 130)]
    found = trace(image, seeds, Wish(field=(0, 0, 420, 260)))
    assert joined(found) == []
    assert sorted(pair for *pair, _ in found.contacts) == [["east", "middle"], ["middle", "west"]]


@pytest.mark.parametrize("side", [4, 6, 7])
def test_a_further_seed_of_an_area_names_ground_that_is_too_small_for_an_area(side: int) -> None:
    image, ink = framed((200, 5, 200, 254))
    ink.rectangle((200, 100, 205 + side, 105 + side), outline=(40, 34, 30), width=3)
    middle = (203 + side / 2, 103 + side / 2)
    found = trace(image, [Seed("west", 100, 130), Seed("west", *middle), Seed("east", 320, 130)])
    assert found.areas["west"].contains(shapely.Point(middle))
    assert found.areas["east"].contains(shapely.Point(209 + side, middle[1]))


# -- paper ----------------------------------------------------------------------------------------


def island(opening: int) -> Image.Image:
    """Sixteen areas on paper; the coast of the one in the upper left corner is open for so many pixels."""
    image = Image.new("RGB", (600, 600), (230, 220, 190))
    ink = ImageDraw.Draw(image)
    for step in range(100, 501, 100):
        ink.line((100, step, 500, step), (20, 20, 20), 3)
        ink.line((step, 100, step, 500), (20, 20, 20), 3)
    ink.rectangle((90, 150 - opening // 2, 110, 150 + opening // 2), fill=(230, 220, 190))
    return image


@pytest.mark.parametrize(("opening", "taken"), one_quick([(90, True), (0, False)]))
def test_paper_that_became_part_of_an_area_is_told(opening: int, taken: bool) -> None:
    seeds = [Seed(f"{x} {y}", x, y) for y in range(150, 500, 100) for x in range(150, 500, 100)]
    found = trace(island(opening), seeds)
    assert found.problems == []
    assert (found.areas["150 150"].area > 100_000) == taken
    assert joined(found) == ([("150 150", (0.5, 0.5))] if taken else [])
    again = trace(island(opening), [*seeds, Seed("outside", 0.5, 0.5)])
    assert ["take one seed away or draw the border there" in one for one in again.problems] == [True] * taken


def test_a_map_that_ends_with_the_picture_has_no_paper() -> None:
    labels = numpy.arange(16).reshape(4, 4).repeat(30, axis=0).repeat(30, axis=1) + 1
    seeds = [(15 + 30 * column, 15 + 30 * row) for row in range(4) for column in range(4)]
    assert list(paper_taken(labels, seeds)) == []
    assert list(paper_taken(numpy.where(labels > 8, 2, 1), seeds)) == []  # of two each has half the edge
    assert [(one.label, one.size) for one in paper_taken(numpy.minimum(labels, 9), seeds)] == [(9, 7200)]


def left(*boxes: tuple[int, int, int, int], seeds: tuple[tuple[int, int], ...] = ()) -> list[Piece]:
    """Of a picture of 200 by 100 pixels where boxes (left, top, right, bottom) are part of no area."""
    labels = numpy.ones((100, 200), int)
    for one, top, other, bottom in boxes:
        labels[top:bottom, one:other] = 0
    return list(left_out(labels, seeds))


def test_ground_at_the_pictures_edge_that_became_part_of_no_area_is_told() -> None:
    (piece,) = left((50, 0, 80, 20))
    assert (piece.size, piece.label) == (600, 0)
    assert 50 <= piece.x < 80
    assert 0 <= piece.y < 20


def test_paper_is_not_told_nor_what_a_seed_names_a_strip_or_what_lies_within() -> None:
    assert left((0, 0, 200, 20)) == []
    assert left((50, 0, 80, 20), seeds=((60, 10),)) == []
    assert left((50, 0, 80, 2)) == []
    assert left((50, 20, 80, 40)) == []


def test_beside_the_paper_another_piece_is_told() -> None:
    assert [piece.size for piece in left((0, 0, 200, 10), (50, 80, 80, 100))] == [600]


@pytest.mark.parametrize(("thick", "told"), [(2, 1), (4, 1), (6, 0)])
def test_a_strip_of_paper_beside_the_frame_makes_no_paper_of_an_areas_end(thick: int, told: int) -> None:
    boxes = ((50, 70, 80, 100), (80, 100 - thick, 120, 100), (120, 80, 200, 100))
    pieces = left(*boxes, seeds=((190, 90),))
    assert len(pieces) == told
    assert all(900 <= piece.size < 910 for piece in pieces)


def test_an_areas_end_that_the_pictures_edge_cuts_off_is_told_as_taken_for_outside() -> None:
    image = Image.new("RGB", (400, 400), (230, 220, 190))
    ink = ImageDraw.Draw(image)
    ink.rectangle((60, -20, 340, 340), outline=(20, 20, 20), width=3)
    ink.line((60, 200, 340, 200), (20, 20, 20), 3)
    ink.line((90, 0, 120, 12, 160, 12, 230, 60, 280, 0), (20, 20, 20), 3)
    found = trace(image, [Seed("North", 200, 120), Seed("South", 200, 300)])
    assert found.problems == []
    ((name, at),) = joined(found)
    assert name == "outside"
    assert at == pytest.approx((225, 18), abs=8)  # in the midst of it: there a seed is clicked
