"""Trace the areas of scanned art: exact outlines that share their borders, named by a seed in each.

Lines are found (`trace_ink`), the ground between them cut into basins (`trace_faces`), basins become areas
(`trace_graph`), and areas outlines (`trace_outline`). All points are pixels of the picture as given, counted
from its upper left corner: the first pixel reaches from 0, 0 to 1, 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image
from shapely.geometry.base import BaseGeometry

from maps.scan.faults import ScanError
from maps.scan.trace_bridges import Bridge, find_bridges
from maps.scan.trace_faces import Basins, borders_of, find_basins
from maps.scan.trace_graph import group
from maps.scan.trace_ink import Inked, Inks, find_ink, only_lines
from maps.scan.trace_outline import outlines, shared_lengths
from maps.scan.trace_seeds import Field, Seed, check_inside, numbered

Array = NDArray[Any]
Contact = tuple[str, str, float]
Pair = tuple[int, int]
OUTSIDE = "outside"
ANY_INK = Inks()
_REACH = 0.005  # of the shorter side: gaps of twice this are closed everywhere
_CORNER = 1.5  # so many line widths of common border are still a corner
_LEAST = 6.0  # pixels of common border that any contact has
_OPEN = 0.6  # a border more open than this is none


@dataclass(frozen=True)
class Wish:
    """What the user says beside the seeds: the field, the widest gap to be closed everywhere, and colours."""

    field: Field | None = None
    gap: float | None = None
    inks: Inks = ANY_INK


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
    a corner stand in `doubtful`, whichever they are. `problems` are sentences about seeds: with any, the
    outlines are not what the user wants.
    """

    areas: Mapping[str, BaseGeometry]
    unnamed: Sequence[Face]
    bridged: Sequence[Gap]
    contacts: Sequence[Contact]
    doubtful: Sequence[Contact]
    problems: Sequence[str]


def trace(image: Image.Image, seeds: Sequence[Seed], wish: Wish | None = None) -> Traced:
    """The areas of an RGB picture; ScanError where seeds lie beside it or no line is found."""
    wish = wish or Wish()
    field = wish.field or (0, 0, image.width, image.height)
    check_inside(seeds, field)
    inked = find_ink(image.crop(field) if wish.field else image, wish.inks)
    if not inked.ink.any():
        raise ScanError("no line is to be seen on this picture; say the colour of borders with --border")
    best: Traced | None = None
    for task, slim, wider in _tries(_Task(inked, seeds, field, wish)):
        found = _traced(task, slim, wider)
        if best is None or len(found.problems) < len(best.problems):
            best = found
        if not best.problems:
            break
    assert best is not None
    return best


@dataclass(frozen=True)
class _Task:
    """What is to be traced."""

    inked: Inked
    seeds: Sequence[Seed]
    field: Field
    wish: Wish


def _tries(task: _Task) -> Iterator[tuple[_Task, float, float]]:
    """How to look at the ink, the strictest way first: one without problems is enough.

    How slim dashes must be, and how many times wider gaps are closed; each colour of ink alone may do, too.
    """
    yield task, 2.2, 1.0
    alone = [] if task.wish.inks.borders else [task.inked.only(colour) for colour in task.inked.colours()]
    for slim, wider in ((2.2, 1.0), (1.4, 1.0), (0.0, 1.5)):
        if slim < 2:
            yield task, slim, wider
        for inked in alone[: None if slim == 0 else 2]:
            yield replace(task, inked=inked), slim, wider


