"""One sheet of four activations of Race for Berlin: judged, journalled, and reported to both players.

The sheet is Zhukov's first impulse: a combat of two units with its advance, and two moves.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from adjudicator.demo import address
from adjudicator.dice import CommittedDice
from adjudicator.judging.referee import judge
from adjudicator.mail.desk import Desk, init_desk, open_desk
from adjudicator.mail.desk.bound import Sent, words_of_kept
from adjudicator.mail.desk.forms import begin_line
from adjudicator.mail.desk.table import Table, Taken, open_game
from adjudicator.mail.holding.intake import arrivals
from adjudicator.mail.run import Clerk, inbox
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.play import Play
from adjudicator.store import LetterRow, Seat, Store

from .measure import Spent, spent

GAME = "raceforberlin"
SIDE = "zhukov"
ORDERS = (
    "combat 8GA-1 8GA-2 at Lebus advance 8GA-1 8GA-2",
    "move 47-1 Bridgehead",
    "move 3SHA-1 Bridgehead",
)
MORE_ADVICE = ("if asked heinrici then pass",)
"""Standing orders without which the combat would wait for the other player, in the middle of the sheet."""
LINES = list(enumerate(ORDERS, 1))
NOW = datetime(2026, 4, 16, 3, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=6)
STAMP = LATER.isoformat(timespec="seconds")
SECRET = sha256(b"the dice of the bench").digest()


@dataclass(frozen=True, slots=True)
class Sheet:
    """Seconds of one sheet by its parts: judged and journalled, reported to both, committed to the disk."""

    judged: float
    reported: float
    committed: float
    cpu: float

    @property
    def whole(self) -> float:
        """From the parsed orders to two mails in a store that a power cut leaves as it is."""
        return self.judged + self.reported + self.committed


class NotAsBefore(Exception):
    """The position that is measured cannot be set up: the game has changed."""


def prepare(folder: Path, began: datetime = NOW, at_once: bool = True, pictures: bool = False) -> Desk:
    """A desk with one game that waits for Zhukov's first impulse. Reports go to both players `at_once`, or to
    one when they are asked; with `pictures` there are those, the page to tap and the saved game besides."""
    init_desk(folder)
    settings = folder / "desk.toml"
    plain = settings.read_text(encoding="utf-8")
    if not pictures:
        plain = plain.replace("pictures = true", "pictures = false")
    if at_once:
        plain = plain.replace('reports-when = "when asked"', 'reports-when = "at once"')
    settings.write_text(plain, encoding="utf-8", newline="\n")
    desk = open_desk(folder)
    with desk.store() as store:
        despatch = Despatch(desk, store, began)
        seats = {side: Seat(side.title(), (address(side),)) for side in (SIDE, "koniev")}
        with store.transaction():
            table, opened = open_game(store, GAME, seats, SECRET, despatch.stamp)
            despatch.follow(table, opened)
        for side in seats:
            take(store, despatch, table, side, (*table.game.choices.advice, *MORE_ADVICE))
        play_up_to_impulse(store, despatch, table)
        despatch.deliver()
    return desk


def play_up_to_impulse(store: Store, despatch: Despatch, table: Table) -> None:
    """Answer every question before the impulse as shortly as can be."""
    while (asked := table.state.waiting()[0]).topic != "impulse":
        take(store, despatch, table, asked.player, (asked.default or asked.answers[-1]).splitlines())
    if asked.player != SIDE:
        raise NotAsBefore(f"turn 1 does not begin with an impulse of {SIDE}")


def take(store: Store, despatch: Despatch, table: Table, side: str, orders: Sequence[str]) -> None:
    """A sheet before the measured one, reported too."""
    raw = plain_letter(table.state.asked, side, orders)
    with store.transaction():
        taken = table.take_orders(side, list(enumerate(orders, 1)), sent(store, raw, side), STAMP)
        despatch.follow(table, taken)


def plain_letter(number: int, side: str, orders: Sequence[str]) -> bytes:
    """The bytes of a letter with these orders."""
    block = [f"BEGIN ORDERS 1 turn 1 {side} AAAA-BBBB", *orders, "END ORDERS", ""]
    return "\n".join([f"Message-ID: <{number}@bench.example.org>", "", *block]).encode()


def sent(store: Store, raw: bytes, side: str) -> Sent:
    """A letter as a table takes it."""
    return Sent(raw, keep(store, raw), words_of_kept(raw, 1, side))


def keep(store: Store, raw: bytes) -> int:
    """A letter of these bytes, kept as a mail run keeps letters."""
    digest = sha256(raw).hexdigest()
    return store.mail.add_letter(LetterRow(digest, raw, digest, address(SIDE), "", STAMP, "sheet", "take"))


def again(prepared: Desk, folder: Path) -> Desk:
    """A copy of a prepared desk."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(prepared.folder, folder)
    return open_desk(folder)


