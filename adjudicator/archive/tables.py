"""Which rows of a store belong to one game, in the order in which they can be kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.store.database import Database

FIRST = ("games", "letters", "sheets", "events", "rulings", "mails")
"""Rows of the later ones point to rows of the earlier ones; all other tables point to these."""
MADE_AGAIN = frozenset(("snapshots", "glances"))
"""What can be worked out from the rest."""

_OF_GAME = {
    "games": "id = ?1",
    "letters": """game = ?1 OR id IN (SELECT letter FROM sheets WHERE game = ?1)
                  OR id IN (SELECT letter FROM mails WHERE game = ?1)""",
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table: its type in SQLite's words, and whether a row may do without it."""

    name: str
    kind: str
    optional: bool


def columns(db: Database, table: str) -> dict[str, Column]:
    """The columns of a table by their names."""
    told = db.rows("SELECT * FROM pragma_table_info(?)", table)
    return {
        row["name"]: Column(row["name"], row["type"], not row["notnull"] or row["dflt_value"] is not None)
        for row in told
    }


def tables_of_games(db: Database) -> dict[str, dict[str, Column]]:
    """The tables that have rows of games, with their columns, in the order in which they can be kept."""
    names = [row["name"] for row in db.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")]
    others = [name for name in names if name not in MADE_AGAIN and name not in FIRST]
    found = {name: columns(db, name) for name in (*FIRST, *others)}
    return {name: kept for name, kept in found.items() if name == "games" or {"game", "letter"} & kept.keys()}


def rows_of_game(db: Database, table: str, known: dict[str, Column], game: int) -> Iterator[sqlite3.Row]:
    """The rows of a table that belong to a game, one after the other, as they were kept."""
    where = _OF_GAME.get(table, "game = ?1")
    if "game" not in known and table != "games":
        where = f"letter IN (SELECT id FROM letters WHERE {_OF_GAME['letters']})"
    order = ", ".join(known) if "id" not in known else "id"
    if table in {"sheets", "events"}:
        order = "n"
    yield from db.each(f"SELECT * FROM {table} WHERE {where} ORDER BY {order}", game)
