"""How the sides of basins look, piece by piece: which colour lies there, how wide, and between which tints.

Lines that end inside a basin part nothing: they are samples of what looks no border.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray
from scipy import ndimage

from maps.scan.trace_faces import Basins, depth

Array = NDArray[Any]
_PIECE = 10  # pixels: sides of two basins that lie so near each other are judged as one piece
_CLEAN = 2.5  # pixels away from any line, ground shows its own tint
_INSIDE = 6.0  # pixels away from the sides of all basins, a line ends within one
_SAMPLES = 1500
# What makes looks differ as much as any two printings of one ink do: colour, width (in powers of two), tints,
# and how much of the side is inked.
_COLOUR, _WIDTH, _TINT, _MOST_TINT, _SHARE = 28.0, 0.6, 15.0, 60.0, 0.3
CELLS = 5  # of the grid, across and down
_INKED = 0.4  # a piece with less ink is open
_SMALL = 2.0  # letters and dashes look so different from lines


@dataclass(frozen=True)
class Pieces:
    """Pieces of the sides of basins: the basins, how many sides, how they look, where, and whether inked."""

    one: Array
    other: Array
    sides: Array
    looks: Array
    places: Array
    inked: Array


@dataclass(frozen=True)
class Seen:
    """A picture in which lines were found: (rows, columns, 3), and what lies over the ground in it."""

    pixels: Array
    lines: Array
    basins: Basins


def pieces(seen: Seen) -> Pieces:
    """All sides between two basins."""
    labels, thick = seen.basins.labels, depth(seen.lines)
    y, x, v, u = sides(labels)
    first, second = tints(seen, (y, x)), tints(seen, (v, u))
    here = (seen.pixels[y, x].astype(numpy.float32) + seen.pixels[v, u]) / 2
    one, other = numpy.minimum(labels[y, x], labels[v, u]), numpy.maximum(labels[y, x], labels[v, u])
    turn = numpy.where(labels[y, x] == one, 1, -1)[:, None]
    which, count, pair = _cut(one, other, y, x, labels)
    thick = numpy.maximum(thick[y, x], thick[v, u])
    inked = (thick > 0).astype(float)

    def mean(values: Array, weights: Array) -> Array:
        total = numpy.maximum(numpy.bincount(which, weights), 1e-6)
        columns = numpy.atleast_2d(values.T)
        return numpy.stack([numpy.bincount(which, weights * one, len(count)) / total for one in columns], -1)

    share = mean(inked, numpy.ones(len(y)))[:, 0]
    # Where there is no ink at all, the ground itself is looked at.
    seen_ink = numpy.where(share[which] > 0, inked, 1.0)
    width = mean(thick, seen_ink)[:, 0]
    tint = numpy.abs(mean((second - first) * turn, numpy.ones(len(y)))).max(axis=1)
    small = mean(_small(seen.lines)[y, x].astype(float), seen_ink)[:, 0] > 0.5
    looks = _looks(mean(here - (first + second) / 2, seen_ink), width, tint, small, share)
    return Pieces(pair[0], pair[1], count, looks, _places(y, x, which, labels.shape), share >= _INKED)


def _places(y: Array, x: Array, which: Array, shape: tuple[int, ...]) -> Array:
    """In which of the cells of a coarse grid each piece lies."""
    first = numpy.unique(which, return_index=True)[1]
    return places(y[first], x[first], shape)


def places(y: Array, x: Array, shape: tuple[int, ...]) -> Array:
    """The cells of a coarse grid over the picture, row by row."""
    return numpy.asarray(y * CELLS // shape[0] * CELLS + x * CELLS // shape[1])


def loose_ends(seen: Seen) -> tuple[Array, Array]:
    """How lines look that end within a basin, and where: some of their middles."""
    labels, thick = seen.basins.labels, depth(seen.lines)
    border = numpy.ones(labels.shape, dtype=bool)
    y, x, v, u = sides(labels)
    border[y, x] = border[v, u] = False
    ridge = (thick > 0) & (thick >= ndimage.maximum_filter(thick, 3)) & ~_small(seen.lines)
    y, x = numpy.nonzero(ridge & (depth(border) > _INSIDE))
    chosen = numpy.random.default_rng(0).permutation(len(y))[:_SAMPLES]
    y, x = y[chosen], x[chosen]
    none = numpy.zeros(len(y))
    looks = _looks(seen.pixels[y, x] - tints(seen, (y, x)), thick[y, x], none, none, none + 1)
    return looks, places(y, x, labels.shape)


def sides(labels: Array) -> tuple[Array, Array, Array, Array]:
    """Rows and columns of all pixels that have another label to the right or below, and of those."""
    y, x = numpy.nonzero(labels[:, :-1] != labels[:, 1:])
    v, u = numpy.nonzero(labels[:-1] != labels[1:])
    return (
        numpy.concatenate((y, v)),
        numpy.concatenate((x, u)),
        numpy.concatenate((y, v + 1)),
        numpy.concatenate((x + 1, u)),
    )


def tints(seen: Seen, at: tuple[Array, Array]) -> Array:
    """The ground nearest to some pixels, away from lines."""
    basins = seen.basins
    clean = basins.deep > _CLEAN
    near = ndimage.distance_transform_edt(~clean, return_distances=False, return_indices=True)
    return numpy.asarray(seen.pixels[near[0][at], near[1][at]].astype(numpy.float32))


def _cut(
    one: Array, other: Array, y: Array, x: Array, labels: Array
) -> tuple[Array, Array, tuple[Array, Array]]:
    """Sides cut to pieces: the piece of every side, how many sides it has, and its basins."""
    total, across = int(labels.max()) + 1, labels.shape[1] // _PIECE + 1
    cells = (labels.shape[0] // _PIECE + 1) * across
    codes = (one.astype(numpy.int64) * total + other) * cells + y // _PIECE * across + x // _PIECE
    found, which, counts = numpy.unique(codes, return_inverse=True, return_counts=True)
    pair = found // cells
    return which, counts, (pair // total, pair % total)


def _small(lines: Array) -> Array:
    """Pixels of ink that reaches not far: letters, symbols, dashes."""
    parts, _ = ndimage.label(lines, structure=numpy.ones((3, 3)))
    reach = [max(part.stop - part.start for part in box) for box in ndimage.find_objects(parts)]
    short = numpy.array([False] + [length < 0.03 * max(lines.shape) for length in reach])
    return numpy.asarray(short[parts])


def _looks(colour: Array, width: Array, tint: Array, small: Array, share: Array) -> Array:
    columns = (
        *(colour / _COLOUR).T,
        numpy.log2(numpy.maximum(width, 0.7)) / _WIDTH,
        numpy.minimum(tint, _MOST_TINT) / _TINT,
        small * _SMALL,
        share / _SHARE,
    )
    return numpy.stack(columns, axis=1).astype(numpy.float32)
