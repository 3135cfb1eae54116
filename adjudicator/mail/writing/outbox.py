"""Letters out, built the same each time from the same facts; `maildir.deliver` lays them into the outbox."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.header import Header
from email.utils import format_datetime, formataddr
from html import escape
from unicodedata import is_normalized

from adjudicator.mail.reading.asking import games_in
from adjudicator.mail.reading.charset import plain_lines
from adjudicator.mail.reading.headers import message_ids
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.reading.reply import ANSWER_LINE
from adjudicator.mail.reading.sender import normal_address
from adjudicator.mail.writing.maildir import legal_name
from adjudicator.mail.writing.mime import Part, file_part, multipart, quoted_part, text_part
from files.characters import on_one_line

MOST_SHOWN = 400
"""So many characters at most say what a picture shows."""
_DESCRIPTION = "Content-Description"
SOFT = "#6b5c43"
"""The ink of the answer line above a report: the soft one of its palette."""
_BODY_TAG = re.compile(r"<body\b[^<>]*>", re.IGNORECASE)
_SURROGATES = re.compile("[\ud800-\udfff]")


"""How a subject names a game."""
TO_REFEREE = "referee"
"""What stands for the game in the ids of mails to the referee."""


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file that goes with a letter; with `shown_as` it is a picture the HTML shows by "cid:<shown_as>".

    One that lies on the web `at` an address does not go along: the HTML shows it from there. `shows` says in
    words what is to be seen on a picture.
    """

    name: str
    data: bytes
    kind: str
    shown_as: str = ""
    at: str = ""
    shows: str = ""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A letter to be sent.

    `desk` and `to` are addresses, alone or with a name ("Desk <desk@example.org>"). `game` and `number` make
    it the n-th letter of that game: the desk never sends two with the same, so letters to two players have
    two numbers. Letters that belong to no game can go under a word of the desk's own instead of a game.
    `in_reply_to` and `references` are message ids. `head` is the first line: what is new, and cannot stand
    in the subject, which is the same in all mails of a thread.
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
    head: str = ""


def message_id(desk: str, game: str, number: int) -> str:
    """The id of the n-th letter the desk sends about a game: always the same."""
    address = normal_address(desk)
    digest = hashlib.sha256(f"hexpost-letter-1|{address}|{game}|{number}".encode()).hexdigest()[:20]
    return f"<{legal_name(game)[:20]}.{number}.{digest}@{address.rpartition('@')[2] or 'desk.invalid'}>"


def file_name(mail: Outgoing) -> str:
    """The name of a mail's file in the outbox: the same however often it is laid there."""
    unique = hashlib.sha256(message_id(mail.desk, mail.game, mail.number).encode("utf-8")).hexdigest()[:16]
    return f"{mail.game}-{mail.number:06d}-{unique}.eml"


def game_of(id_: str, desk: str) -> str:
    """The game about which the desk wrote the mail with this id; "" for an id that is none of its own."""
    domain = message_id(desk, "", 0).rpartition("@")[2]
    found = re.match(r"<(\d{1,9})-[^@\s]+@", id_)
    return found[1] if found and id_.endswith(f"@{domain}") else ""


def games_meant(letter: Letter, desk: str) -> tuple[str, ...]:
    """The games that a letter may be about: those that its subject names, then those of the mails that it
    answers, the newest first."""
    answered = (letter.in_reply_to, *reversed(letter.references))
    named = (*games_in(letter.subject), *(game_of(id_, desk) for id_ in answered))
    return tuple(dict.fromkeys(filter(None, named)))


def is_to_referee(id_: str, desk: str) -> bool:
    """Whether this is the id of a mail that the desk wrote to its referee."""
    number = re.match(rf"<{TO_REFEREE}\.(\d{{1,9}})\.", id_)
    return bool(number) and id_ == message_id(desk, TO_REFEREE, int(number[1]) if number else 0)


def letter_bytes(letter: Outgoing) -> bytes:
    """The letter: text, HTML beside it, the pictures it shows, and the files that go with it.

    Text and HTML begin with the line above which the answer is to be written. The same letter always gives
    the same bytes. Raises ValueError for one to nobody.
    """
    seed = message_id(letter.desk, letter.game, letter.number)
    along = [enclosure for enclosure in letter.enclosures if not enclosure.at]
    shown = [enclosure for enclosure in along if enclosure.shown_as and letter.html]
    told = "\n\n".join(filter(None, (ANSWER_LINE, letter.head, letter.text)))
    pages = [text_part(_sendable(told), "plain")]
    if letter.html:
        page = text_part(_sendable(_under_answer_line(_linked(letter), letter.head)), "html")
        pages.append(multipart("related", seed, page, *map(_picture, shown)))
    files = [_attached(enclosure) for enclosure in along if enclosure not in shown]
    whole = multipart("mixed", seed, multipart("alternative", seed, *pages), *files)
    return whole.raw(*_address(letter), f"Message-ID: {seed}", *_thread(letter), "MIME-Version: 1.0")


