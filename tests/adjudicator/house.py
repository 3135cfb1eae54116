"""A desk with the tiny game on it, and players who write real mails to it."""

from __future__ import annotations

import email
import re
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import default
from functools import lru_cache
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import hexpost
from adjudicator.catalogue import find_game
from adjudicator.commands import speak
from adjudicator.mail.desk import Desk, init_desk, open_desk
from adjudicator.mail.desk.bound import Sent, words_of_kept
from adjudicator.mail.desk.table import Table, Taken, open_game
from adjudicator.mail.run import MailRun, run_mail
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.settings.desk_toml import TEMPLATE
from adjudicator.store import LetterRow, Seat, Store
from tests.at import NOON, ROOT, hexpost_at

SECRET = bytes(range(32))
STORED = Path(__file__).with_name("stored")
RULES = "from tests.adjudicator.tinygame import GAME\n"
SEATS = (
    Seat("Anna", ("anna@example.org", "anna@work.example.org")),
    Seat("Ben", ("ben@example.org",)),
)


def at_once(settings: str) -> str:
    """Settings of a desk whose reports come at once: a test need not play on to read one."""
    return settings.replace('reports-when = "when asked"', 'reports-when = "at once"')


class House:
    """One desk in a folder, its clock, and the mails its players wrote."""

    def __init__(
        self,
        folder: Path,
        game: str = "",
        secret: bytes = SECRET,
        pictures: bool = True,
        accepted: bool = True,
        reports: str = "at once",
    ) -> None:
        self.name, self.clock, self.written = game or tiny_folder(folder), NOON, 0
        sides = find_game(self.name).sides
        self.players = dict(zip(sides, SEATS, strict=True))
        self.desk: Desk = init_desk(folder / "desk")
        told = at_once(TEMPLATE).replace('reports-when = "at once"', f'reports-when = "{reports}"')
        told = told if pictures else told.replace("pictures = true", "pictures = false")
        (self.desk.folder / "desk.toml").write_text(told, encoding="utf-8")
        self.desk = open_desk(self.desk.folder)
        self.open(secret, accepted)

    def open(self, secret: bytes, accepted: bool = True) -> None:
        """Open a game; its first report tells of a game that both players have accepted already."""
        with self.desk.store() as store:
            with store.transaction():
                table, taken = open_game(
                    store, self.name, self.players, secret, self.clock.isoformat(timespec="seconds")
                )
                for side in self.players if accepted else ():
                    taken = self.accept(store, table, side) or taken
                Despatch(self.desk, store, self.clock).follow(table, taken)
            Despatch(self.desk, store, self.clock).deliver()

    def accept(self, store: Store, table: Table, side: str) -> Taken | None:
        """Let a side accept the game, if it is asked to, by a letter of which nobody is told."""
        if table.state.decision(side, "accept") is None:
            return None
        game, id_ = str(table.number), f"<{side}@accepts>"
        raw = self.letter(side, "accept", game=game, turn="1", code=table.code(side), id=id_)
        row = LetterRow(f"accept-{game}-{side}", raw, id_, "", "", "", "taken", "take", filed=True)
        kept, stamp = store.mail.add_letter(row), self.clock.isoformat(timespec="seconds")
        words = words_of_kept(raw, table.number, side)
        return table.take_orders(side, [(1, "accept")], Sent(raw, kept, words), stamp)

    def table(self, store: Store) -> Table:
        return Table(store, 1)

    def form(self, side: str) -> tuple[str, str]:
        """The turn and the reply code that a side's newest report shows."""
        with self.desk.store() as store:
            table = Table(store, 1)
        return str(table.state.turn), table.code(side)

    def write(self, side: str, *lines: str, **told: str) -> Path:
        """Lay a letter with an order block into the inbox; keywords change its parts."""
        raw = self.letter(side, *lines, **told)
        self.written += 1
        path = self.desk.inbox / f"{self.written:03d}.eml"
        path.write_bytes(raw)
        return path

    def letter(self, side: str, *lines: str, **told: str) -> bytes:
        turn, code = (told["turn"], told["code"]) if {"turn", "code"} <= set(told) else self.form(side)
        begin = f"{told.get('kind', 'ORDERS')} {told.get('game', '1')} turn {told.get('turn', turn)}"
        block = [f"BEGIN {begin} {told.get('as_', side)} {told.get('code') or code}", *lines]
        end = told.get("end", f"END {told.get('kind', 'ORDERS')}")
        mail = EmailMessage()
        mail["From"] = told.get("sender") or self.players[side].addresses[0]
        mail["To"] = "referee@example.org"
        mail["Subject"] = told.get("subject", "orders")
        mail["Date"] = self.clock + timedelta(seconds=self.written)
        mail["Message-ID"] = told.get("id") or f"<{self.written}-{side}@example.org>"
        mail.set_content("\n".join([told.get("chat", ""), *block, end, ""]))
        return mail.as_bytes()

    def post(self) -> MailRun:
        self.clock += timedelta(hours=1)
        return run_mail(self.desk, self.clock)

    def digest(self, side: str, game: int = 1) -> str:
        """What a side has not been told yet, as its next report; "" for nothing."""
        address = self.players[side].addresses[0] if side in self.players else ""
        before = len(self.mails(address))
        with self.desk.store() as store:
            with store.transaction():
                Despatch(self.desk, store, self.clock).digest(Table(store, game), side)
            Despatch(self.desk, store, self.clock).deliver()
        return " ".join(" ".join(map(text_of, self.mails(address)[before:])).split())

    def both_bid(self) -> House:
        """Let both bid, so that Red is to move; the house itself."""
        self.write("red", "bid 3")
        self.write("blue", "bid 1")
        self.post()
        return self

    def says(self, *words: str) -> Result:
        """A command at the desk, by the clock of the house: how it ended and what it said."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(speak, "clock", lambda: self.clock)
            return CliRunner().invoke(hexpost.app, [*words, "--desk", str(self.desk.folder)])

    def starts(self, *words: str, out: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
        """A command at the desk in a process of its own, whose clock goes on from that of the house."""
        command = hexpost_at(self.clock, *words, "--desk", str(self.desk.folder))
        return subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.PIPE)

    def mails(self, address: str = "") -> list[EmailMessage]:
        """The mails in the outbox to an address, oldest first."""
        found = sorted((dated(raw) for raw in self.outbox().values()), key=lambda mail: mail.when)
        return [one.mail for one in found if address in one.to]

    def outbox(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted((self.desk.outbox / "new").iterdir())}

    def last(self, address: str) -> str:
        """The text of the newest mail to an address."""
        return text_of(self.mails(address)[-1])


def old_house(folder: Path, scheme: int = 1) -> House:
    """A desk in the middle of a game that was begun under an earlier scheme of dice: it is Blue's turn under
    the first, both bid under the second."""
    house = House(folder, pictures=False)
    (house.desk.folder / "hexpost.db").unlink()
    stored = (STORED / f"scheme_{scheme}.sql").read_text(encoding="utf-8")
    told = stored.replace("'TINY'", f"'{house.name}'")
    with closing(sqlite3.connect(house.desk.folder / "hexpost.db")) as db:
        db.executescript(told)
    for mail in (house.desk.outbox / "new").iterdir():
        mail.unlink()
    house.clock, house.written = NOON + timedelta(hours=3), 10
    return house


def everything(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Every row of a store, by its table."""
    tables = store.database.tables()
    return {
        name: sorted(map(tuple, store.database.rows(f"SELECT * FROM {name}")), key=repr) for name in tables
    }


