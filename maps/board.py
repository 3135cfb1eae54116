"""A board as the rules see it: spaces, what touches what, and what runs along the borders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Fact = str | int | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the board: its id (a slug), printed name, place in map units, and printed facts."""

    id: str
    name: str
    centre: tuple[float, float]
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Board:
    """All spaces of a game, what touches what with the features of each border, and named chains.

    Map units are kilometres east and north of the origin in the game's map.toml. ``links`` is symmetric.
    """

    game: str
    spaces: Mapping[str, Space]
    links: Mapping[str, Mapping[str, frozenset[str]]]
    chains: Mapping[str, tuple[str, ...]]

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The spaces adjacent to this one, in the order of the map's own list."""
        return tuple(self.links[space])

    def between(self, a: str, b: str) -> frozenset[str]:
        """The features of the border of a and b, empty if none; KeyError if not adjacent."""
        return self.links[a][b]

    def adjacent(self, a: str, b: str) -> bool:
        """Do these two spaces share a border or a white line?"""
        return b in self.links[a]
