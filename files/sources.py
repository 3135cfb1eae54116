"""The code of packages as files: what was kept is used only while the code that made it is the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType


def sources(*packages: ModuleType) -> list[Path]:
    """Every file of code of some packages, those of the folders below too, always in the same order."""
    return _below(*_homes(packages))


def code_of(*packages: ModuleType) -> bytes:
    """A digest of this code, names and bytes; read once, as a process goes on with the code it began with."""
    return digest(*_homes(packages))


def _homes(packages: Iterable[ModuleType]) -> Iterator[Path]:
    return (Path(str(one.__file__)).parent for one in packages)


def _below(*folders: Path) -> list[Path]:
    return sorted(file for folder in folders for file in folder.rglob("*.py"))


@cache
def digest(*folders: Path) -> bytes:
    """A digest of the code in some folders, as it was when it was first asked for."""
    return bytes.fromhex(digest_of(b"", _below(*folders)))


def digest_of(begin: bytes, files: Iterable[Path]) -> str:
    """A digest of what it begins with and of files, names and bytes, in hexadecimal digits."""
    told = sha256(begin)
    for file in files:
        told.update(f"|{file.name}|".encode())
        told.update(file.read_bytes())
    return told.hexdigest()
