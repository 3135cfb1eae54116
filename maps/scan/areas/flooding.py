"""Marker-controlled watershed in two steps: print parts a picture into pieces, and seeds claim them.

The pieces hang on the picture alone, so they are found once. A seed changes nothing but the piece it lies in:
a piece with seeds of one area is that area's, one with seeds of several is flooded from them.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from maps.scan.areas.elevation import enclosed, highest, printed
from maps.scan.areas.likeness import Passes, Sides, known, reached, sides_of

Array = NDArray[Any]
Marker = tuple[int, int, int]
"""The number of an area from 1, or 0 outside; and its seed's column and row."""
Line = tuple[tuple[float, float], ...]
Ring = tuple[int, Line]
"""The number of an area and its outline, columns and rows."""
UNCLAIMED = -1


class Marks(NamedTuple):
    """The pixels that are clicked, those that are drawn over, and the outlines that are drawn."""

    clicked: Sequence[Marker] = ()
    drawn: Sequence[Marker] = ()
    rings: Sequence[Ring] = ()

    @property
    def pixels(self) -> list[Marker]:
        """All pixels, clicked or drawn over."""
        return [*self.clicked, *self.drawn]


_FIRST = 1 - UNCLAIMED  # what numbers begin with in a flood, in which 0 is no mark
_DOT = 2  # pixels: how far a marker reaches around its seed
_NECK = 2  # pixels: faces that only a passage twice as wide joins are two
_FACE = 0.1  # of a usual area: a piece that is smaller may be a symbol
THIN = 0.25  # of a usual area's width: a closed piece that is nowhere wider is the rim of something
_PIECE = 0.01  # of a usual area: a face that is smaller is no piece
_QUARTER, _USUAL = 0.25, 1.3  # a usual area is so many times as large as faces of a quarter of the ground
_PAPER = 0.25  # of the picture's edge: with less of it bare, the map fills the picture
REST = 2.0  # of a usual area: the rest of one is no larger
_WEAK = 0.75  # of the usual pass: a lower one is over lettering, or over nothing
_KNOWN = 3  # passes between clicked areas: of fewer nobody knows what is usual
UNLIKE = 0.05  # of known borders: what is less like them than that parts no areas
_SHORE = 5  # pixels: the line around an islet is at most twice as wide
_SLOPE = 0.001  # of elevation for each pixel from a seed: so no area runs far through a leak
_RIM = 3  # pixels: so far from its crest may a border be by that
_STEP_OVER = 20  # pixels: paper lies so near to the table on which it was photographed


