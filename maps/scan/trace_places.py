"""Where four borders come together: a short line of two areas, and two others that come in at each end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from maps.scan.trace_outline import Arcs

Array = NDArray[Any]
Pair = tuple[int, int]


@dataclass(frozen=True)
class Place:
    """The number of a short line, and the points of the four that come in at its ends, each from there on."""

    middle: int
    arms: list[Array]


def places(arcs: Arcs, short: Collection[Pair]) -> Iterator[tuple[Pair, Place]]:
    """Those of these borders that are one line between two knots, at each of which two others come in."""
    from shapely import get_coordinates

    points = [get_coordinates(line) for line in arcs.lines]
    knots: dict[tuple[float, float], list[int]] = {}
    for n, line in enumerate(points):
        for x, y in (line[0], line[-1]):
            knots.setdefault((x, y), []).append(n)
    pairs = list(zip(arcs.one.tolist(), arcs.other.tolist(), strict=True))
    counts = Counter(pairs)
    lone = {pair: n for n, pair in enumerate(pairs) if pair in short and counts[pair] == 1}
    for pair, n in lone.items():
        ends = [(x, y) for x, y in (points[n][0], points[n][-1])]
        others = [(m, end) for end in ends for m in knots[end] if m != n]
        if len({m for m, _ in others}) == len(others) == 4:
            yield pair, Place(n, [_from(points[m], end) for m, end in others])


def _from(line: Array, end: tuple[float, float]) -> Array:
    """A line as it goes away from one of its ends."""
    return line if tuple(line[0]) == end else line[::-1]
