"""What the desk puts on a game's record about its people and its time: never an address, names only.

An arrangement changes no unit. What it changes are the game's `Terms`, which are folded from the
arrangements alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from adjudicator.events.course import Entry, GameEnded
from adjudicator.events.terms import Substitute, Terms, without
from adjudicator.state import Json, State


class Arrangement(Entry):
    """An entry about the people of a game, or its time."""

    def settle(self, terms: Terms) -> Terms:
        """The terms after it."""
        return terms


# -- who plays ---------------------------------------------------------------------------------------------


class PlayerChanged(Arrangement):
    """Another plays a side; nobody does where `name` is "". What their predecessor had sent ahead is gone."""

    side: str
    name: str

    def apply(self, state: State) -> State:
        """No standing order and no waiting line of the one who was there before."""
        return state.but(standing=without(state.standing, self.side), kept=without(state.kept, self.side))

    def settle(self, terms: Terms) -> Terms:
        """New codes; no substitute, and no absence of the one who was there before."""
        return terms.seated(self.side, bool(self.name))


class PlayerRenamed(Arrangement):
    """A side's player is called otherwise."""

    side: str
    name: str


class AddressesChanged(Arrangement):
    """A side's player writes from other addresses; where one was taken away the codes are new."""

    side: str
    recoded: bool

    def settle(self, terms: Terms) -> Terms:
        """New codes, if an address counts no more."""
        return terms.recoded(self.side) if self.recoded else terms


class CodeRenewed(Arrangement):
    """A side's reply code leaked, and was replaced."""

    side: str

    def settle(self, terms: Terms) -> Terms:
        """New codes, for this turn and those to come."""
        return terms.recoded(self.side)


class SubstituteNamed(Arrangement):
    """Somebody writes for a side in the place of its player, or beside them."""

    side: str
    name: str
    until: str
    alone: bool

    def settle(self, terms: Terms) -> Terms:
        """They stand in."""
        return terms.with_substitute(self.side, Substitute(self.name, self.until, self.alone))


class SubstituteEnded(Arrangement):
    """A substitute writes for a side no more."""

    side: str

    def settle(self, terms: Terms) -> Terms:
        """Nobody stands in; the codes are new."""
        return terms.without_substitute(self.side)


class ObserverChanged(Arrangement):
    """Somebody watches the game from here on, or no more."""

    name: str
    watches: bool


# -- time --------------------------------------------------------------------------------------------------


class PlayerAway(Arrangement):
    """A side's player is away; their deadlines run on when they are back."""

    side: str
    since: str
    until: str

    def settle(self, terms: Terms) -> Terms:
        """One absence more."""
        return terms.absent(self.side, self.since, self.until)


class PlayerBack(Arrangement):
    """A side's player is back earlier than they said."""

    side: str
    at: str

    def settle(self, terms: Terms) -> Terms:
        """No absence after this."""
        return terms.back(self.side, self.at)


class GamePaused(Arrangement):
    """No deadline runs until the game is resumed."""

    since: str

    def settle(self, terms: Terms) -> Terms:
        """It is paused."""
        return replace(terms, paused=self.since)


class GameResumed(Arrangement):
    """Deadlines run again."""

    def settle(self, terms: Terms) -> Terms:
        """It is not paused."""
        return replace(terms, paused="")


class DeadlinesSet(Arrangement):
    """This game's deadlines are set otherwise than the desk's: what is named here, and nothing else."""

    settings: Mapping[str, Json] = field(default_factory=dict)

    def settle(self, terms: Terms) -> Terms:
        """These settings, beside those that were set before."""
        return replace(terms, deadlines={**terms.deadlines, **self.settings})


class DeadlineMoved(Arrangement):
    """A side has more time, or another day, for what it is asked just now."""

    side: str


# -- a public beacon ---------------------------------------------------------------------------------------


class Announced(Arrangement):
    """A side's orders, or its silence, that wait for a round of a beacon: all know before it is published.

    `seal` binds the lines and tells nobody what they are; `letter` is the SHA-256 of the email in which they
    came, `question` the one that was not answered, `passing` whether the side passes then.
    """

    side: str
    round: int
    seal: str
    letter: str = ""
    question: str = ""
    due: str = ""
    passing: bool = False


class Lapsed(Arrangement):
    """What was announced came to nothing: the game had moved on. `n` is its number among all announced."""

    n: int


class Forfeited(Entry):
    """Sides did not answer a last warning: the game is over, and the other one, if there is one, has won."""

    sides: tuple[str, ...]
    winner: str

    def apply(self, state: State) -> State:
        """Nothing is open any more."""
        return GameEnded(rule=self.rule, winner=self.winner, why=self.what).apply(state)


ENTRIES: tuple[type[Entry], ...] = (
    PlayerChanged,
    PlayerRenamed,
    AddressesChanged,
    CodeRenewed,
    SubstituteNamed,
    SubstituteEnded,
    ObserverChanged,
    PlayerAway,
    PlayerBack,
    GamePaused,
    GameResumed,
    DeadlinesSet,
    DeadlineMoved,
    Announced,
    Lapsed,
    Forfeited,
)
"""All kinds of entry that stand here."""
