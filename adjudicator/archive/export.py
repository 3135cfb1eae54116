"""A game as lines of JSON: all that a desk keeps of it, so that another desk can go on with it.

The first line says what this is. Each line after it is one row: {"table": ..., "row": {...}}, bytes as
{"base64": ...}. The last line counts the rows and has the SHA-256 of all lines before it, in hex.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from adjudicator.archive.tables import rows_of_game, tables_of_games
from adjudicator.mail.desk import DeskError
from adjudicator.mail.desk.announced import let_rounds_come_first
from adjudicator.state import Json
from adjudicator.store import Store
from files import private

FORMAT, EDITION = "hexpost-game", 1
HEAD = {FORMAT: EDITION}


def export_game(store: Store, number: int, out: Path) -> int:
    """Write a game into a file, whole or not at all; how many rows. Raises StoreError, DeskError, OSError."""
    store.journal.game(number)
    let_rounds_come_first(store, number)
    if any(game == number for _, game in store.mail.names_waiting()):
        raise DeskError(f"emails of game {number} are not in the outbox yet. Run `hexpost post` first")
    part, count, digest = out.with_name(f"{out.name}.part"), 0, hashlib.sha256()
    try:
        with open(part, "wb", opener=private.opener) as file:
            for line in _lines(store, number):
                file.write(line)
                digest.update(line)
                count += 1
            file.write(_line({"end": count - 1, "sha256": digest.hexdigest()}))
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    return count - 1


def _lines(store: Store, number: int) -> Iterator[bytes]:
    yield _line(HEAD)
    for table, known in tables_of_games(store.database).items():
        for row in rows_of_game(store.database, table, known, number):
            told = {name: _plain(row[name]) for name in known}
            if table == "letters" and told["game"] != number:
                told["game"] = None  # it brought orders to two games, and is kept under the other
            yield _line({"table": table, "row": told})


def _plain(value: object) -> Json:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _line(told: Json) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
