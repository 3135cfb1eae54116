"""What the desk has told a side, line by line: its reports are not for other sides, however they are quoted.

Mail programs quote as they like: with or without marks, in lines that are wrapped again or joined. So lines
are compared by their words alone, and a line with half a dozen words in a row from a line of the desk counts
as that line.
"""

from __future__ import annotations

import email
from collections.abc import Iterable, Iterator
from email.message import EmailMessage
from email.policy import default

from adjudicator.judging.courtesy import folded
from adjudicator.mail.reading.as_typed import is_quoted
from adjudicator.mail.reading.html_text import html_to_text
from adjudicator.store import Store

RUN = 6
"""So many words in a row are nobody's own."""
FEW = 4
"""A line of the desk with fewer words is found again only as a line, not within one."""
LONGEST = 2000


def stands_in_mail(store: Store, seats: Iterable[tuple[int, str]], line: str) -> bool:
    """Whether a line, or a good part of it, was sent by the desk to one of these sides."""
    words = folded(line, LONGEST).split()
    if not words:
        return False
    runs = [_spaced(words[at : at + RUN]) for at in range(max(1, len(words) - RUN + 1))]
    runs = runs if len(words) >= FEW else []
    return any(store.mail.was_told(game, side, _spaced(words), runs, FEW) for game, side in seats)


def learn_lines(store: Store, seats: Iterable[tuple[int, str]]) -> None:
    """Take note of the lines of all mails to these sides that were not yet looked at."""
    for game, side in seats:
        for number, raw in store.mail.mails_not_listed(game, side):
            store.mail.list_lines(game, side, number, set(_lines(raw)))


def _lines(raw: bytes) -> Iterator[str]:
    """The lines of a mail by their words; what it quotes are words of players, and no secret."""
    message = email.message_from_bytes(raw, policy=default)
    for text in _texts(message):
        for line in text.split("\n"):
            words = folded(line, LONGEST).split()
            if words and not is_quoted(line):
                yield _spaced(words)


def _texts(message: EmailMessage) -> Iterator[str]:
    """Its text, and the lines that a reader of its HTML sees."""
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    if plain is not None:
        yield str(plain.get_content())
    if html is not None:
        yield html_to_text(str(html.get_content()))


def _spaced(words: Iterable[str]) -> str:
    return f" {' '.join(words)} "
