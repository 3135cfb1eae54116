"""The space under a point, for as many points as there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy
import shapely
from numpy.typing import ArrayLike

from maps.board import Board
from maps.reading.geometry import Geometry, area_shape


@dataclass(frozen=True)
class SpaceFinder:
    """A board with the shapes of its spaces, in map units."""

    board: Board
    geometry: Geometry

    def at(self, x: float, y: float) -> str | None:
        """The space in which a point lies, None beside the board."""
        return self.at_all([(x, y)])[0]

    def at_all(self, points: ArrayLike) -> list[str | None]:
        """The spaces of many points: n rows of x and y in map units. On a border it is one of the two.

        An area that lies over a grid comes before the grid, as in VASSAL.
        """
        xy = numpy.asarray(points, dtype=numpy.float64).reshape(-1, 2)
        found = self._in_areas(xy)
        for grid in (self.board.grid, self.board.squares):
            if grid:
                found = [one or other for one, other in zip(found, grid.at_all(xy), strict=True)]
        return found

    def _in_areas(self, xy: numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.float64]]) -> list[str | None]:
        """The first area that each point touches."""
        ids = list(self._areas)
        found: list[str | None] = [None] * len(xy)
        touching = self._tree.query(shapely.points(xy), predicate="intersects")
        for point, area in sorted(touching.T.tolist(), reverse=True):
            found[point] = ids[area]
        return found

    @cached_property
    def _areas(self) -> Mapping[str, shapely.Geometry]:
        """All ground of the areas by id, their islands too; of a board without any grid, its zones."""
        zones = self.geometry.zones
        if not self.board.is_gridded:
            return zones
        return {one: area_shape(area) for one, area in self.board.areas.items() if one in zones}

    @cached_property
    def _tree(self) -> shapely.STRtree:
        return shapely.STRtree(list(self._areas.values()))
