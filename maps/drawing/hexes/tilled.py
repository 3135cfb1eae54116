"""Fields of open country: quilts of strips around towns and farms, each ploughed its own way."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy
import shapely
from numpy.typing import NDArray

from maps.drawing.curve import between, chance_of, marks_along
from maps.drawing.hexes.plan import Plan
from maps.drawing.ink import Ink
from maps.grids.hexes import Hex, Point

_CROPS = ("growth.stubble", "growth.fallow", "growth.winter")
_PLOUGHED = 1
"""The crop whose furrows are seen."""
_LONG, _BROAD = (0.45, 1.0), (0.2, 0.38)
"""How long and how broad fields are, in hexes."""
_UNEVEN, _FURROW = 0.09, 0.1
"""How uneven the corners of fields are, and how far it is from furrow to furrow, in hexes."""
_HEDGED, _TREES = 0.1, 0.075
"""How many fields have a row of trees along one side, and how far it is from tree to tree, in hexes."""
_TOWN, _FARM = 1.9, 1.3
"""How far fields reach around a town and around a farm, in hexes."""
_NEAR, _FAR = 1.2, 0.1
"""How many of its places a quilt fills in its middle (all), and at its rim."""


def draw_tilled(ink: Ink, plan: Plan) -> None:
    """Fields on the grounds that map.toml says, around all towns and around a share of the other hexes."""
    crops, edge = [plan.palette[name] for name in _CROPS], plan.palette["growth.furrow"]
    for word, share in plan.style.get("tilled", {}).items():
        for ring, kind in fields_of(plan, word, float(share)):
            ink.polygon(ring, crops[kind])
            if chance_of(*ring[0], 9).random() < _HEDGED:
                for at, _ in marks_along(ring[:2], plan.size * _TREES):
                    ink.disc(at, plan.size * 0.017, plan.palette["growth.light"])
            for furrow in _furrows(ring, plan.size * _FURROW) if kind == _PLOUGHED else ():
                ink.line(furrow, edge, 0.1)


def _furrows(ring: Sequence[Point], gap: float) -> Iterator[list[Point]]:
    """Lines along a field."""
    a, b, c, d = ring
    count = max(2, round(math.dist(a, d) / gap))
    for number in range(1, count):
        yield [between(a, d, number / count), between(b, c, number / count)]


def fields_of(plan: Plan, word: str, share: float) -> Iterator[tuple[list[Point], int]]:
    """The corners of every field and what grows on it; none reaches beyond its ground but by a corner."""
    hexes = [one for one, found in plan.grounds.items() if found == word]
    farms = list(_farms(plan, hexes, share))
    if not farms:
        return
    quilts = [_quilt(plan, middle, reach) for middle, reach in farms]
    rings = numpy.concatenate([rings for rings, _ in quilts])
    kinds = [kind for _, some in quilts for kind in some]
    owners = numpy.repeat(numpy.arange(len(farms)), [len(some) for _, some in quilts])
    middles = shapely.STRtree(shapely.points([farm[0] for farm in farms]))
    nearest = middles.nearest(shapely.points(rings.reshape(-1, 2))).reshape(-1, 4)
    own = (nearest == owners[:, None]).all(axis=1)  # so that no quilt lies on another
    edges = numpy.concatenate((rings, (rings + numpy.roll(rings, 1, axis=1)) / 2), axis=1)
    inside = (plan.grounds_at(edges.reshape(-1, 2)).reshape(-1, 8) == word).all(axis=1)
    for at in numpy.flatnonzero(own & inside).tolist():
        yield [(x, y) for x, y in rings[at].tolist()], kinds[at]


def _farms(plan: Plan, hexes: Sequence[Hex], share: float) -> Iterator[tuple[Point, float]]:
    """The middle of every quilt of fields, and how far it reaches in millimetres."""
    town = str(plan.style.get("town", ""))
    towns = {one for one, space in plan.spaces() if town and space.facts.get(town)}
    for one in sorted(towns):
        yield plan.centre(one), _TOWN * plan.size
    for one in sorted(set(hexes) - towns):
        x, y = plan.centre(one)
        chance = chance_of(x, y, 5)
        if chance.random() < share:
            shift = (chance.uniform(-0.4, 0.4) * plan.size, chance.uniform(-0.4, 0.4) * plan.size)
            yield (x + shift[0], y + shift[1]), _FARM * plan.size * chance.uniform(0.7, 1.15)


def _quilt(plan: Plan, middle: Point, reach: float) -> tuple[NDArray[numpy.float64], list[int]]:
    """The fields of a quilt, four corners each, and the crop of each."""
    chance = chance_of(*middle, 7)
    turn, rings, kinds, down = chance.uniform(0, math.pi), [], [], -reach
    while down < reach:
        low = down + chance.uniform(*_BROAD) * plan.size
        right = -reach - chance.random() * plan.size
        while right < reach:
            end = right + chance.uniform(*_LONG) * plan.size
            far, kind = math.hypot((right + end) / 2, (down + low) / 2) / reach, chance.randrange(len(_CROPS))
            if far < 1 and chance.random() < _NEAR + (_FAR - _NEAR) * far**2:
                rings.append([(right, down), (end, down), (end, low), (right, low)])
                kinds.append(kind)
            right = end
        down = low
    points = numpy.array(rings, dtype=float).reshape(-1, 4, 2)
    waves = numpy.sin(points[..., ::-1] / plan.size * numpy.array((2.6, 1.9)))
    spin = numpy.array(((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))))
    return (points + waves * _UNEVEN * plan.size) @ spin + numpy.array(middle), kinds
