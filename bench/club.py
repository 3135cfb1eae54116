"""A club's desk: many games on it, many letters waiting, and what a mail run over them takes.

The games are copies of one that was played as far as its first impulse: the same rows, each under a number of
its own, with other players. What they say of hashes is that of the first, which no pass reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from sqlite3 import Connection, connect

from adjudicator.events import TrackMoved
from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.forms import begin_line
from adjudicator.mail.desk.table import Table
from adjudicator.mail.reading.codes import reply_code
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.snapshot import digest, freeze
from adjudicator.store import Seat, fold

from . import sheet

COPIED = ("sheets", "events", "mails", "deadlines", "glances", "rulebooks", "snapshots")
"""The tables of which each game has its own rows."""
ORDERS = ("move 47-1 Bridgehead", "move 3SHA-1 Bridgehead", "done")


def player(side: str, game: int) -> str:
    """The address of who plays a side of a game: nobody plays two."""
    return f"{side}.{game}@example.org"


def club(folder: Path, games: int) -> Desk:
    """A desk with so many games, of which each waits for its player."""
    desk = sheet.prepare(folder, datetime.now(UTC))
    with closing(connect(folder / "hexpost.db")) as db, db:
        db.row_factory = None
        for number in range(2, games + 1):
            copy_game(db, number)
        db.execute("UPDATE mails SET delivered = written")
    with desk.store() as store, store.transaction():
        for number in range(1, games + 1):
            sides = store.journal.game(number).players
            store.journal.seat(number, {side: Seat(side.title(), (player(side, number),)) for side in sides})
    return desk


def copy_game(db: Connection, number: int) -> None:
    """Give the desk's first game a twin."""
    own: dict[str, Mapping[str, str]] = {
        "games": {"id": str(number)},
        "mails": {"id": "NULL", "game": str(number), "name": f"name || '.{number}'"},
    }
    for table in ("games", *COPIED):
        names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        said = own.get(table, {"game": str(number)})
        which = "id" if table == "games" else "game"
        told = ", ".join(said.get(name, name) for name in names)
        db.execute(f"INSERT INTO {table} ({', '.join(names)}) SELECT {told} FROM {table} WHERE {which} = 1")


def letters(desk: Desk, games: int, each: int = 1) -> Iterator[bytes]:
    """Letters with orders for so many games of a club, so many for each game; all are of one sheet."""
    with desk.store() as store:
        secret = store.journal.game(1).secret
    for n in range(games * each):
        number = n % games + 1
        first = begin_line(number, 1, sheet.SIDE, reply_code(secret, str(number), sheet.SIDE, 1, 0))
        body = "\r\n".join((first, *ORDERS, "END ORDERS", ""))
        yield (
            f"From: {player(sheet.SIDE, number)}\r\nTo: referee@example.org\r\nSubject: orders\r\n"
            f"Message-ID: <{n}@club.example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{body}"
        ).encode()


def lay(desk: Desk, raws: Iterator[bytes]) -> int:
    """Lay letters into the inbox, as a mail program does; how many."""
    count = 0
    for count, raw in enumerate(raws, 1):
        (desk.inbox / "new" / f"{1_790_000_000 + count}.{count}.club").write_bytes(raw)
    return count


def aged(desk: Desk, events: int, each: int = 10) -> None:
    """Let the first game of a desk be old: so many events more in its journal, in sheets of `each`, and a
    report to both sides of every one. They note again what is so already: the position stays as it was."""
    with desk.store() as store, store.transaction():
        table, despatch, hash = Table(store, 1), Despatch(desk, store, sheet.NOW), ""
        last, state = store.journal.last_sheet(1), table.state
        track, stands = next(iter(state.tracks.items()))
        noted = [TrackMoved(rule="", track=track, was=stands, now=stands, why="") for _ in range(each)]
        mails = list({mail.side: mail for mail in store.mail.reports(1)}.values())
        for n in range(last.n + 1, last.n + 1 + events // each):
            state = fold(state, noted)
            last = replace(
                last, n=n, kind="orders", last_event=last.last_event + each, state=digest(state), letter=None
            )
            hash = store.journal.add_sheet(last, noted, ())
            for mail in mails:
                number = store.mail.next_number(1, mail.side)
                store.mail.add_mail(replace(
                    mail, name=f"old-{mail.side}-{n}", number=number, sheet=n,
                    first_event=last.last_event - each + 1, last_event=last.last_event,
                    delivered=despatch.stamp, id=0,
                ))  # fmt: skip
        store.journal.add_snapshot(1, last.last_event, hash, freeze(state), last.last_event)
