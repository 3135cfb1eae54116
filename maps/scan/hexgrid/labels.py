"""What clicked hexes say: where on the lattice their labels put them, and how a grid is numbered by them.

Every way to read a label (column first or row first, letters or digits, what stands between) is tried with
every way to count (from either side, lines of odd numbers half a hex further on or back). Each is a scheme,
and puts all clicked labels onto one lattice; clicks that agree with a lattice keep the schemes that say the
same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from maps.grids.grid import COUNTED, DOUBLED, Axis, HexGrid, Numbering
from maps.grids.hexes import Hex
from scans.scan_faults import ScanError

_PARTS = (
    re.compile(r"(?P<before>)(?P<one>[A-Za-z]+)(?P<between>[-./: ]?)(?P<two>\d+)"),
    re.compile(r"(?P<before>)(?P<one>\d+)(?P<between>[-./: ]?)(?P<two>[A-Za-z]+)"),
    re.compile(r"(?P<before>\D*?)(?P<one>\d+)(?P<between>[-./: ])(?P<two>\d+)"),
)
_SHIFTS = (1, -1, 3, -3)
_DIGITS = re.compile(r"(?P<before>\D*?)(?P<digits>\d{2,})")


class Click(NamedTuple):
    """A hex the user knows: its label, and its middle in pixels.

    One that is `pinned` outweighs the print around it, as where paper stretched.
    """

    label: str
    x: float
    y: float
    pinned: bool = False

    def __str__(self) -> str:
        return f"--hex {self.label}={self.x:g},{self.y:g}"


class _Words(NamedTuple):
    """Labels taken apart in one way: both parts of each, and what is around and between them."""

    parts: tuple[tuple[str, str], ...]
    before: str
    between: str


@dataclass(frozen=True)
class Scheme:
    """One way to read labels: for each, the number of its line of hexes, and its number along the line.

    Lines whose number is odd stand half a hex further on than the even ones where `shift` is 1, and half a
    hex back where it is -1; on few maps, one and a half (3, -3). `numbering` is complete but for its first
    numbers; `odd` says how unusual it is. `listed` are the numbers of all labels of the map, if known.
    """

    flat: bool
    lines: tuple[int, ...]
    along: tuple[int, ...]
    shift: int
    numbering: Numbering
    odd: int
    listed: tuple[tuple[int, int], ...] = ()

    @property
    def _ways(self) -> tuple[int, int]:
        """1 where numbers grow to the right or downwards, else -1: of lines, and along them."""
        axes = (self.numbering.column, self.numbering.row)[:: 1 if self.flat else -1]
        return -1 if axes[0].backward else 1, -1 if axes[1].backward else 1

    @cached_property
    def places(self) -> NDArray[Any]:
        """Where the labels lie on the lattice, in steps from the first of them: (n, 2) whole numbers."""
        return numpy.array([self.place(*numbers) for numbers in zip(self.lines, self.along, strict=True)])

    def place(self, line: int, along: int) -> tuple[int, int]:
        """The hex of a number of a line and one along it, in steps from the first label's."""
        across, down = self._ways
        q = across * (line - self.lines[0])
        shoved = self.shift * (line % 2 - self.lines[0] % 2)
        return q, (2 * down * (along - self.along[0]) + shoved - q) // 2

    def label(self, q: int, r: int) -> str:
        """What is printed in the hex so many steps from the first label's."""
        return self.numbering.text(*self.numbers(q, r)[:: 1 if self.flat else -1])

    @property
    def is_usual(self) -> bool:
        """Whether the second line stands lower than the first, or further right, number for number."""
        first = min(self.lines) if self._ways[0] > 0 else max(self.lines)
        return self.shift == (-1 if first % 2 else 1)

    @property
    def span(self) -> tuple[int, int]:
        """How many lines the labels span, and how many hexes along them."""
        return max(self.lines) - min(self.lines) + 1, max(self.along) - min(self.along) + 1

    @cached_property
    def ends(self) -> dict[int, tuple[int, int]]:
        """Of the first and the last line that are named, the numbers named first and last along them."""
        named = {
            line: [b for a, b in zip(self.lines, self.along, strict=True) if a == line] for line in self.lines
        }
        return {line: (min(named[line]), max(named[line])) for line in (min(named), max(named))}

    @property
    def is_corners(self) -> bool:
        """Whether the labels are, among others, those of the four corners of all that they span.

        Every second line may lack a hex at its end.
        """
        low, high = min(self.along), max(self.along)
        return len(self.ends) > 1 < high - low and all(a - low < 2 > high - b for a, b in self.ends.values())

    def without(self, n: int) -> Scheme:
        """The scheme without one of its labels."""
        lines, along = ((*part[:n], *part[n + 1 :]) for part in (self.lines, self.along))
        return replace(self, lines=lines, along=along)

    def numbers(self, q: int, r: int) -> tuple[int, int]:
        """The number of the line, and that along it, of the hex so many steps from the first label's."""
        across, down = self._ways
        line = self.lines[0] + across * q
        halves = 2 * r + q - self.shift * (line % 2 - self.lines[0] % 2)
        return line, self.along[0] + down * halves // 2

    def numbered(self, grid: HexGrid, first: Hex) -> HexGrid | None:
        """The grid numbered so that its hex `first` has the first label; None where none does that."""
        flat, numbering = grid.lattice.flat, self.numbering
        lines, places = (grid.columns, grid.rows) if flat else (grid.rows, grid.columns)
        tops = [grid.hex_at(n, 0) if flat else grid.hex_at(0, n) for n in (0, 1)]
        (line, begun), (_, other) = (self.numbers(one.q - first.q, one.r - first.r) for one in tops)
        plain, shoved = (other, begun) if grid.shoved == "odd" else (begun, other)
        across, down = self._ways
        line -= lines - 1 if across < 0 else 0
        more, plain = shoved - plain, plain - (places - 1 if down < 0 else 0)
        column, row = (line, plain) if flat else (plain, line)
        made = replace(
            numbering,
            column=replace(numbering.column, first=column),
            row=replace(numbering.row, first=row),
            shoved_first=more,
        )
        return replace(grid, numbering=made) if _begins_well(made, flat) else None


