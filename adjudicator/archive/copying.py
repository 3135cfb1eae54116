"""All rows of a store copied into another, of the other kind perhaps: a file, or a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from adjudicator.archive.tables import FIRST, MADE_AGAIN
from adjudicator.store.database import Database, Row

AT_ONCE = 20


class NotEmpty(Exception):
    """There are rows already where others are to be copied to."""


def copy_rows(source: Database, target: Database) -> int:
    """Copy every row that cannot be worked out again into an empty store; how many. Raises NotEmpty."""
    if any(target.rows(f"SELECT 1 FROM {table} LIMIT 1") for table in target.tables()):
        raise NotEmpty
    others = [name for name in source.tables() if name not in FIRST and name not in MADE_AGAIN]
    count = 0
    with target.transaction():
        for table in (*FIRST, *others):
            for rows in _batches(source.each(f"SELECT * FROM {table}{_order(table)}")):
                target.insert_many(table, [dict(row) for row in rows])
                count += len(rows)
        target.count_on()
    return count


def _order(table: str) -> str:
    return " ORDER BY id" if table in {"letters", "mails", "rulings", "chat"} else ""


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    while batch := list(islice(rows, AT_ONCE)):
        yield batch
