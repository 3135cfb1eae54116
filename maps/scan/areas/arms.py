"""Narrow arms of areas, of another colour than the rest: rivers and roads that were taken for ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.areas.elevation import printed
from maps.scan.areas.flooding import UNLIKE, Marker
from maps.scan.areas.pieces import THIN, Pieces

Array = NDArray[Any]
_LONG = 1.5  # of how wide an arm may be: one that lies along two others for less is the tip of a corner
_SEEN = 5.0  # Lab: ground that differs by less is alike


@dataclass(frozen=True)
class Arm:
    """An arm of an area between two others, the nearer first: for how many pixels, and its middle."""

    area: int
    beside: tuple[int, int]
    length: int
    at: tuple[float, float]


def arms_of(pieces: Pieces, labels: Array, clicked: Sequence[Marker]) -> Iterator[Arm]:
    """The arms in which nobody clicked, nowhere wider than `THIN` of a usual area.

    They are what an opening takes off. Hardly any ground of the rest of their area may be as unlike it.
    """
    from scipy.ndimage import find_objects
    from skimage import measure

    wide = THIN * pieces.usual**0.5
    far, gone = _narrow(labels, wide / 2)
    parts = measure.label(numpy.where(gone, labels, 0), background=0, connectivity=1)
    said = {int(parts[y, x]) for _, x, y in clicked}
    open_ground = pieces.ink < printed(pieces.ink)
    boxes, homes = find_objects(parts), find_objects(labels)
    for part, met in _met(parts, labels).items():
        (one, _), (other, length) = met.most_common(2)
        if part in said or length < _LONG * wide:
            continue
        box = boxes[part - 1]
        ys, xs = (at + edge.start for at, edge in zip(numpy.nonzero(parts[box] == part), box, strict=True))
        area, own, deep = int(labels[ys[0], xs[0]]), open_ground[ys, xs], far[ys, xs]
        home = homes[area - 1]
        rest = pieces.pixels[home][(labels[home] == area) & ~gone[home] & open_ground[home]]
        if own.any() and len(rest) and _unlike(pieces.pixels[ys, xs][own], rest):
            off = (xs - xs.mean()) ** 2 + (ys - ys.mean()) ** 2
            middle = int(numpy.where(deep < numpy.median(deep), numpy.inf, off).argmin())
            yield Arm(area, (one, other), length, (xs[middle] + 0.5, ys[middle] + 0.5))


def _narrow(labels: Array, reach: float) -> tuple[Array, Array]:
    """How far each pixel is from another area, and the pixels of areas that an opening takes off."""
    from scipy import ndimage

    rims = numpy.zeros(labels.shape, bool)
    for one, other in ((numpy.s_[:, 1:], numpy.s_[:, :-1]), (numpy.s_[1:], numpy.s_[:-1])):
        rims[one] |= labels[one] != labels[other]
    far = ndimage.distance_transform_edt(~rims)
    away, nearest = ndimage.distance_transform_edt(far <= reach, return_indices=True)
    return far, (labels > 0) & ((away > reach + 1) | (labels[tuple(nearest)] != labels))


def _met(parts: Array, labels: Array) -> dict[int, Counter[int]]:
    """Along how many sides of pixels each part meets other areas; those that meet two or more."""
    found: dict[int, Counter[int]] = {}
    count = int(labels.max()) + 1
    for one, other in ((numpy.s_[:, 1:], numpy.s_[:, :-1]), (numpy.s_[1:], numpy.s_[:-1])):
        for own, beside in ((one, other), (other, one)):
            rim = (parts[own] > 0) & (labels[own] != labels[beside]) & (labels[beside] > 0)
            keys = parts[own][rim].astype(numpy.int64) * count + labels[beside][rim]
            for key, sides in Counter(keys.tolist()).items():
                found.setdefault(key // count, Counter())[key % count] += sides
    return {part: met for part, met in found.items() if len(met) > 1}


def _unlike(own: Array, rest: Array) -> bool:
    """Whether some ground differs from the rest in colour, by more than nearly all of the rest does."""
    usual = numpy.median(rest, axis=0)
    apart = float(numpy.linalg.norm(numpy.median(own, axis=0) - usual))
    return apart > _SEEN and bool((numpy.linalg.norm(rest - usual, axis=1) >= apart).mean() < UNLIKE)
