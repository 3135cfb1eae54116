"""What lies over the ground of areas: wide rivers, lakes, and the plates that names stand on.

The first look takes for ink what differs from its surroundings, and so takes the middle of a river or of a
plate for ground. Ground in narrow places whose tint is not that of any wide place beside it, and bluer, is no
ground, nor is what differs from the tint of its own basin.
"""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray
from scipy import ndimage
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from maps.scan.trace_faces import Basins, borders_of

Array = NDArray[Any]
_ALIKE = 20.0  # tints that differ less are the same
_OTHER = 28.0  # and those that differ more are not
_NARROW = 0.015  # of the shorter side: no area is only so deep, unless a seed lies in it
_FEW = 0.2  # of its outline: so little of it may lie beside ground of the same tint
_BLUER = 45.0  # of 255, than what it lies beside: stains give ends of areas a tint of their own, too
_MOST = 0.4  # of a basin: no more than this lies under plates
_LONG = 0.3  # of the shorter side: what is so long is no plate, but paper beside a table
_EVERY, _LEAST = 3, 40  # a tint is taken from every third pixel, and from so many at least


def covers(pixels: Array, basins: Basins) -> tuple[Array, Array]:
    """Which free pixels of a (rows, columns, 3) picture are plates, and which are rivers and lakes."""
    boxes = ndimage.find_objects(basins.labels)
    plates = numpy.zeros(basins.labels.shape, dtype=bool)
    tints = numpy.zeros((len(boxes) + 1, 3))
    for number, box in enumerate(boxes, start=1):
        if box:
            mine = (basins.labels[box] == number) & basins.free[box]
            tints[number], plates[box][mine] = _tint(pixels[box], mine)
    plates = _short(ndimage.binary_opening(plates, numpy.ones((3, 3))))
    return plates, numpy.asarray(_waters(basins, tints)[basins.labels] & basins.free)


def _short(plates: Array) -> Array:
    """Without those that are too long."""
    parts, _ = ndimage.label(plates)
    most = _LONG * min(plates.shape)
    boxes = ndimage.find_objects(parts)
    fits = [max(side.stop - side.start for side in box) <= most for box in boxes]
    return numpy.asarray(numpy.array([False, *fits])[parts])


def _tint(pixels: Array, mine: Array) -> tuple[Array, Array]:
    """The middle tint of a basin, and which of its pixels are of another."""
    y, x = numpy.nonzero(mine)
    colours = pixels[y, x].astype(numpy.float32)
    none = numpy.zeros(len(y), dtype=bool)
    if len(y) < _LEAST:
        return numpy.median(colours, axis=0) if len(y) else numpy.zeros(3), none
    middle = numpy.median(colours[::_EVERY], axis=0)
    plane = numpy.stack((numpy.ones(len(y)), x, y), axis=1).astype(numpy.float32)
    ground = numpy.broadcast_to(middle, colours.shape)
    for limit in (1.5 * _OTHER, _OTHER):
        # Light and relief make a tint paler towards one side.
        kept = numpy.abs(colours - ground).max(axis=1)[::_EVERY] < limit
        if kept.sum() < _LEAST:
            return middle, none
        fit = numpy.linalg.lstsq(plane[::_EVERY][kept], colours[::_EVERY][kept], rcond=None)[0]
        ground = plane @ fit
    other = numpy.abs(colours - ground).max(axis=1) > _OTHER
    return middle, other if other.mean() < _MOST else none


def _waters(basins: Basins, tints: Array) -> Array:
    """Which basins are parts of rivers: narrow, without a seed, with a tint of their own, and bluer."""
    total = len(tints)
    narrow = ndimage.maximum(basins.deep, basins.labels, range(total)) < _NARROW * min(basins.labels.shape)
    narrow[list(basins.own)] = False
    one, other, sides = _neighbours(basins, total)
    off = numpy.abs(tints[one] - tints[other]).max(axis=1)
    like = narrow[one] & narrow[other] & (off < _ALIKE)
    joined = coo_array((numpy.ones(int(like.sum())), (one[like], other[like])), (total, total))
    whole = connected_components(joined, directed=False)[1]
    blue = tints[:, 2] - tints[:, 0]
    beside, alike, bluer = numpy.zeros(total), numpy.zeros(total), numpy.zeros(total)
    for here, there in ((one, other), (other, one)):
        shore = narrow[here] & ~narrow[there]
        beside += numpy.bincount(whole[here[shore]], sides[shore], total)
        alike += numpy.bincount(whole[here[shore]], sides[shore] * (off[shore] < _OTHER), total)
        bluer += numpy.bincount(whole[here[shore]], sides[shore] * (blue[here] - blue[there])[shore], total)
    return numpy.asarray(narrow & ((alike <= _FEW * beside) & (bluer >= _BLUER * beside))[whole])


def _neighbours(basins: Basins, total: int) -> tuple[Array, Array, Array]:
    """Every two basins that lie beside each other, and how many sides of pixels they share."""
    borders = borders_of(basins.labels, basins.free)
    codes, sides = numpy.unique(borders.one.astype(numpy.int64) * total + borders.other, return_counts=True)
    return codes // total, codes % total, sides
