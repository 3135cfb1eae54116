"""Hexes on a board of a module: zones and grids by which VASSAL calls every hex as it is printed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from builder.layout.gridzones import (
    GRID,
    INSIDE,
    Point,
    grid_zones,
    is_countable,
    named_points,
    offset,
    parts_of,
    shapes_of,
)
from builder.vassal.buildfile import Element, element
from maps.grids.grid import HexGrid
from maps.grids.hexes import Hex, Lattice

if TYPE_CHECKING:
    from shapely import Polygon

_ROOT3 = math.sqrt(3)


@dataclass(frozen=True)
class HexGround:
    """The hexes of a board as they lie on its picture.

    `pitch` is the distance of neighbouring centres and `origin` the centre of the first hex, in pixels from
    the upper left corner.
    """

    grid: HexGrid
    pitch: float
    origin: Point

    def centre(self, one: Hex) -> Point:
        """The centre of a hex in pixels, to fractions of one."""
        return self._pixel(self._lattice.centre(one))

    def ring(self, one: Hex) -> list[Point]:
        """The corners of a hex in pixels, to fractions of one."""
        return [self._pixel(corner) for corner in self._lattice.corners(one)]

    def hex_at(self, x: float, y: float) -> str | None:
        """The id of the hex under a pixel, None beside the map: our answer, by which VASSAL's is checked."""
        return self.grid.ids.get(self._lattice.at(x - self.origin[0], self.origin[1] - y))

    def edge(self, x: float, y: float) -> float:
        """How many pixels a point is away from the nearest side of the hex under it."""
        (a, b), half = self.centre(self._lattice.at(x - self.origin[0], self.origin[1] - y)), self.pitch / 2
        turn = 0 if self._lattice.flat else 30
        ways = (math.radians(turn + 90 + 60 * n) for n in range(6))
        return half - max((x - a) * math.cos(t) + (y - b) * math.sin(t) for t in ways)

    @property
    def _lattice(self) -> Lattice:
        return Lattice(self.grid.lattice.flat, self.pitch)

    def _pixel(self, point: Point) -> Point:
        return self.origin[0] + point[0], self.origin[1] - point[1]

    def zones(self) -> Iterator[Element]:
        """A zone for every hole in the map, then one for each of its parts with a grid in it."""
        return grid_zones(self.shapes(), self._inside)

    def _inside(self, size: tuple[int, int]) -> Element:
        """The grid of a zone of this size."""
        numbered = self._numbered(size)
        return self._named() if numbered is None else numbered

    def shapes(self) -> Iterator[tuple[str, Polygon]]:
        """The name and the outline, in pixels, of the holes in the map, then of each of its parts."""
        return shapes_of(self._parts, "Map")

    @cached_property
    def _parts(self) -> list[Polygon]:
        """The map without inner borders, each part of it for itself."""
        return parts_of([self.ring(one) for one in self.grid.ids])

    def _numbered(self, size: tuple[int, int]) -> Element | None:
        """A grid that counts columns and rows; None where VASSAL cannot count as the board does.

        Its columns are always those of hexes with flat tops, and the odd ones, counted from 0, are shoved; a
        grid of hexes with pointed tops is the same lying on its side.
        """
        grid, flat = self.grid, self.grid.lattice.flat
        wide, high = self.pitch * _ROOT3 / 2, self.pitch
        before = 1 if grid.shoved == "odd" else 0
        x, y = self.centre(Hex(0, 0)) if flat else reversed(self.centre(Hex(0, 0)))
        numbering = self._numbering(size, before)
        if numbering is None:
            return None
        return element(
            f"{GRID}.HexGrid",
            numbering,
            dx=repr(wide),
            dy=repr(high),
            x0=round(x - before * wide),
            y0=round(y - before * high / 2),
            sideways=not flat,
            visible=False,
            color="0,0,0",
            dotsVisible=False,
            edgesLegal=False,
            cornersLegal=False,
            snapTo=True,
        )

    def _numbering(self, size: tuple[int, int], before: int) -> Element | None:
        grid, flat = self.grid, self.grid.lattice.flat
        numbers = grid.numbering
        lines, places = (numbers.column, numbers.row) if flat else (numbers.row, numbers.column)
        counts = (grid.columns, grid.rows) if flat else (grid.rows, grid.columns)
        stagger = numbers.shoved_first != 0
        if stagger and numbers.shoved_first != (-1 if places.backward else 1):
            return None
        if not (is_countable(lines, counts[0]) and is_countable(places, counts[1])):
            return None
        # The engine measures the width of a zone in heights of a hex, and its height in widths.
        most_across = math.floor(size[0] / self.pitch + 0.5)
        most_down = math.floor(size[1] / (self.pitch * _ROOT3 / 2) + 0.5)
        most = (most_across, most_down) if flat else (most_down, most_across)
        return element(
            f"{INSIDE}.HexGridNumbering",
            first="H" if numbers.column_first == flat else "V",
            sep=numbers.between,
            hType="A" if lines.letters else "N",
            hOff=offset(lines, counts[0], most[0], before),
            hLeading=lines.digits - 1,
            hDescend=lines.backward if flat else places.backward,
            vType="A" if places.letters else "N",
            vOff=offset(places, counts[1], most[1], 0),
            vLeading=places.digits - 1,
            vDescend=places.backward if flat else lines.backward,
            stagger=stagger,
            visible=False,
            locationFormat=f"{numbers.before}$gridLocation${numbers.after}",
        )

    def _named(self) -> Element:
        """A named point for each hex: whatever is nearest to a centre is its hex."""
        return named_points((label, self.centre(one)) for label, one in self.grid.labels.items())