def faces_of(ink: Array) -> tuple[Array, float]:
    """The faces of open ground between print, from 1, and how many pixels a usual area has."""
    from scipy import ndimage
    from skimage import morphology

    print_near = ndimage.binary_dilation(ink >= printed(ink), morphology.disk(_NECK))
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
    _floods: dict[bytes, Array] = field(default_factory=dict)
    _cuts: dict[int, tuple[bytes, Array]] = field(default_factory=dict)
    _deepest: dict[int, tuple[int, int, float]] = field(default_factory=dict)
    _last: tuple[tuple[Hashable, ...], Array] | None = None

    def __post_init__(self) -> None:
        from scipy import ndimage

        self.sizes = numpy.bincount(self.labels.ravel())
        self.boxes = [None, *ndimage.find_objects(self.labels)]

    def large(self, piece: int) -> bool:
        """Whether a piece is too large for a symbol."""
        return bool(self.sizes[piece] > _FACE * self.usual)

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

    def claimed(self, marks: Marks) -> Array:
        """The area of every pixel, 0 outside; UNCLAIMED in pieces without a seed. Not to be written to."""
        said = tuple(map(tuple, marks))
        if self._last is None or self._last[0] != said:
            self._last = said, self._claimed(marks)
        return self._last[1]

    def _claimed(self, marks: Marks) -> Array:
        held = self._held(marks.clicked, marks.rings)
        rests = self._rests(held)
        number = numpy.full(len(self.sizes), UNCLAIMED, numpy.int32)
        several = {}
        for piece, seeds in held.items():
            if len({number for number, _, _ in seeds}) > 1:
                several[piece] = seeds
                continue
            number[piece] = seeds[0][0]
            number[rests.get(piece, [])] = seeds[0][0] or UNCLAIMED
        made, before = numpy.asarray(number[self.labels]), dict(self._floods)
        self._floods.clear()
        for piece, seeds in several.items():
            box, inside, flooded = self._flooded(piece, seeds, rests.get(piece, []), before)
            made[box] = numpy.where(inside, flooded, made[box])
        for piece, (own, beside) in self.bands.items():
            if number[piece] == UNCLAIMED and piece not in several:
                made[own] = made[beside]
        for one, x, y in (seed for seeds in held.values() for seed in seeds):
            made[y, x] = one
        for piece, dots in self._by_piece(marks.drawn).items():
            self._draw_over(made, piece, dots, before)
        return made

    def _by_piece(self, markers: Sequence[Marker]) -> dict[int, list[Marker]]:
        found: dict[int, list[Marker]] = {}
        for marker in markers:
            found.setdefault(int(self.labels[marker[2], marker[1]]), []).append(marker)
        return found

    def _draw_over(
        self, made: Array, piece: int, dots: Sequence[Marker], known: Mapping[bytes, Array]
    ) -> None:
        """Flood a piece from what is drawn over it, where that is near; whoever has its far ground keeps it.

        So a hand that crosses a border here and there does no harm.
        """
        from scipy import ndimage

        far = THIN * self.usual**0.5
        _, xs, ys = zip(*dots, strict=True)
        box = tuple(
            slice(max(side.start, min(of) - int(far) - 2), min(side.stop, max(of) + int(far) + 3))
            for side, of in zip(self.boxes[piece], (ys, xs), strict=True)
        )
        before, inside = made[box], self.labels[box] == piece
        bare, marks = numpy.ones(inside.shape, bool), numpy.zeros(inside.shape, numpy.int32)
        for number, x, y in dots:
            at = y - box[0].start, x - box[1].start
            bare[at], marks[at] = False, number + _FIRST
        marks = numpy.where(ndimage.distance_transform_edt(bare) > far, before + _FIRST, marks) * inside
        flooded = self._flood(self.elevation[box], marks, inside, known) - _FIRST
        made[box] = numpy.where(inside, flooded, before)

    def _flood(self, relief: Array, marks: Array, inside: Array, known: Mapping[bytes, Array]) -> Array:
        """What marks flood; a flood of just the same that is known is not done again.

        Most are the same after a stroke elsewhere, though that parts the picture anew.
        """
        whole = b"".join((repr(relief.shape).encode(), *(one.tobytes() for one in (relief, marks, inside))))
        key = sha256(whole).digest()
        self._floods[key] = known[key] if key in known else _parted_by(relief, marks, inside)
        return self._floods[key]

    def _held(self, markers: Sequence[Marker], rings: Sequence[Ring]) -> dict[int, list[Marker]]:
        """The seeds in each piece. One on a symbol, or a name, claims the ground around that as well.

        An outline claims all that it encloses but islands that are clicked, with symbols in them, and ground
        that a smaller outline encloses.
        """
        held = self._by_piece(markers)
        for piece, seeds in list(held.items()):
            beside = () if self.large(piece) else tuple(self.beside[piece])
            around = beside[0] if len(beside) == 1 else 0
            if around and not any(int(self.labels[y, x]) == around for _, x, y in held.get(around, ())):
                held.setdefault(around, []).extend(seeds)
        taken: set[int] = set()
        for number, inside in sorted(self._rings(rings), key=lambda one: len(one[1])):
            islands = {piece for piece, (_, touches) in inside.items() if not touches} & held.keys() - taken
            others = {piece for piece in islands if any(one != number for one, _, _ in held[piece])}
            for piece, ((x, y), _) in inside.items():
                symbol = not self.large(piece) and others and others >= self.beside[piece].keys()
                if piece not in taken | others and not symbol:
                    held[piece] = [(number, x, y)]
                    taken.add(piece)
        return held

    def _rings(self, rings: Sequence[Ring]) -> Iterator[tuple[int, dict[int, tuple[tuple[int, int], bool]]]]:
        """For each outline its area, and the pieces that it parts from the rest.

        Each with a pixel's column and row, and whether it touches the outline.
        """
        from scipy import ndimage

        for number, line in rings:
            box, inside = enclosed(self.labels.shape, line)
            labels = self.labels[box]
            rim = inside & ~ndimage.binary_erosion(inside, iterations=_NECK, border_value=1)
            touching = set(numpy.unique(labels[rim]).tolist())
            ys, xs = numpy.nonzero(inside)
            pieces, first, counts = numpy.unique(labels[inside], return_index=True, return_counts=True)
            mine = numpy.flatnonzero(2 * counts > self.sizes[pieces])
            yield (
                number,
                {
                    int(pieces[at]): (
                        (int(xs[first[at]]) + box[1].start, int(ys[first[at]]) + box[0].start),
                        int(pieces[at]) in touching,
                    )
                    for at in mine
                },
            )

    def _rests(self, held: Mapping[int, Sequence[Marker]]) -> dict[int, list[int]]:
        """The pieces without a seed that are the rest of one with seeds, by that piece.

        What parts them, such as a row of letters, is weaker than what is known to part areas. A symbol goes
        to what is beside it, however it is drawn.
        """
        whose = {piece: {number for number, _, _ in seeds} for piece, seeds in held.items()}
        weak = self._weak(whose)

        def may(of: Array, piece: int, cost: tuple[float, float]) -> bool:
            like, height = cost
            small = self.sizes[of == piece].sum() <= REST * self.usual
            return not self.large(piece) or bool(small and (like < UNLIKE or height < weak))

        of, _ = self.sides.merged(whose, may)
        found: dict[int, list[int]] = {}
        for piece in numpy.flatnonzero(of != numpy.arange(len(of))).tolist():
            found.setdefault(int(of[piece]), []).append(piece)
        return {first: rests for first, rests in found.items() if first in whose}

    def reach(self, marks: Marks) -> dict[int, dict[int, float]]:
        """What each large piece without a seed may be part of, and how like a border the way there is.

        Of nothing, as far as one knows, while too few borders are known.
        """
        whose = {
            piece: {one for one, _, _ in seeds}
            for piece, seeds in self._held(marks.pixels, marks.rings).items()
        }
        sure = known(self.passes, whose)
        found = reached(self.passes, self.passes.like_borders(sure), whose) if len(sure) > _KNOWN else {}
        pieces = [piece for piece in range(1, len(self.sizes)) if piece not in whose and self.large(piece)]
        return {piece: found.get(piece, {}) for piece in pieces}

    def _weak(self, whose: Mapping[int, Collection[int]]) -> float:
        """The height below which a pass parts no areas: a share of what parts those that are clicked."""
        heights, sure = self.passes.heights, known(self.passes, whose)
        if len(sure) <= _KNOWN:
            sure = [at for at, pair in enumerate(self.passes.pairs) if not whose.keys().isdisjoint(pair)]
        return _WEAK * float(numpy.median(heights[sure])) if sure else 0.0

    @cached_property
    def sides(self) -> Sides:
        """Where pieces meet."""
        return self._sides(self.labels)

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

    def _sides(self, labels: Array) -> Sides:
        return sides_of(labels, self.elevation, self.pixels, self.ink < printed(self.ink))

    def given(self, claimed: Array, paper: Array) -> tuple[Array, dict[int, float]]:
        """The areas with the pieces that nobody has claimed: each goes where least is like a border.

        With those pieces, and how like a border that is.
        """
        bare = (claimed == UNCLAIMED) & ~paper
        if not bare.any():
            return claimed, {}
        last = int(claimed.max())
        regions = numpy.where(bare, last + self.labels, numpy.where(paper, 0, claimed))
        of, like = self._sides(regions).merged({area: {area} for area in range(last + 1)}, lambda *_: True)
        pieces = numpy.unique(self.labels[bare]).tolist()
        return numpy.where(bare, of[regions], claimed), {one: float(like[last + one]) for one in pieces}

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

    def _flooded(
        self, piece: int, seeds: Sequence[Marker], rests: Sequence[int], known: Mapping[bytes, Array]
    ) -> tuple[tuple[slice, slice], Array, Array]:
        """The areas in the box of a piece that several have seeds in, or in symbols in it, and its rests.

        With the pixels in that box which are theirs.
        """
        box = _around_all([self.boxes[one] for one in (piece, *rests)])
        own = numpy.isin(self.labels[box], [piece, *rests])
        marks = numpy.zeros(self.labels[box].shape, numpy.int32)
        top, left = box[0].start, box[1].start
        level = self._level
        for reach in (_DOT, 0):
            for number, x, y in seeds:
                # From the height of a line, a flood would run down on its other side, too.
                if not reach or self.faces[y, x] or self.elevation[y, x] < level:
                    marks[_around(x - left, y - top, reach)] = number + 1
        inside = own | numpy.isin(self.labels[box], [self.labels[y, x] for _, x, y in seeds])
        relief = self._with_islets(box, seeds)
        return box, own, self._flood(relief, marks * inside, inside, known) - 1

    @cached_property
    def _level(self) -> float:
        """How high print is."""
        return printed(self.elevation)

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
        return Pieces(elevation, labels, self.usual, ink, self.faces, self.pixels, self._floods)


