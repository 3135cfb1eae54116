"""Areas proposed where nobody clicked: a seed for each ground that print encloses.

Ground is what `pieces` calls a piece. Saddles without print join pieces; what is small or narrow is
lettering or the rim of something; the ground along most of the picture's edge is outside; rectangles that
only meet each other, and one ground around them, are boxes and tracks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.areas.contacts import usual_strength
from maps.scan.areas.flooding import UNCLAIMED
from maps.scan.areas.pieces import MOST, THIN, Array, Pieces, edge_of, table_of
from maps.scan.areas.seeds import OUTSIDE, Seed
from scans.scan_faults import ScanError

Place = tuple[int, int]
"""Column and row."""
_SQUARE = 0.9  # of the least rectangle around it: ground that fills more is a rectangle
_ALIKE = 0.1  # of the median: cells of a grid differ by less in size
_GRID = 30  # grounds: fewer may be alike by chance


@dataclass(frozen=True)
class Found:
    """A place in each ground, row by row, and one outside, if there is an outside.

    `joined` is how many more pieces there are, over weak print; `alike` says whether most grounds are of one
    size, as hexes are.
    """

    areas: list[Place] = field(default_factory=list)
    outside: Place | None = None
    joined: int = 0
    alike: bool = False

    def seeds(self, used: Collection[str], up: Callable[[NDArray[Any]], NDArray[Any]]) -> list[Seed]:
        """The places as seeds, in pixels of the picture: named by numbers that are not used."""
        named = list(zip(free_numbers(used), self.areas, strict=False))
        named += [(OUTSIDE, self.outside)] if self.outside else []
        middles = [(name, up(numpy.array(place) + 0.5).round(1).tolist()) for name, place in named]
        return [Seed(name, x, y, found=True) for name, (x, y) in middles]

    @property
    def words(self) -> str:
        """What was found, in a sentence. Raises ScanError if no area was found."""
        if not self.areas:
            raise ScanError(
                "No more ground was found that borders enclose. Click into each area; if borders were not "
                "seen, give their colour first."
            )
        words = f"Found {len(self.areas)} area{'s' * (len(self.areas) > 1)}"
        words += ", most of one size (is this a map of hexes?)" if self.alike else ""
        words += ", and the outside" if self.outside else ""
        words += f"; pieces left out for weak print: {self.joined}" if self.joined else ""
        hard = self.joined > len(self.areas)
        return (
            f"{words}. Borders are hard to see here: clicking into each area may be quicker"
            if hard
            else words
        )


def free_numbers(used: Collection[str]) -> Iterator[str]:
    """Names for areas until they are typed: 1, 2, 3 ... that are not used."""
    return (str(n) for n in count(1) if str(n) not in used)


def found(pieces: Pieces, claimed: Array, filled: bool = False) -> Found:
    """The ground that nobody has claimed. If areas fill the whole picture, there is no outside."""
    bare = set(numpy.unique(pieces.labels[claimed == UNCLAIMED]).tolist())
    outside = 0 if filled else table_of(pieces.labels)
    width = pieces.usual**0.5
    deep = {one: pieces.deepest(one) for one in bare if pieces.large(one)}
    wide = [one for one in deep if one != outside and 2 * deep[one][2] >= THIN * width]
    grounds = _joined(pieces, wide)
    areas = sorted(set(grounds) - _boxes(pieces, grounds), key=lambda one: _row(deep[one], width))
    sizes = pieces.sizes[areas]
    near = numpy.abs(sizes - numpy.median(sizes)) < _ALIKE * numpy.median(sizes) if areas else sizes
    alike = len(areas) >= _GRID and float(near.mean()) > MOST
    beside = deep[outside][:2] if outside in deep else None
    return Found([deep[one][:2] for one in areas], beside, len(wide) - len(grounds), alike)


def _row(deep: tuple[int, int, float], width: float) -> tuple[int, int]:
    """Row by row, from left to right."""
    return int(deep[1] // width), deep[0]


def _joined(pieces: Pieces, grounds: Sequence[int]) -> list[int]:
    """The largest of all grounds that hang together over saddles without print."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if not grounds:
        return []
    place = {one: n for n, one in enumerate(sorted(grounds, key=lambda one: -pieces.sizes[one]))}
    shown = numpy.where(numpy.isin(pieces.labels, grounds), pieces.labels, 0)
    printed = usual_strength(shown, pieces.elevation)
    rows = [
        (place[one], place[other])
        for one in place
        for other, height in pieces.beside[one].items()
        if other in place and height < printed
    ]
    joins = numpy.array(rows, int).reshape(-1, 2).T
    graph = coo_array((numpy.ones(joins.shape[1]), tuple(joins)), shape=(len(place), len(place)))
    first = numpy.unique(connected_components(graph, directed=False)[1], return_index=True)[1]
    return [list(place)[n] for n in sorted(first.tolist())]


def _boxes(pieces: Pieces, grounds: Sequence[int]) -> set[int]:
    """Grounds that are boxes, or tracks of them: none where most are rectangles."""
    rim = set(edge_of(pieces.labels).tolist())
    left = {one for one in grounds if pieces.sizes[one] > _SQUARE * _rectangle(pieces, one)}
    if len(left) > MOST * len(grounds):
        return set()
    boxes: set[int] = set()
    left -= rim
    while left:
        row, beside = _touching(pieces, {left.pop()}, left)
        left -= row
        boxes |= row if len(beside) <= 1 else set()
    return boxes


def _touching(pieces: Pieces, row: set[int], others: Iterable[int]) -> tuple[set[int], set[int]]:
    """All of the others that hang together with a first, and the large pieces that touch them."""
    row, new = set(row), set(row)
    while new:
        beside = {other for one in row for other in pieces.beside[one] if pieces.large(other)} - row
        new = beside & set(others)
        row |= new
    return row, beside


def _rectangle(pieces: Pieces, piece: int) -> float:
    """How large the least rectangle around a piece is, turned as it may be."""
    import shapely

    rows, columns = numpy.nonzero(pieces.labels[pieces.boxes[piece]] == piece)
    first = numpy.unique(rows, return_index=True)[1]
    ends = numpy.concatenate((first, numpy.append(first[1:], len(rows)) - 1))  # of each row of pixels
    pixels = shapely.MultiPoint(numpy.column_stack((columns[ends], rows[ends])))
    return float(pixels.buffer(0.5, cap_style="square").minimum_rotated_rectangle.area)
