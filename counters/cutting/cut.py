"""A scanned counter sheet cut into its counters: where each lies, what it shows, and its picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw

from counters.cutting.bend import bends
from counters.cutting.blocks import Block
from counters.cutting.find import Reading, read_sheet
from counters.cutting.lattice import Lattice
from counters.cutting.page import Page, straight_page
from counters.cutting.straight import WORK
from scans.colour import read_art
from scans.scan_faults import ScanError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Line = NDArray[numpy.float64]
    Dots = NDArray[numpy.float32]
    Mask = NDArray[numpy.bool_]

SQUARE = 0.06
"""A cell is square that is hardly wider or higher; on a photo squares may look so."""

_MIDDLE, _DIFFERS, _PRINTED, _COLOURED = 0.14, 22.0, 0.004, 0.5
"""What a cell holds is told by its middle: it is printed where so much of it differs by so much from the
rest."""

_BEYOND = 0.02
_FOREIGN = 0.5
"""What is no block may be so large, compared with the usual block, before the sheet is not understood."""

_SIGNAL, _LEFT_OUT = (226, 0, 116), (20, 120, 220)


class Place(NamedTuple):
    """Where a counter lies: its block, its row and its column, all from 0."""

    block: int
    row: int
    column: int


class Holds(Enum):
    """What a cell holds."""

    PRINT = "print"
    COLOUR = "a colour and nothing on it"
    PAPER = "bare paper"


@dataclass(frozen=True)
class Cut:
    """A sheet that was cut: the page, its blocks with their cells in the page's dots, and what each cell
    holds. `others` is what is printed beside the blocks: a title, a logo.
    """

    page: Page
    lattices: tuple[Lattice, ...]
    cells: dict[Place, Holds]
    others: tuple[Block, ...] = ()

    @property
    def filled(self) -> frozenset[Place]:
        """The cells on which something is printed."""
        return frozenset(place for place, holds in self.cells.items() if holds is Holds.PRINT)

    def corners(self, place: Place) -> Line:
        """Where the corners of a cell lie in the scan's dots: left top, left bottom, right bottom, right
        top.
        """
        import numpy

        lattice = self.lattices[place.block]
        (left, right), (top, bottom) = lattice.across.span(place.column), lattice.down.span(place.row)
        around = ((left, top), (left, bottom), (right, bottom), (right, top))
        return self.page.scanned(numpy.array(around))

    def size(self, block: int) -> tuple[int, int]:
        """How many dots wide and high the pictures of a block's counters are."""
        share = max(self.page.scan.size) / WORK
        wide, high = self.lattices[block].across.cell * share, self.lattices[block].down.cell * share
        both = round((wide + high) / 2)
        return (both, both) if abs(wide / high - 1) < SQUARE else (round(wide), round(high))

    def piece(self, place: Place, size: tuple[int, int] | None = None) -> Image.Image:
        """The picture of a counter, taken from the scan itself; all of a block are of one size."""
        left, top, right, bottom = _box(self.lattices[place.block], place)
        return self.page.cut_out((left, top), (right - left, bottom - top), size or self.size(place.block))

    def with_lines(self) -> Image.Image:
        """The straight page with every cell framed in which a counter was found, to be looked at."""
        seen = self.page.picture()
        pen = ImageDraw.Draw(seen)
        for place, holds in sorted(self.cells.items()):
            if holds is Holds.PRINT:
                pen.rectangle(_box(self.lattices[place.block], place), outline=_SIGNAL, width=2)
        for one in self.others:
            pen.rectangle((one.left, one.top, one.right, one.bottom), outline=_LEFT_OUT, width=4)
        return seen


def _box(lattice: Lattice, place: Place) -> tuple[float, float, float, float]:
    (left, right), (top, bottom) = lattice.across.span(place.column), lattice.down.span(place.row)
    return left, top, right, bottom


def cut_sheet(scan: Path) -> Cut:
    """Find the counters of a scanned sheet. ScanError where there is no picture, no print, or no even
    rows, or where much of what is printed is not understood.
    """
    page, dots, seen = opened(scan)
    reading = read_sheet(dots, seen)
    if reading is None:
        raise ScanError(_nothing(scan, dots, seen))
    _check_understood(scan, reading)
    page, dots = unbent(page, dots, reading.lattices)
    cut = Cut(page, reading.lattices, held(dots, reading.ink, reading.lattices), reading.others)
    if not cut.filled:
        raise ScanError(f"{scan}: nothing is printed on it but even rows of empty places")
    check_whole(scan, cut)
    return cut


