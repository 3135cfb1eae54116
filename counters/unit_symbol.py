"""Draws the symbol of a unit: its sign in a friendly or hostile frame, its size mark, or its silhouette."""

from __future__ import annotations

from dataclasses import replace

from counters.canvas import Box, Canvas
from counters.silhouettes import SILHOUETTES
from counters.style import Paint
from counters.symbols import SIZE_MARKS, SIZES, TYPES, Stroke

DIAMOND = (0.5, 0, 1, 0.5, 0.5, 1, 0, 0.5)
_INNER = 0.76
"""How much smaller a sign that does not touch the frame is drawn in a diamond."""
_SHAPE = 1.5
"""A frame's width in heights."""


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
    """What runs to the frame's edges runs to the diamond's; all else stands smaller within it."""
    left, top, right, bottom = box
    flat = min(1.0, (right - left) / (bottom - top) / _SHAPE)
    canvas.polygon(DIAMOND, box, paint.symbol)
    with canvas.within(DIAMOND, box):
        canvas.strokes((_fitted(stroke, flat) for stroke in strokes), box, paint.ink, pen)
    canvas.outline(DIAMOND, box, paint.ink, pen)


def _fitted(stroke: Stroke, flat: float) -> Stroke:
    """A stroke for the diamond; `flat` keeps circles round in a box higher than a symbol's frame is."""
    count = 4 if stroke.kind == "arc" else len(stroke.at)
    places, angles = stroke.at[:count], stroke.at[count:]
    across = places[::2]
    if stroke.kind not in ("line", "word") and min(across) <= 0 and max(across) >= 1:
        return stroke
    to_edge = stroke.kind == "line"
    fitted = (
        place if to_edge and not 0 < place < 1 else 0.5 + (place - 0.5) * _INNER * (flat if n % 2 else 1)
        for n, place in enumerate(places)
    )
    return replace(stroke, at=(*fitted, *angles))


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
