"""The way back: a scanned counter sheet cut into its counters, fronts with their backs, and a roster to fill in."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from counters.cut_lines import Block, Comb, comb_like, find_block, find_combs
from counters.cut_scan import WORK, ScanError, print_mask, read_scan, shrunk, straightened
from counters.imposition import Duplex
from counters.load import roster_columns
from counters.style import Style

if TYPE_CHECKING:
    from counters.cut_scan import Mask

Cell = tuple[int, int]
"""Row and column, both from 0."""

_BLANK = 0.02
"""A cell with less print, of its middle, holds no counter."""

_PROPORTION = 0.03
_INNER = 0.15
_SIGNAL = (226, 0, 116)


@dataclass(frozen=True, slots=True)
class Cut:
    """A sheet that was cut: the straight page, its cells across and down in dots of it, and which hold counters.

    `degrees` is by how much the scan was turned, against the clock.
    """

    page: Image.Image
    degrees: float
    across: Comb
    down: Comb
    filled: frozenset[Cell]

    def piece(self, cell: Cell) -> Image.Image:
        """The counter in a cell; all of a sheet are of one size."""
        (left, right), (top, bottom) = self.across.span(cell[1]), self.down.span(cell[0])
        size = (round(self.across.cell), round(self.down.cell))
        box = (max(0.0, left), max(0.0, top), min(self.page.width, right), min(self.page.height, bottom))
        return self.page.resize(size, Image.Resampling.BICUBIC, box)

    def with_lines(self) -> Image.Image:
        """The page with every cell framed in which a counter was found, to be looked at."""
        seen = self.page.copy()
        pen = ImageDraw.Draw(seen)
        for row, column in sorted(self.filled):
            (left, right), (top, bottom) = self.across.span(column), self.down.span(row)
            pen.rectangle((left, top, right, bottom), outline=_SIGNAL, width=max(1, seen.width // 1200))
        return seen


@dataclass(frozen=True, slots=True)
class _Page:
    """A page made straight, with what is printed on it: its work picture is `share` as large as the page."""

    page: Image.Image
    degrees: float
    work: Image.Image
    mask: Mask
    block: Block

    @property
    def share(self) -> float:
        """How many dots of the work picture are one of the page."""
        return self.work.width / self.page.width


def cut_sheet(scan: Path) -> Cut:
    """Find the counters of a scanned sheet. ScanError where there is no picture, no print, or no even lines."""
    import numpy

    page = _straight(scan)
    combs = find_combs(numpy.asarray(page.work, dtype=numpy.float32), page.mask, page.block)
    if combs is None:
        raise ScanError(f"{scan}: no even rows of lines were found; is the whole sheet on it, and nothing else?")
    return _cut(page, *combs)


def cut_backs(scan: Path, fronts: Cut) -> Cut:
    """Find the backs of a sheet whose fronts were cut: their lines need not be seen. ScanError where the
    printed block is of another shape than that of the fronts."""
    page = _straight(scan)
    front = Block(*(round(edge) for edge in _extent(fronts)))
    block = Block(*(round(edge / page.share) for edge in _edges(page.block)))
    shapes = [(one.right - one.left) / (one.bottom - one.top) for one in (front, block)]
    if abs(shapes[0] / shapes[1] - 1) > _PROPORTION + 2 * _bleed(front, block):
        raise ScanError(f"{scan}: its counters fill another shape than those of the fronts: is it their back?")
    across = comb_like(fronts.across, (front.left, front.right), (block.left, block.right))
    down = comb_like(fronts.down, (front.top, front.bottom), (block.top, block.bottom))
    return _cut(page, across, down)
