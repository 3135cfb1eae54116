"""The course of a game: turns, segments, its end, and what the referee corrects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import ClassVar

from adjudicator.events.fact import Event, Names
from adjudicator.state import Frame, Json, State


class TurnBegan(Event):
    """The turn marker stands on a new space."""

    turn: int

    def apply(self, state: State) -> State:
        """It is this turn."""
        return state.but(turn=self.turn)

    def says(self, names: Names) -> str:
        """The new turn."""
        return f"Turn {self.turn} begins."


class Reminded(Event):
    """What the Turn Record Track says of the turn that begins."""

    sentence: ClassVar[str] = "Turn {turn}, {date}{reminder}."
    turn: int
    date: str
    reminder: str = ""


class Told(Event):
    """What a game says in its own words where no other event says it: a chit that activates nobody, say."""

    sentence: ClassVar[str] = "{text}"
    text: str


class SegmentEntered(Event):
    """A level of the sequence of play began, inside the present one or (`instead`) in its place."""

    segment: str
    about: Mapping[str, Json] = field(default_factory=dict)
    instead: bool = False
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """One frame more, or another one on top."""
        below = state.frames[:-1] if self.instead else state.frames
        return state.but(frames=(*below, Frame(self.segment, self.about)))


class SegmentNoted(Event):
    """The innermost level of the sequence of play remembers something."""

    about: Mapping[str, Json]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Its facts changed."""
        return state.with_frame(**self.about)


class SegmentLeft(Event):
    """The innermost level of the sequence of play ended."""

    segment: str
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """One frame fewer."""
        return state.but(frames=state.frames[:-1])


class GameEnded(Event):
    """The game is over: who won, at what level, and the points."""

    winner: str
    why: str
    points: Mapping[str, int] = field(default_factory=dict)

    def apply(self, state: State) -> State:
        """Nothing is open any more."""
        over = {"winner": self.winner, "why": self.why, "points": dict(self.points)}
        return state.but(over=over, decisions=(), sealed={}, frames=(), proposals={})

    def says(self, names: Names) -> str:
        """The result."""
        return f"The game is over: {self.why}. {won_by(names, self.winner, self.points)}."


def won_by(names: Names, winner: str, points: Mapping[str, int]) -> str:
    """Who has won, with the points of all: "Red wins (Red 3, Blue 1)"."""
    score = ", ".join(f"{names(side)} {points[side]}" for side in sorted(points))
    won = f"{names.begins(winner)} wins" if winner else "Nobody wins"
    return f"{won} ({score})" if score else won


class Entry(Event):
    """Something the desk itself puts on a game's record, in a sheet of its own; everybody is told at once.

    `what` says it in words, and the dice that follow are bound to them. `sheet` is the kind of its sheet.
    """

    sheet: ClassVar[str] = "entry"

    what: str

    def says(self, names: Names) -> str:
        """Its own words."""
        return f"{self.what}."


class Corrected(Entry):
    """The referee put something right by hand."""

    sheet: ClassVar[str] = "correction"

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
        return state.but(units=units, tracks={**state.tracks, **self.tracks}, control=control)

    def says(self, names: Names) -> str:
        """The referee's own words."""
        return f"Correction by the referee: {self.what}."
