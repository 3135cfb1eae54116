"""Where the hexes of a printed map lie in its scan: a perspective, and a smooth local correction over it.

A place on the map is written in steps along both axes of its hexes, as `maps.hexes` counts them: (q, r) are
whole numbers at the centre of a hex and anything between elsewhere. Pixels are counted from the upper left
corner of the scan: the first pixel reaches from 0 to 1, and its middle is at 0.5.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ROOT3 = math.sqrt(3)
MOST_KNOTS = 360


@dataclass(frozen=True)
class Correction:
    """Shifts in pixels at the knots of an even net over the map: cubic B-splines (rows, columns, 2).

    `start` is the first knot, in pitches; `step` the distance of knots. Beyond the net the shift stays as it
    is at the net's rim.
    """

    start: tuple[float, float]
    step: float
    shifts: NDArray[Any]

    def at(self, plane: NDArray[Any]) -> NDArray[Any]:
        """The shifts at n points of the map (n, 2), in pixels."""
        import numpy

        column, row, across, down = self._weights(plane)
        made = numpy.zeros((len(plane), 2))
        for i in range(4):
            for j in range(4):
                weight = down[:, j] * across[:, i]
                made += self.shifts[row + j, column + i] * weight[:, None]
        return made

    def normal(
        self, plane: NDArray[Any], weights: NDArray[Any], off: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Both sides of the equations of the knots that meet `off` (n, 2) at n points best by least squares.

        A point counts for sixteen knots only: adding those up is quicker than a product of matrices.
        """
        import numpy

        column, row, across, down = self._weights(plane)
        high, wide = self.shifts.shape[:2]
        four = numpy.arange(4)
        knots = ((row[:, None] + four)[:, :, None] * wide + (column[:, None] + four)[:, None]).reshape(-1, 16)
        each = (down[:, :, None] * across[:, None]).reshape(-1, 16)
        weighted, count = each * weights[:, None], high * wide
        pairs = (knots[:, :, None] * count + knots[:, None]).ravel()
        left = numpy.bincount(pairs, (weighted[:, :, None] * each[:, None]).ravel(), count * count)
        right = [numpy.bincount(knots.ravel(), (weighted * one[:, None]).ravel(), count) for one in off.T]
        return left.reshape(count, count), numpy.stack(right, axis=1)

    def _weights(self, plane: NDArray[Any]) -> tuple[NDArray[Any], ...]:
        import numpy

        high, wide = self.shifts.shape[:2]
        at = numpy.clip((plane - self.start) / self.step, 0, (wide - 3 - 1e-6, high - 3 - 1e-6))
        whole = at.astype(numpy.int64)
        across, down = (_spline(part) for part in (at - whole).T)
        return whole[:, 0], whole[:, 1], across, down


def _spline(t: NDArray[Any]) -> NDArray[Any]:
    import numpy

    return (
        numpy.stack(((1 - t) ** 3, 3 * t**3 - 6 * t**2 + 4, -3 * t**3 + 3 * t**2 + 3 * t + 1, t**3), axis=1)
        / 6.0
    )


@dataclass(frozen=True)
class Second:
    """The second of two joined sheets: it begins `at` so many pitches across an axis of the map.

    `between` is where it may begin just as well, as far as can be seen.
    """

    axis: int
    at: float
    bend: Bend
    between: tuple[float, float] = (0.0, 0.0)

    def holds(self, on_map: NDArray[Any]) -> NDArray[Any]:
        """Which points of the map (n, 2) lie on it."""
        import numpy

        return numpy.asarray(on_map[:, self.axis] > self.at)


