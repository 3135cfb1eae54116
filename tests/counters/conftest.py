"""A small game of one's own, written into a folder, for tests which break it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

COLUMNS = (
    "id,name,side,nation,formation,type,size,strength,movement,reduced_strength,reduced_movement,"
    "setup,flag,reinforcement,aliases"
)
ROSTER = f"""{COLUMNS}
1G,1 Guards,red,union,,infantry,corps,6,3,3,3,bridge,A,,First Guards; Old Guard
2G,2 Guards,red,union,,armour,corps,8,5,,,,,week-2,
"""
STYLE = """[game]
title = "Two Guards"

[sides]
red = "Red"
blue = "Blue"

[nations]
union = "Union"

[paint.union.red]
paper = "#ffcccc"
ink = "#000000"
"""

Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faces drawn in tests are not kept where the machine keeps them."""
    folder = str(tmp_path_factory.mktemp("cache"))
    monkeypatch.setenv("XDG_CACHE_HOME", folder)
    monkeypatch.setenv("LOCALAPPDATA", folder)


@pytest.fixture
def game(tmp_path: Path) -> Write:
    """Writes a game's files into a folder and returns it; files not named are the small game's."""

    def write(**files: str) -> Path:
        folder = tmp_path / "twoguards"
        folder.mkdir(exist_ok=True)
        texts = {"roster.csv": ROSTER, "style.toml": STYLE}
        texts |= {name.replace("_", "."): text for name, text in files.items()}
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        return folder

    return write
