"""How the map lies on its sheet: a view of the whole country and, if map.toml asks for one, an insert.

Every view stretches its part of the map so that each zone has room for counters, then fits it into a frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy
import shapely
from shapely.geometry.base import BaseGeometry

from maps.board import Board
from maps.drawing.art import Art, read_art
from maps.drawing.warp import Frame, Warp
from maps.map_faults import MapError, MapFault
from maps.reading.geometry import Geometry, Line, board_geometry, meeting_points
from maps.reading.load import bundled_games, find_map, read_board
from maps.reading.palette import Palette, read_palette, usual_palette
from maps.reading.settings import look_faults, settings_faults
from maps.reading.tables import read_toml


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A part of the map in a frame: its zones and lines in millimetres of the sheet, y growing downwards. No
    two are one, as with sheets.

    ``meetings`` are the points where three or more zones meet; nothing that is printed should hide one.
    """

    frame: Frame
    window: tuple[float, float, float, float]
    warp: Warp
    zones: Mapping[str, BaseGeometry]
    lines: tuple[Line, ...]
    meetings: BaseGeometry

    def shape(self, shape: BaseGeometry) -> BaseGeometry:
        """A shape in kilometres, cut to the window, as it lies on the sheet."""
        return _on_sheet(shape, self.frame, self.window, self.warp)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point in kilometres as it lies on the sheet."""
        point = self.shape(shapely.Point(x, y))
        return (point.x, point.y)


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A board with its views: ``views[0]`` shows all of it, further views are inserts. No two are one,
    however like: so what is worked out from a sheet can be kept with it.

    ``art`` is the picture at the sheet's upper left corner on which such a board lies that is not drawn.
    """

    board: Board
    geometry: Geometry
    toml: Mapping[str, Any]
    size: tuple[float, float]
    views: tuple[View, ...]
    art: Art | None = None
    palette: Palette = field(default_factory=usual_palette)

    def river_mm(self, features: Iterable[str]) -> float:
        """The width of the widest river among these features, 0 if there is none."""
        kinds, widths = self.toml.get("features", {}), self.toml.get("sheet", {}).get("river_mm", {})
        return max((widths.get(word, 1.7) for word in features if kinds.get(word) == "river"), default=0.0)

    def home(self, zone: str) -> View:
        """The view in which a zone is played: the insert for its zones, the main map for all others."""
        facts = self.board.spaces[zone].facts if zone in self.board.spaces else {}
        return self.views[-1] if facts.get("insert") else self.views[0]


def lay_out(game: str | Path) -> Sheet:
    """Read a game's map and lay it on its sheet; MapError with all faults if it cannot be.

    The map of a bundled game is laid out once: to give every zone its room takes a second.
    """
    return _bundled(str(game)) if str(game) in bundled_games() else _laid_out(find_map(game))


@lru_cache(maxsize=4)
def _bundled(game: str) -> Sheet:
    return _laid_out(find_map(game))


def _laid_out(folder: Path) -> Sheet:
    board, faults = read_board(folder)
    toml = read_toml(folder / "map.toml", [])
    faults += settings_faults(toml)
    geometry = board_geometry(folder, board, toml, faults)
    missing = [zone for zone in board.spaces if zone not in geometry.zones]
    faults += [MapFault("zones.geojson", "", "no outline", f"{zone} has no polygon") for zone in missing]
    art, palette = read_art(folder, board, toml, faults), read_palette(folder, faults)
    if not faults:  # numbers that are none cannot be compared
        faults += look_faults(toml)
        faults += _too_small(toml.get("sheet", {}), art)
    if faults:
        raise MapError(faults)
    sheet = toml.get("sheet", {})
    size = _size(sheet, art)
    views = [_main_view(board, geometry, sheet, size, art)]
    if "insert" in sheet and any(_in_insert(board, zone) for zone in board.spaces):
        views.append(_insert_view(board, geometry, sheet))
    return Sheet(board, geometry, toml, size, tuple(views), art, palette)


def _too_small(sheet: Mapping[str, Any], art: Art | None) -> Iterator[MapFault]:
    """A sheet on which its art has no room."""
    if art is None or "size_mm" not in sheet:
        return
    wide, high = sheet["size_mm"]
    if wide < art.size_mm[0] - 0.1 or high < art.size_mm[1] - 0.1:
        least = " x ".join(f"{side:.1f}" for side in art.size_mm)
        message = f"size_mm is [{wide}, {high}]; the picture alone takes {least} mm at dpi = {art.dpi:g}"
        yield MapFault("map.toml", "sheet", "too small", message)


def _size(sheet: Mapping[str, Any], art: Art | None) -> tuple[float, float]:
    """Width and height of the sheet: as map.toml says, or as its art needs."""
    own = art.size_mm if art else (0.0, 0.0)
    wide, high = sheet.get("size_mm", own if art else (420.0, 297.0))
    return max(float(wide), own[0]), max(float(high), own[1])


