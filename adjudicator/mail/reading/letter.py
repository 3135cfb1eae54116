"""Bytes to a Letter: who wrote, when, and what. Any bytes give one, with notes on what is wrong."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime

from adjudicator.mail.reading.body import Body, LogFile, TextFile, read_body
from adjudicator.mail.reading.headers import decoded, first_headers, message_ids, raw_values
from adjudicator.mail.reading.parts import read_part
from adjudicator.mail.reading.robots import bulk_sign, robot_sign
from adjudicator.mail.reading.sender import Sender, who_wrote


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter, read.

    `text` is the plain text (HTML turned into lines when there is no plain text) and `html_text` the HTML
    version as lines; `unread` names the files of other kinds sent along; `robot` says by what sign the letter
    was written by a machine ("" for a person's), and `bulk` by what sign it was if its writer is unknown;
    `size` and `sha256` are those of the raw bytes; `fingerprint` is the SHA-256 of what the writer sent,
    without what servers on the way added; `trace` are its first headers, among which servers on the way
    write theirs.
    """

    sender: Sender
    subject: str
    message_id: str
    date: datetime | None
    text: str
    html_text: str
    files: tuple[TextFile, ...]
    logs: tuple[LogFile, ...]
    unread: tuple[str, ...]
    size: int
    sha256: str
    fingerprint: str
    robot: str
    in_reply_to: str
    references: tuple[str, ...]
    notes: tuple[str, ...]
    trace: tuple[tuple[str, str], ...] = ()
    bulk: str = ""

    @property
    def address(self) -> str:
        """The writer's address as we compare it, "" when the letter names none."""
        return self.sender.address

    @property
    def dated_print(self) -> str:
        """The fingerprint, if the letter is dated: then no two letters of one writer share it. "" else."""
        return self.fingerprint if self.date else ""

    @property
    def thread(self) -> tuple[str, ...]:
        """The References of an answer to this letter."""
        return (*self.references[-20:], self.message_id)


def read_letter(raw: bytes, *, size: int | None = None, sha256: str = "", trusted: bool = False) -> Letter:
    """Read the raw bytes of one letter; never raises.

    `size` and `sha256` tell of the whole letter when `raw` is only the beginning of one too big to read.
    With `trusted` declared charsets are believed as the first hexpost did.
    """
    digest = sha256 or hashlib.sha256(raw).hexdigest()
    whole, notes = read_part(raw), list[str]()
    message, body = whole.head, read_body(whole, trusted)
    text, html_text = body.texts()
    fingerprint = _fingerprint(message, body, digest)
    ids = message_ids(_first(message, "message-id"))
    if not ids:
        notes.append("no readable Message-ID; one was made from the bytes")
    return Letter(
        sender=who_wrote(raw_values(message, "from")),
        subject=decoded(_first(message, "subject")),
        message_id=ids[0] if ids else f"<{fingerprint[:32]}@without-id.invalid>",
        date=_date(_first(message, "date"), notes),
        text=text,
        html_text=html_text,
        files=tuple(body.files),
        logs=tuple(body.logs),
        unread=tuple(body.unread),
        size=len(raw) if size is None else size,
        sha256=digest,
        fingerprint=fingerprint,
        robot=robot_sign(message),
        in_reply_to="".join(message_ids(_first(message, "in-reply-to"))[:1]),
        references=message_ids(" ".join(raw_values(message, "references"))),
        notes=(*notes, *dict.fromkeys(body.notes)),
        trace=first_headers(message),
        bulk=bulk_sign(message),
    )


def _first(message: Message, name: str) -> str:
    return next(iter(raw_values(message, name)), "")


def _date(value: str, notes: list[str]) -> datetime | None:
    """The date in UTC; a date without a zone is taken as UTC."""
    try:
        date = parsedate_to_datetime(value)
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError, AttributeError):
        notes.append("no readable Date")
        return None


def _fingerprint(message: Message, body: Body, digest: str) -> str:
    """The same for two copies of one letter that came by different ways."""
    told = [*raw_values(message, "from"), *raw_values(message, "date"), *raw_values(message, "subject")]
    told += [*body.plain, *body.html, *(f"{file.name}\n{file.text}" for file in body.files)]
    told += [f"{log.name}\n{log.digest}" for log in body.logs]
    if not any(text.strip() for text in told):
        return digest
    return hashlib.sha256("\x1f".join(told).encode("utf-8", "surrogatepass")).hexdigest()
