"""Lines that part hexes, without the zigzag of their sides: coasts, rims of woods, fronts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy
from numpy.typing import NDArray

from maps.drawing.curve import Line, moved, towards
from maps.drawing.hexes.plan import Plan
from maps.grids.hexes import Point, Vertex

_BLUR = (0.125, 0.25, 0.25, 0.25, 0.125)
"""How much of each corner and its neighbours is in a corner drawn in: nothing is left of zigzag, neither in
rows nor in columns of hexes."""
_SHARP = 1.8
"""How much of what that took from larger bends is given back: a lake of one hex keeps its size."""
_ROOM, _AT_NUMBERS = 0.26, 0.08
"""How far the line may leave the corners, in hexes: less far down, onto the numbers of hexes."""


def parting(plan: Plan, way: Sequence[Vertex], known: Mapping[Vertex, Point]) -> Line:
    """The line along a way from corner to corner; at its ends and at corners that are known it is kept."""
    closed = way[0] == way[-1]
    kept = numpy.array([vertex in known for vertex in way])
    kept[[0, -1]] |= not closed
    line = numpy.array([known.get(vertex) or plan.corner(vertex) for vertex in way])
    soft = numpy.where(kept[:, None], line, _blurred(line, closed))
    soft += numpy.where(kept[:, None], 0.0, _SHARP * (soft - _blurred(soft, closed)))
    return [
        (x, y) if stays else _near(plan.corner(vertex), (x, y), plan.size)
        for vertex, stays, (x, y) in zip(way, kept.tolist(), soft.tolist(), strict=True)
    ]


def _blurred(line: NDArray[numpy.float64], closed: bool) -> NDArray[numpy.float64]:
    """Each point as the mean of those about it; the ends of an open line go on for ever."""
    reach = len(_BLUR) // 2
    wide = numpy.pad(line[:-1] if closed else line, ((reach, reach), (0, 0)), "wrap" if closed else "edge")
    many = len(wide) - 2 * reach
    found = numpy.sum([share * wide[at : at + many] for at, share in enumerate(_BLUR)], axis=0)
    return numpy.concatenate((found, found[:1])) if closed else found


def _near(corner: Point, at: Point, size: float) -> Point:
    """A point, or as far towards it as there is room."""
    most = size * (_AT_NUMBERS if at[1] > corner[1] + 0.01 else _ROOM)
    return at if math.dist(corner, at) <= most else moved(corner, towards(corner, at), most)
