"""Lay the hexes of Königsberg '45 over its country: ``python -m maps.koenigsberg45.generate``.

Reads geography.toml, towns.csv, ways.csv and setup.csv; writes places.csv (what is special of a hex),
links.csv (what runs along or across a hexside) and courses.csv (rivers and ways by name). Same tables, same
bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import shapely

from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice, Point
from maps.reading.chains import Chain, Sides, bridge, features, lay, nearer
from maps.reading.country import Facts, Table, add, read_country, write_board
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


def main() -> None:
    """Write places.csv, links.csv and courses.csv beside this file."""
    country, (towns, ways, units) = read_country(HERE, "geography.toml", TABLES)
    named = list(chains(country, ways))
    facts = places(country, towns, units)
    sides = hexsides(country, named)
    write_board(HERE, facts, sides, named, columns=COLUMNS, features=FEATURES, default={"held": "german"})


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
        add(facts[unit["hex"]], f"{unit['side']}_set_up", slug(unit["unit"]))
    for one, side in held_at_start(facts).items():
        facts[one]["held"] = side
    return facts


def hex_of(country: Mapping[str, Any], lon: float, lat: float) -> str:
    """The hex in which a place lies; KeyError for one beside the board."""
    found = GRID.at(*on_plane(country["frame"], lon, lat))
    if found is None:
        raise KeyError(f"{lat} N {lon} E is off the map")
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
        outline = shapely.Polygon([on_plane(country["frame"], lon, lat) for lon, lat in water["outline"]])
        listed = water.get("hexes", "").split()
        for one, cells in facts.items():
            dry = "settlement" not in cells and "terrain" not in cells
            if dry and (one in listed or outline.contains(shapely.Point(GRID.centre(one)))):
                cells |= {"terrain": "water", "body": water["id"]}


def _marks(country: Mapping[str, Any], facts: Facts) -> None:
    """Sources, entries, fortified directions, and at which edges a hex of land lies."""
    for side, hexes in country["sources"].items():
        for one in hexes.split():
            facts[one]["source"] = side
    for letter, one in country["entries"].items():
        facts[one]["entry"] = letter
    for line in country["fortified"]:
        for one in line["hexes"].split():
            add(facts[one], "fortified", line["directions"])
    for one, cells in facts.items():
        if cells.get("terrain") != "water":
            add(cells, "edges", " ".join(_edges(one, facts)))


def _edges(one: str, facts: Facts) -> Iterator[str]:
    """The edges of the board at which a hex lies: the frame's four, and the coast."""
    column, row = GRID.place_of(GRID.hexes[one])
    if row in (0, GRID.rows - 1):
        yield "south" if row else "north"
    if column in (0, GRID.columns - 1):
        yield "east" if column else "west"
    if any(facts[near].get("terrain") == "water" for near in GRID.neighbours(one).values()):
        yield "coast"


def held_at_start(facts: Facts) -> dict[str, str]:
    """Who holds each hex of land: the side whose units at start are nearer by land, Germans first."""
    near = [{one: side for one in facts if facts[one].get(f"{side}_set_up")} for side in ("soviet", "german")]
    return nearer(GRID, near, [one for one, cells in facts.items() if cells.get("terrain") == "water"])


def hexsides(country: Mapping[str, Any], named: Sequence[Chain]) -> Sides:
    """The features of every hexside that has any."""
    sides = lay([*features(named), *_fortified(country)])
    bridge(sides, ("river-major", "river-minor"), ("road", "rail"))
    return sides


def _fortified(country: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for line in country["fortified"]:
        for one in line["hexes"].split():
            around = GRID.neighbours(one)
            for direction in line["directions"].split():
                yield one, around[direction], line["feature"]


def chains(country: Mapping[str, Any], ways: Table) -> Iterator[Chain]:
    """Every river by its hexsides and every way by its hexes, in their order; the Autobahn is a road, too."""
    for river in country["river"]:
        yield Chain(river["name"], f"river-{river['size']}", river["sides"])
    for way in ways:
        for kind in ("autobahn", "road") if way["kind"] == "autobahn" else (way["kind"],):
            yield Chain(f"{way['from']} - {way['to']}", kind, way["hexes"])


if __name__ == "__main__":
    main()