@dataclass(frozen=True)
class Bend:
    """The way from places on the map to pixels of the scan, and back; in two pieces for two joined sheets."""

    matrix: NDArray[Any]
    correction: Correction | None = None
    second: Second | None = None

    def pixels(self, places: NDArray[Any]) -> NDArray[Any]:
        """Places (n, 2) as pixels (n, 2)."""
        return self._shown(places, places)

    def _shown(self, places: NDArray[Any], of: NDArray[Any]) -> NDArray[Any]:
        """Places as pixels by the piece on which other places lie."""
        made = projected(self.matrix, places)
        if self.correction is not None:
            made = made + self.correction.at(plane(places))
        if self.second is not None:
            far = self.second.holds(plane(of))
            made[far] = self.second.bend.pixels(places[far])
        return made

    def places(self, pixels: NDArray[Any]) -> NDArray[Any]:
        """Pixels (n, 2) as places (n, 2)."""
        import numpy

        back = numpy.linalg.inv(self.matrix)
        found = projected(back, pixels)
        if self.correction is not None:
            for _ in range(3):
                found = projected(back, pixels - self.correction.at(plane(found)))
        if self.second is not None:
            other = self.second.bend.places(pixels)
            far = self.second.holds(plane(found + other) / 2)
            found[far] = other[far]
        return found

    def steps(self, places: NDArray[Any]) -> NDArray[Any]:
        """The steps along q and r at places, in pixels: (n, 2, 2), the last axis telling q from r."""
        import numpy

        halves = ((0.5, 0), (0, 0.5))
        ends = [self._shown(places + half, places) - self._shown(places - half, places) for half in halves]
        return numpy.stack(ends, axis=-1)

    def moved(self, shift: tuple[float, float]) -> Bend:
        """The same with another place for hex 0, 0: where `shift` was, in steps."""
        import numpy

        slide = numpy.array(((1, 0, shift[0]), (0, 1, shift[1]), (0, 0, 1)))
        by = plane(numpy.array([shift]))[0]
        correction, second = self.correction, self.second
        if correction is not None:
            start = (correction.start[0] - float(by[0]), correction.start[1] - float(by[1]))
            correction = replace(correction, start=start)
        if second is not None:
            back = float(by[second.axis])
            between = second.between[0] - back, second.between[1] - back
            second = Second(second.axis, second.at - back, second.bend.moved(shift), between)
        return Bend(self.matrix @ slide, correction, second)

    def scaled(self, scale: float) -> Bend:
        """The same in a scan reduced or enlarged."""
        import numpy

        grow = numpy.diag((scale, scale, 1.0))
        correction, second = self.correction, self.second
        if correction is not None:
            correction = replace(correction, shifts=correction.shifts * scale)
        if second is not None:
            second = replace(second, bend=second.bend.scaled(scale))
        return Bend(grow @ self.matrix, correction, second)


def plane(places: NDArray[Any]) -> NDArray[Any]:
    """Places as points of an undistorted map with a pitch of 1: across the lines of hexes and along them."""
    import numpy

    return numpy.stack((places[..., 0] * (_ROOT3 / 2), places[..., 1] + places[..., 0] / 2), axis=-1)


def projected(matrix: NDArray[Any], points: NDArray[Any]) -> NDArray[Any]:
    """Points (n, 2) seen in the perspective of a matrix (3, 3)."""
    import numpy

    made = points @ matrix[:2, :2].T + matrix[:2, 2]
    return numpy.asarray(made / (points @ matrix[2, :2] + matrix[2, 2])[:, None])


def perspective(places: NDArray[Any], pixels: NDArray[Any], weights: NDArray[Any]) -> NDArray[Any]:
    """The perspective (3, 3) that brings places nearest to pixels, by weighted least squares."""
    import numpy

    fore, back = _normal(places), _normal(pixels)
    a, b = projected(fore, places).T
    x, y = projected(back, pixels).T
    none, one = numpy.zeros_like(a), numpy.ones_like(a)
    rows = numpy.concatenate(
        (
            numpy.stack((a, b, one, none, none, none, -a * x, -b * x), axis=1),
            numpy.stack((none, none, none, a, b, one, -a * y, -b * y), axis=1),
        )
    )
    by = numpy.concatenate((weights, weights))
    weighted = rows * (by * by)[:, None]
    solved = numpy.linalg.solve(weighted.T @ rows, weighted.T @ numpy.concatenate((x, y)))
    matrix = numpy.append(solved, 1).reshape(3, 3)
    made = numpy.linalg.inv(back) @ matrix @ fore
    return numpy.asarray(made / made[2, 2])


