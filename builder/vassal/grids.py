"""What VASSAL calls a point of a board, and where a piece dropped there comes to lie, as its engine does."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Point = tuple[int, int]
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST_LETTERS = 50
_WORD = re.compile(r"\$([^$]*)\$")


class Grid(Protocol):
    """Something that has names for points, in pixels of the board."""

    def name(self, at: Point) -> str | None:
        """The name of a point, None where there is none."""

    def snap(self, at: Point) -> Point:
        """Where a piece that is dropped at a point comes to lie; the point itself where nothing draws it."""

    def point(self, name: str) -> Point | None:
        """Where the engine puts what the module places by name; None for a name it does not know."""


@dataclass(frozen=True, slots=True)
class Axis:
    """How columns, or rows, are written: in letters or digits, with how many zeros, from which number."""

    letters: bool
    zeros: int
    first: int

    def word(self, value: int) -> str:
        """The printed form of a number: "07", "-3", or "AA", where letters are doubled, not counted on."""
        value += self.first
        sign, size = "-" if value < 0 else "", abs(value)
        if self.letters:
            return sign + _LETTERS[size % 26] * min(size // 26 + 1, _MOST_LETTERS)
        zeros = 0
        while zeros < self.zeros and size < 10 ** (self.zeros - zeros):
            zeros += 1
        return f"{sign}{'0' * zeros}{size}"

    def number(self, word: str) -> int:
        """The number that `word` prints so; letters count 26 for each but the last."""
        sign, bare = (-1, word[1:]) if word.startswith("-") else (1, word)
        size = 26 * (len(bare) - 1) + _LETTERS.index(bare[-1]) if self.letters else int(bare)
        return sign * size - self.first

    @property
    def pattern(self) -> str:
        """What its words look like."""
        if self.letters:
            return "-?(?:" + "|".join(f"{one}+" for one in _LETTERS) + ")"
        return f"-?[0-9]{{{self.zeros + 1},{self.zeros + 9}}}"


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a hex or a square is called: by its column and its row, either of which may count backwards.

    `across_falls` is about what runs across the screen, `down_falls` about what runs down.
    """

    columns: Axis
    rows: Axis
    column_first: bool
    between: str
    form: str
    across_falls: bool = False
    down_falls: bool = False
    stagger: bool = False

    def name(self, column: int, row: int) -> str:
        """The name in the grid's own form."""
        across, down = self.columns.word(column), self.rows.word(row)
        whole = self.between.join((across, down) if self.column_first else (down, across))
        return filled(self.form, {"gridLocation": whole, "column": across, "row": down})

    def cell(self, name: str) -> tuple[int, int] | None:
        """The column and the row that have this name; None for a name of another form."""
        across, down = f"(?P<across>{self.columns.pattern})", f"(?P<down>{self.rows.pattern})"
        whole = re.escape(self.between).join((across, down) if self.column_first else (down, across))
        found = matched(self.form, {"gridLocation": whole, "column": across, "row": down}, name)
        if found is None or not {"across", "down"} <= found.keys():
            return None
        return self.columns.number(found["across"]), self.rows.number(found["down"])


