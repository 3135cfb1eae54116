"""One mail run: take the mail in, judge it, send what is due.

Each letter is one transaction: the letter, its rulings, events, dice and the mails it causes are kept
together or not at all. Files move afterwards, in ways that may be repeated, so a crash at any moment loses
nothing and does nothing twice.

clerk      the letters of one mail run, one after the other
overdue    deadlines: a word beforehand, one reminder, and what silence means
judging    a good block of a letter: judged, tried, or replaced by a later one
passing    the words around the blocks: to another player, or to the referee
asking     what is said to a letter that only asks something
told       what a side was told, line by line: it is passed on to nobody
announcing what waited for a round of a public beacon, judged when it is here
outcome    what became of it all, for the referee
workers    the same where the store is shared: several workers, and each letter in the hands of one
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.rulebooks import tell_changes
from adjudicator.mail.holding.held import put_away, tell_referee
from adjudicator.mail.holding.inbox import inbox, strays
from adjudicator.mail.holding.intake import arrivals
from adjudicator.mail.holding.people import end_what_ended
from adjudicator.mail.run.clerk import Clerk
from adjudicator.mail.run.outcome import Done, MailRun, whose
from adjudicator.store import CLOCK_STOPPED, Store

__all__ = ["Clerk", "Done", "MailRun", "inbox", "run_mail"]


def run_mail(
    desk: Desk, now: datetime, wait: float = 10.0, stopped: Callable[[], bool] = lambda: False
) -> MailRun:
    """One mail run over a desk, alone at it, which ends between two letters when it is `stopped`.

    Raises DeskError when another is at work there.
    """
    if desk.settings.store.database:
        return _shared_run(desk, now, wait, stopped)
    with desk.alone(wait), desk.store() as store:
        clerk = Clerk(desk, store, now)
        ended = _let_go(clerk)
        clerk.deliver()
        clerk.take_in(arrivals(inbox(desk), biggest=clerk.biggest), stopped)
        _round_off(clerk, ended, stopped)
    return clerk.finish()


def _shared_run(desk: Desk, now: datetime, wait: float, stopped: Callable[[], bool]) -> MailRun:
    """One mail run over a desk at which other workers may be; while letters come it goes on, till it
    is time again for what is for the whole desk."""
    from adjudicator.mail.run.workers import Worker

    last, problems = _ON_DUTY.get(desk.folder, (datetime.min.replace(tzinfo=UTC), ()))
    rested = abs(now - last) >= DUTY
    with desk.store() as store:
        if not rested and not _has_work(desk, store):
            return MailRun(problems=list(problems))
        clerk = Worker(desk, store, now)
        clerk.deliver()
        until, copies = time.monotonic() + DUTY.total_seconds(), MOST_COPIES
        while not stopped() and copies and time.monotonic() < until:
            clerk.lay_in(stopped)
            if not clerk.work(stopped):
                copies = copies - 1 if clerk.copies else 0
        if rested:
            before = len(clerk.done.problems)
            with clerk.on_duty(wait) as alone:
                if alone:
                    _round_off(clerk, _let_go(clerk), stopped)
            _ON_DUTY[desk.folder] = now, tuple(clerk.done.problems[before:])
        else:
            clerk.done.problems += problems
        clerk.deliver()
    return clerk.finish()


def _has_work(desk: Desk, store: Store) -> bool:
    """Whether letters or mails wait at a desk that is shared."""
    return bool(store.database.one("SELECT n FROM arrivals LIMIT 1") or store.mail.waiting()) or any(
        next((path for path in place.iterdir() if path.is_file()), None)
        for place in (desk.inbox, desk.inbox / "new", desk.inbox / "cur")
    )


DUTY = timedelta(seconds=10)
"""So often a worker sees to what is for the whole desk, where several are at work."""
_ON_DUTY: dict[Path, tuple[datetime, tuple[str, ...]]] = {}
"""When this process last did, and what it found wrong."""
MOST_COPIES = 3
"""So many letters of the same bytes are looked at in one mail run."""
Ended = tuple[list[str], list[str]]


def _let_go(clerk: Clerk) -> Ended:
    """End what has an end, such as a substitute's time; what ended, and what could not be."""
    if clerk.store.transit.note(CLOCK_STOPPED):
        return [], []
    return end_what_ended(clerk.despatch)


def _round_off(clerk: Clerk, ended: Ended, stopped: Callable[[], bool]) -> None:
    """What is to be done for the whole desk behind the letters of a mail run."""
    desk, store = clerk.desk, clerk.store
    clerk.judge_announced(stopped)
    if not store.transit.note(CLOCK_STOPPED) and not stopped():
        clerk.overdue()
        clerk.digests()
    try:
        put_away(desk, store)
        tell_referee(desk, store, clerk.despatch, clerk.registry)
    except Exception as fault:  # the mails of this run go out all the same
        clerk.tell_fault(fault, whose(fault, ""))
    clerk.deliver()
    clerk.done.news += [*ended[0], *tell_changes(store)]
    clerk.done.problems += [*ended[1], *strays(desk)]
