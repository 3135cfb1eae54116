"""The file behind a store: opening it, bringing it up to date, and what is said of one that is damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from adjudicator.store.database import Column, Database, Row, Unfitting, strange
from adjudicator.store.schema import StoreError, StoreUnusable, migrate

_WAIT_SECONDS = 10.0
SYNCHRONOUS = "FULL"
"""How far SQLite waits for the disk: a judged sheet survives a power cut."""
_BACKUP = "restore your backup, and move emails that came after it from done/ into inbox/"
_TROUBLE = {
    sqlite3.SQLITE_CORRUPT: f"the store is damaged; {_BACKUP}",
    sqlite3.SQLITE_NOTADB: "this is not a hexpost store",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk has an error",
    sqlite3.SQLITE_READONLY: "the store is read-only",
    sqlite3.SQLITE_CANTOPEN: "the store cannot be opened. Is its folder writable, and is the disk full?",
    sqlite3.SQLITE_PERM: "the store is read-only",
    sqlite3.SQLITE_BUSY: "another program is using the store. Try again",
}
"""What keeps a store from being used and is no fault of hexpost's, by SQLite's number for it."""


_PARTS = """SELECT type, name, coalesce(sql, '') FROM sqlite_master
            WHERE NOT (type IN ('table', 'index') AND name LIKE 'sqlite\\_%' ESCAPE '\\')"""
"""Every table, index, trigger and view of a file but those that SQLite makes for itself."""
_NO_TEXT = "Could not decode to UTF-8"
"""How Python's own error begins over a text in the store that is none; it may touch one game alone."""


def unusable(path: Path, wrong: sqlite3.DatabaseError) -> StoreUnusable | None:
    """What is wrong with a file or its disk, in words; None where that is no fault of theirs."""
    says = _TROUBLE.get(wrong.sqlite_errorcode & 0xFF) if hasattr(wrong, "sqlite_errorcode") else None
    return StoreUnusable(f"{path}: {says} ({wrong})") if says else None


class SqliteFile(Database):
    """One SQLite file, opened for one process."""

    begin = "BEGIN IMMEDIATE"

    def __init__(self, path: Path, create: bool = False) -> None:
        if not create and not path.is_file():
            raise StoreError(f"{path}: there is no store here; `hexpost desk init` makes one")
        if not create and not path.stat().st_size:
            raise StoreError(f"{path}: the store is empty; {_BACKUP}")
        self.path, self.place = path, str(path.resolve())
        with self._told():
            self.db = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)
        try:
            with self._told():
                self._prepare()
        except BaseException:  # interrupted, too
            self.db.close()
            raise

    def _prepare(self) -> None:
        self.db.row_factory = sqlite3.Row
        self.db.execute("PRAGMA foreign_keys = ON")
        self.db.execute("PRAGMA trusted_schema = OFF")  # what stands in the file calls nothing of the program
        self.db.execute("PRAGMA journal_mode = WAL")  # stays as it was on a disk that cannot do it
        self.db.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
        migrate(self.db)

    def close(self) -> None:
        """Let the file go."""
        self.db.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Raise StoreUnusable, in words, for what is wrong with the file or its disk."""
        try:
            yield
        except sqlite3.IntegrityError as wrong:
            raise Unfitting(str(wrong)) from None
        except sqlite3.DatabaseError as wrong:
            if str(wrong).startswith(_NO_TEXT):
                raise StoreError(f"{self.path}: {_TROUBLE[sqlite3.SQLITE_CORRUPT]} ({wrong})") from None
            told = unusable(self.path, wrong)
            if told is None:
                raise
            raise told from None
        except UnicodeDecodeError as wrong:  # SQLite's own message quotes what is damaged
            raise StoreUnusable(f"{self.path}: {_TROUBLE[sqlite3.SQLITE_CORRUPT]} ({wrong})") from None

    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self.db.in_transaction

    def execute(self, query: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run one statement."""
        with self._told():
            return self.db.execute(query, values)

    def execute_many(self, query: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row of values."""
        with self._told():
            self.db.executemany(query, rows)

    def script(self, text: str) -> None:
        """Run several statements."""
        with self._told():
            self.db.executescript(text)

    def insert(self, table: str, **values: object) -> int:
        """Add one row; its number."""
        names, marks = ", ".join(values), ", ".join("?" * len(values))
        done = self.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(values.values()))
        return int(done.lastrowid or 0)

    def rows(self, query: str, *values: object) -> list[Row]:
        """All rows a query finds."""
        with self._told():
            found: list[Row] = self.db.execute(query, values).fetchall()
        return found

    def one(self, query: str, *values: object) -> Row | None:
        """The first row a query finds."""
        with self._told():
            found: Row | None = self.db.execute(query, values).fetchone()
        return found

    def each(self, query: str, *values: object) -> Iterator[Row]:
        """The rows a query finds, one after the other."""
        with self._told():
            yield from self.db.execute(query, values)

    def tables(self) -> list[str]:
        """The names of all tables, sorted."""
        return [
            row["name"] for row in self.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
        ]

    def columns(self, table: str) -> dict[str, Column]:
        """The columns of a table by their names."""
        told = self.rows("SELECT * FROM pragma_table_info(?)", table)
        return {
            row["name"]: Column(row["name"], row["type"], not row["notnull"] or row["dflt_value"] is not None)
            for row in told
        }

    def faults(self) -> Iterator[str]:
        """What SQLite itself finds wrong with the file, and with what points from row to row."""
        yield from (row[0] for row in self.rows("PRAGMA quick_check") if row[0] != "ok")
        for row in self.rows("PRAGMA foreign_key_check"):
            yield f"a row of {row[0]} points to one of {row[2]} that is not there"
        yield from self._strange()

    def _strange(self) -> Iterator[str]:
        """What is in the file and not of hexpost's making, or is missing: a trigger may change any row."""
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
            migrate(fresh)
            right = {(row[0], row[1]): row[2] for row in fresh.execute(_PARTS)}
        there = {(row[0], row[1]): row[2] for row in self.rows(_PARTS)}
        yield from strange(there, right)
