"""One picture of all that can be drawn on a counter: types in both frames, sizes, silhouettes, signs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PIL import Image

from counters.faces.canvas import Box, Canvas
from counters.faces.unit_symbol import draw_size, draw_symbol
from counters.roster.style import Paint
from counters.signs.silhouettes import SILHOUETTES
from counters.signs.symbols import MARKS, SIZES, TYPES

FRIEND = Paint("#dce6ee", "#ffffff", "#b9d7ee", "#141414")
FOE = Paint("#f3dfd8", "#ffffff", "#f4b8a8", "#141414")
_PLAIN = Paint("#f4efe2", "#ffffff", "#f4efe2", "#141414")
_PEN = 2.4
_ACROSS = 10

Draw = Callable[[Canvas], None]
Cell = tuple[str, str, Draw]
"""What a cell is called, its paper, and what is drawn in it."""


def contact_sheet(cell_px: int = 132) -> Image.Image:
    """Everything, in four parts, each with its heading; `cell_px` wide for each thing drawn."""
    parts = [
        ("Types of unit: friendly and hostile frame", list(_types())),
        ("Sizes", list(_sizes())),
        ("Silhouettes", list(_silhouettes())),
        ("Symbols on markers and chits", list(_marks())),
    ]
    pictures = [_part(title, cells, cell_px) for title, cells in parts]
    sheet = Image.new("RGB", (pictures[0].width, sum(picture.height for picture in pictures)), "#ffffff")
    down = 0
    for picture in pictures:
        sheet.paste(picture, (0, down))
        down += picture.height
    return sheet


def _part(title: str, cells: Sequence[Cell], cell_px: int) -> Image.Image:
    head, gap = round(cell_px * 0.34), round(cell_px * 0.06)
    high = round(cell_px * 1.18)
    rows = -(-len(cells) // _ACROSS)
    part = Image.new("RGB", (_ACROSS * (cell_px + gap) + gap, head + rows * (high + gap) + gap), "#ffffff")
    heading = Canvas(part.width, "#ffffff", head)
    heading.line_of_text(title, (0.7, 1.0, 60, 2.3), "bold", "#141414", "left")
    part.paste(heading.paper(), (0, 0))
    for number, (name, paper, draw) in enumerate(cells):
        canvas = Canvas(cell_px, paper, high)
        canvas.fill((0, 94, 100, 118), "#ffffff")
        draw(canvas)
        canvas.block_of_text(name.replace("-", " "), (0, 95, 100, 117), "condensed", "#141414", 7)
        row, column = divmod(number, _ACROSS)
        part.paste(canvas.paper(), (gap + column * (cell_px + gap), head + row * (high + gap)))
    return part


def _types() -> Iterator[Cell]:
    for name in TYPES:
        yield name, FRIEND.paper, _symbol(name, FRIEND, "friendly", (9, 20, 91, 74.7))
        yield name, FOE.paper, _symbol(name, FOE, "hostile", (6, 6, 94, 88))


def _silhouettes() -> Iterator[Cell]:
    for name in SILHOUETTES:
        yield name, _PLAIN.paper, _symbol(name, _PLAIN, "friendly", (6, 3, 94, 91))


def _symbol(name: str, paint: Paint, frame: str, box: Box) -> Draw:
    return lambda canvas: draw_symbol(canvas, name, box, paint, frame, _PEN)


def _sizes() -> Iterator[Cell]:
    for name in filter(None, SIZES):
        yield name, _PLAIN.paper, _size(name)


def _size(name: str) -> Draw:
    def draw(canvas: Canvas) -> None:
        draw_size(canvas, name, (8, 13, 92, 25), _PLAIN, _PEN)
        draw_symbol(canvas, "infantry", (18, 33, 82, 75.7), FRIEND, "friendly", _PEN)

    return draw


def _marks() -> Iterator[Cell]:
    for name in filter(None, MARKS):
        yield name, _PLAIN.paper, _mark(name)


def _mark(name: str) -> Draw:
    return lambda canvas: canvas.strokes(MARKS[name], (22, 18, 78, 74), "#141414", 5)
