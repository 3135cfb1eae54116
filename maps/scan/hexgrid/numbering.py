"""How a map is numbered, worked out from a few hexes whose labels are known.

Every way to read a label (column first or row first, letters or digits, what stands between) is tried with
every way to count (from either side, lines half a hex further on beginning one sooner or later); the plainest
that agrees with all known hexes is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from maps.grid import COUNTED, DOUBLED, Axis, HexGrid, Numbering
from maps.scan.faults import ScanError

_PARTS = (
    re.compile(r"(?P<before>)(?P<one>[A-Za-z]+)(?P<between>[-./: ]?)(?P<two>\d+)"),
    re.compile(r"(?P<before>)(?P<one>\d+)(?P<between>[-./: ]?)(?P<two>[A-Za-z]+)"),
    re.compile(r"(?P<before>\D*?)(?P<one>\d+)(?P<between>[-./: ])(?P<two>\d+)"),
)
_DIGITS = re.compile(r"(?P<before>\D*?)(?P<digits>\d{2,})")


@dataclass(frozen=True)
class Known:
    """A hex the user knows: its label, and its column and row as they are printed, counted from 0."""

    label: str
    column: int
    row: int
    shoved: bool = False


@dataclass(frozen=True)
class _Words:
    """Labels taken apart in one way: both parts of each, and what is around and between them."""

    parts: tuple[tuple[str, str], ...]
    before: str
    between: str


def parsed_known(text: str) -> tuple[str, float, float]:
    """A `LABEL=x,y` from the command line; ScanError where it is none."""
    label, sign, place = text.rpartition("=")
    try:
        x, y = (float(part) for part in place.split(","))
    except ValueError:
        sign = ""
    if not (sign and label.strip()):
        raise ScanError(f"--hex {text}: write a label and a place in pixels, as in --hex 0101=123.5,456")
    return label.strip(), x, y


def numbering_of(known: Sequence[Known], grid: HexGrid) -> Numbering:
    """The plainest numbering by which a grid prints all known labels; ScanError where there is none.

    Without known hexes the first is 0101.
    """
    if not known:
        return Numbering()
    found = [
        (plain, n, made)
        for n, words in enumerate(_taken_apart([one.label for one in known]))
        for plain, made in _counted(words, known, grid)
    ]
    if not found:
        places = ", ".join(f"{one.label} in column {one.column + 1}, row {one.row + 1}" for one in known)
        raise ScanError(
            f"the known hexes contradict each other: no numbering gives {places}. "
            "Look at their places again, or leave out the doubtful one."
        )
    return min(found, key=lambda one: one[:2])[2]


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


def _counted(words: _Words, known: Sequence[Known], grid: HexGrid) -> Iterator[tuple[int, Numbering]]:
    """All ways to count by which the labels come out right, each with how unusual it is."""
    ways = product((True, False), (DOUBLED, COUNTED), (False, True), (False, True), (0, 1, -1))
    for column_first, letters, left, up, shoved_first in ways:
        pairs = words.parts if column_first else tuple((two, one) for one, two in words.parts)
        column = _axis([pair[0] for pair in pairs], letters, left)
        row = _axis([pair[1] for pair in pairs], letters, up)
        if column is None or row is None:
            continue
        made = Numbering(column, row, column_first, words.between, shoved_first, words.before)
        made = _begun(made, pairs[0], known[0], grid)
        if _begins_well(made, grid) and all(_says(made, one, grid) for one in known):
            odd = sum(axis.first not in (0, 1) for axis in (made.column, made.row))
            yield 2 * (not column_first) + 3 * left + 3 * up + 4 * abs(shoved_first) + odd, made


def _axis(words: list[str], letters: str, backward: bool) -> Axis | None:
    """An axis that could have written these words; None for letters that are not of its kind."""
    if words[0].isdigit():
        return Axis(digits=min(len(word) for word in words), backward=backward)
    if letters == DOUBLED and any(len(set(word)) > 1 for word in words):
        return None
    return Axis(letters=letters, backward=backward)


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


def _begun(made: Numbering, pair: tuple[str, str], one: Known, grid: HexGrid) -> Numbering:
    """The numbering that begins so that a known hex, its label in two words, gets its label."""
    across, down = _counts(made, one, grid)
    return _with_firsts(made, _number(pair[0], made.column) - across, _number(pair[1], made.row) - down)


def _begins_well(made: Numbering, grid: HexGrid) -> bool:
    """Whether all columns and rows have a number: no letter is before A, and none is below 0."""
    less = min(0, made.shoved_first)
    flat = grid.lattice.flat
    lowest = made.column.first + (0 if flat else less), made.row.first + (less if flat else 0)
    axes = zip((made.column, made.row), lowest, strict=True)
    return all(first >= (1 if axis.letters else 0) for axis, first in axes)


def _with_firsts(made: Numbering, column: int, row: int) -> Numbering:
    return replace(made, column=replace(made.column, first=column), row=replace(made.row, first=row))


def _counts(made: Numbering, one: Known, grid: HexGrid) -> tuple[int, int]:
    """How far from the first column and row of the numbering a hex is."""
    across = grid.columns - 1 - one.column if made.column.backward else one.column
    down = grid.rows - 1 - one.row if made.row.backward else one.row
    more = made.shoved_first * one.shoved
    flat = grid.lattice.flat
    return across + (0 if flat else more), down + (more if flat else 0)


def _says(made: Numbering, one: Known, grid: HexGrid) -> bool:
    """Whether a numbering gives a hex its known label."""
    across, down = _counts(made, one, grid)
    try:
        said = made.text(across + made.column.first, down + made.row.first)
    except ValueError:
        return False
    return said.casefold() == one.label.casefold()
