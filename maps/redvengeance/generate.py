"""Lay what is known of the city over its hexes: ``python -m maps.redvengeance.generate``.

Reads features.csv, names.csv and lines.toml; writes places.csv, links.csv and courses.csv. Same tables, same
bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from maps.grids.grid import DOUBLED, Axis, HexGrid, Numbering
from maps.grids.hexes import Lattice
from maps.reading.chains import Chain, features, lay, nearer
from maps.reading.country import Facts, Table, add, read_country, write_board

HERE = Path(__file__).parent
GRID = HexGrid(
    39,
    26,
    Lattice(flat=True, pitch=40.0),
    "odd",
    "odd",
    Numbering(Axis(letters=DOUBLED), Axis(first=0), shoved_first=1),
)
TABLES = {
    "features.csv": ("tag", "hexes", "rule", "standin"),
    "names.csv": ("hex", "name", "legend", "standin"),
}
COLUMNS = (
    "id", "name", "ground", "tags", "standin", "bank", "edge", "building", "bridge",
    "legend", "entry", "start", "leads_off",
)  # fmt: skip
FEATURES = ("street", "ruined", "boulevard", "embankment", "s-bahn", "pit-edge", "cliff")
GROUNDS = {
    "spree": "water", "canal": "water", "pond": "pond", "pit": "pit", "pit-bridge": "pit", "runway": "runway",
    "debris": "debris", "embankment": "embankment",
}  # fmt: skip
"""How a hex with a tag is drawn; of several the first counts."""
BRIDGES = ("bridge", "pit-bridge", "destroyed-bridge")
"""The tags of bridges, by which they are drawn."""
BUILDINGS = ("reichstag", "factory", "rubble", "gate", "stone", "one-hex")
"""The tags by which a building is drawn; hexes side by side with the same are one building."""
BANKS = {"c2": "north", "y18": "south"}
"""A hex on either side of the Spree."""
REACH = 5
"""How far from a bridge over the Spree the Germans may begin on its far side (OB-DE.1)."""


def main() -> None:
    """Write places.csv, links.csv and courses.csv beside this file."""
    lines, (tags, names) = read_country(HERE, "lines.toml", TABLES)
    facts, ways = places(tags, names), list(chains(lines))
    for way in ways:
        _lead_off(facts, way)
    pit = ((one, other, "pit-edge") for one, other in pit_edges(facts))
    sides = lay([*features(ways), *pit])
    default = {"ground": "urban", "bank": "south"}
    write_board(HERE, facts, sides, ways, columns=COLUMNS, features=FEATURES, default=default)


def places(tags: Table, names: Table) -> Facts:
    """Every hex with its facts; those that are empty are left out."""
    facts: Facts = {one: {} for one in GRID.hexes}
    for row in tags:
        for one in row["hexes"].lower().split():
            add(facts[one], "tags", row["tag"])
            if row["standin"]:
                add(facts[one], "standin", row["tag"])
    for row in names:
        facts[row["hex"].lower()] |= {"name": row["name"], "legend": row["legend"]}
    for one, cells in facts.items():
        known = cells.get("tags", "").split()
        cells["ground"] = next((GROUNDS[word] for word in GROUNDS if word in known), "urban")
        cells["building"], cells["bridge"] = _first(BUILDINGS, known), _first(BRIDGES, known)
        cells["edge"] = " ".join(edges(one))
    _sides(facts)
    return facts


def edges(one: str) -> Iterator[str]:
    """The edges of the map at which a hex lies."""
    column, row = GRID.place_of(GRID.hexes[one])
    touching = {
        "north": row == 0,
        "south": GRID.hex_at(column, row + 1) not in GRID.ids,
        "west": column == 0,
        "east": column == GRID.columns - 1,
    }
    return (word for word, so in touching.items() if so)


def _lead_off(facts: Facts, way: Chain) -> None:
    """A way that ends at an edge of the map goes on beyond it."""
    hexes = [] if "/" in way.text else way.text.split()
    for one in (*hexes[:1], *hexes[-1:]):
        facts[one]["leads_off"] = "yes" if facts[one]["edge"] else ""


def _sides(facts: Facts) -> None:
    """On which bank of the Spree each hex lies, where each side enters, and where the Germans begin."""
    spree = {one for one, cells in facts.items() if "spree" in cells.get("tags", "").split()}
    bridges = [one for one, cells in facts.items() if "bridge" in cells.get("tags", "").split()]
    held = nearer(GRID, [BANKS], spree)
    begin = {one for bridge in bridges for one in GRID.within(bridge, REACH)}
    for one, cells in facts.items():
        cells["bank"] = "spree" if one in spree else held[one]
        cells["start"] = "german" if cells["bank"] == "south" or one in begin else ""
        german = "german-entry" in cells.get("tags", "").split()
        cells["entry"] = "german" if german else "russian" if "north" in cells["edge"].split() else ""


def pit_edges(facts: Facts) -> Iterator[tuple[str, str]]:
    """The hexsides between the excavation pit and the ground around it."""
    for one, cells in facts.items():
        if cells["ground"] == "pit":
            yield from ((one, near) for near in GRID.neighbours(one).values() if not _is_low(facts[near]))


def _is_low(cells: Mapping[str, str]) -> bool:
    return bool({"pit", "pit-bridge", "culvert"} & set(cells.get("tags", "").split()))


def chains(lines: Mapping[str, Any]) -> Iterator[Chain]:
    """Every way by its hexes and every cliff by its hexsides."""
    for way in lines["way"]:
        yield Chain(way["name"], way["feature"], way["hexes"].lower())
    for side in lines["side"]:
        yield Chain(side["name"], side["feature"], side["sides"].lower())


def _first(words: Sequence[str], known: Sequence[str]) -> str:
    return next((word for word in words if word in known), "")


if __name__ == "__main__":
    main()
