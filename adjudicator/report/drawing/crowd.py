"""What lies where in a picture, so that arrows, stars and signs find the place where they hide least.

The board is a grid of small cells, each with what it costs to draw over it: most where a counter has its
numbers. Lengths are in pixels of the picture, costs in counters: what a picture loses if so much is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy
import shapely
from numpy.typing import NDArray

from adjudicator.report.drawing.empty_board import EmptyBoard, Pixel
from adjudicator.report.drawing.stamps import Point

Frame = tuple[float, float, float, float]  # left, top, right, bottom
Numbers = NDArray[numpy.float64]
Indices = NDArray[numpy.int64]

NUMBER, SIGN, COUNTER, PALE, NAME = 60.0, 8.0, 4.0, 6.0, 5.0
"""What it costs to hide a counter's worth of numbers, of a sign drawn before, of a counter's face, of the
numbers of a pale counter, and of an area's name."""
_NAMED = (0.75, 0.5, 0.78)
"""Where the name of a hex is, in counters from its middle: so far to both sides, and between these below."""
_CELLS = 18  # along the side of a counter
_FAR, _FARTHER = 0.6, 1.5  # what it costs to stand the length of a counter from where a sign is wished
_BEYOND = 1.5  # what it costs an arrow to begin or end outside its space
_SHORT = 6.0  # what each counter's length costs that an arrow is shorter than can be seen
_LINE = 2.0  # how much more it costs a line to lie on a counter: its two ends are to be seen
_SAMPLES = 24  # of a line
_FIRST = 256  # what so many lines hide is worked out first, then what twice as many hide
_STEPS = 6  # to each side, of the ends that are tried for it


