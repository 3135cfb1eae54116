"""Files and folders that only their owner may read: the mails of a desk, its store, and where they lie.

Modes are those of posix; on other systems a folder is as private as the folder it stands in.
"""

from __future__ import annotations

import os
from pathlib import Path

_OWNER_FILE, _OWNER_FOLDER = 0o600, 0o700


def opener(name: str, flags: int) -> int:
    """For `open(..., opener=opener)`: a file that is made is its owner's alone from the first byte."""
    return os.open(name, flags, _OWNER_FILE)


def make_folder(folder: Path) -> None:
    """Make a folder, private if there was none; one that is there keeps the mode its owner gave it."""
    folder.mkdir(_OWNER_FOLDER, parents=True, exist_ok=True)


def make_file(file: Path) -> None:
    """Make an empty file if there is none, and make it private, also one made in a looser time."""
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, _OWNER_FILE))
    file.chmod(_OWNER_FILE)


def write(file: Path, data: bytes) -> None:
    """Write a private file."""
    with open(file, "wb", opener=opener) as out:
        out.write(data)
