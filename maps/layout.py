"""Where in a zone its heading stands and where its counters may lie: inside it, and clear of one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from shapely.geometry.base import BaseGeometry

COUNTER_MM = 16.0
GAP_MM = 0.8
MARGIN_MM = 1.2
_DOTS = 2  # of the mask, per millimetre
_SHUN, _BORDER = 20, 4  # how much more a dot of shunned ground counts than any other, and one of a border
_HEADING, _COUNTER = 4.0, 3.2  # what it is worth that all of one lies well
_FAR = 0.006  # what each millimetre costs that all lies from the middle of its zone
_EDGE_MM = 0.75  # so far to both sides does the drawn border of a zone reach, with some air
_NOWHERE = shapely.Polygon()

Rect = tuple[float, float, float, float]  # left, top, width, height in millimetres
Size = tuple[float, float]
Numbers = NDArray[numpy.float64]

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
    ((0, 0), (1, 0), (2, 0), (3, 0)),
)


@dataclass(frozen=True, slots=True)
class Place:
    """The heading's corner and which of the headings offered it is; the counters' middles. Millimetres."""

    heading: int
    corner: tuple[float, float]
    slots: tuple[tuple[float, float], ...]


def place(
    zone: BaseGeometry,
    headings: Sequence[Size],
    counters: int,
    clear: BaseGeometry,
    taken: BaseGeometry,
    shunned: BaseGeometry = _NOWHERE,
) -> Place:
    """The best place in a zone for one of these headings (width, height) and three or four counters.

    The heading keeps off what must stay clear, such as defence lines, and if it can at all off the ground it
    is to shun, such as that about the points where zones meet; counters may cover both. Heading and counters
    keep off what the zones before have taken.
    """
    offsets = _Offsets(zone, clear, taken, shunned)
    best: tuple[float, int, list[Rect], tuple[float, float]] | None = None
    for order, number, rects in _compositions(headings, counters):
        score, offset = offsets.best(rects)
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


class _Offsets:
    """Everywhere in a zone that a composition of rectangles may be laid, on a grid of 1.5 millimetres."""

    def __init__(
        self, zone: BaseGeometry, clear: BaseGeometry, taken: BaseGeometry, shunned: BaseGeometry
    ) -> None:
        self._middle = (zone.centroid.x, zone.centroid.y)
        inner = zone.buffer(-MARGIN_MM)
        self._counters = _Mask(zone.bounds, [(inner, 1), (taken, -1)])
        border = zone.boundary.buffer(_EDGE_MM)
        worth = [(inner.difference(clear), 1), (taken, -1), (border, -_BORDER), (shunned, -_SHUN)]
        self._heading = _Mask(zone.bounds, worth)
        west, north, east, south = (round(edge) for edge in zone.bounds)
        grid = numpy.meshgrid(numpy.arange(west - 10, east, 1.5), numpy.arange(north - 10, south, 1.5))
        self._x, self._y = (axis.ravel() for axis in grid)

    def best(self, rects: Sequence[Rect]) -> tuple[float, tuple[float, float]]:
        """How well the rectangles (heading first) lie in the zone at the best offset, and that offset."""
        heading, *slots = rects
        score = _HEADING * self._heading.share(heading, self._x, self._y)
        for slot in slots:
            score = score + _COUNTER * self._counters.share(slot, self._x, self._y)
        left = min(rect[0] for rect in rects)
        right = max(rect[0] + rect[2] for rect in rects)
        top = min(rect[1] for rect in rects)
        bottom = max(rect[1] + rect[3] for rect in rects)
        dx = self._x + (left + right) / 2 - self._middle[0]
        dy = self._y + (top + bottom) / 2 - self._middle[1]
        score = score - _FAR * numpy.hypot(dx, dy)
        at = int(score.argmax())
        return float(score[at]), (float(self._x[at]), float(self._y[at]))


class _Mask:
    """Shapes as a fine grid, summed so that what they are worth to a rectangle is four look-ups.

    A dot of a shape is worth so much to a rectangle that holds it; less than nothing if it is to keep off.
    """

    def __init__(
        self, bounds: tuple[float, float, float, float], worth: Sequence[tuple[BaseGeometry, int]]
    ) -> None:
        west, north, east, south = bounds
        self._corner = (west - 60, north - 60)
        size = (int(east - west + 120) * _DOTS, int(south - north + 120) * _DOTS)
        grid = numpy.zeros(size[::-1], dtype=numpy.int64)
        for shape, each in worth:
            grid += each * self._grid(shape, size)
        self._sums = grid.cumsum(axis=0).cumsum(axis=1)
        self._known: dict[Rect, Numbers] = {}

    def _grid(self, shape: BaseGeometry, size: tuple[int, int]) -> NDArray[numpy.int64]:
        image = Image.new("L", size, 0)
        left, top = self._corner
        seen = shapely.box(left, top, left + size[0] / _DOTS, top + size[1] / _DOTS)
        parts = [part for part in shapely.get_parts(shape) if part.intersects(seen)]
        for part in sorted(parts, key=_spread, reverse=True):  # what lies in a hole comes after it
            if part.geom_type == "Polygon" and not part.is_empty:
                self._fill(image, part.exterior, 1)
                for hole in part.interiors:
                    self._fill(image, hole, 0)
        return numpy.asarray(image, dtype=numpy.int64)

    def _fill(self, image: Image.Image, ring: BaseGeometry, value: int) -> None:
        dots = (shapely.get_coordinates(ring) - self._corner) * _DOTS
        ImageDraw.Draw(image).polygon(dots.ravel().tolist(), fill=value)

    def share(self, rect: Rect, x: Numbers, y: Numbers) -> Numbers:
        """What the ground is worth to the rectangle, 1 at best, for every offset; offsets never change."""
        if rect not in self._known:
            left, right = self._dots(x + rect[0], 0), self._dots(x + rect[0] + rect[2], 0)
            top, bottom = self._dots(y + rect[1], 1), self._dots(y + rect[1] + rect[3], 1)
            sums = self._sums
            inside = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
            self._known[rect] = inside / (rect[2] * rect[3] * _DOTS * _DOTS)
        return self._known[rect]

    def _dots(self, values: Numbers, axis: int) -> NDArray[numpy.int64]:
        dots = numpy.rint((values - self._corner[axis]) * _DOTS).astype(numpy.int64)
        clipped: NDArray[numpy.int64] = dots.clip(0, self._sums.shape[1 - axis] - 1)
        return clipped


def _spread(part: BaseGeometry) -> float:
    """How much ground a shape reaches across, its holes and bays included."""
    spread: float = part.envelope.area
    return spread
