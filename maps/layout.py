"""Where in a zone its heading stands and where its counters may lie: inside it, and clear of one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from shapely.geometry.base import BaseGeometry

COUNTER_MM = 16.0
GAP_MM = 0.8
MARGIN_MM = 1.2
_DOTS = 2  # of the mask, per millimetre

Rect = tuple[float, float, float, float]  # left, top, width, height in millimetres
Size = tuple[float, float]

_PITCH = COUNTER_MM + GAP_MM
# Rows and columns in which counters may lie, the first the dearest: (column, row) of each in counter widths.
_THREE = (
    ((0, 0), (1, 0), (0.5, 1)),
    ((0.5, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (2, 0)),
    ((0, 0), (0, 1), (0, 2)),
    ((0, 0), (1, 0), (1, 1)),
    ((0, 0), (1, 0), (0, 1)),
)
_FOUR = (
    ((0, 0), (1, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (2, 0), (1, 1)),
    ((0.5, 0), (1.5, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (0.5, 1), (1.5, 1)),
)


@dataclass(frozen=True, slots=True)
class Place:
    """The heading's corner and which of the headings offered it is; the counters' middles. Millimetres."""

    heading: int
    corner: tuple[float, float]
    slots: tuple[tuple[float, float], ...]


def place(zone: BaseGeometry, headings: Sequence[Size], counters: int) -> Place:
    """The best place in a zone for one of these headings (width, height) and three or four counters."""
    mask = _Mask(zone)
    best: tuple[float, int, list[Rect], tuple[float, float]] | None = None
    for order, number, rects in _compositions(headings, counters):
        score, offset = mask.best(rects)
        score -= 0.012 * order
        if best is None or score > best[0] + 1e-9:
            best = (score, number, rects, offset)
    assert best is not None
    _, number, rects, (dx, dy) = best
    heading, *slots = [(left + dx, top + dy, width, height) for left, top, width, height in rects]
    middles = tuple((left + width / 2, top + height / 2) for left, top, width, height in slots)
    return Place(number, heading[:2], middles)


def _compositions(headings: Sequence[Size], counters: int) -> Iterator[tuple[int, int, list[Rect]]]:
    """Every heading about every arrangement of counters, heading first; 0 is the order we like best."""
    for order, grid in enumerate(_THREE if counters == 3 else _FOUR):
        slots = [(column * _PITCH, row * _PITCH, COUNTER_MM, COUNTER_MM) for column, row in grid]
        width = max(left for left, *_ in slots) + COUNTER_MM
        height = max(top for _, top, *_ in slots) + COUNTER_MM
        for number, (w, h) in enumerate(headings):
            for x in ((width - w) / 2, 0, width - w):
                yield order, number, [(x, -h - GAP_MM, w, h), *slots]
                yield order + 1, number, [(x, height + GAP_MM, w, h), *slots]
            for y in ((height - h) / 2, 0, height - h):
                yield order + 3, number, [(-w - GAP_MM, y, w, h), *slots]
                yield order + 3, number, [(width + GAP_MM, y, w, h), *slots]


class _Mask:
    """A zone as a fine grid, summed so that the part of a rectangle inside it is four look-ups."""

    def __init__(self, zone: BaseGeometry) -> None:
        west, north, east, south = zone.bounds
        self._corner = (west - 30, north - 30)
        self._middle = (zone.centroid.x, zone.centroid.y)
        size = (int(east - west + 90) * _DOTS, int(south - north + 90) * _DOTS)
        image = Image.new("L", size, 0)
        inner = zone.buffer(-MARGIN_MM)
        for part in getattr(inner, "geoms", [inner]):
            ring = [
                ((x - self._corner[0]) * _DOTS, (y - self._corner[1]) * _DOTS)
                for x, y in part.exterior.coords
            ]
            ImageDraw.Draw(image).polygon(ring, fill=1)
        self._sums = numpy.asarray(image, dtype=numpy.int64).cumsum(axis=0).cumsum(axis=1)
        columns = numpy.arange(20 * _DOTS, size[0] - 60 * _DOTS, 2)
        rows = numpy.arange(20 * _DOTS, size[1] - 60 * _DOTS, 2)
        self._x, self._y = (axis.ravel() for axis in numpy.meshgrid(columns, rows))
        self._known: dict[Rect, NDArray[numpy.float64]] = {}

    def best(self, rects: Sequence[Rect]) -> tuple[float, tuple[float, float]]:
        """How well the rectangles lie in the zone at the best offset, and that offset."""
        score = sum((self._inside(rect) for rect in rects), start=1.5 * self._inside(rects[0]))
        left = min(rect[0] for rect in rects)
        right = max(rect[0] + rect[2] for rect in rects)
        top = min(rect[1] for rect in rects)
        bottom = max(rect[1] + rect[3] for rect in rects)
        dx = self._x / _DOTS + self._corner[0] + (left + right) / 2 - self._middle[0]
        dy = self._y / _DOTS + self._corner[1] + (top + bottom) / 2 - self._middle[1]
        score = score - 0.006 * numpy.hypot(dx, dy)
        at = int(score.argmax())
        offset = (self._x[at] / _DOTS + self._corner[0], self._y[at] / _DOTS + self._corner[1])
        return float(score[at]), offset

    def _inside(self, rect: Rect) -> NDArray[numpy.float64]:
        """The part of the rectangle inside the zone, 0 to 1, for every offset."""
        if rect not in self._known:
            self._known[rect] = self._measured(rect)
        return self._known[rect]

    def _measured(self, rect: Rect) -> NDArray[numpy.float64]:
        left, top, width, height = (round(value * _DOTS) for value in rect)
        x0, y0 = self._clip(self._x + left, 1), self._clip(self._y + top, 0)
        x1, y1 = self._clip(self._x + left + width, 1), self._clip(self._y + top + height, 0)
        sums = self._sums
        inside: NDArray[numpy.float64] = sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0]
        return inside / (width * height)

    def _clip(self, values: NDArray[numpy.int64], axis: int) -> NDArray[numpy.int64]:
        clipped: NDArray[numpy.int64] = values.clip(0, self._sums.shape[axis] - 1)
        return clipped
