"""What boards of hexes and of squares have in common in a module: zones around a grid, and named points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from builder.vassal.buildfile import Element, element
from maps.grids.grid import COUNTED, Axis

if TYPE_CHECKING:
    from shapely import Polygon

Point = tuple[float, float]
OFF_MAP = "Off map"
"""What VASSAL calls a hole in the map."""
GRID, INSIDE = "module.map.boardPicker.board", "module.map.boardPicker.board.mapgrid"
_ALPHABET = 26


def parts_of(rings: Iterable[Sequence[Point]]) -> list[Polygon]:
    """The ground of a grid without inner borders, each part of it for itself, from left to right."""
    import shapely

    # Every ring a hair larger, so that neighbours are sure to grow together.
    whole = shapely.union_all(shapely.buffer(shapely.polygons(list(rings)), 0.01, join_style="mitre"))
    return sorted(shapely.get_parts(whole), key=lambda part: (part.bounds[0], part.bounds[1]))


def shapes_of(parts: Sequence[Polygon], title: str) -> Iterator[tuple[str, Polygon]]:
    """The name and the outline of the holes in the map, then of each of its parts."""
    import shapely

    for part in parts:
        yield from ((OFF_MAP, shapely.Polygon(hole)) for hole in part.interiors)
    for number, part in enumerate(parts, 1):
        yield title if len(parts) == 1 else f"{title} {number}", shapely.Polygon(part.exterior)


def grid_zones(
    shapes: Iterable[tuple[str, Polygon]], grid: Callable[[tuple[int, int]], Element]
) -> Iterator[Element]:
    """A zone for every hole, then one for each part with a grid in it, made for the size of the zone."""
    for name, shape in shapes:
        corners = whole_points(shape.exterior.coords[:-1])
        if name == OFF_MAP:
            yield zone_element(OFF_MAP, "$name$", corners)
            continue
        across, down = [x for x, _ in corners], [y for _, y in corners]
        size = (max(across) - min(across), max(down) - min(down))
        yield zone_element(name, "$gridLocation$", corners, grid(size))


def named_points(centres: Iterable[tuple[str, Point]]) -> Element:
    """A named point for each place: whatever is nearest to a centre belongs to it."""
    regions = (
        element(f"{GRID}.Region", name=label, originx=round(x), originy=round(y)) for label, (x, y) in centres
    )
    return element(f"{GRID}.RegionGrid", *regions, snapto=True, visible=False, fontsize=9)


def is_countable(axis: Axis, count: int) -> bool:
    """Can VASSAL write these numbers? It goes on behind Z with AA, BB, CC only."""
    return axis.letters != COUNTED or axis.first + count - 1 <= _ALPHABET


def offset(axis: Axis, count: int, most: int, before: int) -> int:
    """What VASSAL must add to its own number of a column or row; its A is 0."""
    own = most - before if axis.backward else before
    wanted = axis.first + (count - 1 if axis.backward else 0)
    return wanted - own - (1 if axis.letters else 0)


def whole_points(points: Iterable[Point]) -> list[tuple[int, int]]:
    """Points in whole pixels, none twice in a row."""
    whole: list[tuple[int, int]] = []
    for x, y in points:
        if (round(x), round(y)) not in whole[-1:]:
            whole.append((round(x), round(y)))
    return whole


def zone_element(name: str, form: str, corners: list[tuple[int, int]], *grid: Element) -> Element:
    """A zone with its outline in whole pixels."""
    path = ";".join(f"{x},{y}" for x, y in corners)
    return element(f"{INSIDE}.Zone", *grid, name=name, path=path, locationFormat=form, useParentGrid=False)
