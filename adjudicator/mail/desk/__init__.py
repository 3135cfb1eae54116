"""A referee's desk: one folder with desk.toml, the store, and four places for mail.

desk.toml    who the referee is, deadlines; read at every command
hexpost.db   the store: games, journal, mail; a club's may be in a PostgreSQL database
inbox/       a Maildir; loose .eml and .mbox files may be laid into it too
outbox/      a Maildir with what is to be sent
done/        letters dealt with        held/   letters a person should look at
boards/      empty boards, on which the pictures of reports are drawn; may be deleted
pictures/    pictures for players who want links to them
beacon/      rounds of a public beacon, for games whose dice are bound to it
modules/     the VASSAL modules of the games, as reports name them
passwords/   the players' passwords in VASSAL, for their own saved games; in no backup and no export
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from adjudicator.mail.settings.database import open_database
from adjudicator.mail.settings.desk_toml import FILE, TEMPLATE, DeskError, Settings, read_settings
from adjudicator.mail.writing.maildir import make_maildir
from adjudicator.store import Store
from adjudicator.store.sqlite_file import unusable
from files import private
from files.whole import new_folder

__all__ = ["Desk", "DeskError", "Settings", "init_desk", "open_desk"]

STORE, LOCK = "hexpost.db", "desk.lock"
BUSY = "another hexpost is at work at this desk; try again"


def quiet(told: str) -> None:
    """Nobody looks on: a program that runs hexpost, such as cron, would mail its referee what it prints."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A desk that exists: its folder and what its desk.toml says. `doing` tells who looks on at a terminal
    what takes its time."""

    folder: Path
    settings: Settings
    doing: Callable[[str], None] = quiet

    @property
    def inbox(self) -> Path:
        """Letters that came and are not dealt with."""
        return self.folder / "inbox"

    @property
    def outbox(self) -> Path:
        """Mails that are to be sent."""
        return self.folder / "outbox"

    @property
    def done(self) -> Path:
        """Letters that are dealt with."""
        return self.folder / "done"

    @property
    def held(self) -> Path:
        """Letters that a person should look at."""
        return self.folder / "held"

    @property
    def boards(self) -> Path:
        """Empty boards for the pictures of reports."""
        return self.folder / "boards"

    @property
    def pictures(self) -> Path:
        """Pictures that the referee shows on the web, for players who want links."""
        return self.folder / "pictures"

    @property
    def taken(self) -> Path:
        """Letters that a shared store has taken up, and no worker has dealt with."""
        return self.folder / "taken"

    @property
    def beacon(self) -> Path:
        """Rounds of a public beacon, as the referee's own program drops them there."""
        return self.folder / "beacon"

    @property
    def modules(self) -> Path:
        """The VASSAL modules of the games that are played here."""
        return self.folder / "modules"

    @property
    def passwords(self) -> Path:
        """The passwords that players have in VASSAL: nothing else holds them."""
        return self.folder / "passwords"

    def store(self, create: bool = False) -> Store:
        """The desk's store, open; `create` makes its tables where there are none. Raises StoreError, and
        DeskError where a database cannot be asked."""
        if self.settings.store.database:
            return Store(open_database(self.settings.store, self.folder, create))
        return Store(self.folder / STORE, create)

    @contextmanager
    def alone(self, wait: float = 10.0, lock: str = LOCK) -> Iterator[None]:
        """Work at the desk as the only one. Raises DeskError when another stays longer than `wait` seconds.

        The lock is an open transaction on a file of its own: good on every system, gone with the process.
        That of a shared store is one of its database, gone with the connection.
        """
        if self.settings.store.database:
            with self.store() as store:
                if not store.database.alone(lock, wait):
                    raise DeskError(f"{self.folder}: {BUSY}")
                yield
            return
        if not (self.folder / lock).exists():
            private.make_file(self.folder / lock)
        try:
            held = sqlite3.connect(self.folder / lock, timeout=wait, isolation_level=None)
        except sqlite3.OperationalError as wrong:
            raise DeskError(f"{self.folder / lock}: it cannot be opened ({wrong})") from None
        try:
            _have(held, self.folder, self.folder / lock)
            yield
        finally:
            held.close()


def _have(held: sqlite3.Connection, folder: Path, lock: Path) -> None:
    """Begin to be alone. Raises DeskError where another is at work, StoreUnusable where the disk fails."""
    try:
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as wrong:
        busy = getattr(wrong, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
        told = None if busy else unusable(lock, wrong)
        raise (told or DeskError(f"{folder}: {BUSY}")) from None


def init_desk(folder: Path) -> Desk:
    """Make a desk; what of it is there already stays. Raises DeskError when the folder cannot be made."""
    if folder.is_dir() and any(folder.iterdir()):
        return _init(folder)
    with new_folder(folder):
        return _init(folder)


def _init(folder: Path) -> Desk:
    try:
        private.make_folder(folder)
        for name in ("inbox", "outbox"):
            make_maildir(folder / name)
        for name in ("done", "held"):
            private.make_folder(folder / name)
        if not (folder / FILE).exists():
            private.write(folder / FILE, TEMPLATE.encode())
        private.make_file(folder / LOCK)
        desk = open_desk(folder)
        if not desk.settings.store.database:
            private.make_file(folder / STORE)
    except OSError as wrong:
        raise DeskError(f"{folder}: no desk can be created here: {wrong.strerror}") from None
    desk.store(create=True).close()
    return desk


def _near(folder: Path) -> str:
    """The desk just below a folder, or "" where there is none, or more than one."""
    try:
        desks = [file.parent for file in folder.glob(f"*/{FILE}")]
    except OSError:
        return ""
    return str(desks[0]) if len(desks) == 1 else ""


def open_desk(folder: Path) -> Desk:
    """The desk in a folder. Raises DeskError when there is none, or with all faults of its desk.toml."""
    if not (folder / FILE).is_file():
        near = _near(folder)
        todo = f"there is one in {near}: cd {near}" if near else "`hexpost desk init DIR` makes one"
        raise DeskError(f"{folder}: there is no desk here (no {FILE}); {todo}")
    return Desk(folder, read_settings(folder / FILE))
