"""Read a board of grids: hexes, squares and areas from map.toml, from the tables what is special of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from maps.board import Area, Fact, Space
from maps.grids.grid import HexGrid
from maps.grids.hexes import Point
from maps.grids.squares import SquareGrid
from maps.map_faults import MapFault
from maps.reading.hexmap import range_of, read_hexes
from maps.reading.squaremap import read_areas, read_squares
from maps.reading.tables import Row, read_fact, read_rows
from maps.space import slug

Links = dict[str, dict[str, frozenset[str]]]
KINDS = {"hexes": "hex", "squares": "square", "area": "area"}
"""The tables of map.toml that make a board of grids, and what the tables call one of their spaces."""
_PLAIN: Mapping[str, Fact] = {"text": "", "number": 0, "yes-no": False, "list": ()}


@dataclass(frozen=True, slots=True)
class Grids:
    """What a board has of each kind."""

    hexes: HexGrid | None = None
    squares: SquareGrid | None = None
    areas: Mapping[str, Area] = field(default_factory=dict)

    def spaces(self) -> Iterator[tuple[str, str, Point]]:
        """The id, the printed name and the place of every space, in the order of the board."""
        if self.hexes:
            for one, (label, found) in zip(self.hexes.hexes, self.hexes.labels.items(), strict=True):
                yield one, label, self.hexes.lattice.centre(found)
        if self.squares:
            for label in self.squares.labels:
                yield slug(label), label, self.squares.centre(slug(label))
        for name, area in self.areas.items():
            yield name, area.name, _middle(area.outline)

    def contacts(self) -> Iterator[tuple[str, Iterable[str]]]:
        """Every space, in the order of the board, with those of its own grid that touch it."""
        if self.hexes:
            yield from self.hexes.contacts()
        if self.squares:
            yield from ((one, self.squares.neighbours(one).values()) for one in self.squares.squares)
        yield from ((one, ()) for one in self.areas)

    def are_of_one(self, a: str, b: str) -> bool:
        """Do two spaces belong to one grid?"""
        hexes = self.hexes.hexes if self.hexes else {}
        squares = self.squares.squares if self.squares else {}
        return (a in hexes and b in hexes) or (a in squares and b in squares)


def _middle(outline: tuple[Point, ...]) -> Point:
    """The middle of the rectangle around an outline."""
    across, down = [x for x, _ in outline], [y for _, y in outline]
    return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2


def read_grids(
    folder: Path,
    toml: Mapping[str, Any],
    kinds: Mapping[str, str],
    words: frozenset[str],
    faults: list[MapFault],
) -> tuple[Grids, dict[str, Space], Links]:
    """The grids, a space for each place with its facts, and who touches whom with which features.

    places.csv and links.csv may be missing: then no space has a fact of its own, or no border a feature.
    """
    before = len(faults)
    grids = Grids(
        read_hexes(toml, faults) if "hexes" in toml else None,
        read_squares(toml, faults) if "squares" in toml else None,
        MappingProxyType(read_areas(toml, faults)),
    )
    if len(faults) > before:
        return grids, {}, {}
    noun = next(noun for table, noun in KINDS.items() if table in toml)
    known = _unique(grids, faults)
    spaces = _spaces(folder, toml, kinds, _Names(noun, known), faults)
    links: Links = {one: dict.fromkeys(near, frozenset()) for one, near in grids.contacts()}
    _read_features(folder / "links.csv", _Names(noun, known), grids, words, links, faults)
    return grids, spaces, links


def _unique(grids: Grids, faults: list[MapFault]) -> dict[str, tuple[str, Point]]:
    """The name and the place of every space by its id; a square or an area may not be called like a hex."""
    known: dict[str, tuple[str, Point]] = {}
    for one, name, at in grids.spaces():
        if one in known:
            message = f"{name!r} and {known[one][0]!r} both have the id {one!r}"
            where = "area" if one in grids.areas else "squares.numbering"
            faults.append(
                MapFault("map.toml", where, "named twice", f"{message}. Renumber or rename one of them")
            )
        known[one] = name, at
    return known


@dataclass(frozen=True, slots=True)
class _Names:
    """What the tables may name: the names and places of spaces by their ids, and what they call one."""

    noun: str
    known: Mapping[str, tuple[str, Point]]

    def find(self, row: Row, column: str, faults: list[MapFault]) -> str:
        """The id of the space a cell names; after a fault, one that no space has."""
        found = slug(row.cells[column])
        if found in self.known:
            return found
        labels = range_of([name for name, _ in self.known.values()])
        message = f"there is no {self.noun} {row.cells[column]!r}; they run from {labels}"
        faults.append(row.fault(f"unknown {self.noun}", message))
        return ""


def _spaces(
    folder: Path, toml: Mapping[str, Any], kinds: Mapping[str, str], names: _Names, faults: list[MapFault]
) -> dict[str, Space]:
    plain = MappingProxyType({"name": "", **_defaults(toml, kinds, faults)})
    facts: dict[str, Mapping[str, Fact]] = {}
    for row in _rows(folder / "places.csv", ("id", "name", *kinds), faults):
        found = names.find(row, "id", faults)
        if found in facts:
            faults.append(row.fault("named twice", f"{row.cells['id']} already has a line above"))
        own = {name: read_fact(row, name, kind, faults) for name, kind in kinds.items() if row.cells[name]}
        facts[found] = MappingProxyType({**plain, **own, "name": row.cells["name"]})
    return {one: Space(one, name, at, facts.get(one, plain)) for one, (name, at) in names.known.items()}


def _defaults(toml: Mapping[str, Any], kinds: Mapping[str, str], faults: list[MapFault]) -> dict[str, Fact]:
    """What a space without a line in places.csv has: `[default]` of map.toml, else nothing of each kind."""
    table = toml.get("default", {})
    given = table if isinstance(table, dict) else {}
    for name, value in given.items():
        if name not in kinds or type(value) is not type(_PLAIN.get(kinds[name])):
            message = f"{name} is {value!r}; write a value of a kind that [facts] lists"
            faults.append(MapFault("map.toml", "default", "bad value", message))
    return {name: given.get(name, _PLAIN.get(kind, "")) for name, kind in kinds.items()}


def _rows(path: Path, columns: tuple[str, ...], faults: list[MapFault]) -> list[Row]:
    return read_rows(path, columns, faults) if path.exists() else []


def _read_features(
    path: Path,
    names: _Names,
    grids: Grids,
    words: frozenset[str],
    links: Links,
    faults: list[MapFault],
) -> None:
    """Add the features of borders, each of which stands once.

    In a grid it is settled who touches whom; areas, and places of two grids, touch where a line says so.
    """
    seen: dict[frozenset[str], int] = {}
    for row in _rows(path, (names.noun, "neighbour", "features"), faults):
        a, b = names.find(row, names.noun, faults), names.find(row, "neighbour", faults)
        if not (a and b):
            continue
        if a == b or (b not in links[a] and grids.are_of_one(a, b)):
            faults.append(_no_border(row, names.noun, a, b, links))
        elif seen.setdefault(frozenset((a, b)), row.line) != row.line:
            first = seen[frozenset((a, b))]
            faults.append(row.fault("named twice", f"{a} - {b} is already in line {first}"))
        else:
            links[a][b] = links[b][a] = frozenset(row.cells["features"].split())
            faults.extend(_unknown(row, words))


def _no_border(row: Row, noun: str, a: str, b: str, links: Links) -> MapFault:
    near = ", ".join(links[a]) or "none"
    kind = "no hexside" if noun == "hex" else "no border"
    return row.fault(kind, f"{a} and {b} do not touch; next to {a} are {near}")


def _unknown(row: Row, words: frozenset[str]) -> Iterator[MapFault]:
    unknown = sorted(set(row.cells["features"].split()) - words)
    if unknown:
        known = ", ".join(sorted(words))
        message = f"{', '.join(unknown)}: not among the features of map.toml ({known})"
        yield row.fault("unknown feature", message)
