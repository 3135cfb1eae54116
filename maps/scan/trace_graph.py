"""Make areas of basins: each seed names one, and what no seed names joins a neighbour, or stays unnamed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_faces import Basins, borders_of
from maps.scan.trace_judge import judge
from maps.scan.trace_looks import Seen

Array = NDArray[Any]

OUTSIDE = 0
_OPEN = 0.6  # two basins with so much of their border open are one area
_MORE = 0.2  # and two whose border is so much more open than is usual on this picture
_LONG = 20  # pixels: shorter borders do not tell how open is usual
_WIDE, _QUITE = 40, 0.25  # pixels, and of its border: what is so open to an area is not outside
_SMALL = 0.04  # of a usual area: a symbol, or what a letter cuts off
# Of the picture's edge: what has so much of it together is the paper around the map; or so much alone.
_AROUND, _PAPER = 0.6, 0.25
_RIM = 0.1  # of the picture's edge: what lies along so much of it is no area
_SLIGHT = 2.0  # times as large a piece may still be one
_SIDE = 0.8  # and what lies along so much of one side of the picture
_ALONE = 0.15  # of its only neighbour: no more may a symbol fill
_LEAST = 0.3  # of what each area has if all have as much: a usual area is no smaller
_AS_WIDE = 0.35  # of the way to its own area: what is so open to another may be of that
_STRIP = 0.03  # of the picture's shorter side: what is left over between a frame and the edge


@dataclass
class Groups:
    """Basins joined with one another: sizes in pixels, and how long and how open their borders are."""

    parent: list[int]
    size: list[int]
    named: list[int]
    near: list[dict[int, tuple[int, int]]] = field(default_factory=list)

    def root(self, basin: int) -> int:
        """The basin that stands for all those joined with this one."""
        while self.parent[basin] != basin:
            self.parent[basin] = self.parent[self.parent[basin]]
            basin = self.parent[basin]
        return basin

    def join(self, one: int, into: int) -> None:
        """Join a group into another; at most one of them has a name."""
        self.parent[one] = into
        self.size[into] += self.size[one]
        self.named[into] = self.named[into] or self.named[one]
        for other, (length, free) in self.near[one].items():
            self.near[other].pop(one, None)
            if other != into:
                has = self.near[into].get(other, (0, 0))
                self.near[into][other] = self.near[other][into] = (has[0] + length, has[1] + free)
        self.near[one] = {}

    def roots(self) -> Iterator[int]:
        """All groups."""
        return (basin for basin in range(1, len(self.parent)) if self.parent[basin] == basin)


def group(
    basins: Basins, numbers: Sequence[int], whole: bool, clean: bool = False
) -> tuple[Array, list[list[int]]]:
    """To which area each basin belongs: index 0 unused, 0 outside, the number of a seed's area, or one above.

    `numbers` are those of the seeds' areas, from 1, or 0 for seeds in what is no area; with `whole`, areas
    fill the picture: nothing is outside. Lines that are `clean` have few gaps: what is a good deal more open
    than usual is no border then. With the numbers, basins that together were taken for part of an area,
    though they are no smaller than areas may be, or are nearly as open to another one.
    """
    groups, small, out = _begun(basins, numbers, whole)
    first = deepcopy(groups)
    usual = _usually_open(groups) if clean else _OPEN
    if whole:
        out = {one for one in out if not _most_open(groups, one, usual)}
    elif clean:
        _join_going_on(basins.labels, groups, out - _lakes(basins, groups, numbers), usual)
    alone = list(_join_symbols(groups, small, out)) if clean else []
    for _ in range(4):
        _join_unnamed(groups, small, out, usual)
    slight = list(_join_slight(groups, small, out)) if clean else []
    found = _numbered(groups, out, max(numbers))
    return found, alone + slight + (list(_open_to_two(first, found, small)) if clean else [])


def group_judged(
    pixels: Array, basins: Basins, numbers: Sequence[int], whole: bool
) -> tuple[Array, list[list[int]]]:
    """The same, where some lines are no borders: that is judged from how they look in the picture.

    With it, basins that became parts of areas together though a border seems to part them from these.
    """
    groups, small, out = _begun(basins, numbers, whole)
    out = set() if whole else {one for one in out if not _goes_on_in(groups, one)}
    outside = max(numbers) + 1
    named = {basin: groups.named[groups.root(basin)] for basin in range(1, len(groups.parent))}
    named |= {basin: outside for basin in named if groups.root(basin) in out}
    found, doubtful = judge(
        Seen(pixels, ~basins.free, basins), {one: name for one, name in named.items() if name}, small
    )
    fresh = numpy.unique(found[1:][found[1:] < 0]).tolist()
    told = {outside: OUTSIDE} | {number: outside + n for n, number in enumerate(fresh)}
    made = numpy.array([told.get(number, number) for number in found.tolist()], dtype=numpy.int32)
    return made, doubtful


def _begun(basins: Basins, numbers: Sequence[int], whole: bool) -> tuple[Groups, float, set[int]]:
    """Basins with the names of their seeds; below which size none is an area; and which are outside."""
    groups = _groups(basins, numbers)
    usual = float(numpy.median([groups.size[root] for root in groups.roots() if groups.named[root]]))
    small = max(usual, _LEAST * basins.labels.size / len(numbers)) * _SMALL
    _name_around(groups, small, set(_rim(basins.labels).tolist()))
    return groups, small, _lakes(basins, groups, numbers) | _edges(basins, groups, small, whole)


def _lakes(basins: Basins, groups: Groups, numbers: Sequence[int]) -> set[int]:
    """What a seed says to be no area."""
    return {groups.root(basin) for basin, number in zip(basins.own, numbers, strict=True) if not number}


def _groups(basins: Basins, numbers: Sequence[int]) -> Groups:
    sizes = numpy.bincount(basins.labels.ravel(), minlength=basins.labels.max() + 1).tolist()
    groups = Groups(list(range(len(sizes))), sizes, [0] * len(sizes), [{} for _ in sizes])
    borders = borders_of(basins.labels, basins.free)
    codes = borders.one.astype(numpy.int64) * len(sizes) + borders.other
    found, which = numpy.unique(codes, return_inverse=True)
    length = numpy.bincount(which)
    free = numpy.bincount(which, borders.free).astype(int)
    for code, sides, opened in zip(found.tolist(), length.tolist(), free.tolist(), strict=True):
        a, b = divmod(code, len(sizes))
        groups.near[a][b] = groups.near[b][a] = (sides, opened)
    for basin, number in zip(basins.own, numbers, strict=True):
        groups.named[basin] = groups.named[basin] or number
    return groups


def _name_around(groups: Groups, small: float, rim: set[int]) -> None:
    """A seed on a symbol names the area around it, if nothing else does; what is at the rim may be paper."""
    for one in list(groups.roots()):
        around = groups.near[one]
        if not groups.named[one] or not around:
            continue
        outer = max(around, key=lambda other: around[other][0])
        most = around[outer][0] * 2 > sum(length for length, _ in around.values())
        alone = len(around) == 1 and outer not in rim and groups.size[one] < _ALONE * groups.size[outer]
        if not groups.named[outer] and (alone or (most and groups.size[one] < small)):
            groups.join(one, outer)


def _edges(basins: Basins, groups: Groups, small: float, whole: bool) -> set[int]:
    """Unnamed basins at the edge of the picture lie outside; in a field, only strips along its frame do."""
    labels, thin = basins.labels, _STRIP * min(basins.labels.shape) / 2
    edge = _rim(labels)
    basins_at, counts = numpy.unique(edge, return_counts=True)
    rim: dict[int, int] = {}
    for basin, count in zip(basins_at.tolist(), counts.tolist(), strict=True):
        root = groups.root(basin)
        if not groups.named[root]:
            rim[root] = rim.get(root, 0) + count
    strips = {one for one in rim if float(basins.deep[labels == one].max()) < thin}
    if whole:
        return strips
    strips |= _along_a_side(labels, groups)
    if sum(rim.values()) > _AROUND * len(edge):
        large = {one for one, count in rim.items() if groups.size[one] >= small or count > _RIM * len(edge)}
        return strips | large
    return strips | {one for one, count in rim.items() if count > _PAPER * len(edge)}


def _join_going_on(labels: Array, groups: Groups, out: set[int], usual: float) -> None:
    """What lies at the picture's edge, but not along much of it, joins an area to which nothing parts it."""
    edge = _rim(labels)
    counts, least = Counter(groups.root(basin) for basin in edge.tolist()), min(_OPEN, usual + _MORE)
    for one in sorted(out):
        area = _goes_on_in(groups, one, least)
        if area and counts[one] <= _RIM * len(edge):
            groups.join(one, area)


