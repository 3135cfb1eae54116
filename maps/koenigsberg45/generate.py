"""Lay the hexes of Königsberg '45 over its country: ``python -m maps.koenigsberg45.generate``.

Reads geography.toml, towns.csv, ways.csv and setup.csv; writes places.csv (what is special of a hex),
links.csv (what runs along or across a hexside) and courses.csv (rivers and ways by name). Same tables, same
bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from files.cells import csv_text
from maps.faults import MapError, MapFault
from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice, Point
from maps.reading.tables import read_rows, read_toml
from maps.space import slug

HERE = Path(__file__).parent
GRID = HexGrid(47, 41, Lattice(flat=True, pitch=8.0))
TABLES = {
    "towns.csv": ("name", "lat", "lon", "class", "vp"),
    "ways.csv": ("kind", "from", "to", "hexes"),
    "setup.csv": ("side", "formation", "unit", "hex", "state"),
}
COLUMNS = (
    "id",
    "name",
    "terrain",
    "body",
    "settlement",
    "vp",
    "source",
    "entry",
    "edges",
    "held",
    "fortified",
    "german_set_up",
    "soviet_set_up",
)
FEATURES = ("river-major", "river-minor", "bridge", "road", "autobahn", "rail", "festung", "defensive-line")
Facts = dict[str, dict[str, str]]
Sides = dict[tuple[str, str], set[str]]
Table = list[dict[str, str]]


def main() -> None:
    """Write places.csv, links.csv and courses.csv beside this file."""
    faults: list[MapFault] = []
    country = read_toml(HERE / "geography.toml", faults)
    towns, ways, units = (
        [row.cells for row in read_rows(HERE / name, columns, faults)] for name, columns in TABLES.items()
    )
    if faults:
        raise MapError(faults)
    facts = places(country, towns, units)
    _write("places.csv", COLUMNS, ([one, *cells] for one, cells in _special(facts)))
    sides = hexsides(country, ways)
    lines = ((a, b, " ".join(sorted(words, key=FEATURES.index))) for (a, b), words in sorted(sides.items()))
    _write("links.csv", ("hex", "neighbour", "features"), lines)
    _write("courses.csv", ("name", "feature", "hexes"), courses(country, ways))


def places(country: Mapping[str, Any], towns: Table, units: Table) -> Facts:
    """Every hex with its facts; those that are empty are left out."""
    facts: Facts = {one: {} for one in GRID.hexes}
    for town in towns:
        one = hex_of(country, float(town["lon"]), float(town["lat"]))
        facts[one] |= {"name": town["name"], "settlement": town["class"], "vp": "1" if town["vp"] else ""}
    _water(country, facts)
    for kind in ("lake", "forest", "marsh"):
        for area in country[kind]:
            for one in area["hexes"].split():
                facts[one] |= {"terrain": kind, "body": area["name"]}
    _marks(country, facts)
    for unit in units:
        _add(facts[unit["hex"]], f"{unit['side']}_set_up", slug(unit["unit"]))
    for one, side in held_at_start(facts).items():
        facts[one]["held"] = side
    return facts


def hex_of(country: Mapping[str, Any], lon: float, lat: float) -> str:
    """The hex in which a place lies; KeyError for one beside the board."""
    found = GRID.at(*on_plane(country["frame"], lon, lat))
    if found is None:
        raise KeyError(f"{lat} N {lon} E lies beside the board")
    return found


def on_plane(frame: Mapping[str, Any], lon: float, lat: float) -> Point:
    """Kilometres east and north of the centre of the first hex."""
    across, down = frame["corner_km"]
    return (
        (lon - frame["west"]) * frame["km_per_lon"] - across,
        down - (frame["north"] - lat) * frame["km_per_lat"],
    )


def _water(country: Mapping[str, Any], facts: Facts) -> None:
    """Hexes whose centre lies in an outline, and those listed with it; a town stays land."""
    for water in country["water"]:
        outline = [on_plane(country["frame"], lon, lat) for lon, lat in water["outline"]]
        listed = water.get("hexes", "").split()
        for one, cells in facts.items():
            dry = "settlement" not in cells and "terrain" not in cells
            if dry and (one in listed or _inside(GRID.centre(one), outline)):
                cells |= {"terrain": "water", "body": water["id"]}


def _inside(at: Point, outline: Sequence[Point]) -> bool:
    """Does a ray from the point cross the outline an odd number of times?"""
    x, y = at
    crossings = 0
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


def _marks(country: Mapping[str, Any], facts: Facts) -> None:
    """Sources, entries, fortified directions, and at which edges a hex of land lies."""
    for side, hexes in country["sources"].items():
        for one in hexes.split():
            facts[one]["source"] = side
    for letter, one in country["entries"].items():
        facts[one]["entry"] = letter
    for line in country["fortified"]:
        for one in line["hexes"].split():
            _add(facts[one], "fortified", line["directions"])
    for one, cells in facts.items():
        if cells.get("terrain") != "water":
            _add(cells, "edges", " ".join(_edges(one, facts)))


def _edges(one: str, facts: Facts) -> Iterator[str]:
    """The edges of the board at which a hex lies: the frame's four, and the coast."""
    column, row = GRID.place_of(GRID.hexes[one])
    if row in (0, GRID.rows - 1):
        yield "south" if row else "north"
    if column in (0, GRID.columns - 1):
        yield "east" if column else "west"
    if any(facts[near].get("terrain") == "water" for near in GRID.neighbours(one).values()):
        yield "coast"


