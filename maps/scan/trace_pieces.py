"""Small pieces of ground that lines close off from every seed: nobody sees to which area they belong.

And paper that became part of an area through an opening in a coast, or ground that was taken for paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]
_BARE = 0.3  # ground looks no more like a line than that
_LEAST, _DEEP = 12, 2  # pixels, and so many from a line to the middle: less is seen between strokes
_NEAR = 8.0  # pixels: areas so near are on the other side of the piece's line
_PAPER, _SEVERAL = 0.25, 3.0  # of the picture's edge: more is paper, not an area; or so many times its share


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of ground: column and row of its middle, how many pixels it has, and whose it was taken for."""

    x: int
    y: int
    size: int
    label: int


def closed_pieces(
    strength: Array, labels: Array, seeds: Sequence[tuple[int, int]], at_edge: bool = False
) -> Iterator[Piece]:
    """The pieces of ground without a seed that lie between areas; seeds are columns and rows.

    `strength` is how much pixels look like part of a line, without lettering. A piece within one area
    belongs to that: it is a symbol, or the ground in one. What is no area along the picture's edge is paper.
    With `at_edge`, only pieces are looked for that the picture's edge cuts off.
    """
    from scipy import ndimage

    parts, count = ndimage.label(strength < _BARE)
    sizes = numpy.bincount(parts.ravel())
    depth = ndimage.distance_transform_cdt(parts > 0)
    deep = ndimage.maximum(depth, parts, numpy.arange(count + 1))
    seeded = {int(parts[y, x]) for x, y in seeds}
    boxes = ndimage.find_objects(parts)
    edge = {
        int(part) for side in (parts[0], parts[-1], parts[:, 0], parts[:, -1]) for part in numpy.unique(side)
    }
    for part in numpy.flatnonzero((sizes >= _LEAST) & (deep >= _DEEP)).tolist():
        if part and part not in seeded and (part in edge or not at_edge):
            box = tuple(_wider(side) for side in boxes[part - 1])
            piece = parts[box] == part
            near = ndimage.distance_transform_edt(~piece) < _NEAR
            if len(numpy.unique(labels[box][near])) > 1:
                row, column = numpy.unravel_index(numpy.where(piece, depth[box], 0).argmax(), piece.shape)
                y, x = int(row) + box[0].start, int(column) + box[1].start
                if labels[y, x] or part not in edge:
                    yield Piece(x, y, int(sizes[part]), int(labels[y, x]))


def paper_taken(labels: Array, seeds: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    """Areas that have so much of the picture's edge that the paper around the map seems to be part of them.

    The middle of such a piece is where the edge is farthest from all seeds, which are columns and rows.
    """
    high, wide = labels.shape
    x = numpy.concatenate((numpy.tile(numpy.arange(wide), 2), numpy.repeat((0, wide - 1), high)))
    y = numpy.concatenate((numpy.repeat((0, high - 1), wide), numpy.tile(numpy.arange(high), 2)))
    at_edge = labels[y, x]
    areas = len(numpy.unique(labels[labels > 0]))
    counts = numpy.bincount(at_edge)
    for area in numpy.flatnonzero(counts > max(_PAPER, _SEVERAL / max(areas, 1)) * len(x)).tolist():
        if area:
            here = numpy.flatnonzero(at_edge == area)
            off = [numpy.hypot(x[here] - column, y[here] - row) for column, row in seeds]
            far = here[int(numpy.min(off, axis=0).argmax())]
            yield Piece(int(x[far]), int(y[far]), int((labels == area).sum()), area)


def left_out(labels: Array, seeds: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    """Pieces at the picture's edge that became part of no area, but for the paper around the map.

    Seeds are columns and rows; a piece with one is what its seed says. Where the picture's edge cuts through
    areas, all are told: each may be the end of an area.
    """
    from scipy import ndimage

    low = labels == 0
    depth = ndimage.distance_transform_cdt(numpy.pad(low, 1))[1:-1, 1:-1]
    cores, count = ndimage.label(depth > _DEEP)  # a strip of paper beside a frame joins no pieces
    parts = numpy.where(low, ndimage.maximum_filter(cores, 2 * _DEEP + 1), 0)
    edge = numpy.concatenate((parts[0], parts[-1], parts[:, 0], parts[:, -1]))
    along = numpy.bincount(edge, minlength=count + 1)
    along[0] = 0
    along[[parts[y, x] for x, y in seeds]] = 0
    along[along > _PAPER * len(edge)] = 0
    sizes = numpy.bincount(parts.ravel())
    for part in numpy.flatnonzero(along > 0).tolist():
        row, column = numpy.unravel_index(int(numpy.where(parts == part, depth, 0).argmax()), parts.shape)
        yield Piece(int(column), int(row), int(sizes[part]), 0)


def _wider(side: slice) -> slice:
    return slice(max(0, side.start - int(_NEAR)), side.stop + int(_NEAR))
