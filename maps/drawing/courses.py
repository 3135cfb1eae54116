"""What runs along and across the borders of a view: rivers, roads, front, defence lines, white lines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import shapely
from shapely.affinity import scale
from shapely.geometry.base import BaseGeometry

from maps.drawing.clearance import defence_lines
from maps.drawing.corners import draw_posts
from maps.drawing.front import Writing, draw_front, front_writing
from maps.drawing.ink import NARROW, Ink, Point, text_width
from maps.drawing.land import rings
from maps.drawing.links import WhiteLine, draw_white_lines, white_lines
from maps.drawing.sheet import Sheet, View
from maps.drawing.water import (
    NAME_MM,
    draw_rivers,
    draw_streams,
    lake_shapes,
    lines_of,
    river_ground,
    river_names,
    stream_courses,
)
from maps.reading.geometry import shared_border
from maps.reading.palette import Palette

_DRY_MM, _AIR_MM, _TOOTH_MM = (
    0.4,
    0.7,
    2.6,
)  # a border without a river; from it to a tooth, and how long that is
_STEP_MM, _APART_MM, _CHORD_MM = 4.1, 3.7, 3.4  # from tooth to tooth, at least; over which each is turned
_MEETING_MM = 3.0  # so far do headings keep from where zones meet
_FRAME_MM = 1.5  # and from the frame of the map
_CLEAR_MM = 0.8  # so far do counters keep from names, and writing from ways
_ROAD_MM, _TOWN_MM = 0.85, 1.4  # half the width of a road with its casing; how far a town's dot reaches
_SMALLEST = 0.76  # of the usual height: letters of names without room are no smaller


@dataclass(frozen=True, slots=True)
class Laid:
    """What finds its own place on a view: white lines, and the signs and names of the front."""

    links: list[WhiteLine]
    front: list[Writing]


@lru_cache(maxsize=4)
def lay_courses(sheet: Sheet, view: View) -> Laid:
    """Find where the white lines, signs and names of a view stand best."""
    return Laid(white_lines(sheet, view), list(front_writing(sheet, view)))


def draw_courses(ink: Ink, sheet: Sheet, view: View, laid: Laid) -> None:
    """Draw everything linear, from the ground up."""
    draw_streams(ink, sheet, view)
    _borders(ink, sheet, view)
    draw_rivers(ink, sheet, view)
    draw_front(ink, sheet, view, laid.front)
    draw_posts(ink, sheet, view)
    _roads(ink, sheet, view)
    for zone in view.zones:
        if zone in sheet.board.spaces and sheet.home(zone) is view:
            for tooth in teeth(sheet, view, zone):
                ink.polygon(tooth, sheet.palette["border.trench"])
    draw_white_lines(ink, sheet, laid.links)
    _towns(ink, sheet, view)


def _towns(ink: Ink, sheet: Sheet, view: View) -> None:
    for at, share in _town_places(sheet, view):
        ink.disc(at, 1.15 * share, sheet.palette["border.link"], sheet.palette["way.casing"], 0.5 * share)


def _town_places(sheet: Sheet, view: View) -> Iterator[tuple[Point, float]]:
    """Where the towns of a view are and how large, 1 for those of its own zones: others have a smaller dot
    where a road leads to them, which would end in open country."""
    roads = shapely.union_all([line.course for line in view.lines if line.kind == "road"])
    window = shapely.box(*view.window)
    for zone, space in sheet.board.spaces.items():
        if sheet.home(zone) is view:
            yield view.point(*space.centre), 1.0
        elif zone in view.zones and window.contains(shapely.Point(space.centre)):
            at = view.point(*space.centre)
            if shapely.Point(at).distance(roads) < _AIR_MM:
                yield at, _SMALLEST


def _borders(ink: Ink, sheet: Sheet, view: View) -> None:
    for zone, shape in view.zones.items():
        at_home = sheet.home(zone) is view
        for ring in rings(shape):
            colour = sheet.palette["border.line" if at_home else "border.faint"]
            ink.line(ring, colour, 0.55 if at_home else 0.45)
    cities = [shape for zone, shape in view.zones.items() if _is_city(sheet, zone)]
    if cities:
        ring = shapely.get_parts(shapely.union_all(cities))[0].exterior
        ink.line(list(ring.coords), sheet.palette["border.city"], 1.1)


def _is_city(sheet: Sheet, zone: str) -> bool:
    return zone in sheet.board.spaces and bool(sheet.board.spaces[zone].facts.get("city"))


def _roads(ink: Ink, sheet: Sheet, view: View) -> None:
    roads = [part for line in view.lines if line.kind == "road" for part in lines_of(line.course)]
    for colour, width in ((sheet.palette["way.casing"], 1.7), (sheet.palette["way.road"], 1.05)):
        for road in roads:
            ink.line(road, colour, width)


def teeth(sheet: Sheet, view: View, zone: str) -> list[list[Point]]:
    """The teeth of a zone's defence line: inside it along the borders that the line faces, pointing outwards,
    in even steps, and none on another."""
    inside, faced = view.zones[zone], dict[float, list[BaseGeometry]]()
    for foe, features in sheet.board.links[zone].items():
        if f"defends-{zone}" in features and foe in view.zones:
            width = max(_DRY_MM, sheet.river_mm(features))
            faced.setdefault(width, []).append(shared_border(inside, view.zones[foe]))
    found: list[tuple[Point, list[Point]]] = []
    for width, borders in sorted(faced.items()):
        middle = width / 2 + _AIR_MM + _TOOTH_MM / 2
        within = inside.buffer(-middle)
        near = shapely.union_all(borders).buffer(middle + _AIR_MM, cap_style="flat")
        for part in lines_of(shapely.line_merge(within.boundary.intersection(near))):
            for at, along in _steps(shapely.LineString(part).simplify(_AIR_MM)):
                out = (along[1], -along[0])
                if within.contains(shapely.Point(at[0] + out[0] * _AIR_MM, at[1] + out[1] * _AIR_MM)):
                    out = (-along[1], along[0])
                tooth = _tooth(at, along, out)
                apart = all(math.dist(at, other) > _APART_MM for other, _ in found)
                if apart and inside.contains(shapely.Polygon(tooth)):
                    found.append((at, tooth))
    return [tooth for _, tooth in found]


def _steps(course: BaseGeometry) -> Iterator[tuple[Point, Point]]:
    """Points in even steps along a course, with its direction over a stretch about each."""
    count = round(course.length / _STEP_MM)
    for number in range(count):
        far = course.length * (number + 0.5) / count
        at, before, after = (course.interpolate(max(0.0, far + step)) for step in (0, -_CHORD_MM, _CHORD_MM))
        yield (at.x, at.y), _unit(after.x - before.x, after.y - before.y)


def _tooth(at: Point, along: Point, out: Point) -> list[Point]:
    half = _TOOTH_MM / 2
    point, foot = ((at[0] + out[0] * far, at[1] + out[1] * far) for far in (half, -half))
    feet = [(foot[0] + along[0] * side, foot[1] + along[1] * side) for side in (-1.6, 1.6)]
    return [point, *feet]


def written_on(view: View, laid: Laid) -> BaseGeometry:
    """The ground that white lines, the names of rivers and fronts and the signs of army groups cover."""
    lines = [shapely.LineString(ends) for ends, _ in laid.links]
    names = [shapely.Point(at).buffer(NAME_MM * len(name) / 3) for name, at, _ in river_names(view)]
    fronts = [one.ground.buffer(1.0) for one in laid.front]
    return shapely.union_all([shapely.union_all(lines).buffer(2.0), *names, *fronts])


def named_ground(view: View, laid: Laid) -> BaseGeometry:
    """The ground of the names of rivers and fronts and of the signs of army groups: no counter lies on it."""
    names = [river_ground(*name) for name in river_names(view)]
    return shapely.union_all([*names, *(one.ground for one in laid.front)]).buffer(_CLEAR_MM)


def shunned(view: View, laid: Laid) -> BaseGeometry:
    """What no heading may hide if it can help it: white lines, where three zones meet, the frame."""
    lines = shapely.MultiLineString([ends for ends, _ in laid.links])
    left, top, width, height = view.frame
    frame = shapely.box(left, top, left + width, top + height).exterior
    return shapely.union_all([lines.buffer(1.0), view.meetings.buffer(_MEETING_MM), frame.buffer(_FRAME_MM)])


@lru_cache(maxsize=4)
def ways_ground(sheet: Sheet, view: View) -> BaseGeometry:
    """The ground of all roads and waters and of the towns of a view: writing had better not cut them."""
    roads = [line.course.buffer(_ROAD_MM) for line in view.lines if line.kind == "road"]
    rivers = [
        line.course.buffer(sheet.river_mm([line.id]) / 2) for line in view.lines if line.kind == "river"
    ]
    streams = [shapely.LineString(course).buffer(_ROAD_MM / 2) for course in stream_courses(sheet, view)]
    towns = [shapely.Point(at).buffer(_TOWN_MM) for at, _ in _town_places(sheet, view)]
    ways = shapely.union_all([*roads, *rivers, *streams, *lake_shapes(sheet, view), *towns])
    return ways.buffer(_CLEAR_MM, quad_segs=4).simplify(0.1)


def kept_clear(sheet: Sheet, view: View, zone: str) -> BaseGeometry:
    """What a zone's heading must not cover of its own: defence line and town."""
    town = shapely.Point(view.point(*sheet.board.spaces[zone].centre)).buffer(1.8)
    return town.union(defence_lines(sheet, view, zone))


