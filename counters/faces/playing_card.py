"""Draws cards: a frame, a band with the side's emblem, a picture drawn by code, rule text, a back a deck.

Measures are hundredths of a card's width. Text has a size on paper: 8 points for what a card does, on cards
of any size, and smaller only where there is too much of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from PIL import Image

from counters.faces.canvas import Box, Canvas
from counters.faces.picture import picture
from counters.faces.unit_face import draw_face
from counters.roster.counter import Card, Counter
from counters.roster.style import Paint, Style
from counters.signs.silhouettes import SIGNS, SILHOUETTES
from files.typefaces import capital, role

_EDGE = 4.5
"""How broad the frame is, outside the words."""
_BAND, _STRIP, _PICTURE = 19.5, 25.0, 27.5
"""Where the band of the title ends, the strip with the kind of card, and where the picture begins."""
_LEFT, _RIGHT = 8.0, 92.0
"""From where to where everything on a card's panel reaches."""
_SHOWN_MM, _LAID = 22.0, 3.5
"""How large counters are in a picture, in millimetres, and how far one lies from the one below."""
_RAY = 0.14
"""How much lighter every second ray is."""
_RAYS = 7
"""So many rays end at each side of the picture."""
_FLYING = ("fighter", "ground-attack", "bomber", "transport-plane")
_AFLOAT = ("warship", "submarine", "landing-craft")


class Block(NamedTuple):
    """A text of a card that fits itself into its box: its capitals are at most `largest` high."""

    text: str
    box: Box
    weight: str
    ink: str
    largest: float
    align: str = "centre"


def write(blocks: Iterable[Block], canvas: Canvas) -> Canvas:
    """The canvas with the texts on it."""
    for block in blocks:
        canvas.block_of_text(*block)
    return canvas


def capitals(name: str, wide_mm: float) -> float:
    """How high capitals of a kind of text stand on a card so wide, in hundredths of its width."""
    kind = role(name)
    return 100 * kind.mm * capital(kind.font) / wide_mm


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two, "#rrggbb": so much of the other in it."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def afterwards(card: Card) -> str:
    """Where a card goes once it is played, as it stands at its foot."""
    return "Once only" if card.once else card.afterwards[:1].upper() + card.afterwards[1:]


def draw_card(card: Card, size_px: tuple[int, int], back: bool = False, edge: bool = True) -> Image.Image:
    """One side of a card, `size_px` wide and high; with `edge` RGBA, its corners round, else RGB."""
    paint = _paint(card)
    wide, high = size_px
    canvas = _back(card, wide, high) if back else _front(card, Canvas(wide, paint.band, high))
    return canvas.piece(paint.ink) if edge else canvas.paper()


def blocks(card: Card) -> Iterator[Block]:
    """Every text on the front of a card, and where it stands."""
    paint, foot, start = _paint(card), _foot(card.look), _picture_end(card)
    wide = _wide(card.look)
    small, text = capitals("small print", wide), capitals("card text", wide)
    title = (21.0 if card.number else _LEFT, 4.5, 80.0, _BAND - 2)
    yield Block(card.title, title, "serif-bold", paint.on_band, capitals("card title", wide), "left")
    kind = card.kind.replace("-", " ").upper()
    yield Block(kind, (_LEFT, _BAND, 60, _STRIP), "condensed", paint.ink, small * 0.9, "left")
    yield Block(card.id, (62, _BAND, _RIGHT, _STRIP), "condensed", paint.ink, small * 0.9, "right")
    if card.face:
        left = _word_left(card)
        yield Block(
            card.face,
            (left, _PICTURE + 3, _RIGHT - 3, start - 3),
            "bold",
            paint.ink,
            12 if card.shows else 14,
        )
    when, what = (_LEFT, start + 2.5, _RIGHT, start + 13.5), (_LEFT, start + 17.5, _RIGHT, foot - 17)
    yield Block(card.when, when, "italic", paint.symbol, text, "left")
    yield Block(card.text, what, "serif", paint.ink, text, "top")
    last = (_LEFT, foot - 13, _RIGHT, foot - 6.5)
    yield Block(afterwards(card), last, "condensed", paint.ink, small, "left")


def _word_left(card: Card) -> float:
    """Where the word of a picture begins, beside what else is in it."""
    if card.shows:
        return _shown_box(card, len(card.shows) - 1)[2] + 3
    return 42.0 if card.marks else 11.0


