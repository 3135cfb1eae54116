"""The boards of the games, drawn once for all tests, and again when what draws them changes."""

from __future__ import annotations

import os
import pickle
import shutil
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

Made = TypeVar("Made")

ROOT = Path(__file__).parents[1]
DRAWN_FROM = ("maps", "files", "scans", "templates/fonts", "tests/drawn.py")
LIBRARIES = ("numpy", "pillow", "shapely", "scipy")


def folder_for_boards(cache: Path) -> Path:
    """The folder in a cache that stays from run to run for boards as they are drawn today: its name changes
    with every file and library that a board is drawn from. Those of other days are removed."""
    told = sha256(f"{sys.version} {[version(name) for name in LIBRARIES]}".encode())
    for file in _files(*(ROOT / name for name in DRAWN_FROM)):
        told.update(f"|{file.relative_to(ROOT).as_posix()}|".encode())
        told.update(file.read_bytes())
    today = cache / told.hexdigest()[:20]
    for other in set(cache.iterdir()) - {today}:
        shutil.rmtree(other, ignore_errors=True)
    return today


def _files(*roots: Path) -> list[Path]:
    found = (one for root in roots for one in ([root] if root.is_file() else root.rglob("*")))
    return sorted(one for one in found if one.is_file() and one.suffix != ".pyc")


def kept(make: Callable[..., Made], folder: Path) -> Callable[..., Made]:
    """What is made of a game (as finely as is said), put into a folder and taken from there."""

    @lru_cache(maxsize=2)
    def drawn(*wanted: str | float) -> Made:
        file = folder / "-".join(map(str, wanted))
        with suppress(FileNotFoundError):
            found: Made = _read(file)
            return found
        made = make(*wanted)
        _write(made, file)
        return made

    return drawn


def _read(file: Path) -> Any:
    with file.open("rb") as opened:
        return pickle.load(opened)


def _write(made: object, file: Path) -> None:
    """Whole or not at all: two processes may draw the same board at once, and the later one wins."""
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_name(f"{file.name}.{os.getpid()}")
    with half.open("wb") as opened:
        _Pickler(opened, pickle.HIGHEST_PROTOCOL).dump(made)
    half.replace(file)


class _Pickler(pickle.Pickler):
    """Writes the tables that nobody may change, too, which pickle by itself does not."""

    def reducer_override(self, value: object) -> Any:
        return (_closed, (dict(value),)) if isinstance(value, MappingProxyType) else NotImplemented


def _closed(table: dict[str, object]) -> Mapping[str, object]:
    return MappingProxyType(table)
