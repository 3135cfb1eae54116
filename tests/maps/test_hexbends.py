"""Coasts, rims of woods and fronts: no zigzag of hexes, and each hex keeps the ground it has."""

from __future__ import annotations

import math

import pytest
import shapely

from maps.drawing.hexes.bends import parting
from maps.drawing.hexes.fronts import front_lines
from maps.drawing.hexes.landscape import covered
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.shores import waters
from maps.drawing.sheet import lay_out
from maps.grids.hexes import Hex, courses, hexside


@pytest.fixture(scope="module")
def plan() -> Plan:
    sheet = lay_out("koenigsberg45")
    assert sheet.board.grid is not None
    return Plan(sheet, sheet.board.grid)


def row(plan: Plan, below: bool) -> set[Hex]:
    """All hexes from row 20 on, or those above: their boundary is one zigzag across the board."""
    return {plan.grid.hexes[one] for one in plan.sheet.board.spaces if (int(one[2:]) >= 20) == below}


def test_a_boundary_along_a_row_of_hexes_is_nearly_straight(plan: Plan) -> None:
    north, south = row(plan, below=False), row(plan, below=True)
    near = plan.grid.lattice.neighbours
    (way,) = courses({hexside(one, other) for one in north for other in near(one) if other in south})
    heights = [y for _, y in parting(plan, way, {})][3:-3]
    zigzag = [y for _, y in map(plan.corner, way)][3:-3]
    assert max(heights) - min(heights) < 0.4 * (max(zigzag) - min(zigzag))


def test_a_line_stays_near_its_corners_and_off_the_numbers_below_them(plan: Plan) -> None:
    ways = [way for _, way, _ in front_lines(plan)]
    assert ways
    for way in ways:
        for vertex, (x, y) in zip(way, parting(plan, way, {}), strict=True):
            corner = plan.corner(vertex)
            assert math.dist(corner, (x, y)) <= 0.261 * plan.size
            assert y - corner[1] <= 0.081 * plan.size


def test_corners_that_are_known_are_kept(plan: Plan) -> None:
    way = max((way for _, way, _ in front_lines(plan)), key=len)
    kept = {way[5]: (1.0, 2.0)}
    assert parting(plan, way, kept)[5] == (1.0, 2.0)


def test_each_hex_of_water_or_woods_shows_it_and_none_beside_them(plan: Plan) -> None:
    shapes = dict(waters(plan)) | {word: shape for word, _, shape in covered(plan)}
    grounds = {word: shapely.union_all(list(shapely.get_parts(shape))) for word, shape in shapes.items()}
    for one, space in plan.spaces():
        ring = shapely.Polygon(plan.ring(one))
        for word, shape in grounds.items():
            share = ring.intersection(shape).area / ring.area
            assert share > 0.5 if plan.word(space) == word else share < 0.3, (space.name, word, share)


def test_a_front_leaves_the_board_straight_through_its_frame(plan: Plan) -> None:
    left, top, wide, high = plan.frame
    inside = shapely.box(left, top, left + wide, top + high)
    ends = [end for _, _, line in front_lines(plan) for end in (line[:2], line[:-3:-1])]
    out = [end for end in ends if not inside.contains(shapely.Point(end[0]))]
    assert out
    for (x, y), (u, v) in out:
        assert min(abs(x - u), abs(y - v)) < 0.05 * math.dist((x, y), (u, v)) + 0.2