def _shown_box(card: Card, number: int) -> Box:
    """Where one of the counters in a card's picture lies; a second one over the first."""
    side = _SHOWN_MM / _wide(card.look) * 100
    top = _PICTURE + (_picture_end(card) - _PICTURE - side) / 2
    back = (len(card.shows) - 1 - 2 * number) * _LAID
    left = _LEFT + 4 + number * _LAID * 1.4
    return left, top - back, left + side, top + side - back


def _paint(card: Card) -> Paint:
    return card.look.chits.get(card.kind, card.look.chit)


def _wide(style: Style) -> float:
    return style.card_mm[0] if style.card_mm else style.chit_mm


def _foot(style: Style) -> float:
    """How far down a card reaches."""
    wide, high = style.card_mm or (1, 1)
    return 100 * high / wide


def _picture_end(card: Card) -> float:
    """Where the picture of a card ends, and its text begins."""
    if card.art:
        return _PICTURE + (_foot(card.look) - 36) * 0.42
    return _PICTURE + 46 if card.marks or card.face else _STRIP


def _front(card: Card, canvas: Canvas) -> Canvas:
    paint, foot, end = _paint(card), _foot(card.look), _picture_end(card)
    canvas.fill((_EDGE, _BAND, 100 - _EDGE, foot - _EDGE), paint.paper)
    canvas.fill((_EDGE, _BAND, 100 - _EDGE, _STRIP), mixed(paint.paper, paint.band, 0.2))
    canvas.strokes(SIGNS[card.look.back(card.deck).mark], (82, 6.5, _RIGHT, 16.5), paint.on_band, 2)
    if card.number:
        canvas.disc((6.5, 5, 18.5, 17), paint.on_band)
        canvas.line_of_text(str(card.number), (7.5, 8, 17.5, 14), "bold", paint.band)
    if end > _STRIP:
        _picture(card, canvas, (_LEFT, _PICTURE, _RIGHT, end))
    canvas.fill((_LEFT, end + 15, _RIGHT, end + 15.4), paint.symbol)
    canvas.fill((_LEFT, foot - 14.6, _RIGHT, foot - 14.2), mixed(paint.paper, paint.band, 0.45))
    return write(blocks(card), canvas)


def _picture(card: Card, canvas: Canvas, box: Box) -> None:
    """The picture: the game's own art, or what the card is about before a sky of rays, in a thin frame."""
    paint = _paint(card)
    colour = card.look.formation(card.formation).colour
    if card.art:
        canvas.picture(picture(card.look.folder, card.art, canvas.image.width), box)
    else:
        _sky(canvas, box, colour or mixed(paint.paper, paint.band, 0.16), rays=not card.face)
        _scene(card, canvas, box)
    canvas.frame(box, paint.band, 0.8)


def _sky(canvas: Canvas, box: Box, colour: str, rays: bool) -> None:
    """Rays from the middle of the foot of a box to its edge, every second one a little lighter."""
    left, top, right, bottom = box
    canvas.fill(box, colour)
    if not rays:
        return
    steps = [at / _RAYS for at in range(_RAYS + 1)]
    rim = [(0.0, 1 - at) for at in steps] + [(at, 0.0) for at in steps[1:]] + [(1.0, at) for at in steps[1:]]
    pale = mixed(colour, "#ffffff", _RAY)
    for one, other in zip(rim[::2], rim[1::2], strict=False):
        canvas.polygon((0.5, 1.0, *one, *other), (left, top, right, bottom), pale)


def _scene(card: Card, canvas: Canvas, box: Box) -> None:
    """What a card is about: a silhouette on its ground, in the air or on water, else an emblem on a disc."""
    left, top, right, bottom = box
    paint, high = _paint(card), bottom - top
    for number, counter in enumerate(card.shows):
        _laid(canvas, counter, _shown_box(card, number))
    if card.shows:
        return
    if card.face:
        side = min(24.0, high - 8)
        top += (high - side) / 2 - 4
        _signs(card, canvas, (left + 4, top + 4, left + 4 + side, top + 4 + side), paint.symbol)
    elif len(card.marks) == 1 and card.marks[0] in SILHOUETTES:
        _silhouette(card.marks[0], canvas, box, paint)
    elif card.marks:
        side, middle = high - 5, (left + right) / 2
        for at in range(len(card.marks)):
            shift = (at - (len(card.marks) - 1) / 2) * (side + 2)
            disc = (middle + shift - side / 2, top + 2.5, middle + shift + side / 2, bottom - 2.5)
            canvas.disc(disc, paint.band)
            canvas.disc(_inside(disc, 1.2), paint.on_band)
            canvas.disc(_inside(disc, 2.0), paint.band)
            canvas.strokes(SIGNS[card.marks[at]], _inside(disc, side * 0.24), paint.on_band, 2.4)


