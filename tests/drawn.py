"""The boards of the games, drawn once in a run of the tests, whichever of its processes asks first."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

Made = TypeVar("Made")


def kept(make: Callable[..., Made], folder: Path) -> Callable[..., Made]:
    """What is made of a game (as finely as is said), put into a folder and taken from there."""

    @lru_cache(maxsize=2)
    def drawn(*wanted: str | float) -> Made:
        file = folder / "-".join(map(str, wanted))
        if not file.exists():
            _write(make(*wanted), file)
        with file.open("rb") as opened:
            found: Made = pickle.load(opened)
        return found

    return drawn


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
