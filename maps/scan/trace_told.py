"""What was traced, told to the user: areas by name, who touches whom, gaps, and in words what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from maps.scan.trace_bridges import Bridge
from maps.scan.trace_faces import borders_of
from maps.scan.trace_outline import shared_lengths
from maps.scan.trace_seeds import OUTSIDE, Seed

Array = NDArray[Any]
Contact = tuple[str, str, float]
Pair = tuple[int, int]
_CORNER = 2.1  # so many line widths of common border are still a corner: lines bleed where they meet
_SHORT = 32.0  # pixels: where lines bleed, a corner has been seen as long, so look at what is shorter
_NOTHING = 0.003  # of a usual area: no area is so small
_LEAST = 8.4  # pixels of common border that any contact has


@dataclass(frozen=True)
class Face:
    """A face without a seed: a name for it, a point in it, and its size in square pixels."""

    name: str
    at: tuple[float, float]
    size: int


@dataclass(frozen=True)
class Gap:
    """A bridged gap between two areas: its middle, its width, and of how many gaps it is the widest."""

    areas: tuple[str, str]
    at: tuple[float, float]
    width: float
    gaps: int


@dataclass(frozen=True)
class Traced:
    """What was found: outlines by name in the order of the seeds, and behind them the faces without a seed.

    `contacts` are pairs with the length of their common border; lengths near the limit between a contact and
    a corner stand in `doubtful`, whichever they are, and with 0 the pairs that only such a contact parts.
    `problems` are sentences about seeds: with any, the outlines are not what the user wants. `joined` are
    places without a seed that were taken for part of the area that they name, though a border seems to part
    them from it.
    """

    areas: Mapping[str, BaseGeometry]
    unnamed: Sequence[Face]
    bridged: Sequence[Gap]
    contacts: Sequence[Contact]
    doubtful: Sequence[Contact]
    problems: Sequence[str]
    joined: Sequence[Face] = ()


def limits(labels: Array, lines: Array, scale: int) -> dict[Pair, float]:
    """How long the common border of two areas must be: at a corner they may share a line's width."""
    from scipy import ndimage

    borders = borders_of(labels, ~lines)
    thick = ndimage.distance_transform_cdt(lines)
    high, wide = labels.shape
    base = int(labels.max()) + 1
    here = thick[numpy.minimum(borders.y, high - 1), numpy.minimum(borders.x, wide - 1)] * 2
    codes = borders.one.astype(numpy.int64) * base + borders.other
    found, which = numpy.unique(codes, return_inverse=True)
    widths = numpy.bincount(which, here) / numpy.bincount(which)
    least = numpy.maximum(_LEAST, _CORNER * widths * scale)
    return {divmod(code, base): limit for code, limit in zip(found.tolist(), least.tolist(), strict=True)}


@dataclass(frozen=True)
class Told:
    """Numbers of areas told as names, and what is wrong as sentences."""

    names: Sequence[str]
    seeds: Sequence[Seed]
    shapes: Mapping[int, BaseGeometry]

    def name(self, number: int) -> str:
        """The name of an area; those that no seed names are counted."""
        if not number:
            return OUTSIDE
        count = len(self.names)
        return self.names[number - 1] if number <= count else f"unnamed-{number - count}"

    def unnamed(self) -> list[Face]:
        """The areas without a seed."""
        faces = []
        for number, shape in self.shapes.items():
            if number > len(self.names):
                point = shape.representative_point()
                faces.append(
                    Face(self.name(number), (round(point.x, 1), round(point.y, 1)), round(shape.area))
                )
        return faces

    def gap(self, bridge: Bridge) -> Gap:
        """A bridge with the names of its areas."""
        one, other = sorted(map(self.name, bridge.pair))
        return Gap((one, other), bridge.at, round(bridge.width, 1), bridge.gaps)

    def contacts(self, least: Mapping[Pair, float]) -> tuple[list[Contact], list[Contact]]:
        """Who touches whom, and the pairs that are near the limit, or that only a short contact parts."""
        lengths = shared_lengths(self.shapes)
        touching, doubtful, short = [], [], []
        for pair, length in lengths.items():
            one, other = sorted(map(self.name, pair))
            limit = least.get(pair, _LEAST)
            if length >= limit:
                touching.append((one, other, round(length, 1)))
            if limit / 2 <= length <= max(limit * 2, _SHORT):
                doubtful.append((one, other, round(length, 1)))
            if limit <= length <= limit * 2:
                short.append(pair)
        for pair in self._facing(lengths, short):
            one, other = sorted(map(self.name, pair))
            doubtful.append((one, other, 0.0))
        return sorted(touching), sorted(doubtful)

    def _facing(self, lengths: Mapping[Pair, float], short: Sequence[Pair]) -> Iterator[Pair]:
        """Pairs that face each other across a short contact of two others: it may be they who touch."""
        near: dict[int, set[int]] = {}
        for one, other in lengths:
            near.setdefault(one, set()).add(other)
            near.setdefault(other, set()).add(one)
        across: dict[Pair, float] = {}
        for one, other in short:
            for pair in combinations(sorted(near[one] & near[other]), 2):
                if pair not in lengths:
                    across[pair] = max(across.get(pair, 0.0), lengths[one, other])
        for (one, other), length in sorted(across.items()):
            if self.shapes[one].dwithin(self.shapes[other], length + 1):
                yield one, other

    def lost(self, numbers: Sequence[int], own: Sequence[int]) -> Iterator[str]:
        """Seeds that share the ground of another, and so have no area."""
        first: dict[int, int] = {}
        for n, basin in enumerate(own):
            other = first.setdefault(basin, n)
            if numbers[other] != numbers[n]:
                yield f"{self.seeds[other]} and {self.seeds[n]} lie in one area; each area takes one seed"

    def swallowed(self) -> Iterator[str]:
        """Areas of which next to nothing is left: their ground is that of another seed."""
        sizes = [shape.area for number, shape in self.shapes.items() if number <= len(self.names)]
        least = _NOTHING * float(numpy.median(sizes)) if sizes else 0.0
        for number, shape in self.shapes.items():
            if number <= len(self.names) and shape.area < least:
                yield (
                    f"{self._seed(number)} lies in the area of another seed: nothing parts them; "
                    "take one seed away, or draw the border"
                )

    def crowded(self, open_borders: Sequence[Bridge]) -> Iterator[str]:
        """Pairs of seeds that nothing parts."""
        for bridge in open_borders:
            one, other = (self._seed(number) for number in bridge.pair)
            at = f"{bridge.at[0]:.0f}, {bridge.at[1]:.0f}"
            yield (
                f"{one} and {other} lie in one area: near {at} nothing parts them for {bridge.width:.0f} "
                "pixels; take one seed away, or draw the border there"
            )

    def nameless(self) -> Iterator[str]:
        """Areas without a seed."""
        for face in self.unnamed():
            at = f"{face.at[0]:.0f}, {face.at[1]:.0f}"
            yield f"the area around {at} ({face.size} pixels) has no seed; add a line with its name,{at}"

    def _seed(self, number: int) -> str:
        name = self.name(number)
        return str(next((seed for seed in self.seeds if seed.name == name), name))
