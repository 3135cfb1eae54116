"""The mailbag: letters as they came, mails as they go, words for the other side, and deadlines."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from adjudicator.store.database import Database, Row
from adjudicator.store.packing import pack, unpack
from adjudicator.store.rows import Deadline, LetterRow, MailRow, columns
from adjudicator.store.schema import StoreError

STRANGER = "stranger"
"""The kind of an answer to somebody who plays no game on the desk."""
SEEN_BEFORE = "seen-before"
"""How a copy of a letter is kept: what it is a copy of may still be taken out of held/, and judged."""
PICTURES = "pictures"
"""The lock that keeps pictures of mails which are being written."""
ALONE = -1
"""Stands for the report that words went with, where they went in a mail of their own."""


class Mailbag:
    """All mail of one desk. Letters and mails are kept as the bytes they are."""

    def __init__(self, db: Database) -> None:
        self.db = db

    # -- letters that came in ------------------------------------------------------------------------

    def add_letter(self, row: LetterRow) -> int:
        """Keep a letter; its number. A copy of one that is kept is a row of its own, under another name; its
        file is not where it belongs yet."""
        if self.dealt_with(row.sha256) is None:
            return self.db.insert("letters", **columns(row))
        self.db.execute("UPDATE letters SET filed = 0 WHERE sha256 = ?", (row.sha256,))
        last = self.db.one("SELECT max(id) AS id FROM letters")
        name = f"{row.sha256} {int(last['id']) + 1 if last else 1}"
        return self.db.insert("letters", **(columns(row) | {"sha256": name, "filed": True}))

    def dealt_with(self, sha256: str) -> tuple[str, bool] | None:
        """What was done with a letter of exactly these bytes, and whether it was filed; None if it is new."""
        row = self.db.one("SELECT action, filed FROM letters WHERE sha256 = ?", sha256)
        return (str(row["action"]), bool(row["filed"])) if row else None

    def mark_filed(self, sha256: str) -> None:
        """A letter's file lies where it belongs."""
        self.db.execute("UPDATE letters SET filed = 1 WHERE sha256 = ?", (sha256,))

    def release(self, sha256: str) -> None:
        """A held letter comes in again: what is kept of it stays, under another name."""
        query = "UPDATE letters SET sha256 = sha256 || ' ' || id, message_id = '' WHERE sha256 = ?"
        self.db.execute(query, (sha256,))

    def mark_judged(self, number: int, action: str, judged: Sequence[str]) -> None:
        """What became of a letter in the end; `judged` names its parts that are not to be judged again."""
        query = "UPDATE letters SET action = ?, judged = ? WHERE id = ?"
        self.db.execute(query, (action, "\n".join(judged), number))

    def judged(self, sha256: str) -> tuple[str, ...]:
        """What was judged of a letter of exactly these bytes before the referee took it out of held/."""
        query = "SELECT judged FROM letters WHERE sha256 BETWEEN ? AND ? AND message_id = '' ORDER BY id DESC"
        row = self.db.one(query, f"{sha256} ", f"{sha256}!")
        return tuple(row["judged"].split("\n")) if row and row["judged"] else ()

    def seen(self, sender: str, message_id: str) -> str | None:
        """The fingerprint of this sender's first letter under this message id; None if there was none."""
        query = """SELECT fingerprint FROM letters WHERE sender = ? AND message_id = ? AND policy <> ?
                   ORDER BY id LIMIT 1"""
        row = self.db.one(query, sender, message_id, SEEN_BEFORE)
        return str(row["fingerprint"]) if row else None

    def came(self, sender: str, fingerprint: str) -> bool:
        """Whether a letter of this fingerprint came from this sender, and was not taken out of held/."""
        query = """SELECT 1 FROM letters
                   WHERE sender = ? AND fingerprint = ? AND message_id != '' AND policy <> ?"""
        return self.db.one(query, sender, fingerprint, SEEN_BEFORE) is not None

    def was_answered(self, sender: str, policy: str) -> bool:
        """Whether a letter from this address was dealt with by this row of the mail policy."""
        query = "SELECT 1 FROM letters WHERE sender = ? AND policy = ?"
        return self.db.one(query, sender, policy) is not None

    def unjudged(self, sender: str) -> int:
        """How many of the newest letters from this address came to nothing, one after the other; those of
        known machines do not count, as they are not answered."""
        good = "judged != '' OR action IN ('take', 'check', 'pass-on')"
        query = f"""SELECT count(*) AS n FROM letters WHERE sender = ? AND policy != 'robot' AND id >
                    (SELECT coalesce(max(id), 0) FROM letters WHERE sender = ? AND ({good}))"""
        row = self.db.one(query, sender, sender)
        return int(row["n"]) if row else 0

    def letter(self, number: int) -> bytes:
        """The bytes of one letter, as they came."""
        row = self.db.one("SELECT raw FROM letters WHERE id = ?", number)
        assert row is not None, f"email {number} is not kept"
        return bytes(row["raw"])

    def letter_of(self, sha256: str) -> tuple[int, bytes] | None:
        """The number and the bytes of the letter with this SHA-256; None where none is kept."""
        query = "SELECT id, raw FROM letters WHERE sha256 = ? OR sha256 BETWEEN ? AND ? ORDER BY id LIMIT 1"
        row = self.db.one(query, sha256, f"{sha256} ", f"{sha256}!")
        return (int(row["id"]), bytes(row["raw"])) if row else None

    # -- mails that go out -----------------------------------------------------------------------------

    def add_mail(self, row: MailRow) -> int:
        """Keep a mail that is to go out, and its pictures until it lies in the outbox; its number."""
        told = columns(row)
        del told["id"]
        raw, apart = pack(row.raw)
        if apart:
            self.db.wait_for(PICTURES, shared=True)
        self.db.add("enclosures", [{"sha256": name, "data": data} for name, data in sorted(apart.items())])
        return self.db.insert("mails", **(told | {"raw": raw}))

    def written(self, kind: str, since: datetime, to: str = "") -> int:
        """How many mails of a kind were written since a time, to one address or to all."""
        whose, who = ("recipient = ? AND ", (to,)) if to else ("", ())
        query = f"SELECT count(*) AS n FROM mails WHERE {whose}kind = ? AND written > ?"
        row = self.db.one(query, *who, kind, since.isoformat(timespec="seconds"))
        return int(row["n"]) if row else 0

    def answered(self, since: datetime, to: str, coded: bool) -> int:
        """Return how many answers to an address were written since a time: to letters with the reply code of
        a game, or to those without."""
        game = "game IS NOT NULL" if coded else "game IS NULL"
        where = f"recipient = ? AND kind = 'answer' AND written > ? AND {game}"
        query = f"SELECT count(*) AS n FROM mails WHERE {where}"
        row = self.db.one(query, to, since.isoformat(timespec="seconds"))
        return int(row["n"]) if row else 0

    def reminded_since(self, game: int, side: str, since: datetime) -> bool:
        """Whether a side was written a reminder since a time."""
        query = "SELECT 1 FROM mails WHERE game = ? AND side = ? AND kind = 'reminder' AND written > ?"
        return self.db.one(query, game, side, since.isoformat(timespec="seconds")) is not None

    def waiting(self) -> list[int]:
        """The numbers of the mails that are still to be laid into the outbox, the oldest first."""
        return [row["id"] for row in self.db.rows("SELECT id FROM mails WHERE delivered = '' ORDER BY id")]

    def claim(self, behind: int, most: int) -> list[Row]:
        """Claim mails for the outbox until the transaction ends: the oldest after a number that no other
        worker has claimed, still compressed."""
        query = f"""SELECT * FROM mails WHERE delivered = '' AND id > ? ORDER BY id
                    LIMIT {most}{self.db.claiming}"""
        return self.db.rows(query, behind)

    def names_waiting(self) -> list[tuple[str, int | None]]:
        """The file name and the game of each mail that is still to be laid into the outbox."""
        rows = self.db.rows("SELECT name, game FROM mails WHERE delivered = ''")
        return [(row["name"], row["game"]) for row in rows]

    def mail(self, number: int) -> MailRow:
        """One mail. Raises StoreError for one that is damaged."""
        return self._mails("WHERE id = ?", number)[0]

    def recipient(self, name: str) -> str:
        """To whom the mail of this name goes; "" if there is none."""
        row = self.db.one("SELECT recipient FROM mails WHERE name = ?", name)
        return str(row["recipient"]) if row else ""

    def undelivered(self) -> tuple[MailRow, ...]:
        """The mails that are still to be laid into the outbox, the oldest first."""
        return self._mails("WHERE delivered = '' ORDER BY id")

    def mark_delivered(self, mails: Sequence[MailRow], at: str) -> None:
        """These mails lie in the outbox, with their pictures, which are not kept twice."""
        query = "UPDATE mails SET delivered = ? WHERE id = ?"
        self.db.execute_many(query, [(at, mail.id) for mail in mails])
        some = self.db.one("SELECT 1 FROM enclosures LIMIT 1")
        if some and self.db.try_for(PICTURES):  # else somebody is writing mails with pictures
            none = "NOT EXISTS (SELECT 1 FROM mails WHERE delivered = '')"
            self.db.execute(f"DELETE FROM enclosures WHERE {none}")

    def reports(self, game: int, side: str = "") -> tuple[MailRow, ...]:
        """The reports of a game, to one side or to all, in the order in which they were written."""
        return self._mails(
            "WHERE game = ? AND kind = 'report' AND (? = '' OR side = ?) ORDER BY id", game, side, side
        )

    def told(self, game: int, side: str, before: int = 2**62, kind: str = "report") -> tuple[int, int]:
        """The last sheet and event that a side had a report of before a sheet; (-1, 0) when it had none."""
        query = """SELECT sheet, last_event FROM mails WHERE game = ? AND side = ? AND kind = ? AND sheet < ?
                   ORDER BY sheet DESC, last_event DESC LIMIT 1"""
        row = self.db.one(query, game, side, kind, before)
        return (int(row["sheet"]), int(row["last_event"])) if row else (-1, 0)

    def notes(self, game: int, side: str) -> list[tuple[int, int]]:
        """The first and last event of which each short mail told a side, so that no report does again."""
        query = "SELECT first_event, last_event FROM mails WHERE game = ? AND side = ? AND kind = 'note'"
        return [(row["first_event"], row["last_event"]) for row in self.db.rows(query, game, side)]

    def thread(self, game: int, side: str, address: str, before: int) -> tuple[int, ...]:
        """The numbers of the first and the newest mail to an address about a side of a game, before one."""
        query = """SELECT number FROM mails WHERE game = ? AND side = ? AND number < ?
                   AND (recipient = ? OR instr(recipient, ?) > 0) ORDER BY number"""
        first, newest = (f"SELECT number FROM ({query} {way} LIMIT 1) AS one" for way in ("", "DESC"))
        asked = (game, side, before, address, f"<{address}>")
        found = self.db.rows(f"{first} UNION ALL {newest}", *asked, *asked)
        return tuple(sorted(int(row["number"]) for row in found))

    def next_number(self, game: int | None, side: str) -> int:
        """The number of the next mail to a side of a game, or to people outside all games."""
        if game is None:  # a game is in one worker's hands
            self.db.wait_for("emails of no game")
        where, values = ("game = ?", (game,)) if game else ("game IS NULL", ())  # each finds the index
        query = f"SELECT coalesce(max(number), 0) + 1 AS n FROM mails WHERE {where} AND side = ?"
        row = self.db.one(query, *values, side)
        return int(row["n"]) if row else 1

    def _mails(self, where: str, *values: object) -> tuple[MailRow, ...]:
        return tuple(map(self.unpacked, self.db.rows(f"SELECT * FROM mails {where}", *values)))

    def unpacked(self, row: Row) -> MailRow:
        """A mail as it goes out. Raises StoreError for one that is damaged."""
        told = dict(row)
        del told["listed"]
        if told["edition"] > 1:
            try:
                told["raw"] = unpack(told["raw"], self._enclosure)
            except ValueError as damage:
                raise StoreError(f"mail {told['name']} in the store: {damage}") from None
        return MailRow(**told)

    def _enclosure(self, sha256: str) -> bytes | None:
        """The bytes of a file that is still to go out with a mail."""
        row = self.db.one("SELECT data FROM enclosures WHERE sha256 = ?", sha256)
        return bytes(row["data"]) if row else None

    # -- words for the other side ------------------------------------------------------------------------

    def add_chat(self, game: int, writer: str, readers: Sequence[str], text: str) -> None:
        """Keep words that go to other sides with a report, or in a mail of their own."""
        for reader in readers:
            self.db.insert("chat", game=game, writer=writer, reader=reader, text=text, sheet=None)

    def send_chat(self, game: int, reader: str, sheet: int) -> None:
        """The words that waited for a side go with its report after this sheet, or by themselves (ALONE)."""
        query = "UPDATE chat SET sheet = ? WHERE game = ? AND reader = ? AND sheet IS NULL"
        self.db.execute(query, (sheet, game, reader))

    def chat(self, game: int, reader: str, sheet: int | None) -> list[tuple[str, str]]:
        """Writer and text of the words in a side's report after a sheet; None: of those that wait."""
        query = "SELECT writer, text FROM chat WHERE game = ? AND reader = ? AND sheet IS ? ORDER BY id"
        return [(row["writer"], row["text"]) for row in self.db.rows(query, game, reader, sheet)]

    # -- what was told to a side, line by line -------------------------------------------------------------

    def mails_not_listed(self, game: int, side: str) -> list[tuple[int, bytes]]:
        """The mails to a side whose lines are not listed yet: their numbers, and their bytes."""
        found = self._mails("WHERE game = ? AND side = ? AND listed = 0 ORDER BY id", game, side)
        return [(mail.id, mail.raw) for mail in found]

    def list_lines(self, game: int, side: str, mail: int, lines: Collection[str]) -> None:
        """List the lines of a mail: plain words, with a blank before, between and after them."""
        told = {"game": game, "side": side}
        rows = [told | {"line": line, "words": len(line.split())} for line in sorted(lines)]
        self.db.add("told_lines", rows)
        self.db.execute("UPDATE mails SET listed = 1 WHERE id = ?", (mail,))

    def was_told(self, game: int, side: str, line: str, runs: Sequence[str], few: int) -> bool:
        """Whether a side was sent this line, or one that holds one of these runs of words, or one of at least
        so many words that stands within it."""
        holds = "".join(" OR instr(line, ?) > 0" for _ in runs)
        query = f"""SELECT 1 FROM told_lines WHERE game = ? AND side = ?
                    AND (line = ? OR (words >= ? AND instr(?, line) > 0){holds})"""
        return self.db.one(query, game, side, line, few, line, *runs) is not None

    # -- deadlines -----------------------------------------------------------------------------------------

    def add_deadline(self, row: Deadline) -> None:
        """A side was asked something and should answer by then."""
        self.db.insert("deadlines", **columns(row))

    def drop_deadline(self, game: int, decision: str) -> None:
        """The decision is closed."""
        self.db.execute("DELETE FROM deadlines WHERE game = ? AND decision = ?", (game, decision))
        self.db.execute("DELETE FROM warnings WHERE game = ? AND decision = ?", (game, decision))

    def move_deadline(self, row: Deadline, due: str) -> None:
        """A side has a new deadline, and will be reminded again."""
        query = "UPDATE deadlines SET due = ?, reminded = '' WHERE game = ? AND decision = ?"
        self.db.execute(query, (due, row.game, row.decision))

    def deadlines(self, game: int | None = None) -> tuple[Deadline, ...]:
        """What a game, or every game, waits for and until when."""
        where, values = ("", ()) if game is None else ("WHERE game = ?", (game,))
        query = f"SELECT * FROM deadlines {where} ORDER BY due, game, decision"
        return tuple(Deadline(**dict(row)) for row in self.db.rows(query, *values))

    def mark_reminded(self, row: Deadline, at: str) -> None:
        """The side was reminded of this decision."""
        query = "UPDATE deadlines SET reminded = ? WHERE game = ? AND decision = ?"
        self.db.execute(query, (at, row.game, row.decision))

    def warned(self, row: Deadline) -> bool:
        """Whether a word was said beforehand of this very deadline."""
        query = "SELECT 1 FROM warnings WHERE game = ? AND decision = ? AND due = ?"
        return self.db.one(query, row.game, row.decision, row.due) is not None

    def mark_warned(self, row: Deadline) -> None:
        """The side had a word beforehand of this deadline."""
        self.db.put("warnings", ("game", "decision"), game=row.game, decision=row.decision, due=row.due)

    # -- wishes ----------------------------------------------------------------------------------------------

    def set_wish(self, game: int, side: str, **wished: str) -> None:
        """What a side wants from now on: `pictures`, or its `reports`; the other stays as it was."""
        told = {"pictures": self.wish(game, side, "pictures"), "reports": self.wish(game, side, "reports")}
        self.db.put("wishes", ("game", "side"), **{"game": game, "side": side, **told, **wished})

    def wish(self, game: int, side: str, what: str) -> str:
        """How a side wants its pictures or reports; "" where it has not said."""
        row = self.db.one("SELECT pictures, reports FROM wishes WHERE game = ? AND side = ?", game, side)
        return str(row[what]) if row else ""

    # -- what is told later ----------------------------------------------------------------------------------

    def owe_digest(self, game: int, side: str, due: str) -> None:
        """A side was not told something at once, and is by then; what it is owed already falls no later."""
        self.db.add("digests", [{"game": game, "side": side, "due": due}])

    def digests(self, until: str) -> list[tuple[int, str]]:
        """The game and side of each digest that is due by a time, the earliest first."""
        query = "SELECT game, side FROM digests WHERE due <= ? ORDER BY due, game, side"
        return [(row["game"], row["side"]) for row in self.db.rows(query, until)]

    def drop_digest(self, game: int, side: str) -> None:
        """A side has been told everything."""
        self.db.execute("DELETE FROM digests WHERE game = ? AND side = ?", (game, side))
