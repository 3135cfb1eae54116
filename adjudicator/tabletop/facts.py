"""The events that only the game of a module has: what is done to its position, and what sides are told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from functools import lru_cache
from typing import ClassVar

from adjudicator.events import Event, Names
from adjudicator.state import Json, State
from adjudicator.tabletop.gathering import gathered
from adjudicator.tabletop.kept import NUMBER, POSITION, SEATED, SEATS, SHELVED, WITHHELD, packed, unpacked
from tables.table import Table
from tables.telling import Line


class TableChanged(Event):
    """Commands of VASSAL were done to the true position: nobody reads them, `ChangesTold` tells of them.

    `withheld` are for each reader the global properties that changed with what it does not see, each with its
    owner and the value that it had: the reader keeps that one.
    """

    commands: tuple[str, ...]
    withheld: Mapping[str, Json] = field(default_factory=dict)
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """The position after them; all saved games that players have are old now."""
        after = _after(state.facts[POSITION], tuple(self.commands))
        facts = {POSITION: after, NUMBER: state.facts[NUMBER] + 1}
        if self.withheld:
            kept: Mapping[str, Json] = state.facts.get(WITHHELD, {})
            facts[WITHHELD] = {
                one: _first_of((*kept.get(one, ()), *self.withheld.get(one, ())))
                for one in {**kept, **self.withheld}
            }
        return state.but(facts={**state.facts, **facts})


@lru_cache(maxsize=SHELVED)
def _after(position: str, commands: tuple[str, ...]) -> str:
    """A position after commands: an event is applied when it happens, and again when it is kept, with all
    others of an email between the two."""
    table = Table(unpacked(position))
    table.do(commands)
    return packed(table.position())


def _first_of(properties: Iterable[Json]) -> Json:
    """Each property once, with the value that came first."""
    found: dict[tuple[str, str], str] = {}
    for owner, name, value in properties:
        found.setdefault((owner, name), value)
    return tuple((*key, value) for key, value in sorted(found.items()))


class DecksDealt(Event):
    """The desk has shuffled decks again under the saved games that players have: these stay good, for each
    card in them is a blank."""

    commands: tuple[str, ...]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Other cards behind the same blanks."""
        return state.but(facts={**state.facts, POSITION: _after(state.facts[POSITION], tuple(self.commands))})


class SatDown(Event):
    """A side's player sits at the table: the first log shows it. The password is in no journal."""

    side: str
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """All files show that somebody sits there."""
        seated = tuple(sorted({*state.facts.get(SEATED, ()), self.side}))
        return state.but(facts={**state.facts, SEATED: seated})


class SeatTaken(Event):
    """In journals of older games: a side's password, which they keep. None is written any more."""

    side: str
    password: str
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """The desk knows it."""
        seats: Mapping[str, Json] = {**state.facts[SEATS], self.side: self.password}
        return state.but(facts={**state.facts, SEATS: seats})


class ChangesTold(Event):
    """What a side saw of a move on the table, a sentence each. `pieces` and `paths` are those of `Line`, one
    for each sentence; the journals of older games have none."""

    who: str
    lines: tuple[str, ...]
    pieces: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()

    def says(self, names: Names) -> str:
        """All of them."""
        if not self.lines:
            return f"{names(self.who)} moved or changed something that you do not see."
        return f"{names(self.who)}: " + " ".join(self.told)

    def listed(self, names: Names) -> tuple[str, tuple[str, ...]]:
        """Who, and below it all of them, if there are several."""
        told = self.told
        return (f"{names(self.who)}:", told) if len(told) > 1 else (self.says(names), ())

    def with_next(self, other: Event) -> Event | None:
        """Several moves of one side are told together."""
        if not isinstance(other, ChangesTold) or other.who != self.who or not (self.lines and other.lines):
            return None
        (lines, pieces, paths), (more, others, ways) = self._whole(), other._whole()
        return replace(self, lines=(*lines, *more), pieces=(*pieces, *others), paths=(*paths, *ways))

    @property
    def told(self) -> tuple[str, ...]:
        """The sentences, those about a piece together."""
        return gathered(map(Line, *self._whole()))

    def _whole(self) -> tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, ...], ...]]:
        count = len(self.lines)
        return self.lines, self.pieces or ("",) * count, self.paths or ((),) * count


class Rolled(Event):
    """What a dice button of the module came to."""

    sums_dice: ClassVar[bool] = True
    who: str
    name: str
    result: str
    purpose: str = ""

    def says(self, names: Names) -> str:
        """The button, what for, and the result. A side's name may be a plural: "Allies rolled"."""
        why = f" for {self.purpose}" if self.purpose else ""
        return f"{names(self.who)} rolled {self.name}{why}: {self.result}."


class DeckShuffled(Event):
    """A deck was shuffled by the desk, in the place of a side."""

    who: str
    deck: str

    def says(self, names: Names) -> str:
        """Who, and which deck; hexpost does it by itself after an undo."""
        if not self.who:
            return f"Orders were undone, so hexpost shuffles {self.deck} again."
        return f"{names(self.who)} shuffled {self.deck}."


class BidTold(Event):
    """What a side wrote under seal, opened."""

    who: str
    text: str

    def says(self, names: Names) -> str:
        """The words as they were written."""
        return f"{names(self.who)} bids: {self.text}."


class NotDone(Event):
    """A sealed line that could not be done when it was opened, for its writer alone."""

    who: str
    line: str
    why: str

    def says(self, names: Names) -> str:
        """The line, and why."""
        return f"{names(self.who)} could not do: {self.line} ({self.why})."
