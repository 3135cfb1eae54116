"""The state of one game: a value. Events make the next one; nothing here knows a rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from counters.roster.counter import Counter, Roster
from maps.board import Board

Json = Any
"""A value that survives JSON: text, number, truth, None, tuples and mappings of them."""

OFF = "off"
"""Where a unit is that a rehearsal took off: on no map and in no box of the game."""


class NotInView(Exception):
    """A rule asks for something that the side whose view this is may not know, such as the face of a card."""


class KnownFacts(dict[str, Json]):
    """The facts of a side's view. `facts[key]` raises NotInView for one that is `closed` to it, and KeyError
    for one that is not there; `facts.get(key)` finds neither."""

    def __init__(self, facts: Mapping[str, Json], closed: frozenset[str]) -> None:
        super().__init__(facts)
        self.closed = closed

    def __missing__(self, key: str) -> Json:
        raise NotInView(key) if key in self.closed else KeyError(key)


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter in play: where it is, how many steps it has left, which markers are on it.

    `kind` is the counter of the roster that a unit made in play is one of, "" for one that is itself there.
    """

    id: str
    side: str
    at: str
    steps: int
    flags: frozenset[str] = frozenset()
    kind: str = ""

    def __hash__(self) -> int:
        """One unit is seldom asked about in two places at once, and its id knows its hash."""
        return hash(self.id)


@dataclass(frozen=True, slots=True)
class Frame:
    """One level of the sequence of play: a segment and its own facts, until it ends."""

    segment: str
    facts: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one player, held in the state until it is answered.

    `topic` names the handler of the answer and what standing orders call it; `verbs` are the orders it
    accepts; `answers` are legal answers as order lines (all of them when `closed`, else examples);
    `silence` says in words what no answer means and `default` is that answer as order lines.
    A `window` is a chance to react that opens whether or not the player holds anything.
    A `sealed` answer is kept, and may be replaced, until every sealed question of the moment is answered.
    """

    id: str
    player: str
    rule: str
    topic: str
    question: str
    verbs: tuple[str, ...]
    answers: tuple[str, ...] = ()
    closed: bool = False
    silence: str = ""
    default: str = ""
    about: tuple[str, ...] = ()
    window: bool = False
    sealed: bool = False

    def pack(self) -> dict[str, Json]:
        """Its fields by name."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True)
class State:
    """Everything true in a game at one moment. Mappings are never changed in place.

    `covers` is for the view of one side alone: the marker that lies on a stack of which it sees no more.
    `kept` are the lines of each side that are still to be taken (`adjudicator.waiting_lines`), for its own
    eyes only.
    `rolled` counts the dice that everybody may know of, `rolled_for` the hidden ones by who sees them.
    `proposals` are those to all players that are open, by matter (`adjudicator.events.agreements`).
    """

    board: Board = field(compare=False, repr=False)
    roster: Roster = field(compare=False, repr=False)
    sides: tuple[str, ...]
    units: Mapping[str, Unit]
    turn: int = 1
    frames: tuple[Frame, ...] = ()
    tracks: Mapping[str, int] = field(default_factory=dict)
    control: Mapping[str, str] = field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    cups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facts: Mapping[str, Json] = field(default_factory=dict)
    standing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    covers: Mapping[str, str] = field(default_factory=dict)
    sealed: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    kept: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    asked: int = 0
    rolled: int = 0
    rolled_for: Mapping[str, int] = field(default_factory=dict)
    over: Mapping[str, Json] | None = None
    proposals: Mapping[str, Json] = field(default_factory=dict)

    @cached_property
    def by_space(self) -> Mapping[str, tuple[Unit, ...]]:
        """The units in each space, in the order of the roster."""
        spaces: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            spaces.setdefault(unit.at, []).append(unit)
        return {space: tuple(units) for space, units in spaces.items()}

    def at(self, space: str) -> tuple[Unit, ...]:
        """The units in a space or box, in the order of the roster."""
        return self.by_space.get(space, ())

    def counter(self, unit: Unit) -> Counter | None:
        """The counter of the roster that shows a unit; None for one that has none."""
        return self.roster.counters.get(unit.kind or unit.id)

    @property
    def frame(self) -> Frame:
        """The innermost level of the sequence of play."""
        return self.frames[-1]

    def outer(self, *segments: str) -> Frame:
        """The innermost frame of one of these segments; KeyError if the game is in none."""
        for frame in reversed(self.frames):
            if frame.segment in segments:
                return frame
        raise KeyError(segments)

    @property
    def segment(self) -> str:
        """The segment of the sequence of play, as reports print it: the outermost level."""
        return self.frames[0].segment if self.frames else "END"

    def waiting(self) -> tuple[Decision, ...]:
        """The open decisions that nobody has answered yet."""
        return tuple(d for d in self.decisions if d.id not in self.sealed)

    def decision(self, player: str, *topics: str) -> Decision | None:
        """The first open decision of a player, of these topics if any are named."""
        for decision in self.decisions:
            if decision.player == player and (not topics or decision.topic in topics):
                return decision
        return None

    def but(self, **changes: Any) -> State:
        """The same state with these fields changed, and the units by space kept while no unit changes.

        Raises TypeError for a field that no state has. A game makes thousands of states: this takes a
        quarter of the time of `dataclasses.replace`.
        """
        if not changes.keys() <= self.__dataclass_fields__.keys():
            raise TypeError(f"no such field: {', '.join(changes.keys() - self.__dataclass_fields__.keys())}")
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        if "units" in changes:
            made.__dict__.pop("by_space", None)
        made.__dict__.update(changes)
        return made

    def with_unit(self, unit: Unit) -> State:
        """The same state with this unit as given."""
        return self.but(units={**self.units, unit.id: unit})

    def with_frame(self, **facts: Json) -> State:
        """The same state with these facts changed in the innermost frame."""
        top = replace(self.frame, facts={**self.frame.facts, **facts})
        return self.but(frames=(*self.frames[:-1], top))
