"""What is on its way between the desk and the mail servers, and what the desk notes for itself."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from adjudicator.store.database import Database

CLOCK_STOPPED = "clock stopped"
"""The note while no deadline is acted upon: its words say why."""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """How far a folder on a server was read.

    `validity` is its UIDVALIDITY, `next` the first UID not looked at yet. Letters below `known` count only
    if they came at or after `since` (an ISO time), and those of them that were dealt with are not again.
    """

    box: str
    validity: int
    next: int
    known: int
    since: str


@dataclass(frozen=True, slots=True)
class Fetched:
    """A letter that was fetched and still lies where it came on the server; `name` is its file's here."""

    box: str
    uid: int
    sha256: str
    name: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Something that failed since a time, and is not tried again until another (ISO times)."""

    what: str
    since: str
    tries: int
    until: str


class Transit:
    """Letters between server and desk, pauses, and notes. Each change is to be made in a transaction."""

    def __init__(self, db: Database) -> None:
        self.db = db

    # -- letters between server and desk -----------------------------------------------------------------

    def mailbox(self, box: str) -> Mailbox | None:
        """How far a folder was read; None before the first time."""
        row = self.db.one("SELECT * FROM mailboxes WHERE box = ?", box)
        return Mailbox(**dict(row)) if row else None

    def keep_mailbox(self, box: Mailbox) -> None:
        """Note how far a folder was read."""
        self.db.put("mailboxes", ("box",), **asdict(box))

    def fetched(self, box: str) -> list[Fetched]:
        """The letters of a folder that were fetched and not moved on the server, by their UID."""
        rows = self.db.rows("SELECT * FROM fetched WHERE box = ? ORDER BY uid", box)
        return [Fetched(**dict(row)) for row in rows]

    def add_fetched(self, row: Fetched) -> None:
        """A letter is about to be laid into the inbox."""
        self.db.insert("fetched", **asdict(row))

    def drop_fetched(self, row: Fetched) -> None:
        """A letter lies on the server where it belongs now."""
        self.db.execute("DELETE FROM fetched WHERE box = ? AND uid = ?", (row.box, row.uid))

    def forget_fetched(self, box: str) -> None:
        """The UIDs of a folder have lost their meaning."""
        self.db.execute("DELETE FROM fetched WHERE box = ?", (box,))

    # -- what is tried again ---------------------------------------------------------------------------------

    def pause(self, what: str) -> Pause | None:
        """The pause in which something is; None where nothing failed."""
        row = self.db.one("SELECT * FROM pauses WHERE what = ?", what)
        return Pause(**dict(row)) if row else None

    def pauses(self, begin: str) -> list[Pause]:
        """The pauses of all things whose names begin so."""
        rows = self.db.rows("SELECT * FROM pauses ORDER BY what")
        return [Pause(**dict(row)) for row in rows if str(row["what"]).startswith(begin)]

    def keep_pause(self, pause: Pause) -> None:
        """Something failed, and is tried again after a pause."""
        self.db.put("pauses", ("what",), **asdict(pause))

    def end_pause(self, what: str) -> None:
        """It went well, or was given up."""
        self.db.execute("DELETE FROM pauses WHERE what = ?", (what,))

    # -- notes ---------------------------------------------------------------------------------------------

    def note(self, what: str) -> str:
        """What the desk noted under a word; "" for nothing."""
        row = self.db.one("SELECT words FROM notes WHERE what = ?", what)
        return str(row["words"]) if row else ""

    def set_note(self, what: str, words: str) -> None:
        """Note something; "" takes the note away."""
        if words:
            self.db.put("notes", ("what",), what=what, words=words)
        else:
            self.db.execute("DELETE FROM notes WHERE what = ?", (what,))
