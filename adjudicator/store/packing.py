"""Mails as the store keeps them: compressed, each picture once, and without pictures once they are in the
outbox. A picture of a board, or the page for tapping orders, is twenty times as large as its report, and the
outbox has it anyway. So such a part is kept apart under its SHA-256 until its mails are delivered.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Mapping
from hashlib import sha256

EDITION = 17
"""How mails are worded and kept. Those of the first edition are whole; reports of an earlier one than today's
cannot be made again."""

_PART = re.compile(
    rb"(Content-Type: (?:image/(?:png|jpeg)|application/x-vassal-(?:save|log|module))\n"
    rb"Content-Transfer-Encoding: base64\n"
    rb"(?:[^\n]+\n)*\n)([A-Za-z0-9+/=\n]+\n)(?=\n--=_)"
)
_PAGE = re.compile(
    rb'(Content-Type: text/html; charset="utf-8"\n'
    rb"Content-Transfer-Encoding: quoted-printable\n"
    rb'Content-Disposition: attachment; filename="[^"\n]*-orders\.html"\n\n)'
    rb"((?:.*\n)+?)(?=\n--=_)"  # line by line: it has half a million characters
)
_KEPT_APART = re.compile(rb"\0(q?)([0-9a-f]{64})\n")  # no mail that we write has a zero byte


def pack(raw: bytes) -> tuple[bytes, Mapping[str, bytes]]:
    """A mail without its pictures and its page for orders, pressed; and these by their SHA-256."""
    apart: dict[str, bytes] = {}

    def taken(part: re.Match[bytes]) -> bytes:
        quoted = part.re is _PAGE
        data = _unquoted(part[2]) if quoted else _decoded(part[2])
        if data is None:
            return part[0]
        name = sha256(data).hexdigest()
        apart[name] = data
        return part[1] + (b"\0q" if quoted else b"\0") + name.encode() + b"\n"

    return zlib.compress(_PAGE.sub(taken, _PART.sub(taken, raw))), apart


def unpack(packed: bytes, find: Callable[[str], bytes | None]) -> bytes:
    """The mail again; for a picture that is kept no more a word that says so. Raises ValueError on damage."""

    def put_back(mark: re.Match[bytes]) -> bytes:
        name = mark[2].decode()
        found = find(name)
        data = stand_in(name) if found is None else found
        return binascii.b2a_qp(data, istext=True) if mark[1] else base64.encodebytes(data)

    try:
        return _KEPT_APART.sub(put_back, zlib.decompress(packed))
    except zlib.error as damage:
        raise ValueError(f"the mail is damaged ({damage})") from None


def stand_in(name: str) -> bytes:
    """What stands for a file that went out with its mail and is not kept here."""
    return f"This file went out with the mail and is kept nowhere else; its SHA-256 is {name}.\n".encode()


def _decoded(body: bytes) -> bytes | None:
    """The bytes of a base64 body, None where they would not give the very same body again."""
    try:
        data = base64.b64decode(body)
    except binascii.Error:
        return None
    return data if base64.encodebytes(data) == body else None


def _unquoted(body: bytes) -> bytes | None:
    """The bytes of a quoted-printable body, None where they would not give the very same body again."""
    data = binascii.a2b_qp(body)
    return data if binascii.b2a_qp(data, istext=True) == body else None
