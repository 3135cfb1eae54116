"""Pictures of flat colours as PNG: without the filters that photos need they are a fifth smaller."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from PIL import Image

_HEAD = b"\x89PNG\r\n\x1a\n"
_ROWS = 256
"""So many rows are packed at a time: boards are large."""
_INCHES = 39.3701
"""How many inches a metre is."""


def flat_png(image: Image.Image, dpi: float | None = None) -> bytes:
    """A drawn picture as the bytes of a PNG file, the same for the same picture: red, green and blue, and
    what is clear where the picture says so."""
    picture = image if image.mode == "RGBA" else image.convert("RGB")
    size = struct.pack(">IIBBBBB", *picture.size, 8, 6 if picture.mode == "RGBA" else 2, 0, 0, 0)
    parts = [_HEAD, _part(b"IHDR", size)]
    if dpi:
        per_metre = round(dpi * _INCHES)
        parts.append(_part(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)))
    return b"".join((*parts, _part(b"IDAT", b"".join(_packed(picture))), _part(b"IEND", b"")))


def _packed(picture: Image.Image) -> Iterator[bytes]:
    """The rows of a picture, each after the byte that says that no filter was used."""
    long = picture.width * len(picture.mode)
    window = min(15, max(9, (long * picture.height).bit_length()))  # a small picture needs little room for it
    packer = zlib.compressobj(6, wbits=window, memLevel=9)
    for top in range(0, picture.height, _ROWS):
        part = picture.crop((0, top, picture.width, min(top + _ROWS, picture.height))).tobytes()
        rows = (b"\0" + part[at : at + long] for at in range(0, len(part), long))
        yield packer.compress(b"".join(rows))
    yield packer.flush()


def _part(kind: bytes, content: bytes) -> bytes:
    """A part of a PNG file: its length, kind, content and checksum."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
