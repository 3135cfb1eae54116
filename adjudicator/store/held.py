"""Letters that lie held: why, whether the referee was told, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from adjudicator.store.database import Database, Row
from adjudicator.store.schema import StoreError

DISCARDED, ANSWERED = "discarded", "answered"
"""What a referee does with a held letter that they do not put back into the inbox."""
DEALT = "answer"
"""The action of a letter that was held and is dealt with: it is filed, as those of the policy's own are."""

_LYING = """SELECT letters.id, letters.sha256, letters.sender, letters.subject, letters.received,
                   letters.policy, letters.raw, letters.game, letters.side,
                   coalesce(held.why, letters.note) AS why
            FROM letters LEFT JOIN held ON held.letter = letters.id
            WHERE letters.action = 'hold' AND letters.message_id <> ''"""


@dataclass(frozen=True, slots=True)
class HeldRow:
    """One letter that lies held; `raw` are its bytes, or the beginning of those of one too big to be read."""

    id: int
    sha256: str
    sender: str
    subject: str
    received: str
    policy: str
    raw: bytes = field(repr=False)
    game: int | None
    side: str
    why: str


class HeldLetters:
    """The held letters of one desk. One that was taken back into the inbox comes as a row of its own."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def note(self, letter: int, why: str) -> None:
        """A letter is held, for this reason; the referee has not been told."""
        self.db.put("held", ("letter",), letter=letter, why=why, told=0, how="", words="", at="")

    def all(self) -> tuple[HeldRow, ...]:
        """Every letter that is held, the oldest first."""
        return tuple(map(_row, self.db.rows(f"{_LYING} ORDER BY letters.id")))

    def one(self, letter: int) -> HeldRow:
        """One held letter. Raises StoreError when none of this number is held."""
        rows = self.db.rows(f"{_LYING} AND letters.id = ?", letter)
        if not rows:
            raise StoreError(f"there is no held email {letter}. `hexpost desk held` lists them")
        return _row(rows[0])

    def untold(self) -> tuple[HeldRow, ...]:
        """The held letters of which the referee was not told yet."""
        return tuple(map(_row, self.db.rows(f"{_LYING} AND held.told = 0 ORDER BY letters.id")))

    def mark_told(self, letters: Sequence[int]) -> None:
        """The referee was told of these letters, or is not to be."""
        self.db.execute_many("UPDATE held SET told = 1 WHERE letter = ?", [(letter,) for letter in letters])

    def shortly(self) -> list[tuple[str, int | None, str, str]]:
        """The SHA-256, the game (None: of none), the sender and the subject of every letter that is held."""
        query = """SELECT sha256, game, sender, subject FROM letters
                   WHERE action = 'hold' AND message_id <> '' ORDER BY id"""
        return [(row[0], row[1], row[2], row[3]) for row in self.db.rows(query)]

    def deal(self, row: HeldRow, how: str, words: str, at: str) -> None:
        """The referee dealt with a held letter, in these words of theirs; its file is still to be moved."""
        self.db.put("held", ("letter",), letter=row.id, why=row.why, told=1, how=how, words=words, at=at)
        self.db.execute("UPDATE letters SET action = ?, filed = 0 WHERE id = ?", (DEALT, row.id))

    def unfiled(self) -> list[str]:
        """The SHA-256 of each letter that was dealt with and whose file was not moved since."""
        query = """SELECT letters.sha256 FROM held JOIN letters ON letters.id = held.letter
                   WHERE held.how <> '' AND letters.filed = 0"""
        return [str(row["sha256"]) for row in self.db.rows(query)]


def _row(row: Row) -> HeldRow:
    return HeldRow(**{**dict(row), "raw": bytes(row["raw"])})
