"""Who holds what at start: a soft band along the boundary, and a broken line where no river shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import shapely
from shapely.ops import split

from maps.board import Fact
from maps.drawing.curve import Line, eased, moved, through, towards
from maps.drawing.hexes.bends import parting
from maps.drawing.hexes.landscape import fill
from maps.drawing.hexes.plan import Plan, once
from maps.drawing.hexes.rivers import bends_of, over_the_edge, river_lines
from maps.drawing.ink import Ink
from maps.grids.hexes import Hex, Hexside, Point, Vertex, courses, hexside
from maps.reading.look import colour_of

_BANDS = tuple(step * 0.014 for step in range(26, 0, -1))
"""How far each layer of the band reaches from the boundary, in hexes: together they fade away from it."""
_SEEN, _STEPS, _SOFT = 6, 6, 3
"""How much of each layer is seen, the points of a boundary from corner to corner, and how often those are
drawn together."""
_FINE_MM = 0.06
"""How far the rim of a layer may be from where it should be: long rims of many points take long to fill."""
_DASH, _GAP = 0.16, 0.11
_BESIDE = 0.17
"""Dashes and the gaps between them, and how far off a river a front is a line, in hexes."""


def draw_bands(ink: Ink, plan: Plan) -> None:
    """The soft bands, on the side that map.toml names, else wherever the fact says something."""
    for front, way, course in front_lines(plan):
        colour = (*colour_of(front["colour"]), _SEEN)
        line, sides = shapely.LineString(course), list(_sides(plan, way, front))
        blade = _longer(line)
        for reach in _BANDS:
            ground = line.buffer(reach * plan.size, cap_style="flat")
            for part in shapely.get_parts(split(ground, blade)):
                if _side_of(line, part.representative_point()) in sides:
                    fill(ink, part.simplify(_FINE_MM), colour)


def _longer(line: shapely.LineString) -> shapely.LineString:
    """A line a little longer at both ends, so that it cuts through the ground about it; a ring as it is."""
    points = [(x, y) for x, y in line.coords]
    if line.is_ring:
        return line
    before = moved(points[0], towards(points[1], points[0]), 0.2)
    return shapely.LineString([before, *points, moved(points[-1], towards(points[-2], points[-1]), 0.2)])


def _side_of(line: shapely.LineString, point: shapely.Point) -> int:
    """On which side of a line a point lies: 1 to the right of it on the sheet, -1 to the left."""
    far = line.project(point)
    before, after = line.interpolate(max(0.0, far - 0.5)), line.interpolate(far + 0.5)
    turn = (after.x - before.x) * (point.y - before.y) - (after.y - before.y) * (point.x - before.x)
    return 1 if turn > 0 else -1


def draw_fronts(ink: Ink, plan: Plan) -> None:
    """A broken line between hexes of land whose fact differs; one that has its band on one side only where no
    river runs."""
    wet = shapely.MultiLineString(river_lines(plan)).buffer(_BESIDE * plan.size)
    for front, _, course in front_lines(plan):
        whole = shapely.LineString(course)
        for part in shapely.get_parts(whole.difference(wet) if "beside" in front else whole):
            if part.length > plan.size * _DASH:
                draw_front_line(ink, [(x, y) for x, y in part.coords], front, plan.size)


def draw_front_line(ink: Ink, line: Line, front: Mapping[str, Any], size: float) -> None:
    """A broken line as map.toml says, for hexes of this width."""
    ink.dashes(line, colour_of(front["colour"]), float(front["mm"]), size * _DASH, size * _GAP)


@once
def front_lines(plan: Plan) -> list[tuple[Mapping[str, Any], list[Vertex], Line]]:
    """Each boundary, with what map.toml says of it, its corners and its line on the sheet."""
    bends = bends_of(plan)
    return [
        (front, way, _curve(plan, way, bends))
        for front in plan.table.get("divide", [])
        for way in courses(divided(plan, str(front["fact"])))
    ]


def _curve(plan: Plan, way: Sequence[Vertex], bends: Mapping[Vertex, Point]) -> Line:
    """A boundary along hexsides; where it follows a river, in the middle of that."""
    first, last = (_out(plan, vertex) for vertex in (way[0], way[-1]))
    return eased(through([*first, *parting(plan, way, bends), *last], _STEPS), _SOFT)


def _out(plan: Plan, vertex: Vertex) -> Line:
    """A point beyond the nearest side of the frame for a boundary that ends at the edge of the board."""
    if not over_the_edge(plan, vertex):
        return []
    (x, y), (left, top, wide, high) = plan.corner(vertex), plan.frame
    near = min((x - left, (-1, 0)), (y - top, (0, -1)), (left + wide - x, (1, 0)), (top + high - y, (0, 1)))
    return [moved((x, y), near[1], plan.size)]


def divided(plan: Plan, fact: str) -> list[Hexside]:
    """The hexsides between hexes of land that differ in a fact."""
    closed = plan.table.get("closed", ())
    found = []
    board, hexes = plan.sheet.board, plan.grid.hexes
    for a, near in board.links.items():
        for b in near:
            facts = board.spaces[a].facts.get(fact), board.spaces[b].facts.get(fact)
            dry = all(plan.word(board.spaces[one]) not in closed for one in (a, b))
            if a < b and facts[0] != facts[1] and dry:
                found.append(hexside(hexes[a], hexes[b]))
    return found


def _sides(plan: Plan, way: Sequence[Vertex], front: Mapping[str, Any]) -> Iterator[int]:
    """On which sides of a boundary its band lies: 1 to the right on the sheet, -1 to the left."""
    (x, y), (u, v) = plan.corner(way[0]), plan.corner(way[1])
    for one in _beside(way):
        fact = _fact(plan, one, str(front["fact"]))
        if fact and fact == front.get("beside", fact):
            right, down = plan.centre(one)
            yield 1 if (u - x) * (down - y) - (v - y) * (right - x) > 0 else -1


def _beside(way: Sequence[Vertex]) -> list[Hex]:
    """The hexes on both sides of the first hexside of a boundary."""
    first, second = next(pairwise(way))
    return sorted(set(first) & set(second))


def _fact(plan: Plan, one: Hex, fact: str) -> Fact | None:
    return plan.sheet.board.spaces[plan.grid.ids[one]].facts.get(fact)
