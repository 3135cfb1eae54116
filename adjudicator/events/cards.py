"""Cards that change hands: faces for those who may see them, numbers for everybody.

A card lies in one place: a hand or a box (`State.hands`), a pile or its discards (`State.cups`). What moves
face down is told twice: `CardsCounted` to all, `CardsMoved` to those who see the faces.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.events.chance import HiddenDrawn
from adjudicator.events.fact import Event, Names
from adjudicator.state import State
from files.messages import counted


class CardDrawn(HiddenDrawn):
    """A card drawn by a die for nobody's eyes, and laid where it goes; its holder reads of it in what
    follows."""

    goal: str

    def apply(self, state: State) -> State:
        """The card at its new place."""
        state = super().apply(state)
        return laid(state, self.goal, (*cards_at(state, self.goal), self.item))


class CardsMoved(Event):
    """Cards go from one place to another; who may see this event sees their faces.

    `deed` says what their `holder` does with them, and `into` where they go, as a sentence goes on: "draws",
    "puts ... into the OKH box".
    """

    cards: tuple[str, ...]
    origin: str
    goal: str
    holder: str
    deed: str
    into: str = ""

    def apply(self, state: State) -> State:
        """The cards at their new place, where those that were drawn lie already."""
        gone = set(self.cards)
        state = laid(
            state, self.origin, tuple(one for one in cards_at(state, self.origin) if one not in gone)
        )
        return laid(state, self.goal, tuple({*cards_at(state, self.goal), *self.cards}))

    def says(self, names: Names) -> str:
        """Who does what with which cards."""
        return sentence(names, self.holder, self.deed, names.list(self.cards), self.into)


class CardsCounted(Event):
    """What everybody learns of cards that move face down: how many, and of which pile."""

    count: int
    pile: str
    holder: str
    deed: str
    into: str = ""

    def says(self, names: Names) -> str:
        """Who does what with how many cards."""
        cards = counted(self.count, "card")
        return sentence(names, self.holder, self.deed, f"{cards} ({names(self.pile)})", self.into)

    def with_next(self, other: Event) -> Event | None:
        """Their faces, to those who see these, too."""
        if not isinstance(other, CardsMoved):
            return None
        faces = (other.rule, other.holder, other.deed, other.into, len(other.cards))
        return other if faces == (self.rule, self.holder, self.deed, self.into, self.count) else None


class PileShuffled(Event):
    """All cards of one place are shuffled into a pile, or a pile is reshuffled."""

    origin: str
    pile: str
    count: int

    def apply(self, state: State) -> State:
        """They lie in the pile, in no order: which of them comes next is found when it is drawn."""
        cards, left = cards_at(state, self.origin), laid(state, self.origin, ())
        return laid(left, self.pile, (*cards_at(left, self.pile), *cards))

    def says(self, names: Names) -> str:
        """How many went where."""
        cards = f"{self.count} {'card is' if self.count == 1 else 'cards are'}"
        into = f" into {names(self.pile)}" if self.pile != self.origin else ""
        return f"{names(self.origin)}: {cards} shuffled{into}."


def sentence(names: Names, holder: str, deed: str, cards: str, into: str) -> str:
    """ "The Axis draws Artillery and Stukas", "... puts 1 card into the OKH box"."""
    return f"{' '.join(filter(None, (names.begins(holder), deed, cards, into and f'into {names(into)}')))}."


def cards_at(state: State, place: str) -> tuple[str, ...]:
    """The cards in a hand, a box, a pile or its discards."""
    return table_of(state, place).get(place, ())


def laid(state: State, place: str, cards: tuple[str, ...]) -> State:
    """The state with these cards in a place, sorted, so that how they came there is not to be seen."""
    tidy = {**table_of(state, place), place: tuple(sorted(cards))}
    return state.but(hands=tidy) if place in state.hands else state.but(cups=tidy)


def table_of(state: State, place: str) -> Mapping[str, tuple[str, ...]]:
    """The hands and boxes, or the piles: whichever a place is one of."""
    return state.hands if place in state.hands else state.cups
