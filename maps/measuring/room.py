"""Where rectangles may lie in an area of a board: wholly inside it, off its name, off one another.

Shapes are summed on a grid of half millimetres, so that what any ground is worth to a rectangle, wherever it
is laid, is four look-ups.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from shapely.geometry.base import BaseGeometry

Rect = tuple[float, float, float, float]  # left, top, width, height in millimetres
Size = tuple[float, float]
Numbers = NDArray[numpy.float64]
Corners = tuple[Numbers, Numbers]  # their x, their y: of each, or of the columns and the rows of a net

_DOTS = 2  # of the mask, per millimetre
_A_HAIR = 0.02  # of a dot: what sums of millimetres are out
_REACH = 60  # millimetres about a shape that still belong to its mask
_LINE_MM = 1.1  # half of a drawn border and a dot: a counter so far inside touches none
_AIR_MM, _APART_MM = 1.5, 0.6  # what is left to a border and to a neighbour where there is room
_OUTSIDE, _ON_ANOTHER, _ON_NAME, _NEAR = 120.0, 14.0, 10.0, 0.5  # what a square millimetre of each costs
_MOVED = 0.2  # what it costs to lie a millimetre from where a rectangle was wished
_NOWHERE = shapely.Polygon()
_GOOD = 1.0  # a rectangle that costs no more is left where it is wished
_BADLY = 8.0  # a rectangle that costs more lies visibly on a border or a name
_ROUNDS = 6
_NEAR_BY = tuple((dx / 2, dy / 2) for dx in range(-2, 3) for dy in range(-2, 3))


class Mask:
    """Shapes as a fine grid, summed so that what they are worth to a rectangle is four look-ups.

    A dot of a shape is worth so much to a rectangle that holds it; less than nothing if it is to keep off.
    """

    def __init__(
        self, bounds: tuple[float, float, float, float], worth: Sequence[tuple[BaseGeometry, int]]
    ) -> None:
        west, north, east, south = bounds
        self._corner = (west - _REACH, north - _REACH)
        size = (int(east - west + 2 * _REACH) * _DOTS, int(south - north + 2 * _REACH) * _DOTS)
        grid = numpy.zeros(size[::-1], dtype=numpy.int32)
        for shape, each in worth:
            grid += self._grid(shape, size) * numpy.int8(each)
        self._sums = grid.cumsum(axis=0, dtype=numpy.int32).cumsum(axis=1, dtype=numpy.int32)

    def _grid(self, shape: BaseGeometry, size: tuple[int, int]) -> NDArray[numpy.int8]:
        image = Image.new("L", size, 0)
        pen, (left, top) = ImageDraw.Draw(image), self._corner
        seen = shapely.box(left, top, left + size[0] / _DOTS, top + size[1] / _DOTS)
        parts = shapely.get_parts(shape)
        parts = parts[shapely.intersects(parts, seen)]
        spread = shapely.area(shapely.envelope(parts))
        for part in parts[numpy.argsort(-spread, kind="stable")]:  # what lies in a hole comes after it
            if part.geom_type == "Polygon":
                for hole, ring in enumerate((part.exterior, *part.interiors)):
                    dots = (shapely.get_coordinates(ring) - self._corner) * _DOTS
                    pen.polygon(dots.ravel().tolist(), fill=0 if hole else 1)
        return numpy.asarray(image).view(numpy.int8)

    def share(self, rect: Rect, x: Numbers, y: Numbers) -> Numbers:
        """What the ground is worth to the rectangle, 1 at best, for every offset; of a net row by row."""
        return self.shares(rect, x, y)[0]

    def shares(self, rect: Rect, x: Numbers, y: Numbers, *others: Mask) -> list[Numbers]:
        """The same, and what other masks of the same bounds hold."""
        left, top = self._dots(x + rect[0], 0), self._dots(y + rect[1], 1)
        wide, high = (math.ceil(side * _DOTS - _A_HAIR) for side in rect[2:])  # so many wherever it begins
        (left, right), (top, bottom) = self._held(left, wide, 1), self._held(top, high, 0)
        every = (mask._sums for mask in (self, *others))
        inside = (
            sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left] for sums in every
        )
        return [dots / (wide * high) for dots in inside]

    def _dots(self, values: Numbers, axis: int) -> NDArray[numpy.int64]:
        dots: NDArray[numpy.int64] = numpy.floor((values - self._corner[axis]) * _DOTS + _A_HAIR).astype(
            numpy.int64
        )
        return dots

    def _held(
        self, begin: NDArray[numpy.int64], length: int, axis: int
    ) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64]]:
        """Where rows or columns of dots begin and end, as far as the grid has them."""
        last = self._sums.shape[axis] - 1
        first, end = (numpy.minimum(numpy.maximum(dots, 0), last) for dots in (begin, begin + length))
        return first, end


class Room:
    """A zone in which rectangles are laid, and everywhere in it that one might lie."""

    def __init__(self, zone: BaseGeometry, taken: BaseGeometry = _NOWHERE) -> None:
        west, north, east, south = zone.bounds
        self._inside = Mask(zone.bounds, [(zone.buffer(-_LINE_MM).difference(taken), 1)])
        self._well_inside = Mask(zone.bounds, [(zone.buffer(-_AIR_MM).difference(taken), 1)])
        self._x, self._y = net(numpy.arange(west - 4, east), numpy.arange(north - 4, south))
        self._ground: dict[Size, Numbers] = {}

    def settle(self, wished: Sequence[Rect], off: Sequence[Rect] = ()) -> list[Rect]:
        """The rectangles in the zone, each as near as can be to where it is wished.

        They lie inside where the zone has room for them, then apart, then `off` the zone's name, in this
        order; where there is no room, as little outside, and over one another, as can be.
        """
        laid, found = list(wished), dict[int, list[Rect]]()
        for _ in range(_ROUNDS):
            before = list(laid)
            for n, home in enumerate(wished):
                others = [*laid[:n], *laid[n + 1 :]]
                if found.get(n) != others:  # else it lies where it lies best beside them
                    found[n], laid[n] = others, self._best(laid[n], home, others, off)
            if laid == before:
                break
        return laid

    def cost(self, laid: Sequence[Rect], off: Sequence[Rect] = ()) -> float:
        """How badly rectangles lie, in the measure by which `settle` lays them; 0 is at best."""
        return sum(self._cost(rect, rect, laid[:n], off) for n, rect in enumerate(laid))

    def clearest_first(self, laid: Sequence[Rect], off: Sequence[Rect] = ()) -> list[Rect]:
        """Rectangles in their order, but those behind that lie badly by themselves or on one before them."""
        ordered: list[Rect] = []
        left = list(laid)
        while left:
            costs = [max(_BADLY, self._cost(rect, rect, ordered, off)) for rect in left]
            ordered.append(left.pop(costs.index(min(costs))))
        return ordered

    def _cost(self, rect: Rect, home: Rect, others: Sequence[Rect], off: Sequence[Rect]) -> float:
        corner = (numpy.array(rect[:1]), numpy.array(rect[1:2]))
        return float(self._costs(home, corner, others, off)[0])

    def _best(self, now: Rect, home: Rect, others: Sequence[Rect], off: Sequence[Rect]) -> Rect:
        """Where a rectangle lies best, to half a millimetre; where it is if nothing is better."""
        size = home[2:]
        if now == home and self._cost(now, home, others, off) < _GOOD:
            return now
        if size not in self._ground:
            self._ground[size] = self._on_ground(size, (self._x, self._y))
        coarse = self._ground[size] + self._among(home, (self._x, self._y), others, off)
        row, column = divmod(int(coarse.argmin()), self._x.size)
        x, y = self._x[0, column], self._y[row, 0]
        tries = [now, home, *((x + dx, y + dy, *size) for dx, dy in _NEAR_BY)]
        corners = (numpy.array([one[0] for one in tries]), numpy.array([one[1] for one in tries]))
        best = int(self._costs(home, corners, others, off).argmin())
        return (float(tries[best][0]), float(tries[best][1]), *size)

    def _costs(self, home: Rect, corners: Corners, others: Sequence[Rect], off: Sequence[Rect]) -> Numbers:
        """What it costs to lay a rectangle at each of these corners."""
        return self._on_ground(home[2:], corners) + self._among(home, corners, others, off)

    def _on_ground(self, size: Size, corners: Corners) -> Numbers:
        """What it costs to lie where it is outside the zone."""
        rect = (0.0, 0.0, *size)
        out, near = (1 - share for share in self._inside.shares(rect, *corners, self._well_inside))
        return size[0] * size[1] * (_OUTSIDE * out + _NEAR * near)

    def _among(self, home: Rect, corners: Corners, others: Sequence[Rect], off: Sequence[Rect]) -> Numbers:
        """What it costs to lie on others and on names, and far from home."""
        x, y = corners
        found: Numbers = _MOVED * numpy.hypot(x - home[0], y - home[1])
        priced = [*((one, _ON_ANOTHER) for one in others), *((one, _ON_NAME) for one in off)]
        grounds = [rect for one, _ in priced for rect in (one, _grown(one))]
        prices = [price for _, much in priced for price in (much, _NEAR)]
        for common, price in zip(_common(corners, home, grounds), prices, strict=True):
            found = found + price * common
        return found


def net(x: Numbers, y: Numbers) -> Corners:
    """A net of columns at these x and rows at these y."""
    return x[None, :], y[:, None]


def _common(corners: Corners, home: Rect, others: Sequence[Rect]) -> Numbers:
    """The ground that a rectangle at each of these corners has in common with each of others."""
    x, y = corners
    left, top, wide, high = numpy.array(others).reshape(-1, 4).T.reshape(4, -1, *(1,) * x.ndim)
    across = numpy.minimum(x + home[2], left + wide) - numpy.maximum(x, left)
    down = numpy.minimum(y + home[3], top + high) - numpy.maximum(y, top)
    common: Numbers = numpy.maximum(across, 0) * numpy.maximum(down, 0)
    return common


def _grown(rect: Rect) -> Rect:
    """A rectangle with some air about it."""
    left, top, wide, high = rect
    return (left - _APART_MM, top - _APART_MM, wide + 2 * _APART_MM, high + 2 * _APART_MM)
