"""Outlines of labelled pixels, which share their borders point by point; and who touches whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Array = NDArray[Any]
Pair = tuple[int, int]
_TIDY = 2.0  # pixels: how far outlines may leave the steps of the pixels


def outlines(
    labels: Array, scale: int, size: tuple[int, int], shift: tuple[int, int]
) -> dict[int, BaseGeometry]:
    """The outline of every label but 0, simplified, in pixels of the picture; neighbours share their points.

    `labels` is (rows, columns) of whole numbers, each pixel of it as large as `scale` by `scale` pixels of the
    picture; `size` is the width and height they cover there, which may be less than they could, and `shift`
    where the first of them begins.
    """
    faces = _faces(labels)
    if not faces:
        return {}
    numbers = sorted(faces)
    shapes = [_joined(faces[number]) for number in numbers]
    tidy = shapely.coverage_simplify(shapes, _TIDY)
    if not shapely.coverage_is_valid(tidy) or shapely.is_empty(tidy).any():
        tidy = numpy.array(shapes)

    def placed(points: Array) -> Array:
        moved: Array = numpy.round(numpy.minimum(points * scale, size) + shift, 2)
        return moved

    return dict(zip(numbers, shapely.transform(tidy, placed), strict=True))


def _joined(parts: Sequence[BaseGeometry]) -> BaseGeometry:
    return parts[0] if len(parts) == 1 else shapely.MultiPolygon(parts)


def _faces(labels: Array) -> dict[int, list[BaseGeometry]]:
    """The polygons of every label, of sides of pixels."""
    wide = numpy.pad(labels, 1)
    down, across = _runs(wide.T)[..., ::-1], _runs(wide)
    lines = shapely.linestrings(numpy.concatenate((down, across)))
    merged = shapely.get_parts(shapely.line_merge(shapely.multilinestrings(lines)))
    polygons = shapely.get_parts(shapely.polygonize(merged))
    inside = shapely.get_coordinates(shapely.point_on_surface(polygons)).astype(int)
    faces: dict[int, list[BaseGeometry]] = {}
    for polygon, number in zip(polygons, labels[inside[:, 1], inside[:, 0]].tolist(), strict=True):
        if number:
            faces.setdefault(number, []).append(polygon)
    return faces


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
