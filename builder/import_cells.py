"""The cells of a grid in somebody's module as outlines: the ground of regions, hexes and squares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from builder.grids import Hexes, Squares
from builder.locations import Board, read_grid
from builder.nodes import Node

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

_MOST_CELLS = 4000


def cells(
    laid: Board, grid: Node, ground: BaseGeometry, lost: list[str]
) -> Iterator[tuple[str, BaseGeometry]]:
    """The regions, hexes or squares of a grid, as far as they lie on the ground, named as VASSAL does."""
    if ground.is_empty:
        return
    if grid.kind == "RegionGrid":
        shapes = list(_regions(grid, ground))
    else:
        shapes = list(_tiles(laid, grid, ground))
    for shape in shapes[:_MOST_CELLS]:
        point = shape.representative_point()
        name = laid.grid.name((int(point.x), int(point.y))) if laid.grid else None
        if name:
            yield name, shape
    if len(shapes) > _MOST_CELLS:
        lost.append(f"board {laid.name}: only {_MOST_CELLS} of {len(shapes)} cells are kept")


def _regions(grid: Node, ground: BaseGeometry) -> Iterator[BaseGeometry]:
    """The ground nearest to each region's point: that is how VASSAL decides."""
    from shapely import MultiPoint, voronoi_polygons

    numbers = [
        (r.get("originx") or "0", r.get("originy") or "0") for r in grid.children() if r.kind == "Region"
    ]
    points = [(int(x), int(y)) for x, y in numbers if _whole(x) and _whole(y)]
    if len(set(points)) < 2:
        yield from [ground] if points else []
        return
    for cell in voronoi_polygons(MultiPoint(points), extend_to=ground).geoms:
        yield cell.intersection(ground)


def _whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and len(text) < 10


def _tiles(laid: Board, grid: Node, ground: BaseGeometry) -> Iterator[BaseGeometry]:
    """Hexes or squares that lie on the ground with at least half of their surface."""
    tiling = read_grid(grid, laid.size)
    if not isinstance(tiling, Hexes | Squares) or min(tiling.pitch) < 4:
        return
    for tile in _hexes(tiling, ground) if isinstance(tiling, Hexes) else _squares(tiling, ground):
        inside = tile.intersection(ground)
        if inside.area >= tile.area / 2:
            yield inside


def _hexes(tiling: Hexes, ground: BaseGeometry) -> Iterator[Polygon]:
    from shapely import Polygon

    (dx, dy), (x0, y0) = tiling.pitch, tiling.origin
    left, top, right, bottom = ground.bounds
    if tiling.sideways:
        left, top, right, bottom = top, left, bottom, right
    side = dx * 2 / 3
    for column in range(int((left - x0) / dx) - 2, int((right - x0) / dx) + 3):
        x = x0 + column * dx
        for row in range(int((top - y0) / dy) - 2, int((bottom - y0) / dy) + 3):
            y = y0 + row * dy + (dy / 2 if column % 2 else 0)
            ring = [(x - side, y), (x - side / 2, y - dy / 2), (x + side / 2, y - dy / 2),
                    (x + side, y), (x + side / 2, y + dy / 2), (x - side / 2, y + dy / 2)]  # fmt: skip
            yield Polygon([(b, a) for a, b in ring] if tiling.sideways else ring)


def _squares(tiling: Squares, ground: BaseGeometry) -> Iterator[Polygon]:
    from shapely import box

    (dx, dy), (x0, y0) = tiling.pitch, tiling.origin
    left, top, right, bottom = ground.bounds
    for column in range(int((left - x0) / dx) - 1, int((right - x0) / dx) + 2):
        for row in range(int((top - y0) / dy) - 1, int((bottom - y0) / dy) + 2):
            x, y = x0 + column * dx, y0 + row * dy
            yield box(x - dx / 2, y - dy / 2, x + dx / 2, y + dy / 2)
