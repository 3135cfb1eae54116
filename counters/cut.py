"""The way back: a scanned counter sheet cut into its counters, fronts and backs, and a roster to fill in."""

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
    """A sheet that was cut: the straight page, what is printed on it, its cells across and down, and which of
    them hold counters. All is counted in the page's dots; the scan was turned by `degrees` against the clock.
    """

    page: Image.Image
    degrees: float
    block: Block
    across: Comb
    down: Comb
    filled: frozenset[Cell]

    @property
    def size(self) -> tuple[int, int]:
        """How many dots wide and high every piece is; square where it can hardly be told from a square."""
        wide, high = self.across.cell, self.down.cell
        both = round((wide + high) / 2)
        return (both, both) if abs(wide / high - 1) < _PROPORTION else (round(wide), round(high))

    def piece(self, cell: Cell) -> Image.Image:
        """The counter in a cell; all of a sheet are of one size."""
        (left, right), (top, bottom) = self.across.span(cell[1]), self.down.span(cell[0])
        box = (max(0.0, left), max(0.0, top), min(self.page.width, right), min(self.page.height, bottom))
        return self.page.resize(self.size, Image.Resampling.BICUBIC, box)

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
    """Find the counters of a scanned sheet. ScanError where there is no picture, print, or even lines."""
    import numpy

    page = _straight(scan)
    combs = find_combs(numpy.asarray(page.work, dtype=numpy.float32), page.mask, page.block)
    if combs is None:
        raise ScanError(f"{scan}: no even rows of lines were found; is the whole sheet on it, and no more?")
    across, down = (_enlarged(comb, 1 / page.share) for comb in combs)
    block = _scaled(page.block, 1 / page.share)
    return Cut(page.page, page.degrees, block, across, down, _filled(page, across, down))


def cut_backs(scan: Path, fronts: Cut) -> Cut:
    """Find the backs of a sheet whose fronts were cut; their lines need not be seen. ScanError where what is
    printed has another shape than the fronts."""
    page = _straight(scan)
    front, back = fronts.block, _scaled(page.block, 1 / page.share)
    if abs(_shape(front) / _shape(back) - 1) > _PROPORTION:
        raise ScanError(f"{scan}: its print has another shape than the fronts; is this their other side?")
    across = comb_like(fronts.across, (front.left, front.right), (back.left, back.right))
    down = comb_like(fronts.down, (front.top, front.bottom), (back.top, back.bottom))
    return Cut(page.page, page.degrees, back, across, down, _filled(page, across, down))


def behind(cell: Cell, fronts: Cut, turned: Duplex) -> Cell:
    """Where the back of a front lies on its own page, once the sheet was turned over an edge."""
    row, column = cell
    if turned is Duplex.SHORT_EDGE:
        return fronts.down.count - 1 - row, column
    return row, fronts.across.count - 1 - column


def check_pairs(fronts: Cut, backs: Cut, turned: Duplex) -> None:
    """ScanError where the backs lie as if the sheet had been turned the other way."""
    other = Duplex.LONG_EDGE if turned is Duplex.SHORT_EDGE else Duplex.SHORT_EDGE
    lonely = {way: len(_places(fronts, way) ^ backs.filled) for way in (turned, other)}
    if lonely[other] < lonely[turned]:
        raise ScanError(
            f"{lonely[turned]} fronts and backs do not meet when the sheet is turned over its "
            f"{turned.value}; over its {other.value} they do better: say --duplex {other.value}"
        )


def _places(fronts: Cut, turned: Duplex) -> frozenset[Cell]:
    return frozenset(behind(cell, fronts, turned) for cell in fronts.filled)


def write_cut(folder: Path, fronts: Cut, backs: Cut | None, turned: Duplex) -> int:
    """Write every counter, the sheets with the lines that were found, and a roster to fill in; how many
    counters there are. The folder is there when all is written, and not before. Raises OSError."""
    partly = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(partly, ignore_errors=True)
    try:
        for name, image in _images(fronts, backs, turned):
            file = partly / name
            file.parent.mkdir(parents=True, exist_ok=True)
            image.save(file, "PNG")
        (partly / "roster.csv").write_text(_roster(fronts), encoding="utf-8", newline="")
        partly.replace(folder)
    finally:
        shutil.rmtree(partly, ignore_errors=True)
    return len(fronts.filled)


def piece_name(cell: Cell) -> str:
    """What a counter is called at first: "r02c05" lay in the second row, the fifth from the left."""
    return f"r{cell[0] + 1:02}c{cell[1] + 1:02}"


def _images(fronts: Cut, backs: Cut | None, turned: Duplex) -> Iterator[tuple[str, Image.Image]]:
    yield "fronts.png", fronts.with_lines()
    if backs:
        yield "backs.png", backs.with_lines()
    for cell in sorted(fronts.filled):
        yield f"fronts/{piece_name(cell)}.png", fronts.piece(cell)
        if backs and behind(cell, fronts, turned) in backs.filled:
            back = backs.piece(behind(cell, fronts, turned))
            stands = back.rotate(180) if turned is Duplex.SHORT_EDGE else back
            yield f"backs/{piece_name(cell)}.png", stands


def _roster(fronts: Cut) -> str:
    """A roster with a line for each counter, in which only its id and its picture are known."""
    out = StringIO()
    columns = (*roster_columns(Style()), "count", "art")
    table = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    table.writeheader()
    for cell in sorted(fronts.filled):
        name = piece_name(cell)
        table.writerow({"id": name, "count": "1", "art": f"fronts/{name}.png"})
    return out.getvalue()


def _straight(scan: Path) -> _Page:
    page, degrees = straightened(read_scan(scan))
    work = shrunk(page, WORK)
    mask = print_mask(work)
    block = find_block(mask)
    if block is None:
        raise ScanError(f"{scan}: nothing is printed on it")
    return _Page(page, degrees, work, mask, block)


def _filled(page: _Page, across: Comb, down: Comb) -> frozenset[Cell]:
    """The cells in which something is printed; of each only the middle counts."""
    return frozenset(
        (row, column)
        for row in range(down.count)
        for column in range(across.count)
        if page.mask[_middle(down, row, page.share), _middle(across, column, page.share)].mean() > _BLANK
    )


def _middle(comb: Comb, number: int, share: float) -> slice:
    begin, end = comb.span(number)
    edge = _INNER * (end - begin)
    return slice(max(0, round((begin + edge) * share)), max(1, round((end - edge) * share)))


def _shape(block: Block) -> float:
    return (block.right - block.left) / (block.bottom - block.top)


def _scaled(block: Block, by: float) -> Block:
    return Block(*(round(edge * by) for edge in (block.left, block.top, block.right, block.bottom)))


def _enlarged(comb: Comb, by: float) -> Comb:
    return Comb(comb.start * by, comb.pitch * by, comb.cell * by, comb.count)