def _parted_by(relief: Array, marks: Array, inside: Array) -> Array:
    """The mark that floods each pixel inside first, where far ground is flooded late.

    The nearer of two marks would have all of a line between them: borders are laid on its crest again.
    """
    from scipy import ndimage
    from skimage.segmentation import watershed

    far = watershed(relief, marks, mask=inside, compactness=_SLOPE)
    side = 2 * _RIM + 1
    rim = inside & (ndimage.maximum_filter(far, side) > ndimage.minimum_filter(far, side)) & (marks == 0)
    near = inside & ndimage.binary_dilation(rim)
    crest = watershed(relief, far * (near & ~rim), mask=near)
    return numpy.asarray(numpy.where(rim, crest, far), dtype=numpy.int32)


def pieces_of(elevation: Array, faces: Array, usual: float, ink: Array, shut: Array, pixels: Array) -> Pieces:
    """The pieces of a picture: its faces but the smallest, grown until they meet.

    `ink` is the elevation as it is printed, `shut` the one without narrow valleys.
    """
    from scipy import ndimage

    kept = numpy.bincount(faces.ravel()) > _PIECE * usual
    kept[0] = False
    numbers = numpy.where(kept, numpy.cumsum(kept), 0).astype(numpy.int32)
    labels = _grown(elevation, numbers[faces]) if kept.any() else numpy.ones(faces.shape)
    hollows, _ = ndimage.label(ink < numpy.maximum(printed(ink), _WEAK * shut))
    return Pieces(elevation, labels.astype(numpy.int32), usual, ink, hollows, pixels)


