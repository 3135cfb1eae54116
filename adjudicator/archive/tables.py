"""Which rows of a store belong to one game, in the order in which they can be kept."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.store.database import Column, Database, Row

FIRST = ("games", "letters", "sheets", "events", "rulings", "mails")
"""Rows of the later ones point to rows of the earlier ones; all other tables point to these."""
MADE_AGAIN = frozenset(("snapshots", "glances"))
"""What can be worked out from the rest."""

_OF_GAME = {
    "games": "id = ?",
    "letters": """game = ? OR id IN (SELECT letter FROM sheets WHERE game = ?)
                  OR id IN (SELECT letter FROM mails WHERE game = ?)""",
}


def tables_of_games(db: Database) -> dict[str, dict[str, Column]]:
    """The tables that have rows of games, with their columns, in the order in which they can be kept."""
    others = [name for name in db.tables() if name not in MADE_AGAIN and name not in FIRST]
    found = {name: db.columns(name) for name in (*FIRST, *others)}
    return {name: kept for name, kept in found.items() if name == "games" or {"game", "letter"} & kept.keys()}


def rows_of_game(db: Database, table: str, known: dict[str, Column], game: int) -> Iterator[Row]:
    """The rows of a table that belong to a game, one after the other, as they were kept."""
    where = _OF_GAME.get(table, "game = ?")
    if "game" not in known and table != "games":
        where = f"letter IN (SELECT id FROM letters WHERE {_OF_GAME['letters']})"
    order = ", ".join(known) if "id" not in known else "id"
    if table in {"sheets", "events"}:
        order = "n"
    yield from db.each(f"SELECT * FROM {table} WHERE {where} ORDER BY {order}", *[game] * where.count("?"))
