"""What players and the referee agree on outside the rules: a draw, the end of a game, an undo. A proposal is
open in the state until all who are asked have agreed, one of them refuses, its author withdraws it, or the
game moves on past it. The outcome is in a sheet of the desk's own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from functools import reduce
from typing import ClassVar

from adjudicator.events.course import Entry, GameEnded
from adjudicator.events.desk import Arrangement
from adjudicator.events.fact import Event, Names
from adjudicator.events.terms import Terms
from adjudicator.snapshot import unpack
from adjudicator.state import State

ONWARD = ("asked", "rolled", "rolled_for", "proposals")
"""What goes on when a game goes back: no question and no die ever has the number of an earlier one."""


class Proposed(Entry):
    """A player, or the referee (`by` is ""), proposes something to the sides it `asks`.

    `matter` is "draw", "close" or "undo"; `winner` is who would win, `before` the sheet to before
    which the game would go back.
    """

    matter: str
    by: str
    asks: tuple[str, ...]
    reason: str = ""
    winner: str = ""
    before: int = 0

    def apply(self, state: State) -> State:
        """It is open; nobody has agreed yet."""
        told = {"what": self.what, "by": self.by, "asks": self.asks, "agreed": ()}
        more = {"reason": self.reason, "winner": self.winner, "before": self.before}
        return state.but(proposals={**state.proposals, self.matter: told | more})


class Agreed(Entry):
    """A side agrees to what is proposed."""

    matter: str
    side: str

    def apply(self, state: State) -> State:
        """One more has agreed."""
        told = state.proposals[self.matter]
        agreed = {**told, "agreed": (*told["agreed"], self.side)}
        return state.but(proposals={**state.proposals, self.matter: agreed})


class ProposalEnded(Entry):
    """A proposal came to nothing: it was refused, withdrawn, or overtaken by the game."""

    matter: str

    def apply(self, state: State) -> State:
        """It is open no longer."""
        return state.but(proposals={k: told for k, told in state.proposals.items() if k != self.matter})


class Closed(Entry):
    """The game was ended by agreement, or by the referee: who won, if anybody, and the points."""

    winner: str = ""
    points: Mapping[str, int] = field(default_factory=dict)

    @property
    def end(self) -> GameEnded:
        """The same as the end of any game."""
        return GameEnded(rule=self.rule, winner=self.winner, why=self.what, points=self.points)

    def apply(self, state: State) -> State:
        """Nothing is open any more."""
        return self.end.apply(state)

    def says(self, names: Names) -> str:
        """The result."""
        return self.end.says(names)


class Undone(Arrangement):
    """The game is rolled back, and everybody is told; the position follows in `Restored`. All `sides` get new
    reply codes, so that no earlier letter is taken for a later one."""

    sides: tuple[str, ...]

    def apply(self, state: State) -> State:
        """A proposal to go back has come to its end."""
        return state.but(proposals={k: told for k, told in state.proposals.items() if k != "undo"})

    def settle(self, terms: Terms) -> Terms:
        """New codes for everybody."""
        return reduce(Terms.recoded, self.sides, terms)

    def says(self, names: Names) -> str:
        """Its own words, and what they mean."""
        return f"{self.what}. What happened after that does not count. Later die rolls are new."


class Restored(Event):
    """The state is again what it was after event `event`, before sheet `sheet`; numbers that count on stay.

    `state` is that state as it was frozen: what follows can be folded from here on. It holds the secrets of
    all sides and is told to none.
    """

    sheet: int
    event: int
    state: str
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """The earlier state."""
        return self.again(state).but(**{name: getattr(state, name) for name in ONWARD})

    def again(self, like: State) -> State:
        """The earlier state with all its numbers, on the board of another state of the game."""
        return unpack(json.loads(self.state), like)
