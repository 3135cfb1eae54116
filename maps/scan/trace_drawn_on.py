"""Do four borders meet in one point if they are drawn on from where they are clear of each other?

A thin border that crosses a river at a slant comes out of it further on. Inside the river nothing of it is
seen, and what is found there runs straight to the middle, so that the areas on both sides of the river's
stretch between seem to touch. Drawn on, both ends of the thin border and the river meet in one point. So do
two lines, however thin, that cross at a slant: their ink runs together on both sides of the point.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_outline import Arcs
from maps.scan.trace_places import places

Array = NDArray[Any]
Pair = tuple[int, int]
_FAR = 110  # points: so much of a border that comes in is looked at
_NEAR, _BEYOND = 18, 55  # points: between these it is as wide as it is printed
_THICK, _UNLIKE = 2.2, 1.6  # half as many pixels is the widest at least, and times the thinnest
_HIDES = 3.5  # half widths of the thickest: a border that is shorter is none
_WIDE = 15  # pixels: half the widest line
_APART, _RUN = 1.0, 6  # pixels between the inks of two borders, for so many points in a row: they are clear
_SKIP, _LONG, _FEW = 3, 24, 20  # points: after these, so many give the direction, or at least so many
_SLANT = math.radians(40)  # the two borders at each end lead apart at no more than this
_LOOK, _ROUGHLY = 40, 1.8  # points, and times as much: nothing is measured where a first look sees more
_PULL = 0.1  # of the weight of one border: borders that are nearly parallel meet near the middle


def slanting(arcs: Arcs, lines: Array, short: Collection[Pair], scale: int) -> dict[Pair, float]:
    """How long these common borders are by the lines that come in, where two lines cross at a slant.

    Nothing is said where the lines lead apart at a wide angle. `lines` is what is inked, in pixels of labels;
    lengths are in pixels of the picture.
    """
    from shapely import get_coordinates

    found = {}
    for pair, place in places(arcs, short):
        arms = [arm[:_FAR] for arm in place.arms]
        if max(_angle(*(arm[:_LOOK] for arm in ends)) for ends in (arms[:2], arms[2:])) > _ROUGHLY * _SLANT:
            continue
        middle = get_coordinates(arcs.lines[place.middle])
        pieces = _pieces(middle, arms, _half_widths(arms, lines))
        if min(map(len, pieces)) >= _FEW:
            wide = max(_angle(pieces[0], pieces[1]), _angle(pieces[2], pieces[3]))
            if wide < _SLANT:
                found[pair] = _missed(pieces, middle.mean(axis=0)) / math.sin(wide / 2) * scale
    return found


def _angle(one: Array, other: Array) -> float:
    """The angle between two borders that lead away from one end, in radians."""
    a, b = (piece[-1] - piece[0] for piece in (one, other))
    return math.acos(numpy.clip(a @ b / (numpy.hypot(*a) * numpy.hypot(*b)), -1, 1))


def drawn_on(arcs: Arcs, lines: Array, short: Collection[Pair], scale: int) -> dict[Pair, float]:
    """How long these common borders need be, as far apart as the four lines pass that come in.

    Only where a thick line hides how a thin one runs is anything said: elsewhere a common border is seen as
    it is. What is hardly longer than the thick line is wide is none. `lines` is what is inked, in pixels of
    labels; lengths are in pixels of the picture.
    """
    from shapely import get_coordinates

    found = {}
    for pair, place in places(arcs, short):
        arms = [arm[:_FAR] for arm in place.arms]
        halves = _half_widths(arms, lines)
        if max(halves) >= max(_THICK, _UNLIKE * min(halves)):
            apart = _apart(get_coordinates(arcs.lines[place.middle]), arms, halves)
            if apart is not None:
                found[pair] = apart * scale if apart >= _HIDES * max(halves) else 0.0
    return found


def _apart(middle: Array, arms: Sequence[Array], halves: Sequence[float]) -> float | None:
    """How far apart the four borders pass that come in at the ends of a short one; None if nobody can say."""
    pieces = _pieces(middle, arms, halves)
    return None if min(map(len, pieces)) < _FEW else _missed(pieces, middle.mean(axis=0))


def _pieces(middle: Array, arms: Sequence[Array], halves: Sequence[float]) -> list[Array]:
    """Of each border that comes in the first piece that is clear of all others."""
    pieces = []
    for n, arm in enumerate(arms):
        reach = [halves[n] + half + _APART for half in halves]
        others = [(middle, halves[n] + _APART), *zip(arms, reach, strict=True)]
        pieces.append(_clear(arm, others[: n + 1] + others[n + 2 :]))
    return pieces


def _half_widths(arms: Sequence[Array], lines: Array) -> list[float]:
    """Half the width of each border, away from its knot; at least a pixel, where it is not inked at all."""
    from scipy import ndimage

    away = [arm[min(_NEAR, len(arm) // 2) : _BEYOND] for arm in arms]
    points = numpy.concatenate(away)
    left, top = numpy.maximum(points.min(axis=0).astype(int) - _WIDE, 0)
    right, bottom = points.max(axis=0).astype(int) + _WIDE
    depth = ndimage.distance_transform_edt(numpy.pad(lines[top:bottom, left:right], 1, mode="edge"))
    at = [(piece[:, 1] - top + 0.5, piece[:, 0] - left + 0.5) for piece in away]
    return [max(1.0, float(numpy.median(ndimage.map_coordinates(depth, yx, order=1)))) for yx in at]


def _clear(arm: Array, others: Sequence[tuple[Array, float]]) -> Array:
    """The first piece of a border that is so far away from each of the others."""
    free = numpy.ones(len(arm), dtype=bool)
    for other, reach in others:
        free &= numpy.hypot(*(arm[:, None] - other[None]).T).min(axis=0) >= reach
    runs = numpy.convolve(free, numpy.ones(_RUN, dtype=int))[_RUN - 1 :] == _RUN
    first = int(runs.argmax()) + _SKIP if runs.any() else len(arm)
    return arm[first : first + _LONG]


def _missed(pieces: Sequence[Array], near: Array) -> float:
    """Twice as far as the worst of straight lines misses the point where all of them nearly meet."""
    middles = numpy.array([piece.mean(axis=0) for piece in pieces])
    normals = numpy.array([numpy.linalg.svd(piece - piece.mean(axis=0))[2][1] for piece in pieces])
    offsets = (normals * middles).sum(axis=1)
    weights = normals.T @ normals + _PULL * numpy.eye(2)
    meeting = numpy.linalg.solve(weights, normals.T @ offsets + _PULL * near)
    return 2 * float(numpy.abs(normals @ meeting - offsets).max())