def _laid(canvas: Canvas, counter: Counter, box: Box) -> None:
    """A counter as it lies on the table, with its shadow."""
    left, top, right, bottom = canvas.crisp(box)
    canvas.fill((left + 1, top + 1, right + 1, bottom + 1), mixed(counter.paint(0).rim, "#000000", 0.3))
    face = draw_face(counter, 0, round((right - left) * canvas.unit), edge=False)
    canvas.picture(face, (left, top, right, bottom))
    canvas.frame((left, top, right, bottom), counter.paint(0).rim, 0.5)


def _silhouette(mark: str, canvas: Canvas, box: Box, paint: Paint) -> None:
    left, top, right, bottom = box
    high = bottom - top
    if mark in _FLYING:
        middle, half = (left + right) / 2, high / 2 - 2
        canvas.strokes(SIGNS[mark], (middle - half, top + 2, middle + half, bottom - 2), paint.band, 2.4)
        return
    shape = SILHOUETTES[mark]
    wide, tall = (max(place for stroke in shape for place in stroke.at[n::2]) for n in (0, 1))
    side = min(66.0 / wide, (high - 8) / tall)
    ground = bottom - 6.0
    x, y = (left + right - side * wide) / 2, ground - side * tall + 0.8
    depth = 0.45 if mark in _AFLOAT else 0.62
    canvas.fill((left, ground, right, bottom), mixed(paint.paper, paint.band, depth))
    canvas.strokes(shape, (x, y, x + side, y + side), paint.band, 2.4)


def _signs(card: Card, canvas: Canvas, box: Box, ink: str) -> None:
    """The first sign of a card, plain."""
    for mark in card.marks[:1]:
        canvas.strokes(SIGNS[mark], box, ink, 2.4)


def _inside(box: Box, by: float) -> Box:
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by


def _back(card: Card, wide: int, high: int) -> Canvas:
    """Made from the game and the deck alone: no card differs from the others of its deck."""
    look = card.look.back(card.deck)
    paint, foot = look.paint, _foot(card.look)
    canvas = Canvas(wide, paint.band, high)
    dark, pale = mixed(paint.band, "#000000", 0.14), mixed(paint.band, paint.on_band, 0.13)
    ruled, named = foot / 2 + 24, look.title != card.look.title
    disc = (24.0, ruled / 2 - 21.75, 76.0, ruled / 2 + 30.25)
    _lozenges(canvas, (8.5, 8.5, 91.5, ruled), pale)
    canvas.disc(_inside(disc, -3.2), paint.band)
    if not named:
        _lozenges(canvas, (8.5, ruled + 18, 91.5, foot - 8.5), pale)
    canvas.frame((5.5, 5.5, 94.5, foot - 5.5), paint.on_band, 1.2)
    canvas.frame((8.5, 8.5, 91.5, foot - 8.5), paint.on_band, 0.5)
    canvas.disc(_inside(disc, -1.6), paint.on_band)
    canvas.disc(_inside(disc, -0.6), paint.band)
    canvas.disc(disc, dark)
    canvas.strokes(SIGNS[look.mark], _inside(disc, 11), paint.on_band, 2)
    canvas.fill((8.5, ruled, 91.5, ruled + 18), paint.on_band)
    canvas.fill((8.5, ruled + 1, 91.5, ruled + 17), dark)
    title = (14, ruled + 3, 86, ruled + 15)
    canvas.block_of_text(look.title, title, "serif-bold", paint.on_band, 7)
    if named:
        middle = (ruled + foot + 9.5) / 2
        low = (14, middle - 4, 86, middle + 4)
        canvas.block_of_text(card.look.title.upper(), low, "condensed", paint.on_band, 3.6)
    return canvas


def _lozenges(canvas: Canvas, box: Box, ink: str) -> None:
    """A quiet pattern of whole lozenges that fills a box, alike to both sides of its middle, above and
    below."""
    left, top, right, bottom = box
    columns, rows = 2 * round((right - left) / 6) + 1, 2 * round((bottom - top) / 8) + 1
    wide, high = (right - left) / (columns + 1), (bottom - top) / (rows + 1)
    for row in range(rows):
        for column in range(columns):
            if (row + column) % 2 == 0:
                x, y = left + column * wide, top + row * high
                at = (x, y, x + 2 * wide, y + 2 * high)
                canvas.polygon((0.5, 0.12, 0.88, 0.5, 0.5, 0.88, 0.12, 0.5), at, ink)
