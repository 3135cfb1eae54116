"""Flood a picture from seeds: ground first, then what may be a line, and the middles of lines last.

So a border comes to lie on the line between two seeds, be it broken, and narrow ends of areas are reached
from their own ground. Ground that no seed is in is a basin of its own, and so is the paper around the map.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_faces import Basins, depth, nearest
from maps.scan.trace_tints import Tints

Array = NDArray[Any]
Pixel = tuple[int, int]
_Places = dict[float, list[Pixel]]  # for each height, of each seed in turn, where its lower ground is
_SEEN = 0.3  # what is weaker is no part of a line that can be seen
_GONE_ON = 0.7  # a gap in a line is no better a border than a pixel of so much strength
# What lies lower is ground; if that is too much, what lies lower still.
_HEIGHTS = (0.22, 0.16, 0.11, 0.07, 0.04)
_CUTTING = _HEIGHTS[1:3]  # on lower ones, noise cuts, too
_FREE = (0, 10, 30, 80)  # pixels: so near a seed free pixels are sought
_FAR, _RAYS, _RISE = 60, 64, 0.1  # pixels: and ground, in so many directions, up to where it is higher
_LEAST = 60  # pixels: a smaller piece of ground is none
_SMALL = 12  # unless another seed names the same area, and then so few are enough
_PIECE = 0.03  # of the ground there is for each seed: a larger piece of it may be an area
_STEPS, _DEEPER, _TOP = 32, 2.0, 79  # of the flood: for the strength, for pixels inside a line, and at most
_AROUND = 5  # pixels around a seed that are its own
_PAPER = 0.25  # of the picture's edge: ground along so much of it is paper
_NO_GROUND = 255


def flooded(
    strength: Array,
    ahead: Array,
    seeds: Sequence[Pixel],
    pieces: Collection[int] = (),
    tints: Tints | None = None,
) -> Basins:
    """The basins of all seeds (columns and rows) and of ground without any, from `trace_strength`.

    Those seeds of which the numbers are among the `pieces` may lie in ground that is small. Where tints are
    seen to meet, areas do; what is surely ground is not cut there, for stains have edges, too.
    """
    from scipy import ndimage

    height = numpy.maximum(strength, _GONE_ON * ahead)
    free = strength <= _SEEN
    parts = ndimage.label(free)[0]
    places = _places(parts, height, seeds, pieces)
    marks = numpy.zeros(height.shape, dtype=numpy.int32)
    own = _marked(marks, places[_HEIGHTS[0]], height, parts)
    count = _cut_up(marks, height, places, _ground(marks, height, places, own))
    flood(marks, _levels(strength, tints.followed(ahead) if tints else ahead))
    return Basins(marks, count, free, depth(strength <= 0.5), own)


def _levels(strength: Array, ahead: Array) -> Array:
    """How high each pixel is in the flood."""
    from scipy import ndimage

    height = numpy.maximum(strength, _GONE_ON * ahead)
    inside = ndimage.distance_transform_edt(strength > 0.5)
    return numpy.asarray(numpy.minimum(height * _STEPS + _DEEPER * inside, _TOP).astype(numpy.uint8))


def _places(parts: Array, height: Array, seeds: Sequence[Pixel], pieces: Collection[int]) -> _Places:
    """Where the seeds' ground is: they may lie on letters, or where a line seems to go on."""
    from scipy import ndimage

    clear, small, lowest = _large(parts), _large(parts, _SMALL), height.copy()
    for low in _HEIGHTS:  # a pit between the letters of a name is no ground
        pits = (height < low) & (_large(ndimage.label(height < low)[0]) == 0)
        lowest[pits] = numpy.maximum(lowest[pits], low)
    places: _Places = {low: [] for low in _HEIGHTS}
    for number, (x, y) in enumerate(seeds):
        found = number in pieces and small[y, x] and not clear[y, x]
        at = (x, y) if found else nearest(clear, (x, y), _FREE)
        for low, place in _in_sight(lowest, height, parts, at):
            places[low].append(place)
    return places


