"""The journal of a game cut into steps: one for each segment, or each impulse, in which something was told.

Steps are cut where the reader sees a segment begin, so that neither their number nor their ends hang on what
they may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from adjudicator.events import Event, SegmentEntered, TurnBegan
from adjudicator.game import Game
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.trial import known_to
from adjudicator.mail.telling.observers import public, seen_by_all
from adjudicator.mail.telling.reports import events_that_count
from adjudicator.report.story import heading, tell
from adjudicator.state import State

WATCHING = ""
"""The reader who plays no side."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the reader's views around it, the events they may see, the last of them in the journal."""

    number: int
    title: str
    before: State
    after: State
    events: tuple[Event, ...]
    last: int

    @property
    def turn(self) -> int:
        """The turn that the step ends in."""
        return self.after.turn


def steps(table: Table, reader: str) -> tuple[Step, ...]:
    """The steps of a game as this reader may know them; before it begins, how it starts."""
    see, game = sight(table.game, reader), table.game
    found: list[Step] = []
    for told in spans(table, reader):
        last, events = told[-1][0], tuple(event for _, event in told)
        before = found[-1].after if found else see(table.state_after(0))
        after = see(table.state_after(last))
        chapters = tell(game, events, before.turn, before.segment)
        if chapters or not found:
            title = chapters[0].title if chapters else heading(game, after.turn, after.segment)
            found.append(Step(len(found) + 1, title, before, after, events, last))
    return tuple(found) or (start_of(game, see(table.state_after(0))),)


def start_of(game: Game, start: State) -> Step:
    """The step of a game that has not begun: the starting position."""
    return Step(1, heading(game, start.turn, start.segment), start, start, (), 0)


def sight(game: Game, reader: str) -> Callable[[State], State]:
    """How a reader sees a state."""
    return (lambda state: known_to(game, state, reader)) if reader else (lambda state: public(game, state))


def spans(table: Table, reader: str) -> Iterator[list[tuple[int, Event]]]:
    """The events that a reader may see, with their numbers, step after step; none that was taken back."""
    span: list[tuple[int, Event]] = []
    for n, event in seen(table, reader):
        if span and begins(table.game, event):
            yield span
            span = []
        span.append((n, event))
    if span:
        yield span


def seen(table: Table, reader: str) -> Sequence[tuple[int, Event]]:
    """The events that count and that a reader may see, with their numbers."""
    told = events_that_count(table, 1, table.last.last_event)
    return [one for one in told if (one[1].seen_by(reader) if reader else seen_by_all(table.game, one[1]))]


def begins(game: Game, event: Event) -> bool:
    """Whether an event begins a step: a turn, an impulse, a segment where the game has no impulses."""
    if isinstance(event, SegmentEntered) and event.instead and event.segment in game.sequence:
        return event.segment in game.impulses or not game.impulses
    return isinstance(event, TurnBegan)
