"""Marker-controlled watershed: each pixel of the elevation map goes to the seed that floods it first."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.areas.elevation import printed

Array = NDArray[Any]
Marker = tuple[int, int, int]
"""The number of an area from 1, or 0 outside; and its seed's column and row."""
Owners = dict[int, float]
"""The numbers of areas with a seed in or close beside a face, each with its way into the face,
straight from a seed: the sum of the elevation along it."""
_DOT = 2  # pixels: how far a marker reaches around its seed
_FACE = 0.1  # of a usual area: a face of open ground that is smaller may be a symbol
_NECK = 2.0  # pixels: faces that only a passage twice as wide joins are two
_THIN = (
    5.0  # pixels: half as wide as the widest line that is ink; what is thinner may be the inside of a border
)
_OTHER = 12.0  # Lab: five times what one sees; ground that differs by more from its area has another colour
_PAPER = 0.25  # of the picture's edge: with less of it bare, the map fills the picture
_STEP_OVER = 20  # pixels: paper lies so near to the table on which it was photographed


@dataclass(frozen=True)
class Ground:
    """Open ground: how far each pixel is from print, the faces it lies in from 1, and which are large."""

    far: Array
    faces: Array
    large: Array


def open_ground(elevation: Array, areas: int) -> Ground:
    """The ground between print, on a picture of so many areas."""
    from scipy import ndimage

    far = ndimage.distance_transform_edt(elevation < printed(elevation)).astype(numpy.float32)
    faces, _ = ndimage.label(far > _NECK)
    large = numpy.bincount(faces.ravel()) > _FACE * elevation.size / areas
    large[0] = False
    return Ground(far, faces, large)


def flooded(elevation: Array, marks: Array) -> Array:
    """The area of every pixel, 0 outside; where marks are -1 by a watershed from those that have one."""
    from skimage.segmentation import watershed

    return numpy.asarray(watershed(elevation, marks + 1)) - 1


def marks_of(
    ground: Ground, owners: Mapping[int, Owners], markers: Sequence[Marker], paper: Array, reach: float
) -> Array:
    """What is known before the flood, -1 elsewhere.

    That is the ground around each seed, paper, and faces clicked on a name or symbol in them: those of areas
    with no other ground first. From a seed on print the mark lies on wider ground, at most as far from print
    as `reach`.
    """
    known = numpy.full(len(ground.large), -1, numpy.int32)
    clicked = {int(ground.faces[y, x]) for _, x, y in markers}
    settled = {number for number, x, y in markers if ground.large[ground.faces[y, x]]}
    for face, ways in owners.items():
        if face not in clicked:
            known[face] = min(ways, key=lambda number: (number in settled, ways[number]))
    made = numpy.where(paper, 0, known[ground.faces])
    for number, x, y in markers:
        on_print = ground.far[y, x] <= _NECK
        around = _around(*_widest(ground.far, x, y, reach)) if on_print else _around(x, y)
        made[around] = numpy.where(made[around] > 0, made[around], number)
    for number, x, y in markers:
        made[y, x] = number
    return made


def _widest(far: Array, x: int, y: int, enough: float) -> tuple[int, int]:
    """Where one comes to who walks from a click away from print, as long as the ground grows wider."""
    while far[y, x] < enough:
        around = _around(x, y)
        down, across = numpy.unravel_index(int(far[around].argmax()), far[around].shape)
        down, across = int(down) + around[0].start, int(across) + around[1].start
        if far[down, across] <= far[y, x]:
            break
        x, y = across, down
    return x, y


def _around(x: int, y: int) -> tuple[slice, slice]:
    """The pixels of a marker's dot."""
    return numpy.s_[max(0, y - _DOT) : y + _DOT + 1, max(0, x - _DOT) : x + _DOT + 1]


def owners_of(ground: Ground, elevation: Array, markers: Sequence[Marker], reach: float) -> dict[int, Owners]:
    """The seeds in each face, and in each large one also those close beside it.

    Out of a name or symbol the way into the ground around it costs less than over an islet's shore.
    """
    from scipy import ndimage
    from skimage.draw import line

    away = ~ground.large[ground.faces]
    near = ndimage.distance_transform_edt(away, return_distances=False, return_indices=True)
    found: dict[int, Owners] = {}
    for number, x, y in markers:
        row, column = near[:, y, x]
        by = int(ground.faces[row, column]) if numpy.hypot(row - y, column - x) < reach else 0
        way = float(elevation[line(y, x, row, column)].sum())
        for face in {int(ground.faces[y, x]), by} - {0}:
            ways = found.setdefault(face, {})
            ways[number] = min(ways.get(number, way), way)
    return found


