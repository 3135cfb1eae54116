"""Areas that the user says touch, and that do not: they get a common border where they come nearest."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_contacts import LEAST, Border, Pair, Point, limits, longest_doubtful
from maps.scan.trace_decided import Decided
from maps.scan.trace_told import CORNER

Array = NDArray[Any]
_WIDER = 0.75  # of the least border: so far around a place the ground is given anew, and a little more
_EDGE = 1.5  # pixels
_CRUMB = 0.05  # of what is seen of an area around a place
_WAIST = 1.5  # times as far, the way from each of the two to there is made smooth
_BENT = 1.5  # times as far around the place, those between may still touch


def let_touch(labels: Array, lines: Array, decided: Decided, scale: int) -> tuple[Array, dict[Pair, float]]:
    """The area of every pixel, with those made neighbours that are said to touch and do not; and `limits`.

    Around the place where two come nearest to each other, they share the ground of what parts them.
    """
    least = limits(labels, lines, scale)
    _drop_lost(decided, labels)
    apart = [pair for pair in decided.touching() if pair not in least]
    if not apart:
        return labels, least
    made = labels.copy()
    for pair in apart:
        place = _place(labels, pair)
        between = {*pair, *_around(labels, place.at, place.length / 2 + _EDGE)}
        limit = max([LEAST, *(length for other, length in least.items() if between.issuperset(other))])
        if place.length * scale > longest_doubtful(limit):
            far = f"lie {place.length * scale:.0f} px apart"
            decided.refuse(pair, f"{far}, too far to touch; say {CORNER}, or strike out the line")
        else:
            _share(made, pair, between.difference(pair), place, limit / scale)
    return made, limits(made, lines, scale)


def _drop_lost(decided: Decided, labels: Array) -> None:
    """Refuse what is said of areas without any ground."""
    there = numpy.bincount(labels.ravel()) if decided.said else numpy.zeros(0, int)
    for pair in list(decided.said):
        if pair[1] >= len(there) or not there[list(pair)].all():
            decided.refuse(pair, "cannot be told apart: one of them has no ground of its own")


def _place(labels: Array, pair: Pair) -> Border:
    """How many pixels of others lie between two areas where they are nearest, and the middle of that."""
    from scipy.spatial import cKDTree

    one, other = (_edge(labels, number) for number in pair)
    far, which = cKDTree(one).query(other)
    n = int(numpy.argmin(far))
    x, y = ((one[which[n]] + other[n]) / 2).tolist()
    return Border(max(0.0, float(far[n]) - 1), (x, y))


def _edge(labels: Array, number: int) -> Array:
    """The outer pixels of an area, (n, x and y)."""
    from scipy import ndimage

    mine = labels == number
    high, wide = (numpy.flatnonzero(mine.any(axis=axis)) for axis in (1, 0))
    mine = mine[high[0] : high[-1] + 1, wide[0] : wide[-1] + 1]
    rows, columns = numpy.nonzero(mine & ~ndimage.binary_erosion(mine))
    return numpy.stack((columns + wide[0], rows + high[0]), axis=1)


def _around(labels: Array, at: Point, radius: float) -> list[int]:
    """The areas of which pixels lie so near to a point."""
    box, far = _window(labels, at, radius)
    return [int(number) for number in numpy.unique(labels[box][far <= radius])]


def _window(labels: Array, at: Point, radius: float) -> tuple[tuple[slice, slice], Array]:
    """The part of the labels around a point, and how far its pixels lie from the point."""
    (x, y), reach = at, int(numpy.ceil(radius)) + 1
    box = tuple(slice(max(0, int(middle) - reach), int(middle) + reach + 1) for middle in (y, x))
    rows, columns = (
        numpy.arange(side.start, min(side.stop, size)) for side, size in zip(box, labels.shape, strict=True)
    )
    return (box[0], box[1]), numpy.hypot(rows[:, None] - y, columns[None] - x)


def _share(labels: Array, pair: Pair, others: Collection[int], place: Border, limit: float) -> None:
    """Give the ground of others around a place to the nearer of two areas, so wide that they touch."""
    from scipy import ndimage

    radius = max(place.length / 2, limit * _WIDER) + _EDGE
    box, far = _window(labels, place.at, (_WAIST + 2) * _BENT * radius)
    here, free = labels[box], numpy.isin(labels[box], list(others))
    meeting = numpy.where(_meeting(here, free) & (far <= 2 * radius), far, 0).max()
    if meeting <= _BENT * radius:  # where those others touch, they shall no more
        radius = max(radius, float(meeting) + _EDGE)
    given = free & (far <= radius)
    given |= free & (far <= 2 * radius) & _closed(numpy.isin(here, pair) | given, _WAIST * radius)
    given |= _crumbs(numpy.where(given, pair[0], here), others)
    one, other = (ndimage.distance_transform_edt(here != number) for number in pair)
    here[given] = numpy.where(one <= other, *pair)[given]


def _crumbs(here: Array, others: Collection[int]) -> Array:
    """Small pieces of areas that are cut off from the rest of theirs, all around."""
    from scipy import ndimage

    found = numpy.zeros(here.shape, dtype=bool)
    for number in others:
        parts, _ = ndimage.label(here == number)
        sizes = numpy.bincount(parts.ravel())
        sizes[0] = 0
        small = sizes < _CRUMB * sizes.max()
        for edge in (parts[0], parts[-1], parts[:, 0], parts[:, -1]):
            small[edge] = False
        small[0] = False
        found |= small[parts]
    return found


def _closed(ground: Array, reach: float) -> Array:
    """Ground with its bays that are narrower than twice the reach."""
    from scipy import ndimage

    wide = ndimage.distance_transform_edt(~ground) <= reach
    return numpy.asarray(ndimage.distance_transform_edt(wide) > reach)


def _meeting(here: Array, free: Array) -> Array:
    """Which of the free pixels lie beside one of another area that is free, too."""
    found = numpy.zeros(here.shape, dtype=bool)
    for first, second in (
        ((slice(None, -1), slice(None)), (slice(1, None), slice(None))),
        ((slice(None), slice(None, -1)), (slice(None), slice(1, None))),
    ):
        both = free[first] & free[second] & (here[first] != here[second])
        found[first] |= both
        found[second] |= both
    return found