def one_line(text: str, most: int = 200) -> str:
    """Text fit for a header: one line, no control characters, at most so many characters."""
    return on_one_line(text)[:most].strip()


def _address(letter: Outgoing) -> Iterator[str]:
    yield f"From: {_mailbox('From', letter.desk)}"
    yield f"To: {_mailbox('To', letter.to)}"
    yield f"Subject: {_encoded('Subject', one_line(letter.subject))}"
    yield f"Date: {format_datetime(letter.date.astimezone(UTC))}"


def _mailbox(header: str, written: str) -> str:
    """Raises ValueError if there is no address in it: a mail to nobody is our own mistake."""
    address = normal_address(written)
    if not address:
        raise ValueError(f"no mail address: {written!r}")
    name = one_line(written.rpartition("<")[0]).strip('" ')[:100].strip()
    if _is_plain(name):
        return formataddr((name, address))
    return f"{_encoded(header, name)}\n <{address}>"


def _thread(letter: Outgoing) -> Iterator[str]:
    """Sort the letter under the one it answers, and tell machines not to answer it."""
    answered = message_ids(letter.in_reply_to)[:1]
    references = message_ids(" ".join(letter.references))[-20:]
    if answered:
        yield f"In-Reply-To: {answered[0]}"
    if references or answered:
        yield "References: " + "\n ".join(dict.fromkeys((*references, *answered)))
    yield f"Auto-Submitted: {'auto-replied' if answered else 'auto-generated'}"
    yield "X-Auto-Response-Suppress: All"


def _sendable(text: str) -> str:
    """Text that can be encoded, with "\\n" line ends, the last line ended too."""
    if not (is_normalized("NFC", text) and text.replace("\n", "").isprintable()):  # as most pages are
        text = plain_lines(_SURROGATES.sub("\ufffd", text))
    return text.rstrip("\n") + "\n"


def _under_answer_line(html: str, head: str) -> str:
    body = _BODY_TAG.search(html)
    at = body.end() if body else 0
    style = f"margin:0;padding:10px 16px;color:{SOFT};font-size:12px;text-align:center"
    news = "margin:0;padding:0 16px 10px;font-size:16px;text-align:center"
    told = f'<p style="{news}"><strong>{escape(head)}</strong></p>\n' if head else ""
    return f'{html[:at]}<p class="d-soft" style="{style}">{ANSWER_LINE}</p>\n{told}{html[at:]}'


def _linked(letter: Outgoing) -> str:
    """The HTML, with pictures that lie on the web shown from there."""
    page = letter.html
    for one in letter.enclosures:
        if one.at:
            page = page.replace(f'"cid:{one.shown_as}"', f'"{escape(one.at)}"')
    return page


def _picture(enclosure: Enclosure) -> Part:
    name, shown_as = legal_name(enclosure.name), legal_name(enclosure.shown_as)
    about = [f'Content-Disposition: inline; filename="{name}"', f"Content-ID: <{shown_as}>"]
    if enclosure.shows:
        about.append(f"{_DESCRIPTION}: {_encoded(_DESCRIPTION, one_line(enclosure.shows, MOST_SHOWN))}")
    return file_part(enclosure.data, enclosure.kind, *about)


def _attached(enclosure: Enclosure) -> Part:
    kind, _, subkind = enclosure.kind.partition("/")
    about = f'Content-Disposition: attachment; filename="{legal_name(enclosure.name)}"'
    if subkind == "json":
        return quoted_part(enclosure.data, enclosure.kind, about)
    if kind == "text":
        return text_part(_sendable(enclosure.data.decode("utf-8", "replace")), subkind, about)
    return file_part(enclosure.data, enclosure.kind, about)


def _encoded(header: str, value: str) -> str:
    """Words for a header, encoded where they are not ASCII, in lines of at most 76 signs."""
    if _is_plain(value) and len(header) + len(value) < 72:
        return value
    charset = None if _is_plain(value) else "utf-8"
    return Header(value, charset, maxlinelen=76, header_name=header).encode()


def _is_plain(value: str) -> bool:
    return value.isascii() and "=?" not in value
