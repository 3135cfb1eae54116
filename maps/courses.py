"""What runs along and across the borders of a view: rivers, roads, front, defence lines, white lines."""

from __future__ import annotations

import math

import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from maps.clearance import defence_lines
from maps.front import draw_front, front_writing
from maps.geometry import shared_border
from maps.ink import NARROW, Colour, Ink, Point, text_width
from maps.land import rings
from maps.sheet import Sheet, View, links_in
from maps.water import BANK, NAME_MM, WATER, draw_rivers, draw_streams, lines_of, river_names

BORDER: Colour = (104, 84, 62)
CASING: Colour = (92, 58, 36)
ROAD: Colour = (246, 214, 140)
TRENCH: Colour = (44, 52, 34)
WHITE: Colour = (255, 255, 255)
ENTRY: Colour = (84, 92, 80)
LINK_RIM: Colour = (70, 60, 50)


def draw_courses(ink: Ink, sheet: Sheet, view: View) -> None:
    """Draw everything linear, from the ground up."""
    draw_streams(ink, sheet, view)
    _borders(ink, sheet, view)
    draw_rivers(ink, sheet, view)
    draw_front(ink, sheet, view)
    _roads(ink, view)
    for a, b, features in links_in(sheet, view):
        if f"defends-{a}" in features and sheet.home(a) is view:
            _trenches(ink, view, (a, b), max(0.4, sheet.river_mm(features)))
        if a < b and "white-line" in features:
            _white_line(ink, sheet, view, (a, b), features)
    _towns(ink, sheet, view)


def _towns(ink: Ink, sheet: Sheet, view: View) -> None:
    for zone, space in sheet.board.spaces.items():
        if sheet.home(zone) is view:
            ink.disc(view.point(*space.centre), 1.15, WHITE, CASING, 0.5)


def _borders(ink: Ink, sheet: Sheet, view: View) -> None:
    for zone, shape in view.zones.items():
        at_home = sheet.home(zone) is view
        for ring in rings(shape):
            ink.line(ring, BORDER if at_home else (150, 140, 122), 0.55 if at_home else 0.35)
    cities = [shape for zone, shape in view.zones.items() if _is_city(sheet, zone)]
    if cities:
        ring = shapely.get_parts(shapely.union_all(cities))[0].exterior
        ink.line(list(ring.coords), (62, 54, 48), 1.1)


def _is_city(sheet: Sheet, zone: str) -> bool:
    return zone in sheet.board.spaces and bool(sheet.board.spaces[zone].facts.get("city"))


def _roads(ink: Ink, view: View) -> None:
    roads = [part for line in view.lines if line.kind == "road" for part in lines_of(line.course)]
    for colour, width in ((CASING, 1.7), (ROAD, 1.05)):
        for road in roads:
            ink.line(road, colour, width)


def _trenches(ink: Ink, view: View, pair: tuple[str, str], width: float) -> None:
    """Teeth inside the first zone along its border with the second, this wide, pointing at the attacker."""
    inside = view.zones[pair[0]]
    for part in lines_of(shared_border(inside, view.zones[pair[1]])):
        course = shapely.LineString(part).simplify(1.2)
        count = int((course.length - 2) / 4.2)
        for number in range(count):
            middle = 1 + (course.length - 2) * (number + 0.5) / count
            before, after = course.interpolate(middle - 2.5), course.interpolate(middle + 2.5)
            along = _unit(after.x - before.x, after.y - before.y)
            at = course.interpolate(middle)
            inward = (-along[1], along[0])
            if not inside.contains(shapely.Point(at.x + inward[0] * 4, at.y + inward[1] * 4)):
                inward = (along[1], -along[0])
            if inside.contains(shapely.Point(at.x + inward[0] * 3, at.y + inward[1] * 3)):
                _tooth(ink, (at.x, at.y), along, inward, width / 2 + 0.7)


def _tooth(ink: Ink, at: Point, along: Point, inward: Point, tip: float) -> None:
    foot = (at[0] + inward[0] * (tip + 2.6), at[1] + inward[1] * (tip + 2.6))
    point = (at[0] + inward[0] * tip, at[1] + inward[1] * tip)
    feet = [(foot[0] + along[0] * side, foot[1] + along[1] * side) for side in (-1.6, 1.6)]
    ink.polygon([point, *feet], TRENCH)