class Crowd:
    """What has been drawn so far, and the best places for what is still to be drawn."""

    def __init__(self, ground: EmptyBoard) -> None:
        self._ground = ground
        self._cell = max(1.0, ground.counter / _CELLS)
        wide, high = ground.image.size
        self._cost = numpy.zeros((int(high / self._cell) + 2, int(wide / self._cell) + 2))
        for area in ground.layout.areas.values():
            if area.heading:
                self.cover(area.heading, NAME)
        across, above, below = (share * ground.counter for share in _NAMED)
        for x, y in (ground.slots(space)[0] for space in sorted(ground.named)):
            self.cover((x - across, y + above, x + across, y + below), NAME)

    def cover(self, frame: Frame, cost: float) -> None:
        """Something lies here, and to hide it costs so much."""
        left, top, right, bottom = (round(edge / self._cell) for edge in frame)
        part = self._cost[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
        numpy.maximum(part, cost, out=part)

    def box(self, wish: Point, frames: Sequence[Frame], reach: float) -> Pixel:
        """Where a sign that covers frames about its middle hides least, within reach of its wish."""
        steps = numpy.arange(-reach, reach + 1, self._cell)
        across, down = (axis.ravel() for axis in numpy.meshgrid(steps, steps))
        sums = self._sums(wish, reach + max(abs(edge) for frame in frames for edge in frame))
        found = self._far(across, down)
        for frame in frames:
            found = found + sums.within(frame, wish[0] + across, wish[1] + down)
        at = int(numpy.round(found, 9).argmin())
        return round(wish[0] + float(across[at])), round(wish[1] + float(down[at]))

    def _sums(self, wish: Point, reach: float) -> _Sums:
        margin = 2 * self._cell
        left, top = (max(0, int((value - reach - margin) / self._cell)) for value in wish)
        right, bottom = (max(0, int((value + reach + margin) / self._cell) + 1) for value in wish)
        return _Sums(self._cost[top:bottom, left:right], (left, top), self._cell, self._ground.counter)

    def line(
        self,
        ends: tuple[Point, Point],
        spaces: tuple[str, str],
        width: float,
        least: float,
        fixed: tuple[bool, bool] = (False, False),
    ) -> tuple[Point, Point]:
        """The ends of the line between two spaces that hides least, and is `least` long if it can be.

        An end that is `fixed` stays where it is. What is found lies within its space if there is a choice.
        """
        starts, finishes = (
            numpy.array([end]) if stays else self._tries(end, space)
            for end, space, stays in zip(ends, spaces, fixed, strict=True)
        )
        away = self._away(starts, ends[0], spaces[0])[:, None] + self._away(finishes, ends[1], spaces[1])
        length = numpy.hypot(*(starts[:, None] - finishes).transpose(2, 0, 1)) / self._ground.counter
        short = _SHORT * numpy.clip(least / self._ground.counter - length, 0, None)
        worth = _LINE * length * width / self._ground.counter
        thick = self._thick(width, numpy.concatenate((starts, finishes)))

        def hidden(pairs: Indices) -> Numbers:
            first, last = numpy.divmod(pairs, len(finishes))
            found: Numbers = thick.under(starts[first], finishes[last]) * worth.ravel()[pairs]
            return found

        first, last = divmod(cheapest(away.ravel(), short.ravel(), hidden), len(finishes))
        return _point(starts[first]), _point(finishes[last])

    def _tries(self, end: Point, space: str) -> Numbers:
        """Points about an end, as far as the space reaches."""
        corners = numpy.array(self._ground.layout.areas[space].outline)
        reach = min(float(numpy.ptp(corners, axis=0).max()) / 2, 2.0 * self._ground.counter)
        steps = numpy.linspace(-reach, reach, 2 * _STEPS + 1)
        across, down = (axis.ravel() for axis in numpy.meshgrid(steps, steps))
        return numpy.column_stack((end[0] + across, end[1] + down))

    def _away(self, points: Numbers, end: Point, space: str) -> Numbers:
        """What it costs that a line begins or ends there and not in the middle of its space."""
        far = self._far(points[:, 0] - end[0], points[:, 1] - end[1])
        outline = shapely.Polygon(self._ground.layout.areas[space].outline)
        if not shapely.contains_xy(outline, *end):  # shown elsewhere than where it is played
            return far
        outside = ~shapely.contains_xy(outline, points[:, 0], points[:, 1])
        cost: Numbers = far + _BEYOND * outside
        return cost

    def _far(self, across: Numbers, down: Numbers) -> Numbers:
        """What it costs to stand so far from a wish: little at first, then more and more."""
        far = numpy.hypot(across, down) / self._ground.counter
        cost: Numbers = _FAR * far + _FARTHER * far * far
        return cost

    def _thick(self, width: float, points: Numbers) -> _Thick:
        """What it costs to draw a dot of this width, wherever it is between these points."""
        reach = max(1, round(width / 2 / self._cell))
        high, wide = self._cost.shape
        cells = numpy.clip(points / self._cell, 0, (wide - 1, high - 1)).astype(int)
        left, top = (max(0, int(low) - 1) for low in cells.min(axis=0))
        right, bottom = (int(edge) + 2 for edge in cells.max(axis=0))
        around = self._around((top, bottom), (left, right), reach)
        cost = dearest(dearest(around, reach).T, reach).T
        return _Thick(cost, (left, top), self._cell, (wide - 1, high - 1))

    def _around(self, rows: tuple[int, int], columns: tuple[int, int], reach: int) -> Numbers:
        """The costs of some cells and of all within reach of them; nothing costs anything off the board."""
        spans = list(zip((rows, columns), self._cost.shape, strict=True))
        part = self._cost[tuple(slice(max(0, low - reach), high + reach) for (low, high), _ in spans)]
        off = [(max(0, reach - low), max(0, min(high, size) + reach - size)) for (low, high), size in spans]
        return numpy.pad(part, off)

    def trace(self, points: Iterable[tuple[Point, Point]], width: float) -> None:
        """Lines have been drawn here: what comes after keeps off them."""
        for start, end in points:
            for share in numpy.linspace(0, 1, _SAMPLES):
                x, y = (a + (b - a) * float(share) for a, b in zip(start, end, strict=True))
                self.cover((x - width / 2, y - width / 2, x + width / 2, y + width / 2), SIGN)


class _Thick:
    """What it costs to draw a thick dot on each cell of a part of a board: the dearest cell beneath it."""

    def __init__(self, cost: Numbers, corner: tuple[int, int], cell: float, last: tuple[int, int]) -> None:
        self._cost, self._corner, self._cell, self._last = cost, corner, cell, last

    def under(self, starts: Numbers, ends: Numbers) -> Numbers:
        """What each of the lines between two points hides, in the mean of its length."""
        share = (numpy.arange(_SAMPLES) + 0.5) / _SAMPLES
        column, row = (
            self._cells(starts[:, axis, None], ends[:, axis, None], share, axis) for axis in (0, 1)
        )
        found: Numbers = self._cost[row, column].mean(axis=1)
        return found

    def _cells(self, start: Numbers, end: Numbers, share: Numbers, axis: int) -> Indices:
        points = (start + (end - start) * share) / self._cell
        cells: Indices = numpy.clip(points, 0, self._last[axis]).astype(int) - self._corner[axis]
        return cells


def dearest(cost: Numbers, reach: int) -> Numbers:
    """The dearest of each row and so many rows above and below it; rows too near the edge are left out."""
    rows = cost.shape[0] - 2 * reach
    dearest = numpy.zeros((rows, cost.shape[1]))
    for down in range(2 * reach + 1):
        numpy.maximum(dearest, cost[down : down + rows], out=dearest)
    return dearest


def cheapest(away: Numbers, short: Numbers, hidden: Callable[[Indices], Numbers]) -> int:
    """The number of the line that costs least, to nine places, the first of several. What lines hide is only
    worked out for those that could still be it: none hides less than nothing."""
    least, order = numpy.round(away + short, 9), numpy.argsort(away + short, kind="stable")
    cost, best = numpy.full(away.size, numpy.inf), numpy.inf
    done, more = 0, _FIRST
    while done < order.size and least[order[done]] <= best:
        some = order[done : done + more]
        some = some[least[some] <= best]
        cost[some] = numpy.round(hidden(some) + away[some] + short[some], 9)
        best, done, more = cost.min(), done + more, 2 * more
    return int(cost.argmin())


class _Sums:
    """A part of the costs, summed so that what a frame hides is four look-ups."""

    def __init__(self, cost: Numbers, corner: tuple[int, int], cell: float, counter: int) -> None:
        self._corner, self._cell = corner, cell
        self._worth = (cell / counter) ** 2
        self._table = numpy.pad(cost, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)

    def within(self, frame: Frame, x: Numbers, y: Numbers) -> Numbers:
        """What a frame hides about each of these points."""
        left, right = (self._index(x + frame[edge], 0) for edge in (0, 2))
        top, bottom = (self._index(y + frame[edge], 1) for edge in (1, 3))
        table = self._table
        found: Numbers = table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
        return found * self._worth

    def _index(self, values: Numbers, axis: int) -> NDArray[numpy.int64]:
        cells = numpy.rint(values / self._cell).astype(numpy.int64) - self._corner[axis]
        found: NDArray[numpy.int64] = cells.clip(0, self._table.shape[1 - axis] - 1)
        return found


def _point(row: Numbers) -> Point:
    return float(row[0]), float(row[1])
