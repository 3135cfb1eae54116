"""Where borders have gaps that were bridged: between which areas, where, and how wide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_faces import borders_of

Array = NDArray[Any]
Pair = tuple[int, int]
_NEAR = [(y, x) for y in range(-2, 3) for x in range(-2, 3) if abs(y) + abs(x) <= 2]  # sides: one opening
_FEW = 4  # a border with more gaps than this is a broken line


@dataclass(frozen=True, slots=True)
class Bridge:
    """The gaps in the border of two areas (0 is outside): the widest one's middle and width in pixels.

    `gaps` is how many there are, `share` how much of the border they make up.
    """

    pair: Pair
    at: tuple[float, float]
    width: float
    gaps: int
    share: float


def find_bridges(labels: Array, free: Array, scale: int, shift: tuple[int, int]) -> list[Bridge]:
    """All gaps, one by one; those of a broken line as one."""
    borders = borders_of(labels, free)
    if not borders.free.any():
        return []
    base = int(labels.max()) + 1
    pairs = borders.one.astype(numpy.int64) * base + borders.other
    codes, totals = numpy.unique(pairs, return_counts=True)
    lengths = dict(zip(codes.tolist(), totals.tolist(), strict=True))
    found: dict[int, list[tuple[float, tuple[float, float], int]]] = {}
    for code, x, y in _openings(
        pairs[borders.free], borders.x[borders.free], borders.y[borders.free], free.shape
    ):
        width = float(numpy.hypot(x.max() - x.min() + 1, y.max() - y.min() + 1)) * scale
        middle = int(numpy.argmin(numpy.hypot(x - x.mean(), y - y.mean())))
        at = (float(x[middle] * scale + shift[0]), float(y[middle] * scale + shift[1]))
        found.setdefault(code, []).append((width, at, len(x)))
    bridges: list[Bridge] = []
    for code, openings in sorted(found.items()):
        pair = divmod(code, base)
        share = sum(sides for *_, sides in openings) / lengths[code]
        widest = max(openings)
        told = openings if len(openings) <= _FEW else [widest]
        bridges += [
            Bridge(pair, at, width, len(openings) if told == [widest] else 1, share) for width, at, _ in told
        ]
    return bridges


def _openings(pairs: Array, x: Array, y: Array, shape: tuple[int, ...]) -> Iterator[tuple[int, Array, Array]]:
    """Open sides of pixels that lie together and part the same two areas: their pair, and where they are."""
    from scipy import ndimage

    near = numpy.zeros((shape[0] + 1, shape[1] + 1), dtype=bool)
    for down, across in _NEAR:
        row, column = numpy.clip(y + down, 0, shape[0]), numpy.clip(x + across, 0, shape[1])
        near[row, column] = True
    parts, _ = ndimage.label(near)
    keys = pairs * (int(parts.max()) + 1) + parts[y, x]
    order = numpy.argsort(keys, kind="stable")
    starts = numpy.unique(keys[order], return_index=True)[1]
    for several in numpy.split(order, starts[1:]):
        if len(several) > 1:
            yield int(pairs[several[0]]), x[several], y[several]
