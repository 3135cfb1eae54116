"""Ground without a click: the rest of a clicked area, or an area that waits for its own click."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy
import pytest

from maps.scan.areas.flooding import UNCLAIMED, Claims, Marker, Marks, settled
from maps.scan.areas.likeness import Passes, reached
from maps.scan.areas.pieces import Pieces

WIDE, HIGH = 10, 20
BORDER = 3.0


def pieces_of(elevation: numpy.ndarray, labels: numpy.ndarray, usual: float) -> Pieces:
    """Pieces of paper that is white all over."""
    return Pieces(elevation, labels, usual, elevation, labels, numpy.full((*labels.shape, 3), 90.0))


def strips(heights: Collection[float]) -> Pieces:
    """Pieces side by side, numbered from 1, with lines of so many heights between them."""
    count = len(heights) + 1
    labels = numpy.repeat(numpy.arange(1, count + 1, dtype=numpy.int32), WIDE)[None].repeat(HIGH, axis=0)
    elevation = numpy.zeros(labels.shape, numpy.float32)
    for n, height in enumerate(heights, 1):
        elevation[:, n * WIDE - 1 : n * WIDE + 1] = height
    return pieces_of(elevation, labels, float(WIDE * HIGH))


def clicked(*pieces: int) -> list[Marker]:
    """A click into the middle of each piece, for the area of its number."""
    return [(piece, piece * WIDE - WIDE // 2, HIGH // 2) for piece in pieces]


def of_piece(claimed: numpy.ndarray, piece: int) -> int:
    """Whose the middle of a piece is."""
    return int(claimed[HIGH // 2, piece * WIDE - WIDE // 2])


@pytest.mark.parametrize(("height", "whose"), [(2.0, 3), (2.8, UNCLAIMED)])
def test_a_pass_weaker_than_what_parts_clicked_areas_makes_a_piece_their_rest(
    height: float, whose: int
) -> None:
    pieces = strips([BORDER, BORDER, height, BORDER, BORDER, BORDER])
    claimed = Claims(pieces).claimed(Marks(clicked(1, 2, 3, 5, 6, 7)))
    assert of_piece(claimed, 4) == whose


def test_the_rest_of_a_rest_belongs_to_the_same_area() -> None:
    pieces = strips([BORDER, BORDER, BORDER, BORDER, 1.0, 1.2, 1.4, BORDER, BORDER])
    claimed = Claims(pieces).claimed(Marks(clicked(1, 2, 3, 4, 5, 9, 10)))
    assert [of_piece(claimed, piece) for piece in (5, 6, 7, 8, 9)] == [5, 5, 5, 5, 9]


def test_a_piece_that_two_areas_share_is_flooded_with_its_rest() -> None:
    pieces = strips([BORDER, BORDER, 1.0, BORDER, BORDER, BORDER])
    both = [(3, 21, 3), (8, 21, 16)]
    claimed = Claims(pieces).claimed(Marks([*clicked(1, 2, 5, 6, 7), *both]))
    assert (int(claimed[2, 35]), int(claimed[17, 35])) == (3, 8)


def test_ground_outside_has_no_rest() -> None:
    pieces = strips([BORDER, BORDER, BORDER, BORDER, BORDER, 1.0])
    outside = [(0, *clicked(6)[0][1:])]
    assert of_piece(Claims(pieces).claimed(Marks([*clicked(1, 2, 3, 4, 5), *outside])), 7) == UNCLAIMED


def test_an_area_runs_no_further_through_a_leak_than_to_ground_near_another_click() -> None:
    labels = numpy.ones((100, 300), numpy.int32)
    elevation = numpy.full(labels.shape, 0.1, numpy.float32)
    elevation[10] = 0.0
    pieces = pieces_of(elevation, labels, float(labels.size))
    claimed = Claims(pieces).claimed(Marks([(1, 20, 10), (2, 280, 90)]))
    assert (int(claimed[20, 60]), int(claimed[20, 250])) == (1, 2)


def banded() -> Pieces:
    """Two areas, and between them the inside of a line of six pixels with dark edges."""
    labels = numpy.repeat(numpy.array([1, 2, 3], numpy.int32), (40, 6, 40))[None].repeat(60, axis=0)
    elevation = numpy.zeros(labels.shape, numpy.float32)
    for edge, height in ((40, BORDER), (46, 0.9 * BORDER)):
        elevation[:, edge - 1 : edge + 1] = height
    return pieces_of(elevation, labels, 2400.0)


def test_each_half_of_a_wide_line_is_of_the_area_on_its_side() -> None:
    claimed = Claims(banded()).claimed(Marks([(1, 20, 30), (2, 66, 30)]))
    assert claimed[30, 40:46].tolist() == [1, 1, 1, 2, 2, 2]


def test_a_wide_line_waits_for_the_areas_on_its_sides() -> None:
    assert Claims(banded()).claimed(Marks([(1, 20, 30)]))[30, 40:46].tolist() == [1, 1, 1, *[UNCLAIMED] * 3]


def test_a_click_into_a_narrow_area_makes_it_one() -> None:
    claimed = Claims(banded()).claimed(Marks([(1, 20, 30), (2, 66, 30), (3, 43, 30)]))
    assert claimed[30, 40:46].tolist() == [3] * 6


def test_paper_along_the_edge_is_no_line() -> None:
    pieces = banded()
    labels = pieces.labels.copy()
    labels[:, :6], labels[labels == 2] = 4, 3
    assert set(pieces.bands) == {2}
    assert not pieces_of(pieces.elevation, labels, 2400.0).bands


def test_inside_of_claims_is_not_flooded_again_and_the_answer_is_that_of_a_whole_flood() -> None:
    from skimage.segmentation import watershed

    rng = numpy.random.default_rng(3)
    elevation = rng.permutation(6000).reshape(60, 100).astype(numpy.float32)
    claimed = numpy.full(elevation.shape, UNCLAIMED, numpy.int32)
    claimed[5:30, 5:40], claimed[35:55, 50:90] = 1, 2
    whole = watershed(elevation, claimed + 1) - 1
    assert (settled(elevation, claimed, numpy.zeros(claimed.shape, bool)) == whole).all()


def passes(heights: Sequence[float], red: Sequence[float], grounds: Sequence[float]) -> Passes:
    """What parts pieces that stand in a row."""
    colours = numpy.zeros((len(heights), 3))
    colours[:, 1] = red
    pairs = [(n, n + 1) for n in range(len(heights))]
    return Passes(pairs, numpy.array(heights), colours, numpy.array(grounds))


@pytest.mark.parametrize(
    ("height", "red", "ground", "border"),
    [(9, 1, 9, True), (1, 1, 9, False), (9, 40, 1, False), (1, 40, 1, False), (9, 1, 1, False)],
)
def test_what_is_unlike_borders_in_height_colour_or_ground_is_less_like_one(
    height: float, red: float, ground: float, border: bool
) -> None:
    known = range(20)
    row = [(5 + n % 7, n % 3, 5 + n % 5) for n in known]
    like = passes(*zip(*row, (height, red, ground), strict=True)).like_borders(known)
    assert (float(like[-1]) > float(numpy.median(like[:-1]))) == border
    assert (float(like[-1]) < 0.05) == (red == 40), "of three, two are enough"


def test_where_no_border_is_known_nothing_is_unlike_one() -> None:
    assert passes([1, 2], [3, 4], [5, 6]).like_borders([]).tolist() == [1, 1]


def test_ground_that_is_drawn_over_is_given_away_only_nearby() -> None:
    flat = numpy.zeros((40, 200), numpy.float32)
    pieces = pieces_of(flat, numpy.ones(flat.shape, numpy.int32), 1600.0)
    drawn = [(2, x, 20) for x in range(150, 190)]
    claimed = Claims(pieces).claimed(Marks([(1, 10, 20)], drawn))
    assert [int(claimed[20, x]) for x in (20, 130, 155, 170)] == [1, 1, 2, 2]


def test_a_hand_that_crosses_a_border_does_not_take_the_ground_behind_it() -> None:
    pieces = strips([BORDER, BORDER, 1.0, BORDER, BORDER, BORDER])
    clicks = clicked(1, 2, 3, 5, 6, 7)
    drawn = [(5, x, HIGH // 2) for x in range(39, 45)]
    claimed = Claims(pieces).claimed(Marks(clicks, drawn))
    assert (of_piece(claimed, 4), of_piece(claimed, 5)) == (3, 5)
    assert int(claimed[HIGH // 2, 39]) == 5


def test_no_way_to_an_area_leads_through_ground_of_another() -> None:
    like = numpy.array([0.5, 0.1])
    row = passes([5, 1], [0, 0], [1, 1])
    assert reached(row, like, {1: [7], 2: [8]})[0] == {7: 0.5}
    assert reached(row, like, {2: [8]})[0] == {8: 0.5}
