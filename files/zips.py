"""Zip archives that come from anywhere."""

from __future__ import annotations

import errno
import zlib
from zipfile import BadZipFile

try:
    from lzma import LZMAError
except ImportError:  # a Python that was built without it says NotImplementedError
    LZMAError = RuntimeError  # type: ignore[assignment,misc]

BROKEN_ZIP = (
    BadZipFile,
    zlib.error,
    LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    KeyError,
    OSError,
)
"""What the standard library raises where a damaged archive is opened or read; the byte decides which.
OSError is also a full disk: who writes while reading asks `is_damage`."""


def is_damage(wrong: Exception) -> bool:
    """Whether the archive is at fault, and not the disk, of one of BROKEN_ZIP."""
    return not isinstance(wrong, OSError) or wrong.errno in (None, errno.EINVAL)
