"""Hexes as a board prints them: how many, how they are numbered, and which are not there.

How numbers are written, `Axis` and `Numbering`, is the same for squares (`maps.grids.squares`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, cast

from maps.grids.hexes import Hex, Lattice, Point, distance, line, ring, within
from maps.space import slug

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DOUBLED, COUNTED = "doubled", "counted"


@dataclass(frozen=True, slots=True)
class Axis:
    """How columns, or rows, are written.

    In digits, at least `digits` of them; or in letters: "doubled" goes on behind Z with AA, BB, CC,
    "counted" with AA, AB, AC. The first has the number `first` (1 is A); a `backward` axis begins at the
    right or at the bottom.
    """

    first: int = 1
    digits: int = 1
    letters: str = ""
    backward: bool = False

    def word(self, number: int) -> str:
        """The printed form of a number; ValueError for one before the first letter."""
        if not self.letters:
            return str(number).zfill(self.digits + (number < 0))
        if number < 1:
            raise ValueError(f"the number {number} has no letter of the alphabet")
        if self.letters == DOUBLED:
            return _ALPHABET[(number - 1) % 26] * ((number - 1) // 26 + 1)
        before, last = divmod(number - 1, 26)
        return (self.word(before) if before else "") + _ALPHABET[last]


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a hex, or a square, is labelled by its column and row.

    `before` and `after` stand around every label, such as the "W" of W0101. `shoved_first` is the number of
    the first row in shoved columns (of the first column in shoved rows, where hexes have pointed tops) less
    that in the others; on most maps it is 0.
    """

    column: Axis = field(default_factory=lambda: Axis(digits=2))
    row: Axis = field(default_factory=lambda: Axis(digits=2))
    column_first: bool = True
    between: str = ""
    shoved_first: int = 0
    before: str = ""
    after: str = ""

    def text(self, column: int, row: int) -> str:
        """The label for the number of a column and that of a row; ValueError where there is no letter."""
        parts = [self.column.word(column), self.row.word(row)]
        return f"{self.before}{self.between.join(parts if self.column_first else parts[::-1])}{self.after}"


