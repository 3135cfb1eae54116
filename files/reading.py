"""A file that somebody named, read whole if it is an ordinary file of bearable size.

What is too large or no ordinary file is an OSError that names it, like a file that is not there: whoever
can say the one can say the other.
"""

from __future__ import annotations

import errno
from pathlib import Path

LARGEST = 64 * 1024 * 1024
"""Bytes of a file that somebody named: maps of whole countries have a few million."""


def ordinary(path: Path) -> Path:
    """The path; OSError for a device or a pipe, of which there may be no end."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "this is not an ordinary file", str(path))
    return path


def read_bytes(path: Path, largest: int = LARGEST) -> bytes:
    """The bytes of a file. Raises OSError, also for a device or pipe and for more than `largest` bytes."""
    ordinary(path)
    with path.open("rb") as file:
        raw = file.read(largest + 1)
    if len(raw) > largest:
        raise OSError(errno.EFBIG, f"larger than {largest:,} bytes, too large for such a file", str(path))
    return raw


class NotUtf8(UnicodeDecodeError):
    """A text in another encoding than UTF-8."""

    @property
    def line(self) -> int:
        """The line (from 1) of the first byte that is not UTF-8."""
        return self.object.count(b"\n", 0, self.start) + 1

    def __str__(self) -> str:
        return "not written in UTF-8"


def decoded(raw: bytes) -> str:
    """The text in some bytes of UTF-8, with or without a byte order mark. Raises NotUtf8."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise NotUtf8(*wrong.args) from None


def read_text(path: Path, largest: int = LARGEST) -> str:
    """The text of a UTF-8 file, with or without a byte order mark; line ends are "\\n".

    Raises OSError as `read_bytes`, and NotUtf8.
    """
    text = decoded(read_bytes(path, largest))
    return text.replace("\r\n", "\n").replace("\r", "\n")