def _main_view(
    board: Board,
    geometry: Geometry,
    sheet: Mapping[str, Any],
    size: tuple[float, float],
    art: Art | None,
) -> View:
    also = [shapely.Polygon(ring) for area in board.areas.values() for ring in area.also]
    if sheet.get("hexes", {}).get("beyond"):
        also += _missing(board)
    west, south, east, north = shapely.total_bounds([*geometry.zones.values(), *also]).tolist()
    window = (west, south, east, north)
    if art:
        areas = [1.0] * len(geometry.zones)
        return _view(geometry, geometry.zones, areas, art.frame(window), window, 0)
    frame = sheet.get("map_mm") or _largest_frame(window, size)
    if board.is_gridded:
        frame = _regular(frame, window)
    least, most = sheet.get("zone_km2", [0, 1e9])
    areas = []
    for zone, shape in geometry.zones.items():
        facts = board.spaces[zone].facts if zone in board.spaces else None
        room = sheet.get("room_km2", {}).get(zone)
        areas.append(room or _room(facts, shape.area, least, most))
    rounds = int(sheet.get("stretch_rounds", 0))
    return _view(geometry, geometry.zones, areas, tuple(frame), window, rounds)


def _missing(board: Board) -> list[shapely.Polygon]:
    """The ground of the hexes that the grid would have and the board has not."""
    if board.grid is None:
        return []
    corners, missing = board.grid.lattice.corners, board.grid.missing
    return [shapely.Polygon(corners(one)) for label, one in board.grid.printed() if label in missing]


def _largest_frame(window: tuple[float, float, float, float], size: tuple[float, float]) -> list[float]:
    """The largest frame of the window's shape on the sheet, with a margin."""
    west, south, east, north = window
    scale = min((size[0] - 14) / (east - west), (size[1] - 14) / (north - south))
    return [7, 7, (east - west) * scale, (north - south) * scale]


def _regular(frame: list[float], window: tuple[float, float, float, float]) -> list[float]:
    """As much of a frame as can be filled without making hexes or squares longer than they are."""
    left, top, width, height = frame
    west, south, east, north = window
    scale = min(width / (east - west), height / (north - south))
    return [left, top, (east - west) * scale, (north - south) * scale]


def _room(facts: Mapping[str, Any] | None, area: float, least: float, most: float) -> float:
    """The square kilometres a zone is drawn as: few if played in the insert, more with a marker."""
    if facts is None:
        return least / 4 or area
    if facts.get("insert") and least:
        return least * float((area / least) ** 0.6) / 2.5
    room = max(area, least) if area <= most else most * float((area / most) ** 0.3)
    return room * (1.25 if facts.get("city") else 1)


def _insert_view(board: Board, geometry: Geometry, sheet: Mapping[str, Any]) -> View:
    insert = sheet["insert"]
    west, south, east, north = insert["window"]
    window = (*geometry.plane.to_km(west, south), *geometry.plane.to_km(east, north))
    cut = {zone: shape.intersection(shapely.box(*window)) for zone, shape in geometry.zones.items()}
    zones = {zone: shape for zone, shape in cut.items() if shape.area > 1}
    own = [shape.area for zone, shape in zones.items() if _in_insert(board, zone)]
    middle = 1.4 * sum(own) / len(own)
    areas = [middle if _in_insert(board, zone) else shape.area * 0.7 for zone, shape in zones.items()]
    return _view(geometry, zones, areas, tuple(insert["frame_mm"]), window, int(insert["stretch_rounds"]))


def _in_insert(board: Board, zone: str) -> bool:
    return zone in board.spaces and bool(board.spaces[zone].facts.get("insert"))


def _view(
    geometry: Geometry,
    zones: Mapping[str, BaseGeometry],
    areas: list[float],
    frame: Frame,
    window: tuple[float, float, float, float],
    rounds: int,
) -> View:
    warp = Warp(list(zones.values()), areas, window, rounds)
    placed = _on_sheet(numpy.array(list(zones.values()), dtype=object), frame, window, warp)
    cut = [line.course.intersection(shapely.box(*window)) for line in geometry.lines]
    courses = _on_sheet(numpy.array(cut, dtype=object), frame, window, warp)
    lines = (replace(line, course=course) for line, course in zip(geometry.lines, courses, strict=True))
    meetings = meeting_points(placed)
    return View(frame, window, warp, dict(zip(zones, placed, strict=True)), tuple(lines), meetings)


def _on_sheet(shapes: Any, frame: Frame, window: tuple[float, float, float, float], warp: Warp) -> Any:
    """A shape, or an array of shapes, stretched and fitted into the frame."""
    left, top, width, height = frame
    west, south, east, north = window

    def fit(points: Any) -> Any:
        x, y = warp.points(points).T
        return numpy.column_stack(
            (left + (x - west) / (east - west) * width, top + (north - y) / (north - south) * height)
        )

    return shapely.transform(shapes, fit)


def links_in(sheet: Sheet, view: View) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Every contact, both ways, of two zones in this view, with its features."""
    for a, near in sheet.board.links.items():
        for b, features in near.items():
            if a in view.zones and b in view.zones:
                yield a, b, features
