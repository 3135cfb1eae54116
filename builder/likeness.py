"""What faces show: two pieces that look alike share one image, and nothing need be drawn to know it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from builder.decks import deck_of
from builder.facts import ModuleFacts
from counters.counter import Card, Counter, Marker, Roster
from counters.style import Paint
from counters.symbols import MARKS, SIZES, TYPES


def looks(roster: Roster, facts: ModuleFacts) -> Mapping[str, tuple[Hashable, ...]]:
    """What each face of each piece shows, by the piece's id: equal for two faces that are drawn the same."""
    return {
        **{c.id: tuple(_face(c, step) for step in range(len(c.steps))) for c in roster.counters.values()},
        **{m.id: tuple(_marker(m, side) for side in range(len(m.faces))) for m in roster.markers.values()},
        **{c.id: (_card(c, deck_of(c.id, facts.decks).wide),) for c in roster.cards.values()},
    }


def _face(counter: Counter, step: int) -> Hashable:
    """A side of a counter, slot by slot as `counters.face` fills them."""
    words = {name: str(value) for name, value in counter.steps[step].values.items()}
    words |= {"name": counter.name, "flag": counter.flag, "ordinal": counter.ordinal}
    words["size"] = SIZES.get(counter.size, "")
    shown = tuple(
        (slot, TYPES.get(counter.type, ()), step > 0) if slot.show == "symbol" else (slot, words[slot.show])
        for slot in counter.look.slots
    )
    return "unit", counter.look.paint(counter.nation, counter.side), shown


def _marker(marker: Marker, side: int) -> Hashable:
    face, papers = marker.faces[side], marker.look.markers
    paint = papers.get(marker.side) or papers.get(marker.kind) or Paint()
    return "marker", paint, face.text, MARKS[face.symbol]


def _card(card: Card, wide: float) -> Hashable:
    after = "" if card.once else card.afterwards
    return "card", wide, card.look.chit, card.number, card.title, card.when, card.text, after
