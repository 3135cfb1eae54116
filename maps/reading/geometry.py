"""The shapes of a board: zones.geojson and lines.geojson as polygons and lines in kilometres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy
import shapely
from shapely.errors import ShapelyError
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from maps.board import Area, Board
from maps.grids.grid import HexGrid
from maps.grids.projection import Projection
from maps.map_faults import MapFault
from maps.reading.courses import points_of, read_courses
from maps.reading.hexsettings import FORM as HEX_FORM
from maps.reading.settings import settings_faults
from maps.reading.tables import read_json

Pair = tuple[str, str]
_SLIT = 5e-5  # of a shape's size: nothing that is narrower can be seen
_TOGETHER = 0.02  # zones so near to a point meet in it
UNREADABLE = (ShapelyError, ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError)


@dataclass(frozen=True, slots=True)
class Line:
    """A river or a road: its feature word, its name, its course in kilometres, and where the file has it."""

    id: str
    name: str
    kind: str
    course: BaseGeometry
    where: str


@dataclass(frozen=True, slots=True)
class Geometry:
    """The polygons of zones and holes by id, and the lines; ``where`` is each zone's place in the file."""

    plane: Projection
    zones: dict[str, BaseGeometry] = field(default_factory=dict)
    where: dict[str, str] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)


def plane_of(toml: Mapping[str, Any]) -> Projection:
    """The plane in which kilometres are counted; some plane if map.toml names no origin."""
    match toml.get("origin"):
        case [int() | float() as lon, int() | float() as lat] if abs(lat) < 85:
            return Projection(float(lon), float(lat))
    return Projection(0.0, 0.0)


def board_geometry(folder: Path, board: Board, toml: Mapping[str, Any], faults: list[MapFault]) -> Geometry:
    """The shapes of a board: those of its grids and areas, else those of the files beside it."""
    if not board.is_gridded:
        return read_geometry(folder, plane_of(toml), faults)
    rings: dict[str, list[tuple[float, float]]] = {}
    if board.grid:
        rings |= {one: board.grid.corners(one) for one in board.grid.hexes}
    if board.squares:
        rings |= {one: board.squares.corners(one) for one in board.squares.squares}
    rings |= {one: list(area.outline) for one, area in board.areas.items()}
    zones = _polygons({one: ring for one, ring in rings.items() if one in board.spaces})
    where = {one: "area" if one in board.areas else "grid" for one in zones}
    faults += settings_faults(toml, HEX_FORM) if board.grid else []
    lines = _courses(folder, board.grid, toml, faults) if board.grid else []
    return Geometry(plane_of(toml), zones, where, lines)


def _polygons(rings: Mapping[str, list[tuple[float, float]]]) -> dict[str, BaseGeometry]:
    """Polygons by their rings, made all at once: a board has thousands."""
    corners = numpy.array([at for ring in rings.values() for at in ring]).reshape(-1, 2)
    which = numpy.repeat(numpy.arange(len(rings)), [len(ring) for ring in rings.values()])
    made = shapely.polygons(shapely.linearrings(corners, indices=which))
    return dict(zip(rings, made.tolist(), strict=True))


def _courses(folder: Path, grid: HexGrid, toml: Mapping[str, Any], faults: list[MapFault]) -> list[Line]:
    """Rivers and ways of hexes, by name, through the corners and centres they pass."""
    kinds = toml.get("features", {})
    return [
        Line(
            course.feature,
            course.name,
            str(kinds.get(course.feature, "")),
            shapely.MultiLineString(points_of(course, grid)),
            course.where,
        )
        for course in read_courses(folder, grid, faults)
    ]


def read_geometry(folder: Path, plane: Projection, faults: list[MapFault]) -> Geometry:
    """All shapes of a map folder; a feature that cannot be read becomes a fault and is left out."""
    geometry = Geometry(plane)
    for where, properties, outline in _features(folder / "zones.geojson", "Polygon", plane, faults):
        zone = str(properties.get("id", ""))
        if zone in geometry.zones:
            message = f"{zone} already has an outline, {geometry.where[zone]}"
            faults.append(MapFault("zones.geojson", where, "named twice", message, _at(outline, plane)))
        elif not outline.is_valid:
            reason = shapely.is_valid_reason(outline)
            message = f"the outline of {zone} crosses itself: {reason}"
            faults.append(MapFault("zones.geojson", where, "bad outline", message, _at(outline, plane)))
        else:
            geometry.zones[zone], geometry.where[zone] = outline, where
    for where, properties, course in _features(folder / "lines.geojson", "LineString", plane, faults):
        feature, name, sort = (str(properties.get(key, "")) for key in ("id", "name", "kind"))
        geometry.lines.append(Line(feature, name, sort, course, where))
    return geometry