def without_corridors(labels: Array, pixels: Array) -> Array:
    """The labels without what an area flooded along the inside of a wide border.

    That is what a morphological opening of the area takes away, if it has not the colour of the area's core
    (`pixels` are Lab). It goes to the area whose core is nearest (a Voronoi diagram).
    """
    from scipy import ndimage

    numbers = numpy.unique(labels)
    kinds = numpy.searchsorted(numbers, labels)
    deep = ndimage.distance_transform_edt(~_edges(labels))
    deepest = numpy.zeros(len(numbers))
    numpy.maximum.at(deepest, kinds, deep)
    core = deep > numpy.minimum(_THIN, deepest / 2)[kinds]
    row, column = ndimage.distance_transform_edt(~core, return_distances=False, return_indices=True)
    ground = _means(pixels, core, kinds, len(numbers))
    other = numpy.linalg.norm(pixels - ground[kinds], axis=-1) > _OTHER
    return numpy.where(other, labels[row, column], labels)


def without_splinters(labels: Array, marks: Array) -> Array:
    """The labels without pieces in which nothing was marked: they go to what is nearest."""
    from scipy import ndimage
    from skimage.measure import label

    pieces = label(labels + 1, connectivity=1)
    held = numpy.zeros(int(pieces.max()) + 1, bool)
    held[pieces[labels == marks]] = True
    row, column = ndimage.distance_transform_edt(~held[pieces], return_distances=False, return_indices=True)
    return numpy.asarray(labels[row, column])


def _edges(labels: Array) -> Array:
    """The pixels beside one of another label."""
    made = numpy.zeros(labels.shape, bool)
    across, down = labels[:, 1:] != labels[:, :-1], labels[1:] != labels[:-1]
    made[:, 1:] |= across
    made[:, :-1] |= across
    made[1:] |= down
    made[:-1] |= down
    return made


def _means(pixels: Array, core: Array, kinds: Array, count: int) -> Array:
    """The mean colour of the core of each kind: (count, 3)."""
    where = kinds[core]
    sizes = numpy.maximum(numpy.bincount(where, minlength=count), 1)
    bands = [numpy.bincount(where, pixels[..., band][core], count) / sizes for band in range(3)]
    return numpy.stack(bands, axis=-1)


def closed_ground(elevation: Array, level: float, marks: Array) -> Array:
    """The pixels that print so high parts from all that is marked, with no gap wider than two pixels."""
    from scipy import ndimage

    ground, count = ndimage.label(ndimage.binary_erosion(elevation < level))
    shut = numpy.ones(count + 1, bool)
    shut[ground[marks >= 0]] = False
    return numpy.asarray(shut[ground] & (ground > 0))


def paper_of(ground: Ground, owners: Container[int]) -> Array:
    """The pixels of faces without a seed along the picture's edge, and of large ones that lie along them."""
    from scipy import ndimage

    faces = ground.faces
    rim = _rim(faces)
    bare = [face for face in numpy.unique(rim).tolist() if face and face not in owners]
    if numpy.isin(rim, bare).mean() < _PAPER:
        return numpy.zeros(faces.shape, bool)
    table = numpy.isin(faces, bare)
    beside = numpy.unique(faces[ndimage.binary_dilation(table, iterations=_STEP_OVER)])
    paper = [face for face in beside.tolist() if ground.large[face] and face not in owners]
    return table | numpy.isin(faces, paper)


def around(faces: Array) -> int:
    """The face that has most of the picture's edge: the paper, or the sea around the map."""
    rim = _rim(faces)
    return int(numpy.bincount(rim[rim > 0], minlength=1).argmax())


def _rim(faces: Array) -> Array:
    """The faces along the picture's edge, pixel by pixel."""
    return numpy.concatenate((faces[0], faces[-1], faces[:, 0], faces[:, -1]))


def outside_of(faces: Array, markers: Sequence[Marker]) -> Array:
    """The pixels of faces in which a seed `outside` lies, and none of an area."""
    named = {int(faces[y, x]) for number, x, y in markers if number}
    none = {int(faces[y, x]) for number, x, y in markers if not number}
    return numpy.isin(faces, list(none - named - {0}))
