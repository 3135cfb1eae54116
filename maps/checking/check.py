"""Hold a map's tables against its shapes: contacts are computed from the polygons and compared both ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from maps.board import Board
from maps.checking.areas import check_areas
from maps.checking.hexes import check_hexes
from maps.checking.squares import check_squares
from maps.drawing.art import read_art
from maps.map_faults import MapFault
from maps.reading.geometry import (
    Geometry,
    Line,
    Pair,
    board_geometry,
    outlines,
    shared_border,
    touching_pairs,
)
from maps.reading.gridmap import KINDS
from maps.reading.load import find_map, read_board
from maps.reading.settings import look_faults, settings_faults
from maps.reading.tables import read_toml

SLIVER_KM2 = 0.05  # gaps and overlaps smaller than this are rounding
ASTRAY_KM = 1.0  # a river may leave its border for this far
NEAR_KM = 0.3  # what lies this close to a border lies on it


@dataclass(frozen=True, slots=True)
class Checked:
    """A map with its shapes, the contacts found in them (both ways), and every fault."""

    board: Board
    geometry: Geometry
    contacts: Mapping[Pair, BaseGeometry]
    faults: tuple[MapFault, ...]

    def outlines(self, zone: str) -> Iterator[list[tuple[float, float]]]:
        """The rings around a space and around its islands, in map units."""
        yield from outlines(self.geometry.zones[zone])
        for ring in self.board.areas[zone].also if zone in self.board.areas else ():
            yield from outlines(shapely.Polygon(ring))


def check_map(game: str | Path) -> Checked:
    """Read a game's map and compare tables and shapes; MapError only if there is no such map at all."""
    folder = find_map(game)
    board, faults = read_board(folder)
    toml = read_toml(folder / "map.toml", [])
    faults += list(settings_faults(toml)) or look_faults(toml)
    unread = not board.is_gridded and any(kind in toml for kind in KINDS)
    geometry = board_geometry(folder, board, toml, [] if unread else faults)
    if unread:  # what is wrong with the grid says all: there are no shapes of zones beside it
        return Checked(board, geometry, {}, tuple(faults))
    art = read_art(folder, board, toml, faults)
    if art:
        faults += art.damage()
    if board.is_gridded:
        faults += [*check_hexes(board, toml, folder), *check_squares(board, geometry, toml)]
        faults += check_areas(board, toml)
        return Checked(board, geometry, {}, tuple(faults))
    contacts = find_contacts(geometry, _tolerance(toml, faults))
    if geometry.zones:  # without any, the faults of the file itself say all there is to say
        faults += _compare(board, geometry, contacts, toml)
    return Checked(board, geometry, contacts, tuple(faults))


def _compare(
    board: Board, geometry: Geometry, contacts: Mapping[Pair, BaseGeometry], toml: Mapping[str, Any]
) -> Iterator[MapFault]:
    holes = {str(hole.get("id")) for hole in _tables(toml.get("hole"))}
    yield from _faces(board, geometry, holes)
    yield from _overlaps(geometry)
    yield from _gaps(geometry, toml)
    yield from _strange_contacts(board, geometry, contacts)
    yield from _missing_contacts(board, geometry, contacts)
    for line in geometry.lines:
        if line.kind == "river":
            yield from _river(board, geometry, contacts, line)
        elif line.kind == "road":
            yield from _road(board, geometry, contacts, line)
    yield from _undrawn(board, geometry, contacts, toml)


def _tables(value: Any) -> list[dict[str, Any]]:
    return [table for table in value if isinstance(table, dict)] if isinstance(value, list) else []


def find_contacts(geometry: Geometry, tolerance_km: float) -> dict[Pair, BaseGeometry]:
    """Every pair of zones, both ways, whose common border is longer than the tolerance; the border in km."""
    contacts: dict[Pair, BaseGeometry] = {}
    for a, b in touching_pairs(geometry.zones):
        border = shared_border(geometry.zones[a], geometry.zones[b])
        if border.length > tolerance_km:
            contacts[a, b] = contacts[b, a] = border
    return contacts


def _tolerance(toml: Mapping[str, Any], faults: list[MapFault]) -> float:
    tolerance = toml.get("tolerance_km")
    if isinstance(tolerance, int | float) and 0 <= tolerance < 1000:
        return float(tolerance)
    message = f"read {tolerance!r}; write the length in kilometres up to which a border is a corner"
    faults.append(MapFault("map.toml", "tolerance_km", "bad value", message))
    return 0.0


def _at(geometry: Geometry, shape: BaseGeometry) -> tuple[float, float]:
    point = shape.interpolate(0.5, normalized=True) if shape.geom_type == "LineString" else shape.centroid
    lon, lat = geometry.plane.to_degrees(point.x, point.y)
    return (round(lon, 4), round(lat, 4))


def _faces(board: Board, geometry: Geometry, holes: set[str]) -> Iterator[MapFault]:
    """Faces that no table names, and zones without a face."""
    for zone, shape in geometry.zones.items():
        if zone not in board.spaces and zone not in holes:
            message = f"id {zone!r} has no line in places.csv and is not a hole in map.toml"
            yield MapFault(
                "zones.geojson", geometry.where[zone], "unnamed face", message, _at(geometry, shape)
            )
    for zone, space in board.spaces.items():
        if zone not in geometry.zones:
            at = geometry.plane.to_degrees(*space.centre)
            message = f"{zone} is in places.csv but has no polygon here"
            yield MapFault("zones.geojson", "", "no outline", message, (round(at[0], 4), round(at[1], 4)))


