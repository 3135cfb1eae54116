"""Marker-controlled watershed in two steps: print parts a picture into pieces, and seeds claim them.

The pieces hang on the picture alone, so they are found once. A seed changes nothing but the piece it lies in:
a piece with seeds of one area is that area's, one with seeds of several is flooded from them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.areas.elevation import printed

Array = NDArray[Any]
Marker = tuple[int, int, int]
"""The number of an area from 1, or 0 outside; and its seed's column and row."""
Line = tuple[tuple[float, float], ...]
UNCLAIMED = -1
_DOT = 2  # pixels: how far a marker reaches around its seed
_NECK = 2.0  # pixels: faces that only a passage twice as wide joins are two
_FACE = 0.1  # of a usual area: a piece that is smaller may be a symbol
_PIECE = 0.01  # of a usual area: a face that is smaller is no piece
_QUARTER, _USUAL = 0.25, 1.3  # a usual area is so many times as large as faces of a quarter of the ground
_PAPER = 0.25  # of the picture's edge: with less of it bare, the map fills the picture
_PASS = 0.02  # of a border: so much of it is lower than the pass over it
REST = 2.0  # of a usual area: the rest of one is no larger
_WEAK = 0.75  # of the usual pass: a lower one is over lettering, or over nothing
_SHORE = 5  # pixels: the line around an islet is at most twice as wide
_STEP_OVER = 20  # pixels: paper lies so near to the table on which it was photographed


