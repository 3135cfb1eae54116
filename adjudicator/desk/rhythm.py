"""When a side gets a report: fewer mails, and yet it knows everything by the time it is asked.

Whoever is asked something gets one at once. Everybody else gets one for each impulse: when the next one
begins, with all that happened in it; the writer of a sheet reads in the answer what came of it meanwhile. The
opening, the beginning when all have accepted, a correction and the end of the game go to all at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.desk.bound import ACCEPT
from adjudicator.desk.reports import Window, asked_of
from adjudicator.desk.table import Step, Table
from adjudicator.desk.trial import known_to
from adjudicator.events import Event, SegmentEntered

AT_ONCE = frozenset(("opening", "correction"))


def is_due(table: Table, step: Step, window: Window) -> bool:
    """Whether a side gets its report after a step, and not later."""
    side, after = window.side, table.state
    if step.row.kind in AT_ONCE or after.over is not None or _has_begun(step):
        return True
    return bool(asked_of(known_to(table.game, after, side))) or _new_impulse(table, window)


def _has_begun(step: Step) -> bool:
    """Whether the last player has now accepted the game."""
    before, after = ({d.topic for d in state.decisions} for state in (step.before, step.after))
    return ACCEPT in before - after


def _new_impulse(table: Table, window: Window) -> bool:
    """Whether another turn or impulse has begun since the side's last report."""
    since, after = table.state_after(window.first - 1), table.state
    if not table.game.impulses:
        return (since.turn, since.segment) != (after.turn, after.segment)
    events = table.events(window.first, window.last)
    return since.turn != after.turn or any(segment in table.game.impulses for segment in _entered(events))


def _entered(events: Iterable[Event]) -> Iterable[str]:
    return (event.segment for event in events if isinstance(event, SegmentEntered))
