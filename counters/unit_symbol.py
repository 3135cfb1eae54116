"""Draws the symbol of a unit: its sign in a friendly or hostile frame, its size mark, or its silhouette."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from counters.canvas import Box, Canvas
from counters.silhouettes import SILHOUETTES
from counters.style import Paint
from counters.symbols import SIZE_MARKS, SIZES, TYPES, Stroke

DIAMOND = (0.5, 0, 1, 0.5, 0.5, 1, 0, 0.5)
_INNER = 0.74
"""How much smaller a sign that does not touch the frame is drawn in a diamond."""


def draw_symbol(canvas: Canvas, kind: str, box: Box, paint: Paint, frame: str, pen: float) -> None:
    """What troops these are. `pen` is the width of the lines, in hundredths of the face."""
    if kind in SILHOUETTES:
        canvas.strokes(SILHOUETTES[kind], _square(box), paint.ink, pen)
    elif frame == "hostile":
        _in_diamond(canvas, TYPES.get(kind, ()), box, paint, pen)
    else:
        left, top, right, bottom = box
        inside = (left + pen / 2, top + pen / 2, right - pen / 2, bottom - pen / 2)
        canvas.fill(box, paint.symbol)
        canvas.strokes(TYPES.get(kind, ()), inside, paint.ink, pen)
        canvas.frame(box, paint.ink, pen)


def _in_diamond(canvas: Canvas, strokes: tuple[Stroke, ...], box: Box, paint: Paint, pen: float) -> None:
    """A sign that runs from edge to edge is cut off by the diamond, any other stands small within it."""
    canvas.polygon(DIAMOND, box, paint.symbol)
    with canvas.within(DIAMOND, box):
        canvas.strokes(_smaller(strokes), box, paint.ink, pen)
    canvas.outline(DIAMOND, box, paint.ink, pen)


def _smaller(strokes: tuple[Stroke, ...]) -> Iterator[Stroke]:
    for stroke in strokes:
        places = stroke.at[:4] if stroke.kind == "arc" else stroke.at
        through = stroke.kind != "word" and any(place <= 0 or place >= 1 for place in places)
        yield stroke if through else replace(stroke, at=(*map(_shrunk, places), *stroke.at[len(places) :]))


def _shrunk(place: float) -> float:
    return 0.5 + (place - 0.5) * _INNER


def _square(box: Box) -> Box:
    """The largest square in the middle of a box: silhouettes must not be drawn out of shape."""
    left, top, right, bottom = box
    half = min(right - left, bottom - top) / 2
    across, down = (left + right) / 2, (top + bottom) / 2
    return across - half, down - half, across + half, down + half


def draw_size(canvas: Canvas, size: str, box: Box, paint: Paint, pen: float) -> None:
    """The marks of size side by side, as wide as they are high."""
    marks = SIZES.get(size, "")
    left, top, right, bottom = box
    wide = min((bottom - top), (right - left) / max(1, len(marks)) * 0.85)
    pace = wide * 1.3
    start = (left + right - pace * len(marks) + pace - wide) / 2
    for place, mark in enumerate(marks):
        at = (start + place * pace, top, start + place * pace + wide, bottom)
        canvas.strokes(SIZE_MARKS[mark], at, paint.ink, pen)
