"""A board found in somebody's module, written as a map folder: grids as such, all else as areas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from builder.importing.boards import BoardFound, Place
from builder.importing.grids import Native
from builder.importing.text import Table, toml_text
from builder.vassal.grids import Hexes

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Bounds = tuple[float, float, float, float]
_TOUCHING = 3.0
_CONTACT = 8.0
_ROOT3 = 3**0.5
_BESIDE_PX = 200.0
_MM_PER_PIXEL = 25.4 / 120
_SMALLEST_PX, _LARGEST_MM, _SMALLEST_MM, _MARGIN_MM = 30.0, 1900.0, 60.0, 5.0


class _Plane:
    """From pixels of the module's picture to map units: hexes become regular, all else is stretched alike."""

    def __init__(self, grids: Sequence[Native]) -> None:
        self.across = self.down = 1.0
        self.x = self.y = 0.0
        for grid in reversed(grids):  # hexes come first, and their first centre is where map units begin
            self.x, self.y = _centre(grid)
            if isinstance(grid.tiling, Hexes):
                regular = grid.tiling.pitch[1] * _ROOT3 / 2 / grid.tiling.pitch[0]
                self.across, self.down = (1.0, regular) if grid.tiling.sideways else (regular, 1.0)

    def point(self, x: float, y: float) -> list[float]:
        """A point in map units, which grow upwards."""
        return [round((x - self.x) * self.across, 3), round((self.y - y) * self.down, 3)]


def _centre(grid: Native) -> tuple[float, float]:
    """The pixel of the centre of the cell at the upper left."""
    (column, row), (dx, dy), (x0, y0) = grid.corner, grid.tiling.pitch, grid.tiling.origin
    if not isinstance(grid.tiling, Hexes):
        return x0 + column * dx, y0 + row * dy
    x, y = x0 + column * dx, y0 + row * dy + (dy / 2 if column % 2 else 0)
    return (y, x) if grid.tiling.sideways else (x, y)


def map_files(game: str, title: str, board: BoardFound, beside: Mapping[str, str]) -> dict[str, str]:
    """map.toml and, with areas that touch, links.csv of a board. A pixel of the module is one map unit.

    `beside` are names, by id, of further areas to be laid out at the right of the map.
    """
    plane = _Plane(board.grids)
    tables: dict[str, Any] = {"game": game, "title": title, "facts": {}, "features": {}}
    for grid in board.grids:
        tables["hexes" if isinstance(grid.tiling, Hexes) else "squares"] = _sized(grid, plane)
    bounds = _bounds(board)
    more, bounds = _beside(beside, bounds, plane)
    areas = [*(_area(place, plane) for place in board.areas), *more]
    tables["sheet"] = _sheet(board, plane, bounds)
    files = {"map.toml": toml_text(tables | ({"area": areas} if areas else {}))}
    noun = "area"
    for grid in reversed(board.grids):
        noun = "hex" if isinstance(grid.tiling, Hexes) else "square"
    links = Table(noun, "neighbour", "features")
    for one, other in _contacts(board.areas):
        links.row(one, other, "")
    return {**files, "links.csv": links.text} if links.rows else files


def _sized(grid: Native, plane: _Plane) -> dict[str, Any]:
    (dx, dy), table = grid.tiling.pitch, grid.table()
    if isinstance(grid.tiling, Hexes):
        sizes: dict[str, Any] = {"pitch": round(dy, 4)}
    else:
        wide, high = round(dx * plane.across, 4), round(dy * plane.down, 4)
        sizes = {"wide": wide, "high": high, "origin": plane.point(*_centre(grid))}
    return {**sizes, **table}


def _area(place: Place, plane: _Plane) -> dict[str, Any]:
    also = [_ring(part, plane) for part in place.elsewhere]
    more = {"also": also} if also else {}
    return {"id": place.id, "name": place.name, "outline": _ring(place.ground, plane), **more}


def _bounds(board: BoardFound) -> Bounds:
    """The rectangle around all places, in pixels."""
    from shapely import total_bounds

    grounds = [part for place in board.places.values() for part in (place.ground, *place.elsewhere)]
    left, top, right, bottom = total_bounds(grounds).tolist()
    return left, top, right, bottom


def _beside(names: Mapping[str, str], bounds: Bounds, plane: _Plane) -> tuple[list[dict[str, Any]], Bounds]:
    """Areas in columns at the right of the map, and the rectangle around it with them."""
    from shapely import box

    left, top, right, bottom = bounds
    deep = max(1, int((bottom - top) / _BESIDE_PX))
    areas = []
    for number, (one, name) in enumerate(names.items()):
        x, y = right + _BESIDE_PX * (number // deep + 0.1), top + _BESIDE_PX * (number % deep)
        ground = box(x, y, x + _BESIDE_PX * 0.9, y + _BESIDE_PX * 0.9)
        areas.append({"id": one, "name": name, "outline": _ring(ground, plane)})
    columns = -(-len(names) // deep)
    return areas, (left, top, right + _BESIDE_PX * columns, max(bottom, top + _BESIDE_PX * bool(names)))


def _ring(ground: BaseGeometry, plane: _Plane) -> list[list[float]]:
    points: Iterable[tuple[float, float]] = ground.simplify(0.2).exterior.coords[:-1]
    return [plane.point(x, y) for x, y in points]


def _contacts(places: Sequence[Place]) -> Iterator[tuple[str, str]]:
    """Areas whose borders run beside each other for a while, each pair once."""
    from shapely import STRtree, union_all

    shown = ([place.ground, *place.elsewhere] for place in places)
    wide = [union_all([part.buffer(_TOUCHING / 2) for part in parts]) for parts in shown]
    tree = STRtree(wide)
    for n, one in enumerate(places):
        for near in sorted(int(found) for found in tree.query(wide[n])):
            if near > n and wide[n].intersection(wide[near]).length / 2 > _CONTACT + _TOUCHING:
                yield one.id, places[near].id


def _sheet(board: BoardFound, plane: _Plane, bounds: Bounds) -> dict[str, Any]:
    """A sheet as large as the module's picture; larger, where its cells would be too small for counters."""
    left, top, right, bottom = bounds
    wide, high = (right - left) * plane.across, (bottom - top) * plane.down
    smallest = min([min(grid.tiling.pitch) for grid in board.grids], default=_SMALLEST_PX)
    scale = _MM_PER_PIXEL * max(1.0, _SMALLEST_PX / smallest, _SMALLEST_MM / _MM_PER_PIXEL / max(wide, high))
    scale = min(scale, _LARGEST_MM / max(wide, high))
    sides = [round(max(side * scale, 1.0), 1) for side in (wide, high)]
    size = [max(side + 2 * _MARGIN_MM, 21.0) for side in sides]
    return {"size_mm": size, "map_mm": [_MARGIN_MM, _MARGIN_MM, *sides]}
