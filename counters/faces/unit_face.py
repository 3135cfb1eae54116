"""Draws the faces of units: what the slots of the game's style.toml put where."""

from __future__ import annotations

from PIL import Image

from counters.faces.canvas import Canvas
from counters.faces.picture import picture
from counters.faces.unit_symbol import beside_others, draw_size, draw_symbol, frame_of
from counters.roster.counter import Counter
from counters.roster.slot import Slot
from counters.roster.style import Paint


def draw_face(counter: Counter, step: int, size_px: int, edge: bool = True) -> Image.Image:
    """A counter's side, `size_px` square: step 0 the full one, 1 the reduced one or the back.

    With `edge` RGBA with round corners for the screen, without it RGB for printing. Raises IndexError
    when the counter has no such side.
    """
    words, paint, reduced = counter.words(step), counter.paint(step), counter.step_of(step) > 0
    canvas = Canvas(size_px, paint.paper)
    for slot in counter.slots:
        if slot.stands(words):
            _slot(canvas, counter, slot, paint, words, reduced)
    return canvas.piece(paint.rim) if edge else canvas.paper()


def _slot(
    canvas: Canvas, counter: Counter, slot: Slot, paint: Paint, words: dict[str, str], reduced: bool
) -> None:
    look, text = counter.look, slot.says(words)
    match slot.show:
        case "symbol":
            if reduced:
                canvas.fill((0, slot.box[1], 100, slot.box[3]), paint.band)
            box = beside_others(counter.figure, slot.box)
            draw_symbol(canvas, counter.figure, box, paint, frame_of(counter), look.pen)
        case "size":
            draw_size(canvas, counter.size, slot.box, paint, look.pen)
        case "image" if file := slot.pictured(words):
            canvas.picture(picture(look.folder, file, canvas.image.width), slot.box)
        case "stripe":
            canvas.fill(slot.box, paint.symbol)
        case "band":
            canvas.fill(slot.box, paint.band)
        case "patch":
            canvas.fill(slot.box, slot.colour or paint.symbol)
        case _ if text:
            canvas.line_of_text(text, slot.box, slot.weight, slot.colour or paint.ink, slot.align, slot.turn)
