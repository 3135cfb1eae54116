"""Decks of cards and cups of chits, which work alike: draw, hold, discard, shuffle, set aside.

Every card is in one place. A hand or a box (a card set aside face down) is a place in `State.hands`, under
the name of its side or of the box; a pile, its discards and cards not yet or no longer in the game are places
in `State.cups`. A game lays all of them in its first state, empty ones too, under the ids that the boxes of
its board have: then the saved game of VASSAL shows each card where it lies.

No order is kept anywhere: a pile is what is in it, and which card comes next is a die rolled when it is
drawn. That is a shuffled pile, and there is no order to be seen, lost or chosen. The die is bound and audited
like any other, but for nobody's eyes before the end of the game (`NOBODY`): with the number of cards in a
pile that both sides draw from, it would tell which ones the other holds.

`Secrets(places=...)` of a game says who may look at what: a place -> the side that sees its faces, "" for
none. Its `face_down` gives each card the back that all others see ("hidden-axis-combat", as the module's deck
is called): cards of one back cannot be told apart.

    COMBAT = Deck("axis-combat", "axis-combat-discards")

    def draw(play: Play) -> None:
        COMBAT.draw(play, "D.1", "axis", 4, refill=("axis-combat-discards", "axis-late"))

What is ordered is judged by the game, which words the refusal; these functions raise ValueError for a card
that is not where it should be, which is a fault of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudicator.events import EVERYBODY, NOBODY, CardsCounted, CardsMoved, PileShuffled
from adjudicator.events.cards import cards_at
from adjudicator.play import Play
from adjudicator.state import State


@dataclass(frozen=True, slots=True)
class Deck:
    """A pile that is drawn from, and the place of its discards, "" for none. The faces of cards that are
    drawn, put aside or exchanged are seen by who looks at the place they go to; those of discards by all."""

    pile: str
    discards: str = ""

    def draw(
        self, play: Play, rule: str, holder: str, most: int = 1, refill: tuple[str, ...] = (), to: str = ""
    ) -> tuple[str, ...]:
        """Draw cards into a hand, or into a box `to`; fewer if the pile runs out. An empty pile is refilled
        from the places of `refill`, even in the middle of a draw."""
        drawn: list[str] = []
        goal, purpose = to or holder, f"a card for {holder}"
        while len(drawn) < most:
            if refill and not play.state.cups[self.pile]:
                self.reshuffle(play, rule, *refill)
            if not play.state.cups[self.pile]:
                break
            drawn.append(play.draw(rule, purpose, self.pile, to=NOBODY, hidden=True, goal=goal))
        self._move(play, rule, holder, drawn, self.pile, goal, "draws")
        return tuple(sorted(drawn))

    def reshuffle(self, play: Play, rule: str, *places: str) -> None:
        """Shuffle all cards of some places, the discards if none are named, into the pile."""
        for place in places or (self.discards,):
            cards = cards_at(play.state, place)
            if cards:
                play.record(PileShuffled(rule=rule, origin=place, pile=self.pile, count=len(cards)))

    def discard(
        self, play: Play, rule: str, holder: str, *cards: str, origin: str = "", deed: str = "discards"
    ) -> None:
        """Lay cards from a hand, or from another place, on the discards, where all see them; `deed` is
        "plays" for one that is played. Raises ValueError for a card that is not there."""
        place = origin or holder
        if there(play.state, place, cards):
            play.record(moved(rule, holder, cards, place, self.discards, deed))

    def put_aside(self, play: Play, rule: str, holder: str, box: str, *cards: str) -> None:
        """Put cards from a hand face down into a box. Raises ValueError for a card that is not held."""
        self._move(play, rule, holder, there(play.state, holder, cards), holder, box, "puts", box)

    def take_back(self, play: Play, rule: str, holder: str, box: str) -> tuple[str, ...]:
        """Take the cards of a box into the hand."""
        cards = cards_at(play.state, box)
        self._move(play, rule, holder, cards, box, holder, "takes back")
        return cards

    def choose(self, play: Play, rule: str, holder: str, *cards: str, origin: str = "") -> None:
        """Take cards that their holder names out of the pile, or out of another place; no others learn
        which. Raises ValueError for a card that is not there."""
        place = origin or self.pile
        self._move(play, rule, holder, there(play.state, place, cards), place, holder, "chooses")

    def give_back(self, play: Play, rule: str, holder: str, *cards: str) -> None:
        """Put cards from a hand face down into the pile. Raises ValueError for a card that is not held."""
        self._move(play, rule, holder, there(play.state, holder, cards), holder, self.pile, "gives back")

    def exchange(self, play: Play, rule: str, holder: str, give: str, take: str) -> None:
        """Give a card back into the pile, and take one that its holder names: others learn that a card of
        this pile was exchanged. Raises ValueError for a card that is not there, or for the same one."""
        if give == take:
            raise ValueError(f"{give} cannot be exchanged for itself")
        there(play.state, self.pile, (take,))
        self.give_back(play, rule, holder, give)
        self._move(play, rule, holder, (take,), self.pile, holder, "chooses")

    def remove(self, play: Play, rule: str, holder: str, place: str, *cards: str) -> None:
        """Take cards of a hand out of the game, to a place where all see them. Raises ValueError for a card
        that is not held."""
        if there(play.state, holder, cards):
            play.record(moved(rule, holder, cards, holder, place, "removes"))

    def _move(
        self, play: Play, rule: str, holder: str, cards: Sequence[str], origin: str, goal: str, deed: str,
        into: str = "",
    ) -> None:  # fmt: skip
        """Let cards go face down from one place to another: its holder learns which, others how many."""
        if cards:
            play.record(
                CardsCounted(
                    rule=rule, count=len(cards), pile=self.pile, holder=holder, deed=deed, into=into
                ),
                moved(rule, holder, cards, origin, goal, deed, into, to=(holder,)),
            )


def moved(
    rule: str, holder: str, cards: Sequence[str], origin: str, goal: str, deed: str, into: str = "",
    to: tuple[str, ...] = EVERYBODY,
) -> CardsMoved:  # fmt: skip
    """Cards that go from one place to another, with their faces, in the order of their names."""
    return CardsMoved(
        rule=rule, to=to, cards=tuple(sorted(cards)), origin=origin, goal=goal, holder=holder, deed=deed,
        into=into,
    )  # fmt: skip


def there(state: State, place: str, cards: Sequence[str]) -> Sequence[str]:
    """These cards, each once at a place. Raises ValueError for one that is not."""
    absent = Counter(cards) - Counter(cards_at(state, place))
    if absent:
        raise ValueError(f"{', '.join(absent)}: not at {place}")
    return cards


def misplaced(state: State, cards: Iterable[str]) -> list[str]:
    """For a game's invariants: which of its cards are in no place, or in several."""
    laid = Counter(card for table in (state.hands, state.cups) for held in table.values() for card in held)
    return [f"card {card} is in {laid[card]} places" for card in cards if laid[card] != 1]
