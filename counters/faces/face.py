"""Draws counters and markers, crisp from 16 mm at 150 dpi upwards.

A face is laid out by the slots of the game's style.toml: what stands where, how large and in which colours.
"""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from counters.faces.art import require_sound_art
from counters.faces.canvas import SIGNAL, Box, Canvas
from counters.faces.card import draw_chit
from counters.faces.picture import picture
from counters.faces.playing_card import draw_card
from counters.faces.unit_face import draw_face
from counters.roster.counter import Card, Marker, MarkerFace, Roster
from counters.roster.style import CONTRAST, PLAIN_MARKER, Paint
from counters.roster.table import as_file_name
from counters.signs.eyes import contrast, difference
from counters.signs.silhouettes import SIGNS

__all__ = ["draw_card", "draw_chit", "draw_face", "draw_marker", "faces"]

EDGE = 8.0
"""So far from its edge a value along it stands."""

_TOLD = 30.0
"""So far apart two colours are that meet: see `counters.signs.eyes`."""

_NUMBER = 2
"""A marker's text so short is what is read from afar: it is written large and the symbol below it small."""


def draw_marker(marker: Marker, side: int, size_px: int, edge: bool = True) -> Image.Image:
    """A marker's side, 0 the front; a marker printed on one side only shows it on its back too."""
    face = marker.faces[side if side < len(marker.faces) else 0]
    looks = marker.look.markers
    paint = looks.get(marker.side) or looks.get(marker.kind) or PLAIN_MARKER
    canvas = Canvas(size_px, paint.paper)
    draw = _edged if face.edges else _signed if face.symbol or face.art else _lettered
    draw(canvas, marker, face, paint)
    return canvas.piece(paint.rim) if edge else canvas.paper()


def text_box(face: MarkerFace) -> Box:
    """Where the text of a marker stands, in hundredths of it."""
    if face.edges:
        return 33, 44, 67, 56
    if not face.symbol and not face.art:
        return 8, 16, 92, 84
    return (8, 77.5, 92, 91) if face.art or len(face.text) > _NUMBER else (10, 13, 90, 59)


def _edged(canvas: Canvas, marker: Marker, face: MarkerFace, paint: Paint) -> None:
    """A value along each edge, its foot to the edge: bottom, right, top, left. What is counted stands in the
    middle, a word on a disc."""
    if face.text:
        canvas.disc((30, 30, 70, 70), paint.symbol)
        canvas.line_of_text(face.text, text_box(face), "bold", paint.band)
    else:
        canvas.strokes(SIGNS[face.symbol], (36, 36, 64, 64), paint.symbol, 4)
    for value in face.edges:
        canvas.line_of_text(value, (30, 100 - EDGE - 18, 70, 100 - EDGE), "bold", paint.ink)
        canvas.turn()


def _lettered(canvas: Canvas, marker: Marker, face: MarkerFace, paint: Paint) -> None:
    """Nothing but its words, between two stripes."""
    canvas.fill((0, 0, 100, 9), paint.band)
    canvas.fill((0, 91, 100, 100), paint.band)
    if len(face.text) <= _NUMBER:
        canvas.line_of_text(face.text, (10, 24, 90, 76), "bold", paint.symbol)
    else:
        canvas.block_of_text(face.text, text_box(face), "condensed", paint.symbol, 22)


def _signed(canvas: Canvas, marker: Marker, face: MarkerFace, paint: Paint) -> None:
    """A sign or a picture with its words below; or a number with a small sign below."""
    canvas.fill((0, 70, 100, 100), paint.band)
    if face.art:
        canvas.picture(picture(marker.look.folder, face.art, canvas.image.width), (22, 8, 78, 64))
    elif len(face.text) <= _NUMBER:
        canvas.line_of_text(face.text, text_box(face), "bold", paint.symbol)
        canvas.strokes(SIGNS[face.symbol], (39, 71, 61, 93), paint.ink, 3)
        return
    else:
        canvas.strokes(SIGNS[face.symbol], (21, 8, 79, 66), paint.symbol, 5, _signal(paint))
    canvas.line_of_text(face.text, text_box(face), "condensed", paint.ink)


def _signal(paint: Paint) -> str:
    """The colour of what is struck through a sign: told from the paper and from the sign."""
    told = (
        colour
        for colour in (SIGNAL, "#141414", "#ffffff")
        if contrast(colour, paint.paper) >= CONTRAST and difference(colour, paint.symbol) >= _TOLD
    )
    return next(told, SIGNAL)


def faces(roster: Roster, size_px: int, edge: bool = True) -> Iterator[tuple[str, Image.Image]]:
    """Every picture of a game and its file name: "8GA-1", "8GA-1-reduced", "turn", "event-1", "chit-back".

    A deck with a back of its own has it as "back-DECK". Without `edge` they are square, as for print.

    Raises RosterError with all faults of all the art there is.
    """
    require_sound_art(roster)
    for counter in roster.counters.values():
        for step, prefix in zip(range(counter.sides), roster.style.steps, strict=False):
            yield f"{as_file_name(counter.id)}-{prefix}".strip("-_"), draw_face(counter, step, size_px, edge)
    for marker in roster.markers.values():
        for side, suffix in zip(range(len(marker.faces)), ("", "-back"), strict=False):
            yield as_file_name(marker.id) + suffix, draw_marker(marker, side, size_px, edge)
    for card in roster.cards.values():
        yield as_file_name(card.id), card_or_chit(card, size_px, edge=edge)
    for deck, card in {card.deck: card for card in roster.cards.values()}.items():
        plain = "card-back" if card.look.card_mm else "chit-back"
        name = f"back-{as_file_name(deck)}" if deck else plain
        yield name, card_or_chit(card, size_px, back=True, edge=edge)


def card_or_chit(card: Card, size_px: int, back: bool = False, edge: bool = True) -> Image.Image:
    """A card as high as its game prints cards, or a square chit, `size_px` wide."""
    if card.look.card_mm:
        return draw_card(card, card.look.card_extent(size_px), back, edge)
    return draw_chit(card, size_px, back, edge)
