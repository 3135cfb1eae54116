"""What faces show: two pieces that look alike share one image, and nothing need be drawn to know it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

from builder.layout.decks import deck_of
from builder.layout.module_file import ModuleFacts
from counters.faces.appearance import of_card, of_counter, of_marker
from counters.roster.counter import Card, Roster


def looks(roster: Roster, facts: ModuleFacts) -> Mapping[str, tuple[Hashable, ...]]:
    """What each face of each piece shows, by the piece's id: equal for two faces that are drawn the same."""
    return {
        **{c.id: tuple(of_counter(c, step) for step in range(c.sides)) for c in roster.counters.values()},
        **{m.id: tuple(of_marker(m, side) for side in range(len(m.faces))) for m in roster.markers.values()},
        **{c.id: (_card(c, deck_of(c.id, facts.decks).wide),) for c in roster.cards.values()},
    }


def _card(card: Card, wide: float) -> Hashable:
    if card.look.card_mm:
        return "card", wide, of_card(card)
    return "card", wide, card.look.chit, replace(card, id="")
