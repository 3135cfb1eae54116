"""The file behind a store: opening it, bringing it up to date, and its one kind of transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from adjudicator.store.schema import StoreError, StoreUnusable, migrate

_WAIT_SECONDS = 10.0
_BACKUP = "put your backup of it back, and move the letters that came since from done/ into inbox/"
_TROUBLE = {
    sqlite3.SQLITE_CORRUPT: f"the store is damaged; {_BACKUP}",
    sqlite3.SQLITE_NOTADB: "this is no store of hexpost",
    sqlite3.SQLITE_FULL: "there is no room left on the disk",
    sqlite3.SQLITE_IOERR: "the disk does not read or write it as it should",
    sqlite3.SQLITE_READONLY: "the store may not be written to",
    sqlite3.SQLITE_BUSY: "another program is at work in the store; try again",
}
"""What keeps a store from being used and is no fault of hexpost's, by SQLite's number for it."""


_NO_TEXT = "Could not decode to UTF-8"
"""How Python's own error begins over a text in the store that is none; it may touch one game alone."""


class Database:
    """One SQLite file, opened for one process; what is written is written in a transaction or not at all."""

    def __init__(self, path: Path, create: bool = False) -> None:
        if not create and not path.is_file():
            raise StoreError(f"{path}: there is no store here; `hexpost desk init` makes one")
        if not create and not path.stat().st_size:
            raise StoreError(f"{path}: the store is empty; {_BACKUP}")
        self.path = path
        self.db = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)
        try:
            with self._told():
                self._prepare()
        except BaseException:
            self.db.close()
            raise

    def _prepare(self) -> None:
        self.db.row_factory = sqlite3.Row
        self.db.execute("PRAGMA foreign_keys = ON")
        self.db.execute("PRAGMA journal_mode = WAL")  # stays as it was on a disk that cannot do it
        self.db.execute("PRAGMA synchronous = FULL")  # a judged sheet survives a power cut
        migrate(self.db)

    def close(self) -> None:
        """Let the file go."""
        self.db.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Raise StoreUnusable, in words, for what is wrong with the file or its disk."""
        try:
            yield
        except sqlite3.DatabaseError as wrong:
            if str(wrong).startswith(_NO_TEXT):
                raise StoreError(f"{self.path}: {_TROUBLE[sqlite3.SQLITE_CORRUPT]} ({wrong})") from None
            says = _TROUBLE.get(wrong.sqlite_errorcode & 0xFF) if hasattr(wrong, "sqlite_errorcode") else None
            if says is None:
                raise
            raise StoreUnusable(f"{self.path}: {says} ({wrong})") from None
        except UnicodeDecodeError as wrong:  # SQLite's own message quotes what is damaged
            raise StoreUnusable(f"{self.path}: {_TROUBLE[sqlite3.SQLITE_CORRUPT]} ({wrong})") from None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside is kept together at the end, or not at all. Not to be nested."""
        self.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self.db.in_transaction:  # SQLite itself ends one on a full disk
                self.execute("ROLLBACK")
            raise
        self.execute("COMMIT")

    def execute(self, query: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run one statement."""
        with self._told():
            return self.db.execute(query, values)

    def execute_many(self, query: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row of values."""
        with self._told():
            self.db.executemany(query, rows)

    def insert(self, table: str, **values: object) -> int:
        """Add one row; its number."""
        names, marks = ", ".join(values), ", ".join("?" * len(values))
        done = self.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(values.values()))
        return int(done.lastrowid or 0)

    def insert_many(self, table: str, rows: Iterable[Mapping[str, object]]) -> None:
        """Add rows that all name the same columns."""
        every = iter(rows)
        first = next(every, None)
        if first is not None:
            names, marks = ", ".join(first), ", ".join("?" * len(first))
            self.execute_many(
                f"INSERT INTO {table} ({names}) VALUES ({marks})",
                (tuple(row.values()) for row in (first, *every)),
            )

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """All rows a query finds."""
        with self._told():
            return self.db.execute(query, values).fetchall()

    def each(self, query: str, *values: object) -> Iterator[sqlite3.Row]:
        """The rows a query finds, one after the other: there may be more than memory holds."""
        with self._told():
            yield from self.db.execute(query, values)

    def one(self, query: str, *values: object) -> sqlite3.Row | None:
        """The first row a query finds."""
        with self._told():
            found: sqlite3.Row | None = self.db.execute(query, values).fetchone()
        return found
