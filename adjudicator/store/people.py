"""People at a game who do not play a side of it now: observers, and who played it before.

Players stand in the row of their game. Addresses stand here and there, and in no event.
"""

from __future__ import annotations

from dataclasses import asdict

from adjudicator.store.database import Database
from adjudicator.store.rows import Person

OBSERVER, FORMER = "observer", "former"


class People:
    """Who watches the games of a desk, or played them before."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def add(self, person: Person) -> None:
        """Keep somebody; the same person at the same game is kept once."""
        self.db.put("people", ("game", "side", "role", "address"), **asdict(person))

    def forget(self, game: int, role: str, address: str) -> None:
        """Somebody is that no more."""
        query = "DELETE FROM people WHERE game = ? AND role = ? AND address = ?"
        self.db.execute(query, (game, role, address))

    def observers(self, game: int) -> tuple[Person, ...]:
        """Who watches a game, by address."""
        query = "SELECT * FROM people WHERE game = ? AND role = ? ORDER BY address"
        return tuple(Person(**dict(row)) for row in self.db.rows(query, game, OBSERVER))

    def former(self, game: int) -> tuple[str, ...]:
        """The addresses of those who played a game before and do not now."""
        query = "SELECT DISTINCT address FROM people WHERE game = ? AND role = ? ORDER BY address"
        return tuple(row["address"] for row in self.db.rows(query, game, FORMER))

    def at(self, address: str) -> tuple[Person, ...]:
        """Everything that is known of an address."""
        rows = self.db.rows("SELECT * FROM people WHERE address = ? ORDER BY game, side", address)
        return tuple(Person(**dict(row)) for row in rows)
