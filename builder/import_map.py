"""The boards of somebody's module as places with outlines, and the main one as a map folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from builder.check_maps import outline
from builder.grids import Point
from builder.import_cells import cells
from builder.import_text import Table, toml_text, unique
from builder.locations import Board, Places
from builder.modulefile import MAPS, ModuleFile
from builder.nodes import Node, every
from maps.projection import Projection
from maps.space import slug

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

KM_PER_PIXEL = 0.1
_TOUCHING = 3.0
_CONTACT = 8.0
_MM_PER_PIXEL = 25.4 / 120


@dataclass(slots=True)
class Place:
    """A named place of a board: its name as VASSAL says it, its ground in pixels, where else it is shown."""

    id: str
    name: str
    ground: BaseGeometry
    elsewhere: list[BaseGeometry] = field(default_factory=list)

    @property
    def centre(self) -> Point:
        """A point inside."""
        point = self.ground.representative_point()
        return int(point.x), int(point.y)


@dataclass(slots=True)
class BoardFound:
    """A board of the module with its places, and what could not be carried over."""

    map: str
    name: str
    image: str
    size: Point
    kind: str
    places: dict[str, Place] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)

    def at(self, point: Point) -> Place | None:
        """The place that holds a point, the first of several."""
        from shapely import Point as Spot

        return next((place for place in self.places.values() if place.ground.intersects(Spot(point))), None)

    def facts(self) -> dict[str, Any]:
        """The board as plain data."""
        places = [
            {"id": p.id, "name": p.name, "centre": list(p.centre), "outline": _corners(p.ground)}
            for p in self.places.values()
        ]
        return {
            "map": self.map, "board": self.name, "image": self.image, "size": list(self.size),
            "grid": self.kind, "places": places,
        }  # fmt: skip


def _corners(ground: BaseGeometry) -> list[list[int]]:
    shell = max(_polygons(ground), key=lambda part: part.area)
    return [[round(x), round(y)] for x, y in shell.exterior.coords[:-1]]


def find_boards(module: ModuleFile, places: Places) -> list[BoardFound]:
    """All boards of all maps, in the order of the module."""
    found = []
    for node in module.of(*MAPS):
        boards = places.windows[node.get("mapName")].boards
        for board in (one for one in every(node) if one.kind == "Board"):
            laid = boards[board.get("name")]
            one = BoardFound(node.get("mapName"), board.get("name"), board.get("image"), laid.size, "none")
            _fill(one, board, laid)
            found.append(one)
    return found


def _fill(found: BoardFound, node: Node, laid: Board) -> None:
    from shapely import box

    for name, ground in _places(found, node, laid, box(0, 0, *found.size)):
        _add(found, name, ground)


def _add(found: BoardFound, name: str, ground: BaseGeometry) -> None:
    parts = [part for part in _polygons(ground) if part.area >= 1]
    if not parts:
        found.lost.append(f"board {found.name}: {name!r} has no ground of its own")
        return
    same = next((place for place in found.places.values() if place.name == name), None)
    largest = max(parts, key=lambda part: part.area)
    if same is None:
        one = unique(slug(name) or f"place-{len(found.places) + 1}", found.places)
        found.places[one] = Place(one, name, largest)
        return
    found.lost.append(f"board {found.name}: {name!r} stands there twice; only its larger outline is kept")
    same.elsewhere.append(min(same.ground, largest, key=lambda part: part.area))
    same.ground = max(same.ground, largest, key=lambda part: part.area)


def _places(
    found: BoardFound, node: Node, laid: Board, ground: BaseGeometry
) -> Iterator[tuple[str, BaseGeometry]]:
    """The named parts of a board; of a zone, only what no earlier zone covers."""
    for grid in (child for child in node.children() if child.kind.endswith("Grid")):
        found.kind = grid.kind
        if grid.kind != "ZonedGrid":
            yield from cells(laid, grid, ground, found.lost)
            continue
        parts, free = list(grid.children()), ground
        for zone in (part for part in parts if part.kind == "Zone"):
            shape = _shape(found, zone)
            yield from _zone(found, zone, laid, shape.intersection(free))
            free = free.difference(shape)
        for behind in (part for part in parts if part.kind.endswith("Grid")):
            found.kind = f"zones and {behind.kind}"
            yield from cells(laid, behind, free, found.lost)


def _shape(found: BoardFound, zone: Node) -> BaseGeometry:
    from shapely import Polygon, make_valid

    corners = outline(zone.get("path"))
    if not corners:
        found.lost.append(f"board {found.name}: zone {zone.get('name')!r} has no outline")
    return make_valid(Polygon(corners))


def _zone(
    found: BoardFound, zone: Node, laid: Board, ground: BaseGeometry
) -> Iterator[tuple[str, BaseGeometry]]:
    grids = [child for child in zone.children() if child.kind.endswith("Grid")]
    named_itself = "$gridLocation$" not in zone.element.get("locationFormat", "$name$")
    if named_itself or not grids:
        yield zone.get("name"), ground
    for grid in [] if named_itself else grids:
        yield from cells(laid, grid, ground, found.lost)


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    parts: Iterable[Any] = getattr(shape, "geoms", [shape])
    return [part for part in parts if part.geom_type == "Polygon"]


def main_board(boards: Sequence[BoardFound]) -> BoardFound | None:
    """The board the game is played on: the one with the most places."""
    return max(boards, key=lambda board: len(board.places), default=None)


# The map folder


def map_files(game: str, title: str, board: BoardFound) -> dict[str, str]:
    """map.toml, places.csv, links.csv and zones.geojson of a board. A pixel is a tenth of a kilometre."""
    plane = Projection(0.0, 0.0)
    places, links = Table("id", "name", "lat", "lon"), Table("zone", "neighbour", "features")
    features = []
    names = _names(board.places)
    for place in board.places.values():
        lon, lat = _degrees(plane, place.centre)
        places.row(place.id, names[place.id], f"{lat:.6f}", f"{lon:.6f}")
        ring = [list(_degrees(plane, corner)) for corner in _closed(place.ground)]
        shape = {"type": "Polygon", "coordinates": [ring]}
        features.append({"type": "Feature", "properties": {"id": place.id}, "geometry": shape})
    for one, other in _contacts(board.places):
        links.row(one, other, "")
    shapes = {"type": "FeatureCollection", "features": features}
    return {
        "map.toml": toml_text(_settings(game, title, board, plane)),
        "places.csv": places.text,
        "links.csv": links.text,
        "zones.geojson": json.dumps(shapes, indent=0) + "\n",
        "lines.geojson": json.dumps({"type": "FeatureCollection", "features": []}) + "\n",
    }


def _closed(ground: BaseGeometry) -> list[Point]:
    corners = [(x, y) for x, y in _corners(ground)]
    return [*corners, corners[0]]


def _names(places: Mapping[str, Place]) -> dict[str, str]:
    """Names whose slug is the id: a second place of a kind gets its number into its name."""
    return {one: place.name if slug(place.name) == one else one.replace("-", " ").capitalize()
            for one, place in places.items()}  # fmt: skip


def _degrees(plane: Projection, point: Point) -> tuple[float, float]:
    lon, lat = plane.to_degrees(point[0] * KM_PER_PIXEL, -point[1] * KM_PER_PIXEL)
    return round(lon, 6), round(lat, 6)


def _contacts(places: Mapping[str, Place]) -> Iterator[tuple[str, str]]:
    """Places whose borders run beside each other for a while, each pair both ways."""
    from shapely import STRtree, union_all

    ids = list(places)
    shown = ([place.ground, *place.elsewhere] for place in places.values())
    wide = [union_all([part.buffer(_TOUCHING / 2) for part in parts]) for parts in shown]
    tree = STRtree(wide)
    for n, one in enumerate(ids):
        for near in sorted(int(found) for found in tree.query(wide[n])):
            common = wide[n].intersection(wide[near])
            if near != n and common.length / 2 > _CONTACT + _TOUCHING:
                yield one, ids[near]


def _settings(game: str, title: str, board: BoardFound, plane: Projection) -> dict[str, Any]:
    (west, north), (east, south) = _degrees(plane, (0, 0)), _degrees(plane, board.size)
    wide, high = (max(60.0, min(1900.0, round(side * _MM_PER_PIXEL, 1))) for side in board.size)
    return {
        "game": game,
        "title": title,
        "origin": [0.0, 0.0],
        "bounds": [west, south, east, north],
        "tolerance_km": _CONTACT * KM_PER_PIXEL,
        "facts": {},
        "features": {},
        "sheet": {
            "size_mm": [wide + 10, high + 10],
            "map_mm": [5, 5, wide, high],
            "stretch_rounds": 0,
        },
    }
