"""The mailbag: letters as they came, mails as they go, words for the other side, and deadlines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from adjudicator.store.database import Database
from adjudicator.store.rows import Deadline, LetterRow, MailRow


class Mailbag:
    """All mail of one desk. Letters and mails are kept as the bytes they are."""

    def __init__(self, db: Database) -> None:
        self.db = db

    # -- letters that came in ------------------------------------------------------------------------

    def add_letter(self, row: LetterRow) -> int:
        """Keep a letter; its number. A copy of one that is kept is a row of its own, under another name; its
        file is not where it belongs yet."""
        if self.dealt_with(row.sha256) is None:
            return self.db.insert("letters", **asdict(row))
        self.db.execute("UPDATE letters SET filed = 0 WHERE sha256 = ?", (row.sha256,))
        last = self.db.one("SELECT max(id) AS id FROM letters")
        name = f"{row.sha256} {int(last['id']) + 1 if last else 1}"
        return self.db.insert("letters", **(asdict(row) | {"sha256": name, "filed": True}))

    def dealt_with(self, sha256: str) -> tuple[str, bool] | None:
        """What was done with a letter of exactly these bytes, and whether it was filed; None if it is new."""
        row = self.db.one("SELECT action, filed FROM letters WHERE sha256 = ?", sha256)
        return (str(row["action"]), bool(row["filed"])) if row else None

    def mark_filed(self, sha256: str) -> None:
        """A letter's file lies where it belongs."""
        self.db.execute("UPDATE letters SET filed = 1 WHERE sha256 = ?", (sha256,))

    def release(self, sha256: str) -> None:
        """A letter that was held comes in anew: what is kept of it stays, under another name."""
        query = "UPDATE letters SET sha256 = sha256 || ' ' || id, message_id = '' WHERE sha256 = ?"
        self.db.execute(query, (sha256,))

    def seen(self, sender: str, message_id: str) -> str | None:
        """The fingerprint of this sender's first letter under this message id; None if there was none."""
        query = "SELECT fingerprint FROM letters WHERE sender = ? AND message_id = ? ORDER BY id LIMIT 1"
        row = self.db.one(query, sender, message_id)
        return str(row["fingerprint"]) if row else None

    def was_answered(self, sender: str, policy: str) -> bool:
        """Whether a letter from this address was dealt with by this row of the mail policy."""
        query = "SELECT 1 FROM letters WHERE sender = ? AND policy = ?"
        return self.db.one(query, sender, policy) is not None

    def letter(self, number: int) -> bytes:
        """The bytes of one letter, as they came."""
        row = self.db.one("SELECT raw FROM letters WHERE id = ?", number)
        assert row is not None, f"letter {number} is not kept"
        return bytes(row["raw"])

    # -- mails that go out -----------------------------------------------------------------------------

    def add_mail(self, row: MailRow) -> int:
        """Keep a mail that is to go out; its number."""
        told = asdict(row)
        del told["id"]
        return self.db.insert("mails", **told)

    def undelivered(self) -> tuple[MailRow, ...]:
        """The mails that are still to be laid into the outbox, the oldest first."""
        return self._mails("WHERE delivered = '' ORDER BY id")

    def mark_delivered(self, mails: Sequence[MailRow], at: str) -> None:
        """These mails lie in the outbox."""
        query = "UPDATE mails SET delivered = ? WHERE id = ?"
        self.db.execute_many(query, [(at, mail.id) for mail in mails])

    def reports(self, game: int, side: str = "") -> tuple[MailRow, ...]:
        """The reports of a game, to one side or to all, in the order in which they were written."""
        return self._mails(
            "WHERE game = ? AND kind = 'report' AND (? = '' OR side = ?) ORDER BY id", game, side, side
        )

    def told(self, game: int, side: str, before: int = 2**62) -> tuple[int, int]:
        """The last sheet and event that a side had a report of before a sheet; (-1, 0) when it had none."""
        query = """SELECT coalesce(max(sheet), -1) AS sheet, coalesce(max(last_event), 0) AS event
                   FROM mails WHERE game = ? AND kind = 'report' AND side = ? AND sheet < ?"""
        row = self.db.one(query, game, side, before)
        return (int(row["sheet"]), int(row["event"])) if row else (-1, 0)

    def next_number(self, game: int | None, side: str) -> int:
        """The number of the next mail to a side of a game, or to people outside all games."""
        query = "SELECT coalesce(max(number), 0) + 1 AS n FROM mails WHERE game IS ? AND side = ?"
        row = self.db.one(query, game, side)
        return int(row["n"]) if row else 1

    def _mails(self, where: str, *values: object) -> tuple[MailRow, ...]:
        return tuple(MailRow(**dict(row)) for row in self.db.rows(f"SELECT * FROM mails {where}", *values))

    # -- words for the other side ------------------------------------------------------------------------

    def add_chat(self, game: int, writer: str, readers: Sequence[str], text: str) -> None:
        """Keep words that go to the other sides with their next mail."""
        for reader in readers:
            self.db.insert("chat", game=game, writer=writer, reader=reader, text=text, sheet=None)

    def send_chat(self, game: int, reader: str, sheet: int) -> None:
        """The words that waited for a side go with its report after this sheet."""
        query = "UPDATE chat SET sheet = ? WHERE game = ? AND reader = ? AND sheet IS NULL"
        self.db.execute(query, (sheet, game, reader))

    def chat(self, game: int, reader: str, sheet: int | None) -> list[tuple[str, str]]:
        """Writer and text of the words in a side's report after a sheet; None: of those that wait."""
        query = "SELECT writer, text FROM chat WHERE game = ? AND reader = ? AND sheet IS ? ORDER BY id"
        return [(row["writer"], row["text"]) for row in self.db.rows(query, game, reader, sheet)]

    # -- deadlines -----------------------------------------------------------------------------------------

    def add_deadline(self, row: Deadline) -> None:
        """A side was asked something and should answer by then."""
        self.db.insert("deadlines", **asdict(row))

    def drop_deadline(self, game: int, decision: str) -> None:
        """The decision is closed."""
        self.db.execute("DELETE FROM deadlines WHERE game = ? AND decision = ?", (game, decision))

    def deadlines(self, game: int | None = None) -> tuple[Deadline, ...]:
        """What a game, or every game, waits for and until when."""
        query = "SELECT * FROM deadlines WHERE ? IS NULL OR game = ? ORDER BY due, game, decision"
        return tuple(Deadline(**dict(row)) for row in self.db.rows(query, game, game))

    def mark_reminded(self, row: Deadline, at: str) -> None:
        """The side was reminded of this decision."""
        query = "UPDATE deadlines SET reminded = ? WHERE game = ? AND decision = ?"
        self.db.execute(query, (at, row.game, row.decision))
