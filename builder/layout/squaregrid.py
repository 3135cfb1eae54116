"""Squares on a board of a module: zones and grids by which VASSAL calls every square as it is printed."""

from __future__ import annotations

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
from maps.grids.squares import SquareGrid

if TYPE_CHECKING:
    from shapely import Polygon


@dataclass(frozen=True)
class SquareGround:
    """The squares of a board as they lie on its picture.

    `square` is how wide and how high one is, and `origin` the centre of the first, in pixels from the upper
    left corner. `title` names the zone around them.
    """

    grid: SquareGrid
    square: Point
    origin: Point
    title: str = "Map"

    def centre(self, space: str) -> Point:
        """The centre of a square in pixels, to fractions of one."""
        column, row = self.grid.squares[space]
        return self.origin[0] + column * self.square[0], self.origin[1] + row * self.square[1]

    def ring(self, space: str) -> list[Point]:
        """The corners of a square in pixels, to fractions of one."""
        (x, y), (wide, high) = self.centre(space), (self.square[0] / 2, self.square[1] / 2)
        return [(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)]

    def zones(self) -> Iterator[Element]:
        """A zone for every hole in the map, then one for each of its parts with a grid in it."""
        return grid_zones(self.shapes(), self._inside)

    def _inside(self, size: tuple[int, int]) -> Element:
        """The grid of a zone of this size."""
        numbered = self._numbered(size)
        return self._named() if numbered is None else numbered

    def shapes(self) -> Iterator[tuple[str, Polygon]]:
        """The name and the outline, in pixels, of the holes in the map, then of each of its parts."""
        return shapes_of(self._parts, self.title)

    @cached_property
    def _parts(self) -> list[Polygon]:
        """The map without inner borders, each part of it for itself."""
        return parts_of([self.ring(one) for one in self.grid.squares])

    def _numbered(self, size: tuple[int, int]) -> Element | None:
        """A grid that counts columns and rows; None where VASSAL cannot count as the board does."""
        numbering = self._numbering(size)
        if numbering is None:
            return None
        (wide, high), (x, y) = self.square, self.origin
        return element(
            f"{GRID}.SquareGrid",
            numbering,
            dx=repr(wide),
            dy=repr(high),
            x0=round(x),
            y0=round(y),
            range="Metric" if self.grid.diagonal else "Manhattan",
            visible=False,
            color="0,0,0",
            dotsVisible=False,
            edgesLegal=False,
            cornersLegal=False,
            snapTo=True,
        )

    def _numbering(self, size: tuple[int, int]) -> Element | None:
        grid, numbers = self.grid, self.grid.numbering
        across, down = numbers.column, numbers.row
        if not (is_countable(across, grid.columns) and is_countable(down, grid.rows)):
            return None
        most = (int(size[0] / self.square[0] + 0.5), int(size[1] / self.square[1] + 0.5))
        return element(
            f"{INSIDE}.SquareGridNumbering",
            first="H" if numbers.column_first else "V",
            sep=numbers.between,
            hType="A" if across.letters else "N",
            hOff=offset(across, grid.columns, most[0], 0),
            hLeading=across.digits - 1,
            hDescend=across.backward,
            vType="A" if down.letters else "N",
            vOff=offset(down, grid.rows, most[1], 0),
            vLeading=down.digits - 1,
            vDescend=down.backward,
            visible=False,
            locationFormat=f"{numbers.before}$gridLocation${numbers.after}",
        )

    def _named(self) -> Element:
        """A named point for each square: whatever is nearest to a centre lies in its square."""
        grid = self.grid
        return named_points((label, self.centre(grid.ids[one])) for label, one in grid.labels.items())
