"""The clock: whether it jumped since the last mail run, and deadlines that wait for the referee's look."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from adjudicator.mail.desk import Desk
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.settings.clock import when
from adjudicator.store import CLOCK_STOPPED, Store

JUMP = timedelta(days=1)
"""A clock that is wrong by more than this is not believed."""
_LAST = "last pass"
_OFTEN_SECONDS = 600.0  # so often the time of a mail run is kept: an idle watch lets the disk sleep
_START = Path("/proc/sys/kernel/random/boot_id")
_STOPPED = """\
The clock of the desk's computer jumped by about {days}: the last mail run
was on {before}; now the clock says {now}.

Deadlines are stopped until you have checked it. When the clock is right, type

    hexpost desk go-on {folder}

Meanwhile orders are adjudicated and reports sent as usual.
"""


@dataclass(frozen=True, slots=True)
class Ticks:
    """A clock that nobody can set: which one it is (of one start of the machine), and its seconds."""

    of: str
    seconds: float


def ticks() -> Ticks:
    """The clock that counts since the machine started, asleep or not; or else since this process did."""
    try:
        return Ticks(_START.read_text(encoding="ascii").strip(), time.clock_gettime(time.CLOCK_BOOTTIME))
    except (OSError, AttributeError):
        return Ticks(f"process {os.getpid()}", time.monotonic())


def jump(before: datetime, then: Ticks, now: datetime, ticked: Ticks) -> timedelta:
    """By how much the clock jumped. After a restart of the machine, only a step back counts: it may have been
    off for long."""
    passed = now - before
    if then.of == ticked.of:
        return passed - timedelta(seconds=ticked.seconds - then.seconds)
    return min(passed, timedelta())


def look_at_clock(desk: Desk, store: Store, now: datetime, ticked: Ticks) -> str:
    """Stop the deadlines where the clock jumped; what the referee should know of it, "" where all is well."""
    stopped = store.transit.note(CLOCK_STOPPED)
    if stopped:
        return stopped
    kept = store.transit.note(_LAST)
    if not kept:
        _keep(store, now, ticked)
        return ""
    last = json.loads(kept)
    before, then = datetime.fromisoformat(last["at"]), Ticks(last["of"], last["seconds"])
    off = jump(before, then, now, ticked)
    if abs(off) <= JUMP:
        if then.of != ticked.of or ticked.seconds - then.seconds >= _OFTEN_SECONDS:
            _keep(store, now, ticked)
        return ""
    return _stop(desk, store, before, now, off)


def _stop(desk: Desk, store: Store, before: datetime, now: datetime, off: timedelta) -> str:
    """Stop the deadlines and tell the referee by mail; what `hexpost post` says of it."""
    count, way = abs(off).days, "forward" if off > timedelta() else "back"
    days = f"{count} day{'s' if count > 1 else ''} {way}"
    told = (
        f"the clock of this computer jumped by {days}: deadlines are stopped until you type: "
        f"hexpost desk go-on {desk.folder}"
    )
    with store.transaction():
        store.transit.set_note(CLOCK_STOPPED, told)
    was, is_now = (when(one.isoformat(), desk.settings.timezone) for one in (before, now))
    text = _STOPPED.format(days=days, before=was, now=is_now, folder=desk.folder)
    Despatch(desk, store, now).tell_referee("The clock jumped: deadlines are stopped", text)
    return told


def go_on(store: Store, now: datetime, ticked: Ticks) -> bool:
    """Let the deadlines go on from the present time; whether they had stopped."""
    stopped = store.transit.note(CLOCK_STOPPED)
    with store.transaction():
        store.transit.set_note(CLOCK_STOPPED, "")
    _keep(store, now, ticked)
    return bool(stopped)


def _keep(store: Store, now: datetime, ticked: Ticks) -> None:
    told = json.dumps({"at": now.isoformat(timespec="seconds"), "of": ticked.of, "seconds": ticked.seconds})
    with store.transaction():
        store.transit.set_note(_LAST, told)
