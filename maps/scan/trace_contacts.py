"""Who touches whom: the common borders of areas, measured and judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray

from maps.scan.trace_faces import borders_of
from maps.scan.trace_outline import Arcs, tidy_length

Array = NDArray[Any]
Pair = tuple[int, int]
Point = tuple[float, float]
OUTSIDE = 0
LEAST = 8.4  # pixels of common border that any contact has
SHORT = 32.0  # pixels: where lines bleed, a corner has been seen as long, so look at what is shorter
CORNER_WIDTHS = 2.1  # so many line widths of common border are still a corner: lines bleed where they meet
CROWDED = 40.0  # and on crowded art, where signs lie on corners, too
_CROSSED = 2.5  # pixels of labels: less is shared where two lines cross
_MEASURED = CROWDED * 1.06  # so long without simplifying; how long others are to a pixel does not matter


@dataclass(frozen=True, slots=True)
class Border:
    """The common border of two areas: how many pixels of the picture it is long, and where its middle is."""

    length: float
    at: Point


def limits(labels: Array, lines: Array, scale: int) -> dict[Pair, float]:
    """How long the common border of two areas must be: at a corner they may share a line's width."""
    from scipy import ndimage

    borders = borders_of(labels, ~lines)
    thick = ndimage.distance_transform_cdt(lines)
    high, wide = labels.shape
    base = int(labels.max()) + 1
    here = thick[numpy.minimum(borders.y, high - 1), numpy.minimum(borders.x, wide - 1)] * 2
    codes = borders.one.astype(numpy.int64) * base + borders.other
    found, which = numpy.unique(codes, return_inverse=True)
    widths = numpy.bincount(which, here) / numpy.bincount(which)
    least = numpy.maximum(LEAST, CORNER_WIDTHS * widths * scale)
    return {divmod(code, base): limit for code, limit in zip(found.tolist(), least.tolist(), strict=True)}


def borders(arcs: Arcs, scale: int, shift: Point, outside: bool = False) -> dict[Pair, Border]:
    """The common borders of areas as long as in tidy outlines; the middle is that of the longest piece.

    With `outside`, also those to label 0, which is no area.
    """
    lengths = shapely.length(arcs.lines) * scale
    short = numpy.flatnonzero(lengths < _MEASURED)
    lengths[short] = [tidy_length(line) * scale for line in arcs.lines[short]]
    order = numpy.argsort(-lengths, kind="stable")
    found: dict[Pair, tuple[float, int]] = {}
    for n, one, other in zip(
        order.tolist(), arcs.one[order].tolist(), arcs.other[order].tolist(), strict=True
    ):
        total, first = found.get((one, other), (0.0, n))
        found[one, other] = (total + float(lengths[n]), first)
    pairs = [pair for pair in found if outside or pair[0]]
    longest = arcs.lines[[found[pair][1] for pair in pairs]]
    middles = shapely.line_interpolate_point(longest, 0.5, normalized=True)
    places = shapely.get_coordinates(middles) * scale + shift
    return {pair: Border(found[pair][0], (x, y)) for pair, (x, y) in zip(pairs, places.tolist(), strict=True)}


def is_near_the_limit(length: float, limit: float, short: float, scale: int) -> bool:
    """Whether nobody can be sure if this is a contact or a corner; `scale` is that of the pixels looked at.

    Where two lines of pixels cross in one point, two areas share a pixel or two. More says that these lines
    meet in two points, and how far apart these are thick lines hide.
    """
    return min(limit / 2, _CROSSED * scale) <= length <= longest_doubtful(limit, short)


def longest_doubtful(limit: float, short: float = SHORT) -> float:
    """A common border of two areas that is longer is a contact for sure."""
    return max(limit * 2, short)


def facing(
    borders: Mapping[Pair, Border], short: Sequence[Pair], arcs: Arcs, scale: int
) -> Iterator[tuple[Pair, Pair]]:
    """Pairs that face each other across a short contact of two others, with these: perhaps it is they."""
    near: dict[int, set[int]] = {}
    for one, other in borders:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    across: dict[Pair, Pair] = {}
    for contact in short:
        for pair in combinations(sorted(near[contact[0]] & near[contact[1]] - {OUTSIDE}), 2):
            longest = across.get(pair)
            if pair not in borders and (not longest or borders[contact].length > borders[longest].length):
                across[pair] = contact
    around = {number: arcs.around(number) for pair in across for number in pair}
    for (one, other), contact in sorted(across.items()):
        if around[one].dwithin(around[other], (borders[contact].length + 1) / scale):
            yield (one, other), contact