def _features(
    path: Path, kind: str, plane: Projection, faults: list[MapFault]
) -> Iterator[tuple[str, dict[str, Any], BaseGeometry]]:
    """Place in the file, properties, and shape in kilometres of every feature of this kind."""
    document = read_json(path, faults)
    features = document.get("features") if isinstance(document, dict) else None
    if not isinstance(features, list):
        if document is not None:
            faults.append(MapFault(path.name, "", "not GeoJSON", "write a FeatureCollection with features"))
        return
    for number, feature in enumerate(features, start=1):
        try:
            properties = dict(feature["properties"] or {})
            where = f"feature {number} ({properties.get('id', 'no id')})"
            yield where, properties, _shape(feature["geometry"], kind, plane)
        except UNREADABLE as error:
            message = f"no {kind} of longitudes and latitudes can be read from it: {error}"
            faults.append(MapFault(path.name, f"feature {number}", "bad feature", message))


def _shape(geometry: dict[str, Any], kind: str, plane: Projection) -> BaseGeometry:
    if geometry["type"] not in (kind, f"Multi{kind}"):
        raise ValueError(f"it is a {geometry['type']}")
    degrees = shapely.force_2d(shape(geometry))
    points = shapely.get_coordinates(degrees)
    if not len(points) or not numpy.isfinite(points).all() or numpy.abs(points).max() > 180:
        raise ValueError("a coordinate is missing or beyond 180 degrees")
    return shapely.transform(degrees, lambda xy: numpy.column_stack(plane.to_km(xy[:, 0], xy[:, 1])))


def _at(outline: BaseGeometry, plane: Projection) -> tuple[float, float]:
    middle = outline.centroid
    return plane.to_degrees(middle.x, middle.y)


def outlines(shape: BaseGeometry) -> Iterator[list[tuple[float, float]]]:
    """The rings of a polygon, or of several, as they are drawn; each ends where it begins.

    An area written as one ring has a slit that leads out from each enclave: it is no border, and left out.
    """
    for part in shapely.get_parts(shape):
        whole = _without_slits(part)
        for ring in (whole.exterior, *whole.interiors):
            yield [(x, y) for x, y in ring.coords]


def _without_slits(part: BaseGeometry) -> BaseGeometry:
    west, south, east, north = part.bounds
    reach = _SLIT * max(east - west, north - south)
    closed = part.buffer(reach, join_style="mitre").buffer(-reach, join_style="mitre")
    return closed if closed.geom_type == "Polygon" and len(closed.interiors) > len(part.interiors) else part


def touching_pairs(shapes: Mapping[str, BaseGeometry]) -> Iterator[Pair]:
    """Every two shapes that touch, if only in a point, or overlap: each pair once, in the given order."""
    names, outlines = list(shapes), list(shapes.values())
    if not outlines:
        return
    first, second = shapely.STRtree(outlines).query(outlines, predicate="intersects")
    for a, b in sorted(zip(first.tolist(), second.tolist(), strict=True)):
        if a < b:
            yield names[a], names[b]


def shared_border(a: BaseGeometry, b: BaseGeometry) -> BaseGeometry:
    """The line along which two zones touch, in the units of the zones; empty if there is none."""
    common = shapely.intersection(a, b)
    sides = [part for part in shapely.get_parts(common) if part.geom_type in ("LineString", "LinearRing")]
    return shapely.line_merge(shapely.union_all(sides))


def meeting_points(zones: Iterable[BaseGeometry]) -> BaseGeometry:
    """Every point where three or more zones meet, in the units of the zones: who touches whom shows there."""
    shapes = list(zones)
    corners = shapely.points(numpy.unique(shapely.get_coordinates(shapes), axis=0))
    at, _ = shapely.STRtree(shapes).query(corners, predicate="dwithin", distance=_TOGETHER)
    shared = numpy.bincount(at, minlength=len(corners)) >= 3
    return shapely.MultiPoint(corners[shared].tolist())


def area_shape(area: Area) -> BaseGeometry:
    """The ground of an area, all its parts."""
    parts = [shapely.make_valid(shapely.Polygon(ring)) for ring in (area.outline, *area.also)]
    return parts[0] if len(parts) == 1 else shapely.union_all(parts)


def border_lengths(shapes: Mapping[str, BaseGeometry]) -> dict[Pair, float]:
    """How long the common border is of every two areas that meet, the lesser id first; 0 at a corner.

    Lengths are in the units of the shapes.
    """
    pairs = touching_pairs({one: shapes[one] for one in sorted(shapes)})
    return {(a, b): float(shared_border(shapes[a], shapes[b]).length) for a, b in pairs}