def faces_of(ink: Array) -> tuple[Array, float]:
    """The faces of open ground between print, from 1, and how many pixels a usual area has."""
    from scipy import ndimage

    far = ndimage.distance_transform_edt(ink < printed(ink))
    faces, _ = ndimage.label(far > _NECK)
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
    _kept: dict[int, tuple[Hashable, Array]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from scipy import ndimage

        self.sizes = numpy.bincount(self.labels.ravel())
        self.boxes = [None, *ndimage.find_objects(self.labels)]
        self._around: dict[int, int] = {}
        self._rests: dict[int, int] = {}

    def large(self, piece: int) -> bool:
        """Whether a piece is too large for a symbol."""
        return bool(self.sizes[piece] > _FACE * self.usual)

    def around(self, piece: int) -> int:
        """The one piece that lies around this one, 0 if there are several."""
        if piece not in self._around:
            from scipy import ndimage

            box = _grown(self.boxes[piece], 1)
            inside = self.labels[box] == piece
            beside = numpy.unique(self.labels[box][ndimage.binary_dilation(inside) & ~inside])
            self._around[piece] = int(beside[0]) if len(beside) == 1 else 0
        return self._around[piece]

    def claimed(self, markers: Sequence[Marker]) -> Array:
        """The area of every pixel, 0 outside; UNCLAIMED in pieces without a seed."""
        held = self._held(markers)
        alone = numpy.full(len(self.sizes), UNCLAIMED, numpy.int32)
        several = {}
        for piece, seeds in held.items():
            if len({number for number, _, _ in seeds}) == 1:
                alone[piece] = seeds[0][0]
            else:
                several[piece] = seeds
        for piece in numpy.flatnonzero(alone == UNCLAIMED).tolist():
            if piece and piece not in several:
                number = int(alone[self._rest_of(piece)])
                alone[piece] = number if number > 0 else UNCLAIMED
        made = numpy.asarray(alone[self.labels])
        for piece, seeds in several.items():
            box = self.boxes[piece]
            flooded = self._flooded(piece, seeds)
            made[box] = numpy.where(self.labels[box] == piece, flooded, made[box])
        for number, x, y in markers:
            made[y, x] = number
        self._kept = {piece: kept for piece, kept in self._kept.items() if piece in several}
        return made

    def _held(self, markers: Sequence[Marker]) -> dict[int, list[Marker]]:
        """The seeds in each piece. One on a symbol, or a name, claims the ground around that as well."""
        held: dict[int, list[Marker]] = {}
        for marker in markers:
            held.setdefault(int(self.labels[marker[2], marker[1]]), []).append(marker)
        for piece, seeds in list(held.items()):
            around = 0 if self.large(piece) else self.around(piece)
            if around and not any(int(self.labels[y, x]) == around for _, x, y in held.get(around, ())):
                held.setdefault(around, []).extend(seeds)
        return held

    def _rest_of(self, piece: int) -> int:
        """The piece of which this one is the rest, 0 if of none.

        What parts them, such as a row of letters, is far weaker than its other borders.
        """
        if piece not in self._rests:
            self._rests[piece] = 0
            if self.large(piece) and self.sizes[piece] <= REST * self.usual:
                passes = self._passes(piece)
                usual = float(numpy.median([*passes.values()])) if passes else 0.0
                weak = [other for other, height in passes.items() if height < _WEAK * usual]
                self._rests[piece] = min(weak, key=lambda other: passes[other], default=0)
        return self._rests[piece]

    def _passes(self, piece: int) -> dict[int, float]:
        """How high the pass to each piece beside this one is."""
        from scipy import ndimage

        box = _grown(self.boxes[piece], 1)
        inside = self.labels[box] == piece
        beside = ndimage.binary_dilation(inside) & ~inside
        others, heights = self.labels[box][beside], self.elevation[box][beside]
        return {
            other: float(numpy.quantile(heights[others == other], _PASS))
            for other in numpy.unique(others).tolist()
        }

    def _flooded(self, piece: int, seeds: Sequence[Marker]) -> Array:
        """The areas in the box of a piece that several have seeds in, or in symbols in it."""
        from skimage.segmentation import watershed

        key = tuple(seeds)
        if piece in self._kept and self._kept[piece][0] == key:
            return self._kept[piece][1]
        box = self.boxes[piece]
        marks = numpy.zeros(self.labels[box].shape, numpy.int32)
        top, left = box[0].start, box[1].start
        level = printed(self.elevation)
        for reach in (_DOT, 0):
            for number, x, y in seeds:
                # From the height of a line, a flood would run down on its other side, too.
                if not reach or self.faces[y, x] or self.elevation[y, x] < level:
                    marks[_around(x - left, y - top, reach)] = number + 1
        inside = numpy.isin(self.labels[box], [piece, *(self.labels[y, x] for _, x, y in seeds)])
        relief = self._with_islets(box, seeds)
        made: Array = watershed(relief, marks * inside, mask=inside).astype(numpy.int32) - 1
        self._kept[piece] = key, made
        return made

    def _with_islets(self, box: tuple[slice, slice], seeds: Sequence[Marker]) -> Array:
        """The elevation in a box, with the ink as it is printed around small faces in which seeds lie.

        Ink around an islet hangs together over as little as a name does, and ground in it is as narrow as
        that between the lines of a border. A click into it says what it is.
        """
        from scipy import ndimage

        faces = self.faces[box]
        sizes = numpy.bincount(faces.ravel())
        clicked = {int(self.faces[y, x]) for _, x, y in seeds} - {0}
        islets = [face for face in clicked if sizes[face] <= _FACE * self.usual]
        if not islets:
            return self.elevation[box]
        shore = ndimage.binary_dilation(numpy.isin(faces, islets), iterations=_SHORE)
        return numpy.where(shore, self.ink[box], self.elevation[box])

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
            parts, count = ndimage.label(inside & ~ridge[box])
            if count > 1:
                parts = watershed(elevation[box], parts, mask=inside)
                order = 1 + numpy.argsort(-numpy.bincount(parts.ravel(), minlength=count + 1)[1:])
                numbers = numpy.zeros(count + 1, numpy.int32)
                numbers[order] = [piece, *range(fresh, fresh + count - 1)]
                labels[box] = numpy.where(inside, numbers[parts], labels[box])
                fresh += count - 1
        return Pieces(elevation, labels, self.usual, ink, self.faces)


def pieces_of(elevation: Array, faces: Array, usual: float, ink: Array, shut: Array) -> Pieces:
    """The pieces of a picture: its faces but the smallest, grown until they meet.

    `ink` is the elevation as it is printed, `shut` the one without narrow valleys.
    """
    from scipy import ndimage
    from skimage.segmentation import watershed

    kept = numpy.bincount(faces.ravel()) > _PIECE * usual
    kept[0] = False
    numbers = numpy.where(kept, numpy.cumsum(kept), 0).astype(numpy.int32)
    labels = watershed(elevation, numbers[faces]) if kept.any() else numpy.ones(faces.shape)
    hollows, _ = ndimage.label(ink < numpy.maximum(printed(ink), _WEAK * shut))
    return Pieces(elevation, labels.astype(numpy.int32), usual, ink, hollows)


def settled(elevation: Array, claimed: Array, paper: Array) -> Array:
    """The area of every pixel: paper is outside, and what is unclaimed goes to who floods it first."""
    from scipy import ndimage
    from skimage.segmentation import watershed

    known = numpy.where(paper, 0, claimed)
    bare = known == UNCLAIMED
    if not bare.any():
        return numpy.asarray(known)
    near = ndimage.binary_dilation(bare)
    return numpy.where(
        bare, watershed(elevation, (known + 1) * near, mask=near).astype(numpy.int32) - 1, known
    )


def paper_of(pieces: Pieces, claimed: Array) -> Array:
    """The pixels of unclaimed pieces along the picture's edge, and of large ones that lie along them."""
    from scipy import ndimage

    rim = _rim(pieces.labels)
    bare = numpy.unique(rim[_rim(claimed) == UNCLAIMED])
    if numpy.isin(rim, bare).mean() < _PAPER:
        return numpy.zeros(claimed.shape, bool)
    table = numpy.isin(pieces.labels, bare)
    beside = numpy.unique(pieces.labels[ndimage.binary_dilation(table, iterations=_STEP_OVER)])
    paper = [piece for piece in beside.tolist() if pieces.large(piece)]
    return numpy.asarray((claimed == UNCLAIMED) & (table | numpy.isin(pieces.labels, paper)))


def closed_ground(elevation: Array, level: float, known: Array) -> Array:
    """The pixels that print so high parts from all that is known, with no gap wider than two pixels."""
    from scipy import ndimage

    ground, count = ndimage.label(ndimage.binary_erosion(elevation < level))
    shut = numpy.ones(count + 1, bool)
    shut[ground[known]] = False
    return numpy.asarray(shut[ground] & (ground > 0))


def around(labels: Array) -> int:
    """The piece that has most of the picture's edge: the paper, or the sea around the map."""
    return int(numpy.bincount(_rim(labels)).argmax())


def _rim(labels: Array) -> Array:
    """The labels along the picture's edge, pixel by pixel."""
    return numpy.concatenate((labels[0], labels[-1], labels[:, 0], labels[:, -1]))


def _around(x: int, y: int, reach: int) -> tuple[slice, slice]:
    """The pixels of a marker's dot."""
    return numpy.s_[max(0, y - reach) : max(0, y + reach + 1), max(0, x - reach) : max(0, x + reach + 1)]


def _grown(box: tuple[slice, slice], by: int) -> tuple[slice, slice]:
    """A box with so many pixels more on each side."""
    rows, columns = (slice(max(0, side.start - by), side.stop + by) for side in box)
    return rows, columns
