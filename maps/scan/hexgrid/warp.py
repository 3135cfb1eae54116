"""Where the hexes of a printed map lie in its scan: a homography, and a smooth local correction over it.

A place on the map is written in steps along both axes of its hexes, as `maps.grids.hexes` counts them: (q,
r) are whole numbers at the centre of a hex and anything between elsewhere. Pixels are counted from the upper
left corner of the scan: the first pixel reaches from 0 to 1, and its middle is at 0.5.

The homography is found by the direct linear transform (DLT), the correction as a penalised tensor product of
cubic B-splines (a P-spline).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy
from numpy.typing import NDArray
from scipy.interpolate import BSpline
from scipy.linalg import cho_factor, cho_solve
from scipy.ndimage import map_coordinates

_ROOT3 = math.sqrt(3)
_MOST_KNOTS = 360
"""Knots of a correction: more are solved too slowly, and this many follow two waves a sheet."""


@dataclass(frozen=True)
class Correction:
    """Shifts in pixels at the knots of an even net over the map: cubic B-splines (rows, columns, 2).

    `start` is the first knot, in pitches; `step` the distance of knots. Beyond the net the shift stays as it
    is at the net's rim.
    """

    start: tuple[float, float]
    step: float
    shifts: NDArray[Any]

    def at(self, on_map: NDArray[Any]) -> NDArray[Any]:
        """The shifts at n points of the map (n, 2), in pixels."""
        knots = self._knots(on_map).T[::-1]
        parts = [map_coordinates(self.shifts[..., n], knots, order=3, prefilter=False) for n in (0, 1)]
        return numpy.stack(parts, axis=-1)

    def _knots(self, on_map: NDArray[Any]) -> NDArray[Any]:
        """Where points lie in the net, counted in knots: (n, 2)."""
        high, wide = self.shifts.shape[:2]
        return numpy.clip((on_map - self.start) / self.step, 0, (wide - 3 - 1e-6, high - 3 - 1e-6)) + 1

    def weights(self, on_map: NDArray[Any]) -> NDArray[Any]:
        """How much every knot counts at n points of the map: (n, knots)."""
        ends = zip(self._knots(on_map).T, self.shifts.shape[1::-1], strict=True)
        across, down = (
            BSpline.design_matrix(at, numpy.arange(-2.0, count + 2), 3).toarray() for at, count in ends
        )
        return numpy.asarray((down[:, :, None] * across[:, None]).reshape(len(on_map), -1))


@dataclass(frozen=True)
class Second:
    """The second of two joined sheets: it begins `at` so many pitches across an axis of the map."""

    axis: int
    at: float
    warp: Warp

    def holds(self, on_map: NDArray[Any]) -> NDArray[Any]:
        """Which points of the map (n, 2) lie on it."""
        return numpy.asarray(on_map[:, self.axis] > self.at)


@dataclass(frozen=True)
class Warp:
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
            made[far] = self.second.warp.pixels(places[far])
        return made

    def places(self, pixels: NDArray[Any]) -> NDArray[Any]:
        """Pixels (n, 2) as places (n, 2)."""
        back = numpy.linalg.inv(self.matrix)
        found = projected(back, pixels)
        if self.correction is not None:
            for _ in range(3):
                found = projected(back, pixels - self.correction.at(plane(found)))
        if self.second is not None:
            other = self.second.warp.places(pixels)
            far = self.second.holds(plane(found + other) / 2)
            found[far] = other[far]
        return found

    def steps(self, places: NDArray[Any]) -> NDArray[Any]:
        """The steps along q and r at places, in pixels: (n, 2, 2), the last axis telling q from r."""
        halves = ((0.5, 0), (0, 0.5))
        ends = [self._shown(places + half, places) - self._shown(places - half, places) for half in halves]
        return numpy.stack(ends, axis=-1)

    def moved(self, shift: tuple[float, float]) -> Warp:
        """The same with another place for hex 0, 0: where `shift` was, in steps."""
        slide = numpy.array(((1, 0, shift[0]), (0, 1, shift[1]), (0, 0, 1)))
        by = plane(numpy.array([shift]))[0]
        correction, second = self.correction, self.second
        if correction is not None:
            start = (correction.start[0] - float(by[0]), correction.start[1] - float(by[1]))
            correction = replace(correction, start=start)
        if second is not None:
            second = Second(second.axis, second.at - float(by[second.axis]), second.warp.moved(shift))
        return Warp(self.matrix @ slide, correction, second)

    def scaled(self, scale: float) -> Warp:
        """The same in a scan reduced or enlarged."""
        grow = numpy.diag((scale, scale, 1.0))
        correction, second = self.correction, self.second
        if correction is not None:
            correction = replace(correction, shifts=correction.shifts * scale)
        if second is not None:
            second = replace(second, warp=second.warp.scaled(scale))
        return Warp(grow @ self.matrix, correction, second)


def plane(places: NDArray[Any]) -> NDArray[Any]:
    """Places as points of an undistorted map with a pitch of 1: across the lines of hexes and along them."""
    return numpy.stack((places[..., 0] * (_ROOT3 / 2), places[..., 1] + places[..., 0] / 2), axis=-1)


def nearest(places: NDArray[Any]) -> NDArray[Any]:
    """The hexes in which places (n, 2) lie: those whose centres are nearest."""
    near = numpy.floor(places)[:, None] + ((0, 0), (0, 1), (1, 0), (1, 1))
    best = numpy.hypot(*numpy.moveaxis(plane(places[:, None] - near), -1, 0)).argmin(axis=1)
    return numpy.asarray(near[numpy.arange(len(places)), best])


def off_centre(places: NDArray[Any]) -> NDArray[Any]:
    """How far places (n, 2) are from the nearest hex's centre, in pitches."""
    return numpy.asarray(numpy.hypot(*plane(places - nearest(places)).T))


