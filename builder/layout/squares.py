"""Tracks of numbered squares beside a map: a zone for each row, in which VASSAL knows the squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.layout.gridzones import named_points
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
        for number in self._numbers():
            yield f"{self.id}-{number}", f"{self.title} {number}"

    def _numbers(self) -> range:
        return range(self.first, self.first + self.columns * self.rows)

    def outlines(self) -> Iterator[Corners]:
        """The corners of each row."""
        (left, top), (wide, high) = self.corner, self.square
        right = left + wide * self.columns
        for row in range(self.rows):
            ends = ((left, row), (right, row), (right, row + 1), (left, row + 1))
            yield tuple((round(x), round(top + high * down)) for x, down in ends)

    def zones(self, spots: Mapping[str, Sequence[tuple[int, int]]]) -> Iterator[Element]:
        """A zone for each row. The name of a point in it is the title and the number of its square, and what
        is dropped there is drawn to the square's `spots`."""
        squares = [(number, spots[f"{self.id}-{number}"]) for number in self._numbers()]
        for row, corners in enumerate(self.outlines()):
            path = ";".join(f"{x},{y}" for x, y in corners)
            inside = squares[row * self.columns : (row + 1) * self.columns]
            yield element(
                f"{_GRID}.mapgrid.Zone",
                named_points((str(number), spot) for number, places in inside for spot in places),
                name=self.title,
                path=path,
                locationFormat="$name$ $gridLocation$",
                useParentGrid=False,
            )
