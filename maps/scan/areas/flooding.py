"""Marker-controlled watershed: each pixel of the elevation map goes to the seed that floods it first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.areas.elevation import printed

Array = NDArray[Any]
Marker = tuple[int, int, int]
"""The number of an area from 1, or 0 outside; and its seed's column and row."""
_DOT = 2  # pixels: how far a marker reaches around its seed
_FACE = 0.1  # of a usual area: a face of open ground that is smaller may be a symbol
_NECK = 2.0  # pixels: faces that only a passage twice as wide joins are two
_THIN = (
    5.0  # pixels: half as wide as the widest line that is ink; what is thinner may be the inside of a border
)
_OTHER = 12.0  # Lab: five times what one sees; ground that differs by more from its area has another colour
_PAPER = 0.25  # of the picture's edge: open ground without a seed along so much of it is paper


def flooded(elevation: Array, markers: Sequence[Marker], paper: Array) -> Array:
    """The area of every pixel: its number, 0 outside. Ground known to be `paper` is outside."""
    from skimage.segmentation import watershed

    made = paper.astype(numpy.int32)
    for number, x, y in markers:
        around = numpy.s_[max(0, y - _DOT) : y + _DOT + 1, max(0, x - _DOT) : x + _DOT + 1]
        made[around] = numpy.where(made[around] > 1, made[around], number + 1)
    for number, x, y in markers:
        made[y, x] = number + 1
    return numpy.asarray(watershed(elevation, made)) - 1


def without_corridors(labels: Array, pixels: Array) -> Array:
    """The labels without what an area flooded along the inside of a wide border.

    That is what a morphological opening of the area takes away, if it has not the colour of the area's core
    (`pixels` are Lab). It goes to the area whose core is nearest (a Voronoi diagram).
    """
    from scipy import ndimage

    numbers = numpy.unique(labels)
    kinds = numpy.searchsorted(numbers, labels)
    deep = ndimage.distance_transform_edt(~_edges(labels))
    deepest = ndimage.maximum(deep, kinds, numpy.arange(len(numbers)))
    core = deep > numpy.minimum(_THIN, deepest / 2)[kinds]
    row, column = ndimage.distance_transform_edt(~core, return_distances=False, return_indices=True)
    ground = _medians(pixels, core, kinds, len(numbers))
    other = numpy.linalg.norm(pixels - ground[kinds], axis=-1) > _OTHER
    return numpy.where(other, labels[row, column], labels)


def _edges(labels: Array) -> Array:
    """The pixels beside one of another label."""
    made = numpy.zeros(labels.shape, bool)
    across, down = labels[:, 1:] != labels[:, :-1], labels[1:] != labels[:-1]
    made[:, 1:] |= across
    made[:, :-1] |= across
    made[1:] |= down
    made[:-1] |= down
    return made


def _medians(pixels: Array, core: Array, kinds: Array, count: int) -> Array:
    """The median colour of the core of each kind: (count, 3)."""
    from scipy import ndimage

    bands = [ndimage.median(pixels[..., n][core], kinds[core], numpy.arange(count)) for n in range(3)]
    return numpy.stack(bands, axis=-1)


def faces_of(elevation: Array, markers: Sequence[Marker]) -> tuple[Array, list[int]]:
    """Faces of open ground, numbered from 1, and the numbers of large ones in which no seed lies."""
    from scipy import ndimage

    # A distance transform: what is further from all ink than a neck.
    far = ndimage.distance_transform_edt(elevation < printed(elevation) / 2) > _NECK
    faces, _ = ndimage.label(far)
    sizes = numpy.bincount(faces.ravel())
    sizes[0] = 0
    for _, x, y in markers:
        sizes[numpy.unique(faces[max(0, y - _DOT) : y + _DOT + 1, max(0, x - _DOT) : x + _DOT + 1])] = 0
    large = numpy.flatnonzero(sizes > _FACE * elevation.size / max(1, len(markers)))
    return faces, large.tolist()


def closed_ground(elevation: Array, markers: Sequence[Marker]) -> Array:
    """The pixels that print parts from every seed, with no gap wider than two pixels."""
    from scipy import ndimage

    ground, _ = ndimage.label(ndimage.binary_erosion(elevation < printed(elevation)))
    seeded = {int(number) for _, x, y in markers for number in ground[y - 1 : y + 2, x - 1 : x + 2].ravel()}
    return numpy.asarray((ground > 0) & ~numpy.isin(ground, list(seeded)))


def paper_of(faces: Array, large: Sequence[int]) -> Array:
    """The pixels of faces that lie along much of the picture's edge."""
    rim = numpy.concatenate((faces[0], faces[-1], faces[:, 0], faces[:, -1]))
    along = [number for number in large if (rim == number).mean() > _PAPER]
    return numpy.isin(faces, along)


def outside_of(faces: Array, markers: Sequence[Marker]) -> Array:
    """The pixels of faces in which a seed `outside` lies, and none of an area."""
    named = {int(faces[y, x]) for number, x, y in markers if number}
    none = {int(faces[y, x]) for number, x, y in markers if not number}
    return numpy.isin(faces, list(none - named - {0}))
