"""The board of a module: the drawn map, a zone for every space and box, and points where pieces may stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from builder.layout.decks import piles
from builder.layout.gridzones import named_points
from builder.layout.hexgrid import HexGround
from builder.layout.leaning import upright
from builder.layout.module_file import ModuleFacts, load_facts
from builder.layout.squaregrid import SquareGround
from builder.layout.squares import Track
from builder.module_faults import ModuleError
from builder.vassal.buildfile import Element, element
from builder.vassal.grids import Zones
from builder.vassal.locations import read_grid
from builder.vassal.nodes import Node
from maps.board import Board

if TYPE_CHECKING:
    from PIL.Image import Image
    from shapely.geometry.base import BaseGeometry

    from maps.drawing.draw import Laid
    from maps.drawing.hexes.marks import Overlay

MAP = "Board"
"""The name of the map window that the board lies in."""
BOARD_IMAGE = "board.png"

Point = tuple[int, int]
Rect = tuple[int, int, int, int]
SMALLEST_PX = 12
"""A counter with fewer pixels a side cannot be drawn."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the board that has a name: a space of the map or a box beside it, in pixels.

    `heading` is where its name is printed within it; None where nothing has to keep off it. Pieces that are
    dropped there are drawn to its spots; in a `loose` one, where cards lie in piles, they stay where they are
    dropped, because what VASSAL draws onto a pile goes into it.
    """

    id: str
    name: str
    outline: tuple[Point, ...]
    spots: tuple[Point, ...]
    heading: Rect | None = None
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A board in pixels: its areas by id (boxes first: they lie on top), and a counter's width.

    `shadows` are spaces drawn a second time, where nothing is played: a piece dropped there is in them.
    Areas in `hexes`, `squares` and `tracks` need no zone of their own, because a grid names them. `shapes`
    are names and drawn outlines, to fractions of a pixel, of all that has a zone: the first that holds a
    point counts.
    """

    areas: Mapping[str, Area]
    shadows: tuple[Area, ...]
    unit: int
    hexes: HexGround | None = field(default=None, compare=False)
    tracks: tuple[Track, ...] = field(default=(), compare=False)
    shapes: tuple[tuple[str, BaseGeometry], ...] = field(default=(), compare=False)
    squares: SquareGround | None = field(default=None, compare=False)

    @property
    def spots(self) -> Mapping[str, tuple[Point, ...]]:
        """The points of every area where pieces may stand."""
        return {one: area.spots for one, area in self.areas.items()}

    def spot(self, area: str) -> Point:
        """The first point in an area where a piece may stand."""
        return self.areas[area].spots[0]


def draw_layout(game: str | Path, dpi: int | None = None, overlay: Overlay = "whole") -> tuple[Layout, Image]:
    """Draw a game's board and find the places on it; MapError when the map is at fault.

    `dpi` is how finely, in dots per inch; as `board_dpi` says unless given. The overlay is what only the
    set-up and arrivals need.
    """
    return _drawn(game, dpi or board_dpi(game), overlay)


def board_dpi(game: str | Path, facts: ModuleFacts | None = None) -> float:
    """How finely the board of a module is drawn: dot by dot as its own art, else as the module's facts say,
    which are read if not given.

    A board that lies on art keeps its dots, because the grid of VASSAL begins at a whole one.
    """
    from maps.drawing.art import own_dpi

    return own_dpi(game) or (facts or load_facts(game)).dpi


def lay_layout(game: str | Path) -> Layout:
    """The places on a game's board, which is not drawn for it; MapError when the map is at fault."""
    from maps.drawing.draw import lay_board

    dpi = board_dpi(game)
    return _laid(lay_board(game, dpi), game, dpi)


@lru_cache(maxsize=2)
def _drawn(game: str | Path, dpi: float, overlay: Overlay) -> tuple[Layout, Image]:
    from maps.drawing.draw import draw_board

    drawing = draw_board(game, dpi, overlay)
    return _laid(drawing, game, dpi), drawing.image