@dataclass(frozen=True)
class HexGrid:
    """The hexes of a board: `columns` x `rows` of them as they are printed, from the upper left corner.

    With flat tops the columns are straight, and those `shoved` ("odd" or "even", the first being odd) stand
    half a hex lower than the others; with pointed tops the rows are straight, and those shoved stand further
    right. The lines named `short` ("odd", "even" or "") lack their last hex; so do all `missing` labels.
    """

    columns: int
    rows: int
    lattice: Lattice = field(default_factory=Lattice)
    shoved: str = "even"
    short: str = ""
    numbering: Numbering = field(default_factory=Numbering)
    missing: frozenset[str] = frozenset()

    @cached_property
    def labels(self) -> Mapping[str, Hex]:
        """Every hex of the board by its printed label, line by line."""
        return {label: found for label, found in self.printed() if label not in self.missing}

    @cached_property
    def hexes(self) -> Mapping[str, Hex]:
        """Every hex of the board by the id of its space."""
        return {slug(label): found for label, found in self.labels.items()}

    @cached_property
    def ids(self) -> Mapping[Hex, str]:
        """The id of the space of every hex."""
        return {found: name for name, found in self.hexes.items()}

    def printed(self) -> Iterable[tuple[str, Hex]]:
        """Label and hex of all places of the grid, those without a hex too."""
        return self._printed

    @cached_property
    def _printed(self) -> tuple[tuple[str, Hex], ...]:
        return tuple(self._places())

    def _places(self) -> Iterator[tuple[str, Hex]]:
        flat = self.lattice.flat
        lines, places = (self.columns, self.rows) if flat else (self.rows, self.columns)
        for number in range(lines):
            q, first = self.hex_at(number, 0) if flat else self.hex_at(0, number)
            for place in range(places - self._is(number, self.short)):
                yield self.label(number, place) if flat else self.label(place, number), Hex(q, first + place)

    def _is(self, number: int, which: str) -> bool:
        """Is a line, counted from 0, one of the odd or even ones, counted from 1?"""
        return which == ("even" if number % 2 else "odd")

    def hex_at(self, column: int, row: int) -> Hex:
        """The hex in a column and a row, both counted from 0 at the upper left."""
        number, place = (column, row) if self.lattice.flat else (row, column)
        return Hex(number, place - (number + (number % 2 if self.shoved == "odd" else -(number % 2))) // 2)

    def place_of(self, one: Hex) -> tuple[int, int]:
        """Column and row of a hex, both counted from 0 at the upper left."""
        place = one.r + (one.q + (one.q % 2 if self.shoved == "odd" else -(one.q % 2))) // 2
        return (one.q, place) if self.lattice.flat else (place, one.q)

    def label(self, column: int, row: int) -> str:
        """What is printed in a column and a row, both counted from 0 at the upper left."""
        across = self.columns - 1 - column if self.numbering.column.backward else column
        down = self.rows - 1 - row if self.numbering.row.backward else row
        more = self.numbering.shoved_first * self._is(column if self.lattice.flat else row, self.shoved)
        flat = self.lattice.flat
        return self.numbering.text(
            across + self.numbering.column.first + (0 if flat else more),
            down + self.numbering.row.first + (more if flat else 0),
        )

    def neighbours(self, space: str) -> dict[str, str]:
        """The spaces around one, by direction; where the board ends there is none."""
        found = self.hexes[space]
        around = zip(self.lattice.directions, self.lattice.neighbours(found), strict=True)
        return {name: self.ids[near] for name, near in around if near in self.ids}

    def around(self, space: str) -> list[str]:
        """The spaces around one, clockwise as the directions are."""
        return self._known(self.lattice.neighbours(self.hexes[space]))

    def contacts(self) -> Iterator[tuple[str, list[str]]]:
        """Every space with those around it, as `around` gives them. A pair finds its hex without being made
        one: a board asks for thousands when it is read."""
        ids = cast("Mapping[tuple[int, int], str]", self.ids)
        steps = tuple(self.lattice.steps.values())
        for one, (q, r) in self.hexes.items():
            near = [(q + across, r + along) for across, along in steps]
            yield one, [ids[pair] for pair in near if pair in ids]

    def direction(self, a: str, b: str) -> str:
        """The direction in which `b` lies from its neighbour `a`; ValueError if they are not neighbours."""
        return self.lattice.direction(self.hexes[a], self.hexes[b])

    def distance(self, a: str, b: str) -> int:
        """The fewest steps from one space to another, as if nothing were missing between them."""
        return distance(self.hexes[a], self.hexes[b])

    def nearest(self, space: str, others: Iterable[str]) -> int:
        """The fewest steps to the nearest of some spaces; ValueError for none of them."""
        here = self.hexes[space]
        return min(distance(here, self.hexes[one]) for one in others)

    def line(self, a: str, b: str, other_side: bool = False) -> list[str]:
        """The spaces on the straight line between two centres, as in `maps.grids.hexes.line`."""
        return self._known(line(self.hexes[a], self.hexes[b], other_side))

    def within(self, space: str, reach: int) -> list[str]:
        """The spaces at most so many steps away, the space itself among them."""
        found = self._within.get((space, reach))
        if found is None:
            found = self._within[space, reach] = self._known(within(self.hexes[space], reach))
        return found.copy()

    @cached_property
    def _within(self) -> dict[tuple[str, int], list[str]]:
        """What was asked for: a map stays as it is, and each report asks for the same hexes."""
        return {}

    def ring(self, space: str, reach: int) -> list[str]:
        """The spaces exactly so many steps away."""
        return self._known(ring(self.hexes[space], reach))

    def _known(self, hexes: Iterator[Hex] | list[Hex]) -> list[str]:
        return [self.ids[one] for one in hexes if one in self.ids]

    def centre(self, space: str) -> Point:
        """The centre of a space in map units."""
        return self.lattice.centre(self.hexes[space])

    def corners(self, space: str) -> list[Point]:
        """The corners of a space in map units, clockwise."""
        return self.lattice.corners(self.hexes[space])

    def at(self, x: float, y: float) -> str | None:
        """The space in which a point lies (map units), None beside the board."""
        return self.ids.get(self.lattice.at(x, y))

    def at_all(self, points: ArrayLike) -> list[str | None]:
        """The spaces of many points: n rows of x and y."""
        found: list[list[int]] = self.lattice.at_all(points).tolist()
        return [self.ids.get(Hex(q, r)) for q, r in found]
