"""Where each game stands, in words and without its rules: all games at a glance, however many there are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.store.database import Database, Row


@dataclass(frozen=True, slots=True)
class Glance:
    """Where a game stands after a sheet: its place in print, whom it waits for, and how it ended.

    `waits` holds for each side that is waited for its printed name and the ids of what it is asked; `over` is
    "" while the game goes on.
    """

    game: int
    sheet: int
    place: str
    waits: Mapping[str, tuple[str, tuple[str, ...]]]
    over: str = ""


class Glances:
    """The glances of one desk; one of an older sheet than the last counts as none, and is made again."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def keep(self, glance: Glance) -> None:
        """Keep where a game stands now."""
        waits = json.dumps(dict(glance.waits), ensure_ascii=False)
        self.db.put(
            "glances", ("game",), game=glance.game, sheet=glance.sheet, place=glance.place, waits=waits,
            over=glance.over,
        )  # fmt: skip

    def all(self) -> dict[int, Glance | None]:
        """Every game of the desk by its number; None where what is kept is not of its last sheet."""
        query = """SELECT games.id, glances.* FROM games LEFT JOIN glances ON glances.game = games.id
                   AND glances.sheet = (SELECT max(n) FROM sheets WHERE sheets.game = games.id)
                   ORDER BY games.id"""
        return {row["id"]: _glance(row) for row in self.db.rows(query)}


def _glance(row: Row) -> Glance | None:
    if row["game"] is None:
        return None
    told = json.loads(row["waits"])
    waits = {side: (str(name), tuple(asked)) for side, (name, asked) in told.items()}
    return Glance(row["game"], row["sheet"], row["place"], waits, row["over"])
