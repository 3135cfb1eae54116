"""The cells of a grid in somebody's module as outlines: the ground of regions, hexes and squares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from builder.importing.grids import Tiling
from builder.vassal.grids import Grid, Hexes, Point, Squares
from builder.vassal.locations import read_grid
from builder.vassal.nodes import Node

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

_MOST_CELLS = 20_000
_SMALLEST = 4.0


@dataclass(frozen=True, slots=True)
class Cell:
    """A named part of a board: its ground in pixels; of a hex or a square also its tiling, column and row."""

    name: str
    ground: BaseGeometry
    tiling: Tiling | None = None
    at: tuple[int, int] = (0, 0)
    whole: BaseGeometry | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a grid lies, how large that is for VASSAL, and what names the points there."""

    board: str
    shape: BaseGeometry
    size: Point
    names: Grid | None


def cells(grid: Node, ground: Ground, lost: list[str]) -> Iterator[Cell]:
    """The regions, hexes or squares of a grid, as far as they lie on the ground, named as VASSAL does."""
    if ground.shape.is_empty:
        return
    found = _regions(grid, ground) if grid.kind == "RegionGrid" else _tiles(grid, ground, lost)
    yield from found


def _regions(grid: Node, ground: Ground) -> Iterator[Cell]:
    """The ground nearest to each region's point: that is how VASSAL decides."""
    from shapely import MultiPoint, voronoi_polygons

    numbers = [
        (r.get("originx") or "0", r.get("originy") or "0") for r in grid.children() if r.kind == "Region"
    ]
    points = [(int(x), int(y)) for x, y in numbers if _whole(x) and _whole(y)]
    if len(set(points)) < 2:
        yield from [_named(ground, ground.shape)] if points else []
        return
    for cell in voronoi_polygons(MultiPoint(points), extend_to=ground.shape).geoms:
        inside = cell.intersection(ground.shape)
        if not inside.is_empty:
            yield _named(ground, inside)


def _named(ground: Ground, shape: BaseGeometry) -> Cell:
    point = shape.representative_point()
    return Cell((ground.names.name((int(point.x), int(point.y))) if ground.names else None) or "", shape)


def _whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and len(text) < 10


def _tiles(grid: Node, ground: Ground, lost: list[str]) -> Iterator[Cell]:
    """Hexes or squares that lie on the ground with at least half of their surface."""
    from shapely import prepare

    tiling = read_grid(grid, ground.size)
    if not isinstance(tiling, Hexes | Squares) or min(tiling.pitch) < _SMALLEST:
        lost.append(
            f"board {ground.board}: a {grid.kind} whose cells are smaller than {_SMALLEST:.0f} pixels"
        )
        return
    plain = _plain(tiling)
    prepare(ground.shape)
    count = 0
    for at, tile in (
        _hexes(tiling, ground.shape) if isinstance(tiling, Hexes) else _squares(tiling, ground.shape)
    ):
        inside = tile if ground.shape.contains(tile) else tile.intersection(ground.shape)
        if inside.area >= tile.area / 2 and count < _MOST_CELLS:
            count += 1
            yield Cell(_name(ground, tile, inside), inside, plain, at, tile)
    if count == _MOST_CELLS:
        lost.append(
            f"board {ground.board}: a {grid.kind} has more cells than the {_MOST_CELLS} that are kept"
        )


def _plain(tiling: Tiling) -> Tiling:
    """The tiling, and of the ground's size only what its numbers need: so two zones may share it."""
    numbering = tiling.numbering
    falls = numbering is not None and (numbering.across_falls or numbering.down_falls)
    return tiling if falls else replace(tiling, size=(0, 0))


def _name(ground: Ground, tile: BaseGeometry, inside: BaseGeometry) -> str:
    """What VASSAL calls a cell: by its centre, where that lies on the ground."""
    middle = tile.centroid
    point = middle if inside.contains(middle) else inside.representative_point()
    return (ground.names.name((int(point.x), int(point.y))) if ground.names else None) or ""


def _hexes(tiling: Hexes, ground: BaseGeometry) -> Iterator[tuple[tuple[int, int], Polygon]]:
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
            yield (column, row), Polygon([(b, a) for a, b in ring] if tiling.sideways else ring)


def _squares(tiling: Squares, ground: BaseGeometry) -> Iterator[tuple[tuple[int, int], Polygon]]:
    from shapely import box

    (dx, dy), (x0, y0) = tiling.pitch, tiling.origin
    left, top, right, bottom = ground.bounds
    for column in range(int((left - x0) / dx) - 1, int((right - x0) / dx) + 2):
        for row in range(int((top - y0) / dy) - 1, int((bottom - y0) / dy) + 2):
            x, y = x0 + column * dx, y0 + row * dy
            yield (column, row), box(x - dx / 2, y - dy / 2, x + dx / 2, y + dy / 2)
