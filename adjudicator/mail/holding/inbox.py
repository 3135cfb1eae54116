"""What lies in the inbox, and in which order its letters count.

Later means later written: by the Date line, where it is plausible; then by arrival. Names of files only break
ties.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.passwords import Passwords, take_out_of
from adjudicator.mail.holding.intake import Arrival, mbox_spans, unpack_mbox
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.writing.maildir import letters_in, make_maildir
from files.natural import natural

AHEAD = timedelta(hours=3)
"""How far a Date may lie in the future: a clock that is wrong, or a wrong time zone."""
BEFORE = timedelta(hours=12)
"""How far a Date may lie before the question that the letter answers."""
OLDEST = timedelta(days=60)
"""How old a letter may be that answers no question."""

LETTERS = frozenset((".eml", ".mbox"))
OTHERS = {
    ".msg": "this is Outlook's own format. Open the email in Outlook on the web and download it (.eml), "
    "or forward it as an attachment and save that as .eml",
    ".txt": "a text does not say who wrote it. Save the email itself as .eml, with its headers",
}
OF_PROGRAMS = (".", "maildir", "dovecot", "courier", "subscriptions")
"""How the files begin that mail servers keep in a Maildir for themselves."""
OTHER = "only emails are read here. Save the email that it came with as .eml"


def inbox(desk: Desk) -> list[Path]:
    """Where letters lie: the Maildir, after files laid beside it, of which an mbox is taken apart first. The
    passwords in their logs are taken out of the files, so that nobody keeps them with a letter."""
    loose = [p for p in sorted(desk.inbox.iterdir()) if p.suffix.lower() in LETTERS and p.is_file()]
    passwords = Passwords(desk)
    make_maildir(desk.inbox)
    for file in loose:
        if spans := mbox_spans(file):
            take_out_of(file, passwords, desk.inbox / "tmp", spans)
            unpack_mbox(file, desk.inbox / "new")
    left = [file for file in loose if file.exists()]
    for file in (*left, *letters_in(desk.inbox)):
        with suppress(OSError):  # whoever reads the letter then is told
            take_out_of(file, passwords, desk.inbox / "tmp")
    return [*left, desk.inbox]


def strays(desk: Desk) -> list[str]:
    """What is in the inbox and not a letter, each with what to do about it."""
    return [
        f"inbox/{path.name} was not read, and stays there: {OTHERS.get(path.suffix.lower(), OTHER)}"
        for path in sorted(desk.inbox.iterdir(), key=lambda path: natural(path.name))
        if not _is_known(path)
    ]


def _is_known(path: Path) -> bool:
    """Whether a thing in the inbox is where it belongs: letters, the Maildir's parts, unpacked mboxes."""
    if path.is_dir():
        return path.name in {"new", "cur", "tmp"} or path.name.startswith(".")
    name = path.name.lower()
    return path.suffix.lower() in LETTERS or ".unpacked" in name or name.startswith(OF_PROGRAMS)


@dataclass(frozen=True, slots=True)
class Ahead:
    """What one must know of a later sheet of a mail run to say whose place it takes: the kinds of its orders.

    It is `unclear` if it has a line that cannot be read, or if its orders stand in a log. Of another turn, or
    with another code than its game has when that is asked, it takes nobody's place.
    """

    game: str
    side: str
    turn: int
    code: str
    verbs: frozenset[str]
    unclear: bool


@dataclass(frozen=True, slots=True)
class Slip:
    """One letter of a mail run, without its bytes and its words: its place in the order, and what it brings.

    `sheets` are those of its blocks that may be taken, with orders in them that are no standing ones.
    """

    arrival: Arrival
    written: datetime
    address: str = ""
    message_id: str = ""
    dated_print: str = ""
    sheets: tuple[Ahead, ...] = ()

    @property
    def place(self) -> tuple[datetime, datetime, tuple[tuple[int, int, str], ...]]:
        """What puts it before or after the other letters of a mail run."""
        return self.written, self.arrival.came, natural(self.arrival.source)


def slip(
    arrival: Arrival, letter: Letter, sheets: Sequence[Ahead], asked: datetime | None, now: datetime
) -> Slip:
    """The slip of a letter that answers a question asked at that time, if it does."""
    written = letter.date if _is_plausible(letter.date, asked, now) else None
    bare = replace(arrival, raw=b"")
    return Slip(
        bare, written or arrival.came, letter.address, letter.message_id, letter.dated_print, tuple(sheets)
    )


def _is_plausible(date: datetime | None, asked: datetime | None, now: datetime) -> bool:
    first = asked - BEFORE if asked else now - OLDEST
    return date is not None and first <= date <= now + AHEAD


def in_order(slips: Sequence[Slip]) -> list[Slip]:
    """The letters of a mail run as they count."""
    return once(sorted(slips, key=lambda one: one.place))


def once(slips: Iterable[Slip]) -> list[Slip]:
    """Letters in their order; of copies of one letter only the first has orders."""
    seen: set[tuple[str, str]] = set()
    found: list[Slip] = []
    for one in slips:
        names = {(one.address, name) for name in (one.message_id, one.dated_print) if name}
        found.append(replace(one, sheets=()) if names & seen else one)
        seen |= names
    return found


def asked_at(iso: Sequence[str]) -> datetime | None:
    """The earliest of some times as the store keeps them; None for none."""
    return min((datetime.fromisoformat(time).astimezone(UTC) for time in iso), default=None)
