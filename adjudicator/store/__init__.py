"""The store of a referee's desk: one SQLite file, or a PostgreSQL database, with the journal of its games and
all its mail.

`Store.journal` holds games, sheets, events and rulings; `Store.mail` letters, mails, chat and deadlines;
`Store.held` what lies before the referee; `Store.glances` where each game stands, without its rules;
`Store.people` who watches a game, or played it before; `Store.transit` what is on its way between the desk
and the mail servers. One judged sheet is one `Store.transaction`: it happened wholly or not at all.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from adjudicator.store.database import Database, Unfitting
from adjudicator.store.glances import Glance, Glances
from adjudicator.store.held import ANSWERED, DISCARDED, HeldLetters, HeldRow
from adjudicator.store.journal import Journal, broken_link, fold, revive
from adjudicator.store.mailbag import ALONE, SEEN_BEFORE, STRANGER, Mailbag
from adjudicator.store.packing import EDITION
from adjudicator.store.people import FORMER, OBSERVER, People
from adjudicator.store.rows import Deadline, EventRow, GameRow, LetterRow, MailRow, Person, Seat, SheetRow
from adjudicator.store.schema import StoreBusy, StoreError, StoreUnusable
from adjudicator.store.sqlite_file import SqliteFile
from adjudicator.store.transit import CLOCK_STOPPED, Fetched, Mailbox, Pause, Transit

__all__ = [
    "ALONE", "ANSWERED", "CLOCK_STOPPED", "DISCARDED", "EDITION", "FORMER", "OBSERVER", "SEEN_BEFORE",
    "STRANGER", "Deadline", "EventRow", "Fetched", "GameRow", "Glance", "HeldLetters", "HeldRow", "LetterRow",
    "MailRow", "Mailbox", "Pause", "Person", "Seat", "SheetRow", "Store", "StoreBusy", "StoreError",
    "StoreUnusable", "Unfitting", "broken_link", "fold", "revive",
]  # fmt: skip


class Store:
    """Everything a desk keeps, in a file or in a database that is open. `create` makes the file when there is
    none; else StoreError."""

    def __init__(self, where: Path | Database, create: bool = False) -> None:
        self.database = where if isinstance(where, Database) else SqliteFile(where, create)
        self.journal = Journal(self.database)
        self.mail = Mailbag(self.database)
        self.transit = Transit(self.database)
        self.held = HeldLetters(self.database)
        self.glances = Glances(self.database)
        self.people = People(self.database)

    def transaction(self) -> AbstractContextManager[None]:
        """All that is written inside is kept together at the end, or not at all."""
        return self.database.transaction()

    def close(self) -> None:
        """Let the file go."""
        self.database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()
