"""The mathematics of hexes holds everywhere, and every printed numbering can be read back."""

from __future__ import annotations

import math
from collections import deque
from itertools import pairwise

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grids.grid import COUNTED, DOUBLED, Axis, HexGrid, Numbering
from maps.grids.hexes import Hex, Lattice, courses, distance, hexside, line, ring, vertices, within

HEXES = st.builds(Hex, st.integers(-200, 200), st.integers(-200, 200))
LATTICES = st.builds(Lattice, st.booleans(), st.floats(0.1, 90))
AXES = st.builds(
    Axis,
    st.integers(0, 30),
    st.integers(1, 4),
    st.just(""),
    st.booleans(),
) | st.builds(Axis, st.integers(2, 60), st.just(1), st.sampled_from((DOUBLED, COUNTED)), st.booleans())
ODD_EVEN = st.sampled_from(("odd", "even"))
NUMBERINGS = st.builds(
    Numbering, AXES, AXES, st.booleans(), st.sampled_from((".", "-", " ")), st.integers(-1, 1)
)
GRIDS = st.builds(
    HexGrid,
    st.integers(1, 12),
    st.integers(2, 12),
    st.builds(Lattice, st.booleans()),
    ODD_EVEN,
    ODD_EVEN | st.just(""),
    NUMBERINGS,
)


@given(HEXES, LATTICES)
def test_neighbours_are_six_and_each_knows_the_way_back(one: Hex, lattice: Lattice) -> None:
    around = lattice.neighbours(one)
    assert len({*around, one}) == 7
    for direction, near in zip(lattice.directions, around, strict=True):
        assert one in lattice.neighbours(near)
        assert lattice.direction(one, near) == direction
        assert hexside(one, near) == hexside(near, one)
        across = lattice.directions[(lattice.directions.index(direction) + 3) % 6]
        assert lattice.neighbour(near, across) == one


@given(HEXES, HEXES)
def test_hexes_apart_share_no_hexside(a: Hex, b: Hex) -> None:
    if distance(a, b) != 1:
        with pytest.raises(ValueError, match="no hexside"):
            hexside(a, b)


@given(HEXES, LATTICES)
def test_six_hexsides_join_at_six_vertices_to_a_ring(one: Hex, lattice: Lattice) -> None:
    ends = [vertices(hexside(one, near)) for near in lattice.neighbours(one)]
    each = [vertex for pair in ends for vertex in pair]
    assert len(set(each)) == 6
    assert all(each.count(vertex) == 2 for vertex in each)
    assert all(set(a) & set(b) for a, b in pairwise([*ends, ends[0]]))


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from(Lattice().directions))))
def test_courses_use_every_hexside_once_and_fork_at_their_ends_only(
    picked: set[tuple[int, int, str]],
) -> None:
    sides = {hexside(Hex(q, r), Lattice().neighbour(Hex(q, r), way)) for q, r, way in picked}
    found = courses(sides)
    walked = [{one, two} for course in found for one, two in pairwise(course)]
    assert sorted(map(sorted, walked)) == sorted(sorted(vertices(side)) for side in sides)
    meetings = [vertex for side in sides for vertex in vertices(side)]
    inner = [vertex for course in found for vertex in course[1:-1]]
    assert all(meetings.count(vertex) == 2 for vertex in inner)
    for course in found:
        forks = [vertex for vertex in (course[0], course[-1]) if meetings.count(vertex) != 2]
        assert len(forks) == 2 or (course[0] == course[-1] and not forks)


def test_a_river_around_a_hex_is_one_ring() -> None:
    around = [hexside(Hex(0, 0), near) for near in Lattice().neighbours(Hex(0, 0))]
    (ring_of_sides,) = courses(around)
    assert len(ring_of_sides) == 7
    assert ring_of_sides[0] == ring_of_sides[-1]


@given(HEXES, LATTICES)
def test_the_side_towards_a_neighbour_lies_half_way_to_it(one: Hex, lattice: Lattice) -> None:
    corners = lattice.corners(one)
    for n, near in enumerate(lattice.neighbours(one)):
        (x1, y1), (x2, y2) = corners[n], corners[(n + 1) % 6]
        (ax, ay), (bx, by) = lattice.centre(one), lattice.centre(near)
        assert math.dist(((x1 + x2) / 2, (y1 + y2) / 2), ((ax + bx) / 2, (ay + by) / 2)) < 1e-6
        assert {corners[n], corners[(n + 1) % 6]} <= set(lattice.corners(near))


@given(HEXES, HEXES)
def test_a_line_is_an_unbroken_shortest_way_and_the_same_backwards(a: Hex, b: Hex) -> None:
    for other in (False, True):
        way = line(a, b, other)
        assert (way[0], way[-1], len(way)) == (a, b, distance(a, b) + 1)
        assert all(distance(one, two) == 1 for one, two in pairwise(way))
        assert line(b, a, other) == way[::-1]


@given(HEXES, HEXES, st.booleans())
def test_a_line_leaves_no_hex_through_whose_middle_it_runs(a: Hex, b: Hex, other: bool) -> None:
    """Every hex of it is within a hex's reach of the straight line between the centres."""
    lattice = Lattice()
    (ax, ay), (bx, by) = lattice.centre(a), lattice.centre(b)
    length = math.dist((ax, ay), (bx, by))
    for one in line(a, b, other):
        x, y = lattice.centre(one)
        off = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length if length else 0.0
        assert off <= 1 / math.sqrt(3) + 1e-9


def test_a_line_along_a_hexside_has_two_readings() -> None:
    assert line(Hex(0, 0), Hex(1, 1)) != line(Hex(0, 0), Hex(1, 1), other_side=True)
    assert {line(Hex(0, 0), Hex(1, 1), side)[1] for side in (False, True)} == {Hex(0, 1), Hex(1, 0)}


