"""What would print badly though the files are sound: text too long, letters no font has, pale ink."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from counters.counter import Card, Counter, Roster
from counters.faults import Fault
from counters.lettering import capital_height, fit, missing
from counters.style import Slot

_LOWEST_MM = 1.0
"""Capitals lower than this are read with a lens."""

_CONTRAST = 3.0
"""The least contrast, as web accessibility reckons it, between large letters and what they stand on."""

_FINE = 100
"""Pixels per hundredth of a face: fine enough that rounding does not decide."""


def preflight(roster: Roster) -> list[Fault]:
    """Everything that would print badly, in the order of the files."""
    return [*_counters(roster), *_texts(roster), *_colours(roster)]


def _counters(roster: Roster) -> Iterator[Fault]:
    for counter in roster.counters.values():
        for slot in roster.style.slots:
            for text in filter(None, dict.fromkeys(_shown(counter, slot))):
                yield from _line(roster, counter.id, text, slot)


def _shown(counter: Counter, slot: Slot) -> Iterator[str]:
    for step in range(len(counter.steps)):
        yield slot.says(counter.words(step))


def _line(roster: Roster, piece: str, text: str, slot: Slot) -> Iterator[Fault]:
    """A line is squeezed to the width of its slot; what that makes too low to read is a fault."""
    left, top, right, bottom = slot.box
    size = fit(text, slot.weight, (right - left) * _FINE, (bottom - top) * _FINE)
    high = capital_height(size) / _FINE / 100 * roster.style.counter_mm
    file, line = roster.places[piece.lower()]
    if high < _LOWEST_MM:
        yield Fault(file, line, text, f"too long for its slot: its letters would be {high:.1f} mm high")
    yield from _glyphs(roster, piece, text, slot.weight)


def _texts(roster: Roster) -> Iterator[Fault]:
    for marker in roster.markers.values():
        for face in marker.faces:
            yield from _glyphs(roster, marker.id, face.text, "condensed")
    for card in roster.cards.values():
        yield from _glyphs(roster, card.id, _all_of(card), "condensed")


def _all_of(card: Card) -> str:
    return card.title + card.when + card.text + card.afterwards + card.face


def _glyphs(roster: Roster, piece: str, text: str, weight: str) -> Iterator[Fault]:
    file, line = roster.places[piece.lower()]
    for letter in missing(text, weight):
        yield Fault(file, line, letter, "no font that comes with hexpost has this letter")


def _colours(roster: Roster) -> Iterator[Fault]:
    """Ink that can hardly be told from what it stands on."""
    for table, ink, under, colour in _grounds(roster):
        found = contrast(ink, colour)
        if found < _CONTRAST:
            why = f"its ink is too like its {under}: contrast {found:.1f}, needed is {_CONTRAST:.0f}"
            yield Fault(roster.style.file, 0, table, why)


def _grounds(roster: Roster) -> Iterator[tuple[str, str, str, str]]:
    """The table, the ink, and what it stands on with its colour, for all that counters and chits bear."""
    style = roster.style
    tables = {f"paint.{nation}.{side}": paint for (nation, side), paint in style.paints.items()}
    tables |= {f"reverse.{nation}.{side}": paint for (nation, side), paint in style.reverses.items()}
    for table, paint in tables.items():
        yield f"[{table}]", paint.ink, "paper", paint.paper
        yield f"[{table}]", paint.ink, "symbol", paint.symbol
    for table, paint in style.chits.items():
        yield f"[chit.{table}]", paint.ink, "paper", paint.paper
    inks = {(c.formation, style.paint(c.nation, c.side).ink): None for c in roster.counters.values()}
    for formation, ink in inks:
        if colour := style.formation(formation).colour:
            yield f"[formation] {formation}", ink, "colour", colour


def contrast(one: str, other: str) -> float:
    """The contrast of two colours "#rrggbb": 1 for none, 21 for black on white."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts: Iterable[float] = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
