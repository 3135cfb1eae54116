"""Draws the symbol of a unit: its sign in a friendly or hostile frame, its size mark, or its silhouette."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from counters.faces.canvas import Box, Canvas
from counters.roster.counter import Counter
from counters.roster.style import Paint
from counters.signs.armour import SHARES
from counters.signs.silhouettes import PORTRAITS, SILHOUETTES
from counters.signs.symbols import COMMANDS, SIZE_MARKS, SIZES, TYPES, Stroke

DIAMOND = (0.5, 0, 1, 0.5, 0.5, 1, 0, 0.5)
_INNER = 0.76
"""How much smaller a sign that does not touch the frame is drawn in a diamond."""
_SHAPE = 1.5
"""A frame's width in heights."""
_STAFF = 0.28
"""How much of a symbol's height is left for the staff under the frame of a headquarters."""
_NARROW = 0.5
"""How wide a bar among the marks of size stands, in heights."""
_FINE = 0.6
"""The ring of a team is drawn finer, or it would be a dot."""
_FIELD = 2.0
"""Between a silhouette and the edge of its field."""
_GAP = 0.3
"""Between two marks of size, in heights."""


def draw_symbol(canvas: Canvas, kind: str, box: Box, paint: Paint, frame: str, pen: float) -> None:
    """What troops these are. `pen` is the width of the lines, in hundredths of the face."""
    if kind in SILHOUETTES:
        canvas.strokes(SILHOUETTES[kind], _as_large(SILHOUETTES[kind], box), paint.ink, pen)
        return
    if frame == "silhouettes" and kind in PORTRAITS:
        _portrait(canvas, SILHOUETTES[PORTRAITS[kind]], box, paint, pen)
        return
    if kind in COMMANDS:
        box = _on_staff(canvas, box, paint, frame, pen)
    if frame == "hostile":
        _in_diamond(canvas, TYPES.get(kind, ()), box, paint, pen)
    else:
        _in_rectangle(canvas, TYPES.get(kind, ()), box, paint, pen)


def beside_others(kind: str, box: Box) -> Box:
    """The part of a box that leaves a short vehicle short beside the longest."""
    left, top, right, bottom = box
    spare = (right - left) * (1 - SHARES.get(kind, 1.0)) / 2
    return left + spare, top, right - spare, bottom


def frame_of(counter: Counter) -> str:
    """What stands round the symbol of a counter: its side's frame, or none round "silhouettes"."""
    return counter.look.symbols if counter.look.symbols != "signs" else counter.look.frame(counter.side)


def _portrait(canvas: Canvas, shape: tuple[Stroke, ...], box: Box, paint: Paint, pen: float) -> None:
    """What troops look like, on a field in the colour that their frame would be filled with."""
    left, top, right, bottom = canvas.crisp(box)
    canvas.fill((left, top, right, bottom), paint.symbol)
    inside = (left + _FIELD, top + _FIELD, right - _FIELD, bottom - _FIELD)
    canvas.strokes(shape, _as_large(shape, inside), paint.ink, pen)


def _in_rectangle(canvas: Canvas, strokes: tuple[Stroke, ...], box: Box, paint: Paint, pen: float) -> None:
    left, top, right, bottom = box = canvas.crisp(box)
    inside = (left + pen / 2, top + pen / 2, right - pen / 2, bottom - pen / 2)
    canvas.fill(box, paint.symbol)
    canvas.strokes(strokes, inside, paint.ink, pen)
    canvas.frame(box, paint.ink, pen)


def _on_staff(canvas: Canvas, box: Box, paint: Paint, frame: str, pen: float) -> Box:
    """Draw the staff of a headquarters' flag, under the frame's left corner; the box left for the frame."""
    left, top, right, bottom = box
    spare = (right - left) * _STAFF / 2
    above = canvas.crisp((left + spare, top, right - spare, bottom - (bottom - top) * _STAFF))
    start = (above[1] + above[3]) / 2 if frame == "hostile" else above[3] - pen / 2
    canvas.fill((above[0], start, above[0] + pen, bottom), paint.ink)
    return above


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


@lru_cache(maxsize=128)
def _reach(strokes: tuple[Stroke, ...]) -> Box:
    """From where to where a silhouette's ink goes, in shares of the square it is given in."""
    across = [x for stroke in strokes for x in stroke.at[::2]]
    down = [y for stroke in strokes for y in stroke.at[1::2]]
    return min(across), min(down), max(across), max(down)


def _as_large(strokes: tuple[Stroke, ...], box: Box) -> Box:
    """The square of a silhouette that fills a box, in its middle, without being drawn out of shape."""
    x0, y0, x1, y1 = _reach(strokes)
    left, top, right, bottom = box
    side = min((right - left) / (x1 - x0), (bottom - top) / (y1 - y0))
    across, down = (left + right - side * (x0 + x1)) / 2, (top + bottom - side * (y0 + y1)) / 2
    return across, down, across + side, down + side


def draw_size(canvas: Canvas, size: str, box: Box, paint: Paint, pen: float) -> None:
    """The marks of size side by side, as high as the box unless they would be too many for its width."""
    marks = SIZES.get(size, "")
    for mark, at in zip(marks, _beside(marks, box), strict=True):
        canvas.strokes(SIZE_MARKS[mark], at, paint.ink, pen * (_FINE if mark == "0" else 1))


def _beside(marks: str, box: Box) -> Iterator[Box]:
    """Where each of the marks of one size stands; all of them are of one kind."""
    left, top, right, bottom = box
    wide = _NARROW if "I" in marks else 1.0
    whole = len(marks) * wide + (len(marks) - 1) * _GAP
    high = min(bottom - top, (right - left) / max(whole, 1))
    start, foot = (left + right - whole * high) / 2, (top + bottom + high) / 2
    for place in range(len(marks)):
        x = start + place * (wide + _GAP) * high
        yield x, foot - high, x + wide * high, foot