def _in_sight(ground: Array, height: Array, parts: Array, at: Pixel) -> Iterator[tuple[float, Pixel]]:
    """For each height the nearest ground that is lower, and that is seen over nothing much higher than here.

    Nor over a line that is seen: it is of the same part. Where there is none, it is that of the height above,
    or the pixel itself.
    """
    steps, turns = numpy.arange(_FAR + 1), numpy.linspace(0, 2 * numpy.pi, _RAYS, endpoint=False)[:, None]
    x = numpy.clip(numpy.rint(at[0] + steps * numpy.cos(turns)).astype(int), 0, height.shape[1] - 1)
    y = numpy.clip(numpy.rint(at[1] + steps * numpy.sin(turns)).astype(int), 0, height.shape[0] - 1)
    highest = max(float(height[at[1], at[0]]), _HEIGHTS[0]) + _RISE
    clear = (height[y, x] <= highest) & (parts[y, x] == parts[at[1], at[0]])
    seen = numpy.where(numpy.logical_and.accumulate(clear, axis=1), ground[y, x], 1.0)
    for low in _HEIGHTS:
        near = numpy.argwhere((seen < low).T)
        if len(near):
            step, turn = near[0]
            at = int(x[turn, step]), int(y[turn, step])
        yield low, at


def _large(parts: Array, least: int = _LEAST) -> Array:
    """Parts without those that are too small."""
    large = numpy.bincount(parts.ravel()) >= least
    large[0] = False
    return numpy.asarray(numpy.where(large[parts], parts, 0))


def _marked(marks: Array, places: Sequence[Pixel], height: Array, parts: Array) -> list[int]:
    """Mark the ground right around every seed; the marks, which two seeds in one place share.

    `parts` of ground hang together: of a small one, nothing beyond its line is marked.
    """
    size = numpy.bincount(parts.ravel())
    own = []
    for number, (x, y) in enumerate(places, start=1):
        marks[y, x] = marks[y, x] or number
        own.append(int(marks[y, x]))
        around = (slice(max(0, y - _AROUND), y + _AROUND + 1), slice(max(0, x - _AROUND), x + _AROUND + 1))
        bare = (marks[around] == 0) & (height[around] < _HEIGHTS[-1])
        if size[parts[y, x]] < _LEAST:
            bare &= parts[around] == parts[y, x]
        marks[around][bare] = own[-1]
    return own


def _ground(marks: Array, height: Array, places: _Places, own: Sequence[int]) -> int:
    """Mark the ground of each seed that has it alone, and ground of no seed; how many marks there are."""
    from scipy import ndimage

    count, settled, paper = len(own), set[int](), False
    for low in _HEIGHTS:
        parts, total = ndimage.label(height < low)
        alone, shared = _alone(parts, places[low], own, settled)
        settled |= set(alone.values())
        given = numpy.zeros(total + 1, dtype=marks.dtype)
        given[list(alone)] = list(alone.values())
        least = _LEAST if low == _HEIGHTS[0] else _piece(marks, len(own))
        fresh = _unseeded(parts, shared, marks, least)
        if not paper and (sheet := _paper(parts)) and sheet not in shared:
            paper = True
            fresh += [sheet] if sheet not in fresh else []
        given[fresh] = range(count + 1, count + 1 + len(fresh))
        count += len(fresh)
        bare = marks == 0
        marks[bare] = given[parts[bare]]
        if paper and len(settled) == len(set(own)):
            break
    return count


def _alone(
    parts: Array, places: Sequence[Pixel], own: Sequence[int], settled: set[int]
) -> tuple[dict[int, int], set[int]]:
    """The parts with one seed and its mark, if that has no ground yet; and all parts with any seed."""
    inside: dict[int, set[int]] = {}
    for (x, y), mark in zip(places, own, strict=True):
        if parts[y, x]:
            inside.setdefault(int(parts[y, x]), set()).add(mark)
    alone = {part: min(marks) for part, marks in inside.items() if len(marks) == 1}
    return {part: mark for part, mark in alone.items() if mark not in settled}, set(inside)


def _unseeded(parts: Array, shared: set[int], marks: Array, least: float) -> list[int]:
    """Large parts without a seed or a mark."""
    sizes, owner = _sizes_and_marks(parts, marks)
    large = numpy.flatnonzero((sizes >= least) & (owner == 0)).tolist()
    return [part for part in large if part and part not in shared]


def _sizes_and_marks(parts: Array, marks: Array) -> tuple[Array, Array]:
    """How many pixels each part has, and whose mark it bears."""
    sizes = numpy.bincount(parts.ravel())
    owner = numpy.zeros(len(sizes), dtype=marks.dtype)
    owner[parts] = marks
    return sizes, owner


def _piece(marks: Array, seeds: int) -> float:
    """From how many pixels on ground that is cut off may be an area of its own."""
    return max(_LEAST, _PIECE * marks.size / seeds)