@dataclass(frozen=True, slots=True)
class Hexes:
    """A hex grid on ground of a size. Lying `sideways` its x and y change places: columns run across.

    `snaps` when it draws pieces to the centres of its hexes.
    """

    pitch: tuple[float, float]
    origin: Point
    sideways: bool
    size: Point
    numbering: Numbering | None
    snaps: bool = False

    def name(self, at: Point) -> str | None:
        """The name of the hex whose column and row are nearest."""
        if self.numbering is None:
            return None
        x, y = self._turned(at)
        (dx, dy), (x0, y0) = self.pitch, self.origin
        column = _nearest((x - x0) / dx)
        row = _nearest((y - y0 - (dy / 2 if column % 2 else 0)) / dy)
        return self.numbering.name(*self.counted(column, row, self.numbering))

    def counted(self, column: int, row: int, numbering: Numbering) -> tuple[int, int]:
        """Column and row as they are numbered."""
        across, down = self._backwards(column, row, numbering)
        return across, down + self._shift(column, numbering)

    def _shift(self, column: int, numbering: Numbering) -> int:
        """How much further the rows of a staggered column are numbered."""
        falls = numbering.across_falls if self.sideways else numbering.down_falls
        return (-1 if falls else 1) if numbering.stagger and column % 2 else 0

    def _backwards(self, column: int, row: int, numbering: Numbering) -> tuple[int, int]:
        """Column and row, either from its far end where it counts backwards; done twice, they are as before.
        The engine counts the height in dx, and the width in dy."""
        most_down = math.floor(self.size[1] / self.pitch[0] + 0.5)
        most_across = math.floor(self.size[0] / self.pitch[1] + 0.5)
        falls, most = (numbering.across_falls, numbering.down_falls), (most_across, most_down)
        if self.sideways:
            falls, most = falls[::-1], most[::-1]
        return most[0] - column if falls[0] else column, most[1] - row if falls[1] else row

    def _turned(self, at: Point) -> Point:
        """A point of the ground as one of an upright grid, and back."""
        return (at[1], at[0]) if self.sideways else at

    def snap(self, at: Point) -> Point:
        """The centre of the hex that holds the point: cut down to whole pixels, not rounded."""
        if not self.snaps:
            return at
        x, y = self._turned(at)
        (dx, dy), (x0, y0) = self.pitch, self.origin
        column = math.floor((x - x0 + dx / 2) / dx)
        row = math.floor((y - y0 + (0 if column % 2 else dy / 2)) / dy)
        upper = row if column % 2 else row - 1
        beside = [(column + right, upper + down) for right in (-1, 1) for down in (0, 1)]
        centres = [self._centre(*one) for one in ((column, row), *beside)]
        found = next((centre for centre in centres if inside(self._outline(centre), (x, y))), centres[0])
        return self._turned(found)

    def point(self, name: str) -> Point | None:
        """The centre of the hex that is numbered so."""
        found = self.numbering.cell(name) if self.numbering else None
        if found is None or self.numbering is None:
            return None
        column, row = found
        column, row = self._backwards(column, row - self._shift(column, self.numbering), self.numbering)
        (dx, dy), (x0, y0) = self.pitch, self.origin
        at = int(column * dx) + x0, int(row * dy + (dy / 2 if column % 2 else 0)) + y0
        return self._turned(at)

    def _centre(self, column: int, row: int) -> Point:
        (dx, dy), (x0, y0) = self.pitch, self.origin
        return int(dx * column + x0), int(dy * row + (int(dy / 2) if column % 2 else 0) + y0)

    def _outline(self, centre: Point) -> tuple[Point, ...]:
        """A hex as the engine draws it, a pixel over at the right and below: none lies between two."""
        (x, y), (dx, dy) = centre, self.pitch
        far, half, high = 2 * dx / 3, dx / 3, dy / 2
        upper, lower = _nearest(y - high), _nearest(y + high)
        left, right = (x - far, x - half), (x + half, x + far)
        return (
            (_nearest(left[0]), y), (_nearest(left[1]), upper), (_nearest(right[0]) + 1, upper),
            (_nearest(right[1]) + 1, y), (_nearest(right[0]) + 1, lower + 1), (_nearest(left[1]), lower + 1),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Squares:
    """A square grid on ground of a size; `diagonal` when a step to a corner counts as one.

    `snaps` when it draws pieces to the centres of its squares.
    """

    pitch: tuple[float, float]
    origin: Point
    size: Point
    numbering: Numbering | None
    diagonal: bool = True
    snaps: bool = False

    def name(self, at: Point) -> str | None:
        """The name of the square; the engine rounds rows above the first towards it."""
        if self.numbering is None:
            return None
        (dx, dy), (x0, y0) = self.pitch, self.origin
        column, row = _nearest((at[0] - x0) / dx), int((at[1] - y0) / dy + 0.5)
        return self.numbering.name(*self.counted(column, row, self.numbering))

    def counted(self, column: int, row: int, numbering: Numbering) -> tuple[int, int]:
        """Column and row as they are numbered."""
        if numbering.across_falls:
            column = int(self.size[0] / self.pitch[0] + 0.5) - column
        if numbering.down_falls:
            row = int(self.size[1] / self.pitch[1] + 0.5) - row
        return column, row

    def point(self, name: str) -> Point | None:
        """The centre of the square that is numbered so."""
        found = self.numbering.cell(name) if self.numbering else None
        if found is None or self.numbering is None:
            return None
        cell = self.counted(*found, self.numbering)
        x, y = (int(n * pace + first) for n, pace, first in zip(cell, self.pitch, self.origin, strict=True))
        return x, y

    def snap(self, at: Point) -> Point:
        """The centre of the nearest square, rounded to whole pixels."""
        if not self.snaps:
            return at
        x, y = (
            first + _nearest(_nearest((value - first) / pace) * pace)
            for value, first, pace in zip(at, self.origin, self.pitch, strict=True)
        )
        return x, y


@dataclass(frozen=True, slots=True)
class Regions:
    """Named points: whatever is nearest gives the name, and draws pieces when it `snaps`."""

    centres: tuple[tuple[str, Point], ...]
    snaps: bool = False

    def name(self, at: Point) -> str | None:
        """The name of the nearest region, however far."""
        return self._nearest(at)[0] if self.centres else None

    def snap(self, at: Point) -> Point:
        """The nearest region's point."""
        return self._nearest(at)[1] if self.centres and self.snaps else at

    def point(self, name: str) -> Point | None:
        """The region's own point."""
        return next((at for one, at in self.centres if one == name), None)

    def _nearest(self, at: Point) -> tuple[str, Point]:
        return min(self.centres, key=lambda one: (one[1][0] - at[0]) ** 2 + (one[1][1] - at[1]) ** 2)


@dataclass(frozen=True, slots=True)
class ZoneGround:
    """A zone: a polygon with a name, and perhaps a grid of its own."""

    title: str
    form: str
    outline: tuple[Point, ...]
    grid: Grid | None

    def name(self, at: Point) -> str | None:
        """The zone's answer for a point inside it."""
        inside = self.grid.name(at) if self.grid else None
        return filled(self.form, {"name": self.title, "gridLocation": inside or ""})

    def snap(self, at: Point) -> Point:
        """As its grid does; a zone without one draws nothing."""
        return self.grid.snap(at) if self.grid else at

    def point(self, name: str) -> Point | None:
        """As its grid says; for the zone's name alone its middle, or a corner where that lies outside."""
        words = {"name": re.escape(self.title)} | ({"gridLocation": "(?P<own>.*)"} if self.grid else {})
        found = matched(self.form, words, name)
        if found is None or not self.outline:
            return None
        if "own" in found:
            return _within(self, self.grid.point(found["own"]) if self.grid else None)
        x, y = (int(sum(corner[n] for corner in self.outline) / len(self.outline)) for n in (0, 1))
        return (x, y) if inside(self.outline, (x, y)) else self.outline[0]


@dataclass(frozen=True, slots=True)
class Zones:
    """Zones in their order, of which the first that holds a point names it, and a grid for the rest."""

    zones: tuple[ZoneGround, ...]
    background: Grid | None

    def name(self, at: Point) -> str | None:
        """The first zone's answer, or that of the grid behind the zones."""
        ground = self.under(at)
        return ground.name(at) if ground else None

    def snap(self, at: Point) -> Point:
        """As the first zone does, or the grid behind the zones."""
        ground = self.under(at)
        return ground.snap(at) if ground else at

    def point(self, name: str) -> Point | None:
        """As the first zone says that holds the point, or the grid behind them; then any region so called,
        whatever its zone makes of the name."""
        found = [
            *(_within(zone, zone.point(name)) for zone in self.zones),
            self.background.point(name) if self.background else None,
            *(_within(zone, zone.grid.point(name)) for zone in self.zones if isinstance(zone.grid, Regions)),
        ]
        return next((at for at in found if at is not None), None)

    def under(self, at: Point) -> Grid | None:
        """The first zone that holds a point, or the grid behind them."""
        return next((zone for zone in self.zones if inside(zone.outline, at)), self.background)

    def under_all(self, points: Sequence[Point]) -> list[Grid | None]:
        """What is `under` each of many points."""
        x, y = zip(*points, strict=True) if points else ((), ())
        grounds = [*self.zones, self.background]  # where no zone holds a point, its number is -1
        return [grounds[number] for number in holding([zone.outline for zone in self.zones], x, y).tolist()]


def _within(zone: ZoneGround, at: Point | None) -> Point | None:
    return at if at is not None and inside(zone.outline, at) else None


def matched(form: str, words: Mapping[str, str], name: str) -> Mapping[str, str] | None:
    """What a name has in the place of each word of a form; None for a name that is not of the form.

    `words` are patterns with groups. The engine takes what stands behind the last dollar sign as it is.
    """
    *parts, last = form.split("$")
    known = [re.escape(one) if n % 2 == 0 else words.get(one, "") for n, one in enumerate(parts)]
    try:
        found = re.fullmatch("".join((*known, re.escape(last))), name) if any((*parts, last)) else None
    except re.error:  # a form that has the same word twice
        return None
    return found.groupdict() if found else None


def inside(outline: tuple[Point, ...], at: Point) -> bool:
    """Whether a polygon holds a point: its left and upper edges do, its right and lower ones do not."""
    x, y = at
    holds = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        if (y1 > y) != (y2 > y) and (x - x1) * abs(y2 - y1) < (y - y1) * (x2 - x1) * (1 if y2 > y1 else -1):
            holds = not holds
    return holds


def holding(outlines: Sequence[tuple[Point, ...]], x: ArrayLike, y: ArrayLike) -> NDArray[Any]:
    """By number the first polygon that holds each of many points, as `inside` says; -1 for none."""
    import numpy

    order = numpy.argsort(y, kind="stable")  # then an edge is level with the points of one slice
    across, down = numpy.asarray(x)[order], numpy.asarray(y)[order]
    found = numpy.full(len(order), -1)
    for number, corners in reversed(list(enumerate(outlines))):
        holds = numpy.zeros(len(order), dtype=bool)
        for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], *corners[:1]), strict=True):
            level = slice(*down.searchsorted((min(y1, y2), max(y1, y2))))
            right, wide = (across[level] - x1) * abs(y2 - y1), (x2 - x1) * (1 if y2 > y1 else -1)
            holds[level] ^= right < (down[level] - y1) * wide
        found[order[holds]] = number
    return found


def filled(form: str, words: Mapping[str, str]) -> str:
    """A text with what it has between dollar signs filled in; a word nobody knows gives nothing."""
    return _WORD.sub(lambda found: words.get(found[1], ""), form)


def _nearest(value: float) -> int:
    return math.floor(value + 0.5)