def opened(scan: Path) -> tuple[Page, Dots, Mask]:
    """A scan made straight, its picture in numbers, and which of its dots lie on the scan."""
    import numpy

    page = straight_page(read_art(scan))
    return page, numpy.asarray(page.picture(), dtype=numpy.float32), page.seen()


def unbent(page: Page, dots: Dots, lattices: tuple[Lattice, ...]) -> tuple[Page, Dots]:
    """The page without the bend that its die lines show."""
    import numpy

    bend = bends(dots, lattices, WORK / 2)
    if not any(bend):
        return page, dots
    mended = page.bent(*bend)
    return mended, numpy.asarray(mended.picture(), dtype=numpy.float32)


def held(dots: Dots, ink: Mask, lattices: tuple[Lattice, ...]) -> dict[Place, Holds]:
    """What each cell of each block holds."""
    from scipy import ndimage

    soft = ndimage.uniform_filter(dots, (3, 3, 1))
    return {place: _held(soft, ink, _box(lattices[place.block], place)) for place in _places(lattices)}


def _places(lattices: tuple[Lattice, ...]) -> Iterator[Place]:
    for block, lattice in enumerate(lattices):
        for row in range(lattice.down.count):
            for column in range(lattice.across.count):
                yield Place(block, row, column)


def _held(soft: Dots, ink: Mask, box: tuple[float, float, float, float]) -> Holds:
    import numpy

    left, top, right, bottom = box
    inner = _MIDDLE * min(right - left, bottom - top)
    rows = slice(max(0, round(top + inner)), max(1, round(bottom - inner)))
    columns = slice(max(0, round(left + inner)), max(1, round(right - inner)))
    middle = soft[rows, columns]
    if not middle.size:
        return Holds.PAPER
    usual = numpy.median(middle, axis=(0, 1))
    if (numpy.abs(middle - usual).max(axis=2) > _DIFFERS).mean() > _PRINTED:
        return Holds.PRINT
    return Holds.COLOUR if ink[rows, columns].mean() > _COLOURED else Holds.PAPER


def check_whole(scan: Path, cut: Cut) -> None:
    """ScanError where counters reach beyond the scan."""
    import numpy

    wide, high = cut.page.scan.size
    for place in sorted(cut.filled):
        corners = cut.corners(place)
        slack = _BEYOND * float(numpy.ptp(corners[:, 0]))
        if corners.min() < -slack or (corners > numpy.array([wide, high]) + slack).any():
            raise ScanError(f"{scan}: counters reach beyond the scan's edge; scan all of the sheet")


def _nothing(scan: Path, dots: Dots, seen: Mask) -> str:
    """Why no counters were found."""
    import numpy

    few = dots[::4, ::4][seen[::4, ::4]]
    if not len(few) or float(numpy.abs(few - numpy.median(few, axis=0)).max(axis=1).mean()) < _DIFFERS / 4:
        return f"{scan}: nothing is printed on it"
    return (
        f"{scan}: no even rows of counters were found; scan the whole sheet, flat and at 300 dpi, or cut out "
        "the picture of one block and try that"
    )


def _check_understood(scan: Path, reading: Reading) -> None:
    """ScanError where something as large as a block of counters lies on the sheet in which no rows are
    seen.
    """
    import numpy

    usual = float(numpy.median([one.block.area for one in reading.lattices]))
    cell = min(min(one.across.cell, one.down.cell) for one in reading.lattices)
    for one in reading.others:
        narrow = min(one.right - one.left, one.bottom - one.top)
        if one.area > _FOREIGN * usual and narrow > 1.5 * cell:
            raise ScanError(
                f"{scan}: in a large part that is printed no even rows of counters are seen, "
                f"{_where(reading, one)}; cut out the picture of what is to be cut and try that, or scan it "
                "flatter and at 300 dpi"
            )


def _where(reading: Reading, block: Block) -> str:
    """Where a part lies on the sheet, in words."""
    high, wide = reading.ink.shape
    x, y = (block.left + block.right) / 2 / wide, (block.top + block.bottom) / 2 / high
    across = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    down = "top" if y < 1 / 3 else "bottom" if y > 2 / 3 else ""
    return f"at its {down} {across}".replace("  ", " ").rstrip() if across or down else "in its middle"
