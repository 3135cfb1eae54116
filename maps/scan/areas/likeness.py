"""How like a border that is which parts two pieces, and pieces merged over what is least like one.

What parts pieces is known by its height, its colour, and how the ground differs on both sides. Each is held
against the borders that are known, those between clicks into different areas: the share of them that are as
little of a border (a conformal p-value). So a road or a river inside an area is told from borders printed as
strongly, and no scale has to be set. Merging is hierarchical: what has been merged is measured again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]
Cost = tuple[float, float]
"""How like a border something is, and how high: that decides where nothing is known of borders."""
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

    def like_borders(self, known: Sequence[int]) -> Array:
        """How like the borders at known places each is, from 0 to 1: shares joined by Fisher's method."""
        if not known:
            return numpy.ones(len(self.pairs))
        product = _share(self.heights, known) * _share(self.grounds, known) * _share(-self._far(known), known)
        odds = -numpy.log(product)
        return numpy.asarray(product * (1 + odds + odds**2 / 2))

    def _far(self, known: Sequence[int]) -> Array:
        """How far the colour of each is from those of known borders, itself not counted."""
        from scipy.spatial import KDTree

        count = min(_NEAREST, len(known) - 1)
        if not count:
            return numpy.zeros(len(self.pairs))
        near, _ = KDTree(self.colours[known]).query(self.colours, count + 1)
        far = numpy.array(near[:, count - 1])
        far[known] = near[known, count]
        return far


def _share(values: Array, known: Sequence[int]) -> Array:
    """The share of known borders whose value is as small, each counted with them."""
    fewer = numpy.searchsorted(numpy.sort(values[known]), values, "right")
    return numpy.asarray((fewer + 1) / (len(known) + 1))


@dataclass(frozen=True)
class Sides:
    """The sides of pixels at which pieces meet, the lowest first: the height and the pair of each.

    Of each pair: the pieces, the sum of colours, the number of sides; of each piece: the sum of the colours
    of its open ground, and its pixels. So what was merged is summed up, and no picture is looked at again.
    """

    heights: Array
    places: Array
    pairs: Array
    colours: Array
    counts: Array
    grounds: Array
    sizes: Array

    def passes(self, of: Array) -> Passes:
        """What parts the pieces if each is a part of another, or of itself."""
        count = len(self.sizes)
        pieces = numpy.sort(of[self.pairs], axis=0)
        apart = pieces[0] != pieces[1]
        both, at = numpy.unique(pieces[0, apart] * count + pieces[1, apart], return_inverse=True)
        number = numpy.full(len(apart), len(both), numpy.min_scalar_type(len(both)))
        number[apart] = at
        lengths = numpy.bincount(at, self.counts[apart], len(both)).astype(int)
        lowest = lengths.cumsum() - lengths + (_LEAST * lengths).astype(int)
        heights = self.heights[numpy.argsort(number[self.places], kind="stable")[lowest]]
        colours = _sums(at, self.colours[apart], len(both)) / lengths[:, None]
        pairs = numpy.stack(numpy.divmod(both, count))
        with numpy.errstate(invalid="ignore"):
            ground = _sums(of, self.grounds, count) / numpy.bincount(of, self.sizes, count)[:, None]
        differ = numpy.linalg.norm(ground[pairs[0]] - ground[pairs[1]], axis=1)
        return Passes([(a, b) for a, b in pairs.T.tolist()], heights, colours, differ)

    def merged(
        self, whose: Mapping[int, Collection[int]], may: Callable[[Array, int, Cost], bool]
    ) -> tuple[Array, Array]:
        """The piece of which each is a part in the end, and how like a border is what was between them.

        `whose` are the areas of the pieces that have some; `may` says whether one that has none may become
        part of another over what is so like a border, and so high.
        """
        of, most = numpy.arange(len(self.sizes)), numpy.zeros(len(self.sizes))
        while True:
            passes = self.passes(of)
            costs = zip(
                passes.like_borders(known(passes, whose)).tolist(), passes.heights.tolist(), strict=True
            )
            best: dict[int, tuple[Cost, int]] = {}
            for pair, cost in zip(passes.pairs, costs, strict=True):
                for piece, other in (pair, pair[::-1]):
                    if piece not in whose and may(of, piece, cost):
                        best[piece] = min(best.get(piece, (cost, other)), (cost, other))
            joins = [
                (piece, other)
                for piece, (_, other) in best.items()
                if other in whose or (other < piece and best.get(other, (None, None))[1] == piece)
            ]
            if not joins:
                return of, most
            for piece, other in joins:
                part = of == piece
                of[part], most[part] = other, numpy.maximum(most[part], best[piece][0][0])


def known(passes: Passes, whose: Mapping[int, Collection[int]]) -> list[int]:
    """The places of borders: between pieces of different areas."""
    return [
        at
        for at, (one, other) in enumerate(passes.pairs)
        if one in whose and other in whose and not set(whose[one]) & set(whose[other])
    ]


def reached(passes: Passes, like: Array, whose: Mapping[int, Collection[int]]) -> dict[int, dict[int, float]]:
    """How like a border the most is on the way from each piece to an area that is least like one.

    No way leads through pieces of `whose`.
    """
    groups = {piece: [piece] for pair in passes.pairs for piece in pair}
    found = {piece: dict.fromkeys(whose.get(piece, ()), 0.0) for piece in groups}
    for at in numpy.argsort(like, kind="stable").tolist():
        one, other = passes.pairs[at]
        for piece, beside in ((one, other), (other, one)):
            for member in groups[piece] if piece not in whose else ():
                for area in found[beside]:
                    found[member].setdefault(area, float(like[at]))
        if not {one, other} & whose.keys() and groups[one] is not groups[other]:
            joined = groups[one] + groups[other]
            groups.update(dict.fromkeys(joined, joined))
    return found


def sides_of(labels: Array, elevation: Array, pixels: Array, ground: Array) -> Sides:
    """Where pieces meet, in a picture in Lab; `ground` is where nothing is printed."""
    keys, heights, colours, count = [], [], [], int(labels.max()) + 1
    for one, other in ((numpy.s_[:, :-1], numpy.s_[:, 1:]), (numpy.s_[:-1], numpy.s_[1:])):
        apart = labels[one] != labels[other]
        a, b = (labels[side][apart].astype(numpy.int64) for side in (one, other))
        keys.append(numpy.minimum(a, b) * count + numpy.maximum(a, b))
        heights.append(numpy.maximum(elevation[one][apart], elevation[other][apart]))
        colours.append((pixels[one][apart] + pixels[other][apart]) / 2)
    both, places = numpy.unique(numpy.concatenate(keys), return_inverse=True)
    height = numpy.concatenate(heights)
    order = numpy.argsort(height, kind="stable")
    return Sides(
        height[order],
        places[order],
        numpy.stack(numpy.divmod(both, count)),
        _sums(places, numpy.concatenate(colours), len(both)),
        numpy.bincount(places, minlength=len(both)),
        _sums(labels[ground], pixels[ground], count),
        numpy.bincount(labels[ground], minlength=count),
    )


def _sums(places: Array, colours: Array, count: int) -> Array:
    """The sum of all colours at each place."""
    return numpy.stack([numpy.bincount(places, plane, count) for plane in colours.T], axis=-1)
