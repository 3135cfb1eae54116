"""Rivers and ways as a maker writes them, laid out as the tables of a board: for a game's `generate`.

A river is a chain of hexsides, `2340/2341 2240/2341`; a way one of hexes, `0514 0515`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from maps.grids.grid import HexGrid

Sides = dict[tuple[str, str], set[str]]
"""The features of hexsides, by their two hexes, the lower label first."""


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


def by_ends(rows: Iterable[Mapping[str, str]], kind: str = "") -> Iterator[Chain]:
    """Ways named by their ends: a table of from, to, hexes and, where `kind` does not say it, kind."""
    for row in rows:
        yield Chain(f"{row['from']} - {row['to']}", kind or row["kind"], row["hexes"])


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