def _rim(labels: Array) -> Array:
    """The basins along the picture's edge, pixel by pixel."""
    return numpy.concatenate((labels[0], labels[-1], labels[:, 0], labels[:, -1]))


def _goes_on_in(groups: Groups, one: int, share: float = _QUITE) -> int:
    """The ground of a seed from which nothing but a narrow place parts a basin; 0 if there is none."""
    near = {
        other: free
        for other, (length, free) in groups.near[one].items()
        if groups.named[other] and free > max(_WIDE, share * length)
    }
    return max(near, key=lambda other: near[other], default=0)


def _along_a_side(labels: Array, groups: Groups) -> set[int]:
    """Unnamed basins that lie along most of one side of the picture."""
    found = set()
    for side in (labels[0], labels[-1], labels[:, 0], labels[:, -1]):
        basins, counts = numpy.unique(side, return_counts=True)
        for basin, count in zip(basins.tolist(), counts.tolist(), strict=True):
            if count > _SIDE * len(side) and not groups.named[groups.root(basin)]:
                found.add(groups.root(basin))
    return found


def _join_symbols(groups: Groups, small: float, out: set[int]) -> Iterator[list[int]]:
    """A basin in the middle of another is a symbol if it is a good deal smaller; those that may be areas."""
    for one in sorted(groups.roots(), key=lambda root: (groups.size[root], root)):
        around = groups.near[one]
        if groups.named[one] or one in out or len(around) != 1:
            continue
        (other,) = around
        if groups.size[one] < _ALONE * groups.size[other]:
            if groups.size[one] >= small:
                yield [one]
            groups.join(one, other)