@given(HEXES, st.integers(0, 6))
def test_rings_make_up_the_range(middle: Hex, reach: int) -> None:
    rings = [one for n in range(reach + 1) for one in ring(middle, n)]
    assert sorted(rings) == sorted(within(middle, reach))
    assert len(rings) == 1 + 3 * reach * (reach + 1)


@given(HEXES, LATTICES)
def test_a_centre_lies_in_its_hex(one: Hex, lattice: Lattice) -> None:
    assert lattice.at(*lattice.centre(one)) == one


@given(HEXES, LATTICES, st.floats(0, 0.999), st.integers(0, 5), st.floats(0, 1))
def test_points_up_to_the_edge_lie_in_their_hex(
    one: Hex, lattice: Lattice, out: float, side: int, along: float
) -> None:
    corners, (x, y) = lattice.corners(one), lattice.centre(one)
    (x1, y1), (x2, y2) = corners[side], corners[(side + 1) % 6]
    edge = (x1 + (x2 - x1) * along, y1 + (y2 - y1) * along)
    assert lattice.at(x + (edge[0] - x) * out, y + (edge[1] - y) * out) == one


@given(LATTICES, st.lists(st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4)), max_size=30))
def test_many_points_are_found_as_one_by_one(lattice: Lattice, points: list[tuple[float, float]]) -> None:
    found = lattice.at_all(numpy.array(points).reshape(-1, 2))
    assert [Hex(q, r) for q, r in found.tolist()] == [lattice.at(x, y) for x, y in points]


@given(GRIDS)
def test_every_numbering_can_be_read_back(grid: HexGrid) -> None:
    places = list(grid.printed())
    for label, one in places:
        column, row = grid.place_of(one)
        assert grid.label(column, row) == label
        assert grid.hex_at(column, row) == one
    assert len(grid.labels) == len(places)


@given(GRIDS)
def test_all_contacts_of_a_board_are_those_of_each_hex(grid: HexGrid) -> None:
    assert list(grid.contacts()) == [(one, list(grid.neighbours(one).values())) for one in grid.hexes]
    assert all(grid.around(one) == near for one, near in grid.contacts())


@given(GRIDS)
def test_shoved_lines_stand_half_a_hex_further(grid: HexGrid) -> None:
    along = 1 if grid.lattice.flat else 0
    sign = -1 if grid.lattice.flat else 1
    places = (
        (n, 0) if grid.lattice.flat else (0, n)
        for n in range(grid.columns if grid.lattice.flat else grid.rows)
    )
    for number, (column, row) in enumerate(places):
        further = sign * grid.lattice.centre(grid.hex_at(column, row))[along]
        shoved, first = number % 2 == (0 if grid.shoved == "odd" else 1), grid.shoved == "odd"
        assert further == pytest.approx((0.5 if shoved else 0.0) - (0.5 if first else 0.0))


@given(st.builds(HexGrid, st.integers(1, 7), st.integers(2, 7), st.builds(Lattice, st.booleans()), ODD_EVEN))
def test_distance_is_what_a_search_over_neighbours_finds(grid: HexGrid) -> None:
    start = next(iter(grid.hexes))
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        assert grid.around(here) == list(grid.neighbours(here).values())
        for near in grid.around(here):
            if near not in found:
                found[near] = found[here] + 1
                queue.append(near)
    assert found == {space: grid.distance(start, space) for space in grid.hexes}
    assert set(grid.within(start, 2)) == {space for space, steps in found.items() if steps <= 2}
    assert set(grid.ring(start, 2)) == {space for space, steps in found.items() if steps == 2}


def test_the_numberings_of_known_boards() -> None:
    plain = HexGrid(47, 41)
    assert (plain.label(0, 0), plain.label(46, 40)) == ("0101", "4741")
    assert plain.neighbours("0202") == {
        "n": "0201", "ne": "0302", "se": "0303", "s": "0203", "sw": "0103", "nw": "0102"
    }  # fmt: skip
    lettered = HexGrid(39, 24, numbering=Numbering(Axis(letters=DOUBLED), Axis()))
    assert [lettered.label(c, 23) for c in (0, 25, 26, 38)] == ["A24", "Z24", "AA24", "MM24"]
    counted = HexGrid(60, 2, numbering=Numbering(Axis(letters=COUNTED), Axis()))
    assert [counted.label(c, 0) for c in (25, 26, 27, 51, 52)] == ["Z1", "AA1", "AB1", "AZ1", "BA1"]
    upward = HexGrid(3, 9, numbering=Numbering(Axis(digits=2), Axis(digits=2, backward=True)))
    assert upward.label(0, 8) == "0101"
    rows_first = HexGrid(3, 9, numbering=Numbering(Axis(), Axis(), column_first=False, between="."))
    assert rows_first.label(1, 8) == "9.2"


def test_a_pointed_board_has_its_own_directions() -> None:
    grid = HexGrid(5, 5, Lattice(flat=False))
    assert grid.neighbours("0202") == {
        "ne": "0301", "e": "0302", "se": "0303", "sw": "0203", "w": "0102", "nw": "0201"
    }  # fmt: skip


def test_missing_hexes_and_short_columns_are_no_spaces() -> None:
    grid = HexGrid(3, 3, short="even", missing=frozenset({"0101"}))
    assert "0101" not in grid.hexes
    assert "0203" not in grid.hexes
    assert len(grid.hexes) == 7
    assert grid.at(*Lattice().centre(grid.hex_at(0, 0))) is None
    assert grid.at_all([grid.centre("0102"), (99, 99)]) == ["0102", None]
