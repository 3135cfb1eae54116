"""A letter taken apart: its parts without parts, in time that grows with its length alone.

The standard library's parser asks of every line whether it ends one of the parts around it, so that a small
letter of parts within parts keeps it busy for minutes. Here it reads headers, and bodies are cut by search.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser

from adjudicator.mail.reading.headers import LETTER_POLICY

MOST_PARTS = 1000
"""Each costs a while; nobody sends as many."""
DEEPEST = 20
"""So many parts stand one within the other at most; mail programs need four."""
_LONGEST_HEAD = 1 << 18  # bytes
# The first line that is no header begins the body; if it is blank, the body begins below it.
_BODY = re.compile(rb"(?:\A|(?<=\n)|(?<=\r)(?!\n))(?!From |[!-9;-~]*:|[\t ])(\r\n|[\r\n])?")
TOO_MANY = "it has too many parts, or too many within each other; only the first were read"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a letter: its headers, and its body as it was sent."""

    head: Message
    body: bytes

    def content(self) -> bytes:
        """The body with its transfer encoding undone."""
        self.head.set_payload(self.body.decode("ascii", "surrogateescape"))
        content = self.head.get_payload(decode=True)
        self.head.set_payload("")
        return content if isinstance(content, bytes) else b""


def read_part(raw: bytes) -> Part:
    """The head and the body of a letter, or of a part of one; never raises."""
    found = _BODY.search(raw)
    at = found.start() if found else len(raw)
    try:
        head = BytesHeaderParser(EmailMessage, policy=LETTER_POLICY).parsebytes(raw[: min(at, _LONGEST_HEAD)])
    except Exception:  # the header parser of the standard library raises many kinds
        head = EmailMessage(policy=LETTER_POLICY)
    return Part(head, raw[found.end() :] if found else b"")


def leaves(letter: Part, notes: list[str], within: bool = False) -> Iterator[Part]:
    """The parts without parts, in order. A letter within the letter is somebody else's, and is not opened,
    unless its parts are wanted too: those `within`."""
    waiting, left = [(letter, 0)], MOST_PARTS
    while waiting:
        part, depth = waiting.pop()
        kind, boundary = _kind(part.head)
        if kind in {"message", "digest"} and not within:
            continue
        many = kind in {"multipart", "digest"} and boundary
        pieces = [part.body] if kind == "message" else []
        pieces += _pieces(part.body, boundary, left + 1) if many else []
        if not pieces:
            yield part
        elif depth == DEEPEST or len(pieces) > left:
            notes.append(TOO_MANY)
        inside = pieces[:left] if depth < DEEPEST else []
        left -= len(inside)
        waiting += [(read_part(piece), depth + 1) for piece in reversed(inside)]


def _kind(head: Message) -> tuple[str, bytes]:
    """Whether it has parts ("multipart"), is a "message" or a "digest" of them, or none of these (""); and
    what stands between its parts."""
    try:
        kind = head.get_content_maintype()
        digest = head.get_content_type() == "multipart/digest"
        boundary = (head.get_boundary() or "").encode("utf-8", "surrogateescape")
    except Exception:  # as above
        return "", b""
    return "digest" if digest else kind if kind == "message" or (
        kind == "multipart" and boundary
    ) else "", boundary


def _end_of_text(body: bytes, begin: int, end: int) -> int:
    """Where a part ends: before the end of line that belongs to the boundary."""
    last = body[max(begin, end - 2) : end]
    return end - (2 if last == b"\r\n" else 1 if last.endswith((b"\r", b"\n")) else 0)


def _pieces(body: bytes, boundary: bytes, most: int) -> Iterator[bytes]:
    """What stands between the lines of a boundary, as many as that; RFC 2046, 5.1.1."""
    line = re.compile(rb"--" + re.escape(boundary) + rb"(--)?[ \t]*(?:\r\n|[\r\n]|\Z)")
    begun = -1
    for found in line.finditer(body):
        if found.start() and body[found.start() - 1] not in b"\r\n":
            continue
        if begun >= 0:
            yield body[begun : _end_of_text(body, begun, found.start())]
            most -= 1
        begun = -1 if found[1] else found.end()
        if begun < 0 or not most:
            return
    if begun >= 0:
        yield body[begun:]
