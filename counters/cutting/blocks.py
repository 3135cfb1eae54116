"""Finds the printed blocks of a straight sheet: rectangles of counters, and what else is printed on its
frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Line = NDArray[numpy.float64]
    Mask = NDArray[numpy.bool_]
    Dots = NDArray[numpy.float32]

BRIDGES = (10, 34, 110)
"""So many dots of paper may lie within a block, the likeliest first."""

_LEAST = 40
"""A block is at least so many dots wide and high."""

_THIN = 9
"""What is thinner than so many dots is a line or a letter, not a counter."""

_COVER, _SOLID = 0.04, 0.2
"""A block begins where so much of its length is printed; so much of all of it is printed at least."""

_RIM, _EDGE, _RUNS = 9, 12.0, 0.4
"""The rim of a block is looked for so many dots around; there a dot differs by so much, along so much of
it."""


@dataclass(frozen=True, slots=True)
class Block:
    """A printed block of a sheet, in dots: left, top, right, bottom."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        """How many dots it holds."""
        return (self.right - self.left) * (self.bottom - self.top)


def find_blocks(paper: Mask, seen: Mask, bridge: int) -> list[Block]:
    """The printed rectangles of a sheet, gaps of so many dots bridged, from the top and the left."""
    from scipy import ndimage

    print_ = _on_sheet(~paper & seen, seen)
    small = print_[::2, ::2]
    reach = bridge // 2 | 1
    whole = ndimage.minimum_filter(ndimage.maximum_filter(small, reach), reach)
    solid = ndimage.binary_fill_holes(whole)
    thick = ndimage.maximum_filter(ndimage.minimum_filter(solid, _THIN // 2 | 1), _THIN // 2 | 1)
    labels, _ = ndimage.label(thick)
    found = []
    for number, (rows, columns) in enumerate(ndimage.find_objects(labels), 1):
        block = _rectangle(labels[rows, columns] == number, rows.start, columns.start)
        if block:
            found.append(block)
    return sorted(found, key=lambda one: (one.top, one.left))


def _on_sheet(print_: Mask, seen: Mask) -> Mask:
    """What is printed, without what reaches the rim of the scan: that is what the sheet lies on."""
    import numpy
    from scipy import ndimage

    few = numpy.pad(print_[::4, ::4] | ~seen[::4, ::4], 1, constant_values=True)
    labels, _ = ndimage.label(ndimage.binary_opening(few, iterations=1) | ~numpy.pad(seen[::4, ::4], 1))
    beside = ndimage.binary_dilation(labels == labels[0, 0], iterations=1)[1:-1, 1:-1]
    grown = numpy.repeat(numpy.repeat(beside, 4, axis=0), 4, axis=1)
    return numpy.asarray(print_ & ~grown[: print_.shape[0], : print_.shape[1]])


def _rectangle(part: Mask, top: int, left: int) -> Block | None:
    """The rectangle of a part, without what sticks out of it; None for what is small or full of holes."""
    import numpy

    high, wide = part.shape
    rows = numpy.nonzero(part.sum(axis=1) > _COVER * wide)[0]
    columns = numpy.nonzero(part.sum(axis=0) > _COVER * high)[0]
    if not len(rows) or not len(columns):
        return None
    box = part[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    if min(box.shape) * 2 < _LEAST or box.mean() < _SOLID:
        return None
    return Block(
        2 * (left + int(columns[0])),
        2 * (top + int(rows[0])),
        2 * (left + int(columns[-1]) + 1),
        2 * (top + int(rows[-1]) + 1),
    )


def with_sharp_rims(dots: Dots, blocks: list[Block]) -> list[Block]:
    """The same blocks, each side of them brought to the edge that runs along it."""
    found = []
    for block in blocks:
        rows = dots[block.top : block.bottom]
        columns = dots[:, block.left : block.right].transpose(1, 0, 2)
        found.append(
            Block(
                _rim(rows, block.left, 0),
                _rim(columns, block.top, 0),
                _rim(rows, block.right, -1),
                _rim(columns, block.bottom, -1),
            )
        )
    return found


def _rim(rows: Dots, place: int, outermost: int) -> int:
    """Where, near a place, the outermost edge runs through the rows; the place itself where none does."""
    import numpy

    low = max(0, place - _RIM - 1)
    near = rows[:, low : place + _RIM + 1]
    if near.shape[1] < 4 or not len(near):
        return place
    runs = edges_in(near)
    peaks = (runs[1:-1] >= runs[:-2]) & (runs[1:-1] >= runs[2:]) & (runs[1:-1] > max(_RUNS, 0.6 * runs.max()))
    if not peaks.any():
        return place
    peak = int(numpy.nonzero(peaks)[0][outermost]) + 1
    around = numpy.arange(max(0, peak - 1), min(len(runs), peak + 2))
    return round(float((runs[around] * (around + 1.5)).sum() / runs[around].sum())) + low


def edges_in(rows: Dots) -> Line:
    """At each column but the first and the last, in which share of the rows the colour changes."""
    import numpy

    steps = numpy.abs(rows[:, 2:] - rows[:, :-2]).max(axis=2)
    return numpy.asarray((steps > _EDGE).mean(axis=0))
