"""The map on paper: tiled over pages that overlap, with marks for putting them together, or as one poster.

Tiles are counted in dots of the picture, so that what two pages share is the same, dot by dot.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from builder.printing.paper import BOLD, GREY, Document, Packing, Page, Picture, Size, text_width
from maps.drawing.draw import draw_strips
from maps.drawing.ink import dots
from maps.drawing.sheet import Sheet

MARGIN = 12.0
"""Paper round a tile, in millimetres: no printer reaches its edge, and the marks stand there."""

OVERLAP = 10.0
"""So many millimetres two neighbours share: the flap for the glue."""

_NEAR, _FAR = 1.5, 6.0
_DOTS = 6_000_000
"""A strip that is drawn at a time has no more dots: some 27 bytes each while it is drawn."""

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of the picture on a page of its own: its row and column from 0, and its box in dots."""

    row: int
    column: int
    box: Box

    @property
    def name(self) -> str:
        """As on its page: "B3" is the third of the second row."""
        return f"{_letters(self.row)}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a picture of so many dots is cut: paper in millimetres, columns and rows of tiles."""

    size: tuple[int, int]
    dpi: float
    paper: Size

    @property
    def columns(self) -> int:
        """Tiles side by side."""
        return self._count(0)

    @property
    def rows(self) -> int:
        """Tiles one below the other."""
        return self._count(1)

    @property
    def overlap(self) -> int:
        """Dots that neighbours share."""
        return round(OVERLAP / 25.4 * self.dpi)

    def tile(self, row: int, column: int) -> Tile:
        """One tile; all but those at the right and lower edge are of one size."""
        left, right = self._span(0, column)
        top, bottom = self._span(1, row)
        return Tile(row, column, (left, top, right, bottom))

    def _count(self, axis: int) -> int:
        room = int((self.paper[axis] - 2 * MARGIN) / 25.4 * self.dpi)
        return max(1, ceil((self.size[axis] - self.overlap) / (room - self.overlap)))

    def _span(self, axis: int, number: int) -> tuple[int, int]:
        pitch = ceil((self.size[axis] - self.overlap) / self._count(axis))
        return number * pitch, min(number * pitch + pitch + self.overlap, self.size[axis])


def tiling(sheet: Sheet, paper: Size, dpi: float) -> Tiling:
    """The map over as few pages as can be, upright or across."""
    size = dots(sheet.size, dpi)
    ways = [Tiling(size, dpi, paper), Tiling(size, dpi, (paper[1], paper[0]))]
    return min(ways, key=lambda way: way.columns * way.rows)


def draw_tiles(document: Document, sheet: Sheet, way: Tiling, title: str) -> Iterator[str]:
    """A page for each tile, row by row; yields for each strip that is drawn and for each page that is done.

    Of what is drawn only one strip is kept, and the packed bytes of one row of tiles.
    """
    for row in range(way.rows):
        tiles = [way.tile(row, column) for column in range(way.columns)]
        packings = [Packing() for _ in tiles]
        for strip in draw_strips(sheet, way.dpi, strips_of(way, row)):
            for tile, packing in zip(tiles, packings, strict=True):
                left, _, right, _ = tile.box
                packing.add(strip.crop((left, 0, right, strip.height)))
            yield f"row {_letters(row)}"
        for tile, packing in zip(tiles, packings, strict=True):
            _tile_page(document, way, tile, packing.picture(), title)
            yield f"page {tile.name}"


def tile_steps(way: Tiling) -> int:
    """How often `draw_tiles` yields."""
    return sum(len(strips_of(way, row)) + way.columns for row in range(way.rows))


def draw_poster(document: Document, sheet: Sheet, dpi: float) -> Iterator[str]:
    """The whole map on one page of its own size; yields once for each strip drawn."""
    packing = Packing()
    for number, image in enumerate(draw_strips(sheet, dpi, poster_strips(sheet, dpi)), 1):
        packing.add(image)
        yield f"strip {number}"
    page = document.page(sheet.size)
    page.picture("poster", packing.picture(), (0, 0), sheet.size)
    page.trim((0, 0), sheet.size)


def poster_strips(sheet: Sheet, dpi: float) -> list[tuple[int, int]]:
    """The rows of dots at which a poster is drawn piece by piece."""
    wide, high = dots(sheet.size, dpi)
    return _strips(wide, (0, high))


