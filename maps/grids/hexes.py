"""The mathematics of hexes: neighbours, hexsides, distance, lines, rings, and the hex under a point.

A hex is a pair of axial coordinates, whatever its board prints in it: `q` counts lines of hexes (columns
where hexes have flat tops, rows where they have pointed ones) and `r` counts along a line, sloping by half a
hex with each. Nothing here knows where a board ends; `maps.grids.grid` does, and how hexes are numbered.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Point = tuple[float, float]
_ROOT3 = math.sqrt(3)
_FLAT_STEPS = {"n": (0, -1), "ne": (1, -1), "se": (1, 0), "s": (0, 1), "sw": (-1, 1), "nw": (-1, 0)}
_POINTED_STEPS = {"ne": (-1, 1), "e": (0, 1), "se": (1, 0), "sw": (1, -1), "w": (0, -1), "nw": (-1, 0)}
# A corner is in the middle of the hex and two neighbours: three times as far as that.
_FLAT_THIRDS, _POINTED_THIRDS = (
    [(x + u, y + v) for (x, y), (u, v) in pairwise((list(steps.values())[-1], *steps.values()))]
    for steps in (_FLAT_STEPS, _POINTED_STEPS)
)
# A line is moved aside by a few of so many parts of a step: that changes it only where it runs along a side.
_FINE = 16


class Hex(NamedTuple):
    """One hex of the endless plane."""

    q: int
    r: int


Hexside = tuple[Hex, Hex]
Vertex = tuple[Hex, Hex, Hex]


def distance(a: Hex, b: Hex) -> int:
    """The fewest steps from one hex to another."""
    across, along = a.q - b.q, a.r - b.r
    return max(abs(across), abs(along), abs(across + along))


def hexside(a: Hex, b: Hex) -> Hexside:
    """The side that two neighbours share, the same from both; ValueError if they are not neighbours."""
    if distance(a, b) != 1:
        raise ValueError(f"{a} and {b} share no hexside")
    return (a, b) if a < b else (b, a)


def vertices(side: Hexside) -> tuple[Vertex, Vertex]:
    """Both ends of a hexside, each known by the three hexes that meet there: so sides can be chained."""
    a, b = side
    third = sorted(one for one in _around(a) if distance(one, b) == 1)
    first, second = (sorted((a, b, one)) for one in third)
    return (first[0], first[1], first[2]), (second[0], second[1], second[2])


def courses(sides: Iterable[Hexside]) -> list[list[Vertex]]:
    """Hexsides joined end to end, from fork to fork, as a river runs; a ring comes back to where it began."""
    meeting: dict[Vertex, list[Hexside]] = {}
    for side in sorted(set(sides)):
        for vertex in vertices(side):
            meeting.setdefault(vertex, []).append(side)
    forks = [vertex for vertex in sorted(meeting) if len(meeting[vertex]) != 2]
    used: set[Hexside] = set()
    return [
        _course(start, side, meeting, used)
        for start in (*forks, *sorted(meeting))
        for side in meeting[start]
        if side not in used
    ]


def _course(
    start: Vertex, side: Hexside, meeting: Mapping[Vertex, list[Hexside]], used: set[Hexside]
) -> list[Vertex]:
    """The way from a vertex along a side, and on until it forks or ends; its sides become used."""
    way, onward = [start], [side]
    while onward:
        used.add(onward[0])
        first, second = vertices(onward[0])
        way.append(second if way[-1] == first else first)
        here = meeting[way[-1]]
        onward = [one for one in here if one not in used] if len(here) == 2 else []
    return way


def _around(a: Hex) -> list[Hex]:
    return [Hex(a.q + q, a.r + r) for q, r in _FLAT_STEPS.values()]


def within(middle: Hex, reach: int) -> Iterator[Hex]:
    """All hexes at most `reach` steps away, the middle among them, line by line."""
    for q in range(-reach, reach + 1):
        for r in range(max(-reach, -q - reach), min(reach, reach - q) + 1):
            yield Hex(middle.q + q, middle.r + r)


def ring(middle: Hex, reach: int) -> Iterator[Hex]:
    """All hexes exactly `reach` steps away, line by line."""
    return (one for one in within(middle, reach) if distance(one, middle) == reach)


def line(a: Hex, b: Hex, other_side: bool = False) -> list[Hex]:
    """The hexes on the straight line between two centres, both ends among them; backwards it is the same.

    Where it runs along a hexside, the hexes on one side of it count; with `other_side`, those on the other.
    """
    steps = distance(a, b)
    if not steps:
        return [a]
    q, r = (-1, -2) if other_side else (1, 2)
    return [
        _rounded(
            _FINE * (a.q * (steps - n) + b.q * n) + q,
            _FINE * (a.r * (steps - n) + b.r * n) + r,
            _FINE * steps,
        )
        for n in range(steps + 1)
    ]


def _rounded(q: int, r: int, whole: int) -> Hex:
    """The hex nearest to a point given in parts of a step, without a rounding error."""
    parts = (q, r, -q - r)
    near = [(2 * part + whole) // (2 * whole) for part in parts]
    return _repaired(near, [abs(n * whole - part) for n, part in zip(near, parts, strict=True)])


def _repaired(near: list[int], off: list[float]) -> Hex:
    """The hex of three rounded cube coordinates: the one most off follows from the others (cube rounding)."""
    if off[0] > off[1] and off[0] > off[2]:
        return Hex(-near[1] - near[2], near[1])
    if off[1] > off[2]:
        return Hex(near[0], -near[0] - near[2])
    return Hex(near[0], near[1])


@dataclass(frozen=True, slots=True)
class Lattice:
    """How hexes lie on a map: flat tops or pointed ones, and how far neighbouring centres are apart.

    Points are in map units, x to the right and y upwards; hex (0, 0) has its centre at 0, 0.
    """

    flat: bool = True
    pitch: float = 1.0

    @property
    def directions(self) -> tuple[str, ...]:
        """The six directions clockwise: "n" to "nw" with flat tops, "ne" to "nw" with pointed ones."""
        return tuple(self.steps)

    @property
    def steps(self) -> dict[str, tuple[int, int]]:
        """How far the neighbour in each direction is along both axes."""
        return _FLAT_STEPS if self.flat else _POINTED_STEPS

    def neighbour(self, a: Hex, direction: str) -> Hex:
        """The neighbour in a direction; KeyError for one that these hexes do not have."""
        q, r = self.steps[direction]
        return Hex(a.q + q, a.r + r)

    def neighbours(self, a: Hex) -> list[Hex]:
        """The six neighbours in the order of `directions`."""
        q, r = a
        return [Hex(q + across, r + along) for across, along in self.steps.values()]

    def direction(self, a: Hex, b: Hex) -> str:
        """The direction in which neighbour `b` lies from `a`; ValueError if it is no neighbour."""
        hexside(a, b)
        return next(name for name in self.steps if self.neighbour(a, name) == b)

    def centre(self, a: Hex) -> Point:
        """The centre of a hex."""
        return self._point(a.q, a.r)

    def corners(self, a: Hex) -> list[Point]:
        """The six corners clockwise; the side in the n-th direction runs from the n-th to the next.

        Neighbours get the very same numbers for a corner they share.
        """
        q, r = 3 * a.q, 3 * a.r
        thirds = _FLAT_THIRDS if self.flat else _POINTED_THIRDS
        return [self._point((q + across) / 3, (r + along) / 3) for across, along in thirds]

    def corner(self, vertex: Vertex) -> Point:
        """The point where three hexes meet."""
        a, b, c = vertex
        return self._point((a.q + b.q + c.q) / 3, (a.r + b.r + c.r) / 3)

    def _point(self, q: float, r: float) -> Point:
        across, along = q * _ROOT3 / 2 * self.pitch, (r + q / 2) * self.pitch
        return (across, -along) if self.flat else (along, -across)

    def at(self, x: float, y: float) -> Hex:
        """The hex in which a point lies; on a hexside, one of its two."""
        across, along = (x, -y) if self.flat else (-y, x)
        q = across / (_ROOT3 / 2 * self.pitch)
        r = along / self.pitch - q / 2
        near = [math.floor(part + 0.5) for part in (q, r, -q - r)]
        return _repaired(near, [abs(n - part) for n, part in zip(near, (q, r, -q - r), strict=True)])

    def at_all(self, points: ArrayLike) -> NDArray[Any]:
        """The hexes of many points at once: n rows of x, y give n rows of q, r, each as `at` gives it."""
        import numpy

        xy = numpy.asarray(points, dtype=numpy.float64).reshape(-1, 2)
        across, along = (xy[:, 0], -xy[:, 1]) if self.flat else (-xy[:, 1], xy[:, 0])
        q = across / (_ROOT3 / 2 * self.pitch)
        r = along / self.pitch - q / 2
        parts = numpy.stack((q, r, -q - r))
        near = numpy.floor(parts + 0.5)
        off = numpy.abs(near - parts)
        first = (off[0] > off[1]) & (off[0] > off[2])
        second = ~first & (off[1] > off[2])
        line_of = numpy.where(first, -near[1] - near[2], near[0])
        place = numpy.where(second, -near[0] - near[2], near[1])
        return numpy.stack((line_of, place), axis=1).astype(numpy.int64)
