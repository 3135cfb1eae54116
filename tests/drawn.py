"""The boards of the games, drawn once in a run of the tests, whichever of its processes asks first."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from maps.draw import Drawing


def kept(draw: Callable[[str, float], Drawing], folder: Path) -> Callable[[str, float], Drawing]:
    """What `draw` draws of a game at so many dots an inch, put into a folder and taken from there."""

    @lru_cache(maxsize=2)
    def drawn(game: str, dpi: float) -> Drawing:
        file = folder / f"{game}-{dpi:g}"
        if not file.exists():
            _write(draw(game, dpi), file)
        with file.open("rb") as opened:
            found: Drawing = pickle.load(opened)
        return found

    return drawn


def _write(drawing: Drawing, file: Path) -> None:
    """Whole or not at all: two processes may draw the same board at once, and the later one wins."""
    file.parent.mkdir(exist_ok=True)
    half = file.with_name(f"{file.name}.{os.getpid()}")
    with half.open("wb") as opened:
        _Pickler(opened, pickle.HIGHEST_PROTOCOL).dump(drawing)
    half.replace(file)


class _Pickler(pickle.Pickler):
    """Writes the tables that nobody may change, too, which pickle by itself does not."""

    def reducer_override(self, value: object) -> Any:
        return (_closed, (dict(value),)) if isinstance(value, MappingProxyType) else NotImplemented


def _closed(table: dict[str, object]) -> Mapping[str, object]:
    return MappingProxyType(table)
