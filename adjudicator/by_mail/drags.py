"""Drags: what was moved in a log of VASSAL, as order lines that answer what a side is asked.

A game declares its `Drags`: how a drag is said under each question, the legal way between two spaces, and
which drags are no orders of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from adjudicator.state import State, Unit

MANY = 3
"""More steps of a log than these are not listed one by one."""


@dataclass(frozen=True, slots=True)
class LogMove:
    """A unit that was moved in step `n` of a log: from one space or box to another, "" for nowhere; `hidden`
    says how a saved game hides it there."""

    n: int
    unit: str
    origin: str
    to: str
    hidden: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An order line that stands for what was done in some steps of a log; without `text`, why it is none."""

    steps: tuple[int, ...]
    text: str
    why: str = ""

    @property
    def place(self) -> str:
        """Where in the log: "step 3 of the log"; of many steps the first and the last."""
        if len(self.steps) > MANY:
            return f"steps {self.steps[0]} to {self.steps[-1]} of the log"
        listed = " and ".join(map(str, self.steps))
        return f"step{'s' if len(self.steps) > 1 else ''} {listed} of the log"


@dataclass(frozen=True, slots=True)
class Drag:
    """The way one unit went, space by space, and in which steps of the log; `hidden` as in a move."""

    unit: str
    path: tuple[str, ...]
    steps: tuple[int, ...] = ()
    hidden: str = ""

    @property
    def end(self) -> str:
        """Where it was left."""
        return self.path[-1]

    def on(self, path: Iterable[str], step: int, hidden: str = "") -> Drag:
        """The same drag and one more step of the log, along these spaces."""
        return Drag(self.unit, (*self.path, *path), (*self.steps, step), hidden or self.hidden)


Form = Callable[[State, Sequence[Drag]], list[LogLine]]
"""The drags of a side's own units as order lines."""

Way = Callable[[State, str, Unit, str, str], Sequence[str]]
"""(state, topic, unit, origin, end) -> the spaces of a cheapest legal path after the first; () for none."""


def each(form: str) -> Form:
    """A line for each drag: "move {unit} {path}", with the spaces after the first, or "enter {unit} at
    {end}"."""

    def said(state: State, drags: Sequence[Drag]) -> list[LogLine]:
        return [
            LogLine(drag.steps, form.format(unit=drag.unit, end=drag.end, path=" ".join(drag.path[1:])))
            for drag in drags
        ]

    return said


def alike(form: str) -> Form:
    """A line for all drags that went the same way, one after the other: "move {units} via {path}"."""

    def said(state: State, drags: Sequence[Drag]) -> list[LogLine]:
        groups = [list(group) for _, group in groupby(drags, lambda drag: drag.path)]
        return [
            LogLine(
                steps_of(group),
                form.format(
                    units=", ".join(drag.unit for drag in group),
                    end=group[0].end,
                    path="-".join(group[0].path[1:]),
                ),
            )
            for group in groups
        ]

    return said


def together(form: str) -> Form:
    """One line for all drags: "advance {units}"."""

    def said(state: State, drags: Sequence[Drag]) -> list[LogLine]:
        text = form.format(units=" ".join(drag.unit for drag in drags))
        return [LogLine(steps_of(drags), text)] if drags else []

    return said


def steps_of(drags: Iterable[Drag]) -> tuple[int, ...]:
    """The steps of the log in which any of these drags was made."""
    return tuple(sorted({n for drag in drags for n in drag.steps}))


def off_the_board(state: State, drag: Drag) -> str:
    """Why a drag that leaves a unit off the board is no order; "" for one that ends on it."""
    if drag.end in state.board.spaces:
        return ""
    return (
        f"no order takes {drag.unit} to {drag.end}" if drag.end else f"no order takes {drag.unit} off the map"
    )


def nobody_elses(state: State, side: str, unit: Unit) -> bool:
    """No unit of the other side may be moved."""
    return False


@dataclass(frozen=True, slots=True)
class Drags:
    """What drags mean in one game.

    forms   topic -> how drags are said as answers: the first open question of the side counts that is here,
            and where none is, the first form
    way     the legal way between two spaces that are not next to each other
    fault   why a drag of a unit from its place is no order; "" if it may be one
    theirs  whether a side's lines may be about this unit of the other side
    """

    forms: Mapping[str, Form]
    way: Way
    fault: Callable[[State, Drag], str] = off_the_board
    theirs: Callable[[State, str, Unit], bool] = nobody_elses

    def orders(self, state: State, side: str, moves: Sequence[LogMove]) -> list[LogLine]:
        """Lines for the units of a side that were moved, and one that says why for every other piece."""
        open_now = (d.topic for d in state.decisions if d.player == side and d.topic in self.forms)
        topic = next(open_now, next(iter(self.forms)))
        gone = [drag for drag in self.joined(state, topic, moves) if drag.path[0] != drag.end]
        wrong = {drag: self.why_none(state, side, drag) for drag in gone}
        mine = [drag for drag, why in wrong.items() if not why]
        left_out = [LogLine(drag.steps, "", why) for drag, why in wrong.items() if why]
        return [*self.forms[topic](state, mine), *left_out]

    def joined(self, state: State, topic: str, moves: Iterable[LogMove]) -> list[Drag]:
        """The moves of each piece in one, in the order in which the pieces were first touched."""
        found: dict[str, Drag] = {}
        for move in moves:
            drag = found.setdefault(move.unit, Drag(move.unit, (move.origin,)))
            if move.to != drag.end:
                found[move.unit] = drag.on(self.hops(state, topic, drag, move.to), move.n, move.hidden)
        return list(found.values())

    def hops(self, state: State, topic: str, drag: Drag, to: str) -> Sequence[str]:
        """The spaces of one move: a unit taken over several goes a legal way, where there is one."""
        board, unit = state.board, state.units.get(drag.unit)
        if unit is None or not {drag.end, to} <= board.spaces.keys() or board.adjacent(drag.end, to):
            return (to,)
        return self.way(state, topic, unit, drag.end, to) or (to,)

    def why_none(self, state: State, side: str, drag: Drag) -> str:
        """Why a drag is no order of a side; "" if it may be one."""
        unit = state.units.get(drag.unit)
        if unit is None or (unit.side != side and not self.theirs(state, side, unit)):
            return f"{drag.unit} is not yours to move"
        if drag.path[0] != unit.at:
            start = drag.path[0] or "nowhere"
            return f"{drag.unit} is at {unit.at}, but the log moves it from {start}"
        return self.fault(state, drag)
