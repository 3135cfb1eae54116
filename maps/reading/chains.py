"""Rivers and ways as a maker writes them, laid out as the tables of a board: for a game's `generate`.

A river is a chain of hexsides, `2340/2341 2240/2341`; a way one of hexes, `0514 0515`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from files.cells import csv_text
from maps.grids.grid import HexGrid
from maps.reading.courses import COLUMNS

Sides = dict[tuple[str, str], set[str]]
"""The features of hexsides, by their two hexes, the lower label first."""
LINKS = ("hex", "neighbour", "features")


@dataclass(frozen=True, slots=True)
class Chain:
    """A river by its hexsides or a way by its hexes, with its name and the feature it is on each hexside."""

    name: str
    feature: str
    text: str

    def sides(self) -> Iterator[tuple[str, str]]:
        """Its hexsides, in order."""
        words = self.text.split()
        yield from (_ends(word) for word in words) if "/" in self.text else pairwise(words)


def _ends(word: str) -> tuple[str, str]:
    a, _, b = word.partition("/")
    return a, b


def features(chains: Iterable[Chain]) -> Iterator[tuple[str, str, str]]:
    """What runs along or across which hexside, chain by chain."""
    return ((a, b, chain.feature) for chain in chains for a, b in chain.sides())


def lay(found: Iterable[tuple[str, str, str]]) -> Sides:
    """The features of every hexside that has any."""
    sides: Sides = {}
    for a, b, feature in found:
        sides.setdefault((min(a, b), max(a, b)), set()).add(feature)
    return sides


def bridge(sides: Sides, rivers: Collection[str], ways: Collection[str]) -> None:
    """A bridge wherever a way crosses a river."""
    for words in sides.values():
        if words & set(rivers) and words & set(ways):
            words.add("bridge")


def nearer(grid: HexGrid, starts: Sequence[Mapping[str, str]], closed: Collection[str]) -> dict[str, str]:
    """Who is nearest to each open hex: `starts` are hexes by holder; of equals the first in the alphabet.

    Where one hex stands in several of `starts`, the last counts.
    """
    held: dict[str, str] = {}
    front = {one: holder for start in starts for one, holder in start.items()}
    while front:
        held |= front
        reached: dict[str, str] = {}
        for one, holder in front.items():
            for other in grid.neighbours(one).values():
                if other not in held and other not in closed:
                    reached[other] = min(holder, reached.get(other, holder))
        front = reached
    return held


def write_links(file: Path, sides: Sides, order: Sequence[str]) -> None:
    """links.csv, the features of a hexside in their order."""
    rows = ((a, b, " ".join(sorted(words, key=order.index))) for (a, b), words in sorted(sides.items()))
    write_table(file, LINKS, rows)


def write_courses(file: Path, chains: Iterable[Chain]) -> None:
    """courses.csv: every chain by its name."""
    rows = ((chain.name, chain.feature, " ".join(chain.text.split())) for chain in chains)
    write_table(file, COLUMNS, rows)


def write_places(
    file: Path, columns: Sequence[str], facts: Mapping[str, Mapping[str, str]], default: Mapping[str, str]
) -> None:
    """places.csv: the hexes of which anything is to be said beyond the `default` of map.toml."""
    rows = []
    for one, cells in facts.items():
        told = [cells.get(word, "") if cells.get(word) != default.get(word) else "" for word in columns[1:]]
        if any(told):
            rows.append([one, *told])
    write_table(file, columns, rows)


def write_table(file: Path, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table: same rows, same bytes on every system."""
    file.write_text(csv_text([head, *rows]), encoding="utf-8", newline="\n")
