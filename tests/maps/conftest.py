"""A game folder of a user's own, made of the bundled map, to be broken."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from maps.reading.load import find_map


@dataclass(frozen=True)
class OwnGame:
    """A game folder on disk with ways to spoil its map."""

    folder: Path

    @property
    def map(self) -> Path:
        return self.folder / "map"

    def replace(self, name: str, old: str, new: str) -> int:
        """Replace a text that stands once in a file; returns its line number."""
        path = self.map / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        path.write_text(text.replace(old, new), encoding="utf-8", newline="\n")
        return text[: text.index(old)].count("\n") + 1

    def reshape(self, name: str, change: Callable[[list[dict[str, Any]]], Any]) -> None:
        """Change the features of a GeoJSON file in place."""
        path = self.map / name
        document = json.loads(path.read_text(encoding="utf-8"))
        change(document["features"])
        path.write_text(json.dumps(document), encoding="utf-8", newline="\n")


@pytest.fixture
def own_game(tmp_path: Path) -> OwnGame:
    (tmp_path / "game" / "map").mkdir(parents=True)
    for path in find_map("raceforberlin").iterdir():
        if path.suffix in (".toml", ".csv", ".geojson"):
            shutil.copy(path, tmp_path / "game" / "map" / path.name)
    return OwnGame(tmp_path / "game")
