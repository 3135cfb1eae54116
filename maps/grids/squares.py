"""Squares as a board prints them: numbered in columns and rows, with their neighbours, distances and lines.

Points are in map units, x to the right and y upwards, as on a board of hexes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from maps.grids.grid import Numbering
from maps.space import slug

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Point = tuple[float, float]
_SIDES = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
_CORNERS = {"n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1), "s": (0, 1), "sw": (-1, 1), "w": (-1, 0),
            "nw": (-1, -1)}  # fmt: skip


class Square(NamedTuple):
    """One square of the endless plane: its column to the right and its row downwards, the first being 0."""

    column: int
    row: int


@dataclass(frozen=True)
class SquareGrid:
    """The squares of a board: `columns` x `rows` of them from the upper left corner, less the `missing`.

    Each is `wide` and `high` in map units, and `origin` is the centre of the first. With `diagonal` those
    that share only a corner are neighbours, too.
    """

    columns: int
    rows: int
    wide: float = 1.0
    high: float = 1.0
    origin: Point = (0.0, 0.0)
    diagonal: bool = False
    numbering: Numbering = field(default_factory=Numbering)
    missing: frozenset[str] = frozenset()

    @cached_property
    def labels(self) -> Mapping[str, Square]:
        """Every square of the board by its printed label, column by column."""
        return {label: found for label, found in self.printed() if label not in self.missing}

    @cached_property
    def squares(self) -> Mapping[str, Square]:
        """Every square of the board by the id of its space."""
        return {slug(label): found for label, found in self.labels.items()}

    @cached_property
    def ids(self) -> Mapping[Square, str]:
        """The id of the space of every square."""
        return {found: name for name, found in self.squares.items()}

    @property
    def directions(self) -> tuple[str, ...]:
        """The four directions clockwise from "n", or with `diagonal` the eight."""
        return tuple(self._steps)

    @property
    def _steps(self) -> dict[str, tuple[int, int]]:
        return _CORNERS if self.diagonal else _SIDES

    def printed(self) -> Iterator[tuple[str, Square]]:
        """Label and square of all places of the grid, those without a square too."""
        for column in range(self.columns):
            for row in range(self.rows):
                yield self.label(column, row), Square(column, row)

    def label(self, column: int, row: int) -> str:
        """What is printed in a column and a row, both counted from 0 at the upper left."""
        numbers = self.numbering
        across = self.columns - 1 - column if numbers.column.backward else column
        down = self.rows - 1 - row if numbers.row.backward else row
        return numbers.text(across + numbers.column.first, down + numbers.row.first)

    def neighbours(self, space: str) -> dict[str, str]:
        """The spaces around one, by direction; where the board ends there is none."""
        column, row = self.squares[space]
        around = {
            name: self.ids.get(Square(column + right, row + down))
            for name, (right, down) in self._steps.items()
        }
        return {name: near for name, near in around.items() if near}

    def direction(self, a: str, b: str) -> str:
        """The direction in which `b` lies from its neighbour `a`; ValueError if they are not neighbours."""
        step = self._apart(a, b)
        found = next((name for name, known in self._steps.items() if known == step), None)
        if found is None:
            raise ValueError(f"{a} and {b} are not neighbours")
        return found

    def distance(self, a: str, b: str) -> int:
        """The fewest steps from one space to another, as if nothing were missing between them."""
        return self._length(*self._apart(a, b))

    def _apart(self, a: str, b: str) -> tuple[int, int]:
        one, other = self.squares[a], self.squares[b]
        return other.column - one.column, other.row - one.row

    def _length(self, right: int, down: int) -> int:
        return max(abs(right), abs(down)) if self.diagonal else abs(right) + abs(down)

    def line(self, a: str, b: str) -> list[str]:
        """The spaces that the straight line between two centres crosses, both ends among them.

        A square that it only touches at a corner does not count; backwards it is the same line.
        """
        return self._known(crossed(self.squares[a], self.squares[b]))

    def within(self, space: str, reach: int) -> list[str]:
        """The spaces at most so many steps away, the space itself among them."""
        middle, steps = self.squares[space], range(-reach, reach + 1)
        return self._known(
            Square(middle.column + right, middle.row + down)
            for right in steps
            for down in steps
            if self._length(right, down) <= reach
        )

    def ring(self, space: str, reach: int) -> list[str]:
        """The spaces exactly so many steps away."""
        return [one for one in self.within(space, reach) if self.distance(space, one) == reach]

    def _known(self, squares: Iterable[Square]) -> list[str]:
        return [self.ids[one] for one in squares if one in self.ids]

    def centre(self, space: str) -> Point:
        """The centre of a space in map units."""
        column, row = self.squares[space]
        return self._point(column, row)

    def corners(self, space: str) -> list[Point]:
        """The corners of a space in map units, clockwise from the upper left.

        Neighbours get the very same numbers for a corner they share.
        """
        column, row = self.squares[space]
        around = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return [self._point((2 * column + right) / 2, (2 * row + down) / 2) for right, down in around]

    def _point(self, column: float, row: float) -> Point:
        return self.origin[0] + column * self.wide, self.origin[1] - row * self.high

    def at(self, x: float, y: float) -> str | None:
        """The space in which a point lies (map units), None beside the board; on a side, right or below."""
        column = math.floor((x - self.origin[0]) / self.wide + 0.5)
        row = math.floor((self.origin[1] - y) / self.high + 0.5)
        return self.ids.get(Square(column, row))

    def at_all(self, points: ArrayLike) -> list[str | None]:
        """The spaces of many points: n rows of x and y, each as `at` gives it."""
        import numpy

        xy: NDArray[Any] = numpy.asarray(points, dtype=numpy.float64).reshape(-1, 2)
        columns = numpy.floor((xy[:, 0] - self.origin[0]) / self.wide + 0.5).astype(numpy.int64)
        rows = numpy.floor((self.origin[1] - xy[:, 1]) / self.high + 0.5).astype(numpy.int64)
        pairs = zip(columns.tolist(), rows.tolist(), strict=True)
        return [self.ids.get(Square(column, row)) for column, row in pairs]


def crossed(a: Square, b: Square) -> Iterator[Square]:
    """The squares whose inside the straight line between two centres crosses, from `a` on to `b`."""
    right, down = b.column - a.column, b.row - a.row
    if abs(down) > abs(right):
        turned = crossed(Square(a.row, a.column), Square(b.row, b.column))
        yield from (Square(row, column) for column, row in turned)
        return
    ahead, below = (-1 if right < 0 else 1), (-1 if down < 0 else 1)
    slope = Fraction(abs(down), abs(right)) if right else Fraction(0)
    half = Fraction(1, 2)
    for step in range(abs(right) + 1):
        enters, leaves = max(step - half, Fraction(0)) * slope, min(step + half, Fraction(abs(right))) * slope
        last = max(math.ceil(leaves + half) - 1, math.floor(enters + half))
        for place in range(math.floor(enters + half), last + 1):
            yield Square(a.column + ahead * step, a.row + below * place)