def _traced(task: _Task, slim: float, wider: float) -> Traced:
    """One try: with dashes at least so slim, and gaps this many times wider than usual closed."""
    scale, (left, top, right, bottom) = task.inked.scale, task.field
    lines = only_lines(task.inked.ink, slim)
    closed = (task.wish.gap or max(5.0, 2 * _REACH * min(lines.shape)) * scale) * wider
    names, numbers = numbered(task.seeds)
    points = [(int((seed.x - left) / scale), int((seed.y - top) / scale)) for seed in task.seeds]
    basins = find_basins(lines, points, closed / scale / 2)
    labels = _labelled(basins, numbers, task.wish.field is not None)
    bridges = find_bridges(labels, basins.free, scale, (left, top))
    shapes = outlines(labels, scale, (right - left, bottom - top), (left, top))
    told = _Told(names, task.seeds, shapes)
    open_borders = [bridge for bridge in bridges if bridge.share >= _OPEN and bridge.width > closed]
    touching, doubtful = told.contacts(_limits(labels, lines, scale))
    return Traced(
        {told.name(number): shape for number, shape in shapes.items()},
        told.unnamed(),
        [told.gap(bridge) for bridge in bridges if bridge not in open_borders],
        touching,
        doubtful,
        [*told.lost(numbers, basins.own), *told.crowded(open_borders), *told.nameless()],
    )


def _labelled(basins: Basins, numbers: Sequence[int], whole: bool) -> Array:
    """The area of every pixel, 0 outside; where areas fill the picture, no pixel is left outside."""
    from scipy import ndimage

    labels = group(basins, numbers, whole)[basins.labels]
    if whole and not labels.all():
        near = ndimage.distance_transform_edt(labels == 0, return_distances=False, return_indices=True)
        labels = labels[near[0], near[1]]
    return labels


def _limits(labels: Array, lines: Array, scale: int) -> dict[Pair, float]:
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
    limits = numpy.maximum(_LEAST, _CORNER * widths * scale)
    return {divmod(code, base): limit for code, limit in zip(found.tolist(), limits.tolist(), strict=True)}


@dataclass(frozen=True)
class _Told:
    """Numbers of areas told as names, and what is wrong as sentences."""

    names: Sequence[str]
    seeds: Sequence[Seed]
    shapes: Mapping[int, BaseGeometry]

    def name(self, number: int) -> str:
        if not number:
            return OUTSIDE
        count = len(self.names)
        return self.names[number - 1] if number <= count else f"unnamed-{number - count}"

    def unnamed(self) -> list[Face]:
        faces = []
        for number, shape in self.shapes.items():
            if number > len(self.names):
                point = shape.representative_point()
                faces.append(
                    Face(self.name(number), (round(point.x, 1), round(point.y, 1)), round(shape.area))
                )
        return faces

    def gap(self, bridge: Bridge) -> Gap:
        one, other = sorted(map(self.name, bridge.pair))
        return Gap((one, other), bridge.at, round(bridge.width, 1), bridge.gaps)

    def contacts(self, limits: Mapping[Pair, float]) -> tuple[list[Contact], list[Contact]]:
        touching, doubtful = [], []
        for pair, length in shared_lengths(self.shapes).items():
            one, other = sorted(map(self.name, pair))
            limit = limits.get(pair, _LEAST)
            if length >= limit:
                touching.append((one, other, round(length, 1)))
            if limit / 2 <= length <= limit * 2:
                doubtful.append((one, other, round(length, 1)))
        return sorted(touching), sorted(doubtful)

    def lost(self, numbers: Sequence[int], own: Sequence[int]) -> Iterator[str]:
        """Seeds that share the ground of another, and so have no area."""
        first: dict[int, int] = {}
        for n, basin in enumerate(own):
            other = first.setdefault(basin, n)
            if numbers[other] != numbers[n]:
                yield f"{self.seeds[other]} and {self.seeds[n]} lie in one area; each area takes one seed"

    def crowded(self, open_borders: Sequence[Bridge]) -> Iterator[str]:
        for bridge in open_borders:
            one, other = (self._seed(number) for number in bridge.pair)
            at = f"{bridge.at[0]:.0f}, {bridge.at[1]:.0f}"
            yield (
                f"{one} and {other} lie in one area: near {at} nothing parts them for {bridge.width:.0f} "
                "pixels; take one seed away, or draw the border there"
            )

    def nameless(self) -> Iterator[str]:
        for face in self.unnamed():
            at = f"{face.at[0]:.0f}, {face.at[1]:.0f}"
            yield f"the area around {at} ({face.size} pixels) has no seed; add a line with its name,{at}"

    def _seed(self, number: int) -> str:
        name = self.name(number)
        return str(next((seed for seed in self.seeds if seed.name == name), name))
