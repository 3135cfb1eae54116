"""Two workers at one desk that PostgreSQL keeps: letters arrive at a steady rate, and are answered.

Each worker is a `hexpost post --watch`; a letter counts as answered when the mail
that answers it lies in the outbox.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import inf
from pathlib import Path
from statistics import quantiles
from threading import Thread

from adjudicator.archive.copying import copy_rows
from adjudicator.mail.desk import Desk, open_desk
from adjudicator.mail.settings.database import open_database
from adjudicator.mail.settings.keeping import Keeping
from adjudicator.store import Store

from . import club

_ANSWERED = re.compile(rb"^In-Reply-To: <(\d+)@club\.example\.org>", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Load:
    """What became of letters at a steady rate: seconds to the answer of each, and of the whole."""

    letters: int
    answers: tuple[float, ...]
    seconds: float
    cpu: float

    @property
    def a_second(self) -> float:
        """Letters answered in a second, from the first that came to the last answer."""
        return len(self.answers) / self.seconds

    @property
    def p95(self) -> float:
        """Within how many seconds nineteen of twenty are answered."""
        return quantiles(self.answers, n=20)[-1] if len(self.answers) > 1 else inf


def kept_in(desk: Desk, url: str) -> Desk:
    """A desk of a file moved into an empty PostgreSQL database."""
    with desk.store() as source, Store(open_database(Keeping(url), desk.folder, create=True)) as target:
        copy_rows(source.database, target.database)
    settings = desk.folder / "desk.toml"
    told = settings.read_text(encoding="utf-8")
    settings.write_text(f"{told}\n[store]\ndatabase = {json.dumps(url)}\n", encoding="utf-8", newline="\n")
    return open_desk(desk.folder)


def under_load(desk: Desk, rate: float, seconds: float, workers: int = 2) -> Load:
    """Let letters arrive at a rate, each with orders for another game of a club, till all are answered."""
    count = round(rate * seconds)
    raws = list(islice(club.letters(desk, count), count))
    before = {path.name for path in (desk.outbox / "new").iterdir()}
    command = (sys.executable, "-m", "hexpost", "post", "--watch", "--desk", str(desk.folder))
    processes = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(workers)]
    try:
        time.sleep(3)  # till the workers are at work
        came: dict[int, float] = {}
        Thread(target=_lay, args=(desk, raws, rate, came), daemon=True).start()
        began, answered = time.time(), dict(_answers(desk, before, count, seconds * 6 + 30))
        spent = sum(_cpu(process.pid) for process in processes)
    finally:
        for process in processes:
            process.terminate()
            process.wait()
    waits = tuple(answered[n] - came[n] for n in answered if n in came)
    return Load(count, waits, max(answered.values(), default=began + 1) - began, spent)


def _lay(desk: Desk, raws: list[bytes], rate: float, came: dict[int, float]) -> None:
    """Lay letters into the inbox at a rate, as a mail server does."""
    began = time.time()
    for n, raw in enumerate(raws):
        time.sleep(max(0.0, began + n / rate - time.time()))
        came[n] = time.time()
        waiting = desk.inbox / "tmp" / f"{n}.club"
        waiting.write_bytes(raw)
        waiting.replace(desk.inbox / "new" / f"{1_790_000_000 + n}.{n}.club")


def _answers(desk: Desk, before: set[str], count: int, seconds: float) -> Iterator[tuple[int, float]]:
    """The number of each letter that was answered, and when its answer was laid into the outbox."""
    seen, found, until = set(before), 0, time.time() + seconds
    while found < count and time.time() < until:
        for path in list((desk.outbox / "new").iterdir()):
            if path.name in seen:
                continue
            seen.add(path.name)
            if answer := _ANSWERED.search(path.read_bytes()[:4000]):
                found += 1
                yield int(answer[1]), path.stat().st_ctime
        time.sleep(0.2)


def _cpu(process: int) -> float:
    """Seconds of processor time of a process so far."""
    told = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def inserts_a_second(url: str, count: int = 400) -> float:
    """What PostgreSQL itself does: rows of a sheet's size inserted by one connection, each committed."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE TABLE IF NOT EXISTS bare (n BIGINT PRIMARY KEY, told BYTEA)")
        began, told = time.perf_counter(), bytes(6000)
        for n in range(count):
            db.execute("INSERT INTO bare VALUES (%s, %s)", (n, told))
        spent = time.perf_counter() - began
        db.execute("DROP TABLE bare")
    return count / spent
