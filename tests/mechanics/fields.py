"""Small boards for the tests of mechanisms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from adjudicator.mechanics.network import Network
from maps.grids.grid import HexGrid


@dataclass(frozen=True)
class Links:
    """A board of which only the links are known."""

    links: Mapping[str, Iterable[str]]


def hexes(columns: int, rows: int) -> Network:
    """A field of hexes, numbered CCRR."""
    grid = HexGrid(columns, rows)
    return Network.of(Links({space: tuple(grid.neighbours(space).values()) for space in grid.hexes}))


def chain(*spaces: str) -> Network:
    """Spaces in a row, each touching the one before."""
    around: dict[str, list[str]] = {space: [] for space in spaces}
    for a, b in pairwise(spaces):
        around[a].append(b)
        around[b].append(a)
    return Network.of(Links(around))
