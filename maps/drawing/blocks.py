"""Blocks of houses on the ground of a city, between streets."""

from __future__ import annotations

import math

import numpy
import shapely
from shapely.affinity import rotate

from maps.drawing.curve import chance_of

_LARGEST = 2.7
"""How large a block is at most, in squares of the size."""
_STREET = 0.13
"""Half the width of a street, in sizes."""
_LEAST, _NARROW, _HOLLOW, _SPIKE = 0.2, 0.26, 0.84, 0.15
"""The smallest block, in squares of the size; how narrow one is at least, in sizes; how much of its hull it
fills; and how broad what sticks out of it is at least, in sizes."""
_UNEVEN = 0.07
"""How far from the middle ground is halved, as a part of its length."""


def blocks_of(ground: shapely.Geometry, size: float) -> list[shapely.Polygon]:
    """The blocks of houses on some ground, whose measures go by a size, such as the width of a hex.

    The ground is halved across its longer side again and again, the streets between in line with the edges
    that it has there, such as a quay. What is too small, narrow or hollow for houses is left as pavement.
    """
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