def _laid(drawing: Laid, game: str | Path, dpi: float) -> Layout:
    import shapely

    from maps.drawing.panel import BAR_MM

    board = drawing.sheet.board
    if drawing.counter_px < SMALLEST_PX:
        raise ModuleError([_too_small(drawing.counter_px, dpi)])
    tracks = tuple(_tracks(drawing))
    squares = dict(name for track in tracks for name in track.names())
    boxed = drawing.sheet.toml.get("sheet", {}).get("box", [])
    titles = {box["id"]: str(box["title"]) for box in boxed}
    for_cards = {box["id"] for box in boxed if box.get("card")}
    loose = for_cards | {pile.at for pile in piles(load_facts(game).decks)}
    bar = round(BAR_MM * drawing.dots_per_mm)
    areas = {}
    for box, (left, top, right, bottom) in drawing.boxes.items():
        inside = (left, top + (bar if box in titles else 0), right, bottom)
        outline = ((left, top), (right, top), (right, bottom), (left, bottom))
        name = squares.get(box) or titles.get(box, box.replace("-", " ").capitalize())
        spots = (_middle(inside),) if box in for_cards else tuple(_grid(inside, drawing.counter_px))
        areas[box] = Area(box, name, outline, spots, loose=box in loose)
    for space in board.spaces.values():
        spots = tuple(_whole(drawing.slots(space.id)))
        ring, heading = tuple(_whole(drawing.outline(space.id))), drawing.heading(space.id)
        spots = upright(spots, ring, heading, drawing.counter_px) if heading else spots
        areas[space.id] = Area(space.id, space.name, ring, spots, heading)
    hexes, quarters = _hexes(board, drawing), _squares(board, drawing)
    boxes = [area for area in areas.values() if area.id in drawing.boxes and area.id not in squares]
    shapes, shadows = _shapes(board, drawing, boxes, tracks), tuple(_shadows(board, drawing))
    also = ((one.name, shapely.Polygon(one.outline)) for one in shadows if board.is_gridded)
    grounds = (shape for ground in (quarters, hexes) if ground for shape in ground.shapes())
    every = (*shapes, *also, *grounds)
    found = Layout(areas, shadows, drawing.counter_px, hexes, tracks, every, quarters)
    return snapped(found)


def _middle(box: Rect) -> Point:
    """The one place in a box where a card lies."""
    left, top, right, bottom = box
    return (left + right) // 2, (top + bottom) // 2


def snapped(layout: Layout) -> Layout:
    """The layout with its spots where VASSAL lets pieces come to lie.

    VASSAL joins a piece to a stack only if the stack stands on the very point to which the piece is drawn: a
    pixel beside it makes a second stack that hides the first.
    """
    spots = [spot for area in layout.areas.values() for spot in area.spots]
    grounds = zip(spots, vassal_names(layout).under_all(spots), strict=True)
    to = {spot: ground.snap(spot) if ground else spot for spot, ground in grounds}
    areas = {
        area.id: replace(area, spots=tuple(dict.fromkeys(to[spot] for spot in area.spots)))
        for area in layout.areas.values()
    }
    return replace(layout, areas=areas)


def vassal_names(layout: Layout) -> Zones:
    """What names the points of a board in VASSAL, read back from the elements of the build file."""
    import defusedxml.ElementTree
    from lxml import etree

    text = etree.tostring(board_element("Board", layout))
    board = Node(defusedxml.ElementTree.fromstring(text), "board")
    grids = (read_grid(child, (0, 0)) for child in board.children())
    return next(grid for grid in grids if isinstance(grid, Zones))


def _too_small(pixels: int, dpi: float) -> str:
    what = f"counters would have {pixels} pixels a side, too few to see anything on them"
    return f"board: {what}; give its hexes more room on the paper, or more dots than dpi = {dpi:g}"


def _tracks(drawing: Laid) -> Iterator[Track]:
    from maps.drawing.panel import BAR_MM

    dots = drawing.dots_per_mm
    for track in drawing.sheet.toml.get("sheet", {}).get("track", []):
        left, top, width, height = (value * dots for value in track["mm"])
        columns, rows, bar = int(track["columns"]), int(track["rows"]), BAR_MM * dots
        square = (width / columns, (height - bar) / rows)
        corner, first = (left, top + bar), int(track.get("first", 1))
        yield Track(str(track["id"]), str(track["title"]), corner, square, columns, rows, first)


def _shapes(
    board: Board, drawing: Laid, boxes: Iterable[Area], tracks: Iterable[Track]
) -> Iterator[tuple[str, BaseGeometry]]:
    """Boxes first, which lie on top, then zones; inserts lie on the large map."""
    import shapely

    yield from ((box.name, shapely.Polygon(box.outline)) for box in boxes)
    yield from ((track.title, shapely.Polygon(row)) for track in tracks for row in track.outlines())
    counted = _counted(board)
    for view in reversed(drawing.sheet.views):
        for zone, shape in view.zones.items():
            if zone in board.spaces and zone not in counted:
                dots = drawing.dots_per_mm
                yield board.spaces[zone].name, shapely.transform(shape, lambda points, by=dots: points * by)


def _counted(board: Board) -> set[str]:
    """The spaces that a grid of the board names."""
    hexes = board.grid.hexes.keys() if board.grid else set()
    return {*hexes, *(board.squares.squares if board.squares else ())}


