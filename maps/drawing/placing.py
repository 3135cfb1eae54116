"""Where names go: off what must not be covered, off one another, and near what they name.

Every name has candidates: places, sizes and ways to break it. Those that cover what must stay free are
dropped, and candidates of two names that overlap are joined by an edge of a conflict graph. A greedy choice
is improved by simulated annealing, as Christensen, Marks and Shieber do it ("An Empirical Study of Algorithms
for Point-Feature Label Placement", 1995), wherever there are conflicts at all. Millimetres, y downwards.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy
import shapely
from numpy.typing import NDArray

from maps.drawing.ink import Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Boxes = NDArray[numpy.float64]
_AIR = 0.05
"""How far a name keeps from all else, in millimetres."""
_CONFLICT = 40.0
_STAGES, _COOLER, _WARM = 45, 0.86, 60.0
_BEST, _A_ROW = 24, 5
"""So many candidates of a name are kept, and so many of those at one height."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of a name: the middle of its line, and how far it is turned against the clock, in degrees."""

    text: str
    at: Point
    degrees: float


@dataclass(frozen=True, slots=True)
class Laid:
    """A name along its course: its letters, the ground of each, and how much they turn in all, in radians."""

    letters: tuple[Letter, ...]
    boxes: tuple[Box, ...]
    turns: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place for a name: the ground it covers, how ill that is, and how the name is set there."""

    box: Box
    cost: float
    lines: tuple[str, ...]
    size: float
    laid: Laid | None = None


def as_boxes(boxes: Iterable[Box]) -> Boxes:
    """Boxes as rows of numbers."""
    return numpy.array(list(boxes), dtype=float).reshape(-1, 4)


def touched(box: Box, others: Boxes) -> bool:
    """Whether a box touches any of others."""
    left, top, right, bottom = box
    meet = (others[:, 0] < right) & (others[:, 2] > left) & (others[:, 1] < bottom) & (others[:, 3] > top)
    return bool(meet.any())


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def bounding(boxes: Sequence[Box]) -> Box:
    """The smallest box around boxes."""
    west, north, east, south = zip(*boxes, strict=True)
    return (min(west), min(north), max(east), max(south))


def free_boxes(middles: Boxes, size: Point, taken: Boxes) -> NDArray[numpy.bool_]:
    """Which boxes of this width and height about these middles touch nothing that is taken."""
    if not len(taken):
        return numpy.ones(len(middles), dtype=bool)
    half = numpy.array([size[0] / 2 + _AIR, size[1] / 2 + _AIR])
    low, high = middles - half, middles + half
    apart = (
        (taken[None, :, 0] >= high[:, None, 0])
        | (taken[None, :, 2] <= low[:, None, 0])
        | (taken[None, :, 1] >= high[:, None, 1])
        | (taken[None, :, 3] <= low[:, None, 1])
    )
    free: NDArray[numpy.bool_] = apart.all(axis=1)
    return free


def snug_middles(about: Point, reach: Point, size: Point, taken: Boxes) -> Boxes:
    """Middles for a box about a point: on a coarse net, and wherever it just touches what is taken."""
    near = nearby(about, (reach[0] + size[0], reach[1] + size[1]), taken)
    axes = []
    for axis in (0, 1):
        gap = size[axis] / 2 + _AIR + 0.01
        snug = numpy.concatenate((near[:, axis] - gap, near[:, axis + 2] + gap))
        net = about[axis] + numpy.linspace(-reach[axis], reach[axis], 9)
        every = numpy.unique(numpy.round(numpy.concatenate((net, snug)), 2))
        axes.append(every[numpy.abs(every - about[axis]) <= reach[axis]])
    x, y = numpy.meshgrid(*axes)
    return numpy.column_stack((x.ravel(), y.ravel()))


def nearby(about: Point, reach: Point, taken: Boxes) -> Boxes:
    """What is taken within reach of a point, to both sides."""
    x, y = about
    return taken[
        (taken[:, 0] < x + reach[0])
        & (taken[:, 2] > x - reach[0])
        & (taken[:, 1] < y + reach[1])
        & (taken[:, 3] > y - reach[1])
    ]


def covered(middles: Boxes, size: Point, ground: Boxes) -> NDArray[numpy.float64]:
    """Which part of each box of this size lies on some ground; ground that lies twice there counts twice."""
    if not len(ground):
        return numpy.zeros(len(middles))
    low, high = middles - numpy.array(size) / 2, middles + numpy.array(size) / 2
    wide = numpy.minimum(high[:, None, 0], ground[None, :, 2]) - numpy.maximum(
        low[:, None, 0], ground[None, :, 0]
    )
    tall = numpy.minimum(high[:, None, 1], ground[None, :, 3]) - numpy.maximum(
        low[:, None, 1], ground[None, :, 1]
    )
    areas: NDArray[numpy.float64] = (wide.clip(0) * tall.clip(0)).sum(axis=1)
    return areas / (size[0] * size[1])


def broken(text: str) -> Iterator[tuple[str, ...]]:
    """A name in one line, and in two where it has two parts."""
    yield (text,)
    words = text.replace("-", "- ").split(" ")
    if 2 <= len(words) <= 4 and min(map(len, words)) > 1:
        half = min(range(1, len(words)), key=lambda n: abs(len(" ".join(words[:n])) * 2 - len(text)))
        yield tuple(" ".join(part).replace("- ", "-") for part in (words[:half], words[half:]))


def best(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates worth keeping, the best first; of those in one row a few, so that there is a choice."""
    rows: Counter[float] = Counter()
    found = []
    for one in sorted(candidates, key=lambda one: (round(one.cost, 4), one.box)):
        row = round(one.box[1], 1)
        rows[row] += 1
        if rows[row] <= _A_ROW:
            found.append(one)
    return found[:_BEST]