def _usually_open(groups: Groups) -> float:
    """How open the borders of named areas usually are."""
    shares = [
        free / length
        for one in groups.roots()
        for other, (length, free) in groups.near[one].items()
        if groups.named[one] and groups.named[other] and length > _LONG
    ]
    return float(numpy.median(shares)) if shares else _OPEN


def _surely_open(border: tuple[int, int], usual: float) -> tuple[float, int]:
    """How sure it is that a border is none: the longer and the more open, the less that is by chance."""
    length, free = border
    return (free / length - min(usual, _OPEN)) * length**0.5, length


def _most_open(groups: Groups, one: int, usual: float) -> int:
    """The neighbour to which a group is surely open; 0 if to none."""
    around, least = groups.near[one], min(_OPEN, usual + _MORE)
    opened = max(around, key=lambda other: _surely_open(around[other], usual), default=0)
    return opened if opened and around[opened][1] >= max(2, least * around[opened][0]) else 0


def _join_unnamed(groups: Groups, small: float, out: set[int], usual: float) -> None:
    """Join what no seed names, the smallest first: through an open border, or to a neighbour if small."""
    for one in sorted(groups.roots(), key=lambda root: (groups.size[root], root)):
        around = groups.near[one]
        if groups.named[one] or one in out or groups.parent[one] != one or not around:
            continue
        opened = _most_open(groups, one, usual)
        longest = max(around, key=lambda other: around[other][0])
        if opened:
            groups.join(one, opened)
        elif groups.size[one] < small:
            groups.join(one, longest)


def _join_slight(groups: Groups, small: float, out: set[int]) -> Iterator[list[int]]:
    """What is left without a name and hardly larger than a symbol joins a neighbour; the basins of each."""
    for one in sorted(groups.roots(), key=lambda root: (groups.size[root], root)):
        around = groups.near[one]
        if groups.named[one] or one in out or not around or groups.size[one] >= _SLIGHT * small:
            continue
        yield [basin for basin in range(1, len(groups.parent)) if groups.root(basin) == one]
        groups.join(one, max(around, key=lambda other: around[other][0]))


def _open_to_two(groups: Groups, numbers: Array, small: float) -> Iterator[list[int]]:
    """Ground of no seed that is hardly more open to its area than to another; the basins of each piece.

    `groups` are those of the beginning, `numbers` the areas that basins became part of.
    """
    for piece in _pieces(groups, numbers):
        ways = Counter[int]()
        for one in piece:
            for other, (_, free) in groups.near[one].items():
                ways[int(numbers[other])] += free * (other not in piece)
        own = ways.pop(int(numbers[min(piece)]), 0)
        ways.pop(OUTSIDE, 0)
        if sum(groups.size[one] for one in piece) >= small and max(ways.values(), default=0) > _AS_WIDE * own:
            yield [basin for basin in range(1, len(groups.parent)) if groups.root(basin) in piece]


def _pieces(groups: Groups, numbers: Array) -> Iterator[set[int]]:
    """Groups without a seed that hang together and became part of the same area of a seed."""
    named = {int(numbers[root]) for root in groups.roots() if groups.named[root]}
    left = {root for root in groups.roots() if not groups.named[root] and int(numbers[root]) in named}
    while left:
        front = [left.pop()]
        piece = set(front)
        while front:
            one = front.pop()
            more = {other for other in groups.near[one] if other in left and numbers[other] == numbers[one]}
            left -= more
            piece |= more
            front += more
        yield piece


def _numbered(groups: Groups, out: set[int], last: int) -> Array:
    numbers = [OUTSIDE] * len(groups.parent)
    for basin in range(1, len(numbers)):
        root = groups.root(basin)
        if root in out:
            continue
        if not groups.named[root]:
            last += 1
            groups.named[root] = last
        numbers[basin] = groups.named[root]
    return numpy.array(numbers, dtype=numpy.int32)
