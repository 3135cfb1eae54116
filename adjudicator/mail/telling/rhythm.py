"""When a side gets a report: fewer mails, and yet it knows everything by the time it is asked.

A side that is asked something gets one at once. Every other side gets a digest: everything since its last
report, with its next question, or when the day ends. A player may want it otherwise (`reports` in a sheet),
and so may the referee for a game or the desk: `at once`, when a segment or an impulse ends; `daily`, where
questions wait for the end of the day as well, unless their deadline is near. The opening, a correction, what
is proposed and what is said to it, announced orders, and the end of the game go to all at once. Who sent
orders with `accept` is told at once when they are carried out.

What the referee enters about people and time is a line in the next report. A side that has new reply codes
gets a report at once; one whose deadlines change gets a short mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from adjudicator.events import (
    Arrangement,
    Entry,
    Event,
    OrdersKept,
    OrdersReplaced,
    SegmentEntered,
    StandingChanged,
    Undone,
)
from adjudicator.events.desk import (
    AddressesChanged,
    Announced,
    CodeRenewed,
    DeadlineMoved,
    GamePaused,
    GameResumed,
    ObserverChanged,
    PlayerAway,
    PlayerBack,
    PlayerChanged,
    SubstituteEnded,
    SubstituteNamed,
)
from adjudicator.mail.desk.bound import ACCEPT
from adjudicator.mail.desk.table import Table, Taken
from adjudicator.mail.telling.reports import ReportSpan
from adjudicator.state import State

WATCHING = "observer"
"""What stands for a side in mails to who watches."""
ONCE, ASKED, DAILY = "at once", "when asked", "daily"
NEAR = timedelta(days=2)
"""A question whose deadline is no farther away than this is told at once, whatever its player wants."""
AT_ONCE = frozenset(("opening", "correction"))
NEW_CODES = (PlayerChanged, AddressesChanged, CodeRenewed, SubstituteNamed, SubstituteEnded)
"""After these a side needs another order form, or somebody new reads its mails."""
QUEUED = (OrdersKept, OrdersReplaced, StandingChanged)
"""What a sheet leaves for later: nothing of what is asked now is answered by it."""
OF_ALL, OF_ONE = (GamePaused, GameResumed), (DeadlineMoved, PlayerAway, PlayerBack)
"""What changes the deadlines of all sides, or of the one it names."""


def is_due(
    table: Table, taken: Taken, span: ReportSpan, way: str, soon: Callable[[], bool] = lambda: False
) -> bool:
    """Whether a side gets its report after a sheet, or an observer, who is never asked anything. `way` is how
    it wants its reports; `soon` finds out whether a deadline of it is near."""
    side = span.side
    if is_urgent(taken, side):
        return True
    if is_arranged(taken):
        return False
    if way == DAILY and not soon():
        return False
    if has_question(taken, side) or (_has_begun(taken) and _was_tried(table, taken, side)):
        return True
    return way == ONCE and (_has_begun(taken) or _new_impulse(table, span))


def is_urgent(taken: Taken, side: str) -> bool:
    """Whether a side must know at once of what was taken, however it wants its reports."""
    if taken.row.kind in AT_ONCE or taken.after.over is not None:
        return True
    return any(_is_urgent(event, side) for event in taken.events)


def _is_urgent(event: Event, side: str) -> bool:
    if not isinstance(event, Arrangement):
        return isinstance(event, Entry)
    if isinstance(event, ObserverChanged):
        return event.watches and side == WATCHING
    return isinstance(event, Announced | Undone) or (isinstance(event, NEW_CODES) and event.side == side)


def is_arranged(taken: Taken) -> bool:
    """Whether the referee entered something about people or time, and nothing else happened."""
    return bool(taken.events) and all(isinstance(event, Arrangement) for event in taken.events)


def needs_word(taken: Taken, side: str) -> bool:
    """Whether what was arranged changes the time in which a side has to answer what it is asked."""
    asked = any(decision.player == side for decision in taken.after.waiting())
    return asked and any(
        isinstance(event, OF_ALL) or (isinstance(event, OF_ONE) and event.side == side)
        for event in taken.events
    )


def has_question(taken: Taken, side: str) -> bool:
    """Whether a side is asked something new, or something happened that it sees while it is asked: a sheet
    that changed nothing brings no report."""
    asked = _asked(taken.after, side)
    if not asked:
        return False
    return bool(asked - _asked(taken.before, side)) or any(is_news(event, side) for event in taken.events)


def answers_part(taken: Taken, side: str) -> bool:
    """Whether a sheet settled something of a question that stays open: the page on which its side taps orders
    still offers all of it."""
    still = _asked(taken.before, side) & _asked(taken.after, side)
    return bool(still) and any(
        event.seen_by(side) and not isinstance(event, QUEUED) for event in taken.events
    )


def is_news(event: Event, side: str) -> bool:
    """Whether an event is something that a report tells this side."""
    return event.seen_by(side) and not event.quiet


def day_ends(now: datetime, zone: str) -> datetime:
    """The end of the day that it is where somebody lives: at most a day from now."""
    here = now.astimezone(ZoneInfo(zone))
    midnight = datetime(here.year, here.month, here.day, tzinfo=here.tzinfo) + timedelta(days=1)
    return min(midnight.astimezone(UTC), now.astimezone(UTC) + timedelta(days=1))


def _asked(state: State, side: str) -> set[str]:
    return {decision.id for decision in state.waiting() if decision.player == side}


def _has_begun(taken: Taken) -> bool:
    """Whether the last player has now accepted the game."""
    before, after = ({d.topic for d in state.decisions} for state in (taken.before, taken.after))
    return ACCEPT in before - after


def _was_tried(table: Table, taken: Taken, side: str) -> bool:
    """Whether lines that a side sent before were tried now: its answer to them said only that they wait."""
    now = table.store.journal.older_rulings(table.number, side, taken.row.n - 1, taken.row.n)
    return any(ruling.verdict != "waiting" for ruling in now)


def _new_impulse(table: Table, span: ReportSpan) -> bool:
    """Whether another turn or impulse has begun since the side's last report."""
    since, after = table.state_after(span.first - 1), table.state
    if not table.game.impulses:
        return (since.turn, since.segment) != (after.turn, after.segment)
    events = table.events(span.first, span.last)
    return since.turn != after.turn or any(segment in table.game.impulses for segment in _entered(events))


def _entered(events: Iterable[Event]) -> Iterable[str]:
    return (event.segment for event in events if isinstance(event, SegmentEntered))
