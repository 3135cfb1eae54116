"""Letters out, built the same each time from the same facts; `maildir.deliver` lays them into the outbox."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.header import Header
from email.message import EmailMessage, Message
from email.policy import EmailPolicy
from email.utils import format_datetime, formataddr

from adjudicator.mail.charset import plain_lines
from adjudicator.mail.headers import message_ids
from adjudicator.mail.maildir import legal_name
from adjudicator.mail.reply import ANSWER_LINE
from adjudicator.mail.sender import normal_address

_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_BODY_TAG = re.compile(r"<body\b[^<>]*>", re.IGNORECASE)
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file that goes with a letter; with `shown_as` it is a picture the HTML shows by "cid:<shown_as>"."""

    name: str
    data: bytes
    kind: str
    shown_as: str = ""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A letter to be sent.

    `desk` and `to` are addresses, alone or with a name ("Desk <desk@example.org>"). `game` and `number` make
    it the n-th letter of that game: the desk never sends two with the same, so letters to two players have
    two numbers. Letters that belong to no game can go under a word of the desk's own instead of a game.
    `in_reply_to` and `references` are message ids.
    """

    desk: str
    to: str
    subject: str
    text: str
    game: str
    number: int
    date: datetime
    html: str = ""
    enclosures: tuple[Enclosure, ...] = ()
    in_reply_to: str = ""
    references: tuple[str, ...] = ()


# The headers are encoded here, by the older encoder of the standard library: the newer one breaks a long
# message id into encoded words, and no mail program then finds the thread.
_POLICY = EmailPolicy(linesep="\n", refold_source="none")


def message_id(desk: str, game: str, number: int) -> str:
    """The id of the n-th letter the desk sends about a game: always the same."""
    address = normal_address(desk)
    digest = hashlib.sha256(f"hexpost-letter-1|{address}|{game}|{number}".encode()).hexdigest()[:20]
    return f"<{legal_name(game)[:20]}.{number}.{digest}@{address.rpartition('@')[2] or 'desk.invalid'}>"


def compose(letter: Outgoing) -> EmailMessage:
    """The letter as a message: text, HTML beside it, the pictures it shows, and the files that go with it.

    Text and HTML begin with the line above which the answer is to be written.
    """
    message = EmailMessage(policy=_POLICY)
    _address(message, letter)
    _thread(message, letter)
    message.set_content(_sendable(f"{ANSWER_LINE}\n\n{letter.text}"), cte="quoted-printable")
    shown = [enclosure for enclosure in letter.enclosures if enclosure.shown_as and letter.html]
    if letter.html:
        _add_html(message, letter.html, shown)
    for enclosure in letter.enclosures:
        if enclosure not in shown:
            _attach(message, enclosure)
    _set_boundaries(message, str(message["Message-ID"]))
    return message


def letter_bytes(letter: Outgoing) -> bytes:
    """The bytes of the letter; the same letter always gives the same bytes."""
    return compose(letter).as_bytes(policy=_POLICY)


def one_line(text: str) -> str:
    """Text fit for a header: one line, no control characters, at most 200 characters."""
    return " ".join(_CONTROLS.sub(" ", text).split())[:200].strip()


def _address(message: EmailMessage, letter: Outgoing) -> None:
    message.set_raw("From", _mailbox("From", letter.desk))
    message.set_raw("To", _mailbox("To", letter.to))
    message.set_raw("Subject", _encoded("Subject", one_line(letter.subject)))
    message.set_raw("Date", format_datetime(letter.date.astimezone(UTC)))
    message.set_raw("Message-ID", message_id(letter.desk, letter.game, letter.number))


def _mailbox(header: str, written: str) -> str:
    """Raises ValueError when there is no address in it: a letter to nobody is our own mistake."""
    address = normal_address(written)
    if not address:
        raise ValueError(f"no mail address: {written!r}")
    name = one_line(written.rpartition("<")[0]).strip('" ')[:100].strip()
    if _is_plain(name):
        return formataddr((name, address))
    return f"{_encoded(header, name)}\n <{address}>"


def _thread(message: EmailMessage, letter: Outgoing) -> None:
    """Sort the letter under the one it answers, and tell machines not to answer it."""
    answered = message_ids(letter.in_reply_to)[:1]
    references = message_ids(" ".join(letter.references))[-20:]
    if answered:
        message.set_raw("In-Reply-To", answered[0])
    if references or answered:
        message.set_raw("References", "\n ".join(dict.fromkeys((*references, *answered))))
    message.set_raw("Auto-Submitted", "auto-replied" if answered else "auto-generated")
    message.set_raw("X-Auto-Response-Suppress", "All")


def _sendable(text: str) -> str:
    """Text that can be encoded, with "\\n" line ends, the last line ended too."""
    return plain_lines(_SURROGATES.sub("\ufffd", text)).rstrip("\n") + "\n"


def _add_html(message: EmailMessage, html: str, shown: Sequence[Enclosure]) -> None:
    message.add_alternative(_sendable(_under_answer_line(html)), subtype="html", cte="quoted-printable")
    *_, page = message.iter_parts()
    for enclosure in shown:
        kind, _, subkind = enclosure.kind.partition("/")
        page.add_related(
            enclosure.data,
            kind,
            subkind,
            cid=f"<{legal_name(enclosure.shown_as)}>",
            filename=legal_name(enclosure.name),
            disposition="inline",
        )


def _under_answer_line(html: str) -> str:
    body = _BODY_TAG.search(html)
    at = body.end() if body else 0
    return f'{html[:at]}<p style="color:#777">{ANSWER_LINE}</p>\n{html[at:]}'


def _attach(message: EmailMessage, enclosure: Enclosure) -> None:
    kind, _, subkind = enclosure.kind.partition("/")
    name = legal_name(enclosure.name)
    if kind == "text":
        text = _sendable(enclosure.data.decode("utf-8", "replace"))
        message.add_attachment(text, subtype=subkind, filename=name, cte="quoted-printable")
    else:
        message.add_attachment(enclosure.data, maintype=kind, subtype=subkind, filename=name)


def _set_boundaries(message: Message, seed: str) -> None:
    """Boundaries by rule instead of by chance; "=_" stands in no quoted-printable or base64 text."""
    parts = [part for part in message.walk() if part.is_multipart()]
    for number, part in enumerate(parts):
        digest = hashlib.sha256(f"{seed}|{number}".encode()).hexdigest()[:24]
        part.set_boundary(f"=_{digest}_{number}")


def _encoded(header: str, value: str) -> str:
    """Words for a header, encoded where they are not ASCII, in lines of at most 76 signs."""
    charset = None if _is_plain(value) else "utf-8"
    return Header(value, charset, maxlinelen=76, header_name=header).encode()


def _is_plain(value: str) -> bool:
    return value.isascii() and "=?" not in value
