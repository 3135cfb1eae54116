"""Two borders side by side are wider than one: how much of a short common border is a single line.

Where an area ends in a narrow wedge, its two borders run into each other before they meet, and the areas on
both its sides seem to share a border there. The ink of that is wider than any of the four borders that come
in. Where it is as wide as they all along, it is one border for sure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_contacts import CORNER_WIDTHS, LEAST, Border, Pair, longest_doubtful
from maps.scan.trace_outline import Arcs
from maps.scan.trace_places import Place, places

Array = NDArray[Any]
_REACH, _BESIDE = 1.5, 2.0  # of a line's width, and pixels more: so far ink is looked for on both sides
_AWAY = 1.5  # of a line's width, and as many pixels more: so far a border is clear of all others
_FAR, _FEW = 60, 6  # pixels: so many of a border that comes in are looked at; fewer say nothing
_KNOWN, _ALIKE = 3, 1.6  # so many borders that come in are known, none so many times wider than another
_THIN, _DOUBLE = 0.5, 1.5  # times as wide as these: a gap in the line; two lines side by side
_WIDER = 1.0  # pixels: thin lines are two only if they are so much wider
_FORKED = 6  # pixels: a border that is double for so long is two
_STEP = 1.0  # pixels


@dataclass(frozen=True, slots=True)
class Single:
    """How many pixels of a common border are one line, and not two side by side.

    `inked` is whether there is a line at all, `even` whether it is as wide as one line all along. `forked` is
    whether a border that comes in is two lines side by side: the tip of an area may be hidden between them.
    """

    length: float
    inked: bool
    even: bool
    forked: bool = False


def singles(
    arcs: Arcs,
    lines: Array,
    borders: Mapping[Pair, Border],
    least: Mapping[Pair, float],
    scale: int,
    times: float = 1.0,
) -> dict[Pair, Single]:
    """Of common borders that may be corners: how much of each is one line, where that can be seen.

    Also of those so many times as long. `lines` is what is inked, in pixels of labels; lengths are in pixels
    of the picture.
    """
    ink = _Ink(arcs, lines)
    found = {}
    longest = {pair: longest_doubtful(least.get(pair, LEAST)) for pair in borders}
    short = {pair for pair, one in borders.items() if one.length <= times * longest[pair]}
    for pair, place in places(arcs, short):
        width = least.get(pair, LEAST) / CORNER_WIDTHS / scale
        usual = ink.usual(place, width)
        if usual:
            one = _judged(ink.along(place, width), usual, borders[pair].length)
            known = one.inked and borders[pair].length <= longest[pair]
            found[pair] = replace(one, forked=known and ink.forked(place, usual))
    return found


def _judged(widths: Array, usual: float, length: float) -> Single:
    """What widths along a border say where one line is usually so wide; at its ends others explain ink."""
    double, gap = _double(usual), _THIN * usual
    inner = widths[len(widths) // 4 : len(widths) - len(widths) // 4]
    one_line = float((widths <= double).mean())
    even = inner.min() >= gap and inner.max() <= double
    return Single(length * one_line, bool(widths.max() >= gap), bool(even))


def _double(usual: float) -> float:
    """What is wider is two lines where one is usually so wide."""
    return max(_DOUBLE * usual, usual + _WIDER)


class _Ink:
    """How wide the ink is across lines."""

    def __init__(self, arcs: Arcs, lines: Array) -> None:
        from scipy.spatial import cKDTree
        from shapely import get_coordinates

        self.ink: Array = lines.astype(numpy.float32)
        self.points, self.line = get_coordinates(arcs.lines, return_index=True)
        # Few points are asked about: a tree that is quickly made is better than one that is quick to ask.
        self.near = cKDTree(self.points, balanced_tree=False, compact_nodes=False)

    def usual(self, place: Place, width: float) -> float:
        """How wide the borders are that come in, where they are clear of each other; 0 if not alike."""
        middle = self._line(place.middle)
        arms = [arm[:_FAR] for arm in place.arms]
        widths = []
        for n, arm in enumerate(arms):
            others = numpy.concatenate([middle, *arms[:n], *arms[n + 1 :]])
            clear = arm[_nearest(arm, others) > _AWAY * width + _BESIDE]
            if len(clear) >= _FEW:
                across = self._amount(_across(clear, width + _BESIDE))
                widths.append(float(numpy.median(across.sum(axis=1))))
        alike = len(widths) >= _KNOWN and max(widths) < _ALIKE * min(widths)
        return float(numpy.median(widths)) if alike else 0.0

    def forked(self, place: Place, usual: float) -> bool:
        """Whether one of the borders that come in is a good deal wider than a line for a while."""
        middle = self._line(place.middle)
        for arm in place.arms:
            clear = arm[:_FAR][_nearest(arm[:_FAR], middle) > _AWAY * usual + _BESIDE]
            if len(clear) >= _FORKED and self._double(clear, usual) >= _FORKED:
                return True
        return False

    def _double(self, arm: Array, usual: float) -> int:
        """At how many points of a border that comes in its ink is too wide for one line."""
        across = _across(arm, _REACH * usual + 2 * _BESIDE)
        amount = self._amount(across)
        wide = amount.sum(axis=1) > _double(usual)
        if wide.sum() < _FORKED:
            return 0
        # What lies nearer to another line is of that.
        _, nearest = self.near.query(across[wide].reshape(-1, 2))
        _, mine = self.near.query(arm[len(arm) // 2])
        own = (self.line[nearest] == self.line[mine]).reshape(across[wide].shape[:2])
        return int(((amount[wide] * own).sum(axis=1) > _double(usual)).sum())

    def along(self, place: Place, width: float) -> Array:
        """How wide the ink is all along a short border, but for what lies nearer to other borders."""
        across = _across(self._line(place.middle), _REACH * width + _BESIDE)
        _, nearest = self.near.query(across.reshape(-1, 2))
        own = (self.line[nearest] == place.middle).reshape(across.shape[:2])
        return numpy.asarray((self._amount(across) * own).sum(axis=1))

    def _line(self, number: int) -> Array:
        first, last = numpy.searchsorted(self.line, (number, number + 1))
        return numpy.asarray(self.points[first:last])

    def _amount(self, points: Array) -> Array:
        from scipy import ndimage

        x, y = points[..., 0] - 0.5, points[..., 1] - 0.5
        amount = ndimage.map_coordinates(self.ink, [y, x], order=1, mode="nearest")
        return numpy.asarray(amount * _STEP)


def _nearest(points: Array, others: Array) -> Array:
    """How far the nearest of other points is from each point."""
    from scipy.spatial.distance import cdist

    return numpy.asarray(cdist(points, others).min(axis=1))


def _across(line: Array, reach: float) -> Array:
    """Points on both sides of every point of a line, so far away: (points, across, x and y)."""
    ahead = numpy.gradient(line, axis=0)
    ahead = ahead / numpy.maximum(numpy.hypot(*ahead.T), 1e-9)[:, None]
    off = numpy.arange(-reach, reach + _STEP / 2, _STEP)
    aside = numpy.stack((-ahead[:, 1], ahead[:, 0]), axis=1)
    return numpy.asarray(line[:, None] + off[None, :, None] * aside[:, None])
