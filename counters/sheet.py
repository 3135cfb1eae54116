"""Printable sheets: a PDF at true scale, fronts and backs, to be printed on both sides and cut.

A sheet is two pages; the back is mirrored for turning the paper over its long edge. Lengths are in
millimetres from the page's top left corner; PDF counts in points from the bottom left, as only `_Page` knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from counters.counter import Roster
from counters.face import draw_chit, draw_face, draw_marker
from counters.lettering import font_bytes

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of the paper in millimetres."""

Cell = tuple[int, int]
"""Column and row, both from 0."""

_POINT = 72 / 25.4
_MARGIN = 14.0
_BLEED = 1.0
_MARK = (2.0, 6.0)
"""Cut marks start and end so far outside the block, clear of the bleed."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One piece to cut out, front and back."""

    front: Image.Image
    back: Image.Image


@dataclass(frozen=True, slots=True)
class Grid:
    """Square cells in a block centred on the paper."""

    paper: tuple[float, float]
    cell: float

    @property
    def columns(self) -> int:
        """Cells side by side."""
        return int((self.paper[0] - 2 * _MARGIN) // self.cell)

    @property
    def rows(self) -> int:
        """Cells one below the other."""
        return int((self.paper[1] - 2 * _MARGIN) // self.cell)

    @property
    def corner(self) -> tuple[float, float]:
        """The block's top left corner."""
        wide, high = self.paper
        return (wide - self.columns * self.cell) / 2, (high - self.rows * self.cell) / 2

    def cell_of(self, number: int, back: bool) -> Cell:
        """The cell of a sheet's nth piece; on the back it lies mirrored from left to right."""
        row, column = divmod(number, self.columns)
        return (self.columns - 1 - column if back else column), row

    def place(self, cell: Cell) -> tuple[float, float]:
        """The top left corner of a cell."""
        column, row = cell
        left, top = self.corner
        return left + column * self.cell, top + row * self.cell


def counter_pdf(roster: Roster, paper: str = "a4", dpi: int = 400) -> bytes:
    """The sheets of a game as a PDF: units and markers, then chits. Raises KeyError for unknown paper."""
    style, size = roster.style, PAPERS[paper]
    counters, chits = _pixels(style.counter_mm, dpi), _pixels(style.chit_mm, dpi)
    kinds = (
        ("counters", Grid(size, style.counter_mm), list(_counters(roster, counters))),
        ("chits" if style.chits else "event chits", Grid(size, style.chit_mm), list(_chits(roster, chits))),
    )
    document = _Document(style.title or roster.game, size)
    for name, grid, pieces in kinds:
        full = grid.columns * grid.rows
        for start in range(0, len(pieces), full):
            document.sheet(name, grid, pieces[start : start + full])
    return document.close()


def _pixels(length: float, dpi: int) -> int:
    return round(length / 25.4 * dpi)


def _counters(roster: Roster, size: int) -> Iterator[Printed]:
    for counter in roster.counters.values():
        sides = [draw_face(counter, step, size, edge=False) for step in range(counter.sides)]
        yield Printed(sides[0], sides[-1])
    for marker in roster.markers.values():
        front, back = (draw_marker(marker, side, size, edge=False) for side in (0, 1))
        yield from [Printed(front, back)] * marker.count


def _chits(roster: Roster, size: int) -> Iterator[Printed]:
    for card in roster.cards.values():
        yield Printed(draw_chit(card, size, edge=False), draw_chit(card, size, back=True, edge=False))


class _Document:
    """The PDF being written; the same pieces always give the same bytes."""

    def __init__(self, title: str, paper: tuple[float, float]) -> None:
        self.title = title
        self.paper = paper
        self.sheets = 0
        self.file = BytesIO()
        points = (paper[0] * _POINT, paper[1] * _POINT)
        pdfmetrics.registerFont(TTFont("hexpost", BytesIO(font_bytes("plain"))))
        self.canvas = Canvas(self.file, pagesize=points, invariant=1, pageCompression=1)
        self.canvas.setTitle(f"{title}: counters")
        self.canvas.setCreator("hexpost")
        self.canvas.setViewerPreference("PrintScaling", "None")
        self.canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")

    def sheet(self, name: str, grid: Grid, pieces: Sequence[Printed]) -> None:
        """A front page and its back."""
        self.sheets += 1
        for back in (False, True):
            page = _Page(self.canvas, self.paper[1])
            images = {
                grid.cell_of(n, back): piece.back if back else piece.front for n, piece in enumerate(pieces)
            }
            _bleed(page, grid, images)
            for cell, image in images.items():
                page.image(image, grid.place(cell), (grid.cell, grid.cell))
            _cuts(page, grid, images, within=not back)
            self._notes(page, name, "back: turn over the long edge" if back else "front")
            self.canvas.showPage()

    def _notes(self, page: _Page, name: str, side: str) -> None:
        """What this page is, and a bar which tells whether the printer kept the scale."""
        wide, high = self.paper
        page.words((_MARGIN, high - 6), f"{self.title}, {name}, sheet {self.sheets}, {side}")
        page.ruler((wide - _MARGIN - 50, high - 6), 50)

    def close(self) -> bytes:
        """The finished PDF."""
        self.canvas.save()
        return self.file.getvalue()


class _Page:
    """Draws in millimetres from the top left corner."""

    def __init__(self, canvas: Canvas, height: float) -> None:
        self.canvas = canvas
        self.height = height
        self.canvas.setLineWidth(0.1 * _POINT)

    def image(self, image: Image.Image, place: tuple[float, float], size: tuple[float, float]) -> None:
        """A picture, kept without loss; `size` is its width and height on paper."""
        left, bottom = self._point((place[0], place[1] + size[1]))
        self.canvas.drawImage(ImageReader(image), left, bottom, size[0] * _POINT, size[1] * _POINT)

    def square(self, place: tuple[float, float], side: float) -> None:
        """A white hairline round a cell: what a cut leaves of it looks like paper."""
        left, bottom = self._point((place[0], place[1] + side))
        self.canvas.saveState()
        self.canvas.setStrokeGray(1)
        self.canvas.rect(left, bottom, side * _POINT, side * _POINT)
        self.canvas.restoreState()

    def line(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A hairline."""
        (x0, y0), (x1, y1) = self._point(start), self._point(end)
        self.canvas.line(x0, y0, x1, y1)

    def words(self, place: tuple[float, float], text: str) -> None:
        """A small note in the margin."""
        self.canvas.setFont("hexpost", 7)
        self.canvas.drawString(*self._point(place), text)

    def ruler(self, place: tuple[float, float], length: int) -> None:
        """A bar of known length: measured on paper, it tells whether the printer kept the scale."""
        left, top = place
        self.line((left, top), (left + length, top))
        for end in (left, left + length):
            self.line((end, top - 1), (end, top + 1))
        self.words((left + length / 2 - 4, top - 0.6), f"{length} mm")

    def _point(self, place: tuple[float, float]) -> tuple[float, float]:
        return place[0] * _POINT, (self.height - place[1]) * _POINT


def _bleed(page: _Page, grid: Grid, images: Mapping[Cell, Image.Image]) -> None:
    """The colours at the outer edges carried on a little: a cut beside the mark then leaves no white edge."""
    for (column, row), image in images.items():
        left, top = grid.place((column, row))
        side, last = grid.cell, image.width - 1
        for step, strip, place, size in (
            ((-1, 0), (0, 0, 1, last + 1), (left - _BLEED, top), (_BLEED, side)),
            ((1, 0), (last, 0, last + 1, last + 1), (left + side, top), (_BLEED, side)),
            ((0, -1), (0, 0, last + 1, 1), (left, top - _BLEED), (side, _BLEED)),
            ((0, 1), (0, last, last + 1, last + 1), (left, top + side), (side, _BLEED)),
        ):
            if (column + step[0], row + step[1]) not in images:
                page.image(image.crop(strip), place, size)


def _cuts(page: _Page, grid: Grid, images: Mapping[Cell, Image.Image], within: bool) -> None:
    """Ticks at every cut on all four sides; on the front also white hairlines, for those who cut by eye."""
    near, far = _MARK
    rows = max(row for _, row in images) + 1
    left, top = grid.place((0, 0))
    right, bottom = grid.place((grid.columns, rows))
    for x in (grid.place((column, 0))[0] for column in range(grid.columns + 1)):
        page.line((x, top - far), (x, top - near))
        page.line((x, bottom + near), (x, bottom + far))
    for y in (grid.place((0, row))[1] for row in range(rows + 1)):
        page.line((left - far, y), (left - near, y))
        page.line((right + near, y), (right + far, y))
    for cell in images if within else ():
        page.square(grid.place(cell), grid.cell)
