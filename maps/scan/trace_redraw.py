"""Draw borders again once it is known which areas they part: along the ink of borders alone.

Roads, names and plates that touch a border are no part of it, but the first drawing took them for one blot of
ink. What colours borders are, and what colours the ink within areas is, is known by now.
"""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray
from scipy import ndimage

from maps.scan.trace_faces import depth, fill
from maps.scan.trace_ink import only_lines
from maps.scan.trace_looks import Seen, sides, tints
from maps.scan.trace_pools import grow

Array = NDArray[Any]
_BAND = 0.012  # of the shorter side: so far a border may be moved
_BIN, _BINS = 24, 23  # colours are counted in steps so wide: differences from the ground, from -264 to 264
_NEAR = 40.0  # what differs no more from the ink of this very border may be of it
_RARER = 0.25  # even if such ink is so much rarer on borders than within areas
_LETTER = 0.006  # of the shorter side: what is written on plates leaves so much of them free somewhere
_SLIM = 1.6  # dashes are so many times longer than wide
_PART = 0.1  # of an area: smaller parts beyond a border are none of it
_ON = 1.5  # pixels away from a border, ink is on it
_WITHIN = 6.0  # pixels away from any border, ink is within an area


def redrawn(seen: Seen, ink: Array, plates: Array, labels: Array) -> tuple[Array, Array]:
    """The area of every pixel with borders drawn again, and the ink that they follow.

    `plates` are what may lie over a border and hide it: rivers among them are ink by their colour.
    """
    labels = labels + 1  # outside is a place like any other
    y, x, v, u = sides(labels)
    away = numpy.ones(labels.shape, dtype=bool)
    away[y, x] = away[v, u] = False
    away = depth(away)
    lines = _like_borders(seen, ink | plates, labels, away)
    lines = _strokes(lines & ~_written_on(plates & ~lines))
    made = numpy.where(seen.basins.free & ~lines & ~_cut_off(labels, lines), labels, 0)
    grow(made, ~lines)
    fill(made)
    return made - 1, lines


def _strokes(lines: Array) -> Array:
    """Lines and dashes: without specks and letters."""
    parts, _ = ndimage.label(lines, structure=numpy.ones((3, 3)))
    large = numpy.bincount(parts.reshape(-1)) >= _LETTER * min(lines.shape)
    large[0] = False
    return only_lines(large[parts], _SLIM)


def _cut_off(labels: Array, lines: Array) -> Array:
    """Small parts of areas that lie beyond a border from the rest."""
    found = numpy.zeros(labels.shape, dtype=bool)
    for number, box in enumerate(ndimage.find_objects(labels), start=1):
        if box:
            parts, _ = ndimage.label((labels[box] == number) & ~lines[box])
            sizes = numpy.bincount(parts.reshape(-1))
            small = sizes < _PART * sizes[1:].max(initial=0)
            small[0] = False
            found[box] |= small[parts]
    return found


def _written_on(plates: Array) -> Array:
    """Plates, with what is written on them."""
    size = round(_LETTER * min(plates.shape))
    whole = plates.astype(numpy.uint8)
    for step, reach in (
        (ndimage.minimum_filter, size // 2),
        (ndimage.maximum_filter, size // 2 + 2 * size),
        (ndimage.minimum_filter, 2 * size),
    ):
        whole = step(whole, reach | 1)
    return numpy.asarray(whole > 0)


def _like_borders(seen: Seen, ink: Array, labels: Array, away: Array) -> Array:
    """Which pixels of ink near borders have a colour that these have rather than other ink."""
    edge, inner = ink & (away < _ON), ink & (away > _WITHIN)
    band = ink & (away <= _BAND * min(ink.shape))
    made = numpy.zeros(ink.shape, dtype=bool)
    if not edge.any():
        return made
    here = _contrasts(seen, band)
    on, within = (_counted(_contrasts(seen, there))[_binned(here)] for there in (edge, inner))
    own = numpy.abs(here - _own_colours(seen, edge, labels)[band]).max(axis=1) < _NEAR
    made[band] = numpy.where(own, on >= _RARER * within, on >= within)
    return made


def _own_colours(seen: Seen, edge: Array, labels: Array) -> Array:
    """For every pixel the middle colour of the ink between those two areas whose border is nearest."""
    y, x, v, u = sides(labels)
    inked = edge[y, x]
    y, x, v, u = y[inked], x[inked], v[inked], u[inked]
    low, high = numpy.minimum(labels[y, x], labels[v, u]), numpy.maximum(labels[y, x], labels[v, u])
    _, pair = numpy.unique(low.astype(numpy.int64) * (int(labels.max()) + 1) + high, return_inverse=True)
    order = numpy.argsort(pair, kind="stable")
    starts = numpy.searchsorted(pair[order], numpy.arange(1, int(pair.max(initial=0)) + 1))
    contrasts = seen.pixels[y, x] - tints(seen, (y, x))
    middles = [numpy.median(contrasts[some], axis=0) for some in numpy.split(order, starts)]
    pairs = numpy.full(labels.shape, -1)
    pairs[y, x] = pair
    near = ndimage.distance_transform_edt(pairs < 0, return_distances=False, return_indices=True)
    return numpy.asarray(numpy.array(middles)[pairs[near[0], near[1]]])


def _contrasts(seen: Seen, where: Array) -> Array:
    y, x = numpy.nonzero(where)
    return numpy.asarray(seen.pixels[y, x] - tints(seen, (y, x)))


def _binned(contrasts: Array) -> tuple[Array, Array, Array]:
    steps = numpy.clip(numpy.round(contrasts / _BIN).astype(int) + _BINS // 2, 0, _BINS - 1)
    return steps[:, 0], steps[:, 1], steps[:, 2]


def _counted(contrasts: Array) -> Array:
    counts = numpy.zeros((_BINS, _BINS, _BINS))
    numpy.add.at(counts, _binned(contrasts), 1)
    smooth = ndimage.gaussian_filter(counts, 0.7)
    return numpy.asarray(smooth / max(1.0, smooth.sum()))
