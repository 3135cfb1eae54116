"""The events all games share. An event is a fact in the past tense; `apply` knows no rules.

Every event names the clause behind it and who may see it; `says` is its sentence for a report.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import ModuleType
from typing import Any, ClassVar

from adjudicator.state import Decision, Frame, Json, State

EVERYBODY: tuple[str, ...] = ("*",)


class Names:
    """Printed names for ids, in sentences: units, spaces, chits, sides."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def __call__(self, key: str) -> str:
        """The printed name of an id, or the id itself."""
        return self.names.get(key, key)

    def list(self, keys: tuple[str, ...] | list[str]) -> str:
        """Printed names joined as a person would: 'A, B and C'."""
        words = [self(key) for key in keys]
        return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


@dataclass(frozen=True, kw_only=True)
class Event:
    """A fact. `rule` is the clause it follows from, `to` the sides that may see it."""

    rule: str
    to: tuple[str, ...] = EVERYBODY
    quiet: ClassVar[bool] = False
    """A quiet event is bookkeeping that reports leave out."""

    def apply(self, state: State) -> State:
        """The state after this event."""
        return state

    def says(self, names: Names) -> str:
        """One sentence for a report; empty if there is nothing to tell."""
        return ""

    def seen_by(self, side: str) -> bool:
        """Whether a side may know of this event."""
        return self.to == EVERYBODY or side in self.to

    @property
    def kind(self) -> str:
        """The name of the event in journals and rehearsals."""
        return type(self).__name__

    def facts(self) -> dict[str, Json]:
        """Every field but the rule and the readers, as JSON-ready values."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name not in {"rule", "to"}}


def frozen(value: Any) -> Any:
    """JSON lists become tuples again, all the way down."""
    if isinstance(value, (list, tuple)):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return value


def event_from(kinds: Mapping[str, type[Event]], kind: str, rule: str, to: list[str], facts: Json) -> Event:
    """The event of a journal row. Raises KeyError for a kind the game does not know."""
    return kinds[kind](rule=rule, to=tuple(to), **frozen(facts))


# -- units ---------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class UnitMoved(Event):
    """A unit went along `path`, which starts where it stood and ends where it stands.

    `how` is "move", "reserve", "free", "retreat", "advance", "displaced", "follow" ...
    """

    unit: str
    path: tuple[str, ...]
    how: str = "move"
    cost: str = ""

    def apply(self, state: State) -> State:
        """The unit is at the end of its path."""
        return state.with_unit(replace(state.units[self.unit], at=self.path[-1]))

    def says(self, names: Names) -> str:
        """Who went where, and how."""
        words = {
            "move": "moves", "reserve": "moves from reserve", "free": "moves freely", "retreat": "retreats",
            "advance": "advances", "displaced": "escapes", "follow": "follows",
        }  # fmt: skip
        start, way = names(self.path[0]), ", ".join(names(space) for space in self.path[1:])
        return f"{names(self.unit)} {words.get(self.how, self.how)} from {start} to {way}."


@dataclass(frozen=True, kw_only=True)
class UnitPlaced(Event):
    """A unit came on the map, or into a box, with so many steps."""

    unit: str
    at: str
    steps: int
    why: str = ""

    def apply(self, state: State) -> State:
        """The unit stands there, with nothing on it."""
        unit = replace(state.units[self.unit], at=self.at, steps=self.steps, flags=frozenset())
        return state.with_unit(unit)

    def says(self, names: Names) -> str:
        """Which unit stands where now, and why."""
        return f"{names(self.unit)} is placed in {names(self.at)}{f' ({self.why})' if self.why else ''}."


@dataclass(frozen=True, kw_only=True)
class StepLost(Event):
    """A unit lost one step and stays in play."""

    unit: str
    left: int

    def apply(self, state: State) -> State:
        """One step fewer."""
        return state.with_unit(replace(state.units[self.unit], steps=self.left))

    def says(self, names: Names) -> str:
        """Who was reduced."""
        return f"{names(self.unit)} is reduced."


@dataclass(frozen=True, kw_only=True)
class StepRegained(Event):
    """A unit got a step back."""

    unit: str
    steps: int

    def apply(self, state: State) -> State:
        """So many steps now."""
        return state.with_unit(replace(state.units[self.unit], steps=self.steps))

    def says(self, names: Names) -> str:
        """Who recovered."""
        return f"{names(self.unit)} is restored."


@dataclass(frozen=True, kw_only=True)
class UnitEliminated(Event):
    """A unit left the map: to the eliminated box, or out of the game (`box` = "withdrawn")."""

    unit: str
    at: str
    box: str = "eliminated"
    why: str = ""

    def apply(self, state: State) -> State:
        """The unit is in its box with no step left."""
        unit = replace(state.units[self.unit], at=self.box, steps=0, flags=frozenset())
        return state.with_unit(unit)

    def says(self, names: Names) -> str:
        """Who was lost, where, and why."""
        verb = "is eliminated" if self.box == "eliminated" else "leaves the game"
        return f"{names(self.unit)} {verb} in {names(self.at)}{f': {self.why}' if self.why else ''}."


@dataclass(frozen=True, kw_only=True)
class FlagsChanged(Event):
    """Markers were laid on units and taken off: out-of-supply, activated ... `hushed` when the next words of the
    report, or the ones before, tell it anyway."""

    units: tuple[str, ...]
    add: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    why: str = ""
    hushed: bool = False

    def apply(self, state: State) -> State:
        """Each named unit with its flags as they are now."""
        units = dict(state.units)
        for id_ in self.units:
            unit = units[id_]
            units[id_] = replace(unit, flags=(unit.flags | set(self.add)) - set(self.drop))
        return replace(state, units=units)

    def says(self, names: Names) -> str:
        """What is on whom."""
        if self.hushed:
            return ""
        parts = [f"now {flag}" for flag in self.add] + [f"no longer {flag}" for flag in self.drop]
        one = "is" if len(self.units) == 1 else "are"
        because = f" ({self.why})" if self.why else ""
        return f"{names.list(self.units)} {one} {', '.join(parts)}{because}."


# -- tracks, control, hands, cups, facts -----------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TrackMoved(Event):
    """A marker on a track went from one number to another."""

    track: str
    was: int
    now: int
    why: str = ""

    def apply(self, state: State) -> State:
        """The marker at its new number."""
        return replace(state, tracks={**state.tracks, self.track: self.now})

    def says(self, names: Names) -> str:
        """The track, its change and the reason."""
        return f"{names(self.track)}: {self.was} to {self.now}{f' ({self.why})' if self.why else ''}."


@dataclass(frozen=True, kw_only=True)
class ControlChanged(Event):
    """A space has a new controller; "" for none."""

    space: str
    was: str
    now: str
    why: str = ""

    def apply(self, state: State) -> State:
        """The control marker as it lies now."""
        control = {k: v for k, v in state.control.items() if k != self.space}
        return replace(state, control={**control, self.space: self.now} if self.now else control)

    def says(self, names: Names) -> str:
        """Who holds it now."""
        because = f" ({self.why})" if self.why else ""
        if self.now:
            return f"{names(self.space)} is now in the hands of {names(self.now)}{because}."
        return f"{names(self.space)} is no longer in the hands of {names(self.was)}{because}."


@dataclass(frozen=True, kw_only=True)
class HandChanged(Event):
    """A player's hand as it is now; only its owner may see this event, unless the cards are open."""

    side: str
    cards: tuple[str, ...]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """The hand is as told."""
        return replace(state, hands={**state.hands, self.side: self.cards})


