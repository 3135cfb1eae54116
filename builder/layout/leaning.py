"""Points for stacks, moved so that the second counter of a stack stays in its area: VASSAL lays it aslant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Point = tuple[int, int]
Rect = tuple[int, int, int, int]


def lean(unit: int) -> int:
    """How many pixels the next counter of a stack lies to the right of the one below it, and above it."""
    return max(3, unit // 12)


def upright(spots: Sequence[Point], outline: Sequence[Point], heading: Rect, unit: int) -> tuple[Point, ...]:
    """The points, all moved left and down together: no more than two counters on most need to stay inside.

    Of moves at which as many fit, that counts at which most keep off the heading; then the shortest.
    """
    import shapely

    zone = shapely.Polygon(outline).buffer(0)
    grounds = (zone, zone.difference(shapely.box(*heading)))

    def fitting(moved: Sequence[Point]) -> tuple[int, ...]:
        pairs = [_pair(spot, unit) for spot in moved]
        return tuple(sum(ground.covers(pair) for pair in pairs) for ground in grounds)

    return max(_moves(spots, unit), key=fitting)


def _moves(spots: Sequence[Point], unit: int) -> Iterator[tuple[Point, ...]]:
    """The points where they are, then moved together, the shortest moves first."""
    steps = range(lean(unit) + 1)
    for left, down in sorted(((left, down) for left in steps for down in steps), key=sum):
        yield tuple((x - left, y + down) for x, y in spots)


def _pair(spot: Point, unit: int) -> BaseGeometry:
    """The ground that two counters cover."""
    import shapely

    (x, y), half, by = spot, unit / 2, lean(unit)
    first = shapely.box(x - half, y - half, x + half, y + half)
    return first.union(shapely.box(x - half + by, y - half - by, x + half + by, y + half - by))
