"""Draws chits: a front which says what it does, a back which gives nothing away. Cards: `playing_card`."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from counters.faces import playing_card
from counters.faces.canvas import Canvas
from counters.faces.playing_card import Block, afterwards, capitals, mixed, write
from counters.roster.counter import Card
from counters.roster.style import Paint, Style
from counters.signs.silhouettes import SIGNS

_TITLE = 0.82
"""How much smaller the title of a chit is than a card's, so that long and short ones are alike."""


def draw_chit(card: Card, size_px: int, back: bool = False, edge: bool = True) -> Image.Image:
    """One side of a chit, `size_px` square; with `edge` RGBA with round corners, else RGB for printing."""
    canvas = chit_back(card.look, size_px) if back else _front(card, size_px)
    return canvas.piece(card.look.chit.ink) if edge else canvas.paper()


def chit_back(style: Style, size_px: int) -> Canvas:
    """The back is made from the game alone: all chits look the same from behind."""
    paint = style.chit
    canvas = Canvas(size_px, paint.band)
    canvas.frame((6, 6, 94, 94), paint.on_band, 1.2)
    canvas.frame((9, 9, 91, 91), paint.on_band, 0.6)
    canvas.disc((28, 15, 72, 59), paint.on_band)
    canvas.disc((29, 16, 71, 58), mixed(paint.band, "#000000", 0.14))
    canvas.strokes(SIGNS["star"], (36, 22, 64, 50), paint.on_band, 2)
    canvas.block_of_text(style.title, (14, 64, 86, 86), "serif-bold", paint.on_band, 7)
    return canvas


def _front(card: Card, size_px: int) -> Canvas:
    paint = card.look.chits.get(card.kind, card.look.chit)
    return _word(card, Canvas(size_px, paint.paper), paint) if card.face else _page(card, size_px, paint)


def blocks(card: Card) -> Iterator[Block]:
    """Every text on the front of a chit or card, and where it stands, in hundredths of the width."""
    yield from playing_card.blocks(card) if card.look.card_mm else _chit_blocks(card)


def _chit_blocks(card: Card) -> Iterator[Block]:
    paint = card.look.chits.get(card.kind, card.look.chit)
    if card.face:
        yield Block(card.title, (6, 2, 94, 19), "condensed", paint.on_band, 8)
        yield Block(card.face, (6, 42 if card.marks else 24, 94, 74), "bold", paint.ink, 25)
        yield Block(card.text, (6, 76, 94, 96), "condensed", paint.ink, 5.4)
        return
    mm, start = card.look.chit_mm, 22 if card.number else 7
    title = capitals("card title", mm) * _TITLE
    yield Block(card.title, (start, 4, 93, 20), "serif-bold", paint.on_band, title, "left")
    yield Block(card.when, (8, 24, 74 if card.marks else 92, 38.5), "condensed", paint.symbol, 4.4, "left")
    yield Block(card.text, (8, 41.5, 92, 86), "serif", paint.ink, capitals("card text", mm), "top")
    yield Block(afterwards(card), (8, 88, 92, 96.5), "condensed", paint.on_band, 3.8, "left")


def _word(card: Card, canvas: Canvas, paint: Paint) -> Canvas:
    """A chit that is read at a glance: its title, its signs, a word or two, and below what it does."""
    canvas.fill((0, 0, 100, 21), paint.band)
    _marks(card, canvas, 25, 22, paint)
    if colour := card.look.formation(card.formation).colour:
        canvas.fill((0, 44, 100, 73), colour)
    return write(_chit_blocks(card), canvas)


def _marks(card: Card, canvas: Canvas, top: float, pace: float, paint: Paint) -> None:
    """The signs of a card side by side in its middle."""
    side = pace - 6
    for place, mark in enumerate(card.marks):
        left = 50 - pace * len(card.marks) / 2 + place * pace
        canvas.strokes(SIGNS[mark], (left + 3, top, left + 3 + side, top + side), paint.symbol, 2.4)


def _page(card: Card, size_px: int, paint: Paint) -> Canvas:
    """A chit that explains an event, with its sign beside the line that says when."""
    canvas = Canvas(size_px, paint.band)
    canvas.fill((3.5, 22, 96.5, 87), paint.paper)
    if card.marks:
        canvas.strokes(SIGNS[card.marks[0]], (76.5, 23.6, 91, 38.1), paint.symbol, 2.4)
    if card.number:
        canvas.disc((5, 5, 19, 19), paint.on_band)
        canvas.line_of_text(str(card.number), (6, 8.5, 18, 15.5), "bold", paint.band)
    canvas.fill((8, 40.2, 92, 40.8), paint.symbol)
    return write(_chit_blocks(card), canvas)
