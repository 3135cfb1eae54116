"""Lay the hexes of 48th Panzer Korps over its country: ``python -m maps.panzerkorps48.generate``.

Reads geography.toml, towns.csv, ways.csv and setup.csv; writes places.csv, links.csv and courses.csv. Same
tables, same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice
from maps.reading.chains import Chain, Sides, bridge, by_ends, features, lay, nearer
from maps.reading.country import Facts, Table, add, read_country, write_board
from maps.space import slug

HERE = Path(__file__).parent
GRID = HexGrid(60, 33, Lattice(flat=True, pitch=1.0))
TABLES = {
    "towns.csv": ("name", "hex", "class", "vp"),
    "ways.csv": ("kind", "from", "to", "hexes"),
    "setup.csv": ("side", "formation", "hexes"),
}
COLUMNS = (
    "id", "name", "terrain", "ground", "settlement", "vp", "slope", "front", "held", "german_set_up",
    "soviet_set_up", "entry", "exit", "leads_off",
)  # fmt: skip
FEATURES = ("stream", "river", "bridge", "road", "slope", "lake")


def main() -> None:
    """Write places.csv, links.csv and courses.csv beside this file."""
    country, (towns, ways, areas) = read_country(HERE, "geography.toml", TABLES)
    named = list(chains(country, ways))
    facts = places(country, towns, ways, areas)
    sides = hexsides(country, named)
    write_board(HERE, facts, sides, named, columns=COLUMNS, features=FEATURES, default={"held": "german"})


def places(country: Mapping[str, Any], towns: Table, ways: Table, areas: Table) -> Facts:
    """Every hex with its facts; those that are empty are left out."""
    facts: Facts = {one: {} for one in GRID.hexes}
    for town in towns:
        facts[town["hex"]] |= {"name": town["name"], "settlement": town["class"], "vp": town["vp"]}
    for one in country["broken"]["hexes"].split():
        facts[one] |= {"terrain": "broken", "ground": "broken"}
    for one, direction, _ in slopes(country):
        facts[one]["ground"] = "hill"
        add(facts[one], "slope", direction)
    for area in areas:
        for one in area_of(area["hexes"], country["front"][area["side"]].split()):
            add(facts[one], f"{area['side']}_set_up", slug(area["formation"]))
    _edges(country, ways, facts)
    _sides(country, facts)
    return facts


def slopes(country: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The hexes of the hills with each direction in which they fall away, and the hex there."""
    for hill in country["hill"]:
        high = hill["hexes"].split()
        for one in high:
            for direction, other in GRID.neighbours(one).items():
                if other not in high:
                    yield one, direction, other


def area_of(text: str, front: Sequence[str]) -> list[str]:
    """The hexes of a set-up area: those named, and of "1201-1611" the hexes of the side's front between."""
    found: list[str] = []
    for word in text.split():
        first, _, last = word.partition("-")
        found += [one for one in front if first <= one <= last] if last else [first]
    return list(dict.fromkeys(found))


def _edges(country: Mapping[str, Any], ways: Table, facts: Facts) -> None:
    """Where reinforcements enter, where Soviets leave, and which roads go on over the edge."""
    for letter, hexes in country["entry"].items():
        for one in hexes.split():
            facts[one]["entry"] = letter
    for one in country["exit"]["hexes"].split():
        facts[one]["exit"] = "yes"
    for way in ways:
        hexes = way["hexes"].split()
        for one, end in ((hexes[0], way["from"]), (hexes[-1], way["to"])):
            if end.endswith(" edge"):
                facts[one]["leads_off"] = "yes"


def _sides(country: Mapping[str, Any], facts: Facts) -> None:
    """Which hexes lie at the Starting Front, and on whose side of it every hex lies."""
    front = {one: side for side, hexes in country["front"].items() for one in hexes.split()}
    for one, side in front.items():
        facts[one]["front"] = side
    for one, side in nearer(GRID, [front], ()).items():
        facts[one]["held"] = side


def hexsides(country: Mapping[str, Any], named: Sequence[Chain]) -> Sides:
    """The features of every hexside that has any."""
    lake = features([Chain("", "lake", country["lake"]["sides"])])
    high = ((one, other, "slope") for one, _, other in slopes(country))
    sides = lay([*features(named), *lake, *high])
    bridge(sides, ("river", "stream"), ("road",))
    return sides


def chains(country: Mapping[str, Any], ways: Table) -> Iterator[Chain]:
    """Every river by its hexsides and every way by its hexes, in their order."""
    for river in country["river"]:
        yield Chain(river["name"], river["feature"], river["sides"])
    yield from by_ends(ways)


if __name__ == "__main__":
    main()
