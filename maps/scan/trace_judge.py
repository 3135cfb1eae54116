"""Judge which sides of basins are borders, from how they look, and join basins across those that are none.

No colour of borders is known. But what parts two seeds is a border, and a line that ends inside a basin is
none; what looks like the one or the other is judged like it. Basins are joined by that, which shows more
borders and more lines that are none, and so on until nothing changes.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_looks import CELLS, Pieces, Seen, loose_ends, pieces

Array = NDArray[Any]
_OPEN = 2.0  # for an open side: how much more often (as a power of e) it is none than a border
_DOUBT = 4.0  # sides: so many of each kind are taken for seen before any were
_SURE = 0.97  # nothing is more certain to be a border, or to be none
_SHORT, _SEAM = 20, 40.0  # contacts of few sides are taken for borders, so far as that
# Basins are joined across ever closer borders; what is left then is an area for itself.
_LEAST = (0.8, 0.5, 0.2, 0.0, -0.3, -0.6, -1.0, -1.5, -2.0, -2.5)
# Of what is too small for an area: so many times as large, and parted by what looks so much like borders from
# something as large, ground is an area that nobody named; and from how large on it is told if it is joined.
_WHOLE, _PARTED, _TOLD = 8.0, 0.8, 2.5
_AT_EDGE = 0.1  # that large where it lies at the edge of the picture, which may cut an area apart
_FAR = 1.2  # cells of the grid: what is farther away hardly counts
_ROUND = 0.6  # looks nearer than this are the same


def _nearby() -> Array:
    """How much each cell of the grid counts for each other."""
    row, column = numpy.divmod(numpy.arange(CELLS**2), CELLS)
    apart = (row[:, None] - row) ** 2 + (column[:, None] - column) ** 2
    return numpy.asarray(numpy.exp(-0.5 * apart / _FAR**2))


_NEARBY = _nearby()


def judge(seen: Seen, named: Mapping[int, int], small: float) -> tuple[Array, list[list[int]]]:
    """For every basin the number of its seed's area; numbers below 0 name what belongs to no seed.

    With it, basins that became parts of areas together though a border seems to part them from these.

    `named` are the basins with seeds, and those outside with a number below 0. Basins without a seed that are
    smaller than `small` pixels belong to a neighbour in any case.
    """
    found = pieces(seen)
    looks, which = numpy.unique(numpy.round(found.looks / _ROUND), axis=0, return_inverse=True)
    which = which.reshape(-1)
    known = _alike(looks * _ROUND, looks * _ROUND)
    loose, where = loose_ends(seen)
    none = _alike(looks * _ROUND, loose) @ (where[:, None] == numpy.arange(CELLS**2))
    total = int(seen.basins.labels.max()) + 1
    sizes = numpy.bincount(seen.basins.labels.ravel(), minlength=total)
    numbers = numpy.array([named.get(basin, -basin - total) for basin in range(total)])
    for least in _LEAST:
        votes = _votes(found, which, known, none, numbers)
        joined = Joined(Contacts(found.one, found.other, found.sides, votes), named, sizes)
        joined.join_all(least, small)
        numbers = joined.numbers()
    return numbers, joined.doubtful


def _alike(some: Array, others: Array) -> Array:
    """How alike looks are: 1 if the same, near 0 if quite different."""
    apart = (some**2).sum(axis=1)[:, None] + (others**2).sum(axis=1)[None] - 2 * some @ others.T
    return numpy.asarray(numpy.exp(-0.5 * numpy.maximum(apart, 0)))


def _votes(found: Pieces, which: Array, known: Array, none: Array, numbers: Array) -> Array:
    """For each piece: above 0 if it is none, below 0 if a border, the more the more its sides look so.

    What looks like it nearby counts more than what does far away: inks differ from place to place.
    """
    one, other = numbers[found.one], numbers[found.other]
    named = (one > 0) & (other > 0)
    spots = which * CELLS**2 + found.places
    shape = (len(known), CELLS**2)

    def counted(pieces: Array) -> Array:
        sides = numpy.bincount(spots, found.sides * pieces, shape[0] * shape[1])
        return numpy.asarray(known @ sides.reshape(shape))

    yes = counted(named & (one != other)) @ _NEARBY
    no = (counted(one == other) + 2 * none) @ _NEARBY
    chance = numpy.clip((yes + _DOUBT) / (yes + no + 2 * _DOUBT), 1 - _SURE, _SURE).reshape(-1)[spots]
    return numpy.asarray(numpy.where(found.inked, numpy.log((1 - chance) / chance), _OPEN) * found.sides)


@dataclass(frozen=True)
class Contacts:
    """Pieces of the sides of basins: the basins, how many sides, and above 0 if they look like no border."""

    one: Array
    other: Array
    sides: Array
    votes: Array


class Joined:
    """Basins that are joined step by step: what most looks joined first, two names never.

    Contacts of few sides are taken for borders: `seam` sides' votes more, so to say, are against them. Where
    the edge of the picture may cut an area apart, basins at that `edge` are told of even if they are small.
    """

    def __init__(
        self,
        found: Contacts,
        named: Mapping[int, int],
        sizes: Array,
        seam: float = _SEAM,
        edge: Collection[int] = (),
    ) -> None:
        self.seam = seam
        self.parent = list(range(len(sizes)))
        self.size = [int(size) for size in sizes]
        self.name = [named.get(basin, 0) for basin in range(len(sizes))]
        self.at_edge = [basin in edge for basin in range(len(sizes))]
        self.doubtful: list[list[int]] = []
        self.near: list[dict[int, tuple[float, int]]] = [{} for _ in sizes]
        codes, which = numpy.unique(
            found.one.astype(numpy.int64) * len(sizes) + found.other, return_inverse=True
        )
        totals, lengths = numpy.bincount(which, found.votes), numpy.bincount(which, found.sides)
        for code, vote, sides in zip(codes.tolist(), totals.tolist(), lengths.tolist(), strict=True):
            one, other = divmod(code, len(sizes))
            self.near[one][other] = self.near[other][one] = (vote, int(sides))

    def numbers(self) -> Array:
        """The name of every basin, or a number below 0 that it shares with those it is joined with."""
        total = len(self.parent)
        roots = [self._root(basin) for basin in range(total)]
        return numpy.array([self.name[root] or -root - total for root in roots])

    def join_all(self, least: float, small: float) -> None:
        """Join basins, what is parted least first, until all are parted by more than this.

        What has no name is joined with a name across what looks like a border rather, if it comes to that.
        """
        heap = [entry for one in range(len(self.parent)) for entry in self._weakest(one)]
        heapq.heapify(heap)
        while heap:
            loose, one, other = heapq.heappop(heap)
            if other not in self.near[one] or self._loose(one, other) != loose or not self._may(one, other):
                continue
            if loose > 0 and not (self.name[one] or self.name[other]):
                continue
            if -loose < least and (min(self._bare(one), self._bare(other)) >= small or least > _LEAST[-1]):
                continue
            if self._is_area(one, other, loose, small):
                continue
            self._note(one, other, loose, small)
            for entry in self._weakest(self._join(one, other)):
                heapq.heappush(heap, entry)

    def _is_area(self, one: int, other: int, loose: float, small: float) -> bool:
        """Whether what has no name is so large, and so well parted, that somebody forgot its seed."""
        least = min(self.size[one], self.size[other])
        return loose > _PARTED and least >= _WHOLE * small and not (self.name[one] and self.name[other])

    def _note(self, one: int, other: int, loose: float, small: float) -> None:
        """Keep in mind what gets a name though a border seems to part it from all that has one."""
        bare = other if self.name[one] else one
        cut_off = self.at_edge[bare] and loose > _PARTED
        least = (_AT_EDGE if cut_off else _TOLD) * small
        if loose > 0 and not self.name[bare] and min(self.size[one], self.size[other]) >= least:
            self.doubtful.append([n for n in range(len(self.parent)) if self._root(n) == bare])

    def _bare(self, one: int) -> float:
        return float("inf") if self.name[one] else self.size[one]

    def _weakest(self, one: int) -> list[tuple[float, int, int]]:
        return [(self._loose(one, other), min(one, other), max(one, other)) for other in self.near[one]]

    def _loose(self, one: int, other: int) -> float:
        vote, sides = self.near[one][other]
        return -(vote - self.seam) / (sides + _SHORT)

    def _may(self, one: int, other: int) -> bool:
        return not (self.name[one] and self.name[other] and self.name[one] != self.name[other])

    def _root(self, basin: int) -> int:
        while self.parent[basin] != basin:
            basin = self.parent[basin]
        return basin

    def _join(self, one: int, other: int) -> int:
        """Join two basins; returns which stands for both."""
        if len(self.near[one]) > len(self.near[other]):
            one, other = other, one
        self.parent[one] = other
        self.size[other] += self.size[one]
        self.name[other] = self.name[one] or self.name[other]
        self.at_edge[other] |= self.at_edge[one]
        del self.near[other][one]
        for beside, (vote, sides) in self.near[one].items():
            if beside != other:
                has = self.near[other].get(beside, (0.0, 0))
                both = (has[0] + vote, has[1] + sides)
                self.near[other][beside] = self.near[beside][other] = both
                del self.near[beside][one]
        self.near[one] = {}
        return other
