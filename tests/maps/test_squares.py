"""Squares: neighbours, distance, lines, and the square under a point, against plain counting."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grids.grid import DOUBLED, Axis, Numbering
from maps.grids.squares import Square, SquareGrid, crossed

SIDES = SquareGrid(8, 6, missing=frozenset({"0303"}))
CORNERS = SquareGrid(8, 6, 2.0, 3.0, (10.0, -4.0), diagonal=True)
CHESS = SquareGrid(8, 8, numbering=Numbering(Axis(letters=DOUBLED), Axis(backward=True)))
PLACES = st.builds(Square, st.integers(-9, 9), st.integers(-9, 9))


def test_four_or_eight_neighbours_and_fewer_at_the_edge() -> None:
    assert SIDES.neighbours("0202") == {"n": "0201", "e": "0302", "s": "0203", "w": "0102"}
    assert SIDES.neighbours("0302") == {"n": "0301", "e": "0402", "w": "0202"}
    assert len(CORNERS.neighbours("0202")) == 8
    assert CORNERS.neighbours("0101") == {"e": "0201", "se": "0202", "s": "0102"}
    assert CORNERS.direction("0202", "0303") == "se"
    with pytest.raises(ValueError, match="not neighbours"):
        SIDES.direction("0202", "0101")


@pytest.mark.parametrize("grid", [SIDES, CORNERS])
def test_distance_is_the_number_of_steps(grid: SquareGrid) -> None:
    whole = SquareGrid(8, 6, diagonal=grid.diagonal)
    reached, steps = {"0402": 0}, ["0402"]
    for one in steps:
        for near in whole.neighbours(one).values():
            if near not in reached:
                reached[near] = reached[one] + 1
                steps.append(near)
    assert {one: whole.distance("0402", one) for one in whole.squares} == reached
    assert whole.ring("0402", 2) == [one for one in whole.squares if reached[one] == 2]


def test_labels_count_as_on_a_chessboard() -> None:
    assert CHESS.label(0, 7) == "A1" and CHESS.label(7, 0) == "H8"
    assert CHESS.at(0, 0) == "a8"
    wide = SquareGrid(3, 2, numbering=Numbering(before="W ", after="!"))
    assert list(wide.labels)[:2] == ["W 0101!", "W 0102!"]


def test_a_point_is_in_the_square_around_it() -> None:
    for one in CORNERS.squares:
        x, y = CORNERS.centre(one)
        assert [CORNERS.at(x + right, y + down) for right in (-0.9, 0.9) for down in (-1.4, 1.4)] == [one] * 4
        (left, top), _, (right, bottom), _ = CORNERS.corners(one)
        assert (right - left, top - bottom) == (2.0, 3.0)
    assert CORNERS.at(0, 0) is None and SIDES.at(2, -2) is None


@given(st.lists(st.tuples(st.floats(-5, 40), st.floats(-40, 9)), max_size=20))
def test_many_points_are_answered_as_one_by_one(points: list[tuple[float, float]]) -> None:
    assert CORNERS.at_all(points) == [CORNERS.at(x, y) for x, y in points]


@given(PLACES, PLACES)
def test_a_line_is_the_same_backwards_and_its_squares_hang_together(a: Square, b: Square) -> None:
    way = list(crossed(a, b))
    assert (way[0], way[-1]) == (a, b)
    assert sorted(way) == sorted(crossed(b, a))
    assert len(set(way)) == len(way)
    for one, other in pairwise(way):
        assert max(abs(one.column - other.column), abs(one.row - other.row)) == 1


@given(PLACES, PLACES)
def test_a_line_crosses_what_many_points_of_it_lie_in(a: Square, b: Square) -> None:
    parts = 997  # no point of these lies on a side or a corner of a square, but where the line runs along it
    seen = {
        Square(*(_near(x + (y - x) * n / parts) for x, y in zip(a, b, strict=True))) for n in range(parts + 1)
    }
    assert seen <= set(crossed(a, b)) | _touched(a, b)


def _near(value: float) -> int:
    return math.floor(value + 0.5)


def _touched(a: Square, b: Square) -> set[Square]:
    """Squares beside a line that passes exactly through corners: rounding puts a point into either."""
    across, down = b.column - a.column, b.row - a.row
    if abs(across) != abs(down):
        return set()
    return {Square(one.column + 1, one.row) for one in crossed(a, b)} | {
        Square(one.column, one.row + 1) for one in crossed(a, b)
    }


def test_on_the_board_a_line_leaves_out_what_is_missing() -> None:
    assert SIDES.line("0101", "0505") == ["0101", "0202", "0404", "0505"]
    assert SIDES.line("0101", "0401") == ["0101", "0201", "0301", "0401"]