def _overlaps(geometry: Geometry) -> Iterator[MapFault]:
    for a, b in touching_pairs(geometry.zones):
        common = geometry.zones[a].intersection(geometry.zones[b])
        if common.area > SLIVER_KM2:
            message = f"{a} and {b} both cover {common.area:.2f} square kilometres"
            yield MapFault("zones.geojson", geometry.where[a], "overlap", message, _at(geometry, common))


def _gaps(geometry: Geometry, toml: Mapping[str, Any]) -> Iterator[MapFault]:
    """Land that no zone covers: inside the map's bounds if it has any, else closed in by zones."""
    covered = shapely.union_all(list(geometry.zones.values()))
    match toml.get("bounds"):
        case [
            int() | float() as west,
            int() | float() as south,
            int() | float() as east,
            int() | float() as north,
        ]:
            land = shapely.box(*geometry.plane.to_km(west, south), *geometry.plane.to_km(east, north))
        case _:
            land = shapely.union_all([shapely.Polygon(part.exterior) for part in _polygons(covered)])
    for gap in _polygons(land.difference(covered.buffer(0.01))):
        if gap.area > SLIVER_KM2:
            near = sorted(zone for zone, shape in geometry.zones.items() if shape.distance(gap) < NEAR_KM)
            message = (
                f"{gap.area:.2f} square kilometres belong to no zone, next to {', '.join(near) or 'none'}"
            )
            yield MapFault("zones.geojson", "", "gap", message, _at(geometry, gap))


def _polygons(shape: BaseGeometry) -> list[BaseGeometry]:
    return [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]


def _strange_contacts(
    board: Board, geometry: Geometry, contacts: Mapping[Pair, BaseGeometry]
) -> Iterator[MapFault]:
    """Zones that touch on the map but not in the list."""
    for (a, b), border in contacts.items():
        if a not in board.links or b not in board.links or board.adjacent(a, b):
            continue
        message = f"{a} and {b} touch for {border.length:.1f} km, but links.csv does not list {a} - {b}"
        yield MapFault("links.csv", f"{a} - {b}", "border without link", message, _at(geometry, border))


def _missing_contacts(
    board: Board, geometry: Geometry, contacts: Mapping[Pair, BaseGeometry]
) -> Iterator[MapFault]:
    """Zones that touch in the list but not on the map; a white line needs no border."""
    for a, near in board.links.items():
        for b, features in near.items():
            drawn = a in geometry.zones and b in geometry.zones
            if drawn and "white-line" not in features and (a, b) not in contacts:
                between = geometry.zones[a].centroid.union(geometry.zones[b].centroid)
                message = f"links.csv lists {a} - {b}, but on the map they share no border"
                yield MapFault(
                    "links.csv", f"{a} - {b}", "link without border", message, _at(geometry, between)
                )


def _river(
    board: Board, geometry: Geometry, contacts: Mapping[Pair, BaseGeometry], line: Line
) -> Iterator[MapFault]:
    """Reaches of a river that do not lie on a border which has the river's feature."""
    banks = [border for (a, b), border in contacts.items() if line.id in _features(board, a, b)]
    astray = line.course.difference(shapely.union_all(banks).buffer(NEAR_KM))
    for reach in shapely.get_parts(astray):
        if reach.length > ASTRAY_KM:
            message = (
                f"{reach.length:.1f} km of the {line.name} follow no border that links.csv gives to {line.id}"
            )
            yield MapFault("lines.geojson", line.where, "river off the border", message, _at(geometry, reach))


def _road(
    board: Board, geometry: Geometry, contacts: Mapping[Pair, BaseGeometry], line: Line
) -> Iterator[MapFault]:
    """Borders that a road crosses although links.csv gives them no road."""
    for (a, b), border in contacts.items():
        if a < b and "road" not in _features(board, a, b) and border.intersects(line.course):
            message = f"the road {line.name} crosses from {a} to {b}, which links.csv does not join by road"
            at = _at(geometry, border.intersection(line.course))
            yield MapFault("lines.geojson", line.where, "road off the links", message, at)


def _features(board: Board, a: str, b: str) -> frozenset[str]:
    return board.links.get(a, {}).get(b, frozenset())


def _undrawn(
    board: Board, geometry: Geometry, contacts: Mapping[Pair, BaseGeometry], toml: Mapping[str, Any]
) -> Iterator[MapFault]:
    """Borders that links.csv gives a river or a road which no line draws."""
    kinds = toml.get("features", {})
    for feature, kind in kinds.items() if isinstance(kinds, dict) else ():
        drawn = shapely.union_all([line.course for line in geometry.lines if line.id == feature])
        for (a, b), border in contacts.items():
            if a < b and feature in _features(board, a, b) and not _is_drawn(kind, border, drawn):
                message = f"links.csv gives {a} - {b} the {kind} {feature}, but no line here draws it"
                yield MapFault("lines.geojson", "", f"{kind} not drawn", message, _at(geometry, border))


def _is_drawn(kind: str, border: BaseGeometry, drawn: BaseGeometry) -> bool:
    """A river runs along at least half of its border; a road crosses it; other links need no line."""
    if kind == "river":
        return bool(border.intersection(drawn.buffer(NEAR_KM)).length > border.length / 2)
    return kind != "road" or bool(border.intersects(drawn))
