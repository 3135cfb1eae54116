"""Letters that came and wait for a worker, in a store that several share; each is dealt with by one of them.

A letter stands in a lane for every game that it may touch, and is taken up only as the first in all of them,
with those games in hand: so the letters of one game are dealt with in their order. `NO_GAME` is the lane of
the rest. A worker's hold on a game ends with its transaction, also where the worker is killed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import cast

from adjudicator.store.database import Database, Row
from adjudicator.store.rows import columns

NO_GAME = 0
_BEHIND = "(lanes.written, lanes.n) > (?, ?)"


@dataclass(frozen=True, slots=True)
class Waiting:
    """One letter that waits: `file` is its file's name on the desk where it came, `slip` what its place in
    the order and its sheets are, as JSON; `written` puts it before or after others."""

    sha256: str
    source: str
    file: str
    raw: bytes = field(repr=False)
    size: int
    came: str
    written: str
    slip: str


@dataclass(frozen=True, slots=True)
class InHand:
    """A letter that a worker has in hand with its games, and the slips of those behind it."""

    n: int
    letter: Waiting
    games: tuple[int, ...]
    later: tuple[str, ...]


class Arrivals:
    """The letters that wait in one store."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def knows(self, sha256: str) -> bool:
        """Whether a letter of exactly these bytes waits."""
        return self.db.one("SELECT n FROM arrivals WHERE sha256 = ?", sha256) is not None

    def all(self) -> list[tuple[str, bytes]]:
        """Every letter that waits, the earliest first: what people call it, and its bytes."""
        rows = self.db.rows("SELECT source, raw FROM arrivals ORDER BY written, n")
        return [(str(row["source"]), bytes(row["raw"])) for row in rows]

    def lay(self, letter: Waiting, games: Collection[int]) -> None:
        """Let a letter wait for a worker, in the order of these games."""
        told = columns(letter)
        names, marks = ", ".join(told), ", ".join("?" * len(told))
        query = f"INSERT INTO arrivals ({names}) VALUES ({marks}) RETURNING n"
        n = self.db.rows(query, *told.values())[0]["n"]
        lanes = [{"game": game, "written": letter.written, "n": n} for game in sorted(games) or [NO_GAME]]
        self.db.insert_many("lanes", lanes)

    def newest(self) -> int:
        """The number of the letter that was laid last; 0 where none waits."""
        row = self.db.one("SELECT coalesce(max(n), 0) AS n FROM arrivals")
        return int(row["n"]) if row else 0

    def first(self, newest: int, but: Collection[int] = ()) -> int:
        """The earliest letter up to one's number, but for some, that is first in all its lanes and in nobody
        else's hands; 0 where there is none. It is kept from others till the transaction ends."""
        query = f"""SELECT n FROM arrivals WHERE n <= ? AND n <> ALL(?) AND NOT EXISTS (
                        SELECT 1 FROM lanes AS own JOIN lanes ON lanes.game = own.game
                        AND (lanes.written, lanes.n) < (own.written, own.n) WHERE own.n = arrivals.n)
                    ORDER BY written, n LIMIT 1{self.db.claiming}"""
        row = self.db.one(query, newest, sorted(but))
        return int(row["n"]) if row else 0

    def claim(self, n: int) -> InHand | None:
        """Claim a letter, with its games, until the transaction ends; None if another worker has it."""
        query = "SELECT game FROM lanes WHERE n = ? ORDER BY game"
        games = tuple(int(row["game"]) for row in self.db.rows(query, n))
        if not games or not self._hold(games) or not all(self._is_first(n, game) for game in games):
            return None
        found = self.db.one(f"SELECT * FROM arrivals WHERE n = ?{self.db.claiming}", n)
        if found is None:
            return None
        told = dict(found)
        del told["n"]
        return InHand(n, Waiting(**told), games, self._later(games, found))

    def _hold(self, games: Sequence[int]) -> bool:
        """Take games in hand, all of them or none."""
        if NO_GAME in games and not self.db.try_for("emails of no game"):
            return False
        numbers = [game for game in games if game != NO_GAME]
        query = f"SELECT id FROM games WHERE id = ANY(?) ORDER BY id{self.db.claiming}"
        return not numbers or len(self.db.rows(query, numbers)) == len(numbers)

    def _is_first(self, n: int, game: int) -> bool:
        row = self.db.one("SELECT n FROM lanes WHERE game = ? ORDER BY written, n LIMIT 1", game)
        return row is not None and row["n"] == n

    def _later(self, games: Sequence[int], first: Row) -> tuple[str, ...]:
        """The slips of the letters behind one in the lanes of its games."""
        query = f"""SELECT arrivals.slip FROM arrivals JOIN lanes ON lanes.n = arrivals.n
                    WHERE lanes.game = ANY(?) AND lanes.game <> {NO_GAME} AND {_BEHIND}
                    ORDER BY lanes.written, lanes.n"""
        found = self.db.rows(query, list(games), first["written"], first["n"])
        return tuple(dict.fromkeys(cast("str", row["slip"]) for row in found))

    def drop(self, n: int) -> None:
        """A letter was dealt with."""
        self.db.execute("DELETE FROM arrivals WHERE n = ?", (n,))