def strips_of(way: Tiling, row: int) -> list[tuple[int, int]]:
    """The rows of dots at which a row of tiles is drawn piece by piece."""
    _, top, _, bottom = way.tile(row, 0).box
    return _strips(way.size[0], (top, bottom))


def _strips(wide: int, span: tuple[int, int]) -> list[tuple[int, int]]:
    """Rows of dots, cut into as few even strips as memory is meant for."""
    top, bottom = span
    count = max(1, ceil((bottom - top) / max(1, _DOTS // wide)))
    return list(pairwise(top + (bottom - top) * number // count for number in range(count + 1)))


def _tile_page(document: Document, way: Tiling, tile: Tile, picture: Picture, title: str) -> None:
    """A tile in the middle of its page, with ticks where to cut and where neighbours' edges come to lie."""
    note = f"{title}, map, page {tile.name} of {way.tile(way.rows - 1, way.columns - 1).name}"
    page = document.page(way.paper, note)
    wide, high = (count / way.dpi * 25.4 for count in (picture.wide, picture.high))
    left, top = (way.paper[0] - wide) / 2, (way.paper[1] - high) / 2
    page.picture(f"tile-{tile.name}", picture, (left, top), (wide, high))
    page.trim((left, top), (wide, high))
    _ticks(page, (left, top, left + wide, top + high), tile, way)
    _neighbours(page, (left, top, left + wide, top + high), tile, way)
    _plan(page, way, tile)


def _ticks(page: Page, frame: tuple[float, float, float, float], tile: Tile, way: Tiling) -> None:
    """At the corners, to cut by; and where the right and lower neighbours' cut edges come to lie."""
    left, top, right, bottom = frame
    flap = way.overlap / way.dpi * 25.4
    across = [left, right] + ([right - flap] if tile.column + 1 < way.columns else [])
    down = [top, bottom] + ([bottom - flap] if tile.row + 1 < way.rows else [])
    for x in across:
        page.line((x, top - _FAR), (x, top - _NEAR))
        page.line((x, bottom + _NEAR), (x, bottom + _FAR))
    for y in down:
        page.line((left - _FAR, y), (left - _NEAR, y))
        page.line((right + _NEAR, y), (right + _FAR, y))


def _neighbours(page: Page, frame: tuple[float, float, float, float], tile: Tile, way: Tiling) -> None:
    """Beside each inner edge: cut here, or which page is laid over this flap."""
    left, top, right, bottom = frame
    x, y = (left + right) / 2, (top + bottom) / 2
    if tile.column:
        page.words((left - 2.0, y + 14), "cut along this edge", ink=GREY, turned=90)
    if tile.row:
        page.words((x - 12, top - 2.0), "cut along this edge", ink=GREY)
    if tile.column + 1 < way.columns:
        beside = way.tile(tile.row, tile.column + 1).name
        page.words((right + 2.0, y - 20), f"lay {beside} over, up to the ticks", ink=GREY, turned=-90)
    if tile.row + 1 < way.rows:
        below = way.tile(tile.row + 1, tile.column).name
        page.words((x - 20, bottom + 4.0), f"lay {below} over, up to the ticks", ink=GREY)


def _plan(page: Page, way: Tiling, tile: Tile) -> None:
    """A small plan of all pages in the corner, this one filled; and its name."""
    cell = min(2.4, 5.6 / way.rows, 24.0 / way.columns)
    left, top = 12.0, 4.6
    for row in range(way.rows):
        for column in range(way.columns):
            mine = (row, column) == (tile.row, tile.column)
            fill = (0.2, 0.18, 0.15) if mine else None
            page.box((left + column * cell, top + row * cell), (cell, cell), fill, GREY)
    x = left + way.columns * cell + 2.0
    page.words((x, 9.0), tile.name, 14, BOLD)
    page.words((x + text_width(tile.name, 14, BOLD) + 2, 9.0), f"scale 1:1 at {way.dpi:g} dpi", ink=GREY)


def _letters(number: int) -> str:
    """A, B ... Z, AA, AB ..."""
    more, last = divmod(number, 26)
    return (_letters(more - 1) if more else "") + chr(ord("A") + last)
