"""Mail folders: one file for each letter, put there whole or not at all, under names legal everywhere.

A folder has three parts: tmp (being written), new (unread) and cur (read), as every mail program knows them.
The sign before the flags of a read letter is ":" by custom; where file names may not hold it, "!" is used.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from files import private
from files.natural import natural

_FLAGS = re.compile(r"[:!;]2,([A-Za-z]*)$")
_ILLEGAL = re.compile(r"[^A-Za-z0-9._-]+")
_DELIVERED = re.compile(
    r"[1-9]\d{9}(?=\.)"
)  # seconds since 1970, as programs begin the name of a letter's file
_CLOCKS_DIFFER = 86400.0  # seconds
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)")


def delivered(letter: Path) -> datetime:
    """When a letter was delivered, as the name of its file in a Maildir says, or else when it was saved.

    No letter is delivered after it is saved: "2026112701.eml" is a name that a person gave.
    """
    saved = letter.stat().st_mtime
    named = float(seconds[0]) if (seconds := _DELIVERED.match(letter.name)) else saved
    return datetime.fromtimestamp(saved if named > saved + _CLOCKS_DIFFER else named, UTC)


def make_maildir(folder: Path) -> None:
    """Create the folder and its three parts, or what is missing of them."""
    private.make_folder(folder)
    for part in ("tmp", "new", "cur"):
        private.make_folder(folder / part)


def deliver(folder: Path, name: str, data: bytes) -> Path:
    """Put a letter into the folder under that name, once: one of that name already there is left alone."""
    present = find_letter(folder, name)
    if present:
        return present
    make_maildir(folder)
    target = folder / "new" / legal_name(name)
    waiting = folder / "tmp" / target.name
    with open(waiting, "wb", opener=private.opener) as file:
        file.write(data)
        flush(file)
    waiting.replace(target)
    return target


def find_letter(folder: Path, name: str) -> Path | None:
    """The letter of that name, read or unread, whatever flags it has got; None if it is not there."""
    unread = folder / "new" / legal_name(name)
    if unread.exists() or not (folder / "cur").is_dir():
        return unread if unread.exists() else None
    return next(
        (path for path in (folder / "cur").iterdir() if _FLAGS.sub("", path.name) == unread.name), None
    )


def letters_in(folder: Path) -> Iterator[Path]:
    """The letters of the folder in the order of their delivery, without those in its wastebasket."""
    found: list[Path] = []
    for part in ("new", "cur"):
        if (folder / part).is_dir():
            found += [path for path in (folder / part).iterdir() if path.is_file() and _is_letter(path.name)]
    return iter(sorted(found, key=lambda path: natural(path.name)))


def _is_letter(name: str) -> bool:
    flags = _FLAGS.search(name)
    return not name.startswith(".") and not (flags and "T" in flags[1])


def legal_name(name: str) -> str:
    """A file name legal on every system: ASCII letters, digits, dot, hyphen and underscore, at most 120."""
    plain = _ILLEGAL.sub("-", name).strip("-. ")[:120].rstrip(".") or "letter"
    return f"_{plain}" if _RESERVED.match(plain) else plain


def flush(file: BinaryIO) -> None:
    """Have the bytes on the disk, so that a rename afterwards never shows an empty file."""
    file.flush()
    os.fsync(file.fileno())