def name_strangers(ink: Ink, sheet: Sheet, view: View, taken: BaseGeometry) -> None:
    """Small names for the zones and holes that a view shows in passing: no unit is placed there."""
    for name, at, size in stranger_names(sheet, view, taken):
        ink.text(at, name, size, sheet.palette["border.name"], NARROW, halo=(226, 221, 204))


def stranger_names(sheet: Sheet, view: View, taken: BaseGeometry) -> Iterator[tuple[str, Point, float]]:
    """Each of these names, its middle and the height of its letters; they keep off the ground taken, off
    roads and water.

    Where a zone has no room for a name, its letters are smaller.
    """
    taken = taken.union(ways_ground(sheet, view))
    largest = 2.5 if view is sheet.views[0] else 2.9
    holes = {hole["id"]: hole["name"] for hole in sheet.toml.get("hole", [])}
    for zone, shape in view.zones.items():
        if _is_stranger(sheet, view, zone) and shape.area > 60:
            name = sheet.board.spaces[zone].name if zone in sheet.board.spaces else holes.get(zone, "")
            for size in (largest, 0.88 * largest, _SMALLEST * largest):
                half = (text_width(name, size) / 2 + 0.5, size / 2 + 0.3)
                at, room = _roomiest(shape.difference(taken), half, view)
                if room >= half[0]:
                    break
            yield name, at, size


