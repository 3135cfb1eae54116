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
_SEEN = 5.0  # Lab: lines that are less dark are none


@dataclass(frozen=True)
class Border:
    """What parts two areas: sides of pixels, how many are not printed, the middles of all and of those."""

    sides: int
    open_sides: int
    at: tuple[float, float]
    open_at: tuple[float, float]

    @property
    def open_share(self) -> float:
        """How much of the border is not printed, from 0 to 1."""
        return self.open_sides / self.sides


def borders_of(labels: Array, elevation: Array, printed: float) -> dict[Pair, Border]:
    """Every two labels, the lesser first, that lie side by side."""
    from scipy import ndimage

    strong = ndimage.maximum_filter(elevation, _NEAR) >= printed
    count = int(labels.max()) + 1
    keys, inked, xs, ys = [], [], [], []
    for down, across in ((0, 1), (1, 0)):
        one, other = labels[: len(labels) - down, : labels.shape[1] - across], labels[down:, across:]
        y, x = numpy.nonzero(one != other)
        a, b = one[y, x].astype(numpy.int64), other[y, x].astype(numpy.int64)
        keys.append(numpy.minimum(a, b) * count + numpy.maximum(a, b))
        inked.append(strong[y, x])
        xs.append(x + (1 + across) / 2)
        ys.append(y + (1 + down) / 2)
    key, (ink, x, y) = numpy.concatenate(keys), (numpy.concatenate(one) for one in (inked, xs, ys))
    order = numpy.argsort(key, kind="stable")
    unique, first = numpy.unique(key[order], return_index=True)
    parts = numpy.split(order, first[1:])
    return {
        (int(one) // count, int(one) % count): _border(x[part], y[part], ~ink[part])
        for one, part in zip(unique, parts, strict=True)
        if len(part)
    }


def _border(x: Array, y: Array, gone: Array) -> Border:
    return Border(len(x), int(gone.sum()), _middle(x, y), _middle(x[gone], y[gone]))


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


def shortest_contact(labels: Array, darkness: Array) -> float:
    """How long a border must be, in pixels, to be a contact and no corner: some widths of the lines.

    Lines are as wide as where they are half as dark as at their darkest (full width at half maximum).
    """
    from scipy import ndimage

    middle = _middles(labels)
    peak = float(numpy.median(ndimage.maximum_filter(darkness, _NEAR)[middle])) if middle.any() else 0.0
    if peak < _SEEN:
        return _LEAST
    deep = ndimage.distance_transform_edt(darkness > peak / 2)
    width = 2 * float(numpy.median(deep[middle & (deep > 0)]))
    return max(_LEAST, _LINES * width)