@dataclass(frozen=True, kw_only=True)
class CupChanged(Event):
    """What a cup or deck holds now; nobody may see this event."""

    cup: str
    items: tuple[str, ...]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """The cup is as told."""
        return replace(state, cups={**state.cups, self.cup: self.items})


@dataclass(frozen=True, kw_only=True)
class FactNoted(Event):
    """Something the game must remember that no marker shows. None forgets it."""

    key: str
    value: Json
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """The fact is as told."""
        facts = {k: v for k, v in state.facts.items() if k != self.key}
        return replace(state, facts=facts if self.value is None else {**facts, self.key: self.value})


# -- chance ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class DieRolled(Event):
    """A die: the n-th roll of the game, for a purpose, bound to the chain of sheets taken so far."""

    n: int
    purpose: str
    sides: int
    value: int
    chain: str = ""

    def apply(self, state: State) -> State:
        """One more roll."""
        return replace(state, rolled=self.n)

    def says(self, names: Names) -> str:
        """The purpose and the number."""
        return f"Die for {self.purpose}: {self.value}."


@dataclass(frozen=True, kw_only=True)
class Drawn(Event):
    """A chit, card or unit drawn from a cup or deck; the item leaves the cup.

    `value` is its place among the `sides` sorted items that were left.
    """

    n: int
    purpose: str
    cup: str
    sides: int
    value: int
    item: str
    chain: str = ""

    def apply(self, state: State) -> State:
        """The item is out of its cup."""
        left = tuple(item for item in state.cups[self.cup] if item != self.item)
        return replace(state, rolled=self.n, cups={**state.cups, self.cup: left})

    def says(self, names: Names) -> str:
        """What came out."""
        return f"Drawn for {self.purpose}: {names(self.item)}."


# -- the sequence of play ----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TurnBegan(Event):
    """The turn marker stands on a new space."""

    turn: int

    def apply(self, state: State) -> State:
        """It is this turn."""
        return replace(state, turn=self.turn)

    def says(self, names: Names) -> str:
        """The new turn."""
        return f"Turn {self.turn} begins."


@dataclass(frozen=True, kw_only=True)
class SegmentEntered(Event):
    """A level of the sequence of play began, inside the present one or (`instead`) in its place."""

    segment: str
    about: Mapping[str, Json] = field(default_factory=dict)
    instead: bool = False
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """One frame more, or another one on top."""
        below = state.frames[:-1] if self.instead else state.frames
        return replace(state, frames=(*below, Frame(self.segment, self.about)))


