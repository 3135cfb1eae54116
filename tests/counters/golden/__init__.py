"""Pictures of every symbol as somebody looked at them and found them right.

`python -m tests.counters.golden` draws them anew; look at what changed before you keep it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from counters.faces.canvas import Canvas
from counters.faces.contact_sheet import FOE, FRIEND
from counters.faces.unit_symbol import draw_size, draw_symbol
from counters.roster.style import Paint
from counters.signs.silhouettes import SILHOUETTES
from counters.signs.symbols import MARKS, SIZES, TYPES

SIZES_PX = (24, 63, 126)
"""A badge in a report, a counter of 16 mm on the screen, and one in a VASSAL module."""

ACROSS = 16


def file(size: int) -> Path:
    """Where the pictures of a size lie, all in one."""
    return Path(__file__).parent / f"symbols-{size}.png"


def cells(size: int) -> Iterator[tuple[str, Image.Image]]:
    """Every symbol in both frames, every silhouette, size mark and sign, with its name."""
    for kind in TYPES:
        yield f"{kind}, friendly", _symbol(kind, FRIEND, "friendly", size)
        yield f"{kind}, hostile", _symbol(kind, FOE, "hostile", size)
    for kind in SILHOUETTES:
        yield kind, _symbol(kind, FRIEND, "friendly", size)
    for name in filter(None, SIZES):
        canvas = Canvas(size, "#ffffff")
        draw_size(canvas, name, (10, 40, 90, 60), FRIEND, 2.4)
        yield f"size: {name}", canvas.paper()
    for name in filter(None, MARKS):
        canvas = Canvas(size, "#ffffff")
        canvas.strokes(MARKS[name], (20, 20, 80, 80), "#141414", 5)
        yield f"sign {name}", canvas.paper()


def _symbol(kind: str, paint: Paint, frame: str, size: int) -> Image.Image:
    canvas = Canvas(size, paint.paper)
    draw_symbol(canvas, kind, (8, 20, 92, 76), paint, frame, 2.4)
    return canvas.paper()


def place(number: int, size: int) -> tuple[int, int, int, int]:
    """Where the nth cell stands in the picture."""
    row, column = divmod(number, ACROSS)
    return column * size, row * size, (column + 1) * size, (row + 1) * size


def draw(size: int) -> Image.Image:
    """All cells of a size in one picture."""
    pictures = [image for _, image in cells(size)]
    whole = Image.new("RGB", (ACROSS * size, -(-len(pictures) // ACROSS) * size), "#ffffff")
    for number, image in enumerate(pictures):
        whole.paste(image, place(number, size)[:2])
    return whole
