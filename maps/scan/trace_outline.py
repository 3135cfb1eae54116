"""Outlines of labelled pixels, which share their borders point by point; and who touches whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from maps.scan.trace_ink import set_pixels

Array = NDArray[Any]
Pair = tuple[int, int]
Box = tuple[int, int, int, int]
_TIDY = 1.45  # pixels: how far simpler outlines may leave those of the pixels
_IDLE = 0.02  # pixels: points that are no further beside their line only cost time
_LONG = 0.04  # of the longer side: nobody can guess how a border runs that is hidden for longer
_PASSES = 4  # so often are the steps of the pixels smoothed


@dataclass(frozen=True)
class Arcs:
    """Borders from one knot of three areas to the next: smooth lines, dense with points, in pixels of labels.

    `one` and `other` are the labels that each of them parts, the lesser first.
    """

    lines: Array
    one: Array
    other: Array

    def around(self, number: int) -> BaseGeometry:
        """All borders of one label."""
        return shapely.multilinestrings(self.lines[(self.one == number) | (self.other == number)])


def arcs_of(labels: Array, inked: Array) -> Arcs:
    """All borders. Where nothing is inked, one runs straight from where its line ends to where it goes on."""
    dense = shapely.segmentize(_lines(labels), 1.0)
    sides = numpy.sort(_sides(labels, dense), axis=0)
    return Arcs(_without_steps(_straight_gaps(dense, inked), labels.shape), *sides)


def outlines(labels: Array, lines: Sequence[Array], scale: int, field: Box) -> dict[int, BaseGeometry]:
    """The outline of every label but 0, in pixels of the picture; neighbours share their points.

    One pixel of labels is `scale` pixels of the picture; they fill the field, or a little more. Several sets
    of lines are tried one after the other, until none cross and no area is lost.
    """
    tried = (_tidied(labels, some) for every in lines for some in (_without_idle(every), every))
    shapes = next((made for made in tried if made), None) or plain_outlines(labels)
    left, top, right, bottom = field

    def placed(points: Array) -> Array:
        moved: Array = numpy.round(numpy.minimum(points * scale + (left, top), (right, bottom)), 2)
        return moved

    numbers = sorted(shapes)
    kept = shapely.transform(numpy.array([shapes[number] for number in numbers]), placed)
    return dict(zip(numbers, kept, strict=True))


def plain_outlines(labels: Array) -> dict[int, BaseGeometry]:
    """The outline of every label but 0, in pixels of the labels; neighbours share their points."""
    lines = _lines(labels)
    smooth = _without_steps(shapely.segmentize(lines, 1.0), labels.shape)
    return _tidied(labels, smooth) or _faces(labels, lines)


def _without_idle(lines: Array) -> Array:
    """Lines without points that say nothing; they may cross now where they came very near to each other."""
    return numpy.asarray(shapely.simplify(lines, _IDLE, preserve_topology=False))


def _tidied(labels: Array, lines: Array) -> dict[int, BaseGeometry]:
    """Outlines with few points; none if they would cross or an area be lost."""
    shapes = _faces(labels, lines)
    numbers = sorted(shapes)
    tidy = shapely.coverage_simplify([shapes[number] for number in numbers], _TIDY)
    whole = (numpy.flatnonzero(numpy.bincount(labels.ravel())[1:]) + 1).tolist() == numbers
    if not whole or not shapely.coverage_is_valid(tidy) or shapely.is_empty(tidy).any():
        return {}
    return dict(zip(numbers, tidy, strict=True))


def tidy_length(line: BaseGeometry) -> float:
    """How long a line is in tidy outlines: without points that hardly matter, the least of them first."""
    points = shapely.get_coordinates(line)
    while len(points) > 2:
        ahead, beyond = points[1:-1] - points[:-2], points[2:] - points[:-2]
        areas = numpy.abs(ahead[:, 0] * beyond[:, 1] - ahead[:, 1] * beyond[:, 0]) / 2
        least = int(areas.argmin())
        if areas[least] > _TIDY**2:
            break
        points = numpy.concatenate((points[: least + 1], points[least + 2 :]))
    return float(numpy.hypot(*(points[1:] - points[:-1]).T).sum())


def _sides(labels: Array, dense: Array) -> Array:
    """The labels on both sides of every line along the sides of pixels: (2, lines)."""
    points, line = shapely.get_coordinates(dense, return_index=True)
    first = numpy.flatnonzero(numpy.concatenate(([True], line[1:] != line[:-1])))
    middle, along = (points[first] + points[first + 1]) / 2, points[first + 1] - points[first]
    aside = numpy.stack((-along[:, 1], along[:, 0]), axis=1) / 2
    wide = numpy.pad(labels, 1)
    beside = [numpy.floor(middle + side).astype(int) + 1 for side in (aside, -aside)]
    return numpy.stack([wide[at[:, 1], at[:, 0]] for at in beside])


def _lines(labels: Array) -> Array:
    """Where labels meet, as lines from one knot of three areas to the next, along the sides of pixels."""
    wide = numpy.pad(labels, 1)
    down, across = _runs(wide.T)[..., ::-1], _runs(wide)
    runs = shapely.linestrings(numpy.concatenate((down, across)))
    merged: Array = shapely.get_parts(shapely.line_merge(shapely.multilinestrings(runs)))
    return merged


def _straight_gaps(dense: Array, inked: Array) -> Array:
    """Lines dense with points become straight where nothing is inked, unless for long."""
    from scipy import ndimage

    points, line = shapely.get_coordinates(dense, return_index=True)
    corners = numpy.pad(ndimage.maximum_filter(inked, 3), ((0, 1), (0, 1)), mode="edge")
    x, y = numpy.round(points).astype(int).T
    held = _ends(line) | on_rim(points, inked.shape) | corners[y, x] | shapely.is_closed(dense)[line]
    at = numpy.flatnonzero(held)
    far = numpy.hypot(*numpy.diff(points[at], axis=0).T) > _LONG * max(inked.shape)
    every = numpy.arange(len(points))
    straight = numpy.stack([numpy.interp(every, at, points[at, axis]) for axis in (0, 1)], axis=1)
    kept = numpy.concatenate((far, [True]))[numpy.searchsorted(at, every, side="right") - 1]
    made = shapely.set_coordinates(dense.copy(), numpy.where(kept[:, None], points, straight))
    moved = numpy.zeros(len(dense), dtype=bool)
    moved[line[(straight != points).any(axis=1) & ~kept]] = True
    return numpy.where(crossed(made, moved) | (moved & _twins(points, line)), dense, made)


def _twins(points: Array, line: Array) -> Array:
    """Which lines have both ends in common with another: made straight, they would be one."""
    ends = points[_ends(line)].round().astype(numpy.int64)  # two of each line
    codes = numpy.sort((ends[:, 0] << 32 | ends[:, 1]).reshape(-1, 2))
    _, which, counts = numpy.unique(codes, axis=0, return_inverse=True, return_counts=True)
    return numpy.asarray(counts[which.ravel()] > 1)


def crossed(lines: Array, moved: Array) -> Array:
    """Which of the lines that were moved cross another, or themselves."""
    which = numpy.flatnonzero(moved)
    found = numpy.zeros(len(lines), dtype=bool)
    found[which] = ~shapely.is_simple(lines[which])
    one, _ = shapely.STRtree(lines).query(lines[which], predicate="crosses")
    found[which[one]] = True
    return found


def _without_steps(dense: Array, shape: tuple[int, ...]) -> Array:
    """Every point but the ends comes to lie between its neighbours; the picture's edges stay straight."""
    points, line = shapely.get_coordinates(dense, return_index=True)
    free = numpy.flatnonzero(~(_ends(line) | on_rim(points, shape)))
    for _ in range(_PASSES):
        points[free] = (points[free - 1] + 2 * points[free] + points[free + 1]) / 4
    return numpy.asarray(shapely.set_coordinates(dense.copy(), points))