@dataclass(frozen=True, kw_only=True)
class SegmentNoted(Event):
    """The innermost level of the sequence of play remembers something."""

    about: Mapping[str, Json]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Its facts changed."""
        return state.with_frame(**self.about)


@dataclass(frozen=True, kw_only=True)
class SegmentLeft(Event):
    """The innermost level of the sequence of play ended."""

    segment: str
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """One frame fewer."""
        return replace(state, frames=state.frames[:-1])


@dataclass(frozen=True, kw_only=True)
class GameEnded(Event):
    """The game is over: who won, at what level, and the points."""

    winner: str
    why: str
    points: Mapping[str, int] = field(default_factory=dict)

    def apply(self, state: State) -> State:
        """Nothing is open any more."""
        over = {"winner": self.winner, "why": self.why, "points": dict(self.points)}
        return replace(state, over=over, decisions=(), sealed={}, frames=())

    def says(self, names: Names) -> str:
        """The result."""
        score = ", ".join(f"{names(side)} {points}" for side, points in self.points.items())
        won = f"{names(self.winner)} wins" if self.winner else "Nobody wins"
        return f"The game is over: {self.why}. {won}{f' ({score})' if score else ''}."


# -- questions and answers ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Asked(Event):
    """A player was asked something; the game waits for the answer."""

    decision: Mapping[str, Json]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """One more open decision."""
        return replace(state, decisions=(*state.decisions, Decision(**self.decision)), asked=state.asked + 1)


@dataclass(frozen=True, kw_only=True)
class Answered(Event):
    """A decision is closed. `by` is "order", "standing order", "only answer" or "silence"."""

    decision: str
    player: str
    by: str
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """It is open no longer."""
        sealed = {k: v for k, v in state.sealed.items() if k != self.decision}
        left = tuple(d for d in state.decisions if d.id != self.decision)
        return replace(state, decisions=left, sealed=sealed)


@dataclass(frozen=True, kw_only=True)
class Sealed(Event):
    """A sealed answer came in, or replaced an earlier one; only its writer may see it."""

    decision: str
    orders: tuple[Json, ...]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Kept until all sealed answers of the moment are in."""
        return replace(state, sealed={**state.sealed, self.decision: self.orders})


@dataclass(frozen=True, kw_only=True)
class StandingChanged(Event):
    """A player's standing orders as they are now; only he may see them."""

    side: str
    lines: tuple[str, ...]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """These and no others."""
        return replace(state, standing={**state.standing, self.side: self.lines})


@dataclass(frozen=True, kw_only=True)
class OrderDropped(Event):
    """A queued order could not be carried out any more when its moment came."""

    side: str
    text: str
    why: str

    def says(self, names: Names) -> str:
        """Which order fell, and why."""
        return f"{names(self.side)}'s order «{self.text}» is not carried out: {self.why}."


@dataclass(frozen=True, kw_only=True)
class Corrected(Event):
    """The referee put something right by hand; everybody is told."""

    what: str
    units: tuple[Mapping[str, Json], ...] = ()
    tracks: Mapping[str, int] = field(default_factory=dict)
    control: Mapping[str, str] = field(default_factory=dict)

    def apply(self, state: State) -> State:
        """Units, tracks and control as the referee set them."""
        units = dict(state.units)
        for put in self.units:
            unit = units[put["unit"]]
            flags = frozenset(put.get("flags", unit.flags))
            units[unit.id] = replace(
                unit, at=put.get("at", unit.at), steps=put.get("steps", unit.steps), flags=flags
            )
        control = {k: v for k, v in {**state.control, **self.control}.items() if v}
        return replace(state, units=units, tracks={**state.tracks, **self.tracks}, control=control)

    def says(self, names: Names) -> str:
        """The referee's own words."""
        return f"Correction by the referee: {self.what}."


SHARED: tuple[type[Event], ...] = (
    UnitMoved,
    UnitPlaced,
    StepLost,
    StepRegained,
    UnitEliminated,
    FlagsChanged,
    TrackMoved,
    ControlChanged,
    HandChanged,
    CupChanged,
    FactNoted,
    DieRolled,
    Drawn,
    TurnBegan,
    SegmentEntered,
    SegmentNoted,
    SegmentLeft,
    GameEnded,
    Asked,
    Answered,
    Sealed,
    StandingChanged,
    OrderDropped,
    Corrected,
)


def kinds(*own: type[Event]) -> Mapping[str, type[Event]]:
    """The event kinds of one game: the shared ones and its own. Raises ValueError on a name used twice."""
    found: dict[str, type[Event]] = {}
    for event in (*SHARED, *own):
        if event.__name__ in found:
            raise ValueError(f"two kinds of event are called {event.__name__}")
        found[event.__name__] = event
    return found


def kinds_in(module: ModuleType) -> tuple[type[Event], ...]:
    """The kinds of event that a module defines, in the order in which it does."""
    found = (thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, Event))
    return tuple(kind for kind in found if kind.__module__ == module.__name__)
