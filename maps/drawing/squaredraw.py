"""Squares and areas as a picture: the ground by one of its facts, borders, roads, and what is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import shapely

from maps.board import Space
from maps.drawing.emblems import EMBLEM_MM, emblem
from maps.drawing.ink import BOLD, SANS, Colour, Ink, Point, text_width
from maps.drawing.layout import COUNTER_MM, Place
from maps.drawing.sheet import Sheet, View
from maps.measuring.room import Rect, Room
from maps.reading.geometry import outlines, shared_border
from maps.reading.look import Look, colour_of, look_of

_PAPER: Colour = (236, 228, 204)
_AREA: Colour = (226, 214, 190)
_NUMBER: Colour = (112, 102, 84)
_NAME: Colour = (52, 44, 36)
_SIDE: Colour = (96, 56, 40)
_FILL = 0.8
"""How much of a square a counter may cover."""
_LEAST_MM, MOST_MM = 3.2, 7.0
"""How large the letters of the name of an area are, in mm; smaller only where the least has no room."""
_STEP_MM = 0.2
_LINES: Mapping[int, tuple[float, float]] = {1: (3.2, 2.2), 2: (0.9, 1.6)}
"""Words for what is along borders, by their order in map.toml: the dashes and gaps of their line, in mm.
The first has a plain line, the fourth a double one; then they begin again."""
_DOUBLE = 3


def room_mm(sheet: Sheet) -> float:
    """How wide a counter may be, so that the squares of the board have room for it."""
    if sheet.board.squares is None:
        return COUNTER_MM
    return min(COUNTER_MM, min(_square_mm(sheet)) * _FILL)


def _square_mm(sheet: Sheet) -> tuple[float, float]:
    """How wide and how high squares are on the sheet."""
    grid, view = sheet.board.squares, sheet.views[0]
    if grid is None:
        raise ValueError("this board has no squares")
    west, _, east, _ = view.window
    scale = view.frame[2] / (east - west)
    return grid.wide * scale, grid.high * scale


def draw_grids(ink: Ink, sheet: Sheet, counter: float) -> None:
    """Draw all squares and areas and what lies along and across their borders."""
    view, own, places = sheet.views[0], _own(sheet), grid_places(sheet, counter)
    look = look_of(sheet.toml)
    squares = sheet.board.squares.squares if sheet.board.squares else {}
    for one, outline in ((one, ring) for one, area in sheet.board.areas.items() for ring in area.also):
        points = [view.point(*corner) for corner in outline]
        ink.polygon(points, _ground(sheet, sheet.board.spaces[one], _AREA))
        ink.line([*points, points[0]], sheet.palette["border.line"], 0.25)
    for space in own:
        ink.polygon(_ring(view, space.id), _ground(sheet, space, _PAPER if space.id in squares else _AREA))
    for space in own:
        for ring in outlines(view.zones[space.id]):
            ink.line(ring, sheet.palette["border.line"], 0.25)
    _draw_features(ink, sheet, {space.id for space in own})
    for space in own:
        if space.id in squares:
            _print_square(ink, view.zones[space.id], space)
        else:
            _print_area(ink, view.zones[space.id], space, places[space.id].slots[0], counter, look)


def grid_places(sheet: Sheet, counter: float) -> dict[str, Place]:
    """Where counters go: one in the middle of a square, as many in an area as it has room for."""
    view, places = sheet.views[0], {}
    for space in _own(sheet):
        shape = view.zones[space.id]
        left, top, right, bottom = shape.bounds
        middle = ((left + right) / 2, (top + bottom) / 2)
        slots = slots_in(shape, counter) if space.id in sheet.board.areas else (middle,)
        places[space.id] = Place(0, (left, top), slots)
    return places


def _own(sheet: Sheet) -> list[Space]:
    """The squares and areas of a board, without its hexes."""
    squares = sheet.board.squares.squares if sheet.board.squares else {}
    return [space for one, space in sheet.board.spaces.items() if one in squares or one in sheet.board.areas]


def _ring(view: View, space: str) -> list[Point]:
    points: list[Point] = list(view.zones[space].exterior.coords)[:-1]
    return points


def _ground(sheet: Sheet, space: Space, plain: Colour) -> Colour:
    """The colour of the fact that map.toml names for it; a space it says nothing of is plain."""
    table = sheet.toml.get("sheet", {})
    own = table.get("tints", {}).get(str(space.facts.get(table.get("ground", "terrain"), "")))
    return colour_of(own) if own else plain


def _draw_features(ink: Ink, sheet: Sheet, own: set[str]) -> None:
    """Rivers and all else along borders, then roads from middle to middle; not what runs between hexes."""
    view, kinds = sheet.views[0], sheet.toml.get("features", {})
    widths: Mapping[str, float] = sheet.toml.get("sheet", {}).get("river_mm", {})
    water = (sheet.palette["water.bank"], sheet.palette["water.river"])
    roads, others = [], [word for word, kind in kinds.items() if kind not in ("road", "river")]
    for a, b, feature in _features(sheet, own):
        if kinds.get(feature) == "road":
            roads.append([(view.zones[one].centroid.x, view.zones[one].centroid.y) for one in (a, b)])
            continue
        wide = widths.get(feature, 1.5)
        for points in _border(view, a, b):
            if kinds.get(feature) == "river":
                ink.line(points, water[0], wide + 0.5)
                ink.line(points, water[1], wide)
            else:
                _draw_side(ink, points, wide, others.index(feature) % (_DOUBLE + 1))
    for colour, width in ((sheet.palette["way.casing"], 1.4), (sheet.palette["way.road"], 0.8)):
        for ends in roads:
            ink.line(ends, colour, width)


def _draw_side(ink: Ink, points: list[Point], wide: float, line: int) -> None:
    """What is along a border and is no water: a line of its own for each word."""
    if dashes := _LINES.get(line):
        ink.line(points, _PAPER, wide + 0.5)
        ink.dashes(points, _SIDE, wide, *dashes)
        return
    ink.line(points, _SIDE, wide + 0.5)
    if line == _DOUBLE:
        ink.line(points, _PAPER, wide * 0.4)


def _border(view: View, a: str, b: str) -> Iterator[list[Point]]:
    """The lines along which two spaces touch."""
    for part in shapely.get_parts(shared_border(view.zones[a], view.zones[b])):
        yield [(x, y) for x, y in part.coords]


def _features(sheet: Sheet, own: set[str]) -> Iterator[tuple[str, str, str]]:
    """Each border of a square or an area with each of its features."""
    for a, near in sheet.board.links.items():
        for b, features in near.items():
            if a < b and (a in own or b in own):
                yield from ((a, b, feature) for feature in sorted(features))


def _print_square(ink: Ink, shape: shapely.Polygon, space: Space) -> None:
    """The label in the upper left corner and the name at the foot."""
    left, top, right, bottom = shape.bounds
    size = min(right - left, bottom - top)
    label = max(size * 0.13, 1.2)
    room = min(label, (right - left) * 0.9 / text_width(space.name, 1.0, SANS))
    ink.text((left + size * 0.06, top + label * 0.75), space.name, room, _NUMBER, SANS, anchor="lm")
    name = str(space.facts.get("name", ""))
    if name:
        most = (right - left) * 0.92 / text_width(name, 1.0, BOLD)
        at = ((left + right) / 2, bottom - size * 0.12)
        ink.text(at, name, min(size * 0.19, most), _NAME, BOLD, halo=_PAPER)


def _print_area(
    ink: Ink, shape: shapely.Polygon, space: Space, at: Point, counter: float, look: Look
) -> None:
    """The name of an area over its first place for a counter, which is where it is widest, and its marks."""
    name = str(space.facts.get("name", "")) or space.name
    marks = tuple(look.marks_of(space))
    letters = letters_mm(shape, name, at, counter, len(marks))
    high = _over(at, counter, letters)
    ink.text((at[0], high), name, letters, _NAME, BOLD, halo=_AREA)
    beside = at[0] + text_width(name, letters, BOLD) / 2 + EMBLEM_MM * 0.6
    for number, (mark, text) in enumerate(marks):
        emblem(mark, text)(ink, (beside + number * EMBLEM_MM, high))


def _over(at: Point, counter: float, letters: float) -> float:
    """How high the middle of a name is over a place for a counter."""
    return at[1] - counter / 2 - letters * 0.6


def letters_mm(shape: shapely.Polygon, name: str, at: Point, counter: float, marks: int) -> float:
    """How large the letters of a name over a place may be, in millimetres: it lies inside its area with the
    marks beside it."""
    across = max(text_width(name, 1.0, BOLD), 0.01)
    left, _, right, _ = shape.bounds
    size = MOST_MM
    while size > _LEAST_MM:
        high, half = _over(at, counter, size), across * size / 2
        end = at[0] + half + marks * EMBLEM_MM * 1.1
        if shape.contains(shapely.box(at[0] - half, high - size * 0.6, end, high + size * 0.6)):
            return size
        size = round(size - _STEP_MM, 2)
    return min(_LEAST_MM, float(right - left) * 0.92 / across)


def slots_in(shape: shapely.Polygon, counter: float) -> tuple[Point, ...]:
    """Where counters stand in an area: those of a raster that lie inside whole, else the one point inside.
    Those on its name come last."""
    deep, half, pace = shapely.maximum_inscribed_circle(shape, tolerance=0.5), counter / 2, counter * 1.08
    left, top, inside = deep.coords[0][0] - half, deep.coords[0][1] - half, shape.buffer(-half)
    steps = sorted(((a, b) for a in range(-4, 5) for b in range(-4, 5)), key=lambda step: _far(*step))
    wished = [(left + a * pace, top + b * pace, counter, counter) for a, b in steps]
    near = [one for one in wished[1:] if inside.contains(shapely.Point(one[0] + half, one[1] + half))]
    first, *others = _inside(shape, [wished[0], *near[:8]])
    found = [first]
    for one in others:
        if _holds(shape, one) and all(_apart(one, other) for other in found):
            found.append(one)
    found.sort(key=lambda one: -2 * pace < one[1] - first[1] < -half and abs(one[0] - first[0]) < 2 * pace)
    return tuple((x + half, y + half) for x, y, _, _ in found)


def _inside(shape: shapely.Polygon, wished: list[Rect]) -> list[Rect]:
    """Counters moved to where they lie inside whole, as far as there is room."""
    return wished if all(_holds(shape, one) for one in wished) else Room(shape).settle(wished)


def _holds(shape: shapely.Polygon, rect: Rect) -> bool:
    """Whether a counter lies inside whole."""
    left, top, wide, high = rect
    return bool(shape.contains(shapely.box(left, top, left + wide, top + high)))


def _apart(one: Rect, other: Rect) -> bool:
    """Whether two counters do not lie on one another."""
    return abs(one[0] - other[0]) >= one[2] or abs(one[1] - other[1]) >= one[3]


def _far(right: int, down: int) -> tuple[int, int, int]:
    return right * right + down * down, down, right
