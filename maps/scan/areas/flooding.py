"""A marker-controlled watershed over the pieces of a picture: seeds claim them.

A seed changes nothing but the piece it lies in: a piece with seeds of one area is that area's, one with seeds
of several is flooded from them.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

import numpy

from maps.scan.areas.elevation import enclosed, printed
from maps.scan.areas.likeness import known, reached
from maps.scan.areas.pieces import FACE, NECK, THIN, WEAK, Array, Pieces, edge_of, grown, table_of

Marker = tuple[int, int, int]
"""The number of an area from 1, or 0 outside; and its seed's column and row."""
Line = tuple[tuple[float, float], ...]
Ring = tuple[int, Line]
"""The number of an area and its outline, columns and rows."""
UNCLAIMED = -1
Place = tuple[int, int]
"""Column and row."""


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
_PAPER = 0.25  # of the picture's edge: with less of it bare, the map fills the picture
REST = 2.0  # of a usual area: the rest of one is no larger
_KNOWN = 3  # passes between clicked areas: of fewer nobody knows what is usual
UNLIKE = 0.05  # of known borders: what is less like them than that parts no areas
_SHORE = 5  # pixels: the line around an islet is at most twice as wide
_SLOPE = 0.001  # of elevation for each pixel from a seed: so no area runs far through a leak
_RIM = 3  # pixels: so far from its crest may a border be by that
_STEP_OVER = 20  # pixels: paper lies so near to the table on which it was photographed


class _Ring(NamedTuple):
    """An outline: its area, the pieces that it encloses, each with a pixel in it, and those on its rim.

    `islets` are small faces in it that do not touch the rim.
    """

    area: int
    pieces: dict[int, Place]
    rim: Collection[int]
    islets: Collection[int]


