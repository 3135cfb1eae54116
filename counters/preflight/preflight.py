"""What would print badly though the files are sound. Each flaw knows its piece and place, for a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from counters.faces.appearance import of_counter
from counters.faces.art import art_faults
from counters.faces.card import blocks
from counters.faces.face import EDGE, text_box
from counters.faces.ink import line_ink, line_size, meet
from counters.faces.lettering import capital_height, fit_block, missing
from counters.faces.picture import picture_faults, pixels_wide, thin_strokes
from counters.preflight.colours import colour_flaws, style_line
from counters.preflight.reading import weak_marker, weak_numbers
from counters.roster.counter import Counter, MarkerFace, Roster
from counters.roster.slot import Box, Slot
from counters.roster_faults import Flaw
from files.faults import Fault

__all__ = ["preflight"]

LOWEST_MM = 1.0
"""Capitals lower than this are read with a lens."""

LOWEST_CARD_MM = 0.9
"""The same in a card's text, which is held nearer to the eye."""

THINNEST_MM = 0.15
"""Thinner lines break up in print."""

DPI = 300
"""Coarser pictures show their pixels."""

_FINE = 100
"""Pixels per hundredth of a face: fine enough that rounding does not decide."""
_DRAWN_TO_EDGE = ("stripe", "patch", "band")
_WHOLE: Box = (0, 0, 100, 100)


def preflight(roster: Roster) -> list[Fault]:
    """Everything that would print badly, in the order of the files."""
    found = [
        *_counters(roster),
        *_alike(roster),
        *_markers(roster),
        *_cards(roster),
        *art_faults(roster),
        *_pen(roster),
        *colour_flaws(roster),
    ]
    return list(dict.fromkeys(found))


# -- counters ---------------------------------------------------------------------------------------------


def _counters(roster: Roster) -> Iterator[Fault]:
    for counter in roster.counters.values():
        if counter.art and not any(slot.show == "image" for slot in counter.slots):
            why = "nothing shows this picture: give its type a place with an image in [layout]"
            yield _Where(roster, counter.id, 0, None).flaw(counter.art, why)
        told = set[tuple[Slot, str]]()
        for side in range(len(counter.steps)):
            words = counter.words(side)
            for slot in (slot for slot in counter.slots if slot.stands(words)):
                text = slot.says(words)
                if (slot, text) not in told:
                    told.add((slot, text))
                    yield from _slot(roster, counter, side, slot, text)
        yield from _over_each_other(roster, counter)
        for weak in weak_numbers(counter):
            yield _Where(roster, counter.id, weak.side, weak.box).flaw(weak.text, weak.why)


def _over_each_other(roster: Roster, counter: Counter) -> Iterator[Fault]:
    """Two texts where there is room for one, on the first side that has them."""
    told = set[tuple[str, str]]()
    for side in range(len(counter.steps)):
        for one, other, box in _meetings(counter, side):
            if (one, other) not in told:
                told.add((one, other))
                yield _Where(roster, counter.id, side, box).flaw(other, f"stands over '{one}'")


def _meetings(counter: Counter, side: int) -> Iterator[tuple[str, str, Box]]:
    """The texts that lie over each other on a side, and where the second of them stands."""
    words = counter.words(side)
    lines = [(slot.says(words), slot) for slot in counter.slots if slot.stands(words)]
    for (one, here), (other, there) in combinations([line for line in lines if line[0]], 2):
        if meet(line_ink(one, here), line_ink(other, there)):
            yield one, other, there.box


def _slot(roster: Roster, counter: Counter, side: int, slot: Slot, text: str) -> Iterator[Fault]:
    where = _Where(roster, counter.id, side, slot.box)
    mm = roster.style.counter_mm / 100
    if slot.show in _DRAWN_TO_EDGE:
        thin = min(slot.box[2] - slot.box[0], slot.box[3] - slot.box[1]) * mm
        if thin < THINNEST_MM:
            yield where.flaw(slot.show, f"{thin:.2f} mm thin: print holds {THINNEST_MM} mm")
    elif text or slot.show in ("symbol", "size", "image"):
        near, safe = _nearest_edge(slot, text) * mm, roster.style.safe_mm
        if not set(roster.style.values).isdisjoint(slot.asks()):
            safe = max(safe, roster.style.figures_mm)
        if near < safe:
            yield where.flaw(text or slot.show, f"{near:.2f} mm from the cut: safe is {safe:g} mm")
    if text:
        yield from _line(where, text, slot)
    if file := slot.pictured(counter.words(side)):
        yield from _fine_enough(where, file, slot.box, mm)


def _nearest_edge(slot: Slot, text: str) -> float:
    """How near to an edge of the face letters and art come, in hundredths of it."""
    left, top, right, bottom = line_ink(text, slot) if text else slot.box
    return min(left, top, 100 - right, 100 - bottom)


def _line(where: _Where, text: str, slot: Slot) -> Iterator[Fault]:
    """A line is squeezed to the width of its slot; what that makes too low to read is a fault."""
    mm = where.roster.style.counter_mm / 100
    high = line_size(text, slot.weight, *slot.room)[1] * mm
    if high < LOWEST_MM:
        much = "too low a slot" if slot.room[1] * mm < LOWEST_MM else "too long for its slot"
        yield where.flaw(text, f"{much}: its letters would be {_short_mm(high)} mm high")
    yield from where.glyphs(text, slot.weight)


def _short_mm(high: float) -> str:
    """A height that is below what is asked, never rounded up to it."""
    return f"{math.floor(high * 10) / 10:.1f}"


