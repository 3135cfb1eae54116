"""A board as the rules see it: spaces, what touches what, and what runs along the borders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from maps.grid import HexGrid
from maps.squares import SquareGrid

Fact = str | int | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the board: its id (a slug), printed name, place in map units, and printed facts.

    The name of a hex is its label; what else is printed in it, such as a town, is its fact "name".
    """

    id: str
    name: str
    centre: tuple[float, float]
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Area:
    """A space of a board of grids that is no hex or square: its printed name, its corners in map units.

    `also` are outlines of further ground with the same name, where no counters are placed.
    """

    name: str
    outline: tuple[tuple[float, float], ...]
    also: tuple[tuple[tuple[float, float], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """All spaces of a game, what touches what with the features of each border, and named chains.

    Map units count east and north: kilometres from the origin in the game's map.toml; on a board of hexes, in
    whatever its pitch is given, from the centre of the first hex. ``links`` is symmetric. ``grid`` is what a
    board of hexes knows beyond that: directions, distances, lines, and the hex under a point; ``squares`` the
    same of squares. A board may have both, and ``areas`` beside them.
    """

    game: str
    spaces: Mapping[str, Space]
    links: Mapping[str, Mapping[str, frozenset[str]]]
    chains: Mapping[str, tuple[str, ...]]
    grid: HexGrid | None = None
    squares: SquareGrid | None = None
    areas: Mapping[str, Area] = field(default_factory=dict)

    def __hash__(self) -> int:
        """So that what is worked out of a board once can be kept by it."""
        return hash((self.game, len(self.spaces)))

    @property
    def is_gridded(self) -> bool:
        """Whether map.toml alone gives the shapes of all spaces: no longitudes, no files of outlines."""
        return self.grid is not None or self.squares is not None or bool(self.areas)

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The spaces adjacent to this one, in the order of the map's own list."""
        return tuple(self.links[space])

    def between(self, a: str, b: str) -> frozenset[str]:
        """The features of the border of a and b, empty if none; KeyError if not adjacent."""
        return self.links[a][b]

    def adjacent(self, a: str, b: str) -> bool:
        """Do these two spaces share a border or a white line?"""
        return b in self.links[a]
