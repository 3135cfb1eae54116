"""Countries made up at random: terrain, rivers, coasts, ways, slopes, fortified lines, all of them known."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise

import numpy

from maps.grids.grid import HexGrid
from maps.grids.hexes import Hex, Vertex, hexside, vertices

Side = tuple[str, str]
SEA, CLEAR, FOREST, HILLS, MARSH = "sea", "clear", "forest", "hills", "marsh"
RIVER, STREAM, COAST, ROAD, RAIL, SLOPE, FORT = "river", "stream", "coast", "road", "rail", "slope", "fort"


@dataclass
class Country:
    """What a board shows: the ground of every hex, the features of hexsides, and towns."""

    grid: HexGrid
    grounds: dict[str, str] = field(default_factory=dict)
    features: dict[Side, set[str]] = field(default_factory=dict)
    rivers: list[tuple[str, list[Vertex]]] = field(default_factory=list)
    ways: list[tuple[str, list[str]]] = field(default_factory=list)
    towns: list[str] = field(default_factory=list)

    def sides(self) -> list[Side]:
        """Every hexside between two hexes of the board, once."""
        labels = self.grid.hexes
        return [(a, b) for a in labels for b in self.grid.neighbours(a).values() if a < b]

    def add(self, a: str, b: str, word: str) -> None:
        """A feature on the hexside of two neighbours."""
        self.features.setdefault((min(a, b), max(a, b)), set()).add(word)

    def has(self, a: str, b: str, word: str) -> bool:
        """Is this feature on the hexside of two neighbours?"""
        return word in self.features.get((min(a, b), max(a, b)), ())


def random_country(grid: HexGrid, rng: numpy.random.Generator) -> Country:
    """Seas, hills and woods, rivers down from them, towns with ways between, slopes and fortified lines."""
    made = Country(grid)
    _ground(made, rng)
    for a, b in made.sides():
        grounds = {made.grounds[a], made.grounds[b]}
        if SEA in grounds and len(grounds) == 2:
            made.add(a, b, COAST)
        if HILLS in grounds and len(grounds - {SEA}) == 2 and _is_chosen(made, a, b):
            made.add(a, b, SLOPE)
    size = len(grid.hexes)
    for number in range(max(3, size // 40)):
        _river(made, rng, STREAM if number % 2 else RIVER)
    for _ in range(max(3, size // 70)):
        _fort(made, rng)
    _towns(made, rng)
    return made


def _ground(made: Country, rng: numpy.random.Generator) -> None:
    height, wood = (_smooth(made.grid, rng) for _ in range(2))
    order = sorted(made.grid.hexes, key=lambda one: height[one])
    count = len(order)
    for number, one in enumerate(order):
        part = number / count
        word = FOREST if wood[one] > 0.58 else MARSH if wood[one] < 0.38 else CLEAR
        made.grounds[one] = SEA if part < 0.14 else HILLS if part > 0.87 else word


def _smooth(grid: HexGrid, rng: numpy.random.Generator) -> dict[str, float]:
    """A number from 0 to 1 for each hex, like those around."""
    found = {one: float(rng.random()) for one in grid.hexes}
    for _ in range(2):
        found = {
            one: float(numpy.mean([found[one], *(found[near] for near in grid.neighbours(one).values())]))
            for one in found
        }
    low, high = min(found.values()), max(found.values())
    return {one: (value - low) / (high - low) for one, value in found.items()}


def _is_chosen(made: Country, a: str, b: str) -> bool:
    """Slopes stand on some sides of hills: the southern ones."""
    (_, ya), (_, yb) = made.grid.centre(a), made.grid.centre(b)
    upper = a if made.grounds[a] == HILLS else b
    return (ya > yb) == (upper == a)


def _river(made: Country, rng: numpy.random.Generator, word: str) -> None:
    """From corner to corner, never back, until it meets the sea, a river or the edge."""
    taken = {vertex for _, way in made.rivers for vertex in way}
    hexes = list(made.grid.hexes)
    start = made.grid.hexes[hexes[int(rng.integers(len(hexes)))]]
    near = made.grid.lattice.neighbours(start)
    first, second = sorted((near[0], near[1]))
    way: list[Vertex] = [_vertex(start, first, second)]
    while len(way) < 26 and _is_dry(made, way[-1]) and way[-1] not in taken:
        onward = [one for one in _next(way[-1]) if one not in way]
        far = [one for one in onward if _far(made, one, way[0]) >= _far(made, way[-1], way[0])] or onward
        if not far:
            break
        way.append(far[int(rng.integers(len(far)))])
    _lay(made, way, word)


def _vertex(*three: Hex) -> Vertex:
    a, b, c = sorted(three)
    return a, b, c


def _next(vertex: Vertex) -> list[Vertex]:
    """The three corners that a corner is joined with."""
    found = []
    for left in vertex:
        a, b = (one for one in vertex if one != left)
        found += [end for end in vertices(hexside(a, b)) if end != vertex]
    return found


def _is_dry(made: Country, vertex: Vertex) -> bool:
    return all(made.grounds.get(made.grid.ids.get(one, ""), SEA) != SEA for one in vertex)


def _far(made: Country, one: Vertex, other: Vertex) -> float:
    return math.dist(made.grid.lattice.corner(one), made.grid.lattice.corner(other))


def _lay(made: Country, way: list[Vertex], word: str) -> None:
    if len(way) < 4:
        return
    kept = [way[0]]
    for one, other in pairwise(way):
        a, b = sorted(set(one) & set(other))
        ids = made.grid.ids
        if a not in ids or b not in ids or SEA in (made.grounds[ids[a]], made.grounds[ids[b]]):
            break
        if word in (RIVER, STREAM) and (
            made.has(ids[a], ids[b], RIVER)
            or made.has(ids[a], ids[b], STREAM)
            or made.has(ids[a], ids[b], SLOPE)
        ):
            break
        made.add(ids[a], ids[b], word)
        kept.append(other)
    if len(kept) > 1:
        made.rivers.append((word, kept))


def _fort(made: Country, rng: numpy.random.Generator) -> None:
    """A line of fortified hexsides where nothing else runs along them."""
    before = {side for side, words in made.features.items() if words & {RIVER, STREAM, SLOPE, COAST}}
    free = [side for side in made.sides() if side not in before]
    a, b = free[int(rng.integers(len(free)))]
    at = vertices(hexside(made.grid.hexes[a], made.grid.hexes[b]))[0]
    seen = {at}
    for _ in range(14):
        choices = [one for one in _next(at) if one not in seen and _is_free(made, at, one, before)]
        if not choices:
            return
        onward = choices[int(rng.integers(len(choices)))]
        a, b = (made.grid.ids[one] for one in sorted(set(at) & set(onward)))
        made.add(a, b, FORT)
        seen.add(onward)
        at = onward


def _is_free(made: Country, one: Vertex, other: Vertex, taken: set[Side]) -> bool:
    ids = [made.grid.ids.get(each, "") for each in sorted(set(one) & set(other))]
    return all(ids) and (min(ids), max(ids)) not in taken and SEA not in {made.grounds[each] for each in ids}


def _towns(made: Country, rng: numpy.random.Generator) -> None:
    dry = [one for one in made.grid.hexes if made.grounds[one] != SEA]
    count = max(6, len(made.grid.hexes) // 40)
    made.towns = [dry[int(n)] for n in rng.choice(len(dry), count, replace=False)]
    for number, town in enumerate(made.towns):
        near = sorted(made.towns, key=lambda one: made.grid.distance(one, town))[1:4]
        for other in near[: 1 + number % 2]:
            _way(made, ROAD, made.grid.line(town, other))
        if number % 2:
            _way(made, RAIL, made.grid.line(town, near[2], other_side=True))


def _way(made: Country, word: str, hexes: list[str]) -> None:
    whole = all(b in made.grid.neighbours(a).values() for a, b in pairwise(hexes))
    if len(hexes) > 1 and whole and all(made.grounds[one] != SEA for one in hexes):
        made.ways.append((word, hexes))
        for a, b in pairwise(hexes):
            made.add(a, b, word)
