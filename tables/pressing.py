"""Saved games pressed as `builder.vassal.archive` does it, byte for byte, and faster where one begins like
one of the last: what its player gets differs from what the desk keeps by the player's seat alone."""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

if TYPE_CHECKING:
    from zlib import _Compress

LEVEL = 6
"""How hard a saved game is pressed: harder costs five times as long, for a hundredth."""
_STEP, _FIRST = 8 << 20, 16 << 10
"""After so many bytes, and so many at first, it is kept how far the pressing has come: in the middle of the
32 KB blocks in which zlib reads, where a pause changes nothing of what it writes."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """How far the pressing has come: so many bytes of content, those since the last mark by their SHA-256,
    the press as it stands, and how much it has written."""

    at: int
    digest: bytes
    press: _Compress
    written: int


_LAST: deque[tuple[tuple[_Mark, ...], bytes]] = deque(maxlen=3)
"""The marks of the newest contents, and what was written of each."""


def pressed(entries: Mapping[str, bytes], large: str) -> bytes:
    """A zip with these entries, of which one is `large`."""
    from builder.vassal.archive import undated  # a drawing library comes along with it

    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for name in sorted(entries):
            if name != large:
                archive.writestr(undated(name), entries[name], compresslevel=LEVEL)
                continue
            info = undated(name)
            info.compress_type = ZIP_STORED
            archive.writestr(info, _deflated(entries[name]))
            info.compress_type, info.file_size = ZIP_DEFLATED, len(entries[name])
            info.CRC = zlib.crc32(entries[name])
            end = out.seek(0, 1)
            out.seek(info.header_offset)
            out.write(info.FileHeader(zip64=False))
            out.seek(end)
    return out.getvalue()


def _deflated(content: bytes) -> bytes:
    view, start = memoryview(content), _Mark(0, b"", zlib.compressobj(LEVEL, zlib.DEFLATED, -15), 0)
    begun = ((_shared(view, marks), before) for marks, before in _LAST)
    known, before = max(begun, key=lambda one: len(one[0]), default=((), b""))
    last = known[-1] if known else start
    press, at, out, marks = last.press.copy(), last.at, bytearray(before[: last.written]), list(known)
    for end in range(at + _STEP if at else _FIRST, len(content), _STEP):
        out += press.compress(view[at:end])
        marks.append(_Mark(end, sha256(view[at:end]).digest(), press.copy(), len(out)))
        at = end
    out += press.compress(view[at:]) + press.flush()
    _LAST.append((tuple(marks), bytes(out)))
    return bytes(out)


def _shared(view: memoryview, marks: Iterable[_Mark]) -> tuple[_Mark, ...]:
    """The marks of another content up to which this one is the same."""
    found, at = list[_Mark](), 0
    for mark in marks:
        if sha256(view[at : mark.at]).digest() != mark.digest:
            break
        found.append(mark)
        at = mark.at
    return tuple(found)
