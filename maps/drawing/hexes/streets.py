"""A city on a board of hexes: blocks of houses around courts with streets between, parks and squares."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy
import shapely
from shapely.affinity import rotate, translate

from maps.drawing.hexes.curve import chance_of, rounded
from maps.drawing.hexes.growth import draw_tree
from maps.drawing.hexes.landscape import fill, mixed, patches, rings_of, tint
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.shores import waters
from maps.drawing.hexes.square import draw_square
from maps.drawing.hexes.ways import Ways
from maps.drawing.ink import Ink
from maps.grids.hexes import Point

_LARGEST, _COURT = 2.7, 1.2
"""How large a block is at most, and how large it is that has a court, in square hexes."""
_STREET, _DEEP, _HOUSE = 0.13, 0.27, 0.62
"""Half the width of a street, how deep houses are, and how long, in hexes."""
_LEAST, _NARROW, _HOLLOW, _SPIKE = 0.2, 0.26, 0.84, 0.15
"""The smallest block, in square hexes; how narrow one is at least, in hexes; how much of its hull it fills;
and how broad what sticks out of it is at least, in hexes."""
_UNEVEN = 0.07
"""How far from the middle ground is halved, as a part of its length."""
_FAINT = 0.5
"""How much of the ground's own colour houses have, which are there for the look alone."""
_SHADE, _DARK = 0.035, 0.5
"""How far the shadow of a block falls, in hexes, and how dark it is, between the ground and its walls."""
_EDGE, _QUAY = 0.08, 0.26
"""How far houses keep from the edge of their ground, and from open water, in hexes."""


def draw_streets(ink: Ink, plan: Plan) -> None:
    """Blocks along streets, for the look of a city: which grounds have them, map.toml says."""
    whole = _city(plan)
    if whole.is_empty:
        return
    kept = [*_open_ground(plan), whole.boundary.buffer(_EDGE * plan.size)]
    for block in blocks_of(whole.difference(shapely.union_all(kept)), plan.size):
        draw_block(ink, plan, block)


def blocks_of(ground: shapely.Geometry, size: float) -> list[shapely.Polygon]:
    """The blocks of houses on some ground, for hexes of this width: it is halved across the longer side again
    and again, the streets between in line with the edges that it has there, such as a quay. What is too
    small, narrow or hollow for houses is left as pavement."""
    found, left = [], list(shapely.get_parts(ground.simplify(0.02 * size)))
    while left:
        part = left.pop()
        if part.geom_type != "Polygon" or part.area < _LEAST * size**2:
            continue
        hollow = part.area < _HOLLOW * part.convex_hull.area and part.area > 2 * _LEAST * size**2
        if part.area > _LARGEST * size**2 or hollow:
            left += _halves(part, size)
            continue
        inner = part.buffer(-(_STREET + _SPIKE) * size, join_style="mitre")
        for one in shapely.get_parts(inner.buffer(_SPIKE * size, join_style="mitre", mitre_limit=2.0)):
            if _has_room(one, size):
                found.append(one.simplify(0.03 * size))
    return found


def _has_room(block: shapely.Geometry, size: float) -> bool:
    """Whether houses have room on it all round, so that it looks like a block and not like a leftover."""
    return bool(
        block.area >= _LEAST * size**2
        and 2 * block.area / block.length >= _NARROW / 2 * size
        and block.area >= _HOLLOW * block.convex_hull.area
    )


def _halves(part: shapely.Polygon, size: float) -> list[shapely.Geometry]:
    """Both halves of some ground, parted by a straight cut in line with most of its edge."""
    middle = part.centroid
    turn = _lie(part.simplify(0.2 * size))
    level = rotate(part, -turn, origin=middle, use_radians=True)
    left, top, right, low = level.bounds
    share = 0.5 + chance_of(middle.x, middle.y).uniform(-_UNEVEN, _UNEVEN)
    if right - left > low - top:
        cut = left + (right - left) * share
        boxes = shapely.box(left, top, cut, low), shapely.box(cut, top, right, low)
    else:
        cut = top + (low - top) * share
        boxes = shapely.box(left, top, right, cut), shapely.box(left, cut, right, low)
    pieces = (piece for box in boxes for piece in shapely.get_parts(level.intersection(box)))
    return [rotate(piece, turn, origin=middle, use_radians=True) for piece in pieces]


def _lie(part: shapely.Polygon) -> float:
    """The direction of most of an edge, up to a quarter turn: that of its pieces, the long ones most."""
    edge = numpy.diff(shapely.get_coordinates(part.exterior), axis=0)
    four = 4 * numpy.arctan2(edge[:, 1], edge[:, 0])
    long = numpy.hypot(*edge.T) ** 2
    return math.atan2(float((long * numpy.sin(four)).sum()), float((long * numpy.cos(four)).sum())) / 4


def _city(plan: Plan) -> shapely.Geometry:
    """The ground that has streets."""
    return patches(plan, plan.style.get("streets", ()))


