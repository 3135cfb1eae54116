"""How facts of areas look: marks beside names, ground and front, as data of map.toml or else of look.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from maps.board import Fact, Space

Colour = tuple[int, int, int]
SHAPES = {"star": 2, "shield": 2, "medal": 4, "initial": 4, "cross": 3, "flag": 3}
"""The shapes of marks that `maps.drawing.emblems` draws, and how many colours each has."""
COVERS = ("streets", "woods")
"""What `maps.drawing.land` covers ground with."""
USUAL_COUNTERS = 3
"""For how many counters an area is given room."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark for a fact, or for one value of it ("" for any): its shape, colours, and its name in the key."""

    key: str
    fact: str
    value: str
    shape: str
    colours: tuple[Colour, ...]
    sample: str


@dataclass(frozen=True, slots=True)
class Ground:
    """The ground of areas of which a fact is so: its name in the key, colour, cover, room for counters."""

    key: str
    fact: str
    colour: Colour
    cover: str
    counters: int


@dataclass(frozen=True, slots=True)
class Front:
    """The boundary between areas of which a fact has one or the other of two values: its name in the key, the
    sign on it, the colours of its dashes and of their rim."""

    key: str
    fact: str
    sign: str
    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """All marks, in the order in which they are printed; all grounds, of which the first that fits counts."""

    marks: tuple[Mark, ...]
    grounds: tuple[Ground, ...]
    front: Front

    def marks_of(self, space: Space) -> Iterator[tuple[Mark, str]]:
        """The marks of an area, each with the text that it shows; a fact of several values has several."""
        done: set[str] = set()
        for mark in self.marks:
            value = space.facts.get(mark.fact)
            if not value or mark.fact in done or mark.value not in ("", value):
                continue
            done.add(mark.fact)
            yield from ((mark, text) for text in _texts(value))

    def ground_of(self, facts: Mapping[str, Fact]) -> Ground | None:
        """The ground of an area with these facts."""
        return next((one for one in self.grounds if facts.get(one.fact)), None)

    def counters_of(self, facts: Mapping[str, Fact]) -> int:
        """For how many counters an area with these facts is given room."""
        ground = self.ground_of(facts)
        return ground.counters if ground else USUAL_COUNTERS

    @property
    def keys(self) -> frozenset[str]:
        """Every name that the key of signs may have for a mark, a ground or the front."""
        marks, grounds = (mark.key for mark in self.marks), (ground.key for ground in self.grounds)
        return frozenset((*marks, *grounds, self.front.key))


def _texts(value: Fact) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (str(value),)


def look_of(toml: Mapping[str, Any]) -> Look:
    """The look of a board: marks, grounds, front of its map.toml where they are there, else of look.toml."""
    sheet, usual = toml.get("sheet", {}), _usual()
    marks, grounds, front = (sheet.get(f"area_{part}", usual[part]) for part in ("mark", "ground", "front"))
    return Look(tuple(map(_mark, marks)), tuple(map(_ground, grounds)), _front(front))


@cache
def _usual() -> dict[str, Any]:
    return tomllib.loads(files("maps.reading").joinpath("look.toml").read_text(encoding="utf-8"))


def _mark(told: Mapping[str, Any]) -> Mark:
    value, colours = str(told.get("value", "")), tuple(map(colour_of, told["colours"]))
    key, sample = told.get("key", told["fact"]), told.get("sample", value)
    return Mark(key, told["fact"], value, told["shape"], colours, sample)


def _ground(told: Mapping[str, Any]) -> Ground:
    cover, counters = told.get("cover", ""), int(told.get("counters", USUAL_COUNTERS))
    return Ground(told.get("key", told["fact"]), told["fact"], colour_of(told["colour"]), cover, counters)


def _front(told: Mapping[str, Any]) -> Front:
    key, colours = told.get("key", told["fact"]), tuple(map(colour_of, told["colours"]))
    return Front(key, told["fact"], told["sign"], colours)


def colour_of(text: str) -> Colour:
    """A colour written as "#a0b0c0"."""
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))