def _begins_well(made: Numbering, flat: bool) -> bool:
    """Whether all columns and rows have a number: no letter is before A, and none is below 0."""
    less = min(0, made.shoved_first)
    lowest = made.column.first + (0 if flat else less), made.row.first + (less if flat else 0)
    axes = zip((made.column, made.row), lowest, strict=True)
    return abs(made.shoved_first) < 2 and all(first >= (1 if axis.letters else 0) for axis, first in axes)


def parsed_click(text: str) -> Click:
    """A `LABEL=x,y` from the command line; ScanError where it is none."""
    label, sign, place = text.rpartition("=")
    try:
        x, y = (float(part) for part in place.split(","))
    except ValueError:
        sign = ""
    if not (sign and label.strip()):
        raise ScanError(f"--hex {text}: write a label and a place in pixels, as in --hex 0101=123.5,456")
    return Click(label.strip(), x, y)


def schemes(labels: Sequence[str], listed: Sequence[str] = ()) -> list[Scheme]:
    """All ways to read labels, the plainest first; ScanError where they cannot be read alike.

    `listed` are labels of which nobody knows yet where they lie: all that the map has.
    """
    made = [
        one
        for n, words in enumerate(_taken_apart((*labels, *listed)))
        for column, row, column_first in _read(words)
        for one in _counted(words, (column, row), column_first, n)
    ]
    if not made:
        raise ScanError(
            f"the labels {', '.join(labels)} are not read as columns and rows: write them as they are "
            "printed, such as 0101 or A1, all alike"
        )
    return sorted((_parted(one, len(labels)) for one in made), key=lambda one: one.odd)


def _parted(one: Scheme, clicked: int) -> Scheme:
    """The scheme of so many labels that are clicked, and others that are listed."""
    lines, along = one.lines, one.along
    listed = tuple(zip(lines[clicked:], along[clicked:], strict=True))
    return replace(one, lines=lines[:clicked], along=along[:clicked], listed=listed)


def _taken_apart(labels: Sequence[str]) -> Iterator[_Words]:
    """All ways to take labels apart alike."""
    for pattern in _PARTS:
        found = [pattern.fullmatch(label) for label in labels]
        if all(found):
            yield from _alike([(m["before"], m["one"], m["between"], m["two"]) for m in found if m])
    digits = [_DIGITS.fullmatch(label) for label in labels]
    if all(digits):
        whole = [(m["before"], m["digits"]) for m in digits if m]
        longest = max(len(word) for _, word in whole)
        for cut in dict.fromkeys((longest // 2, longest - longest // 2)):
            # A label shorter than the others lacks a digit in front: 101 and 1001.
            tail = longest - cut
            parts = [(before, word[:-tail], "", word[-tail:]) for before, word in whole]
            if all(part[1] for part in parts):
                yield from _alike(parts)


def _alike(parts: list[tuple[str, str, str, str]]) -> Iterator[_Words]:
    if len({(before, between) for before, _, between, _ in parts}) == 1:
        yield _Words(tuple((one, two) for _, one, _, two in parts), parts[0][0], parts[0][2])


def _read(words: _Words) -> Iterator[tuple[Axis, Axis, bool]]:
    """The axes of columns and of rows that could have written both parts of labels, columns first or not."""
    for letters, column_first in product((DOUBLED, COUNTED), (True, False)):
        axes = [_axis([pair[n] for pair in words.parts], letters) for n in (0, 1)]
        column, row = axes if column_first else axes[::-1]
        if column and row and (letters == DOUBLED or column.letters or row.letters):
            yield column, row, column_first


def _axis(words: list[str], letters: str) -> Axis | None:
    """An axis that could have written these words; None for letters that are not of its kind."""
    if words[0].isdigit():
        return Axis(digits=min(len(word) for word in words))
    doubled = all(len(set(word)) == 1 for word in words)
    return Axis(letters=letters) if letters == COUNTED or doubled else None


def _counted(words: _Words, axes: tuple[Axis, Axis], column_first: bool, odd: int) -> Iterator[Scheme]:
    """The schemes that count on two axes, from all sides, with tops of both kinds."""
    pairs = words.parts if column_first else tuple((two, one) for one, two in words.parts)
    numbers = [tuple(_number(pair[n], axes[n]) for pair in pairs) for n in (0, 1)]
    for left, up, flat, shift in product((False, True), (False, True), (True, False), _SHIFTS):
        column, row = replace(axes[0], backward=left), replace(axes[1], backward=up)
        numbering = Numbering(column, row, column_first, words.between, 0, words.before)
        lines, along = numbers if flat else numbers[::-1]
        odd_ = odd + 2 * (not column_first) + 3 * left + 3 * up + 9 * (abs(shift) > 1)
        yield Scheme(flat, lines, along, shift, numbering, odd_)


def _number(word: str, axis: Axis) -> int:
    """The number a word of an axis stands for."""
    if not axis.letters:
        return int(word)
    places = [ord(letter) - 64 for letter in word.upper()]
    if axis.letters == DOUBLED:
        return places[0] + 26 * (len(places) - 1)
    made = 0
    for place in places:
        made = made * 26 + place
    return made