def _cut_up(marks: Array, height: Array, places: _Places, count: int) -> int:
    """Ground that lower heights cut into large pieces gets a mark for each; how many marks there are.

    Two areas may be one ground through a gap in their border. Their whole border tells more.
    """
    from scipy import ndimage

    own = [(x, y, int(marks[y, x])) for x, y in places[_HEIGHTS[0]]]
    for low in _CUTTING:
        parts, _ = ndimage.label(height < low)
        pieces = _pieces(parts, marks, _piece(marks, len(own)))
        seeded = {int(parts[y, x]) for x, y in places[low]}
        given, cut = numpy.zeros(int(parts.max()) + 1, dtype=marks.dtype), numpy.zeros(count + 1, dtype=bool)
        for part, mark in pieces:
            cut[mark] = True
            count += part not in seeded
            given[part] = mark if part in seeded else count
        marks[...] = numpy.where(cut[marks], given[parts], marks)
        for x, y, mark in own:
            marks[y, x] = mark
    return count


def _pieces(parts: Array, marks: Array, least: float) -> list[tuple[int, int]]:
    """Large parts that share their mark with another, and that mark."""
    sizes, owner = _sizes_and_marks(parts, marks)
    large = [part for part in numpy.flatnonzero((sizes >= least) & (owner > 0)).tolist() if part]
    several = numpy.bincount(owner[large], minlength=1) > 1
    return [(part, int(owner[part])) for part in large if several[owner[part]]]


def _paper(parts: Array) -> int:
    """The part that lies along a good deal of the picture's edge; 0 if there is none."""
    edge = numpy.concatenate((parts[0], parts[-1], parts[:, 0], parts[:, -1]))
    counts = numpy.bincount(edge)
    counts[0] = 0
    best = int(counts.argmax())
    return best if counts[best] > _PAPER * len(edge) else 0


def flood(marks: Array, level: Array) -> None:
    """Marks grow over bare pixels until they meet, over the lowest levels first: numbers from 0 to 254.

    What is reached first from lower ground is taken first, so that no side is better off where two meet.
    """
    high, wide = marks.shape
    sea = _Sea(
        numpy.pad(marks, 1).reshape(-1),
        numpy.pad(level, 1, constant_values=_NO_GROUND).reshape(-1),
        (-1, 1, -wide - 2, wide + 2),
        [[] for _ in range(int(level.max()) + 1)],
    )
    front = sea.rim()
    for now, later in enumerate(sea.waiting):
        front = numpy.concatenate([front, *(sea.taken(there, mark) for there, mark in later)])
        while len(front):
            front = sea.grown(front, now)
    marks[...] = sea.marks.reshape(high + 2, wide + 2)[1:-1, 1:-1]


@dataclass(frozen=True)
class _Sea:
    """Marks and levels of all pixels in one row, how far its neighbours are from each, and what waits.

    For every level there wait the pixels that have it and were reached, with the marks that reached them.
    """

    marks: Array
    levels: Array
    steps: Sequence[int]
    waiting: list[list[tuple[Array, Array]]]

    def rim(self) -> Array:
        """Marked pixels with bare ones beside them."""
        marked = numpy.flatnonzero(self.marks > 0)
        beside = numpy.zeros(len(marked), dtype=bool)
        for step in self.steps:
            there = marked + step
            beside |= (self.marks[there] == 0) & (self.levels[there] < _NO_GROUND)
        return marked[beside]

    def taken(self, there: Array, marks: Array) -> Array:
        """Mark those pixels that are still bare, and return them."""
        bare = self.marks[there] == 0
        fresh: Array = there[bare]
        self.marks[fresh] = marks[bare]
        return fresh

    def grown(self, front: Array, now: int) -> Array:
        """Mark what lies beside the front and is not too high, and return it; what is higher waits."""
        reached = []
        for step in self.steps:
            there, marks = front + step, self.marks[front]
            heights = self.levels[there]
            low = heights <= now
            reached.append(self.taken(there[low], marks[low]))
            high = ~low & (heights < _NO_GROUND) & (self.marks[there] == 0)
            self._wait(there[high], marks[high], heights[high])
        return numpy.concatenate(reached)

    def _wait(self, there: Array, marks: Array, heights: Array) -> None:
        order = numpy.argsort(heights, kind="stable")
        there, marks = there[order], marks[order]
        for height, first, last in zip(*_runs(heights[order]), strict=True):
            self.waiting[height].append((there[first:last], marks[first:last]))


def _runs(values: Array) -> tuple[list[int], list[int], list[int]]:
    """Sorted numbers: each once, where it begins, and where it ends."""
    found, first = numpy.unique(values, return_index=True)
    return found.tolist(), first.tolist(), [*first[1:].tolist(), len(values)][: len(found)]
