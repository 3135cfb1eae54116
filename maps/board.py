"""A board as the rules see it: spaces, what touches what, and what runs along the borders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from maps.grids.grid import HexGrid
from maps.grids.squares import SquareGrid
from maps.space import slug

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

    @property
    def called(self) -> tuple[str, str]:
        """What its spaces are called, one and several: hexes, where there are any."""
        grid = "hex" if self.grid else "square" if self.squares else "area"
        return grid, f"{grid}es" if self.grid else f"{grid}s"

    def names(self) -> list[tuple[str, str]]:
        """All that a space may be called in an order or a set-up, with its id: printed name, id, town, and
        the town with the id behind it, as reports tell it: "Surovikino (3508)".

        A town that lies in several hexes is by itself the name of none of them.
        """
        towns = [
            (str(space.facts["name"]), space.id) for space in self.spaces.values() if space.facts.get("name")
        ]
        often = Counter(slug(town) for town, _ in towns)
        printed = [(word, space.id) for space in self.spaces.values() for word in (space.name, space.id)]
        known = {slug(word) for word, _ in printed}
        alone = [(town, at) for town, at in towns if often[slug(town)] == 1 and slug(town) not in known]
        return [*printed, *alone, *((f"{town} ({at})", at) for town, at in towns)]

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The spaces adjacent to this one, in the order of the map's own list."""
        return tuple(self.links[space])

    def between(self, a: str, b: str) -> frozenset[str]:
        """The features of the border of a and b, empty if none; KeyError if not adjacent."""
        return self.links[a][b]

    def adjacent(self, a: str, b: str) -> bool:
        """Do these two spaces share a border or a white line?"""
        return b in self.links[a]

    def distance(self, a: str, b: str) -> int | None:
        """The fewest steps from a to b; None where no border leads there. KeyError for an unknown space.

        Between two hexes, or two squares, it is as if nothing were missing between them.
        """
        if self.grid and a in self.grid.hexes and b in self.grid.hexes:
            return self.grid.distance(a, b)
        if self.squares and a in self.squares.squares and b in self.squares.squares:
            return self.squares.distance(a, b)
        if b not in self.links:
            raise KeyError(b)
        return next((steps for steps, ring in enumerate(self.rings(a)) if b in ring), None)

    def line(self, a: str, b: str) -> list[str]:
        """The spaces on the straight line between two hexes, or two squares; elsewhere there is none: []."""
        if self.grid and a in self.grid.hexes and b in self.grid.hexes:
            return self.grid.line(a, b)
        if self.squares and a in self.squares.squares and b in self.squares.squares:
            return self.squares.line(a, b)
        return []

    def within(self, space: str, reach: int) -> tuple[str, ...]:
        """The spaces at most so many steps away over any border, nearest first, from the space itself on."""
        return tuple(one for ring in islice(self.rings(space), reach + 1) for one in ring)

    def rings(self, space: str) -> Iterator[tuple[str, ...]]:
        """The space itself, its neighbours, theirs that are new, and so on until there are no more."""
        ring: tuple[str, ...] = (space,)
        seen = {space}
        while ring:
            yield ring
            near = dict.fromkeys(one for known in ring for one in self.links[known])
            ring = tuple(one for one in near if one not in seen)
            seen |= near.keys()