def _roomiest(free: BaseGeometry, half: Point, view: View) -> tuple[Point, float]:
    """Where writing of half this width and height has most room, within the frame and off the meetings.

    With it, half the width that it might have there: 0 if it must lie on what is to be kept clear.
    """
    (wide, high), (left, top, width, height) = half, view.frame
    framed = shapely.box(left + wide, top + high, left + width - wide, top + height - high)
    corners = [
        shapely.box(at.x - wide, at.y - high, at.x + wide, at.y + high).buffer(1.5)
        for at in shapely.get_parts(view.meetings)
        if at.distance(free) < wide
    ]
    inner = free.intersection(framed)
    for room in (inner.difference(shapely.union_all(corners)), inner, free):
        if not room.is_empty:
            flat = scale(room, yfact=wide / high, origin=(0, 0))
            circle = shapely.maximum_inscribed_circle(flat)
            x, y = circle.coords[0]
            return (x, y * high / wide), circle.length if room is not free else 0.0
    return (free.centroid.x, free.centroid.y), 0.0


def _is_stranger(sheet: Sheet, view: View, zone: str) -> bool:
    """Is this a hole of the main map, or a zone played in another view that is of use in this one?"""
    if zone not in sheet.board.spaces:
        return view is sheet.views[0]
    near = sheet.board.neighbours(zone)
    touches = view is sheet.views[0] or any(sheet.home(other) is view for other in near)
    return sheet.home(zone) is not view and touches


def draw_entries(ink: Ink, sheet: Sheet, view: View) -> None:
    """An arrow outside the map's edge at every zone by which units may enter from that side."""
    left, top, width, height = view.frame
    sides = {
        "N": ([(left, top), (left + width, top)], (0.0, 1.0)),
        "S": ([(left, top + height), (left + width, top + height)], (0.0, -1.0)),
        "W": ([(left, top), (left, top + height)], (1.0, 0.0)),
        "E": ([(left + width, top), (left + width, top + height)], (-1.0, 0.0)),
    }
    for zone, space in sheet.board.spaces.items():
        edges = space.facts.get("edges")
        for side in edges if isinstance(edges, tuple) and sheet.home(zone) is view else ():
            edge, inward = sides[side]
            reach = shapely.LineString(edge).buffer(0.3).intersection(view.zones[zone])
            if not reach.is_empty:
                _entry(ink, (reach.centroid.x, reach.centroid.y), inward, side, sheet.palette)


def _entry(ink: Ink, at: Point, inward: Point, side: str, palette: Palette) -> None:
    (x, y), (dx, dy) = at, inward
    back = (x - dx * 6.0, y - dy * 6.0)
    wings = [(back[0] + dy * side, back[1] + dx * side) for side in (-4.2, 4.2)]
    ink.polygon([(x + dx * 0.8, y + dy * 0.8), *wings], palette["border.entry"])
    ink.text((x - dx * 4.0, y - dy * 4.0), side, 2.8, palette["border.link"], NARROW)


def _unit(x: float, y: float) -> Point:
    length = math.hypot(x, y) or 1.0
    return (x / length, y / length)
