"""Part open ground at its necks: where it is narrow between two wide places, a border may be hidden.

Depth is how far a pixel lies from the nearest line. Ground is flooded from its deepest places downwards: what
is deep for itself is a pool, and two pools stay apart if the neck between them is much shallower than both.
"""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]
_STEP = 1.3  # every level is so much lower than the one before
_NECK = 1.5  # a pool that is less than so many times deeper than its neck is part of its neighbour


def pools(deep: Array, reach: float) -> tuple[Array, int]:
    """The pools deeper than this, numbered from 1, grown until they meet; and how many there are."""
    peaks = [0.0]
    labels = numpy.zeros(deep.shape, dtype=numpy.int32)
    for level in _levels(float(deep.max()), reach):
        _lower(labels, deep, level, peaks)
    used, numbers = numpy.unique(labels, return_inverse=True)
    return numbers.reshape(deep.shape).astype(numpy.int32), len(used) - 1


def _levels(top: float, reach: float) -> list[float]:
    levels = [reach]
    while levels[-1] * _STEP < top:
        levels.append(levels[-1] * _STEP)
    return levels[::-1]


def _lower(labels: Array, deep: Array, level: float, peaks: list[float]) -> None:
    """Flood down to a level: new pools appear, all of them grow, and shallow ones join a neighbour."""
    from scipy import ndimage

    parts, count = ndimage.label(deep > level)
    inside = _pools_in(labels, parts, len(peaks))
    owner = numpy.zeros(count + 1, dtype=labels.dtype)
    for part, marks in inside.items():
        owner[part] = marks[0] if len(marks) == 1 else -1
    empty = [part for part in range(1, count + 1) if part not in inside]
    owner[empty] = numpy.arange(len(peaks), len(peaks) + len(empty))
    own = owner[parts]
    peaks += _peaks(deep, own, len(peaks), len(empty))
    bare = labels == 0
    labels[bare] = numpy.maximum(own, 0)[bare]
    grow(labels, deep > level)
    shallow = [mark for marks in inside.values() if len(marks) > 1 for mark in marks]
    shallow = [mark for mark in shallow if peaks[mark] < _NECK * level]
    if shallow:
        labels[...] = _joined(labels, shallow, peaks)[labels]


def _joined(labels: Array, shallow: list[int], peaks: list[float]) -> Array:
    """Which pool each becomes if these join the deepest of those that they touch, if that is deeper."""
    joined = list(range(len(peaks)))

    def root(mark: int) -> int:
        while joined[mark] != mark:
            mark = joined[mark]
        return mark

    near = _touching(labels, len(peaks))
    for mark in sorted(shallow, key=lambda one: (peaks[one], one)):
        deepest = max((root(other) for other in near.get(mark, ())), key=lambda one: peaks[one], default=mark)
        if deepest != mark and peaks[deepest] >= peaks[mark]:
            joined[mark] = deepest
    return numpy.array([root(mark) for mark in joined], dtype=labels.dtype)


def _touching(labels: Array, total: int) -> dict[int, list[int]]:
    """The pools that each pool touches."""
    near: dict[int, list[int]] = {}
    for one, other in ((labels[:, :-1], labels[:, 1:]), (labels[:-1], labels[1:])):
        there = (one != other) & (one > 0) & (other > 0)
        for code in numpy.unique(one[there].astype(numpy.int64) * total + other[there]).tolist():
            first, second = divmod(code, total)
            near.setdefault(first, []).append(second)
            near.setdefault(second, []).append(first)
    return near


def _pools_in(labels: Array, parts: Array, total: int) -> dict[int, list[int]]:
    there = labels > 0
    codes = parts[there].astype(numpy.int64) * total + labels[there]
    inside: dict[int, list[int]] = {}
    for code in numpy.unique(codes).tolist():
        part, mark = divmod(code, total)
        inside.setdefault(part, []).append(mark)
    return inside


def _peaks(deep: Array, own: Array, first: int, count: int) -> list[float]:
    there = own >= first
    peaks = numpy.zeros(count)
    numpy.maximum.at(peaks, own[there] - first, deep[there])
    return [float(peak) for peak in peaks]


def grow(labels: Array, ground: Array) -> None:
    """Labels grow over the ground step by step until they meet, but not across what is no ground."""
    high, wide = labels.shape
    # A rim that is no ground spares asking at every step whether the picture ends.
    flat = numpy.pad(labels, 1).reshape(-1)
    bare = numpy.pad(ground & (labels == 0), 1).reshape(-1)
    steps = (-1, 1, -wide - 2, wide + 2)
    beside = numpy.zeros(flat.shape, dtype=bool)
    for step in (1, wide + 2):
        beside[step:] |= bare[:-step]
        beside[:-step] |= bare[step:]
    front = numpy.flatnonzero(beside & (flat > 0))
    while len(front):
        reached = []
        for step in steps:
            there = front + step
            new = bare[there]
            there = there[new]
            flat[there] = flat[front[new]]
            bare[there] = False
            reached.append(there)
        front = numpy.concatenate(reached)
    labels[...] = flat.reshape(high + 2, wide + 2)[1:-1, 1:-1]