def _ends(line: Array) -> Array:
    """Which points are the first or the last of their line."""
    another = line[1:] != line[:-1]
    return numpy.concatenate(([True], another)) | numpy.concatenate((another, [True]))


def on_rim(points: Array, shape: tuple[int, ...]) -> Array:
    """Which points lie on the edge of a picture of this shape."""
    return numpy.asarray(((points <= 0) | (points >= (shape[1], shape[0]))).any(axis=1))


def _joined(parts: Sequence[BaseGeometry]) -> BaseGeometry:
    return parts[0] if len(parts) == 1 else shapely.MultiPolygon(parts)


def _faces(labels: Array, lines: Array) -> dict[int, BaseGeometry]:
    """The polygons of every label, between lines."""
    polygons = shapely.get_parts(shapely.polygonize(lines))
    inside = shapely.get_coordinates(shapely.point_on_surface(polygons)).astype(int)
    faces: dict[int, list[BaseGeometry]] = {}
    for polygon, number in zip(polygons, labels[inside[:, 1], inside[:, 0]].tolist(), strict=True):
        if number:
            faces.setdefault(number, []).append(polygon)
    return {number: _joined(parts) for number, parts in faces.items()}


def _runs(wide: Array) -> Array:
    """Sides between pixels above each other, joined along rows with the same labels: (n, 2 ends, x and y)."""
    upper, lower = wide[:-1], wide[1:]
    y, x = set_pixels(upper != lower)
    a, b = upper[y, x], lower[y, x]
    fresh = numpy.ones(len(x), dtype=bool)
    fresh[1:] = (y[1:] != y[:-1]) | (x[1:] != x[:-1] + 1) | (a[1:] != a[:-1]) | (b[1:] != b[:-1])
    first = numpy.nonzero(fresh)[0]
    last = numpy.append(first[1:], len(x)) - 1
    starts = numpy.stack((x[first] - 1, y[first]), axis=-1)
    ends = numpy.stack((x[last], y[last]), axis=-1)
    return numpy.stack((starts, ends), axis=1).astype(float)


