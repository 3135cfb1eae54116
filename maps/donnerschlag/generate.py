"""Lay the hexes of Donnerschlag over its country: ``python -m maps.donnerschlag.generate``.

Reads geography.toml, towns.csv, ways.csv and setup.csv; writes places.csv, links.csv and courses.csv. Same
tables, same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice, Point
from maps.reading.chains import Chain, Sides, bridge, by_ends, features, lay
from maps.reading.country import Facts, Table, add, read_country, write_board
from maps.space import slug

HERE = Path(__file__).parent
GRID = HexGrid(46, 24, Lattice(flat=True, pitch=4.0))
TABLES = {
    "towns.csv": ("name", "lat", "lon", "class"),
    "ways.csv": ("from", "to", "hexes"),
    "setup.csv": ("side", "unit", "hex"),
}
COLUMNS = (
    "id", "name", "terrain", "settlement", "zone", "supply", "entry", "leads_off",
    "axis_set_up", "soviet_set_up",
)  # fmt: skip
FEATURES = ("river", "wide", "bridge", "road")


def main() -> None:
    """Write places.csv, links.csv and courses.csv beside this file."""
    country, (towns, ways, units) = read_country(HERE, "geography.toml", TABLES)
    named = list(chains(country, ways))
    facts = places(country, towns, units)
    sides = hexsides(country, named)
    write_board(HERE, facts, sides, named, columns=COLUMNS, features=FEATURES, default={})


def places(country: Mapping[str, Any], towns: Table, units: Table) -> Facts:
    """Every hex with its facts; those that are empty are left out."""
    facts: Facts = {one: {} for one in GRID.hexes}
    for town in towns:
        one = hex_of(country["frame"], float(town["lon"]), float(town["lat"]))
        facts[one] |= {"name": town["name"], "settlement": town["class"]}
    for letter, middle in country["zones"].items():
        for one in GRID.within(middle, 1):
            facts[one]["zone"] = letter
    for side, text in country["supply"].items():
        for one in _stretches(text):
            facts[one]["supply"] = side
    for side, text in country["entry"].items():
        for one in text.split():
            facts[one]["entry"] = side
    for one in country["leads_off"]["hexes"].split():
        facts[one]["leads_off"] = "yes"
    for unit in units:
        add(facts[unit["hex"]], f"{unit['side']}_set_up", slug(unit["unit"]))
    return facts


def hex_of(frame: Mapping[str, Any], lon: float, lat: float) -> str:
    """The hex in which a place lies; KeyError for one beside the grid."""
    found = GRID.at(*on_plane(frame, lon, lat))
    if found is None:
        raise KeyError(f"{lat} N {lon} E is off the grid")
    return found


def on_plane(frame: Mapping[str, Any], lon: float, lat: float) -> Point:
    """Kilometres to the right of the centre of the first hex, and above it."""
    east = (lon - frame["lon"]) * frame["km_per_lon"]
    north = (lat - frame["lat"]) * frame["km_per_lat"]
    right, down = (start + a * east + b * north for start, a, b in (frame["right"], frame["down"]))
    return right, -down


def _stretches(text: str) -> Iterator[str]:
    """The hexes of "4605-4624 0924-3424", each stretch within one column or one row."""
    for word in text.split():
        first, _, last = word.partition("-")
        yield from (
            one for one in GRID.hexes if first[:2] <= one[:2] <= last[:2] and first[2:] <= one[2:] <= last[2:]
        )


def hexsides(country: Mapping[str, Any], named: Sequence[Chain]) -> Sides:
    """The features of every hexside that has any."""
    wide = (Chain("", "wide", river["sides"]) for river in country["river"] if "wide" in river)
    sides = lay([*features(named), *features(wide)])
    bridge(sides, ("river",), ("road",))
    return sides


def chains(country: Mapping[str, Any], ways: Table) -> Iterator[Chain]:
    """Every river by its hexsides and every road by its hexes, in their order."""
    for river in country["river"]:
        yield Chain(river["name"], "river", river["sides"])
    yield from by_ends(ways, "road")


if __name__ == "__main__":
    main()
