"""The headers of a letter, read so that no header, however long or broken, stops the reading."""

from __future__ import annotations

import re
from email.headerregistry import BaseHeader
from email.message import Message
from email.policy import EmailPolicy
from functools import lru_cache
from itertools import islice
from typing import Any

# Reading a structured header takes time that grows with the square of its length; no honest one is longer.
_LONGEST = 4000
_MOST = 50  # headers of one name
_SURROGATES = re.compile("[\udc80-\udcff]")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_MESSAGE_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>")


class LetterPolicy(EmailPolicy):
    """Headers are cut to a sane length, and unencoded ones are read as UTF-8 or Windows-1252."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        """The header as the letter's own methods (content type, file name) see it."""
        return _read(name, readable(value))


LETTER_POLICY = LetterPolicy()


@lru_cache(maxsize=256)
def _read(name: str, value: str) -> Any:
    """A header of these words, read once: a letter's own methods ask for its content type again and again."""
    return EmailPolicy.header_fetch_parse(LETTER_POLICY, name, value)


def readable(value: str) -> str:
    """A header as it stood in the bytes, on one line, cut to a sane length and in real characters."""
    return _CONTROLS.sub(" ", _real_characters(value[:_LONGEST])).strip()


def raw_values(message: Message, name: str) -> list[str]:
    """The headers of that name as they stood in the letter, not yet decoded, in order."""
    found = (readable(str(value)) for key, value in message.raw_items() if key.lower() == name.lower())
    return list(islice(found, _MOST))


def first_headers(message: Message) -> tuple[tuple[str, str], ...]:
    """The first headers of a letter, as they stood in it: there servers on the way write theirs."""
    return tuple((key, readable(str(value))) for key, value in islice(message.raw_items(), _MOST))


def decoded(value: str) -> str:
    """A header's words with their encoding (=?utf-8?q?...?=) undone; left as it is where that fails."""
    try:
        header: BaseHeader = LETTER_POLICY.header_factory("subject", value)
        return _CONTROLS.sub(" ", _SURROGATES.sub("\ufffd", str(header))).strip()
    except Exception:  # the header parser of the standard library raises many kinds on broken words
        return value


def message_ids(value: str) -> tuple[str, ...]:
    """The message ids in a header such as References, in order: "<...>" of printable ASCII only."""
    return tuple(_MESSAGE_ID.findall(value))


def _real_characters(value: str) -> str:
    """Undo the escape by which the parser keeps bytes that are not ASCII."""
    if not _SURROGATES.search(value):
        return value
    raw = value.encode("utf-8", "surrogateescape")
    for charset in ("utf-8", "cp1252"):
        try:
            return raw.decode(charset)
        except ValueError:
            continue
    return raw.decode("utf-8", "replace")