def _fine_enough(where: _Where, file: str, box: Box, mm: float) -> Iterator[Fault]:
    """A picture has enough dots for its size on paper, and no strokes that print cannot hold."""
    folder = where.roster.style.folder
    if any(picture_faults(folder, file)):
        return  # told once, with the file's own line
    wide = (box[2] - box[0]) * mm
    dpi = pixels_wide(folder, file) / (wide / 25.4)
    if 0 < dpi < DPI:
        yield where.flaw(file, f"{dpi:.0f} dots per inch at {wide:.1f} mm: print needs {DPI}")
    for line, share in thin_strokes(folder, file):
        if share * wide < THINNEST_MM:
            thin = f"line {line} draws {share * wide:.2f} mm thin"
            yield where.flaw(file, f"{thin}: print holds {THINNEST_MM} mm")


def _alike(roster: Roster) -> Iterator[Fault]:
    """Two counters that only their ids tell apart: nobody could say on the board which is which."""
    seen: dict[object, str] = {}
    for counter in roster.counters.values():
        shows = tuple(of_counter(counter, side) for side in range(counter.sides))
        other = seen.setdefault(shows, counter.id)
        if other != counter.id:
            why = f"looks just as {other} does: name it otherwise, or print one of them by `count`"
            yield _Where(roster, counter.id, 0, None).flaw(counter.id, why)


# -- markers and cards ------------------------------------------------------------------------------------


def _markers(roster: Roster) -> Iterator[Fault]:
    for marker in roster.markers.values():
        for weak in weak_marker(marker):
            yield _Where(roster, marker.id, weak.side, weak.box).flaw(weak.text, weak.why)
        for side, face in enumerate(marker.faces):
            where = _Where(roster, marker.id, side, text_box(face))
            yield from where.glyphs(face.text, "condensed")
            yield from where.glyphs("".join(face.edges), "bold")
            yield from _marker_text(where, face)
            yield from _marker_safe(where, face)
            if face.art:
                yield from _fine_enough(where, face.art, (22, 6, 78, 62), roster.style.counter_mm / 100)


def _marker_safe(where: _Where, face: MarkerFace) -> Iterator[Fault]:
    """The text of a marker stands within a box; along edges its values stand as far from the cut as this."""
    style, box = where.roster.style, text_box(face)
    near = min(box[0], box[1], 100 - box[2], 100 - box[3], *([EDGE] if face.edges else []))
    mm = near * style.counter_mm / 100
    if mm < style.safe_mm and (face.text or face.edges):
        text = face.text or face.edges[0]
        yield where.flaw(text, f"{mm:.2f} mm from the cut: safe is {style.safe_mm:g} mm")


def _marker_text(where: _Where, face: MarkerFace) -> Iterator[Fault]:
    mm = where.roster.style.counter_mm / 100
    for text, high in _marker_lines(face):
        if text and high * mm < LOWEST_MM:
            told = f"too long for a marker: its letters would be {_short_mm(high * mm)} mm high"
            yield where.flaw(text, told)


def _marker_lines(face: MarkerFace) -> Iterator[tuple[str, float]]:
    """Every text of a marker, and how high its capitals come out, in hundredths."""
    box = text_box(face)
    if face.symbol or face.art or face.edges:
        yield face.text, line_size(face.text, "condensed", box[2] - box[0], box[3] - box[1])[1]
    elif face.text:
        yield face.text, capital_height(_fitted(face.text, "condensed", box, 22)[0]) / _FINE
    for value in face.edges:
        yield value, line_size(value, "bold", 40, 18)[1]


def _cards(roster: Roster) -> Iterator[Fault]:
    style = roster.style
    mm = (style.card_mm[0] if style.card_mm else style.chit_mm) / 100
    for card in roster.cards.values():
        for text, box, weight, _, largest, _ in blocks(card):
            if text:
                where = _Where(roster, card.id, 0, box)
                size, _ = _fitted(text, weight, box, largest)
                high = capital_height(size) / _FINE * mm
                if high < LOWEST_CARD_MM:
                    yield where.flaw(
                        _short(text), f"too much text: its letters would be {_short_mm(high)} mm high"
                    )
                yield from where.glyphs(text, weight)
        where = _Where(roster, card.id, 0, None)
        if card.art:
            yield from _fine_enough(where, card.art, (4, 0, 96, 100), mm)


@lru_cache(maxsize=1024)
def _fitted(text: str, weight: str, box: Box, largest: float) -> tuple[int, list[str]]:
    fine = _FINE // 4
    size, lines = fit_block(text, weight, (box[2] - box[0]) * fine, (box[3] - box[1]) * fine, largest * fine)
    return size * 4, lines


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


# -- pictures and pens -------------------------------------------------------------------------------------


def _pen(roster: Roster) -> Iterator[Fault]:
    style = roster.style
    thin = style.pen / 100 * style.counter_mm
    if thin < THINNEST_MM:
        first = next(iter(roster.counters), "")
        why = f"symbols are drawn {thin:.2f} mm thin: print holds {THINNEST_MM} mm"
        yield Flaw(style.file, style_line(style, "[print] pen"), f"pen = {style.pen:g}", why, first)


@dataclass(frozen=True, slots=True)
class _Where:
    """The place of a flaw: a piece, its side, a box on it."""

    roster: Roster
    piece: str
    side: int
    box: Box | None

    def flaw(self, read: str, why: str) -> Flaw:
        """A flaw here, with the file and line of the piece."""
        file, line = self.roster.places[self.piece.lower()]
        return Flaw(file, line, read, why, self.piece, self.side, self.box)

    def glyphs(self, text: str, weight: str) -> Iterator[Flaw]:
        """The letters no font has."""
        for letter in missing(text, weight):
            yield self.flaw(letter, "no font that comes with hexpost has this letter")
