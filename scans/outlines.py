"""Outlines of labelled pixels: an exact coverage, in which neighbours share their borders point by point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Array = NDArray[Any]
Pair = tuple[int, int]
_TIDY = 1.45  # pixels: how far simpler outlines may leave those of the pixels
_PASSES = 4  # so often are the steps of the pixels smoothed


def outlines(labels: Array) -> dict[int, BaseGeometry]:
    """The outline of every label but 0, in pixels of the labels; neighbours share their points."""
    if not labels.any():
        return {}
    lines = _lines(labels)
    smooth = _without_steps(shapely.segmentize(lines, 1.0), labels.shape)
    return _tidied(labels, smooth) or _tidied(labels, lines) or _faces(labels, lines)


def _tidied(labels: Array, lines: Array) -> dict[int, BaseGeometry]:
    """Outlines with few points; none if they would cross or an area be lost."""
    shapes = _faces(labels, lines)
    numbers = sorted(shapes)
    tidy = shapely.coverage_simplify([shapes[number] for number in numbers], _TIDY)
    whole = (numpy.flatnonzero(numpy.bincount(labels.ravel())[1:]) + 1).tolist() == numbers
    if not whole or not shapely.coverage_is_valid(tidy) or shapely.is_empty(tidy).any():
        return {}
    return dict(zip(numbers, tidy, strict=True))


def _lines(labels: Array) -> Array:
    """Where labels meet, as lines from one knot of three areas to the next, along the sides of pixels."""
    wide = numpy.pad(labels, 1)
    down, across = _runs(wide.T)[..., ::-1], _runs(wide)
    runs = shapely.linestrings(numpy.concatenate((down, across)))
    merged: Array = shapely.get_parts(shapely.line_merge(shapely.multilinestrings(runs)))
    return merged


def _runs(wide: Array) -> Array:
    """Sides between pixels above each other, joined along rows with the same labels: (n, 2 ends, x and y)."""
    upper, lower = wide[:-1], wide[1:]
    y, x = numpy.nonzero(upper != lower)
    a, b = upper[y, x], lower[y, x]
    fresh = numpy.ones(len(x), dtype=bool)
    fresh[1:] = (y[1:] != y[:-1]) | (x[1:] != x[:-1] + 1) | (a[1:] != a[:-1]) | (b[1:] != b[:-1])
    first = numpy.nonzero(fresh)[0]
    last = numpy.append(first[1:], len(x)) - 1
    starts = numpy.stack((x[first] - 1, y[first]), axis=-1)
    ends = numpy.stack((x[last], y[last]), axis=-1)
    return numpy.stack((starts, ends), axis=1).astype(float)


def _without_steps(dense: Array, shape: tuple[int, ...]) -> Array:
    """Every point but the ends comes to lie between its neighbours; the picture's edges stay straight."""
    points, line = shapely.get_coordinates(dense, return_index=True)
    free = numpy.flatnonzero(~(_ends(line) | _on_rim(points, shape)))
    for _ in range(_PASSES):
        points[free] = (points[free - 1] + 2 * points[free] + points[free + 1]) / 4
    return numpy.asarray(shapely.set_coordinates(dense.copy(), points))


def _ends(line: Array) -> Array:
    """Which points are the first or the last of their line."""
    another = line[1:] != line[:-1]
    return numpy.concatenate(([True], another)) | numpy.concatenate((another, [True]))


def _on_rim(points: Array, shape: tuple[int, ...]) -> Array:
    """Which points lie on the edge of a picture of this shape."""
    return numpy.asarray(((points <= 0) | (points >= (shape[1], shape[0]))).any(axis=1))


def _faces(labels: Array, lines: Array) -> dict[int, BaseGeometry]:
    """The polygons of every label, between lines."""
    polygons = shapely.get_parts(shapely.polygonize(lines))
    inside = shapely.get_coordinates(shapely.point_on_surface(polygons)).astype(int)
    faces: dict[int, list[BaseGeometry]] = {}
    for polygon, number in zip(polygons, labels[inside[:, 1], inside[:, 0]].tolist(), strict=True):
        if number:
            faces.setdefault(number, []).append(polygon)
    return {number: _joined(parts) for number, parts in faces.items()}


def _joined(parts: Sequence[BaseGeometry]) -> BaseGeometry:
    return parts[0] if len(parts) == 1 else shapely.MultiPolygon(parts)


def shared_lengths(shapes: Mapping[int, BaseGeometry]) -> dict[Pair, float]:
    """How long the common border of every two areas is; their outlines must share its points."""
    numbers = sorted(shapes)
    rims = shapely.boundary([shapes[number] for number in numbers])
    one, other = shapely.STRtree(rims).query(rims, predicate="intersects")
    one, other = one[one < other], other[one < other]
    lengths = shapely.length(shapely.intersection(rims[one], rims[other]))
    pairs = zip(one.tolist(), other.tolist(), lengths.tolist(), strict=True)
    return {(numbers[a], numbers[b]): length for a, b, length in pairs if length}
