"""Cut the ground between lines into basins: each is wide in its middle, and narrow or inked at its edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_ink import set_pixels
from maps.scan.trace_pools import grow, pools

Array = NDArray[Any]
Pixel = tuple[int, int]
_LEVELS = (0.5, 0.0)  # of the reach: ground so far from lines is given to basins first
_SNAPPED = (0, 8, 24, 72)  # pixels: so near a seed its basin is looked for
_CLIMB = 0.03  # of the shorter side: so far a seed may be moved away from letters and specks


@dataclass(frozen=True)
class Basins:
    """Every pixel's basin, counted from 1; how many there are; and which pixels are free of lines.

    `deep` is how far a free pixel lies from the nearest line, `own` the basin of each seed.
    """

    labels: Array
    count: int
    free: Array
    deep: Array
    own: Sequence[int]


def find_basins(
    lines: Array,
    seeds: Sequence[Pixel],
    reach: float,
    necks: bool = False,
) -> Basins:
    """The basins between lines; gaps narrower than twice the reach are closed. Seeds are columns and rows.

    With `necks`, ground is parted at all its necks, be they ever so wide.
    """
    from scipy import ndimage

    free = ~lines
    deep = depth(free)
    labels, count = pools(deep, reach) if necks else ndimage.label(deep > reach)
    faces, _ = ndimage.label(free)
    count = _add_narrow(labels, faces, seeds, count)
    seeds = [_climbed(deep, nearest(labels, seed, _SNAPPED)) for seed in seeds]
    count = _part(labels, deep, seeds, count)
    for level in _LEVELS:
        grow(labels, deep > level * reach)
    fill(labels)
    own = [int(labels[y, x]) for x, y in seeds]
    return Basins(labels, count, free, deep, own)


def depth(free: Array) -> Array:
    """How far every pixel lies from the nearest line: in single numbers, which scipy itself does not do."""
    from scipy import ndimage

    near = ndimage.distance_transform_edt(free, return_distances=False, return_indices=True)
    rows, columns = (numpy.arange(size, dtype=near.dtype) for size in free.shape)
    down, across = near[0] - rows[:, None], near[1] - columns
    return numpy.asarray(numpy.sqrt((down * down + across * across).astype(numpy.float32)))


def _add_narrow(labels: Array, faces: Array, seeds: Sequence[Pixel], count: int) -> int:
    """A face that is narrow everywhere is a basin if a seed lies in it."""
    cored = numpy.zeros(int(faces.max()) + 1, dtype=bool)
    cored[faces[labels > 0]] = True
    cored[0] = True
    for x, y in seeds:
        face = faces[y, x]
        if not cored[face]:
            cored[face] = True
            count += 1
            labels[faces == face] = count
    return count


def nearest(wanted: Array, seed: Pixel, reaches: Sequence[int]) -> Pixel:
    """The wanted pixel nearest to a seed, which may lie on a name; the seed if none is so near."""
    x, y = seed
    for reach in reaches:
        left, top = max(0, x - reach), max(0, y - reach)
        rows, columns = numpy.nonzero(wanted[top : y + reach + 1, left : x + reach + 1])
        if len(rows):
            near = numpy.argmin((rows + top - y) ** 2 + (columns + left - x) ** 2)
            return int(columns[near]) + left, int(rows[near]) + top
    return seed


def _climbed(deep: Array, seed: Pixel) -> Pixel:
    """The deepest pixel that is reached without coming near a line, from the seed on."""
    x, y = seed
    farthest = _CLIMB * min(deep.shape)
    while True:
        reach = int(min(deep[y, x] * 0.7, farthest - max(abs(x - seed[0]), abs(y - seed[1]))))
        left, top = max(0, x - reach), max(0, y - reach)
        around = deep[top : y + reach + 1, left : x + reach + 1]
        row, column = numpy.unravel_index(int(numpy.argmax(around)), around.shape)
        if reach < 1 or around[row, column] <= deep[y, x]:
            return x, y
        x, y = int(column) + left, int(row) + top


def _part(labels: Array, deep: Array, seeds: Sequence[Pixel], count: int) -> int:
    """A basin with several seeds is parted between them where it is narrowest."""
    from scipy import ndimage

    homes: dict[int, list[Pixel]] = {}
    for x, y in seeds:
        if labels[y, x]:
            homes.setdefault(int(labels[y, x]), []).append((x, y))
    crowded = {label: inside for label, inside in homes.items() if len(inside) > 1}
    boxes = ndimage.find_objects(labels) if crowded else []
    for label, inside in crowded.items():
        box = boxes[label - 1]
        mine = labels[box] == label
        parted = numpy.zeros(mine.shape, dtype=labels.dtype)
        for number, (x, y) in enumerate(inside):
            parted[y - box[0].start, x - box[1].start] = label if not number else count + number
        count += len(inside) - 1
        depth = numpy.where(mine, deep[box], 0)
        highest = float(depth.max())
        for level in numpy.linspace(highest, 0, min(60, int(highest) + 2)):
            grow(parted, depth > level)
        labels[box][mine] = parted[mine]
    return count


def fill(labels: Array) -> None:
    """Lines, and what they cut off, belong to the nearest basin: borders run along the middles of lines."""
    grow(labels, numpy.ones(labels.shape, dtype=bool))


@dataclass(frozen=True)
class Borders:
    """The sides of pixels between two labels: both labels, whether the side is free of lines, and where."""

    one: Array
    other: Array
    free: Array
    x: Array
    y: Array


def borders_of(labels: Array, free: Array) -> Borders:
    """All sides of pixels that have another label beyond; x and y are their upper or left ends."""
    found = []
    for across in (True, False):
        first, second = _beside(labels, across)
        y, x = set_pixels(first != second)
        a, b = first[y, x], second[y, x]
        open_a, open_b = _beside(free, across)
        found.append(
            (
                numpy.minimum(a, b),
                numpy.maximum(a, b),
                open_a[y, x] & open_b[y, x],
                x + across,
                y + (not across),
            )
        )
    return Borders(*(numpy.concatenate(column) for column in zip(*found, strict=True)))


def _beside(values: Array, across: bool) -> tuple[Array, Array]:
    return (values[:, :-1], values[:, 1:]) if across else (values[:-1], values[1:])