def _hexes(board: Board, drawing: Laid) -> HexGround | None:
    from maps.drawing.hexes.draw import hex_mm

    if board.grid is None:
        return None
    x, y = drawing.sheet.views[0].point(0, 0)
    dots = drawing.dots_per_mm
    return HexGround(board.grid, hex_mm(drawing.sheet) * dots, (x * dots, y * dots))


def _squares(board: Board, drawing: Laid) -> SquareGround | None:
    if board.squares is None:
        return None
    view, dots, grid = drawing.sheet.views[0], drawing.dots_per_mm, board.squares
    (x, y), far = view.point(*grid.origin), (grid.origin[0] + grid.wide, grid.origin[1] - grid.high)
    right, bottom = view.point(*far)
    square = ((right - x) * dots, (bottom - y) * dots)
    return SquareGround(grid, square, (x * dots, y * dots), "Squares" if board.grid else "Map")


def _shadows(board: Board, drawing: Laid) -> Iterator[Area]:
    """Where else the map shows a space: islands of it, and its picture on the map where it is not played."""
    for one, area in board.areas.items():
        for outline in area.also:
            corners = (drawing.sheet.views[0].point(*corner) for corner in outline)
            pixels = ((x * drawing.dots_per_mm, y * drawing.dots_per_mm) for x, y in corners)
            corners_px = tuple(_whole(pixels))
            if len(corners_px) > 2:
                yield _shadow(one, area.name, corners_px)
    for view in drawing.sheet.views if not board.is_gridded else ():
        for zone, shape in view.zones.items():
            parts = getattr(shape, "geoms", [shape]) if zone in board.spaces else []
            largest = (
                max((part.area for part in parts), default=0) if drawing.sheet.home(zone) is view else -1
            )
            for part in parts:
                if part.area != largest:
                    ring = [
                        (x * drawing.dots_per_mm, y * drawing.dots_per_mm) for x, y in part.exterior.coords
                    ]
                    yield _shadow(zone, board.spaces[zone].name, tuple(_whole(ring[:-1])))


def _shadow(space: str, name: str, outline: tuple[Point, ...]) -> Area:
    """An area with one point, well within it, where what is dropped there makes a stack."""
    import shapely

    inside = shapely.Polygon(outline).representative_point()
    return Area(space, name, outline, tuple(_whole([(inside.x, inside.y)])))


def _whole(points: Iterable[tuple[float, float]]) -> Iterator[Point]:
    """Points in whole pixels, none twice in a row: VASSAL takes no fractions."""
    last: Point | None = None
    for x, y in points:
        point = (round(x), round(y))
        if point != last:
            yield point
        last = point


def _grid(rect: Rect, unit: int) -> Iterator[Point]:
    """Rows of places for counters, at least one, with a little air around each."""
    left, top, right, bottom = rect
    pace = unit + unit // 16
    columns, rows = max(1, (right - left) // pace), max(1, (bottom - top) // pace)
    for row in range(rows):
        for column in range(columns):
            x = (left + right) / 2 + (column - (columns - 1) / 2) * pace
            y = (top + bottom) / 2 + (row - (rows - 1) / 2) * pace
            yield round(x), round(y)


def board_element(name: str, layout: Layout) -> Element:
    """The board with its zones. The first zone that holds a point names it, so boxes stand before spaces."""
    counted = {name for track in layout.tracks for name, _ in track.names()}
    counted |= layout.hexes.grid.hexes.keys() if layout.hexes else set()
    counted |= layout.squares.grid.squares.keys() if layout.squares else set()
    own = (area for area in layout.areas.values() if area.id not in counted)
    zones = [_zone(area) for area in (*own, *layout.shadows)]
    zones += [zone for track in layout.tracks for zone in track.zones(layout.spots)]
    zones += [zone for ground in (layout.squares, layout.hexes) if ground for zone in ground.zones()]
    grid = element("module.map.boardPicker.board.ZonedGrid", *zones)
    return element("module.map.boardPicker.Board", grid, name=name, image=BOARD_IMAGE, reversible=False)


def hand_element(name: str, wide: int, high: int) -> Element:
    """A plain board for a hand of chits: one zone, so that reports can say where a chit is."""
    whole = Area(name, name, ((0, 0), (wide, 0), (wide, high), (0, high)), ())
    grid = element("module.map.boardPicker.board.ZonedGrid", _zone(whole))
    return element("module.map.boardPicker.Board", grid, name=name, width=wide, height=high, color="70,74,70")


def _zone(area: Area) -> Element:
    path = ";".join(f"{x},{y}" for x, y in area.outline)
    kind = "module.map.boardPicker.board.mapgrid.Zone"
    spots = [] if area.loose else [(str(n), spot) for n, spot in enumerate(area.spots, 1)]
    grid = [named_points(spots)] if spots else []
    return element(kind, *grid, name=area.name, path=path, locationFormat="$name$", useParentGrid=False)
