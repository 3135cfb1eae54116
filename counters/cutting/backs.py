"""The backs of a sheet whose fronts were cut: the same blocks, mirrored across the whole sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from counters.cutting.blocks import Block, with_sharp_rims
from counters.cutting.cut import Cut, Holds, Place, check_whole, held, opened, unbent
from counters.cutting.find import readings
from counters.cutting.lattice import Comb, Lattice, find_lattices, fit_of_lattice
from counters.cutting.page import Page
from counters.sheets.imposition import Duplex
from scans.scan_faults import ScanError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Line = NDArray[numpy.float64]
    Dots = NDArray[numpy.float32]
    Mask = NDArray[numpy.bool_]

_PROPORTION = 0.03
"""By how much the shape of a block may differ between the sides of a sheet."""

_NEAR = 0.2
"""A block of backs lies no further from where its fronts say than so much of a counter."""

_FOUND, _LONELY = 0.6, 0.25
"""So much of the blocks must be found again, or it is another sheet; so many places may be empty on one
side only."""

_PRINTED, _REPEATS = 0.2, 0.35
"""Where so many backs are printed at all, their print fits the cells at least so well."""

_SURE, _ALIKE = 1.6, 0.12
"""Rows of backs that fit so well tell where they lie better than their fronts do, if they are as many and as
large but for so much."""


@dataclass(frozen=True)
class Backs:
    """The backs of a sheet, their blocks numbered as those of the fronts; and whether the sheet was
    turned over sideways, like a page, or over its top edge.
    """

    cut: Cut
    sideways: bool

    def behind(self, place: Place, fronts: Cut) -> Place:
        """Where the back of a front lies on its own page."""
        return behind(place, fronts, self.sideways)


@dataclass(frozen=True, slots=True)
class _Axis:
    """From a length on the fronts' page, mirrored or not, to one on the backs' page."""

    factor: float
    begin: float

    def place(self, at: float) -> float:
        return self.factor * at + self.begin


@dataclass(frozen=True, slots=True)
class _Match:
    """One way in which printed rectangles may be the backs: which of them are which block of the fronts,
    and how much of all blocks they are.
    """

    across: _Axis
    down: _Axis
    pairs: dict[int, Block]
    found: float


@dataclass(frozen=True)
class _Way:
    """The backs if the sheet was turned over in one way: on how many places there is something on one side
    only, and how well it all fits.
    """

    cut: Cut
    ink: Mask
    lonely: int
    worth: float


def behind(place: Place, fronts: Cut, sideways: bool) -> Place:
    """Where the back of a front lies: left and right exchanged, or top and bottom."""
    lattice = fronts.lattices[place.block]
    if sideways:
        return place._replace(column=lattice.across.count - 1 - place.column)
    return place._replace(row=lattice.down.count - 1 - place.row)


def turned_sideways(sheet: Cut, turned: Duplex) -> bool:
    """Whether a sheet turned over its long or its short edge is turned like a page: its scan shows its
    edges.
    """
    wide, high = sheet.page.scan.size
    return (turned is Duplex.LONG_EDGE) == (high >= wide)


def cut_backs(scan: Path, fronts: Cut, turned: Duplex | None = None) -> Backs:
    """Find the backs of a sheet whose fronts were cut; their lines need not be seen. How it was turned over
    is found if it is not said: like a page, unless more fronts have backs the other way. ScanError for
    another sheet, or one turned otherwise than said.
    """
    page, dots, seen = opened(scan)
    ways: dict[bool, _Way] = {}
    for likely in readings(dots, seen):
        for ink, rough in likely:
            blocks = with_sharp_rims(dots, rough)
            for sideways in (True, False):
                way = _tried(page, dots, ink, fronts, _matched(blocks, fronts, sideways), sideways)
                if way and (sideways not in ways or way.worth > ways[sideways].worth):
                    ways[sideways] = way
        if ways:
            break
    if not ways:
        raise ScanError(
            f"{scan}: its print has another shape than the fronts; is this their other side, all of it, and "
            "the same way up?"
        )
    sideways = _way(ways, turned)
    chosen = ways[sideways]
    mended, dots = unbent(page, dots, chosen.cut.lattices)
    cells = chosen.cut.cells if mended is page else held(dots, chosen.ink, chosen.cut.lattices)
    cut = Cut(mended, chosen.cut.lattices, cells)
    check_whole(scan, cut)
    return Backs(cut, sideways)


def _tried(
    page: Page, dots: Dots, ink: Mask, fronts: Cut, match: _Match | None, sideways: bool
) -> _Way | None:
    """The backs as one match has them; None where too few blocks are found again, or few counters meet."""
    if match is None or match.found < _FOUND:
        return None
    lattices = _lattices(dots, ink, fronts, match, sideways)
    cut = Cut(page, lattices, held(dots, ink, lattices))
    lonely = _lonely(fronts, cut, sideways)
    if lonely > _LONELY * len(fronts.cells) or not _repeats(dots, ink, cut):
        return None
    plain = sum(one.fit for one in lattices) / len(lattices)
    return _Way(cut, ink, lonely, match.found - lonely / len(fronts.cells) + plain)


def _repeats(dots: Dots, ink: Mask, cut: Cut) -> bool:
    """Whether what is printed follows the cells, unless next to nothing is printed."""
    if len(cut.filled) < _PRINTED * len(cut.cells):
        return True
    area = sum(one.block.area for one in cut.lattices)
    fit = sum(one.block.area * fit_of_lattice(dots, ink, one) for one in cut.lattices) / area
    return fit > _REPEATS


def _way(ways: dict[bool, _Way], turned: Duplex | None) -> bool:
    """How the sheet was turned over. ScanError where it is said otherwise than it looks."""
    best = min(ways, key=lambda sideways: (ways[sideways].lonely, not sideways))
    if turned is None:
        return best
    said = turned_sideways(ways[best].cut, turned)
    if said in ways and ways[said].lonely <= ways[best].lonely:
        return said
    other = Duplex.LONG_EDGE if turned is Duplex.SHORT_EDGE else Duplex.SHORT_EDGE
    apart = ways[said].lonely if said in ways else "many"
    raise ScanError(
        f"{apart} fronts and backs do not meet when the sheet is turned over its {turned.value}; "
        f"over its {other.value} they do better: say --duplex {other.value}"
    )


def _lonely(fronts: Cut, backs: Cut, sideways: bool) -> int:
    """How many places have something on one side of the sheet only."""
    there = {behind(place, fronts, sideways) for place, one in fronts.cells.items() if one is not Holds.PAPER}
    return len(there ^ {place for place, one in backs.cells.items() if one is not Holds.PAPER})


def _mirrored(block: Block, sideways: bool) -> Block:
    if sideways:
        return Block(-block.right, block.top, -block.left, block.bottom)
    return Block(block.left, -block.bottom, block.right, -block.top)


def _matched(blocks: Sequence[Block], fronts: Cut, sideways: bool) -> _Match | None:
    """How the blocks of the fronts are found again at best, if one rectangle lies behind one of them."""
    wanted = [_mirrored(one.block, sideways) for one in fronts.lattices]
    near = [_NEAR * min(one.across.cell, one.down.cell) for one in fronts.lattices]
    tried = [
        _pairs(wanted, near, blocks, *guess)
        for front, back in product(wanted, blocks)
        if (guess := _guess(front, back))
    ]
    return max(tried, key=lambda one: one.found, default=None)


def _guess(front: Block, back: Block) -> tuple[_Axis, _Axis] | None:
    """How fronts lie on the backs' page if one block lies behind another; None where their shapes differ."""
    across = (back.right - back.left) / (front.right - front.left)
    down = (back.bottom - back.top) / (front.bottom - front.top)
    if abs(across / down - 1) > _PROPORTION:
        return None
    return _Axis(across, back.left - across * front.left), _Axis(down, back.top - down * front.top)


