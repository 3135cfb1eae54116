"""Passwords in the logs and saved games of VASSAL that come with a letter: they are taken out of its bytes.

Nothing that is kept of a letter holds one then: neither the journal nor what is made of it.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from io import BytesIO
from zipfile import ZipFile

from adjudicator.mail.reading.parts import Part, leaves, read_part
from adjudicator.mail.reading.zipped import LARGEST
from files.zips import BROKEN_ZIP

_ZIP, _OUTLOOK = b"PK\x03\x04", b"\x78\x9f\x3e\x22"
"""How a zip file begins, and a winmail.dat."""
_SIGNS = (b"UEsDB", _ZIP, b"PK=03=04", b"4$L#!", b"eJ8+I", _OUTLOOK, b"x=9F>")
"""How these begin in a letter: in base64, as they are, in quoted-printable, and a zip file in uuencode."""
_TYPED = re.compile(rb"^(begin [0-7]{3,4} [^\r\n]*\r?\n).4\$L#!.*?^(end\b)", re.MULTILINE | re.DOTALL)
"""A zip file in uuencode within a text."""
_SAVED = b"savedGame"
_ZIP_IN_ZIP = 3
_QUOTED, _UUENCODED = 24, 45
"""So many bytes stand in a line of quoted-printable, where each takes three characters, and of uuencode."""
_UU = ("x-uuencode", "uuencode", "uue", "x-uue")


def without_passwords(raw: bytes, shut: Callable[[bytes], bytes]) -> bytes:
    """The bytes of a letter with its logs and saved games as `shut` gives them back; all else as it was."""
    if not any(one in raw for one in _SIGNS):
        return raw
    for part in leaves(read_part(raw), [], within=True):
        content = part.content()
        new = _cleaned(content, shut)
        if new != content:
            raw = raw.replace(part.body, _body(part, new), 1)
    return raw


def _cleaned(content: bytes, shut: Callable[[bytes], bytes]) -> bytes:
    """A file or a text of a letter. What has a log in a form in which hexpost reads none loses it."""
    if content.startswith(_ZIP):
        return _shut(content, shut, _ZIP_IN_ZIP)
    if content.startswith(_OUTLOOK) and (_SAVED in content or _ZIP in content):
        return _OUTLOOK
    return _TYPED.sub(rb"\1\2", content)


def _shut(content: bytes, shut: Callable[[bytes], bytes], depth: int) -> bytes:
    """A log, or a zip file with logs in it, whatever they are called. Of one that is larger than any log
    nothing is kept but that it was one."""
    new = shut(content)
    if new != content or not depth:
        return new
    try:
        with ZipFile(BytesIO(content)) as archive:
            entries = [one for one in archive.infolist() if not one.is_dir()]
            if _SAVED.decode() in archive.namelist():
                return content  # a saved game in which `shut` has found nothing
            if sum(one.file_size for one in entries) > LARGEST:
                return _ZIP
            found = {one.filename: archive.read(one) for one in entries}
    except BROKEN_ZIP:
        return content
    inside = {n: _shut(one, shut, depth - 1) if one.startswith(_ZIP) else one for n, one in found.items()}
    if inside == found:
        return content
    from builder.vassal.archive import zipped  # only a log needs VASSAL

    return zipped(inside)


def _body(part: Part, content: bytes) -> bytes:
    """A file as the body of its part, in the encoding that the part had."""
    way = str(part.head.get("Content-Transfer-Encoding", "")).strip().lower()
    if way == "base64":
        body = base64.encodebytes(content)
    elif way == "quoted-printable":
        lines = (content[n : n + _QUOTED] for n in range(0, len(content), _QUOTED))
        body = b"=\n".join(b"".join(b"=%02X" % byte for byte in line) for line in lines)
    elif way in _UU:
        rows = (content[n : n + _UUENCODED] for n in range(0, len(content), _UUENCODED))
        body = b"".join((b"begin 644 log\n", *map(binascii.b2a_uu, rows), b"`\nend\n"))
    else:
        return content
    body = body.removesuffix(b"\n")
    return body.replace(b"\n", b"\r\n") if b"\r\n" in part.body else body
