"""An open square in a city: its pavement, lawns between walks that meet in the middle, and rows of trees."""

from __future__ import annotations

import math
from collections.abc import Iterator

import shapely

from maps.drawing.curve import chance_of
from maps.drawing.hexes.growth import draw_tree
from maps.drawing.hexes.landscape import fill, mixed, rings_of
from maps.drawing.hexes.plan import Plan
from maps.drawing.ink import Ink
from maps.grids.hexes import Point

_KERB, _ROW, _LAWNS = 0.14, 0.34, 0.62
"""How far the kerb, the rows of trees and the lawns are from the edge of a square, in hexes."""
_WALK, _ROUND, _INNER = 0.34, 1.25, 0.55
"""How broad half a walk is, and how far the round place in the middle and the bed in it reach, in hexes."""
_APART, _STANDING = 0.42, 0.75
"""How far trees are apart, in hexes, and how many of them the war has left."""
_LEAST = 0.4
"""The smallest lawn, in square hexes."""


def draw_square(ink: Ink, plan: Plan, shape: shapely.Geometry) -> None:
    """What is on the ground of a square, fainter than anything that counts in the game."""
    palette, size = plan.palette, plan.size
    green = mixed(palette["built.square"], palette["growth.park"], 0.75)
    for ring in rings_of(shape.buffer(-_KERB * size, join_style="mitre")):
        ink.line(ring, palette["built.court"], 0.4)
    for lawn in lawns(shape, size):
        fill(ink, lawn, green)
        for ring in rings_of(lawn):
            ink.line(ring, palette["growth.shadow"], 0.22)
    for at, scale in _trees(shape, size):
        draw_tree(ink, at, scale * size * 0.085, palette)


def lawns(shape: shapely.Geometry, size: float) -> Iterator[shapely.Geometry]:
    """The lawns of a square, and the round bed in its middle."""
    middle = shapely.box(*shape.bounds).centroid
    reach = shape.length
    walks = [
        shapely.LineString(
            [
                (middle.x - reach * math.cos(turn), middle.y - reach * math.sin(turn)),
                (middle.x + reach * math.cos(turn), middle.y + reach * math.sin(turn)),
            ]
        ).buffer(_WALK * size)
        for turn in (0.0, math.pi / 2, math.pi / 4, -math.pi / 4)
    ]
    open_ground = shape.buffer(-_LAWNS * size, join_style="mitre")
    beds = open_ground.difference(shapely.union_all([*walks, middle.buffer(_ROUND * size)]))
    for bed in shapely.get_parts(beds):
        soft = bed.buffer(-0.12 * size).buffer(0.12 * size)
        if soft.area > _LEAST * size**2:
            yield soft
    yield middle.buffer(_INNER * size).intersection(open_ground)


def _trees(shape: shapely.Geometry, size: float) -> Iterator[tuple[Point, float]]:
    """Rows of trees along the edge of a square, those in front last."""
    found = []
    for ring in rings_of(shape.buffer(-_ROW * size, join_style="mitre")):
        row = shapely.LineString(ring)
        for number in range(int(row.length / (_APART * size))):
            at = row.interpolate(number * _APART * size)
            chance = chance_of(at.x, at.y)
            if chance.random() < _STANDING:
                found.append(((at.x, at.y), chance.uniform(0.85, 1.2)))
    yield from sorted(found, key=lambda one: one[0][1])
