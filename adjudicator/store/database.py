"""What a store asks of the database behind it: statements with "?" for values, rows by name, one transaction.

The SQL of the store is the part that SQLite and PostgreSQL have in common; what they say differently is in
`sqlite_file` and in `postgres`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from files.characters import shown

Parts = Mapping[tuple[str, str], str]
"""Tables, triggers and whatever else is in a store: how each was made, by its kind and name."""


class Row(Protocol):
    """One row of a table: its values by name, by place, or one after the other."""

    def keys(self) -> list[str]:
        """The names of its columns."""
        ...

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table: its type in SQLite's words, and whether a row may do without it."""

    name: str
    kind: str
    optional: bool


class Unfitting(Exception):
    """What is to be written does not fit the rows that are there, or would change the journal."""


class Database(ABC):
    """A database that is open; what is written is written in a transaction or not at all.

    `place` says where it is, the same for every process. In one that is `shared` several may be at work.
    """

    place: str
    shared: bool = False

    @abstractmethod
    def close(self) -> None:
        """Let it go."""

    @abstractmethod
    def execute(self, query: str, values: Sequence[object] = ()) -> Any:
        """Run one statement; its cursor."""

    @abstractmethod
    def execute_many(self, query: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row of values."""

    @abstractmethod
    def script(self, text: str) -> None:
        """Run several statements, in SQL that this database alone may know."""

    @abstractmethod
    def insert(self, table: str, **values: object) -> int:
        """Add one row; its number."""

    @abstractmethod
    def each(self, query: str, *values: object) -> Iterator[Row]:
        """The rows a query finds, one after the other: there may be more than memory holds."""

    @abstractmethod
    def tables(self) -> list[str]:
        """The names of all tables that every store has, sorted."""

    @abstractmethod
    def columns(self, table: str) -> dict[str, Column]:
        """The columns of a table by their names."""

    @abstractmethod
    def faults(self) -> Iterator[str]:
        """What the database itself finds wrong with what it keeps."""

    @abstractmethod
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""

    begin = "BEGIN"
    claiming = ""
    """What a query ends with that takes only rows which no other worker has in hand."""

    # -- several at work: only in a database that is shared ------------------------------------------------

    def wait_for(self, what: str, shared: bool = False) -> None:
        """Lock something, or share the lock with others (`shared`), until the transaction ends."""
        return

    def try_for(self, what: str, stay: bool = False) -> bool:
        """Lock something if it is free, until the transaction ends or, with `stay`, until `leave`."""
        return True

    def leave(self, what: str) -> None:
        """Let go of what one has to stay."""
        return

    def alone(self, what: str, wait: float) -> bool:
        """Lock something until `leave`, waiting at most this many seconds; return whether it worked."""
        return True

    def count_on(self) -> None:
        """Let new rows be numbered behind those that were copied here."""
        return

    # -- writing and reading --------------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside is kept together at the end, or not at all. Not to be nested."""
        self.execute(self.begin)
        try:
            yield
        except BaseException:  # interrupted, too
            if self.in_transaction():  # the database itself ends one on a full disk
                self.execute("ROLLBACK")
            raise
        self.execute("COMMIT")

    def put(self, table: str, key: Sequence[str], **values: object) -> None:
        """Add one row, in the place of the one with the same key."""
        others = [name for name in values if name not in key]
        told = ", ".join(f"{name} = excluded.{name}" for name in others)
        what = f"DO UPDATE SET {told}" if others else "DO NOTHING"
        self.execute(
            f"{_insert(table, values)} ON CONFLICT ({', '.join(key)}) {what}", tuple(values.values())
        )

    def add(self, table: str, rows: Iterable[Mapping[str, object]]) -> None:
        """Add those rows that are not there yet; all name the same columns."""
        self._insert_many(table, rows, " ON CONFLICT DO NOTHING")

    def insert_many(self, table: str, rows: Iterable[Mapping[str, object]]) -> None:
        """Add rows that all name the same columns."""
        self._insert_many(table, rows, "")

    def _insert_many(self, table: str, rows: Iterable[Mapping[str, object]], end: str) -> None:
        every = iter(rows)
        first = next(every, None)
        if first is not None:
            told = (tuple(row.values()) for row in (first, *every))
            self.execute_many(f"{_insert(table, first)}{end}", told)

    def rows(self, query: str, *values: object) -> list[Row]:
        """All rows a query finds."""
        found: list[Row] = self.execute(query, values).fetchall()
        return found

    def one(self, query: str, *values: object) -> Row | None:
        """The first row a query finds."""
        found: Row | None = self.execute(query, values).fetchone()
        return found


def _insert(table: str, row: Mapping[str, object]) -> str:
    return f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"


def strange(there: Parts, right: Parts) -> Iterator[str]:
    """What of a store hexpost did not make, what is missing, and what is not as it made it."""
    for kind, name in sorted(there.keys() | right.keys()):
        read, written = there.get((kind, name)), right.get((kind, name))
        if written is None:
            yield f"hexpost made no {kind} {shown(name)!r}"
        elif read is None:
            yield f"the {kind} {name!r} is missing"
        elif read.split() != written.split():
            yield f"the {kind} {name!r} is not as hexpost made it"
