"""Room for names: of several places around a town, the one that covers least of what is printed already."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from maps.drawing.hexes.curve import Line
from maps.grids.hexes import Point

Box = tuple[float, float, float, float]  # left, top, right, bottom in millimetres
_CELL = 20.0
_WAY_WEIGHT = 0.35


class Names:
    """What is printed so far, to look up what lies near."""

    def __init__(self, ways: Iterable[Line]) -> None:
        self._taken: dict[tuple[int, int], list[tuple[Box, float]]] = {}
        for line in ways:
            for a, b in pairwise(line):
                self.block(
                    (
                        min(a[0], b[0]) - 0.3,
                        min(a[1], b[1]) - 0.3,
                        max(a[0], b[0]) + 0.3,
                        max(a[1], b[1]) + 0.3,
                    ),
                    _WAY_WEIGHT,
                )

    def block(self, box: Box, weight: float = 1.0) -> None:
        """Something is printed here; names keep clear of it, the more the heavier it is."""
        for cell in _cells(box):
            self._taken.setdefault(cell, []).append((box, weight))

    def place(self, town: Point, size: Point, clear: float) -> Point:
        """The middle of the best room for a name of this size by a town; it is taken from now on."""
        places = list(_places(town, size, clear))
        best = min(
            range(len(places)),
            key=lambda number: (round(self._cost(places[number], size, number), 4), number),
        )
        self.block(_box(places[best], size))
        return places[best]

    def _cost(self, middle: Point, size: Point, rank: int) -> float:
        """What a name would cover here, and how unusual the place is."""
        return self.cover(_box(middle, size)) + rank * 0.09

    def cover(self, box: Box) -> float:
        """What would be covered by printing here, in square millimetres by weight."""
        near = {found for cell in _cells(box) for found in self._taken.get(cell, ())}
        return sum(_shared(box, other) * weight for other, weight in sorted(near))


def _places(town: Point, size: Point, clear: float) -> Iterator[Point]:
    """Below, above, right and left, then between these, then a little further away."""
    (x, y), (wide, high) = town, size
    up, aside = clear + high * 0.62, clear + wide / 2 + high * 0.25
    for far in (1.0, 1.3):
        yield from ((x, y + up * far), (x, y - up * far), (x + aside * far, y), (x - aside * far, y))
        for right, down in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            yield (x + right * aside * 0.85 * far, y + down * up * 0.8 * far)
        for right, down in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            yield (x + right * aside * 0.4 * far, y + down * up * far)
            yield (x + right * aside * far, y + down * up * 0.4 * far)


def _box(middle: Point, size: Point) -> Box:
    (x, y), (wide, high) = middle, size
    return (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (int(value // _CELL) for value in box)
    return ((column, row) for column in range(left, right + 1) for row in range(top, bottom + 1))


def _shared(a: Box, b: Box) -> float:
    """The area two boxes have in common, in square millimetres."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0
