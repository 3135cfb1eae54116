"""Hands of cards: dealt face down, held in secret, played in a phase of one's own or against an attack."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from adjudicator.answering import answered
from adjudicator.by_mail.drags import Form
from adjudicator.choices import Choice
from adjudicator.mechanics.decks import Deck
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import Lexicon
from adjudicator.rulings import Refused
from adjudicator.state import Decision, State
from counters.roster.counter import Roster
from files.messages import counted

from .battlefield import name, note, noted
from .clauses import enforces
from .results import LEVEL, combat
from .words import CARD


@dataclass(frozen=True, kw_only=True)
class CardClauses:
    """held: a side plays cards of its own hand     many: how many in a phase     dealt: how many it draws"""

    held: str
    many: str
    dealt: str


def alike(roster: Roster, cards: Iterable[str]) -> dict[str, str]:
    """Each card, and the first one with its title: to players, all of them are the same."""
    first: dict[str, str] = {}
    return {id_: first.setdefault(title_of(roster, id_), id_) for id_ in sorted(cards)}


def title_of(roster: Roster, card: str) -> str:
    """What is printed on a card."""
    return roster.cards[card].title if card in roster.cards else card


def names_of(roster: Roster, cards: Iterable[str]) -> Lexicon:
    """What orders may call cards: by id or title, and alike ones are one."""
    return Lexicon(
        "card",
        [(word, one) for id_, one in alike(roster, cards).items() for word in (id_, title_of(roster, id_))],
    )


@dataclass(frozen=True, eq=False, kw_only=True)
class Playing:
    """What is ordered in a phase in which a side plays cards, and the deck of both sides. `Fighting` lets the
    enemy play them in a combat, too (`answering`).

    cards   all cards, by id         holds   up to how many a side draws when `deal` is called
    does    (play, side, card) -> what the card does: a fact that other functions ask for, or events
    may     (state, side, card) -> why it may not be played now; "" if it may
    most    how many in one phase    piles   the pile and the discards, as boxes are called, and their names
    """

    clauses: CardClauses
    cards: tuple[str, ...]
    holds: int
    does: Callable[[Play, str, str], None]
    may: Callable[[State, str, str], str] = lambda state, side, card: ""
    most: int = 1
    piles: Mapping[str, str] = field(default_factory=lambda: {"deck": "deck", "discards": "discards"})
    verb: str = "play"
    topic: str = "play"
    asks: str = "You may play a card of your hand."
    called: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    drag: Form | None = None

    @property
    def rule(self) -> str:
        """The clause that lets cards be played."""
        return self.clauses.held

    @property
    def verbs(self) -> tuple[str, ...]:
        """The orders that it takes."""
        return (self.verb,)

    @property
    def deck(self) -> Deck:
        """The pile and its discards."""
        return Deck(*self.piles)

    def question(self, state: State, side: str) -> str:
        """What a side is asked."""
        return self.asks

    @enforces("dealt")
    def deal(self, play: Play, side: str = "") -> None:
        """Each side fills its hand, from the discards too when the pile is empty: for `begins` of the turns
        and for `does` of a phase."""
        for one in play.state.sides:
            wanted = self.holds - len(play.state.hands[one])
            self.deck.draw(play, self.clauses.dealt, one, wanted, refill=(self.deck.discards,))

    def held(self, state: State, side: str) -> dict[str, str]:
        """The cards of a hand, alike ones once: the name that orders have for it, and a card."""
        same = alike(state.roster, self.cards)
        return {same[card]: card for card in reversed(state.hands[side]) if card in same}

    @enforces("held", "many")
    def check(self, state: State, side: str, named: str) -> str:
        """The card of the hand that a line names. Raises Refused."""
        if named not in (held := self.held(state, side)):
            raise Refused(self.clauses.held, f"you do not hold {title_of(state.roster, named)}")
        if len(noted(state, "played")) >= self.most:
            most = counted(self.most, "card")
            raise Refused(self.clauses.many, f"you may play {most} in this phase, and have")
        if why := self.may(state, side, held[named]):
            raise Refused(self.clauses.held, why)
        return held[named]

    def legal(self, state: State, side: str) -> Iterator[str]:
        """Every card that may be played."""
        left = self.held(state, side) if len(noted(state, "played")) < self.most else {}
        yield from (f"{self.verb} {one}" for one in sorted(left) if not self.may(state, side, left[one]))

    def one(self, play: Play, side: str, order: Order) -> None:
        """A card is played: all see it on the discards. Raises Refused."""
        card = self.check(play.state, side, order.args[CARD])
        note(play, self.clauses.many, "played", card)
        self.put(play, side, card)

    def put(self, play: Play, side: str, card: str) -> None:
        """A card leaves a hand for the discards, and does what it says."""
        self.deck.discard(play, self.clauses.held, side, card, deed="plays")
        self.does(play, side, card)

    # -- against an attack

    @property
    def choice(self) -> Choice:
        """The question whether a side plays a card against an attack of the enemy."""
        return Choice(
            topic=f"{self.topic}-against", rule=self.rule, verbs=(self.verb, "end"), take=self.take,
            legal=self.answers, within=(LEVEL,), once=True, called=("reaction",),
        )  # fmt: skip

    def answers(self, state: State, side: str) -> Iterator[str]:
        """Every card that may be played, and none."""
        yield from (*self.legal(state, side), "end")

    def asks_against(self, play: Play, side: str) -> bool:
        """Ask a side once whether it plays a card against the attack; whether it is asked. With any card in
        its hand it is: who attacks does not learn whether one of them may be played."""
        now = combat(play.state)
        if now.answered or not play.state.hands[side]:
            return False
        where = name(play.state, now.space)
        self.choice.ask(
            play, side,
            f'You may play at most one card in this combat, the attack on {where}. '
            'To play none, write "end".',
            silence="you play none", default="end",
        )  # fmt: skip
        return True

    def take(self, play: Play, decision: Decision, orders: list[Order]) -> None:
        """A side plays one card against the attack, or none."""
        side = decision.player

        def card(order: Order) -> str:
            return self.check(play.state, side, order.args[CARD]) if order.verb == self.verb else ""

        if found := answered(play, decision, orders, card):
            play.note(self.rule, answered=True)
            if found[1]:
                self.put(play, side, found[1])

    def may_end(self, state: State, side: str) -> None:
        """The phase may end at any time."""

    def chance(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """One of the cards, or none."""
        return [chance.choice(["end", *self.legal(state, decision.player)])]

    purpose = chance
