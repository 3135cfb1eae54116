"""Areas made to meet: drawn one by one, they overlap, miss one another, or leave a band of ink between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from shapely.geometry.base import BaseGeometry

from maps.imports.drawing import polygons
from maps.map_faults import MapError, MapFault
from scans.outlines import outlines

LOOSE = 0.004
"""Of the drawing's size: borders drawn by hand miss one another by so much."""
_GAPS = 0.02  # of what lies between borders so far apart: less is the rounding of corners
_PIXELS = 4000  # along the longer side, where areas are parted by bands

Array = NDArray[Any]


def meeting(areas: Mapping[str, BaseGeometry]) -> dict[str, BaseGeometry]:
    """The same areas with borders that they share point by point: small gaps and overlaps are gone.

    Where two overlap, the smaller one has the ground: an island drawn over its sea. Bands between areas,
    where the ink of a border was left out, go to whichever area is nearer, pixel by pixel: outlines mended
    so are exact to a 4000th of the drawing. Raises MapError for an area of which nothing is left.
    """
    shapes: list[BaseGeometry] = list(areas.values())
    loose = size_of(shapes) * LOOSE
    if not shapely.coverage_is_valid(shapes, gap_width=loose):
        shapes = _cleaned(shapes, loose)
    if _parted(shapes, loose):
        shapes = _grown(shapes, loose)
    lost = [name for name, shape in zip(areas, shapes, strict=True) if shape.is_empty]
    if lost:
        message = "other areas lie over all of it; is it drawn twice, under two names?"
        raise MapError(tuple(MapFault("areas", name, "nothing left", message) for name in lost))
    return dict(zip(areas, shapes, strict=True))


def size_of(shapes: Sequence[BaseGeometry]) -> float:
    """The longer side of the rectangle around shapes."""
    west, south, east, north = shapely.total_bounds(shapes).tolist()
    return float(max(east - west, north - south))


def _cleaned(shapes: Sequence[BaseGeometry], loose: float) -> list[BaseGeometry]:
    made = shapely.coverage_clean(
        shapes, gap_width=loose, snapping_distance=loose / 8, merge_strategy="min_area"
    )
    return [polygons(shape) for shape in made]


def _parted(shapes: Sequence[BaseGeometry], loose: float) -> bool:
    """Do bands of nobody's ground, too long to be small gaps, run between the areas?"""
    whole = shapely.union_all(shapes)
    closed = whole.buffer(loose / 2).buffer(-loose / 2)
    return bool(closed.area - whole.area > _GAPS * loose * whole.length)


def _grown(shapes: Sequence[BaseGeometry], loose: float) -> list[BaseGeometry]:
    """All areas grown into the bands between them alike, until they meet."""
    west, south, east, north = shapely.total_bounds(shapes).tolist()
    scale = _PIXELS / max(east - west, north - south)
    labels = _painted(
        shapes, (west, north), scale, (round((east - west) * scale), round((north - south) * scale))
    )
    reach = round(loose / 2 * scale)
    room = _closed(labels > 0, reach)
    for step in range(reach):
        labels = numpy.where(room, _wider(labels, step % 2 == 1), labels)
    found = outlines(labels)
    empty = shapely.Polygon()
    drawn = [found.get(number, empty) for number in range(1, len(shapes) + 1)]

    def placed(points: Array) -> Array:
        return numpy.asarray(points / scale * (1, -1) + (west, north))

    return list(shapely.transform(numpy.array(drawn, dtype=object), placed))


def _painted(
    shapes: Sequence[BaseGeometry], corner: tuple[float, float], scale: float, size: tuple[int, int]
) -> Array:
    """Each area as pixels of its number, from 1; the smaller ones over the larger ones."""
    picture = Image.new("I", size)
    ink = ImageDraw.Draw(picture)
    for number in sorted(range(len(shapes)), key=lambda one: -shapes[one].area):
        for part in shapely.get_parts(shapes[number]):
            for ring, fill in ((part.exterior, number + 1), *((hole, 0) for hole in part.interiors)):
                points = (shapely.get_coordinates(ring) - corner) * (scale, -scale) - 0.5
                ink.polygon(list(map(tuple, points.tolist())), fill=fill)
    return numpy.asarray(picture)


def _wider(labels: Array, corners: bool) -> Array:
    """Every pixel without a number gets that of a neighbour, with `corners` also of one at a corner."""
    wide = numpy.pad(labels, 1)
    middle = wide[1:-1, 1:-1].copy()
    near = [wide[:-2, 1:-1], wide[2:, 1:-1], wide[1:-1, :-2], wide[1:-1, 2:]]
    near += [wide[:-2, :-2], wide[:-2, 2:], wide[2:, :-2], wide[2:, 2:]] if corners else []
    for other in near:
        numpy.copyto(middle, other, where=middle == 0)
    return middle


def _closed(filled: Array, reach: int) -> Array:
    """Pixels filled, or in a band between filled ones; at the picture's edge nothing is lost."""
    wide = numpy.pad(filled, reach + 1)
    for step in range(reach):
        wide = _wider(wide, step % 2 == 1)
    free = ~wide
    for step in range(reach):
        free = _wider(free, step % 2 == 1)
    return numpy.asarray(~free[reach + 1 : -reach - 1, reach + 1 : -reach - 1] | filled)
