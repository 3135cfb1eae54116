"""One word of several, chosen once: the plan of a side, which the others may not know."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.by_mail.drags import Form
from adjudicator.events import FactNoted, Told
from adjudicator.events.fact import EVERYBODY
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import Decision, State

from .clauses import enforces


@dataclass(frozen=True, kw_only=True)
class WordClauses:
    """once: a side chooses, and once"""

    once: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Choosing:
    """A choice between orders of one word each, which the position remembers as a fact.

    fact    its name: `state.facts.get(fact)` is the word     words  each order -> a sentence that tells it
    secret  whether only the side that chooses reads that, and knows the fact
    A phase that asks again first forgets it: FactNoted with the value None.
    """

    clauses: WordClauses
    fact: str
    words: Mapping[str, str]
    asks: str
    secret: bool = True
    called: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    drag: Form | None = None
    must: bool = True

    @property
    def topic(self) -> str:
        """What the journal calls the question."""
        return self.fact

    @property
    def rule(self) -> str:
        """The clause that gives the choice."""
        return self.clauses.once

    @property
    def verbs(self) -> tuple[str, ...]:
        """The orders that it takes."""
        return tuple(self.words)

    @property
    def silence(self) -> str:
        """What no answer means."""
        return self.verbs[0]

    def question(self, state: State, side: str) -> str:
        """What a side is asked."""
        return self.asks

    def legal(self, state: State, side: str) -> Iterable[str]:
        """All words, until one is chosen."""
        return () if self.fact in state.facts else self.verbs

    @enforces("once")
    def one(self, play: Play, side: str, order: Order) -> None:
        """A word is chosen. Raises Refused."""
        if self.fact in play.state.facts:
            raise Refused(self.rule, f"you have chosen {play.state.facts[self.fact]}")
        to = (side,) if self.secret else EVERYBODY
        play.record(FactNoted(rule=self.rule, to=to, key=self.fact, value=order.verb))
        play.record(Told(rule=self.rule, to=to, text=self.words[order.verb]))

    def may_end(self, state: State, side: str) -> None:
        """The phase may end when a word is chosen. Raises Refused."""
        if left := tuple(self.legal(state, side)):
            raise Refused(self.rule, "choose one of these first", left)

    def chance(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """Any of them."""
        return [chance.choice(self.verbs)]

    def purpose(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """The first."""
        return [self.verbs[0]]
