"""Pauses that grow: what failed is tried again later, and each time later still."""

from __future__ import annotations

from datetime import datetime, timedelta

from adjudicator.store import Pause


def longer(before: Pause | None, what: str, now: datetime, first: timedelta, longest: timedelta) -> Pause:
    """The pause after one more failure: twice as long as the last one."""
    stamp = now.isoformat(timespec="seconds")
    tries = before.tries + 1 if before else 1
    pause = min(first * 2 ** min(tries - 1, 20), longest)
    return Pause(what, before.since if before else stamp, tries, (now + pause).isoformat(timespec="seconds"))


def rests(pause: Pause | None, now: datetime, longest: timedelta) -> bool:
    """Whether it is still to rest. No pause is longer than the longest: then the clock was wrong."""
    return pause is not None and now < datetime.fromisoformat(pause.until) <= now + longest
