"""Draws the back that a counter of one step has on paper: its side's sign, or what turning it over means.

A silhouette stands faint over the word; a sign in a frame keeps its whole face, for it is still looked up."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from counters.faces.canvas import Box, Canvas
from counters.faces.playing_card import mixed
from counters.faces.unit_face import draw_face
from counters.faces.unit_symbol import draw_symbol
from counters.roster.counter import Counter
from counters.roster.style import Paint
from counters.signs.eyes import NUMBER_CONTRAST, contrast
from counters.signs.silhouettes import SIGNS, SILHOUETTES

_WHITE, _BLACK = "#ffffff", "#141414"
_LIGHTER, _FAINT = 0.45, 0.5
"""How much lighter the ground is, and how far towards it the figure goes."""
_SHADES = 9
"""How many papers between that of the front and the lightest are tried."""
_FIGURE: Box = (18, 17, 82, 66)
_EMBLEM: Box = (30, 30, 70, 70)
_SMALLER, _BAND = 0.84, 16
"""How large the face is on a back that keeps it, and how high the band above it, in hundredths."""


def has_back(counter: Counter) -> bool:
    """Whether a counter's back is drawn here: it has one step, and its side a sign or its type a word."""
    look = counter.look
    return counter.sides == 1 and (counter.side in look.emblems or counter.type in look.turned)


def draw_back(counter: Counter, size_px: int) -> Image.Image:
    """The back, square to its corners: without a word for its type all of a nation look the same."""
    paint, word = counter.paint(0), counter.look.turned.get(counter.type, "")
    if not word:
        return _plain(counter, paint, size_px).paper()
    if counter.look.symbols == "silhouettes":
        return _turned(counter, word, paint, size_px).paper()
    return _banded(counter, word, paint, size_px)


def _plain(counter: Counter, paint: Paint, size_px: int) -> Canvas:
    canvas = Canvas(size_px, paint.paper)
    tone = mixed(paint.paper, paint.ink, 0.28)
    canvas.frame((7, 7, 93, 93), tone, 2)
    canvas.strokes(SIGNS[counter.look.emblems[counter.side]], _EMBLEM, tone, 3)
    return canvas


def _banded(counter: Counter, word: str, paint: Paint, size_px: int) -> Image.Image:
    """The word on a dark band, below it the whole face a little smaller, on lighter paper."""
    lighter = replace(paint, paper=lighter_paper(paint))
    look = replace(counter.look, paints={(counter.nation, counter.side): lighter})
    pale, small = replace(counter, look=look), round(size_px * _SMALLER)
    back = Image.new("RGB", (size_px, size_px), lighter.paper)
    back.paste(draw_face(pale, 0, small, edge=False), ((size_px - small) // 2, size_px - small))
    band = Canvas(size_px, _BLACK)
    band.line_of_text(word, (10, 7.4, 90, 14.6), "condensed", _WHITE)
    back.paste(band.paper().crop((0, 0, size_px, round(size_px * _BAND / 100))))
    return back


def lighter_paper(paint: Paint) -> str:
    """The paper of a back, lighter than that of the front as far as its numbers allow, which may be white."""
    papers = (mixed(paint.paper, _WHITE, share * _LIGHTER / _SHADES) for share in range(_SHADES, 0, -1))
    return next((one for one in papers if contrast(paint.ink, one) >= NUMBER_CONTRAST), paint.paper)


def _turned(counter: Counter, word: str, paint: Paint, size_px: int) -> Canvas:
    """The figure faint on a lighter ground, its name above, and the word on a dark bar below."""
    ground = mixed(paint.paper, _WHITE, _LIGHTER)
    ink = max((_WHITE, _BLACK), key=lambda colour: contrast(colour, ground))
    canvas, faint = Canvas(size_px, ground), mixed(ground, ink, _FAINT)
    if counter.figure in SILHOUETTES:
        pale = Paint(ground, ground, ground, faint)
        draw_symbol(canvas, counter.figure, _FIGURE, pale, "", counter.look.pen)
    canvas.line_of_text(counter.words(0)["name"], (8, 7, 92, 15.5), "condensed", ink)
    bar = paint.rim
    canvas.fill((0, 71, 100, 100), bar)
    on_bar = max((_WHITE, _BLACK), key=lambda colour: contrast(colour, bar))
    canvas.line_of_text(word, (8, 77, 92, 91), "condensed", on_bar)
    return canvas
