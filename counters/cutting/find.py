"""Finds the counters of a straight sheet. What is its paper and what belongs together is tried out.

The likeliest readings come first: what lies more than a millimetre apart are two blocks. If they leave much
unexplained others are tried, and the one in which most falls into even rows is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from counters.cutting.blocks import BRIDGES, Block, find_blocks, with_sharp_rims
from counters.cutting.lattice import Lattice, find_lattices
from counters.cutting.paper import papers

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Dots = NDArray[numpy.float32]
    Mask = NDArray[numpy.bool_]

_ALONE, _ROW_ALONE, _HALF, _ALIKE = 0.75, 1.5, 0.5, 0.02
"""Cells of a size that no larger block has must fit so well, so well if they are one row, and so well
compared with the best; sizes that differ by less are one."""

_EXPLAINED, _LARGE, _FITTING = 0.9, 0.2, 1.1
"""A reading is taken at once that explains so much of what is printed, which is so much of the sheet, so
well."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A sheet read in one way: what is printed on it, its blocks with their cells, and what is no block."""

    ink: Mask
    lattices: tuple[Lattice, ...]
    others: tuple[Block, ...]

    @property
    def worth(self) -> float:
        """How much of the sheet is explained, and how well."""
        return sum(one.block.area * one.fit**2 for one in self.lattices)


def readings(dots: Dots, seen: Mask) -> Iterator[list[tuple[Mask, list[Block]]]]:
    """What may be printed on a sheet, and the rectangles in which it lies, the likeliest first."""
    import numpy

    kept = list(papers(dots, seen))
    for bridge in BRIDGES:
        yield [(~paper & seen, find_blocks(paper, seen, bridge)) for paper in kept]
    rows, columns = numpy.nonzero(seen.any(axis=1))[0], numpy.nonzero(seen.any(axis=0))[0]
    yield [(seen, [Block(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)])]


def read_sheet(dots: Dots, seen: Mask) -> Reading | None:
    """The best reading of a sheet; None where nothing is printed in even rows."""
    found: list[Reading] = []
    for likely in readings(dots, seen):
        for ink, rough in likely:
            blocks = with_sharp_rims(dots, rough)
            found.append(_reading(ink, blocks, find_lattices(dots, ink, blocks)))
        best = max(found, key=lambda one: one.worth, default=None)
        if best and _convincing(best, int(seen.sum())):
            break
    return best if best and best.lattices else None


def _reading(ink: Mask, blocks: Sequence[Block], found: Sequence[Lattice | None]) -> Reading:
    best = max((one.fit for one in found if one), default=0.0)
    fitting = [one for one in found if one and (one.fit > _least(one, best) or _shared(one, found))]
    kept = [one for one in fitting if not any(_within(one.block, other.block) for other in fitting)]
    others = [
        one for one in blocks if not any(one == each.block or _within(one, each.block) for each in kept)
    ]
    return Reading(ink, tuple(in_reading_order(kept)), tuple(others))


def _least(one: Lattice, best: float) -> float:
    """How well cells must fit of a size that no larger block has: letters of a title are a row too."""
    rows = min(one.across.count, one.down.count)
    return max(_ALONE if rows > 1 else _ROW_ALONE, _HALF * best)


def _within(inner: Block, outer: Block) -> bool:
    """Whether the middle of a block lies in a larger one: then it is only a piece of it."""
    x, y = (inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2
    return inner.area < outer.area and outer.left < x < outer.right and outer.top < y < outer.bottom


def _shared(one: Lattice, found: Sequence[Lattice | None]) -> bool:
    """Whether a block at least as large has counters of the same size."""
    return any(
        other is not one
        and other.block.area >= one.block.area
        and abs(other.across.cell / one.across.cell - 1) < _ALIKE
        and abs(other.down.cell / one.down.cell - 1) < _ALIKE
        for other in found
        if other
    )


def _convincing(found: Reading, sheet: int) -> bool:
    explained = sum(one.block.area for one in found.lattices)
    printed = explained + sum(one.area for one in found.others)
    return explained > max(_EXPLAINED * printed, _LARGE * sheet) and found.worth > _FITTING**2 * explained


def in_reading_order(found: Sequence[Lattice]) -> list[Lattice]:
    """Blocks row by row from the top, in each from the left."""
    rest = sorted(found, key=lambda one: one.block.top)
    ordered: list[Lattice] = []
    while rest:
        first = rest[0].block
        row = [one for one in rest if (one.block.top + one.block.bottom) / 2 < first.bottom]
        ordered += sorted(row, key=lambda one: one.block.left)
        rest = [one for one in rest if one not in row]
    return ordered
