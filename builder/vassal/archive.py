"""The zip archives VASSAL reads, written so that the same content always gives the same bytes."""

from __future__ import annotations

import zipfile
import zlib
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from lxml import etree

from files.whole import write_whole

if TYPE_CHECKING:
    from zlib import _Compress

# Every 3.7 opens what says it was written by the first of them; a later number would raise a warning there.
VASSAL_VERSION = "3.7.0"
_EPOCH = (1980, 1, 1, 0, 0, 0)
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


_LAST: deque[tuple[int, tuple[_Mark, ...], bytes]] = deque(maxlen=3)
"""The level and the marks of the newest contents, and what was written of each."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What a module is known by; a saved game belongs to the module with the same name."""

    name: str
    version: str
    description: str


def write_archive(out: Path, entries: Mapping[str, bytes]) -> Path:
    """Write a zip with these entries, sorted by name and undated; the folder of `out` is made if need be.

    An older file of this name is replaced only when the new one is complete.
    """
    return write_whole(out, zipped(entries))


def zipped(entries: Mapping[str, bytes], level: int = 9) -> bytes:
    """A zip with these entries, as `write_archive` writes it; of a lower `level` where time counts more."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(entries):
            archive.writestr(_undated(name), entries[name], compresslevel=level)
    return out.getvalue()


def pressed(entries: Mapping[str, bytes], large: str, level: int) -> bytes:
    """As `zipped`, byte for byte, and faster where the `large` entry begins like one of the last.

    What a player gets of a saved game differs from what the desk keeps by the player's seat alone.
    """
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(entries):
            if name != large:
                archive.writestr(_undated(name), entries[name], compresslevel=level)
                continue
            info = _undated(name)
            info.compress_type = zipfile.ZIP_STORED
            archive.writestr(info, _deflated(entries[name], level))
            info.compress_type, info.file_size = zipfile.ZIP_DEFLATED, len(entries[name])
            info.CRC = zlib.crc32(entries[name])
            end = out.seek(0, 1)
            out.seek(info.header_offset)
            out.write(info.FileHeader(zip64=False))
            out.seek(end)
    return out.getvalue()


def _deflated(content: bytes, level: int) -> bytes:
    view, start = memoryview(content), _Mark(0, b"", zlib.compressobj(level, zlib.DEFLATED, -15), 0)
    begun = ((_shared(view, marks), before) for one, marks, before in _LAST if one == level)
    known, before = max(begun, key=lambda one: len(one[0]), default=((), b""))
    last = known[-1] if known else start
    press, at, out, marks = last.press.copy(), last.at, bytearray(before[: last.written]), list(known)
    for end in range(at + _STEP if at else _FIRST, len(content), _STEP):
        out += press.compress(view[at:end])
        marks.append(_Mark(end, sha256(view[at:end]).digest(), press.copy(), len(out)))
        at = end
    out += press.compress(view[at:]) + press.flush()
    _LAST.append((level, tuple(marks), bytes(out)))
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


def _undated(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.create_system = 3  # the same on every platform
    info.external_attr = 0o644 << 16
    info.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
    return info


def module_data(module: Identity) -> bytes:
    """The `moduledata` entry, in modules and in their saved games."""
    return _data(module.version, module.description, module.name)


def save_data(module: Identity, comment: str) -> bytes:
    """The `savedata` entry of a saved game; the comment is shown when it is opened."""
    return _data(module.version, comment, "")


def _data(version: str, description: str, name: str) -> bytes:
    root = etree.Element("data", version="1")
    fields = {
        "version": version,
        "extra1": "",
        "extra2": "",
        "VassalVersion": VASSAL_VERSION,
        "dateSaved": "0",
    }
    for key, value in {**fields, "description": description, "name": name}.items():
        if value or key != "name":
            etree.SubElement(root, key).text = value
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=False) + b"\n"