def _open_ground(plan: Plan) -> Iterator[shapely.Geometry]:
    """Where no houses stand: parks, and what runs from hex to hex."""
    yield from (shape for _, shape in _parks(plan))
    yield from (shape.buffer(_QUAY * plan.size) for shape in waters(plan).values())
    size, ways = plan.size, Ways(plan)
    for word, lines in (*ways.roads.items(), *ways.rails.items()):
        wide = float(plan.style.get("road_mm", {}).get(word, 2.0))
        yield shapely.MultiLineString(lines).buffer(wide / 2 + size * 0.12)
    fact = str(plan.style.get("buildings", {}).get("fact", ""))
    built = [shapely.Polygon(plan.ring(one)) for one, space in plan.spaces() if space.facts.get(fact)]
    for part in shapely.get_parts(shapely.union_all(built).buffer(size * 0.12)):
        yield part.convex_hull


def draw_block(ink: Ink, plan: Plan, block: shapely.Polygon) -> None:
    """Houses around a court, flat and faint, so that none looks like a building of the game; one or the other
    has burnt out."""
    size, ground = plan.size, tint(plan, plan.style["streets"][0])
    slate, brick, ruin, yard, wall = (
        mixed(plan.palette[f"built.{word}"], ground, _FAINT)
        for word in ("slate", "roof", "ruin", "court", "wall")
    )
    chance = chance_of(block.centroid.x, block.centroid.y)
    roof = mixed(brick, slate, chance.choice((0.0, 0.0, 0.5, 1.0)))
    fill(ink, translate(block, _SHADE * size, _SHADE * size), mixed(ground, wall, _DARK))
    fill(ink, block, roof)
    has_court = block.area >= _COURT * size**2
    court = block.buffer(-_DEEP * size, join_style="mitre") if has_court else shapely.Polygon()
    for ring in rings_of(block):
        line = shapely.LineString(ring)
        for number in range(int(line.length / (_HOUSE * size))):
            house = _house(line, (number + 0.5) * _HOUSE * size, size)
            if chance.random() < 0.22 and not house.is_empty:
                fill(ink, house.intersection(block).difference(court), ruin)
    for part in shapely.get_parts(court):
        if not part.is_empty:
            fill(ink, part, yard)
            for ring in rings_of(part):
                ink.line(ring, wall, 0.12)
    for ring in rings_of(block):
        ink.line(ring, wall, 0.16)


def _house(street: shapely.LineString, far: float, size: float) -> shapely.Geometry:
    """The ground of one house of a block, so far along its streets; nothing at a corner."""
    before, after = (street.interpolate(far + step) for step in (-_HOUSE * size / 2, _HOUSE * size / 2))
    straight = before.distance(after) > 0.97 * _HOUSE * size
    return shapely.LineString([before, after] if straight else []).buffer(_DEEP * size, cap_style="flat")


def draw_parks(ink: Ink, plan: Plan) -> None:
    """Parks with their paths and trees, and open squares, where map.toml has any."""
    palette = plan.palette
    for square, shape in _parks(plan):
        fill(ink, shape, palette["built.square" if square else "growth.park"])
        if square:
            draw_square(ink, plan, shape)
            continue
        for path in _paths(plan, shape):
            ink.line(path, palette["growth.path"], 0.085 * plan.size)
        for at, scale in _trees(plan, shape):
            draw_tree(ink, at, scale * plan.size * 0.095, palette)


def _parks(plan: Plan) -> Iterator[tuple[bool, shapely.Geometry]]:
    city = _city(plan) if "park" in plan.table else shapely.Polygon()
    for park in plan.table.get("park", []):
        ring = [plan.at((x, y)) for x, y in park["points"]]
        square = bool(park.get("square"))
        shape = shapely.Polygon(ring if square else rounded(ring, closed=True)).buffer(0)
        shape = shape.intersection(city.buffer(0.01))
        if not shape.is_empty:
            yield square, shape


def _paths(plan: Plan, shape: shapely.Geometry) -> Iterator[list[Point]]:
    """Winding paths through a park, from edge to edge."""
    west, north, east, south = shape.bounds
    size = plan.size
    for number in range(round((east - west + south - north) / (size * 3.4))):
        chance = chance_of(west, north, number)
        x, y = chance.uniform(west, east), chance.uniform(north, south)
        angle = chance.uniform(0, math.pi)
        line = [
            (
                x + math.cos(angle) * step * size + math.sin(step * 1.3 + number) * size * 0.5,
                y + math.sin(angle) * step * size + math.cos(step * 1.1 + number) * size * 0.5,
            )
            for step in range(-6, 7)
        ]
        for part in shapely.get_parts(shapely.LineString(rounded(line)).intersection(shape)):
            if part.geom_type == "LineString" and part.length > size:
                yield [(u, v) for u, v in part.coords]


def _trees(plan: Plan, shape: shapely.Geometry) -> Iterator[tuple[Point, float]]:
    """Where trees stand in a park, those in front last, and how large they are."""
    west, north, east, south = shape.bounds
    step, inner = plan.size * 0.2, shape.buffer(-plan.size * 0.1)
    shapely.prepare(inner)
    groves = shapely.MultiLineString(list(_paths(plan, shape))).buffer(plan.size * 0.13)
    for row in range(int((south - north) / step)):
        chance = chance_of(north, row)
        for column in range(int((east - west) / step)):
            x = west + (column + chance.uniform(0, 0.9)) * step
            y = north + (row + chance.uniform(0, 0.9)) * step
            scale, kept = chance.uniform(0.8, 1.25), chance.random() < 0.55
            point = shapely.Point(x, y)
            if kept and inner.contains(point) and not groves.contains(point):
                yield (x, y), scale
