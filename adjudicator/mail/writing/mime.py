"""The parts of a mail as bytes, written down once: a report is some forty kilobytes of them.

The standard library's message objects read every header again that they write, which takes longer than all
else in a report; the mails here have few headers, and those are always the same.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a mail: its header lines without line ends, and its body as it is sent."""

    headers: tuple[str, ...]
    body: bytes

    def raw(self, *before: str) -> bytes:
        """The part as bytes, with these header lines before its own."""
        head = "".join(f"{line}\n" for line in (*before, *self.headers))
        return head.encode("ascii") + b"\n" + self.body


def text_part(text: str, kind: str, *headers: str) -> Part:
    """Text with "\\n" line ends as text/plain, text/html ...: UTF-8, quoted-printable."""
    about = (f'Content-Type: text/{kind}; charset="utf-8"', "Content-Transfer-Encoding: quoted-printable")
    return Part((*about, *headers), binascii.b2a_qp(text.encode("utf-8"), istext=True))


def quoted_part(data: bytes, kind: str, *headers: str) -> Part:
    """A file of nearly nothing but ASCII ("application/json"): quoted-printable, three quarters of base64."""
    about = (f"Content-Type: {kind}", "Content-Transfer-Encoding: quoted-printable")
    return Part((*about, *headers), binascii.b2a_qp(data, istext=False))


def file_part(data: bytes, kind: str, *headers: str) -> Part:
    """A file of any kind ("image/png"): base64."""
    about = (f"Content-Type: {kind}", "Content-Transfer-Encoding: base64")
    return Part((*about, *headers), base64.encodebytes(data))


def multipart(kind: str, seed: str, *parts: Part) -> Part:
    """Several parts as one ("mixed", "alternative", "related"); a single one stays as it is.

    The boundary follows from the seed and the kind, of which a mail has one each; "=_" stands in no
    quoted-printable or base64 text.
    """
    if len(parts) == 1:
        return parts[0]
    boundary = f"=_{hashlib.sha256(f'{seed}|{kind}'.encode()).hexdigest()[:24]}_{kind}"
    mark = f"--{boundary}".encode("ascii")
    inside = b"".join(mark + b"\n" + part.raw() + b"\n" for part in parts)
    return Part((f'Content-Type: multipart/{kind}; boundary="{boundary}"',), inside + mark + b"--\n")