def _add(cells: dict[str, str], column: str, words: str) -> None:
    cells[column] = f"{cells.get(column, '')} {words}".strip()


def held_at_start(facts: Facts) -> dict[str, str]:
    """Who holds each hex of land: the side whose units at start are nearer by land, Germans first."""
    near = [{one: side for one in facts if facts[one].get(f"{side}_set_up")} for side in ("german", "soviet")]
    held: dict[str, str] = {}
    front = near[1] | near[0]
    while front:
        held |= front
        reached: dict[str, str] = {}
        for one, side in front.items():
            for other in GRID.neighbours(one).values():
                if other not in held and facts[other].get("terrain") != "water":
                    reached[other] = min(side, reached.get(other, side))
        front = reached
    return held


def hexsides(country: Mapping[str, Any], ways: Table) -> Sides:
    """The features of every hexside that has any."""
    sides: Sides = {}
    for a, b, feature in (*_rivers(country), *_crossed(ways), *_fortified(country)):
        sides.setdefault((min(a, b), max(a, b)), set()).add(feature)
    for features in sides.values():
        if features & {"river-major", "river-minor"} and features & {"road", "rail"}:
            features.add("bridge")
    return sides


def _rivers(country: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for river in country["river"]:
        for side in river["sides"].split():
            a, _, b = side.partition("/")
            yield a, b, f"river-{river['size']}"


def _crossed(ways: Table) -> Iterator[tuple[str, str, str]]:
    for way in ways:
        for a, b in pairwise(way["hexes"].split()):
            yield a, b, way["kind"]
            if way["kind"] == "autobahn":
                yield a, b, "road"


def _fortified(country: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for line in country["fortified"]:
        for one in line["hexes"].split():
            around = GRID.neighbours(one)
            for direction in line["directions"].split():
                yield one, around[direction], line["feature"]


def courses(country: Mapping[str, Any], ways: Table) -> Iterator[tuple[str, str, str]]:
    """Every river by its hexsides and every way by its hexes, in their order."""
    for river in country["river"]:
        yield river["name"], f"river-{river['size']}", " ".join(river["sides"].split())
    for way in ways:
        for kind in ("autobahn", "road") if way["kind"] == "autobahn" else (way["kind"],):
            yield f"{way['from']} - {way['to']}", kind, way["hexes"]


def _special(facts: Facts) -> Iterator[tuple[str, list[str]]]:
    """The hexes of which anything is to be said beyond what map.toml says of all."""
    for one, cells in facts.items():
        told = {**cells, "held": cells.get("held", "") if cells.get("held") != "german" else ""}
        if any(told.values()):
            yield one, [told.get(column, "") for column in COLUMNS[1:]]


def _write(name: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    (HERE / name).write_text(csv_text([head, *rows]), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
