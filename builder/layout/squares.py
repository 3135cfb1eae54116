"""Tracks of numbered squares beside a map: a zone for each row, in which VASSAL counts the squares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.vassal.buildfile import Element, element

Corners = tuple[tuple[int, int], ...]
_GRID = "module.map.boardPicker.board"


@dataclass(frozen=True, slots=True)
class Track:
    """Squares numbered on from row to row: where the first begins and how large one is, in pixels."""

    id: str
    title: str
    corner: tuple[float, float]
    square: tuple[float, float]
    columns: int
    rows: int
    first: int

    def names(self) -> Iterator[tuple[str, str]]:
        """The id and the name of every square."""
        for number in range(self.first, self.first + self.columns * self.rows):
            yield f"{self.id}-{number}", f"{self.title} {number}"

    def outlines(self) -> Iterator[Corners]:
        """The corners of each row."""
        (left, top), (wide, high) = self.corner, self.square
        right = left + wide * self.columns
        for row in range(self.rows):
            ends = ((left, row), (right, row), (right, row + 1), (left, row + 1))
            yield tuple((round(x), round(top + high * down)) for x, down in ends)

    def zones(self) -> Iterator[Element]:
        """A zone for each row. The name of a point in it is the title and the number of its square."""
        for row, corners in enumerate(self.outlines()):
            path = ";".join(f"{x},{y}" for x, y in corners)
            yield element(
                f"{_GRID}.mapgrid.Zone",
                self._grid(row),
                name=self.title,
                path=path,
                locationFormat="$name$ $gridLocation$",
                useParentGrid=False,
            )

    def _grid(self, row: int) -> Element:
        (left, top), (wide, high) = self.corner, self.square
        numbering = element(
            f"{_GRID}.mapgrid.SquareGridNumbering",
            first="H",
            sep="",
            hType="N",
            hOff=self.first + row * self.columns,
            hLeading=0,
            hDescend=False,
            vType="N",
            vOff=0,
            vLeading=0,
            vDescend=False,
            visible=False,
            locationFormat="$column$",
        )
        return element(
            f"{_GRID}.SquareGrid",
            numbering,
            dx=repr(wide),
            dy=repr(high),
            x0=round(left + wide / 2),
            y0=round(top + high * (row + 0.5)),
            range="Metric",
            visible=False,
            color="0,0,0",
            dotsVisible=False,
            edgesLegal=False,
            cornersLegal=False,
            snapTo=False,
        )
