"""How like a border that is which parts two pieces: by its height, its colour, and the ground on both sides.

Each is held against the borders that are known, those between clicks into different areas: the share of
known borders that are as little of a border (a conformal p-value). So a road or a river inside an area is
told from borders that are printed as strongly, and no scale has to be set.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]
_NEAREST = 3  # known borders: one alone may be a road that runs along a border
_LEAST = 0.02  # of what parts two pieces: so much of it is lower than the pass over it


@dataclass(frozen=True)
class Passes:
    """What parts each two pieces that lie side by side, the lesser first.

    The height of the pass from one to the other, its mean colour, and by how much their grounds differ.
    """

    pairs: list[tuple[int, int]]
    heights: Array
    colours: Array
    grounds: Array

    @cached_property
    def beside(self) -> dict[int, dict[int, int]]:
        """The pieces beside each, with the place here of what parts them."""
        found: dict[int, dict[int, int]] = {}
        for place, (one, other) in enumerate(self.pairs):
            found.setdefault(one, {})[other] = found.setdefault(other, {})[one] = place
        return found

    def reached(self, first: Iterable[int], like: Array, may: Callable[[int, float], bool]) -> dict[int, int]:
        """The piece among the first from which each other is reached over what is least like a border.

        `may` says of a piece, and of how like a border is what lies before it, whether it is reached at all.
        """
        of = {piece: piece for piece in first}
        cost = list(zip(like.tolist(), self.heights.tolist(), strict=True))
        ways = [(cost[at], other, piece) for piece in of for other, at in self.beside.get(piece, {}).items()]
        heapq.heapify(ways)
        while ways:
            dear, piece, before = heapq.heappop(ways)
            if piece in of or not may(piece, dear[0]):
                continue
            of[piece] = of[before]
            for other, at in self.beside[piece].items():
                heapq.heappush(ways, (max(dear, cost[at]), other, piece))
        return of

    def like_borders(self, known: Sequence[int]) -> Array:
        """How like the known borders, given by their places, each pass is: from 0 to 1, by Fisher's method."""
        if not known:
            return numpy.ones(len(self.pairs))
        product = _share(self.heights, known) * _share(self.grounds, known) * _share(-self._far(known), known)
        odds = -numpy.log(product)
        return numpy.asarray(product * (1 + odds + odds**2 / 2))

    def _far(self, known: Sequence[int]) -> Array:
        """How far the colour of each pass is from those of known borders, itself not counted."""
        from scipy.spatial import KDTree

        count = min(_NEAREST, len(known) - 1)
        if not count:
            return numpy.zeros(len(self.pairs))
        near, _ = KDTree(self.colours[known]).query(self.colours, count + 1)
        far = near[:, count - 1].copy()
        far[known] = near[known, count]
        return far


def _share(values: Array, known: Sequence[int]) -> Array:
    """The share of known borders whose value is as small, each counted with them."""
    return (numpy.searchsorted(numpy.sort(values[known]), values, "right") + 1) / (len(known) + 1)


def passes_of(labels: Array, elevation: Array, pixels: Array, ground: Array) -> Passes:
    """What parts pieces, in a picture in Lab; `ground` is where nothing is printed."""
    keys, heights, colours, count = [], [], [], int(labels.max()) + 1
    for one, other in ((numpy.s_[:, :-1], numpy.s_[:, 1:]), (numpy.s_[:-1], numpy.s_[1:])):
        differ = labels[one] != labels[other]
        a, b = (labels[side][differ].astype(numpy.int64) for side in (one, other))
        keys.append(numpy.minimum(a, b) * count + numpy.maximum(a, b))
        heights.append(numpy.maximum(elevation[one][differ], elevation[other][differ]))
        colours.append((pixels[one][differ] + pixels[other][differ]) / 2)
    key, height, colour = map(numpy.concatenate, (keys, heights, colours))
    order = numpy.lexsort((height, key))
    both, first, lengths = numpy.unique(key[order], return_index=True, return_counts=True)
    if not len(both):
        return Passes([], both.astype(float), both.reshape(0, 3).astype(float), both.astype(float))
    lowest = height[order][first + (_LEAST * lengths).astype(int)]
    line = numpy.add.reduceat(colour[order], first) / lengths[:, None]
    pairs = numpy.stack(numpy.divmod(both, count))
    one, other = _grounds(labels[ground], pixels[ground], count)[pairs]
    grounds = numpy.linalg.norm(one - other, axis=1)
    return Passes([(a, b) for a, b in pairs.T.tolist()], lowest, line, grounds)


def _grounds(labels: Array, colours: Array, count: int) -> Array:
    """The mean colour of the ground of each piece; nan without any."""
    with numpy.errstate(invalid="ignore"):
        planes = [numpy.bincount(labels, plane, count) for plane in colours.T]
        return numpy.stack(planes, axis=-1) / numpy.bincount(labels, minlength=count)[:, None]
