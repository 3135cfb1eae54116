"""Rivers on a board of hexes: narrow at their sources, broad at their mouths, along the hexsides."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import numpy
import shapely

from maps.drawing.curve import Line, drift, eased, moved, through, towards
from maps.drawing.hexes.landscape import is_open, mixed
from maps.drawing.hexes.plan import Plan, once
from maps.drawing.ink import Colour, Ink
from maps.grids.hexes import Hexside, Point, Vertex, courses, vertices
from maps.reading.geometry import Line as River

_PAST_A_CORNER = 0.34
_OVER_THE_EDGE = 0.9
"""How far a river runs on over the edge of a board whose ground goes up to its frame, in hexes."""
"""How far, in hexes, a river runs on into open water, or beyond the edge of the board."""
_SOURCE, _SPRING, _GROWN, _AT_EDGE = 0.4, 0.12, 16, 11
"""How much of its width a river has near its source, and where it rises; hexsides until it has all of it;
those it has at edges."""
_FROM_CORNER, _DRIFT, _ROUNDS, _FINE, _SOFT = 0.22, 0.1, 8, 8, 5
"""How far a river is from the corners of its hexsides at most and how far it drifts for the look of it, in
hexes; how often its bends are drawn in; the points from one corner to the next, and how often those are drawn
together."""
_BROAD_MM = 2.0
"""So broad a river has a lighter middle."""


def river_mm(plan: Plan, feature: str) -> float:
    """The width of a river, as map.toml says or in keeping with the hexes."""
    widths: Mapping[str, float] = plan.table.get("river_mm", {})
    return widths.get(feature, min(1.5, plan.size * 0.1))


def draw_rivers(ink: Ink, plan: Plan) -> None:
    """Rivers from fork to fork along their hexsides, the small ones under the large."""
    features = sorted(plan.features("river"), key=lambda word: river_mm(plan, word))
    flows = flows_of(plan, [side for word in features for side in plan.sides.get(word, [])])
    spots = bends_of(plan)
    streams = [
        (river_mm(plan, word), *_stream(plan, way, flows, spots))
        for word in features
        for way in courses(plan.sides.get(word, []))
    ]
    for colour, more, part in _layers(plan):
        for wide, line, shares in streams:
            if part == 1.0 or wide >= _BROAD_MM:
                ink.ribbon(line, [wide * part * share + more for share in shares], colour)


def draw_stream(ink: Ink, plan: Plan, line: Line, wide: float) -> None:
    """A stretch of a river of one breadth."""
    for colour, more, part in _layers(plan):
        if part == 1.0 or wide >= _BROAD_MM:
            ink.line(line, colour, wide * part + more)


def _layers(plan: Plan) -> tuple[tuple[Colour, float, float], ...]:
    """The layers of a river: the colour, by how many millimetres it is broader, and its part of the breadth;
    its banks, its water, and the lighter middle of a broad one."""
    bank, water = plan.palette["water.bank"], plan.palette["water.river"]
    light = mixed(water, (255, 255, 255), 0.22)
    return (bank, plan.size * 0.034, 1.0), (water, 0.0, 1.0), (light, 0.0, 0.45)


def flows_of(plan: Plan, sides: Iterable[Hexside]) -> dict[Vertex, int]:
    """How many hexsides of river lie above each corner: counted from the sources down, the shortest first."""
    near: dict[Vertex, set[Vertex]] = {}
    for side in sides:
        first, second = vertices(side)
        near.setdefault(first, set()).add(second)
        near.setdefault(second, set()).add(first)
    ends = [vertex for vertex in sorted(near) if len(near[vertex]) == 1 and not _at_water(plan, vertex)]
    queue = [(_AT_EDGE if _at_edge(plan, vertex) else 0, vertex) for vertex in ends]
    heapq.heapify(queue)
    flows: dict[Vertex, int] = {}
    while queue:
        flow, here = heapq.heappop(queue)
        flows[here] = max(flow, flows.get(here, 0))
        for below in near.pop(here, set()):
            near[below].discard(here)
            flows[below] = max(flows.get(below, 0), flows[here] + 1)
            if len(near[below]) == 1 and not _at_water(plan, below):
                heapq.heappush(queue, (flows[below], below))
    return flows


def _at_water(plan: Plan, vertex: Vertex) -> bool:
    return any(is_open(plan.grounds.get(one, "")) for one in vertex)


def _at_edge(plan: Plan, vertex: Vertex) -> bool:
    return any(one not in plan.grid.ids for one in vertex)


@once
def bends_of(plan: Plan) -> dict[Vertex, Point]:
    """Where rivers run at each corner of their hexsides: drawn towards their neighbours again and again, so
    that they do not follow the zigzag of the hexes, but near enough to the corner for each hexside to be
    known."""
    near: dict[Vertex, list[Vertex]] = {}
    for word in plan.features("river"):
        for first, second in map(vertices, plan.sides.get(word, [])):
            near.setdefault(first, []).append(second)
            near.setdefault(second, []).append(first)
    spots = {vertex: plan.corner(vertex) for vertex in sorted(near)}
    inner = [(vertex, corner, near[vertex]) for vertex, corner in spots.items() if len(near[vertex]) > 1]
    most = _FROM_CORNER * plan.size
    for number in range(_ROUNDS + 1):
        drifting = _DRIFT * plan.size if number == _ROUNDS else 0.0
        for vertex, corner, others in inner:
            (x, y), around = spots[vertex], [spots[other] for other in others]
            goal = (
                x / 2 + sum(u for u, _ in around) / len(around) / 2,
                y / 2 + sum(v for _, v in around) / len(around) / 2,
            )
            if drifting:
                u, v = drift(*goal, plan.size)
                goal = (goal[0] + u * drifting, goal[1] + v * drifting)
            far = math.dist(corner, goal)
            spots[vertex] = goal if far <= most else moved(corner, towards(corner, goal), most)
    return spots


@once
def river_lines(plan: Plan) -> list[Line]:
    """The lines in the middle of all rivers, from fork to fork."""
    spots = bends_of(plan)
    return [
        _line(plan, way, spots)
        for word in plan.features("river")
        for way in courses(plan.sides.get(word, []))
    ]


def named_lines(plan: Plan) -> Iterator[tuple[River, Line]]:
    """The rivers that have names, each with the line of every part of its course."""
    spots = bends_of(plan)
    if not spots:
        return
    bends = list(spots.values())
    corners = shapely.STRtree(shapely.points([plan.corner(vertex) for vertex in spots]))
    for river in plan.sheet.views[0].lines:
        for part in shapely.get_parts(river.course) if river.kind == "river" else ():
            way = [bends[at] for at in corners.nearest(shapely.points(part.coords)).tolist()]
            yield river, eased(through(way, _FINE), _SOFT)


def _line(plan: Plan, way: Sequence[Vertex], spots: Mapping[Vertex, Point]) -> Line:
    """A river through its bends; at both ends on into water or over the edge."""
    first, last = _onward(plan, way[0]), _onward(plan, way[-1])
    return eased(through([*first, *(spots[vertex] for vertex in way), *last], _FINE), _SOFT)


def _stream(
    plan: Plan, way: Sequence[Vertex], flows: Mapping[Vertex, int], spots: Mapping[Vertex, Point]
) -> tuple[Line, list[float]]:
    """The course of a river, and how broad it is at each point."""
    shares = [_SOURCE + (1 - _SOURCE) * min(1.0, flows.get(vertex, _GROWN) / _GROWN) for vertex in way]
    line = _line(plan, way, spots)
    for end, vertex in ((0, way[0]), (-1, way[-1])):
        if flows.get(vertex) == 0 and not _onward(plan, vertex):
            shares[end] = _SPRING  # it rises there: no stump is to be seen
    return line, _along(line, shares)


def _along(line: Line, shares: Sequence[float]) -> list[float]:
    """What changes evenly along a line, at each of its points."""
    far = numpy.cumsum([0.0, *(math.dist(a, b) for a, b in pairwise(line))])
    whole = far[-1] or 1.0
    found: list[float] = numpy.interp(far / whole, numpy.linspace(0, 1, len(shares)), shares).tolist()
    return found


def _onward(plan: Plan, vertex: Vertex) -> list[Point]:
    """A point beyond the end of a river, if water or the edge of the board lies there."""
    for one in vertex:
        if is_open(plan.grounds.get(one, "")) or one not in plan.grid.ids:
            corner = plan.corner(vertex)
            short = moved(corner, towards(corner, plan.centre(one)), plan.size * _PAST_A_CORNER)
            return over_the_edge(plan, vertex) or [short]
    return []


def over_the_edge(plan: Plan, vertex: Vertex) -> list[Point]:
    """A point beyond the frame for a line that ends at the edge of a board whose ground goes up to that."""
    corner = plan.corner(vertex)
    outside = [one for one in vertex if one not in plan.grid.ids and one not in plan.missing]
    if (
        not outside
        or not plan.style.get("bleed")
        or any(is_open(plan.grounds.get(one, "")) for one in outside)
    ):
        return []
    return [moved(corner, towards(corner, plan.centre(outside[0])), plan.size * _OVER_THE_EDGE)]
