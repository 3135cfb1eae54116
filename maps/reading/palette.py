"""The colours of a board: of palette.toml beside its map.toml, else the usual ones."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from maps.map_faults import MapFault
from maps.reading.fields import is_colour
from maps.reading.look import Colour, colour_of
from maps.reading.tables import read_toml

FILE = "palette.toml"
GROUND = "ground"
"""The table whose words a board may add to: all its kinds of ground."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by table and word: "way.road", "ground.clear"."""

    colours: Mapping[str, Colour]

    def __getitem__(self, name: str) -> Colour:
        """The colour of this name; KeyError where there is none."""
        return self.colours[name]

    def ground(self, word: str) -> Colour | None:
        """The colour of a kind of ground; None where nothing is known of it."""
        return self.colours.get(f"{GROUND}.{word}")

    def with_grounds(self, tints: Mapping[str, str]) -> Palette:
        """The same with further kinds of ground, their colours written "#a0b0c0"."""
        own = {f"{GROUND}.{word}": colour_of(tint) for word, tint in tints.items()}
        return Palette({**self.colours, **own})


@cache
def usual_palette() -> Palette:
    """The colours of a board that has none of its own."""
    text = files("maps.reading").joinpath(FILE).read_text(encoding="utf-8")
    return Palette(dict(_flat(tomllib.loads(text))))


def read_palette(folder: Path, faults: list[MapFault]) -> Palette:
    """The palette of a map's folder. What is wrong in it becomes a fault, and the usual colour is taken."""
    if not (folder / FILE).exists():
        return usual_palette()
    own = read_toml(folder / FILE, faults)
    found = list(_palette_faults(own))
    faults += found
    return usual_palette() if found else Palette({**usual_palette().colours, **dict(_flat(own))})


def _flat(told: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, Colour]]:
    return (
        (f"{table}.{word}", colour_of(text)) for table, words in told.items() for word, text in words.items()
    )


def _palette_faults(own: Mapping[str, Any]) -> Iterator[MapFault]:
    known: dict[str, set[str]] = {}
    for name in usual_palette().colours:
        table, word = name.split(".", 1)
        known.setdefault(table, set()).add(word)
    for table, words in own.items():
        if table not in known or not isinstance(words, dict):
            message = f"[{table}] is not a table of colours; the tables are {', '.join(known)}"
            yield MapFault(FILE, table, "unknown colour", message)
            continue
        for word, text in words.items():
            if table != GROUND and word not in known[table]:
                message = f"{word} is not a colour of [{table}]; it has {', '.join(sorted(known[table]))}"
                yield MapFault(FILE, f"{table}.{word}", "unknown colour", message)
            elif not is_colour(text):
                message = f'{word} is {text!r}; write a colour such as "#a0b0c0"'
                yield MapFault(FILE, f"{table}.{word}", "bad value", message)