def settled(elevation: Array, claimed: Array, paper: Array) -> Array:
    """The area of every pixel: paper is outside, and what is unclaimed goes to who floods it first."""
    return _grown(elevation, numpy.where(paper, 0, claimed) - UNCLAIMED) + UNCLAIMED


def _grown(elevation: Array, marks: Array) -> Array:
    """The mark that floods each pixel first, where it has none; inside marks there is nothing to flood."""
    from scipy import ndimage
    from skimage.segmentation import watershed

    bare = marks == 0
    if not bare.any():
        return marks
    near = ndimage.binary_dilation(bare)
    return numpy.asarray(numpy.where(bare, watershed(elevation, marks * near, mask=near), marks))


def paper_of(pieces: Pieces, claimed: Array) -> Array:
    """The pixels of unclaimed pieces along the picture's edge, and of large ones that lie along them."""
    from scipy import ndimage

    rim = edge_of(pieces.labels)
    bare = numpy.unique(rim[edge_of(claimed) == UNCLAIMED])
    if numpy.isin(rim, bare).mean() < _PAPER:
        return numpy.zeros(claimed.shape, bool)
    table = numpy.isin(pieces.labels, bare)
    beside = numpy.unique(pieces.labels[ndimage.binary_dilation(table, iterations=_STEP_OVER)])
    paper = [piece for piece in beside.tolist() if pieces.large(piece)]
    return numpy.asarray((claimed == UNCLAIMED) & (table | numpy.isin(pieces.labels, paper)))


def around(labels: Array) -> tuple[int, float]:
    """The piece that has most of the picture's edge: the paper, or the sea around the map; and its share."""
    counts = numpy.bincount(edge_of(labels))
    return int(counts.argmax()), float(counts.max() / counts.sum())


def edge_of(labels: Array) -> Array:
    """The labels along the picture's edge, pixel by pixel."""
    return numpy.concatenate((labels[0], labels[-1], labels[:, 0], labels[:, -1]))


def _around(x: int, y: int, reach: int) -> tuple[slice, slice]:
    """The pixels of a marker's dot."""
    return numpy.s_[max(0, y - reach) : max(0, y + reach + 1), max(0, x - reach) : max(0, x + reach + 1)]


def _around_all(boxes: Sequence[tuple[slice, slice]]) -> tuple[slice, slice]:
    """The box that holds several."""
    rows, columns = (
        slice(min(side.start for side in sides), max(side.stop for side in sides))
        for sides in zip(*boxes, strict=True)
    )
    return rows, columns