def settle(names: Sequence[Sequence[Candidate]]) -> list[int]:
    """Which candidate each name takes, so that as few as can be overlap and all lie well. None is without."""
    every = [(name, number) for name, found in enumerate(names) for number in range(len(found))]
    clashes = _clashes([names[name][number].box for name, number in every], every)
    chosen = [0] * len(names)
    for name, found in enumerate(names):  # greedy: each in its turn, off those before it
        chosen[name] = min(range(len(found)), key=lambda n: _cost(names, chosen, clashes, name, n, name))
    rivals = sorted({name for name, _ in clashes})
    return _annealed(names, chosen, clashes, rivals) if rivals else chosen


Place = tuple[int, int]  # a name and the number of one of its candidates


def _clashes(boxes: Sequence[Box], every: Sequence[Place]) -> dict[Place, list[Place]]:
    """The conflict graph: which candidates of other names each candidate overlaps."""
    shapes = shapely.box(*(numpy.array(boxes).T + numpy.array([[-1], [-1], [1], [1]]) * _AIR / 2))
    ones, others = shapely.STRtree(shapes).query(shapes)
    found: dict[Place, list[Place]] = {}
    for one, other in zip(ones.tolist(), others.tolist(), strict=True):
        if every[one][0] != every[other][0]:
            found.setdefault(every[one], []).append(every[other])
    return found


def _cost(
    names: Sequence[Sequence[Candidate]],
    chosen: Sequence[int],
    clashes: dict[Place, list[Place]],
    name: int,
    number: int,
    before: int,
) -> float:
    """What it costs that a name takes a candidate, beside what the names before one of them have taken."""
    hits = sum(1 for other, its in clashes.get((name, number), ()) if other < before and chosen[other] == its)
    return names[name][number].cost + _CONFLICT * hits


def _annealed(
    names: Sequence[Sequence[Candidate]],
    chosen: list[int],
    clashes: dict[Place, list[Place]],
    rivals: Sequence[int],
) -> list[int]:
    """A choice improved by chance moves, worse ones taken the more rarely the cooler it is."""
    chance, heat, every = random.Random("names"), _WARM, len(names)
    least, found, cost = 0.0, list(chosen), 0.0
    for _ in range(_STAGES):
        for _ in range(12 * len(rivals)):
            name = rivals[chance.randrange(len(rivals))]
            number = chance.randrange(len(names[name]))
            more = _cost(names, chosen, clashes, name, number, every) - _cost(
                names, chosen, clashes, name, chosen[name], every
            )
            if more <= 0 or chance.random() < math.exp(-more / heat):
                chosen[name], cost = number, cost + more
                if cost < least - 1e-9:
                    least, found = cost, list(chosen)
        heat *= _COOLER
    return found
