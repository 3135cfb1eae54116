"""Outlines back to pixels: to which of several shapes the middle of each pixel belongs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry


def rasterised(shapes: Mapping[int, BaseGeometry], size: tuple[int, int]) -> NDArray[Any]:
    """The number of the shape around every pixel's middle, -1 where there is none; size is width, height."""
    wide, high = size
    made = numpy.full((high, wide), -1)
    for number, shape in shapes.items():
        inside = numpy.zeros((high, wide + 1), dtype=numpy.int32)
        for part in shapely.get_parts(shape):
            for ring in (part.exterior, *part.interiors):
                _toggle(inside, shapely.get_coordinates(ring))
        made[numpy.cumsum(inside, axis=1)[:, :-1] % 2 == 1] = number
    return made


def _toggle(inside: NDArray[Any], points: NDArray[Any]) -> None:
    """Count, row by row, the places where a ring is crossed."""
    high, wide = inside.shape
    for (ax, ay), (bx, by) in zip(points[:-1].tolist(), points[1:].tolist(), strict=True):
        first, last = sorted((ay, by))
        rows = numpy.arange(max(0, int(numpy.ceil(first - 0.5))), min(high, int(numpy.ceil(last - 0.5))))
        if len(rows):
            x = ax + (rows + 0.5 - ay) * (bx - ax) / (by - ay)
            columns = numpy.clip(numpy.ceil(x - 0.5).astype(int), 0, wide - 1)
            numpy.add.at(inside, (rows, columns), 1)
