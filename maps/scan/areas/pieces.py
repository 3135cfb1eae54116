"""A picture parted by what is printed on it: the pieces that areas are made of, and what lies between them.

Pieces hang on the picture alone, and on strokes, so they are found once. `flooding` says whose they are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.areas.elevation import highest, printed
from maps.scan.areas.likeness import Passes, Sides, sides_of

Array = NDArray[Any]
NECK = 2  # pixels: faces that only a passage twice as wide joins are two
FACE = 0.1  # of a usual area: a piece that is smaller may be a symbol
THIN = 0.25  # of a usual area's width: a closed piece that is nowhere wider is the rim of something
_PIECE = 0.01  # of a usual area: a face that is smaller is no piece
_QUARTER, _USUAL = 0.25, 1.3  # a usual area is so many times as large as faces of a quarter of the ground
MOST = 0.5  # of the picture's edge, or of all ground: the usual case
WEAK = 0.75  # of the usual pass: a lower one is over lettering, or over nothing


def faces_of(ink: Array) -> tuple[Array, float]:
    """The faces of open ground between print, from 1, and how many pixels a usual area has."""
    from scipy import ndimage
    from skimage import morphology

    print_near = ndimage.binary_dilation(ink >= printed(ink), morphology.disk(NECK))
    faces, _ = ndimage.label(~print_near)
    sizes = numpy.sort(numpy.bincount(faces.ravel())[1:])
    if not len(sizes):
        return faces, float(ink.size)
    quarter = sizes[numpy.searchsorted(sizes.cumsum(), _QUARTER * sizes.sum())]
    return faces, min(float(ink.size), _USUAL * float(quarter))


@dataclass
class Pieces:
    """A picture in pieces: the elevation, the piece of each pixel from 1, and how large a usual area is.

    `ink` is the elevation as it is printed, `faces` what it encloses, the inside of borders too: islets may
    have been taken for lettering, or closed up.
    """

    elevation: Array
    labels: Array
    usual: float
    ink: Array
    faces: Array
    pixels: Array
    _cuts: dict[int, tuple[bytes, Array]] = field(default_factory=dict)
    _deepest: dict[int, tuple[int, int, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from scipy import ndimage

        self.sizes = numpy.bincount(self.labels.ravel())
        self.boxes = [None, *ndimage.find_objects(self.labels)]

    def large(self, piece: int) -> bool:
        """Whether a piece is too large for a symbol."""
        return bool(self.sizes[piece] > FACE * self.usual)

    def deepest(self, piece: int) -> tuple[int, int, float]:
        """Column and row of the pixel of a piece that is furthest from its rim, and how far that is."""
        if piece not in self._deepest:
            self._deepest[piece] = self._found_deepest(piece)
        return self._deepest[piece]

    def _found_deepest(self, piece: int) -> tuple[int, int, float]:
        from scipy import ndimage

        rows, columns = self.boxes[piece]
        inside = self.labels[rows, columns] == piece
        deep = ndimage.distance_transform_edt(numpy.pad(inside, 1))[1:-1, 1:-1]
        y, x = divmod(int(deep.argmax()), deep.shape[1])
        return x + columns.start, y + rows.start, float(deep[y, x])

    @cached_property
    def sides(self) -> Sides:
        """Where pieces meet."""
        return self.sides_between(self.labels)

    @cached_property
    def passes(self) -> Passes:
        """What parts the pieces."""
        return self.sides.passes(numpy.arange(len(self.sizes)))

    @cached_property
    def beside(self) -> dict[int, dict[int, float]]:
        """The pieces beside each, and how high the pass to them is."""
        found: dict[int, dict[int, float]] = {piece: {} for piece in range(len(self.sizes))}
        for (one, other), height in zip(self.passes.pairs, self.passes.heights.tolist(), strict=True):
            found[one][other] = found[other][one] = height
        return found

    def sides_between(self, labels: Array) -> Sides:
        """Where any labels of the picture meet."""
        return sides_of(labels, self.elevation, self.pixels, self.ink < printed(self.ink))

    @cached_property
    def bands(self) -> dict[int, tuple[tuple[Array, Array], tuple[Array, Array]]]:
        """The pixels of the insides of wide lines, and for each the nearest beside that line.

        Such a line is a border, too: one click for its inside would give all of it to one side.
        """
        from scipy import ndimage

        rims = numpy.zeros(self.labels.shape, bool)
        for one, other in ((numpy.s_[:, 1:], numpy.s_[:, :-1]), (numpy.s_[1:], numpy.s_[:-1])):
            rims[one] |= self.labels[one] != self.labels[other]
        count = len(self.sizes)
        wide = 2 * highest(ndimage.distance_transform_edt(~rims), self.labels, count)
        found = {}
        # What lies along the edge of the picture, and does not only end there, is paper.
        lines = numpy.bincount(edge_of(self.labels), minlength=count) <= 2 * wide
        for piece in numpy.flatnonzero(lines & (wide < THIN * self.usual**0.5)).tolist():
            if not self.large(piece) or len(self.beside[piece]) < 2:
                continue
            rows, columns = self.boxes[piece]
            top, left = max(0, rows.start - 1), max(0, columns.start - 1)
            inside = self.labels[top : rows.stop + 1, left : columns.stop + 1] == piece
            y, x = ndimage.distance_transform_edt(inside, return_distances=False, return_indices=True)
            own = numpy.nonzero(inside)
            found[piece] = (own[0] + top, own[1] + left), (y[own] + top, x[own] + left)
        return found

    def parted(self, ridge: Array) -> Pieces:
        """The pieces with those parted that strokes run through; `ridge` are the pixels of the strokes."""
        from scipy import ndimage
        from skimage.segmentation import watershed

        labels, top = self.labels.copy(), self.elevation.max() + 1
        elevation, ink = (numpy.where(ridge, top, relief) for relief in (self.elevation, self.ink))
        fresh = len(self.sizes)
        for piece in numpy.unique(self.labels[ridge]).tolist():
            box = self.boxes[piece]
            inside = self.labels[box] == piece
            cut = (inside & ridge[box]).tobytes()
            if self._cuts.get(piece, (b"",))[0] != cut:  # most are cut as they were before the last stroke
                parts, count = ndimage.label(inside & ~ridge[box])
                parts = watershed(elevation[box], parts, mask=inside) if count > 1 else parts
                self._cuts[piece] = cut, parts
            parts = self._cuts[piece][1]
            count = int(parts.max())
            if count > 1:
                order = 1 + numpy.argsort(-numpy.bincount(parts.ravel(), minlength=count + 1)[1:])
                numbers = numpy.zeros(count + 1, numpy.int32)
                numbers[order] = [piece, *range(fresh, fresh + count - 1)]
                labels[box] = numpy.where(inside, numbers[parts], labels[box])
                fresh += count - 1
        return Pieces(elevation, labels, self.usual, ink, self.faces, self.pixels)


def pieces_of(elevation: Array, faces: Array, usual: float, ink: Array, shut: Array, pixels: Array) -> Pieces:
    """The pieces of a picture: its faces but the smallest, grown until they meet.

    `ink` is the elevation as it is printed, `shut` the one without narrow valleys.
    """
    from scipy import ndimage

    kept = numpy.bincount(faces.ravel()) > _PIECE * usual
    kept[0] = False
    numbers = numpy.where(kept, numpy.cumsum(kept), 0).astype(numpy.int32)
    labels = grown(elevation, numbers[faces]) if kept.any() else numpy.ones(faces.shape)
    hollows, _ = ndimage.label(ink < numpy.maximum(printed(ink), WEAK * shut))
    return Pieces(elevation, labels.astype(numpy.int32), usual, ink, hollows, pixels)


def grown(elevation: Array, marks: Array) -> Array:
    """The mark that floods each pixel first, where it has none; inside marks there is nothing to flood."""
    from scipy import ndimage
    from skimage.segmentation import watershed

    bare = marks == 0
    if not bare.any():
        return marks
    near = ndimage.binary_dilation(bare)
    return numpy.asarray(numpy.where(bare, watershed(elevation, marks * near, mask=near), marks))


def around(labels: Array) -> tuple[int, float]:
    """The piece that has most of the picture's edge: the paper, or the sea around the map; and its share."""
    counts = numpy.bincount(edge_of(labels))
    return int(counts.argmax()), float(counts.max() / counts.sum())


def table_of(labels: Array) -> int:
    """The piece along most of the picture's edge: the table, or paper, around the map; 0 if there is none."""
    piece, share = around(labels)
    return piece if share > MOST else 0


def edge_of(labels: Array) -> Array:
    """The labels along the picture's edge, pixel by pixel."""
    return numpy.concatenate((labels[0], labels[-1], labels[:, 0], labels[:, -1]))
