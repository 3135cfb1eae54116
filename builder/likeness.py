"""What faces show: two pieces that look alike share one image, and nothing need be drawn to know it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

from builder.decks import deck_of
from builder.facts import ModuleFacts
from counters.counter import Card, Counter, Marker, Roster
from counters.style import Paint
from counters.symbols import MARKS, SIZES, TYPES


def looks(roster: Roster, facts: ModuleFacts) -> Mapping[str, tuple[Hashable, ...]]:
    """What each face of each piece shows, by the piece's id: equal for two faces that are drawn the same."""
    return {
        **{c.id: tuple(_face(c, step) for step in range(c.sides)) for c in roster.counters.values()},
        **{m.id: tuple(_marker(m, side) for side in range(len(m.faces))) for m in roster.markers.values()},
        **{c.id: (_card(c, deck_of(c.id, facts.decks).wide),) for c in roster.cards.values()},
    }


def _face(counter: Counter, step: int) -> Hashable:
    """A side of a counter, slot by slot as `counters.face` fills them."""
    look, whose = counter.look, (counter.nation, counter.side)
    turned = counter.sides > len(counter.steps) and step == 1
    words = counter.words(0 if turned else step)
    reduced = step > 0 and not turned
    paint = look.reverses[whose] if turned else look.paint(*whose)
    shown: dict[str, Hashable] = {
        "symbol": (TYPES.get(counter.type, ()), reduced),
        "size": SIZES.get(counter.size, ""),
    }
    slots = tuple((s, shown.get(s.show, s.says(words))) for s in look.slots if s.stands(words))
    return "unit", paint, look.formation(counter.formation).colour, slots


def _marker(marker: Marker, side: int) -> Hashable:
    face, papers = marker.faces[side], marker.look.markers
    paint = papers.get(marker.side) or papers.get(marker.kind) or Paint()
    return "marker", paint, face.text, MARKS[face.symbol]


def _card(card: Card, wide: float) -> Hashable:
    return "card", wide, card.look.chit, replace(card, id="")