def projected(matrix: NDArray[Any], points: NDArray[Any]) -> NDArray[Any]:
    """Points (n, 2) seen through a homography (3, 3); one on its horizon is nowhere: infinite or NaN.

    Clicks that contradict each other bring such points about.
    """
    made = points @ matrix[:2, :2].T + matrix[:2, 2]
    with numpy.errstate(all="ignore"):
        return numpy.asarray(made / (points @ matrix[2, :2] + matrix[2, 2])[:, None])


def homography(
    places: NDArray[Any], pixels: NDArray[Any], weights: NDArray[Any] | None = None
) -> NDArray[Any]:
    """The homography (3, 3) that brings four or more places nearest to pixels (direct linear transform).

    Raises LinAlgError where they lie on one line.
    """
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
    weighted = rows.T if weights is None else rows.T * numpy.concatenate((weights, weights)) ** 2
    solved = numpy.linalg.solve(weighted @ rows, weighted @ numpy.concatenate((x, y)))
    made = numpy.linalg.inv(back) @ numpy.append(solved, 1).reshape(3, 3) @ fore
    if abs(made[2, 2]) < 1e-9:
        raise numpy.linalg.LinAlgError("the first place is on the horizon")
    return numpy.asarray(made / made[2, 2])


def _normal(points: NDArray[Any]) -> NDArray[Any]:
    """A change of scale and origin after which points lie around 0, within about 1: numbers solve better."""
    middle, spread = points.mean(axis=0), max(1e-9, float(points.std()))
    return numpy.array(
        ((1 / spread, 0, -middle[0] / spread), (0, 1 / spread, -middle[1] / spread), (0, 0, 1))
    )


def corrected(
    matrix: NDArray[Any],
    places: NDArray[Any],
    pixels: NDArray[Any],
    weights: NDArray[Any],
    step: float,
    stiff: float,
    order: int = 2,
) -> Warp:
    """A homography with a correction that brings places nearest to pixels without bending more than it must.

    `step` is the distance of knots in pitches; `stiff` weighs the differences of neighbouring knots against
    the points. Of order 2 the net goes straight on where nothing is seen; of order 3 it follows an even bow,
    as of a lens or a wide wave, into the corners.
    """
    on_map, total = plane(places), max(1e-9, float(weights.mean()))
    net = _net(on_map, step)
    high, wide = net.shifts.shape[:2]
    rows = net.weights(on_map)
    weighted = (rows * weights[:, None]).T
    left = weighted @ rows + total * (stiff * _bending(high, wide, order) + 1e-6 * numpy.eye(high * wide))
    solved = cho_solve(cho_factor(left), weighted @ (pixels - projected(matrix, places)))
    return Warp(matrix, replace(net, shifts=solved.reshape(high, wide, 2)))


def _net(on_map: NDArray[Any], step: float) -> Correction:
    """A net of knots over all points, without shifts; its meshes are wider where there would be too many."""
    low, high = on_map.min(axis=0) - 1, on_map.max(axis=0) + 1
    while (count := numpy.ceil((high - low) / step).astype(int) + 3).prod() > _MOST_KNOTS:
        step *= 1.1
    return Correction((float(low[0]), float(low[1])), step, numpy.zeros((count[1], count[0], 2)))


def _bending(high: int, wide: int, order: int) -> NDArray[Any]:
    """The square of all differences of this order of a net, as a matrix over its knots."""
    down, across = ([_differences(count, n) for n in range(order + 1)] for count in (high, wide))
    ways = [math.comb(order, n) * numpy.kron(down[n], across[order - n]) for n in range(order + 1)]
    return numpy.asarray(sum(ways))


def _differences(count: int, order: int) -> NDArray[Any]:
    """The square of all differences of this order along so many knots, as a matrix over them."""
    rows = numpy.diff(numpy.eye(count), order, axis=0)
    return numpy.asarray(rows.T @ rows)