def _normal(points: NDArray[Any]) -> NDArray[Any]:
    """A change of scale and origin after which points lie around 0, within about 1: numbers solve better."""
    import numpy

    middle, spread = points.mean(axis=0), max(1e-9, float(points.std()))
    return numpy.array(
        ((1 / spread, 0, -middle[0] / spread), (0, 1 / spread, -middle[1] / spread), (0, 0, 1))
    )


def corrected(
    bend: Bend,
    places: NDArray[Any],
    pixels: NDArray[Any],
    weights: NDArray[Any],
    step: float,
    stiff: float,
    order: int = 2,
) -> Bend:
    """The bend with a correction that brings places nearest to pixels without bending more than it must.

    `step` is the distance of knots in pitches; `stiff` weighs the bending of the net against the points. Of
    order 2 the net goes straight on where nothing is seen; of order 3 it follows an even bow, as of a lens or
    a wide wave, into the corners.
    """
    import numpy

    on_map = plane(places)
    empty = _net(on_map, step)
    high, wide = empty.shifts.shape[:2]
    left, right = empty.normal(on_map, weights, pixels - projected(bend.matrix, places))
    left += stiff * float(weights.mean()) * _bending(high, wide, order)
    left += 1e-6 * numpy.eye(high * wide) * max(1e-9, float(weights.mean()))
    solved = _solved(left, right, 3 * wide)
    return Bend(bend.matrix, replace(empty, shifts=solved.reshape(high, wide, 2)))


def _solved(left: NDArray[Any], right: NDArray[Any], size: int) -> NDArray[Any]:
    """The solution of equations of which each has to do with its own block of so many, and the next, only.

    Knots further than three rows apart have nothing to do with each other: solving block by block takes an
    eighth of the time.
    """
    import numpy

    starts = range(0, len(left), size)
    ways: list[NDArray[Any]] = []
    part = numpy.zeros((0, right.shape[1]))
    parts: list[NDArray[Any]] = []
    for n, start in enumerate(starts):
        own, after = slice(start, start + size), slice(start + size, start + 2 * size)
        block, wanted = left[own, own], right[own]
        if n:
            back = left[own, start - size : start]
            block, wanted = block - back @ ways[-1], wanted - back @ part
        both = numpy.linalg.solve(block, numpy.concatenate([left[own, after], wanted], axis=1))
        ways.append(both[:, : -right.shape[1]])
        part = both[:, -right.shape[1] :]
        parts.append(part)
    made = parts[-1:]
    for way, part in zip(ways[-2::-1], parts[-2::-1], strict=True):
        made.append(part - way @ made[-1])
    return numpy.concatenate(made[::-1])


def _net(on_map: NDArray[Any], step: float) -> Correction:
    """A net of knots over all points, without shifts; its meshes are wider where there would be too many."""
    import numpy

    low, high = on_map.min(axis=0) - 1, on_map.max(axis=0) + 1
    while True:
        count = numpy.ceil((high - low) / step).astype(int) + 3
        if count.prod() <= MOST_KNOTS:
            break
        step *= 1.1
    return Correction((float(low[0]), float(low[1])), step, numpy.zeros((count[1], count[0], 2)))


def _bending(high: int, wide: int, order: int) -> NDArray[Any]:
    """The square of all differences of this order of a net, as a matrix over its knots."""
    import numpy

    down, across = ([_differences(count, n) for n in range(order + 1)] for count in (high, wide))
    ways = [math.comb(order, n) * numpy.kron(down[n], across[order - n]) for n in range(order + 1)]
    return numpy.asarray(sum(ways))


def _differences(count: int, order: int) -> NDArray[Any]:
    """The square of all differences of this order along so many knots, as a matrix over them."""
    import numpy

    rows = numpy.diff(numpy.eye(count), order, axis=0)
    return numpy.asarray(rows.T @ rows)
