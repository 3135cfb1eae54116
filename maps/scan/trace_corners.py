"""Corners: where two areas share so little border that they only meet, it is drawn together to one point."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray

from maps.scan.trace_outline import Arcs, crossed, on_rim

Array = NDArray[Any]
Pair = tuple[int, int]
Knot = tuple[float, float]
# So many times as far as its end is moved, a border follows: smoothly, or where there is room for it.
_SPREADS = (3.0, 1.5, 0.8)


@dataclass(frozen=True)
class _Corner:
    """Short lines that hang together, the knots they join, and the point to which all of them come."""

    lines: Sequence[int]
    knots: Collection[Knot]
    at: Knot
    tries: int = 0


def drawn_together(arcs: Arcs, corners: Collection[Pair], shape: tuple[int, ...]) -> Array:
    """The lines of all borders but those of corners: what ended there ends in their middle now.

    A corner is left as it is where lines would cross, or where it lies along the edge of the picture.
    """
    pairs = zip(arcs.one.tolist(), arcs.other.tolist(), strict=True)
    short = numpy.array([pair in corners for pair in pairs], dtype=bool) & ~shapely.is_closed(arcs.lines)
    if not short.any():
        return arcs.lines
    ends = _ends(arcs.lines)
    found = _corners(arcs.lines, ends, numpy.flatnonzero(short).tolist(), shape)
    while found:
        lines, moved, kept = _drawn(arcs.lines, ends, found)
        wrong = {knot for n in numpy.flatnonzero(kept)[crossed(lines[kept], moved[kept])] for knot in ends[n]}
        if not wrong:
            return lines[kept]
        found = [
            replace(corner, tries=corner.tries + 1) if wrong & set(corner.knots) else corner
            for corner in found
        ]
        found = [corner for corner in found if corner.tries < len(_SPREADS)]
    return arcs.lines


def _ends(lines: Array) -> list[tuple[Knot, Knot]]:
    points, line = shapely.get_coordinates(lines, return_index=True)
    stops = numpy.flatnonzero(numpy.diff(line, append=-1))
    first, last = points[numpy.concatenate(([0], stops[:-1] + 1))].tolist(), points[stops].tolist()
    return [((ax, ay), (bx, by)) for (ax, ay), (bx, by) in zip(first, last, strict=True)]


def _corners(
    lines: Array, ends: Sequence[tuple[Knot, Knot]], short: Sequence[int], shape: tuple[int, ...]
) -> list[_Corner]:
    """Short lines that share a knot, put together; without those that join points of the picture's edge."""
    groups: list[set[Knot]] = []
    for n in short:
        joined = [group for group in groups if not group.isdisjoint(ends[n])]
        groups = [group for group in groups if group not in joined]
        groups.append(set(ends[n]).union(*joined))
    corners = []
    for group in groups:
        mine = [n for n in short if ends[n][0] in group]
        knots = numpy.array(sorted(group))
        rim = knots[on_rim(knots, shape)]
        middles = shapely.get_coordinates(shapely.line_interpolate_point(lines[mine], 0.5, normalized=True))
        x, y = (rim if len(rim) else middles).mean(axis=0).tolist()
        if len(rim) < 2:
            corners.append(_Corner(mine, group, (x, y)))
    return corners


def _drawn(
    lines: Array, ends: Sequence[tuple[Knot, Knot]], corners: Sequence[_Corner]
) -> tuple[Array, Array, Array]:
    """All lines with their ends where corners come to lie; which were moved; which have not fallen away."""
    to = {knot: corner for corner in corners for knot in corner.knots}
    made, moved, kept = lines.copy(), numpy.zeros(len(lines), bool), numpy.ones(len(lines), bool)
    kept[[n for corner in corners for n in corner.lines]] = False
    for n, knots in enumerate(ends):
        if kept[n] and (knots[0] in to or knots[1] in to):
            made[n], moved[n] = _followed(lines[n], knots, to), True
    return made, moved, kept


def _followed(
    line: shapely.Geometry, ends: tuple[Knot, Knot], to: Mapping[Knot, _Corner]
) -> shapely.Geometry:
    """A line whose ends are moved: it goes along with them, less and less."""
    points = shapely.get_coordinates(line)
    along = numpy.concatenate(([0.0], numpy.cumsum(numpy.hypot(*numpy.diff(points, axis=0).T))))
    moved = points.copy()
    for knot, far in zip(ends, (along, along[-1] - along), strict=True):
        if knot in to:
            shift = numpy.subtract(to[knot].at, knot)
            spread = max(1.0, _SPREADS[to[knot].tries] * float(numpy.hypot(*shift)))
            part = (1 + numpy.cos(numpy.pi * numpy.minimum(far / min(float(along[-1]), spread), 1))) / 2
            moved += part[:, None] * shift
    moved[[0, -1]] = [to[knot].at if knot in to else knot for knot in ends]
    return shapely.LineString(moved)
