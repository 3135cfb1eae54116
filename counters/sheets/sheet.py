"""Printable sheets: a PDF at true scale, fronts and backs, printed on both sides or folded, and cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import islice

from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from counters.faces.art import require_sound_art
from counters.faces.cache import Faces
from counters.faces.drawn_pieces import Piece, cards, counters, markers
from counters.faces.low_ink import low_ink
from counters.roster.counter import Roster
from counters.roster_faults import RosterError
from counters.sheets.cover import draw_behind, draw_cover
from counters.sheets.imposition import MARGIN, NARROW, PAPERS, Cell, Duplex, Grid
from counters.sheets.marks import MARKS_MM, draw_bleed, draw_cuts, draw_guides, trim_box
from counters.sheets.page import FOOT_MM, Page, open_canvas
from counters.sheets.printing import Printing
from counters.sheets.registration import draw_marks
from files.faults import Fault

__all__ = ["PAPERS", "Grid", "counter_pdf", "sheets_pdf"]

Tell = Callable[[int, int], None]
"""Told how many pieces are on the sheets, and how many there will be."""

_BY_MACHINE = ("counters", "markers")
"""What the lines for a cutting machine are for."""
_UNPRINTABLE = 3.0
"""Nearer to the edge of the paper many printers print nothing."""
_TURN = {Duplex.LONG_EDGE: "turn over the long edge", Duplex.SHORT_EDGE: "turn over the short edge"}


def counter_pdf(roster: Roster, paper: str = "a4", dpi: int = 400) -> bytes:
    """The sheets of a game as a PDF: units, then markers, then chits. Raises KeyError for unknown paper."""
    return sheets_pdf(roster, Printing(PAPERS[paper], dpi))


def sheets_pdf(
    roster: Roster, chosen: Printing, faces: Faces | None = None, tell: Tell | None = None
) -> bytes:
    """The sheets as they are chosen to be printed. Raises RosterError when a piece does not fit the paper."""
    require_sound_art(roster)
    printed = low_ink(roster) if chosen.low_ink else roster
    document = _Document(printed, chosen, faces or Faces(), tell)
    if chosen.cover:
        document.cover()
    for name, grid, pieces in _kinds(printed, chosen):
        document.sheets(name, grid, pieces)
    return document.close()


def _kinds(roster: Roster, chosen: Printing) -> Iterator[tuple[str, Grid, Iterator[Piece]]]:
    style = roster.style
    side = chosen.counter_mm or style.counter_mm
    wide, high = style.card_mm or (style.chit_mm, style.chit_mm)
    of_cards = "cards" if style.card_mm else "chits" if style.chits else "event chits"
    square, card = chosen.pixels(side), (chosen.pixels(wide), chosen.pixels(high))
    if roster.counters:
        yield "counters", counter_grid(chosen, side), counters(roster, square)
    if roster.markers:
        yield "markers", counter_grid(chosen, side), markers(roster, square)
    if roster.cards:
        yield of_cards, _grid(chosen, wide, high), cards(roster, card)


def counter_grid(chosen: Printing, side: float) -> Grid:
    """Where counters of this size lie: by the maker's template, else as many as the paper has room for.

    Raises RosterError when not even one does, or not all of a template.
    """
    maker = chosen.template
    if maker is None:
        return _grid(chosen, side, side)
    grid = Grid(
        maker.paper, side, 0.0, maker.gap, chosen.duplex, 0.0, chosen.offset, (0.0, 0.0),
        (maker.columns, maker.rows),
    )  # fmt: skip
    if (grid.columns, grid.rows) != (maker.columns, maker.rows):
        why = f"{maker.columns} x {maker.rows} counters of {side:g} mm do not fit its paper"
        raise RosterError([Fault("template", 0, maker.name, why)])
    return grid


def _grid(chosen: Printing, wide: float, high: float) -> Grid:
    """Where pieces of this size lie. Raises RosterError when not even one does."""
    gutter = chosen.bleed + 1.0
    marks = chosen.bleed + MARKS_MM
    margins = max(NARROW, marks + _UNPRINTABLE), max(MARGIN, marks + FOOT_MM)
    grid = Grid(chosen.paper, wide, high, chosen.gap, chosen.duplex, gutter, chosen.offset, margins)
    if not grid.columns or not grid.rows:
        size = f"{chosen.paper[0]:g} x {chosen.paper[1]:g} mm"
        raise RosterError([Fault("paper", 0, size, f"too small for a piece of {wide:g} x {high:g} mm")])
    return grid


class _Document:
    """The PDF being written, page by page; of the pictures no more than one page's are held."""

    def __init__(self, roster: Roster, chosen: Printing, faces: Faces, tell: Tell | None) -> None:
        self.roster = roster
        self.title = roster.style.title or roster.game
        self.chosen = chosen
        self.faces = faces
        self.tell = tell
        self.count = 0
        self.done = 0
        self.file = BytesIO()
        title = f"{self.title}: counters"
        self.canvas: Canvas = open_canvas(self.file, title, chosen.paper, chosen.duplex, chosen.inks)
        self.all = _amount(roster)

    def cover(self) -> None:
        """What is on the sheets, and the squares to measure; on its back, how well backs lie."""
        page = Page(self.canvas, self.chosen.paper)
        page.boxes((0, 0, *self.chosen.paper), 0)
        draw_cover(page, self.roster, self.chosen)
        if self.chosen.duplex is not Duplex.FOLD:
            behind = Page(self.canvas, self.chosen.paper)
            behind.boxes((0, 0, *self.chosen.paper), 0)
            grid = counter_grid(self.chosen, self.chosen.counter_mm or self.roster.style.counter_mm)
            draw_behind(behind, self.title, grid.shift)

    def sheets(self, name: str, grid: Grid, pieces: Iterator[Piece]) -> None:
        """As many sheets as the pieces need."""
        while here := list(islice(pieces, grid.columns * grid.rows)):
            self.count += 1
            self._side(name, grid, here, back=False)
            if grid.duplex is Duplex.FOLD:
                self._fold(grid)
            else:
                self._end(name, "front")
            self._side(name, grid, here, back=True)
            self._end(name, f"back: {_TURN[grid.duplex]}" if grid.duplex in _TURN else "fold down the middle")
            self.done += len(here)
            if self.tell:
                self.tell(self.done, self.all)

    def _side(self, name: str, grid: Grid, pieces: Sequence[Piece], back: bool) -> None:
        page = Page(self.canvas, self.chosen.paper)
        images: dict[Cell, Image.Image] = {
            grid.cell_of(n, back): self._picture(piece, back, grid.turned) for n, piece in enumerate(pieces)
        }
        left, top, right, bottom = trim_box(grid, images, back)
        if grid.duplex is Duplex.FOLD:
            left, right = min(left, self.chosen.paper[0] - right), max(right, self.chosen.paper[0] - left)
        page.boxes((left, top, right, bottom), self.chosen.bleed)
        draw_bleed(page, grid, images, self.chosen, back)
        for cell, image in images.items():
            page.image(image, grid.place(cell, back), grid.size)
        if self.chosen.machine and name in _BY_MACHINE:
            if not back:
                draw_marks(page, grid.paper)
            return
        draw_cuts(page, grid, images, self.chosen, back)
        draw_guides(page, grid, images, self.chosen, back)

    def _picture(self, piece: Piece, back: bool, turned: bool) -> Image.Image:
        """A side of a piece as it lies on its page."""
        image = (piece.back if back else piece.front).image(self.faces)
        if self.chosen.inks:
            image = self.chosen.inks.picture(image)
        return image.transpose(Image.Transpose.ROTATE_180) if back and turned else image

    def _fold(self, grid: Grid) -> None:
        """The line down the middle, along which the paper is folded."""
        middle, high = grid.paper[0] / 2, grid.paper[1]
        Page(self.canvas, grid.paper).line((middle, 5), (middle, high - 10), dashed=True)

    def _end(self, name: str, side: str) -> None:
        page = Page(self.canvas, self.chosen.paper)
        page.foot(f"{self.title}, {name}, sheet {self.count}, {side}")
        page.end()

    def close(self) -> bytes:
        """The finished PDF."""
        self.canvas.save()
        return self.file.getvalue()


def _amount(roster: Roster) -> int:
    """How many pieces there are to print."""
    counters = sum(counter.count * counter.pieces for counter in roster.counters.values())
    others = (roster.markers, roster.cards)
    return counters + sum(piece.count for pieces in others for piece in pieces.values())
