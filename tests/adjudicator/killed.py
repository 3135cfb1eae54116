"""A mail run that is killed at a place in the code, in a process of its own.

Such processes are forked from one that has read the code already: a start costs a tenth of what it would."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from hashlib import sha256
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import ForkServerContext, SpawnContext
from pathlib import Path
from typing import Any

import pytest

from adjudicator.mail.run import workers
from tests.adjudicator.house import House

KILLED = 9
BEFORE, AFTER = "before", "after"
Work = Callable[[Path, datetime], object]


def post(folder: Path, now: datetime) -> None:
    """A mail run over the letters that lie in the inbox."""
    from adjudicator.mail.desk import open_desk
    from adjudicator.mail.run import run_mail

    run_mail(open_desk(folder), now)


def round_of_post(folder: Path, now: datetime) -> None:
    """A round: letters are fetched, a mail run, mails are sent."""
    from adjudicator.mail.desk import open_desk
    from adjudicator.mail.servers.rounds import Rounds

    Rounds(open_desk(folder)).go(now)


def killed(place: str, when: str, folder: Path, now: datetime, work: Work = post) -> int | None:
    """Work at a desk, killed as it comes to `place` ("module:Class.method") or has done what is there; how
    its process ended: KILLED, unless it never came there."""
    process = _context().Process(target=_die, args=(place, when, folder, now, work, dict(os.environ)))
    process.start()
    process.join()
    return process.exitcode


@cache
def _context() -> ForkServerContext | SpawnContext:
    """Whatever forks here is none of the tests' own processes, in which other threads may run."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__, "adjudicator.mail.run", "adjudicator.mail.servers.rounds"])
    return context


def _die(
    place: str, when: str, folder: Path, now: datetime, work: Work, environment: Mapping[str, str]
) -> None:
    os.environ.update(environment)
    module, _, path = place.partition(":")
    owner: Any = importlib.import_module(module)
    *names, last = path.split(".")
    for name in names:
        owner = getattr(owner, name)
    real = getattr(owner, last)

    def dies(*args: Any, **told: Any) -> None:
        if when == AFTER:
            real(*args, **told)
        os._exit(KILLED)

    setattr(owner, last, dies)
    work(folder, now)


def put_away_left_files(house: House) -> None:
    """A mail run a minute later, if a worker was killed before it had put its letter's file away."""
    left = list(house.desk.taken.glob("*.eml"))
    with house.desk.store() as store:
        assert all(store.mail.dealt_with(sha256(path.read_bytes()).hexdigest()) for path in left)
    if left:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(workers, "FORGOTTEN_SECONDS", -1.0)
            house.post()
