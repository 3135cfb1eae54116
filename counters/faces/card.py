"""Draws chits and cards: a front which says what it does, a back which gives nothing away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

from counters.faces.canvas import Box, Canvas
from counters.faces.picture import picture
from counters.roster.counter import Card
from counters.roster.style import Paint, Style
from counters.signs.silhouettes import SIGNS


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
    canvas.strokes(SIGNS["star"], (30, 18, 70, 58), paint.on_band, 2)
    canvas.block_of_text(style.title.upper(), (14, 64, 86, 84), "condensed", paint.on_band, 7)
    return canvas


def _front(card: Card, size_px: int) -> Canvas:
    paint = card.look.chits.get(card.kind, card.look.chit)
    return _word(card, Canvas(size_px, paint.paper), paint) if card.face else _page(card, size_px, paint)


class Block(NamedTuple):
    """A text of a card that fits itself into its box: its capitals are at most `largest` high."""

    text: str
    box: Box
    weight: str
    ink: str
    largest: float


def blocks(card: Card) -> Iterator[Block]:
    """Every text on the front of a chit or card, and where it stands, in hundredths of the width."""
    yield from _card_blocks(card) if card.look.card_mm else _chit_blocks(card)


def _chit_blocks(card: Card) -> Iterator[Block]:
    paint = card.look.chits.get(card.kind, card.look.chit)
    if card.face:
        yield Block(card.title, (6, 2, 94, 19), "condensed", paint.on_band, 8)
        yield Block(card.face, (6, 42 if card.marks else 24, 94, 74), "bold", paint.ink, 25)
        yield Block(card.text, (6, 76, 94, 96), "condensed", paint.ink, 5.4)
    else:
        yield Block(card.title, (21, 2, 97, 20), "bold", paint.on_band, 6)
        yield Block(card.when, (5, 24, 95, 40), "condensed", paint.symbol, 4.2)
        yield Block(card.text, (5, 43, 95, 84), "plain", paint.ink, 4.6)
        yield Block(_afterwards(card), (5, 87, 95, 98), "condensed", paint.on_band, 3.8)


def _write(blocks: Iterator[Block], canvas: Canvas) -> Canvas:
    for text, box, weight, ink, largest in blocks:
        canvas.block_of_text(text, box, weight, ink, largest)
    return canvas


def _word(card: Card, canvas: Canvas, paint: Paint) -> Canvas:
    """A chit that is read at a glance: its title, its signs, a word or two, and below what it does."""
    canvas.fill((0, 0, 100, 21), paint.band)
    _marks(card, canvas, 25, 22, paint)
    if colour := card.look.formation(card.formation).colour:
        canvas.fill((0, 44, 100, 73), colour)
    return _write(_chit_blocks(card), canvas)


def _marks(card: Card, canvas: Canvas, top: float, pace: float, paint: Paint) -> None:
    """The signs of a card side by side in its middle."""
    side = pace - 6
    for place, mark in enumerate(card.marks):
        left = 50 - pace * len(card.marks) / 2 + place * pace
        canvas.strokes(SIGNS[mark], (left + 3, top, left + 3 + side, top + side), paint.symbol, 2.4)


def _page(card: Card, size_px: int, paint: Paint) -> Canvas:
    """A chit that explains an event."""
    canvas = Canvas(size_px, paint.paper)
    canvas.fill((0, 0, 100, 22), paint.band)
    if card.number:
        canvas.disc((4, 4, 18, 18), paint.on_band)
        canvas.line_of_text(str(card.number), (5, 7.5, 17, 14.5), "bold", paint.band)
    canvas.fill((20, 41, 80, 41.6), paint.symbol)
    canvas.fill((0, 86, 100, 100), paint.band)
    return _write(_chit_blocks(card), canvas)


# -- cards ------------------------------------------------------------------------------------------------


def draw_card(card: Card, size_px: tuple[int, int], back: bool = False, edge: bool = True) -> Image.Image:
    """One side of a card, `size_px` wide and high: title, kind, art or signs, what it does, what follows."""
    paint = card.look.chits.get(card.kind, card.look.chit)
    wide, high = size_px
    canvas = _card_back(card, wide, high) if back else _card_front(card, Canvas(wide, paint.paper, high))
    return canvas.piece(paint.ink) if edge else canvas.paper()


def _foot(style: Style) -> float:
    """How far down a card reaches, in hundredths of its width."""
    wide, high = style.card_mm or (1, 1)
    return 100 * high / wide


def _art_end(card: Card) -> float:
    """Where the art or the signs of a card end, and its text begins."""
    if card.art:
        return 24 + (_foot(card.look) - 36) * 0.45
    if card.face or not card.marks:
        return 46 if card.face else 26
    return 26 + _sign_side(card)


def _sign_side(card: Card) -> float:
    """How large the signs of a card without a word are: one may take a third of its width."""
    return min(34, 80 / len(card.marks))


def _card_blocks(card: Card) -> Iterator[Block]:
    paint = card.look.chits.get(card.kind, card.look.chit)
    foot, start = _foot(card.look), _art_end(card)
    yield Block(card.title, (20 if card.number else 6, 3, 94, 15), "bold", paint.on_band, 6)
    kind = card.kind.replace("-", " ").upper()
    yield Block(f"{kind}  {card.id}".strip(), (6, 17.4, 94, 21.6), "condensed", paint.ink, 3.4)
    if card.face:
        yield Block(card.face, (34 if card.marks else 6, 25, 94, 44), "bold", paint.ink, 13)
    yield Block(card.when, (7, start + 1, 93, start + 15), "condensed", paint.symbol, 3.6)
    yield Block(card.text, (7, start + 18, 93, foot - 14), "plain", paint.ink, 3.9)
    yield Block(_afterwards(card), (7, foot - 11, 93, foot - 3), "condensed", paint.on_band, 3.2)


def _card_front(card: Card, canvas: Canvas) -> Canvas:
    paint = card.look.chits.get(card.kind, card.look.chit)
    foot, start = _foot(card.look), _art_end(card)
    canvas.fill((0, 0, 100, 17), paint.band)
    canvas.fill((0, 22, 100, 22.5), paint.band)
    canvas.fill((0, foot - 12, 100, foot + 1), paint.band)
    if colour := card.look.formation(card.formation).colour:
        canvas.fill((0, 22.5, 100, 46), colour)
    if card.number:
        canvas.disc((5, 2.5, 17, 14.5), paint.on_band)
        canvas.line_of_text(str(card.number), (6, 5.5, 16, 11.5), "bold", paint.band)
    if card.art:
        canvas.picture(picture(card.look.folder, card.art, canvas.image.width), (4, 24, 96, start - 1))
    elif card.face and card.marks:
        canvas.strokes(SIGNS[card.marks[0]], (10, 26, 28, 44), paint.symbol, 2.4)
    elif card.marks:
        _marks(card, canvas, 25, _sign_side(card) + 6, paint)
    canvas.fill((25, start + 16, 75, start + 16.5), paint.symbol)
    return _write(_card_blocks(card), canvas)


def _card_back(card: Card, wide: int, high: int) -> Canvas:
    """Made from the game and the deck alone: no card differs from the others of its deck."""
    look = card.look.back(card.deck)
    paint, foot = look.paint, _foot(card.look)
    canvas = Canvas(wide, paint.band, high)
    canvas.frame((5, 5, 95, foot - 5), paint.on_band, 1.2)
    canvas.frame((8, 8, 92, foot - 8), paint.on_band, 0.6)
    middle = foot / 2
    canvas.strokes(SIGNS[look.mark], (32, middle - 34, 68, middle + 2), paint.on_band, 2)
    canvas.block_of_text(look.title.upper(), (14, middle + 8, 86, middle + 30), "condensed", paint.on_band, 7)
    if look.title != card.look.title:
        low = (14, foot - 22, 86, foot - 11)
        canvas.block_of_text(card.look.title.upper(), low, "condensed", paint.on_band, 4)
    return canvas


def _afterwards(card: Card) -> str:
    return "Once only" if card.once else card.afterwards[:1].upper() + card.afterwards[1:]
