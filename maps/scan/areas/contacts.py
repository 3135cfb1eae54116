"""The region adjacency graph of labelled pixels: how long each border is, and how well printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]
Pair = tuple[int, int]
_NEAR = 5  # pixels: a border is printed where ink lies in a square so wide around it
_FAINT = 0.25  # of how strong borders usually are: what is weaker is not printed
_GRAIN = 2.0  # of the noise of the ground: what is weaker is not printed either
_LINES = 2.2  # line widths: a border that is shorter is a corner
_LEAST = 9.0  # pixels: no shorter border is a contact
_BLOT = 1.3  # of how deep ink usually is: two lines that meet at an acute angle run into one so broad
_SEEN = 5.0  # Lab: lines that are less dark are none


@dataclass(frozen=True)
class Border:
    """What parts two areas: sides of pixels, how many are not printed, the middles of all and of those; and
    how deep the ink is along half of it, in pixels."""

    sides: int
    open_sides: int
    at: tuple[float, float]
    open_at: tuple[float, float]
    depth: float

    @property
    def open_share(self) -> float:
        """How much of the border is not printed, from 0 to 1."""
        return self.open_sides / self.sides


def borders_of(labels: Array, elevation: Array, printed: float, deep: Array) -> dict[Pair, Border]:
    """Every two labels, the lesser first, that lie side by side; `deep`: how deep each pixel lies in ink."""
    from scipy import ndimage

    deep = ndimage.maximum_filter(deep, 3)
    strong = ndimage.maximum_filter(elevation, _NEAR) >= printed
    count = int(labels.max()) + 1
    keys, inked, depths, xs, ys = [], [], [], [], []
    for down, across in ((0, 1), (1, 0)):
        one, other = labels[: len(labels) - down, : labels.shape[1] - across], labels[down:, across:]
        y, x = numpy.nonzero(one != other)
        a, b = one[y, x].astype(numpy.int64), other[y, x].astype(numpy.int64)
        keys.append(numpy.minimum(a, b) * count + numpy.maximum(a, b))
        inked.append(strong[y, x])
        depths.append(deep[y, x])
        xs.append(x + (1 + across) / 2)
        ys.append(y + (1 + down) / 2)
    key = numpy.concatenate(keys)
    ink, depth, x, y = (numpy.concatenate(one) for one in (inked, depths, xs, ys))
    order = numpy.argsort(key, kind="stable")
    unique, first = numpy.unique(key[order], return_index=True)
    parts = numpy.split(order, first[1:]) if len(first) else []
    return {
        (int(one) // count, int(one) % count): _border(x[part], y[part], ~ink[part], depth[part])
        for one, part in zip(unique, parts, strict=True)
        if len(part)
    }


def _border(x: Array, y: Array, gone: Array, depth: Array) -> Border:
    where = _middle(x, y), _middle(x[gone], y[gone])
    return Border(len(x), int(gone.sum()), *where, float(numpy.median(depth)))


def _middle(x: Array, y: Array) -> tuple[float, float]:
    """The point nearest to the middle of all; 0, 0 of none."""
    if not len(x):
        return 0.0, 0.0
    nearest = int(((x - x.mean()) ** 2 + (y - y.mean()) ** 2).argmin())
    return float(x[nearest]), float(y[nearest])


def usual_strength(labels: Array, elevation: Array) -> float:
    """From which elevation on a border is printed: where it is a share as strong as half of all are."""
    from scipy import ndimage

    middle = _middles(labels)
    ridge = float(numpy.median(ndimage.maximum_filter(elevation, _NEAR)[middle])) if middle.any() else 0.0
    return float(numpy.log1p(max(_GRAIN, _FAINT * numpy.expm1(ridge))))


def _middles(labels: Array) -> Array:
    """The pixels with another label to their left or above them."""
    made = numpy.zeros(labels.shape, dtype=bool)
    made[:, 1:] = labels[:, 1:] != labels[:, :-1]
    made[1:] |= labels[1:] != labels[:-1]
    return made


def ink_depth(labels: Array, darkness: Array) -> Array:
    """How deep each pixel lies in ink, in pixels: a distance transform, 0 where no lines are seen.

    Lines are as wide as where they are half as dark as at their darkest (full width at half maximum).
    """
    from scipy import ndimage

    middle = _middles(labels)
    peak = float(numpy.median(ndimage.maximum_filter(darkness, _NEAR)[middle])) if middle.any() else 0.0
    if peak < _SEEN:
        return numpy.zeros(labels.shape)
    return numpy.asarray(ndimage.distance_transform_edt(darkness > peak / 2))


def printed_borders(labels: Array, elevation: Array, printed: float) -> Array:
    """The pixels along borders that are printed."""
    return numpy.asarray(_middles(labels) & (elevation >= printed))


@dataclass(frozen=True)
class Lines:
    """The lines of a sheet: from which length on, in pixels, a border is a contact and no corner, and how
    deep the ink is along usual borders."""

    shortest: float
    depth: float

    def limit(self, border: Border) -> float:
        """From which length on a border would be a contact if all lines were as broad as its ink."""
        return self.shortest * max(1.0, border.depth / self.depth) if self.depth else self.shortest

    def blotted(self, border: Border, long: bool) -> bool:
        """Whether two lines run into each other along a border: then it is the blot of a corner.

        Depths run between middles of pixels, known to half a pixel's diagonal: too little for a long border.
        """
        return self.depth > 0 and border.depth > max(_BLOT * self.depth, self.depth + long * 0.5**0.5)


def lines_of(labels: Array, deep: Array) -> Lines:
    """What is usual of the lines between labels."""
    from scipy import ndimage

    middle = _middles(labels)
    own, near = deep[middle & (deep > 0)], ndimage.maximum_filter(deep, 3)[middle & (deep > 0)]
    if not len(own):
        return Lines(_LEAST, 0.0)
    return Lines(max(_LEAST, _LINES * 2 * float(numpy.median(own))), float(numpy.median(near)))
