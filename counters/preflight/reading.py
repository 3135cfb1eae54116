"""Whether the numbers of counters are read: from a phone's screen, and against what they stand on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from counters.faces.ink import line_ink, line_size
from counters.roster.counter import Counter, Marker
from counters.roster.slot import Box, Slot
from counters.roster.style import PLAIN_MARKER, Paint
from counters.signs.eyes import NUMBER_CONTRAST, contrast

PHONE_PX = 44
"""So wide a counter is on a phone: what a finger taps."""

NUMBER_PX = 9.0
"""So high its numbers must be there at least."""


class Weak(NamedTuple):
    """A number that is read with trouble: what is written, why, where it stands, on which side."""

    text: str
    why: str
    box: Box
    side: int
    colours: tuple[str, ...] = ()


def weak_numbers(counter: Counter) -> Iterator[Weak]:
    """The numbers of a counter that are too low for a phone, or too like their ground.

    Whether ink can be told from paper is asked once for all counters of a colour, not here.
    """
    look = counter.look
    big = set(look.values) - set(look.small)
    for side in range(counter.sides):
        words = counter.words(side)
        for slot in counter.slots:
            text = slot.says(words)
            if text and set(slot.asks()) & set(look.values):
                if set(slot.asks()) & big:
                    yield from _low(text, slot, side)
                yield from _pale(counter, text, slot, side)


def _low(text: str, slot: Slot, side: int) -> Iterator[Weak]:
    high = line_size(text, slot.weight, *slot.room)[1] * PHONE_PX / 100
    if high < NUMBER_PX:
        seen = f"{high:.1f} pixels high on a phone, where a counter has {PHONE_PX}"
        why = f"{seen}: at least {NUMBER_PX:g} are needed"
        yield Weak(text, why, slot.box, side)


def _pale(counter: Counter, text: str, slot: Slot, side: int) -> Iterator[Weak]:
    paint = counter.paint(side)
    ink = slot.colour or paint.ink
    told = {paint.paper} if ink == paint.ink else set[str]()
    for ground in sorted(_grounds(counter, slot, line_ink(text, slot), side) - told):
        if (found := contrast(ink, ground)) < NUMBER_CONTRAST:
            yield Weak(text, _too_like(ink, ground, found), slot.box, side)


def _too_like(ink: str, ground: str, found: float) -> str:
    return f"{ink} on {ground} has a contrast of {found:.1f}: numbers need {NUMBER_CONTRAST:g}"


def _grounds(counter: Counter, slot: Slot, ink: Box, side: int) -> set[str]:
    """The colours on which the letters of a slot stand: what was drawn there before them."""
    paint, words, reduced = counter.paint(side), counter.words(side), counter.step_of(side) > 0
    colours = {paint.paper}
    for below in counter.slots[: counter.slots.index(slot)]:
        for box, colour in _drawn(below, paint, reduced) if below.stands(words) else ():
            if _covers(box, ink):
                colours = {colour}
            elif _touches(box, ink):
                colours.add(colour)
    return colours


def _drawn(slot: Slot, paint: Paint, reduced: bool) -> Iterator[tuple[Box, str]]:
    """The areas of colour of a slot."""
    match slot.show:
        case "patch":
            yield slot.box, slot.colour or paint.symbol
        case "stripe":
            yield slot.box, paint.symbol
        case "band":
            yield slot.box, paint.band
        case "symbol" if reduced:
            yield (0, slot.box[1], 100, slot.box[3]), paint.band


def _covers(box: Box, ink: Box) -> bool:
    return box[0] <= ink[0] and box[1] <= ink[1] and box[2] >= ink[2] and box[3] >= ink[3]


def _touches(box: Box, ink: Box) -> bool:
    return min(box[2], ink[2]) > max(box[0], ink[0]) and min(box[3], ink[3]) > max(box[1], ink[1])


def weak_marker(marker: Marker) -> Iterator[Weak]:
    """The numbers of a marker, large or along its edges, that are too like its paper."""
    looks = marker.look.markers
    paint = looks.get(marker.side) or looks.get(marker.kind) or PLAIN_MARKER
    for side, face in enumerate(marker.faces):
        large = [(face.text, paint.symbol)] if face.text.isdigit() and len(face.text) < 3 else []
        for text, ink in (*large, *((value, paint.ink) for value in face.edges)):
            if (found := contrast(ink, paint.paper)) < NUMBER_CONTRAST:
                yield Weak(text, _too_like(ink, paint.paper, found), (0, 0, 100, 100), side)
