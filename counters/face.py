"""Draws counters and markers, crisp from 16 mm at 150 dpi upwards.

A face is laid out by the slots of the game's style.toml: what stands where, how large and in which colours.
"""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from counters.canvas import Box, Canvas
from counters.card import draw_chit
from counters.counter import Counter, Marker, Roster
from counters.style import Paint, Slot
from counters.symbols import MARKS, SIZE_MARKS, SIZES, TYPES
from counters.table import slug

__all__ = ["draw_chit", "draw_face", "draw_marker", "faces"]

_FRAME = 2.4
"""The pen of a symbol's frame, in hundredths of the counter."""

_NUMBER = 2
"""A marker's text so short is what is read from afar: it is written large and the symbol below it small."""


def draw_face(counter: Counter, step: int, size_px: int, edge: bool = True) -> Image.Image:
    """A counter's side, `size_px` square: step 0 the full one, 1 the reduced one or the back.

    With `edge` RGBA with round corners for the screen, without it RGB for printing. Raises IndexError
    when the counter has no such side.
    """
    words, paint, reduced = counter.words(step), counter.paint(step), counter.step_of(step) > 0
    canvas = Canvas(size_px, paint.paper)
    for slot in counter.look.slots:
        if slot.stands(words):
            _slot(canvas, counter, slot, paint, slot.says(words), reduced)
    return canvas.piece(paint.ink) if edge else canvas.paper()


def _slot(canvas: Canvas, counter: Counter, slot: Slot, paint: Paint, text: str, reduced: bool) -> None:
    match slot.show:
        case "symbol":
            _symbol(canvas, counter.type, slot.box, paint, reduced)
        case "size":
            _size(canvas, SIZES.get(counter.size, ""), slot.box, paint)
        case "stripe":
            canvas.fill(slot.box, paint.symbol)
        case "patch":
            canvas.fill(slot.box, slot.colour or paint.symbol)
        case _ if text:
            canvas.line_of_text(text, slot.box, slot.weight, slot.colour or paint.ink, slot.align)


def draw_marker(marker: Marker, side: int, size_px: int, edge: bool = True) -> Image.Image:
    """A marker's side, 0 the front; a marker printed on one side only shows it on its back too."""
    face = marker.faces[side if side < len(marker.faces) else 0]
    looks = marker.look.markers
    paint = looks.get(marker.side) or looks.get(marker.kind) or Paint()
    canvas = Canvas(size_px, paint.paper)
    canvas.fill((0, 66, 100, 100), paint.band)
    if len(face.text) <= _NUMBER:
        canvas.line_of_text(face.text, (10, 12, 90, 56), "bold", paint.symbol)
        canvas.strokes(MARKS[face.symbol], (37, 70, 63, 96), paint.ink, 3)
    else:
        canvas.strokes(MARKS[face.symbol], (28, 11, 72, 55), paint.symbol, 5)
        canvas.line_of_text(face.text, (7, 75, 93, 91), "condensed", paint.ink)
    return canvas.piece(paint.ink) if edge else canvas.paper()


def faces(roster: Roster, size_px: int) -> Iterator[tuple[str, Image.Image]]:
    """Every picture of a game and its file name: "8GA-1", "8GA-1-reduced", "turn", "event-1", "chit-back"."""
    for counter in roster.counters.values():
        for step, prefix in zip(range(counter.sides), roster.style.steps, strict=False):
            yield f"{slug(counter.id)}-{prefix}".strip("-_"), draw_face(counter, step, size_px)
    for marker in roster.markers.values():
        for side, suffix in zip(range(len(marker.faces)), ("", "-back"), strict=False):
            yield slug(marker.id) + suffix, draw_marker(marker, side, size_px)
    for card in roster.cards.values():
        yield slug(card.id), draw_chit(card, size_px)
    for card in list(roster.cards.values())[:1]:
        yield "chit-back", draw_chit(card, size_px, back=True)


def _symbol(canvas: Canvas, kind: str, box: Box, paint: Paint, reduced: bool) -> None:
    """The symbol in its frame; on a reduced side a pale band runs across the counter behind it."""
    if reduced:
        canvas.fill((0, box[1], 100, box[3]), paint.band)
    left, top, right, bottom = box
    inside = (left + _FRAME / 2, top + _FRAME / 2, right - _FRAME / 2, bottom - _FRAME / 2)
    canvas.fill(box, paint.symbol)
    canvas.strokes(TYPES.get(kind, ()), inside, paint.ink, _FRAME)
    canvas.frame(box, paint.ink, _FRAME)


def _size(canvas: Canvas, marks: str, box: Box, paint: Paint) -> None:
    """The marks of size side by side, as wide as they are high."""
    left, top, right, bottom = box
    wide = min((bottom - top), (right - left) / max(1, len(marks)) * 0.85)
    pace = wide * 1.3
    start = (left + right - pace * len(marks) + pace - wide) / 2
    for place, mark in enumerate(marks):
        at = (start + place * pace, top, start + place * pace + wide, bottom)
        canvas.strokes(SIZE_MARKS[mark], at, paint.ink, _FRAME)