def sheets(prepared: Desk, folder: Path) -> Iterator[Sheet]:
    """The same sheet again and again, each time on a fresh copy of the desk, in a warm process."""
    while True:
        desk = again(prepared, folder)
        with desk.store() as store:
            table = Table(store, 1)
            for side in table.row.players:
                table.state_after(store.mail.told(1, side)[1])  # a post that is at work remembers these
            yield one_sheet(desk, store, table)


def one_sheet(desk: Desk, store: Store, table: Table) -> Sheet:
    """The measured sheet, in the one transaction that a mail run makes of it. Raises NotAsBefore."""
    raw, despatch = plain_letter(0, SIDE, ORDERS), Despatch(desk, store, LATER)
    cpu, began = time.process_time(), time.perf_counter()
    with store.transaction():
        taken = table.take_orders(SIDE, LINES, sent(store, raw, SIDE), STAMP)
        judged = time.perf_counter()
        despatch.follow(table, taken)
        reported = time.perf_counter()
    done, cpu = time.perf_counter(), time.process_time() - cpu
    check(store, taken, 2 if desk.settings.reports_when == "at once" else 1)
    return Sheet(judged - began, reported - judged, done - reported, cpu)


def check(store: Store, taken: Taken, reports: int = 2) -> None:
    """What was measured must be what it says, with so many reports. Raises NotAsBefore."""
    done = [ruling.line for ruling in taken.rulings if ruling.verdict == "done"]
    kinds, mails = [event.kind for event in taken.events], store.mail.undelivered()
    fought = "CombatResolved" in kinds and kinds.count("UnitMoved") >= 2
    if done != [1, 2, 3] or not fought or [mail.kind for mail in mails] != ["report"] * reports:
        raise NotAsBefore(f"the orders were not judged and reported as before: {taken.rulings}, {kinds}")


def judged_alone(prepared: Desk) -> Spent:
    """The rules alone: the sheet's lines read, judged and carried out, nothing kept."""
    with prepared.store() as store:
        table = Table(store, 1)
        play = Play(table.state, CommittedDice(SECRET, "1", "0" * 64))
        return spent(lambda: judge(table.game, play, SIDE, LINES))


def letter(prepared: Desk) -> bytes:
    """The sheet as a real mail."""
    with prepared.store() as store:
        first = begin_line(1, 1, SIDE, Table(store, 1).code(SIDE))
    body = "\r\n".join((first, *ORDERS, "END ORDERS", ""))
    head = (
        f"From: {address(SIDE)}\r\nTo: referee@example.org\r\nSubject: orders\r\n"
        "Message-ID: <bench@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    )
    return f"{head}{body}".encode()


def by_mail(prepared: Desk, folder: Path) -> Spent:
    """The sheet from its mail in the inbox to three mails in the outbox: two reports and the answer."""
    desk = again(prepared, folder)
    (desk.inbox / "orders.eml").write_bytes(letter(prepared))
    with desk.store() as store:
        clerk = Clerk(desk, store, LATER)
        clerk.tables[1].code(SIDE)  # the game is loaded, as it is in a mail run over many letters
        came = list(arrivals(inbox(desk), biggest=clerk.biggest))
        return spent(lambda: clerk.take_in(came))
