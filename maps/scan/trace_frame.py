"""The frame of a field that areas fill: the ground under it belongs to the areas beside it.

A border ends where it comes to the frame, so nothing is seen of it there, and ground under the frame would go
to any area along it. Where that area reaches a little further in than the frame, bits of it are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray
from scipy import ndimage

from maps.scan.trace_pools import grow

Array = NDArray[Any]
_FAR = 12  # pixels from the edge, and no farther, begins the line of a frame; it is no wider than that
_DARK = 0.7  # of the light of the ground behind it: so dark is a frame at least
_MOST = 0.6  # of a side: along so much of it such a line is seen
_SMOOTH = 101  # pixels along which the line has one width
_BEHIND = 2  # pixels behind the line an area is sure
_BIT = 0.02  # of an area: a smaller piece that does not hang together with it is none of it


def under_frame(labels: Array, pixels: Array, seeds: Sequence[tuple[int, int]]) -> Array:
    """The area of every pixel where a frame along the edge of the field goes to what is within it.

    `labels` are the areas of the pixels of a reduced (rows, columns, 3) picture, `seeds` columns and rows in
    it. Sides without a frame stay as they are.
    """
    light = pixels.mean(axis=2)
    for turns in range(4):
        side = _under(numpy.rot90(labels, turns), numpy.rot90(light, turns))
        labels = numpy.rot90(side, -turns)
    return without_bits(labels, seeds)


def _under(labels: Array, light: Array) -> Array:
    """The same along the upper edge."""
    ends = _inner_edge(light[: 4 * _FAR])
    if ends is None:
        return labels
    made = labels.copy()
    rows = numpy.arange(2 * _FAR + _BEHIND)[:, None]
    beside = labels[ends, numpy.arange(len(ends))]
    made[: len(rows)] = numpy.where(rows < ends, beside, labels[: len(rows)])
    return made


def _inner_edge(light: Array) -> Array | None:
    """For each column the first sure row behind the frame's line; none if there is no frame."""
    dark = light[: 2 * _FAR] < _DARK * numpy.median(light[2 * _FAR :], axis=0)
    begins = numpy.where(dark[:_FAR].any(axis=0), dark[:_FAR].argmax(axis=0), len(dark))
    behind = ~dark & (numpy.arange(len(dark))[:, None] > begins)
    seen = behind.any(axis=0)
    if seen.mean() < _MOST:
        return None
    ends = numpy.where(seen, behind.argmax(axis=0), numpy.median(behind.argmax(axis=0)[seen]))
    return numpy.asarray(ndimage.median_filter(ends, _SMOOTH, mode="nearest").astype(int) + _BEHIND)


def without_bits(labels: Array, seeds: Sequence[tuple[int, int]]) -> Array:
    """Small pieces that hang together with nothing of their area go to what is around them.

    Not those in which a seed lies: `seeds` are columns and rows.
    """
    made = labels + 1
    for number, box in enumerate(ndimage.find_objects(labels), start=1):
        if box:
            parts, _ = ndimage.label(labels[box] == number, structure=numpy.ones((3, 3)))
            sizes = numpy.bincount(parts.ravel())
            bits = sizes < _BIT * sizes[1:].sum()
            top, left = (side.start for side in box)
            own = [parts[y - top, x - left] for x, y in seeds if labels[y, x] == number]
            bits[[0, *own]] = False
            made[box][bits[parts]] = 0
    grow(made, made == 0)
    return made - 1