def shared_lengths(shapes: Mapping[int, BaseGeometry]) -> dict[Pair, float]:
    """How long the common border of every two areas is; their outlines must share its points."""
    numbers, ends = [], []
    for number, shape in shapes.items():
        for part in shapely.get_parts(shape):
            for ring in (part.exterior, *part.interiors):
                points = shapely.get_coordinates(ring)
                ends.append(numpy.concatenate((points[:-1], points[1:]), axis=1))
                numbers.append(numpy.full(len(points) - 1, number))
    if not ends:
        return {}
    return _matched(numpy.concatenate(ends), numpy.concatenate(numbers))


def _matched(ends: Array, owner: Array) -> dict[Pair, float]:
    turned = (ends[:, 0] > ends[:, 2]) | ((ends[:, 0] == ends[:, 2]) & (ends[:, 1] > ends[:, 3]))
    ends = numpy.where(turned[:, None], ends[:, [2, 3, 0, 1]], ends)
    order = numpy.lexsort((owner, *ends.T))
    ends, owner = ends[order], owner[order]
    both = (ends[1:] == ends[:-1]).all(axis=1) & (owner[1:] != owner[:-1])
    lengths = numpy.hypot(ends[1:, 2] - ends[1:, 0], ends[1:, 3] - ends[1:, 1])[both]
    found: dict[Pair, float] = {}
    for a, b, length in zip(
        owner[:-1][both].tolist(), owner[1:][both].tolist(), lengths.tolist(), strict=True
    ):
        pair = (min(a, b), max(a, b))
        found[pair] = found.get(pair, 0.0) + length
    return found
