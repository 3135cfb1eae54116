"""The file behind a store: opening it, bringing it up to date, and its one kind of transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adjudicator.store.schema import StoreError, migrate

_WAIT_SECONDS = 10.0


class Database:
    """One SQLite file, opened for one process; what is written is written in a transaction or not at all."""

    def __init__(self, path: Path, create: bool = False) -> None:
        if not create and not path.is_file():
            raise StoreError(f"{path}: there is no store here; `hexpost desk init` makes one")
        self.path = path
        self.db = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)
        try:
            self._prepare()
        except sqlite3.DatabaseError as wrong:
            self.db.close()
            raise StoreError(f"{path}: this is no store of hexpost ({wrong})") from None

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
    def transaction(self) -> Iterator[None]:
        """All that is written inside is kept together at the end, or not at all. Not to be nested."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    def insert(self, table: str, **values: object) -> int:
        """Add one row; its number."""
        names, marks = ", ".join(values), ", ".join("?" * len(values))
        done = self.db.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(values.values()))
        return int(done.lastrowid or 0)

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """All rows a query finds."""
        return self.db.execute(query, values).fetchall()

    def one(self, query: str, *values: object) -> sqlite3.Row | None:
        """The first row a query finds."""
        found: sqlite3.Row | None = self.db.execute(query, values).fetchone()
        return found
