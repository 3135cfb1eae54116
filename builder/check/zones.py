"""Looks over the boards of a module: whether every place has one name, and a name at all."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from builder.vassal.locations import read_grid
from builder.vassal.nodes import Node
from builder.vassal.outlines import outline
from builder.vassal.readback import Archive

if TYPE_CHECKING:
    from shapely import Polygon

_GRIDS = ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid")
_SLIVER = 3.0
"""So many pixels beside a border may lie in two zones without being an overlap, or in none, or a gap."""
_LAKE = 40.0


def check_grids(archive: Archive, boards: Iterable[Node], charts: Container[int] = ()) -> None:
    """Every board has a grid, every grid has names, and zones neither overlap nor leave gaps.

    `charts` are the elements, by their Python ids, of boards on which nothing is played: they need no grid.
    """
    for board in boards:
        grids = [child for child in board.children() if child.kind in _GRIDS]
        if not grids and id(board.element) not in charts:
            archive.warn(board.path, "has no grid, so VASSAL calls every place on it 'offboard'")
        for grid in grids:
            _check_grid(archive, grid)


def _check_grid(archive: Archive, grid: Node) -> None:
    inside = list(grid.children())
    if grid.kind in ("HexGrid", "SquareGrid"):
        if not any(child.kind.endswith("GridNumbering") for child in inside):
            archive.warn(grid.path, "has no numbering, so VASSAL calls every place on it 'offboard'")
        for numbering in (child for child in inside if child.element.get("first") == ""):
            archive.error(
                numbering.path, "first is empty, and VASSAL gives up the whole module; write H or V"
            )
    if grid.kind == "RegionGrid":
        _check_regions(archive, grid, inside)
    if grid.kind == "ZonedGrid":
        _check_zones(archive, inside)
        for child in inside:
            if child.kind in _GRIDS:
                _check_grid(archive, child)


def _check_regions(archive: Archive, grid: Node, inside: Sequence[Node]) -> None:
    names = [child.get("name") for child in inside if child.kind == "Region"]
    if not names:
        archive.warn(grid.path, "has no regions, so its places have no names")
    for name in sorted({name for name in names if names.count(name) > 1}):
        if not _is_one_place(grid, name, inside):
            archive.warn(grid.path, f"{names.count(name)} regions are called {name!r}")


def _is_one_place(grid: Node, name: str, inside: Sequence[Node]) -> bool:
    """Whether the regions of a name are points of one place: between two of them VASSAL calls it so, too."""
    regions, points = read_grid(grid, (0, 0)), [child for child in inside if child.get("name") == name]
    try:
        spots = [(int(one.get("originx") or 0), int(one.get("originy") or 0)) for one in points]
    except ValueError:
        return False
    middles = [((x + a) // 2, (y + b) // 2) for (x, y), (a, b) in combinations(spots, 2)]
    return regions is not None and all(regions.name(middle) == name for middle in middles)


def _check_zones(archive: Archive, inside: Sequence[Node]) -> None:
    zones = [child for child in inside if child.kind == "Zone"]
    for zone in zones:
        if not zone.get("name"):
            archive.error(zone.path, "has no name")
        if not outline(zone.get("path")):
            archive.error(zone.path, f"path must be three or more x,y pairs, not {zone.get('path')[:60]!r}")
        for child in zone.children():
            if child.kind in _GRIDS:
                _check_grid(archive, child)
    behind = any(child.kind in _GRIDS for child in inside)
    shapes = list(_shapes(zones))
    for path, what in _overlaps(shapes):
        archive.warn(path, what)
    for x, y in [] if behind else _gaps([shape for _, shape in shapes]):
        archive.warn(zones[0].path.rpartition("/")[0], f"at {x},{y} lies a gap between zones; it has no name")


def _shapes(zones: Iterable[Node]) -> Iterator[tuple[Node, Polygon]]:
    from shapely import Polygon, make_valid

    for zone in zones:
        corners = outline(zone.get("path"))
        if corners:
            yield zone, make_valid(Polygon(corners))


def _overlaps(shapes: Sequence[tuple[Node, Polygon]]) -> Iterator[tuple[str, str]]:
    """Zones that share ground, unless the earlier one, whose name counts, lies inside the later one."""
    from shapely import STRtree

    tree = STRtree([shape for _, shape in shapes])
    for later, (zone, shape) in enumerate(shapes):
        for earlier in sorted(int(found) for found in tree.query(shape) if int(found) < later):
            before, over = shapes[earlier]
            if before.get("name") == zone.get("name"):
                continue
            if over.buffer(_SLIVER / 2).contains(shape):
                yield (
                    zone.path,
                    f"lies wholly under {before.path}, which stands before it",
                )
            elif shape.buffer(_SLIVER / 2).contains(over):
                continue
            elif not over.intersection(shape).buffer(-_SLIVER / 2).is_empty:
                yield zone.path, f"overlaps {before.path}, whose name counts where both are"


def _gaps(shapes: Sequence[Polygon]) -> Iterator[tuple[int, int]]:
    """A point in each hole that zones leave between them; a wide one is a lake, or meant otherwise."""
    from shapely import Polygon, union_all

    ground = union_all(shapes)
    for part in getattr(ground, "geoms", [ground]):
        for ring in getattr(part, "interiors", ()):
            hole = Polygon(ring)
            if not hole.buffer(-_SLIVER / 2).is_empty and hole.buffer(-_LAKE / 2).is_empty:
                point = hole.representative_point()
                yield round(point.x), round(point.y)