def _pairs(
    wanted: Sequence[Block], near: Sequence[float], blocks: Sequence[Block], across: _Axis, down: _Axis
) -> _Match:
    """Which rectangles lie where the blocks of the fronts lead to expect them."""
    pairs = {}
    for number, one in enumerate(wanted):
        expected = (
            across.place(one.left),
            down.place(one.top),
            across.place(one.right),
            down.place(one.bottom),
        )
        for block in blocks:
            sides = (block.left, block.top, block.right, block.bottom)
            if max(abs(a - b) for a, b in zip(sides, expected, strict=True)) < near[number] * across.factor:
                pairs[number] = block
    found = sum(wanted[number].area for number in pairs) / sum(one.area for one in wanted)
    return _Match(across, down, pairs, found)


def _lattices(dots: Dots, ink: Mask, fronts: Cut, match: _Match, sideways: bool) -> tuple[Lattice, ...]:
    """The cells of the backs, block by block as on the fronts: by their own lines where these are plain."""
    seen = dict(zip(match.pairs, find_lattices(dots, ink, list(match.pairs.values())), strict=True))
    laid = (_laid(one, match, match.pairs.get(n), sideways) for n, one in enumerate(fronts.lattices))
    return tuple(_own(seen.get(number), one) or one for number, one in enumerate(laid))


def _own(seen: Lattice | None, laid: Lattice) -> Lattice | None:
    """The cells that are seen on the backs, if they are sure and hardly lie elsewhere than the fronts say."""
    if seen is None or seen.fit < _SURE:
        return None
    alike = (
        one.count == other.count
        and max(abs(one.span(n)[side] - other.span(n)[side]) for n in (0, one.count - 1) for side in (0, 1))
        < _ALIKE * other.cell
        for one, other in ((seen.across, laid.across), (seen.down, laid.down))
    )
    return seen if all(alike) else None


def _laid(front: Lattice, match: _Match, block: Block | None, sideways: bool) -> Lattice:
    """The cells of the fronts laid on the backs: on the block behind them, or where the others lead to
    expect it.
    """
    wanted = _mirrored(front.block, sideways)
    guess = _guess(wanted, block) if block else None
    across, down = guess or (match.across, match.down)
    place = block or Block(*(round(side) for side in _sides(wanted, across, down)))
    return Lattice(
        place,
        _comb(front.across, across, mirrored=sideways),
        _comb(front.down, down, mirrored=not sideways),
        0.0,
    )


def _sides(block: Block, across: _Axis, down: _Axis) -> Iterator[float]:
    yield across.place(block.left)
    yield down.place(block.top)
    yield across.place(block.right)
    yield down.place(block.bottom)


def _comb(front: Comb, axis: _Axis, mirrored: bool) -> Comb:
    end = front.start + (front.count - 1) * front.pitch + front.cell
    begin = axis.place(-end if mirrored else front.start)
    return Comb(begin, front.pitch * axis.factor, front.cell * axis.factor, front.count)