@dataclass
class Claims:
    """Whose the pieces are. Floods of before are kept: most are the same after a click or stroke."""

    pieces: Pieces
    floods: dict[bytes, Array] = field(default_factory=dict)
    _last: tuple[tuple[Hashable, ...], Array] | None = None

    def claimed(self, marks: Marks) -> Array:
        """The area of every pixel, 0 outside; UNCLAIMED in pieces without a seed. Not to be written to."""
        said = tuple(map(tuple, marks))
        if self._last is None or self._last[0] != said:
            self._last = said, self._claimed(marks)
        return self._last[1]

    def _claimed(self, marks: Marks) -> Array:
        held = self._held(marks.clicked, marks.rings)
        rests = self._rests(held)
        number = numpy.full(len(self.pieces.sizes), UNCLAIMED, numpy.int32)
        several = {}
        for piece, seeds in held.items():
            if len({number for number, _, _ in seeds}) > 1:
                several[piece] = seeds
                continue
            number[piece] = seeds[0][0]
            number[rests.get(piece, [])] = seeds[0][0] or UNCLAIMED
        made, before = numpy.asarray(number[self.pieces.labels]), dict(self.floods)
        self.floods.clear()
        for piece, seeds in several.items():
            box, inside, flooded = self._flooded(piece, seeds, rests.get(piece, []), before)
            made[box] = numpy.where(inside, flooded, made[box])
        for piece, (own, beside) in self.pieces.bands.items():
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
            found.setdefault(int(self.pieces.labels[marker[2], marker[1]]), []).append(marker)
        return found

    def _draw_over(
        self, made: Array, piece: int, dots: Sequence[Marker], known: Mapping[bytes, Array]
    ) -> None:
        """Flood a piece from what is drawn over it, where that is near; whoever has its far ground keeps it.

        So a hand that crosses a border here and there does no harm.
        """
        from scipy import ndimage

        far = THIN * self.pieces.usual**0.5
        _, xs, ys = zip(*dots, strict=True)
        box = tuple(
            slice(max(side.start, min(of) - int(far) - 2), min(side.stop, max(of) + int(far) + 3))
            for side, of in zip(self.pieces.boxes[piece], (ys, xs), strict=True)
        )
        before, inside = made[box], self.pieces.labels[box] == piece
        bare, marks = numpy.ones(inside.shape, bool), numpy.zeros(inside.shape, numpy.int32)
        for number, x, y in dots:
            at = y - box[0].start, x - box[1].start
            bare[at], marks[at] = False, number + _FIRST
        marks = numpy.where(ndimage.distance_transform_edt(bare) > far, before + _FIRST, marks) * inside
        flooded = self._flood(self.pieces.elevation[box], marks, inside, known) - _FIRST
        made[box] = numpy.where(inside, flooded, before)

    def _flood(self, relief: Array, marks: Array, inside: Array, known: Mapping[bytes, Array]) -> Array:
        """What marks flood; a flood of just the same that is known is not done again.

        Most are the same after a stroke elsewhere, though that parts the picture anew.
        """
        whole = b"".join((repr(relief.shape).encode(), *(one.tobytes() for one in (relief, marks, inside))))
        key = sha256(whole).digest()
        self.floods[key] = known[key] if key in known else _parted_by(relief, marks, inside)
        return self.floods[key]

    def _held(self, markers: Sequence[Marker], rings: Sequence[Ring]) -> dict[int, list[Marker]]:
        """The seeds in each piece. One on a symbol, or a name, claims the ground around that as well.

        An outline claims all that it encloses but islands that are clicked, with symbols in them, and ground
        that a smaller outline encloses.
        """
        labels, large, near = self.pieces.labels, self.pieces.large, self.pieces.beside
        held = self._by_piece(markers)
        for piece, seeds in list(held.items()):
            beside = () if large(piece) else tuple(near[piece])
            around = beside[0] if len(beside) == 1 else 0
            if around and not any(int(labels[y, x]) == around for _, x, y in held.get(around, ())):
                held.setdefault(around, []).extend(seeds)
        taken: set[int] = set()
        for ring in sorted(self._rings(rings), key=lambda one: len(one.pieces)):
            islands = {piece for piece in ring.pieces if piece not in ring.rim} & held.keys() - taken
            others = {piece for piece in islands if any(one != ring.area for one, _, _ in held[piece])}
            for piece, place in ring.pieces.items():
                symbol = not large(piece) and others and others >= near[piece].keys()
                if piece not in taken | others and not symbol:
                    held[piece] = self._outlined(ring, piece, place, held.get(piece, ()))
                    taken.add(piece)
        return held

    def _outlined(self, ring: _Ring, piece: int, place: Place, seeds: Sequence[Marker]) -> list[Marker]:
        """The seeds in a piece that an outline encloses: its own, and those on islets in the piece."""
        labels, faces = self.pieces.labels, self.pieces.faces
        own = [one for one in seeds if int(labels[one[2], one[1]]) == piece]
        islets = [(one, x, y) for one, x, y in own if one != ring.area and int(faces[y, x]) in ring.islets]
        if not islets:
            return [(ring.area, *place)]
        box = self.pieces.boxes[piece]
        ground = numpy.where(labels[box] == piece, faces[box], 0)
        widest = numpy.bincount(ground.ravel())[1:].argmax() + 1
        y, x = numpy.argwhere(ground == widest)[0].tolist()
        return [(ring.area, x + box[1].start, y + box[0].start), *islets]

    def _rings(self, rings: Sequence[tuple[int, Line]]) -> Iterator[_Ring]:
        """What each outline parts from the rest."""
        from scipy import ndimage

        for number, line in rings:
            box, inside = enclosed(self.pieces.labels.shape, line)
            labels, faces = self.pieces.labels[box], self.pieces.faces[box]
            rim = inside & ~ndimage.binary_erosion(inside, iterations=NECK, border_value=1)
            ys, xs = numpy.nonzero(inside)
            pieces, first, counts = numpy.unique(labels[inside], return_index=True, return_counts=True)
            mine = numpy.flatnonzero(2 * counts > self.pieces.sizes[pieces])
            places = {
                int(pieces[at]): (int(xs[first[at]]) + box[1].start, int(ys[first[at]]) + box[0].start)
                for at in mine
            }
            shut, sizes = numpy.unique(faces[inside], return_counts=True)
            islets = shut[(sizes <= FACE * self.pieces.usual) & ~numpy.isin(shut, [0, *faces[rim]])]
            yield _Ring(number, places, set(labels[rim].tolist()), set(islets.tolist()))

    def _rests(self, held: Mapping[int, Sequence[Marker]]) -> dict[int, list[int]]:
        """The pieces without a seed that are the rest of one with seeds, by that piece.

        What parts them, such as a row of letters, is weaker than what is known to part areas. A symbol goes
        to what is beside it, however it is drawn.
        """
        whose = {piece: {number for number, _, _ in seeds} for piece, seeds in held.items()}
        weak = self._weak(whose)

        def may(of: Array, piece: int, cost: tuple[float, float]) -> bool:
            like, height = cost
            small = self.pieces.sizes[of == piece].sum() <= REST * self.pieces.usual
            return not self.pieces.large(piece) or bool(small and (like < UNLIKE or height < weak))

        of, _ = self.pieces.sides.merged(whose, may)
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
        passes, large = self.pieces.passes, self.pieces.large
        sure = known(passes, whose)
        found = reached(passes, passes.like_borders(sure), whose) if len(sure) > _KNOWN else {}
        bare = [piece for piece in range(1, len(self.pieces.sizes)) if piece not in whose and large(piece)]
        return {piece: found.get(piece, {}) for piece in bare}

    def _weak(self, whose: Mapping[int, Collection[int]]) -> float:
        """The height below which a pass parts no areas: a share of what parts those that are clicked."""
        passes = self.pieces.passes
        sure = known(passes, whose)
        if len(sure) <= _KNOWN:
            sure = [at for at, pair in enumerate(passes.pairs) if not whose.keys().isdisjoint(pair)]
        return WEAK * float(numpy.median(passes.heights[sure])) if sure else 0.0

    def given(self, claimed: Array, paper: Array) -> tuple[Array, dict[int, float]]:
        """The areas with the pieces that nobody has claimed: each goes where least is like a border.

        With those pieces, and how like a border that is.
        """
        bare = (claimed == UNCLAIMED) & ~paper
        if not bare.any():
            return claimed, {}
        last = int(claimed.max())
        regions = numpy.where(bare, last + self.pieces.labels, numpy.where(paper, 0, claimed))
        sides = self.pieces.sides_between(regions)
        of, like = sides.merged({area: {area} for area in range(last + 1)}, lambda *_: True)
        pieces = numpy.unique(self.pieces.labels[bare]).tolist()
        return numpy.where(bare, of[regions], claimed), {one: float(like[last + one]) for one in pieces}

    def _flooded(
        self, piece: int, seeds: Sequence[Marker], rests: Sequence[int], known: Mapping[bytes, Array]
    ) -> tuple[tuple[slice, slice], Array, Array]:
        """The areas in the box of a piece that several have seeds in, or in symbols in it, and its rests.

        With the pixels in that box which are theirs. Whoever clicks outside on what lies around the map means
        all that is along the picture's edge: areas next to it are nearer to most of it than one click.
        """
        box = _around_all([self.pieces.boxes[one] for one in (piece, *rests)])
        own = numpy.isin(self.pieces.labels[box], [piece, *rests])
        marks = numpy.zeros(self.pieces.labels[box].shape, numpy.int32)
        if piece == table_of(self.pieces.labels) and any(not number for number, _, _ in seeds):
            marks[_frame(self.pieces.labels.shape)[box] & own] = 1
        top, left = box[0].start, box[1].start
        level = self._level
        for reach in (_DOT, 0):
            for number, x, y in seeds:
                # From the height of a line, a flood would run down on its other side, too.
                if not reach or self.pieces.faces[y, x] or self.pieces.elevation[y, x] < level:
                    marks[_around(x - left, y - top, reach)] = number + 1
        inside = own | numpy.isin(self.pieces.labels[box], [self.pieces.labels[y, x] for _, x, y in seeds])
        relief = self._with_islets(box, seeds)
        return box, own, self._flood(relief, marks * inside, inside, known) - 1

    @cached_property
    def _level(self) -> float:
        """How high print is."""
        return printed(self.pieces.elevation)

    def _with_islets(self, box: tuple[slice, slice], seeds: Sequence[Marker]) -> Array:
        """The elevation in a box, with the ink as it is printed around small faces in which seeds lie.

        Ink around an islet hangs together over as little as a name does, and ground in it is as narrow as
        that between the lines of a border. A click into it says what it is.
        """
        from scipy import ndimage

        faces = self.pieces.faces[box]
        sizes = numpy.bincount(faces.ravel())
        clicked = {int(self.pieces.faces[y, x]) for _, x, y in seeds} - {0}
        islets = [face for face in clicked if sizes[face] <= FACE * self.pieces.usual]
        if not islets:
            return self.pieces.elevation[box]
        shore = ndimage.binary_dilation(numpy.isin(faces, islets), iterations=_SHORE)
        return numpy.where(shore, self.pieces.ink[box], self.pieces.elevation[box])


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


def settled(elevation: Array, claimed: Array, paper: Array) -> Array:
    """The area of every pixel: paper is outside, and what is unclaimed goes to who floods it first."""
    return grown(elevation, numpy.where(paper, 0, claimed) - UNCLAIMED) + UNCLAIMED


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


def _frame(size: tuple[int, ...]) -> Array:
    """The pixels along the edge of a picture."""
    frame = numpy.ones(size, bool)
    frame[1:-1, 1:-1] = False
    return frame


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
