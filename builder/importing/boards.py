"""The boards of somebody's module: their grids as hexpost has them, and all other places with outlines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from typing import TYPE_CHECKING, Any

from builder.importing.cells import Cell, Ground, cells
from builder.importing.grids import Native, Tiling, natives, place_of
from builder.importing.text import one_line, unique
from builder.vassal.grids import Point
from builder.vassal.locations import Board, Places, image_size
from builder.vassal.modulefile import MAPS, ModuleFile
from builder.vassal.nodes import Node, every
from builder.vassal.outlines import outline
from builder.vassal.readback import Archive
from maps.space import slug

if TYPE_CHECKING:
    from shapely import Polygon, STRtree
    from shapely.geometry.base import BaseGeometry


_THIN = 1.0
"""How many pixels a ground must reach inwards: less is left over between outlines that nearly meet."""
_SLIVER = 60.0
"""So many square pixels a further part of an area must have: less is left over where borders were rounded."""

_NUMBERINGS = ("HexGridNumbering", "SquareGridNumbering", "RegularGridNumbering")


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


@dataclass
class BoardFound:
    """A board of the module with its places, and what could not be carried over.

    `grids` are those that a map of hexpost has, too: at most one of hexes and one of squares. The names of
    `counted` places come from them; all others are areas.
    """

    map: str
    name: str
    image: str
    size: Point
    kind: str
    places: dict[str, Place] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    grids: list[Native] = field(default_factory=list)
    counted: set[str] = field(default_factory=set)

    @property
    def areas(self) -> list[Place]:
        """The places that no grid names."""
        return [place for one, place in self.places.items() if one not in self.counted]

    def named(self, name: str) -> Place | None:
        """The place of this name."""
        return self._names.get(name)

    @cached_property
    def _names(self) -> dict[str, Place]:
        return {place.name: place for place in reversed(self.places.values())}

    @cached_property
    def _tree(self) -> STRtree:
        from shapely import STRtree

        return STRtree([place.ground for place in self.places.values()])

    def at(self, point: Point) -> Place | None:
        """The place that holds a point, the first of several."""
        from shapely import Point as Spot

        found = sorted(self._tree.query(Spot(point), predicate="intersects").tolist())
        return list(self.places.values())[found[0]] if found else None

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
            one = found_on(node.get("mapName"), board, boards[board.get("name")])
            one.lost[:0] = [*_picture_fault(one, module.archive), *_strange_numbers(board)]
            found.append(one)
    return found


def _picture_fault(found: BoardFound, archive: Archive) -> Iterator[str]:
    """What is wrong with a board whose picture gives no size."""
    if not found.image or image_size(found.image, archive) is not None:
        return
    is_there = f"images/{found.image}" in archive.names
    wrong = "has a size that cannot be read" if is_there else "is not in the module"
    (wide, high) = found.size
    yield (
        f"board {found.name}: its picture {found.image!r} {wrong}; places are kept as far as {wide} x {high} "
        "pixels reach"
    )


def _strange_numbers(board: Node) -> Iterator[str]:
    """Numberings that only code of the module knows."""
    for node in every(board):
        if node.kind.endswith("GridNumbering") and node.kind not in _NUMBERINGS:
            yield (
                f"board {board.get('name')}: its numbers come from {node.kind}, which is code of the module; "
                "here they are counted as VASSAL's own grids count"
            )


def found_on(window: str, board: Node, laid: Board) -> BoardFound:
    """The places of one board of a map."""
    found = BoardFound(window, board.get("name"), board.get("image"), laid.size, "none")
    _fill(found, board, laid)
    return found


def _fill(found: BoardFound, node: Node, laid: Board) -> None:
    from shapely import box

    parts = list(_places(found, node, laid, box(0, 0, *found.size)))
    groups: dict[tuple[Tiling, str], dict[tuple[int, int], str]] = {}
    for form, cell in parts:
        if cell.tiling is not None:
            groups.setdefault((cell.tiling, form), {}).setdefault(cell.at, cell.name)
    unnamed = [key for key, group in groups.items() if not any(group.values())]
    names = {cell.name for _, cell in parts}
    for key, group in groups.items():
        groups[key] = _counted(key[0], group, names) if key in unnamed else _named(group)
    found.grids = list(natives(groups, unnamed))
    for key in unnamed:
        _tell_unnamed(found, key[0], groups[key])
    _take_counted(found, parts)
    _take_areas(found, parts)


def _named(group: Mapping[tuple[int, int], str]) -> dict[tuple[int, int], str]:
    return {cell: name for cell, name in group.items() if name}


def _counted(
    tiling: Tiling, group: Mapping[tuple[int, int], str], names: set[str]
) -> dict[tuple[int, int], str]:
    """The usual names for the cells of a grid to which the module gives none, and no other place has them."""
    corner = min(column for column, _ in group), min(row for _, row in group)
    places = {cell: place_of(tiling, cell, corner) for cell in group}
    plain = {cell: f"{column + 1:02d}{row + 1:02d}" for cell, (column, row) in places.items()}
    letters = chain(("", "S-", "G-"), (f"G{number}-" for number in count(2)))
    before = next(one for one in letters if names.isdisjoint(one + name for name in plain.values()))
    named = {cell: before + name for cell, name in plain.items()}
    names.update(named.values())
    return named


def _tell_unnamed(found: BoardFound, tiling: Tiling, group: Mapping[tuple[int, int], str]) -> None:
    """What became of the cells to which the module gives no names."""
    if any(grid.tiling == tiling and set(grid.cells.values()) <= set(group.values()) for grid in found.grids):
        first, second = sorted(group.values())[0], "".join(sorted(group.values())[1:2])
        found.lost.append(f"board {found.name}: its grid has no numbers; they are {first}, {second} ... here")
    else:
        found.lost.append(f"board {found.name}: {len(group)} cells of a grid without numbers are not here")


def _take_counted(found: BoardFound, parts: Sequence[tuple[str, Cell]]) -> None:
    """The cells that a grid of the map will name, under the ids it will give them."""
    for grid in found.grids:
        for _, cell in parts:
            name = grid.cells.get(cell.at, "") if cell.tiling == grid.tiling else ""
            if name and cell.name in (name, "") and slug(name) not in found.places:
                found.places[slug(name)] = Place(slug(name), name, cell.ground)
                found.counted.add(slug(name))


def _take_areas(found: BoardFound, parts: Sequence[tuple[str, Cell]]) -> None:
    """Everything else by its outline, less what lies under the cells of a grid."""
    from shapely import union_all

    tilings = {grid.tiling for grid in found.grids}
    names = {found.places[one].name for one in found.counted}
    areas = [cell for _, cell in parts if cell.name and not (cell.tiling in tilings and cell.name in names)]
    if not areas:  # of thousands of hexes the sum is work
        return
    taken = union_all(
        [
            cell.whole
            for _, cell in parts
            if cell.whole is not None and cell.tiling in tilings and (not cell.name or cell.name in names)
        ]
    )
    same: dict[str, list[BaseGeometry]] = {}
    for cell in areas:
        same.setdefault(cell.name, []).append(cell.ground.difference(taken))
    for name, grounds in same.items():
        _add(found, one_line(name), grounds)


def _add(found: BoardFound, name: str, grounds: Sequence[BaseGeometry]) -> None:
    whole = [part for ground in grounds for part in _polygons(ground) if not part.buffer(-_THIN).is_empty]
    parts = [part for one in whole for part in without_holes(one)]
    parts = [part for n, part in enumerate(sorted(parts, key=_size_down)) if n == 0 or part.area >= _SLIVER]
    if not parts or not name:
        found.lost.append(f"board {found.name}: {name!r} has no ground of its own; other zones cover it")
        return
    if len([ground for ground in grounds if not ground.is_empty]) > 1:
        found.lost.append(f"board {found.name}: {name!r} is there twice. Counters go to the larger one")
    one = unique(slug(name) or f"place-{len(found.places) + 1}", found.places)
    found.places[one] = Place(one, name, parts[0], list(parts[1:]))


def _size_down(part: Polygon) -> float:
    return -float(part.area)


def without_holes(shape: Polygon) -> Iterator[Polygon]:
    """A ground cut through the middle of its holes: no outline of an area can have any."""
    from shapely import box

    if not shape.interiors:
        yield shape
        return
    left, top, right, bottom = shape.bounds
    middle = shape.interiors[0].centroid.x
    for half in (box(left - 1, top - 1, middle, bottom + 1), box(middle, top - 1, right + 1, bottom + 1)):
        for part in _polygons(shape.intersection(half)):
            yield from without_holes(part)


def _places(found: BoardFound, node: Node, laid: Board, ground: BaseGeometry) -> Iterator[tuple[str, Cell]]:
    """The named parts of a board, with the form of their names; of a zone, what no earlier one covers."""
    for grid in (child for child in node.children() if child.kind.endswith("Grid")):
        found.kind = grid.kind
        if grid.kind != "ZonedGrid":
            yield from _all(grid, Ground(found.name, ground, found.size, laid.grid), found, "")
            continue
        parts, free = list(grid.children()), ground
        behind = [part for part in parts if part.kind.endswith("Grid")]
        for zone in (part for part in parts if part.kind == "Zone"):
            shape = _shape(found, zone)
            yield from _zone(found, zone, behind, laid, shape.intersection(free))
            free = free.difference(shape)
        for back in behind:
            found.kind = f"zones and {back.kind}"
            yield from _all(back, Ground(found.name, free, found.size, laid.grid), found, "")


def _all(grid: Node, ground: Ground, found: BoardFound, form: str) -> Iterator[tuple[str, Cell]]:
    return ((form, cell) for cell in cells(grid, ground, found.lost))


def _shape(found: BoardFound, zone: Node) -> BaseGeometry:
    from shapely import Polygon, make_valid

    corners = outline(zone.get("path"))
    if len(corners) < 3:
        found.lost.append(f"board {found.name}: zone {zone.get('name')!r} has no outline")
        return Polygon()
    return make_valid(Polygon(corners))


def _zone(
    found: BoardFound, zone: Node, behind: Sequence[Node], laid: Board, ground: BaseGeometry
) -> Iterator[tuple[str, Cell]]:
    shared = zone.get("useParentGrid") == "true"
    grids = behind if shared else [child for child in zone.children() if child.kind.endswith("Grid")]
    form = zone.element.get("locationFormat", "$name$")
    if "$gridLocation$" not in form or not grids:
        if any(grid.kind in ("HexGrid", "SquareGrid") for grid in grids):
            found.lost.append(
                f"board {found.name}: the zone {zone.get('name')!r} does not name the cells of its grid"
            )
        name = form.replace("$name$", zone.get("name")).replace("$gridLocation$", "")
        yield form, Cell(name if "$name$" in form else zone.get("name"), ground)
        return
    size = found.size if shared else _size(zone)
    form = "" if form == "$gridLocation$" else form.replace("$name$", zone.get("name"))
    for grid in grids:
        yield from _all(grid, Ground(found.name, ground, size, laid.grid), found, form)


def _size(zone: Node) -> Point:
    corners = outline(zone.get("path")) or [(0, 0)]
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return max(across) - min(across), max(down) - min(down)


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    parts: Iterable[Any] = getattr(shape, "geoms", [shape])
    return [part for part in parts if part.geom_type == "Polygon"]


def main_board(boards: Sequence[BoardFound]) -> BoardFound | None:
    """The board the game is played on: the one with the most places."""
    return max(boards, key=lambda board: len(board.places), default=None)
