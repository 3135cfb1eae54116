"""Keeps the places of a board on disk, so that saved games are written without laying it out again."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import builder
import maps
from builder.layout.board import Area, Layout, lay_layout
from builder.layout.module_file import load_facts
from files.sources import code_of, digest_of
from maps.reading.load import find_map


def kept_layout(game: str | Path, folder: Path) -> Layout:
    """The layout of a game's board, from the folder where it was kept if nothing has changed since."""
    file = folder / f"places-{places_key(game)}.json"
    with suppress(OSError, ValueError, KeyError, TypeError):
        return _read(json.loads(file.read_text(encoding="utf-8")))
    layout = lay_layout(game)
    with suppress(OSError):  # a folder that cannot be written costs time, not the saved game
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(_plain(layout), ensure_ascii=False), encoding="utf-8", newline="\n")
    return layout


def places_key(game: str | Path) -> str:
    """A word that changes with everything the places depend on: the map, and the code that lays it out."""
    files = sorted(path for path in find_map(game).iterdir() if path.is_file())
    return digest_of(str(load_facts(game).dpi).encode() + code_of(maps, builder), files)[:20]


def _plain(layout: Layout) -> dict[str, Any]:
    areas = [asdict(area) for area in layout.areas.values()]
    return {"areas": areas, "shadows": [asdict(area) for area in layout.shadows], "unit": layout.unit}


def _read(found: dict[str, Any]) -> Layout:
    areas = {area.id: area for area in map(_area, found["areas"])}
    return Layout(areas, tuple(map(_area, found["shadows"])), int(found["unit"]))


def _area(found: dict[str, Any]) -> Area:
    outline, spots = (tuple((int(x), int(y)) for x, y in found[key]) for key in ("outline", "spots"))
    heading = found["heading"] and tuple(int(edge) for edge in found["heading"])
    loose = bool(found["loose"])
    return Area(str(found["id"]), str(found["name"]), outline, spots, heading, loose)