def _white_line(ink: Ink, sheet: Sheet, view: View, pair: tuple[str, str], features: frozenset[str]) -> None:
    """A white line joining two zones, with the mark of a road or a river that it counts as crossing."""
    ends = _link_ends(view.zones[pair[0]], view.zones[pair[1]])
    ink.line(ends, LINK_RIM, 1.9)
    for end in ends:
        ink.disc(end, 1.35, WHITE, LINK_RIM, 0.35)
    ink.line(ends, WHITE, 1.3)
    if "road" in features:
        ink.line(ends, CASING, 0.9)
        ink.line(ends, ROAD, 0.5)
    if sheet.river_mm(features):
        _wave(ink, ends)


def written_on(sheet: Sheet, view: View) -> BaseGeometry:
    """The ground that white lines, the names of rivers and fronts and the signs of army groups cover."""
    links = [(a, b) for a, b, features in links_in(sheet, view) if a < b and "white-line" in features]
    lines = [shapely.LineString(_link_ends(view.zones[a], view.zones[b])) for a, b in links]
    names = [shapely.Point(at).buffer(NAME_MM * len(name) / 3) for name, at, _ in river_names(view)]
    fronts = [one.ground.buffer(1.0) for one in front_writing(sheet, view)]
    return shapely.union_all([shapely.union_all(lines).buffer(2.0), *names, *fronts])


def kept_clear(sheet: Sheet, view: View, zone: str) -> BaseGeometry:
    """What a zone's heading must not cover of its own: defence line and town."""
    town = shapely.Point(view.point(*sheet.board.spaces[zone].centre)).buffer(1.8)
    return town.union(defence_lines(sheet, view, zone))


def _link_ends(a: BaseGeometry, b: BaseGeometry) -> list[Point]:
    """From inside one zone to inside the other, across the middle of their border or the gap between them."""
    border = shared_border(a, b)
    if not border.is_empty:
        longest = max(shapely.get_parts(border), key=lambda part: part.length)
        start = end = longest.interpolate(0.5, normalized=True)
    else:
        start, end = nearest_points(a, b)
    return [_into(a, start, end), _into(b, end, start)]


def _into(zone: BaseGeometry, shore: BaseGeometry, _other: BaseGeometry) -> Point:
    heart = shapely.maximum_inscribed_circle(zone).coords[0]
    x, y = _unit(heart[0] - shore.x, heart[1] - shore.y)
    reach = min(6.5, shapely.Point(heart).distance(shore) * 0.8)
    return (shore.x + x * reach, shore.y + y * reach)


def _wave(ink: Ink, ends: list[Point]) -> None:
    (x, y), (u, v) = ends
    middle = ((x + u) / 2, (y + v) / 2)
    along = _unit(u - x, v - y)
    points = []
    for step in range(-12, 13):
        side, sway = step / 4, 0.5 * math.sin(step * math.pi / 6)
        points.append(
            (middle[0] - along[1] * side + along[0] * sway, middle[1] + along[0] * side + along[1] * sway)
        )
    ink.line(points, BANK, 1.5)
    ink.line(points, WATER, 0.8)


def name_strangers(ink: Ink, sheet: Sheet, view: View, taken: BaseGeometry) -> None:
    """Small names for the zones and holes that a view shows in passing: no unit is placed there."""
    holes = {hole["id"]: hole["name"] for hole in sheet.toml.get("hole", [])}
    for zone, shape in view.zones.items():
        if _is_stranger(sheet, view, zone) and shape.area > 60:
            circle = shapely.maximum_inscribed_circle(shape.difference(taken))
            size = 2.5 if view is sheet.views[0] else 2.9
            name = sheet.board.spaces[zone].name if zone in sheet.board.spaces else holes.get(zone, "")
            x, y = circle.coords[0]
            half, (left, _, width, _) = text_width(name, size) / 2 + 1.5, view.frame
            at = (min(max(x, left + half), left + width - half), y)
            ink.text(at, name, size, (96, 86, 74), NARROW, halo=(226, 221, 204))


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
                _entry(ink, (reach.centroid.x, reach.centroid.y), inward, side)


def _entry(ink: Ink, at: Point, inward: Point, side: str) -> None:
    (x, y), (dx, dy) = at, inward
    back = (x - dx * 6.0, y - dy * 6.0)
    wings = [(back[0] + dy * side, back[1] + dx * side) for side in (-4.2, 4.2)]
    ink.polygon([(x + dx * 0.8, y + dy * 0.8), *wings], ENTRY)
    ink.text((x - dx * 4.0, y - dy * 4.0), side, 2.8, WHITE, NARROW)


def _unit(x: float, y: float) -> Point:
    length = math.hypot(x, y) or 1.0
    return (x / length, y / length)