def unguard(store: Store) -> None:
    """Let the events of a store be changed, as who holds the database can."""
    on = " ON events" if store.database.shared else ""
    for trigger in ("events_are_never_changed", "events_are_never_taken_out"):
        store.database.execute(f"DROP TRIGGER {trigger}{on}")


def tiny_folder(folder: Path) -> str:
    """A game folder whose rules are the tiny game's."""
    rules = folder / "tiny" / "rules" / "__init__.py"
    rules.parent.mkdir(parents=True)
    rules.write_text(RULES, encoding="utf-8", newline="\n")
    return str(folder / "tiny")


def as_before(store: Store) -> None:
    """Make a store what the first hexpost wrote: whole mails, and none of the newer tables."""
    mails = [(mail.raw, mail.id) for mail in store.mail.reports(1)]
    store.database.execute_many("UPDATE mails SET raw = ? WHERE id = ?", mails)
    store.database.script(
        "ALTER TABLE letters DROP COLUMN judged; ALTER TABLE mails DROP COLUMN listed;"
        "ALTER TABLE mails DROP COLUMN edition; ALTER TABLE mails DROP COLUMN links;"
        "ALTER TABLE sheets DROP COLUMN bound; DROP TABLE told_lines; DROP TABLE enclosures;"
        "DROP TABLE wishes; PRAGMA user_version = 1;"
    )


@dataclass(frozen=True)
class Dated:
    """A mail with what is asked of every one: reading a header takes longer than all else."""

    mail: EmailMessage
    to: str
    when: datetime


@lru_cache(maxsize=256)
def dated(raw: bytes) -> Dated:
    mail = parsed(raw)
    return Dated(mail, str(mail["To"]), mail["Date"].datetime)


@lru_cache(maxsize=256)
def parsed(raw: bytes) -> EmailMessage:
    """A mail from its bytes; tests look at the same mails again and again."""
    return email.message_from_bytes(raw, policy=default)


def head_of(mail: EmailMessage) -> str:
    """The first line of a mail of the desk: what it is about."""
    return text_of(mail).splitlines()[2]


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


SHOWN = {
    "OK": "done", "OK (dry run)": "may be done", "REFUSED": "REFUSED", "NOT UNDERSTOOD": "NOT UNDERSTOOD",
    "AMBIGUOUS": "AMBIGUOUS", "QUEUED": "waiting", "ON HOLD": "waiting", "NOT USED": "not judged",
}  # fmt: skip
"""The verdicts as an answer shows them, and what tests call them."""


def verdicts(text: str) -> list[str]:
    """The verdicts of an answer, in the order of its lines."""
    words = sorted(SHOWN, key=len, reverse=True)
    found = re.finditer(rf"(?m)^ {{8}}({'|'.join(map(re.escape, words))})(?!\w)", text)
    return [SHOWN[match[1]] for match in found]
