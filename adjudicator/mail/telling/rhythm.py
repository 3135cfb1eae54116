"""When a side gets a report: fewer mails, and yet it knows everything by the time it is asked.

Whoever is asked something gets one at once. Everybody else gets one for each impulse: when the next one
begins, with all that happened in it; the writer of a sheet reads in the answer what came of it meanwhile. The
opening, the beginning when all have accepted, what the desk puts on record (a correction, a change of
players), what is proposed and what is said to it, and the end of the game go to all at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.events import Entry, Event, SegmentEntered
from adjudicator.mail.desk.bound import ACCEPT
from adjudicator.mail.desk.table import Table, Taken
from adjudicator.mail.telling.reports import ReportSpan

AT_ONCE = frozenset(("opening", "correction", "entry"))


def is_due(table: Table, taken: Taken, span: ReportSpan) -> bool:
    """Whether a side gets its report after a sheet, or an observer, who is never asked anything."""
    side, after = span.side, table.state
    if taken.row.kind in AT_ONCE or any(isinstance(event, Entry) for event in taken.events):
        return True
    if after.over is not None or _has_begun(taken):
        return True
    asked = any(decision.player == side for decision in after.waiting())
    return asked or _new_impulse(table, span)


def _has_begun(taken: Taken) -> bool:
    """Whether the last player has now accepted the game."""
    before, after = ({d.topic for d in state.decisions} for state in (taken.before, taken.after))
    return ACCEPT in before - after


def _new_impulse(table: Table, span: ReportSpan) -> bool:
    """Whether another turn or impulse has begun since the side's last report."""
    since, after = table.state_after(span.first - 1), table.state
    if not table.game.impulses:
        return (since.turn, since.segment) != (after.turn, after.segment)
    events = table.events(span.first, span.last)
    return since.turn != after.turn or any(segment in table.game.impulses for segment in _entered(events))


def _entered(events: Iterable[Event]) -> Iterable[str]:
    return (event.segment for event in events if isinstance(event, SegmentEntered))
