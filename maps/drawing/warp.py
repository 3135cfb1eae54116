"""Give every zone room on the sheet: a smooth stretch of the map that leaves who touches whom as it is.

The method is that of Dougenik, Chrisman and Niemeyer (1985): each zone pushes or pulls all points of the map,
strongly near itself and weakly far away, until its area is what was asked for. The frame stays put.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Points = NDArray[numpy.float64]
Frame = tuple[float, float, float, float]
"""Left, top, width and height of a part of the sheet, in millimetres."""
EDGE_KM = 15.0  # within this distance of the frame, points come to rest


@dataclass(frozen=True, slots=True)
class _Push:
    """One round of pushes: the middle, radius and pull of every zone, in kilometres."""

    middles: Points
    radii: Points
    pulls: Points


class Warp:
    """A stretch of the plane fitted to zones; areas in square kilometres; frame: west, south, east, north."""

    def __init__(
        self,
        zones: Sequence[BaseGeometry],
        areas: Sequence[float],
        frame: tuple[float, float, float, float],
        rounds: int,
    ) -> None:
        self._frame = frame
        self._rounds: list[_Push] = []
        wanted = numpy.array(areas) * sum(zone.area for zone in zones) / sum(areas)
        for _ in range(rounds):
            push = _push(zones, wanted)
            self._rounds.append(push)
            zones = self._all_moved(zones, push)

    def _all_moved(self, zones: Sequence[BaseGeometry], push: _Push) -> list[BaseGeometry]:
        return list(
            shapely.transform(numpy.array(zones, dtype=object), lambda points: self._moved(points, push))
        )

    def shape(self, shape: BaseGeometry) -> BaseGeometry:
        """The same shape after the stretch."""
        return shapely.transform(shape, self.points)

    def points(self, points: Points) -> Points:
        """Points (n rows of x, y in kilometres) after the stretch."""
        for push in self._rounds:
            points = self._moved(points, push)
        return points

    def _moved(self, points: Points, push: _Push) -> Points:
        east, north = points[:, :1] - push.middles[:, 0], points[:, 1:] - push.middles[:, 1]
        distance = numpy.sqrt(east * east + north * north) + 1e-9
        nearness = distance / push.radii
        inside = push.pulls * nearness * nearness * (4 - 3 * nearness)
        force = numpy.where(nearness > 1, push.pulls / nearness, inside) / distance
        move = numpy.column_stack(((force * east).sum(axis=1), (force * north).sum(axis=1)))
        moved: Points = points + move * self._freedom(points)
        return moved

    def _freedom(self, points: Points) -> Points:
        """How freely a point may move, 0 at the frame to 1 well inside, for x and y."""
        west, south, east, north = self._frame
        low, high = points - (west, south), (east, north) - points
        freedom: Points = numpy.clip(numpy.minimum(low, high) / EDGE_KM, 0, 1)
        return freedom


def _push(zones: Sequence[BaseGeometry], wanted: Points) -> _Push:
    areas = shapely.area(zones)
    error = numpy.mean(numpy.maximum(areas, wanted) / numpy.minimum(areas, wanted))
    radii = numpy.sqrt(areas / numpy.pi)
    pulls = (numpy.sqrt(wanted / numpy.pi) - radii) / (1 + error)
    return _Push(shapely.get_coordinates(shapely.centroid(zones)), radii, pulls)
