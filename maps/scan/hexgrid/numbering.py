"""Which hexes a map has, and what is printed in each: blocks of hexes numbered by schemes, and weighed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from maps.grids.grid import HexGrid
from maps.grids.hexes import Hex
from maps.scan.hexgrid.extent import Block, Evidence, More, covering, of_size
from maps.scan.hexgrid.fitted import grid_of, origin_of
from maps.scan.hexgrid.labels import Scheme
from maps.scan.hexgrid.search import Measured

Size = tuple[int, int]
_LOWER = 0.25
"""Of the marks of a hex, for each line, that custom weighs: a rim that is clearly seen outweighs it twice."""
_UNUSUAL = 0.35
"""Of the marks of a line, that a map beginning with 1 weighs against what is seen at its rim."""
_ENDS = 4
"""Blocks that differ only where every second line begins and ends."""
_HINT = 0.02
"""Of that, where the corners are clicked: it decides only what nothing else does."""


@dataclass(frozen=True)
class Lines:
    """What is known of lines: which are `shoved`, which `short` ("none" for none), and all labels.

    The words are those of `maps.grids.grid.HexGrid`; "" is not known.
    """

    shoved: str = ""
    short: str = ""
    labels: frozenset[str] = frozenset()

    def allows(self, grid: HexGrid) -> bool:
        """Whether lines stand, and end, as is told."""
        return self.shoved in ("", grid.shoved) and self.short in ("", grid.short or "none")


class Numbered(NamedTuple):
    """A block of hexes that there may be, numbered by a scheme, and what speaks for it, in marks."""

    worth: float
    grid: HexGrid
    block: Block
    way: Scheme


def numbered(seen: Measured, way: Scheme, size: Size | None, lines: Lines) -> Iterator[Numbered]:
    """The blocks that there may be, numbered in one way; `size` are columns and rows."""
    evidence, flat = seen.evidence, seen.candidate.flat
    if way.listed:
        blocks = _covering([way.place(*one) for one in way.listed])
    else:
        blocks = _blocks(evidence, way, size if size is None or flat else size[::-1])
    # By the line of one and the same block: a larger one is not plainer, nor better numbered, for its size.
    line = _UNUSUAL * per_line(evidence, blocks[0])
    inner = min(blocks, key=lambda one: one.count)
    ends_open = way.is_corners and len(blocks) <= _ENDS
    for block in blocks:
        begin = origin_of(block)
        grid = way.numbered(grid_of(block, flat), Hex(-begin[0], -begin[1]))
        if grid is None or not lines.allows(grid):
            continue
        plain = line * (_usual(evidence, block, grid) - 2 * abs(grid.numbering.shoved_first))
        if ends_open:
            worth = sum(_gain(evidence, more, grid) for more in block.beyond(inner)) + _HINT * plain
        else:
            worth = evidence.value(block) + plain
        yield Numbered(worth + custom(evidence, block, way) - 0.01 * way.odd, grid, block, way)


def _gain(evidence: Evidence, more: More, grid: HexGrid) -> float:
    """What speaks for hexes at the ends of lines, in marks.

    Hexes that the rim cuts, and of which the number would be 0 beside lines that begin with 1, are not hexes
    of the map: its first line is the first whole one.
    """
    gain, told = evidence.gain(more)
    numbers = grid.numbering
    axis = numbers.row if grid.lattice.flat else numbers.column
    at_begin = bool(more.end) == axis.backward
    lone_zero = at_begin and {axis.first, axis.first + numbers.shoved_first} == {0, 1}
    return -gain if lone_zero and not told else gain


def _covering(hexes: Sequence[tuple[int, int]]) -> list[Block]:
    """The blocks that hold hexes (q, r) and none beyond, as far as these tell."""
    places = [(q, r + q // 2) for q, r in hexes]
    spans = {
        odd: (min(along), max(along))
        for odd in (0, 1)
        if (along := [place for line, place in places if line % 2 == odd])
    }
    lines = [line for line, _ in places]
    return covering(min(lines), max(lines), spans)


def _blocks(evidence: Evidence, way: Scheme, size: Size | None) -> list[Block]:
    """The blocks of hexes that clicks leave open; `size` in lines, and hexes along the longest of them.

    Clicks on the corners of a map, or as far apart as its size, settle all but half a hex.
    """
    spots = [(int(q), int(r + q // 2)) for q, r in way.places]
    if way.is_corners or way.span == size:
        ends = [way.place(line, along) for line, two in way.ends.items() for along in two]
        made = list(dict.fromkeys(one.holding(spots) for one in _covering(ends)))
        if fitting := [one for one in made if size is None or (one.lines, one.longest) == size]:
            return fitting
    near = evidence.found
    if size:
        return of_size(near, size, spots)
    made = []
    for line in (0, -1, 1):
        for halves in (0, -1, 1, -2, 2, -3, 3):
            moved = [near.changed(line, 0, halves, by) for by in (0, -1, 1)]
            best = max(moved, key=evidence.value)
            shorter = best.changed(ended=-2)
            made.append(shorter if evidence.is_empty(best, shorter) else best)
    return [one.holding(spots) for one in made]


def custom(evidence: Evidence, block: Block, way: Scheme) -> float:
    """How much speaks for a second line that stands lower than the first, or further right, as on most maps.

    It decides between the corners of a map whose rim does not tell; the rim of a picture is none.
    """
    marks = evidence.seen.shape[-1] if way.is_corners and way.is_usual else 0
    return _LOWER * block.lines * marks


def _usual(evidence: Evidence, block: Block, grid: HexGrid) -> float:
    """How usual the first numbers of a map are, and that its lines are as long as each other, -1 to 2.

    It begins with 1, seldom with 0; where the picture cuts it, other numbers are nearly as usual.
    """
    flat, worth = grid.lattice.flat, -1.0 * bool(grid.short)
    for axis, side in ((grid.numbering.column, 0 if flat else 2), (grid.numbering.row, 2 if flat else 0)):
        longer = block.longer()[side + axis.backward]
        ends = evidence.reached(block, longer) or evidence.is_empty(longer, block)
        worth += {0: 0.5, 1: 1.0}.get(axis.first, 0.0 if ends else 0.9)
    return worth


def per_line(evidence: Evidence, block: Block) -> float:
    """The marks of a line of hexes."""
    return float(evidence.marked(evidence.mask(block)).sum() / max(4, block.lines))


def says_the_same(one: Scheme, other: Scheme, grid: HexGrid, block: Block) -> bool:
    """Whether two schemes give the same numbers to the hexes of a map."""
    a, b = origin_of(block)
    return all(
        one.numbers(q + a, r + b) == other.numbers(q + a, r + b) for q, r in list(grid.labels.values())[::7]
    )
