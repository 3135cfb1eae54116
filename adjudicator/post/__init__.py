"""One pass of the post: take the mail in, judge it, send what is due.

Each letter is one transaction: the letter, its rulings, events, dice and the mails it causes are kept
together or not at all. Files move afterwards, in ways that may be repeated, so a crash at any moment loses
nothing and does nothing twice.

inbox      what lies in the inbox, and in which order its letters count
clerk      the letters of one pass, one after the other
overdue    deadlines: a word beforehand, one reminder, and what silence means
judging    a good block of a letter: judged, tried, or replaced by a later one
passing    the words around the blocks: to another player, or to the referee
outcome    what became of it all, for the referee
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from adjudicator.desk import Desk
from adjudicator.desk.despatch import Despatch
from adjudicator.desk.held import put_away, tell_referee
from adjudicator.desk.people import end_what_ended
from adjudicator.desk.rulebooks import tell_changes
from adjudicator.mail.intake import arrivals
from adjudicator.post.clerk import Clerk
from adjudicator.post.inbox import inbox, strays
from adjudicator.post.outcome import Done, Pass, whose
from adjudicator.store import CLOCK_STOPPED

__all__ = ["Clerk", "Done", "Pass", "inbox", "run_pass"]


def run_pass(
    desk: Desk, now: datetime, wait: float = 10.0, stopped: Callable[[], bool] = lambda: False
) -> Pass:
    """One pass over the mail of a desk, alone at it, which ends between two letters when it is `stopped`.

    Raises DeskError when another is at work there.
    """
    with desk.alone(wait), desk.store() as store:
        clocked = not store.transit.note(CLOCK_STOPPED)
        ended, wrong = end_what_ended(Despatch(desk, store, now)) if clocked else ([], [])
        clerk = Clerk(desk, store, now)
        clerk.deliver()
        clerk.take_in(arrivals(inbox(desk), biggest=clerk.biggest), stopped)
        if clocked and not stopped():
            clerk.overdue()
        try:
            put_away(desk, store)
            tell_referee(desk, store, clerk.despatch, clerk.registry)
        except Exception as fault:  # the mails of this pass go out all the same
            clerk.tell_fault(fault, whose(fault, ""))
        clerk.deliver()
        clerk.done.news += [*ended, *tell_changes(store)]
        clerk.done.problems += [*wrong, *strays(desk)]
    return clerk.finish()
