"""A city on a board of hexes: blocks of houses around courts with streets between, parks and squares."""

from __future__ import annotations

import math
from collections.abc import Iterator

import shapely
from shapely.affinity import translate

from maps.drawing.blocks import blocks_of
from maps.drawing.curve import chance_of, rounded
from maps.drawing.hexes.growth import draw_tree
from maps.drawing.hexes.landscape import fill, mixed, patches, rings_of, tint
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.shores import waters
from maps.drawing.hexes.square import draw_square
from maps.drawing.hexes.ways import ways_of
from maps.drawing.hexes.works import work_shapes
from maps.drawing.ink import Ink
from maps.grids.hexes import Point

_COURT = 1.2
"""How large a block is that has a court, in square hexes."""
_DEEP, _HOUSE = 0.27, 0.62
"""How deep houses are, and how long, in hexes."""
_FAINT = 0.5
"""How much of the ground's own colour houses have, which are there for the look alone."""
_SHADE, _DARK = 0.035, 0.5
"""How far the shadow of a block falls, in hexes, and how dark it is, between the ground and its walls."""
_EDGE, _QUAY, _WORKS = 0.08, 0.26, 0.12
"""How far houses keep from the edge of their ground, and from open water, and the city from made ground, in
hexes."""


def draw_streets(ink: Ink, plan: Plan) -> None:
    """Blocks along streets, for the look of a city: which grounds have them, map.toml says."""
    whole = city_ground(plan)
    if whole.is_empty:
        return
    kept = [*_open_ground(plan), whole.boundary.buffer(_EDGE * plan.size)]
    for block in blocks_of(whole.difference(shapely.union_all(kept)), plan.size):
        draw_block(ink, plan, block)


def city_ground(plan: Plan) -> shapely.Geometry:
    """The ground that has streets, without works inside it."""
    works = work_shapes(plan)
    whole = patches(plan, {*plan.style.get("streets", ()), *works})
    return whole.difference(shapely.union_all(list(works.values())).buffer(_WORKS * plan.size))


def _open_ground(plan: Plan) -> Iterator[shapely.Geometry]:
    """Where no houses stand: parks, and what runs from hex to hex."""
    yield from (shape for _, shape in _parks(plan))
    yield from (shape.buffer(_QUAY * plan.size) for shape in waters(plan).values())
    size, ways = plan.size, ways_of(plan)
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
    city = city_ground(plan) if "park" in plan.table else shapely.Polygon()
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
