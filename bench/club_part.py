"""What a club's desk costs: an idle mail run, many letters waiting, an old game, two workers under load."""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.table import Table
from adjudicator.store.sqlite_file import SqliteFile

from . import club, sheet
from .measure import Part, Row, Spent, median
from .pace import here

GAMES, EVENTS = 1000, 5000
IDLE_SECONDS, IDLE_MB, MORE_MB = 1.0, 60, 8
FEW, MANY = 100, 1000
"""Letters of as many games, of which a mail run needs no more memory for many than for few."""
OLDER = 1.3
"""An old game's sheet takes the time of a young one's, but for what a busy machine adds."""
P95_SECONDS = 2.0
_PASS = """
import resource, sys, time
from pathlib import Path
from datetime import UTC, datetime
from adjudicator.mail.desk import open_desk
from adjudicator.mail.servers.rounds import Rounds
done = Rounds(open_desk(Path(sys.argv[1]))).go(datetime.now(UTC))
used = resource.getrusage(resource.RUSAGE_SELF)
status = Path("/proc/self/status")  # the other number counts the process from which this one was started
lines = status.read_text().splitlines() if status.exists() else [f"VmHWM: {used.ru_maxrss}"]
most = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
print(len(done.letters), used.ru_utime + used.ru_stime, most / 1000, *done.problems)
"""


def a_pass(desk: Desk) -> tuple[int, Spent, float]:
    """One mail run in a process of its own: its letters, its time, its most memory in MB."""
    began = time.perf_counter()
    done = subprocess.run(
        (sys.executable, "-c", _PASS, str(desk.folder)), capture_output=True, text=True, check=True
    )
    letters, cpu, memory = done.stdout.split()
    return int(letters), Spent(time.perf_counter() - began, float(cpu)), float(memory)


def waiting(desk: Desk, folder: Path, letters: int) -> tuple[Spent, float]:
    """A pass over so many letters, each with orders for another game: its time, and its most memory in MB."""
    there = sheet.again(desk, folder)
    club.lay(there, islice(club.letters(there, letters), letters))
    judged, took, memory = a_pass(there)
    assert judged == letters, f"{judged} of {letters} emails were dealt with"
    return took, memory


def old_and_young(folder: Path, times: int = 8) -> tuple[float, float]:
    """Milliseconds of processor time of the same sheet in a game of many events and in a young one."""
    young, old = sheet.prepare(folder / "young"), sheet.prepare(folder / "old")
    club.aged(old, EVENTS)
    pairs = list(
        islice(
            zip(sheet.sheets(old, folder / "a"), sheet.sheets(young, folder / "b"), strict=False), times + 2
        )
    )[2:]
    return median(pair[0].cpu for pair in pairs), median(pair[1].cpu for pair in pairs)


def measured(folder: Path) -> Part:
    """A desk of many games, letters that wait, and a long game."""
    desk = club.club(folder / "desk", GAMES)
    a_pass(desk)
    _, idle, memory = a_pass(desk)
    _, few = waiting(desk, folder / "few", FEW)
    took, many = waiting(desk, folder / "many", MANY)
    old, young = old_and_young(folder / "ages")
    rows = [
        Row(
            f"an idle mail run over {GAMES} games: processor time",
            idle.cpu * 1000,
            most=here(IDLE_SECONDS * 1000),
        ),
        Row("  on the clock", idle.wall * 1000),
        Row("  its most memory", memory, "MB", IDLE_MB),
        Row(f"a mail run over {FEW} emails: its most memory", few, "MB"),
        Row(f"a mail run over {MANY} emails: its most memory", many, "MB", few + MORE_MB),
        Row("  processor time of one of them", took.cpu * 1000 / MANY),
        Row("orders in a young game: processor time", young),
        Row(f"orders in a game of {EVENTS} events", old, most=young * OLDER),
    ]
    return Part("A club's desk in one file", rows)


def loaded(folder: Path, rate: int, seconds: float) -> Part:
    """Two workers at a desk that PostgreSQL keeps, beside what PostgreSQL itself inserts."""
    from . import workers
    from .postgres import server, why_no_postgres

    title = f"Two workers and PostgreSQL: {rate} emails a second for {seconds:.0f} s"
    if why := why_no_postgres():
        return Part(title, [Row("within what nineteen of twenty are answered", None, "s", P95_SECONDS, why)])
    desk = club.club(folder / "desk", round(rate * seconds))
    with server(durable=True) as postgres:
        url = postgres.schema("club")
        bare = workers.inserts_a_second(url)
        load = workers.under_load(workers.kept_in(desk, url), rate, seconds)
    rows = [
        Row("emails answered of those that came", 100 * len(load.answers) / load.letters, "%"),
        Row("within what nineteen of twenty are answered", load.p95, "s", P95_SECONDS),
        Row("emails answered in a second", load.a_second, "1/s"),
        Row("processor time of the workers for one of them", load.cpu * 1000 / max(1, len(load.answers))),
        Row("rows that PostgreSQL itself inserts in a second, each committed", bare, "1/s"),
    ]
    return Part(title, rows, NOTES)


NOTES = (
    "Each email brings orders for another game of Race for Berlin: read, judged, kept, reported to both",
    "players, answered; three emails wait in the outbox. An email that arrives faster than the processors",
    "judge waits for those before it: where the workers' own time is 40 ms, two processors answer 50 of",
    "them in a second at most, whatever the database does.",
)


def steps(desk: Desk, folder: Path) -> int:
    """How many thousands of steps SQLite takes for the measured sheet in a warm process."""
    there, count = sheet.again(desk, folder), 0
    with there.store() as store:
        table = Table(store, 1)
        for side in table.row.players:
            table.state_after(store.mail.told(1, side)[1])

        def counted() -> int:
            nonlocal count
            count += 1
            return 0

        assert isinstance(store.database, SqliteFile)
        store.database.db.set_progress_handler(counted, 100)
        sheet.one_sheet(there, store, table)
        store.database.db.set_progress_handler(None, 0)
    return count
