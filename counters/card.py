"""Draws event chits: a front which says what the event does, a back which gives nothing away."""

from __future__ import annotations

from PIL import Image

from counters.canvas import Canvas
from counters.counter import Card
from counters.style import Paint, Style
from counters.symbols import MARKS


def draw_chit(card: Card, size_px: int, back: bool = False, edge: bool = True) -> Image.Image:
    """One side of a chit, `size_px` square; with `edge` RGBA with round corners, else RGB for printing."""
    canvas = chit_back(card.look, size_px) if back else _front(card, size_px)
    return canvas.piece(card.look.chit.ink) if edge else canvas.paper()


def chit_back(style: Style, size_px: int) -> Canvas:
    """The back is made from the game alone: all chits look the same from behind."""
    paint = style.chit
    canvas = Canvas(size_px, paint.band)
    canvas.frame((6, 6, 94, 94), paint.paper, 1.2)
    canvas.frame((9, 9, 91, 91), paint.paper, 0.6)
    canvas.strokes(MARKS["star"], (30, 18, 70, 58), paint.paper, 2)
    canvas.block_of_text(style.title.upper(), (14, 64, 86, 84), "condensed", paint.paper, 7)
    return canvas


def _front(card: Card, size_px: int) -> Canvas:
    paint = card.look.chits.get(card.kind, card.look.chit)
    return _word(card, Canvas(size_px, paint.paper), paint) if card.face else _page(card, size_px, paint)


def _word(card: Card, canvas: Canvas, paint: Paint) -> Canvas:
    """A chit that is read at a glance: its title, its signs, a word or two, and below what it does."""
    canvas.fill((0, 0, 100, 21), paint.band)
    canvas.block_of_text(card.title, (6, 2, 94, 19), "condensed", paint.paper, 8)
    pace = 22
    for place, mark in enumerate(card.marks):
        left = 50 - pace * len(card.marks) / 2 + place * pace
        canvas.strokes(MARKS[mark], (left + 3, 25, left + pace - 3, 41), paint.symbol, 2.4)
    if colour := card.look.formation(card.formation).colour:
        canvas.fill((0, 44, 100, 73), colour)
    canvas.block_of_text(card.face, (6, 42 if card.marks else 24, 94, 74), "bold", paint.ink, 25)
    canvas.block_of_text(card.text, (6, 76, 94, 96), "condensed", paint.ink, 5.4)
    return canvas


def _page(card: Card, size_px: int, paint: Paint) -> Canvas:
    """A chit that explains an event."""
    canvas = Canvas(size_px, paint.paper)
    canvas.fill((0, 0, 100, 22), paint.band)
    if card.number:
        canvas.disc((4, 4, 18, 18), paint.paper)
        canvas.line_of_text(str(card.number), (5, 7.5, 17, 14.5), "bold", paint.band)
    canvas.block_of_text(card.title, (21, 2, 97, 20), "bold", paint.paper, 6)
    canvas.block_of_text(card.when, (5, 24, 95, 40), "condensed", paint.symbol, 4.2)
    canvas.fill((20, 41, 80, 41.6), paint.symbol)
    canvas.block_of_text(card.text, (5, 43, 95, 84), "plain", paint.ink, 4.6)
    canvas.fill((0, 86, 100, 100), paint.band)
    canvas.block_of_text(_afterwards(card), (5, 87, 95, 98), "condensed", paint.paper, 3.8)
    return canvas


def _afterwards(card: Card) -> str:
    return "Once only" if card.once else card.afterwards[:1].upper() + card.afterwards[1:]
