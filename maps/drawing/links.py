"""White lines: they join two zones across the frame of an insert, or over a gap between them."""

from __future__ import annotations

import math
from collections.abc import Iterable

import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from maps.drawing.ink import Ink, Point
from maps.drawing.sheet import Sheet, View, links_in
from maps.reading.geometry import shared_border
from maps.reading.palette import Palette

_REACH_MM = 6.5  # so far does a line go into each zone, if that is wide enough
_ROOM_MM = 3.5  # so far does its middle keep from where zones meet, if it can
_LONG_MM, _DOT_MM = 25.0, 2.4  # a longer line is dotted; from one dot to the next
_STEP_MM = 3.0  # between the places of an outline that are tried

Ends = tuple[Point, Point]
WhiteLine = tuple[Ends, frozenset[str]]


def draw_white_lines(ink: Ink, sheet: Sheet, lines: Iterable[WhiteLine]) -> None:
    """White lines, with the mark of a road or a river that one counts as crossing."""
    for ends, features in lines:
        if math.dist(*ends) > _LONG_MM:
            draw_dots(ink, ends, sheet.palette)
        else:
            _solid(ink, ends, sheet.palette)
        if "road" in features:
            ink.line(ends, sheet.palette["way.casing"], 0.9)
            ink.line(ends, sheet.palette["way.road"], 0.5)
        if sheet.river_mm(features):
            draw_over_river(ink, ends, sheet.palette)


def _solid(ink: Ink, ends: Ends, palette: Palette) -> None:
    ink.line(ends, palette["border.rim"], 1.9)
    for end in ends:
        ink.disc(end, 1.35, palette["border.link"], palette["border.rim"], 0.35)
    ink.line(ends, palette["border.link"], 1.3)


def draw_dots(ink: Ink, ends: Ends, palette: Palette) -> None:
    """A line over a zone between: what lies under it must be seen."""
    line = shapely.LineString(ends)
    steps = round(line.length / _DOT_MM)
    for step in range(steps + 1):
        at = line.interpolate(step / steps, normalized=True)
        reach = 1.35 if step in (0, steps) else 0.5
        ink.disc((at.x, at.y), reach, palette["border.link"], palette["border.rim"], 0.3)


def white_lines(sheet: Sheet, view: View) -> list[WhiteLine]:
    """The ends of each white line and the features of its link; those over gaps come first."""
    pairs = [(a, b, how) for a, b, how in links_in(sheet, view) if a < b and "white-line" in how]
    laid: list[WhiteLine] = []
    for a, b, how in sorted(pairs, key=lambda pair: -view.zones[pair[0]].distance(view.zones[pair[1]])):
        one, other = view.zones[a], view.zones[b]
        border = shared_border(one, other)
        if border.is_empty:
            laid.append((_over_a_gap(view, one, other), how))
        else:
            keep = shapely.MultiLineString([ends for ends, _ in laid]).union(view.meetings)
            laid.append((_over_a_border(one, other, border, keep), how))
    return laid


def _over_a_border(a: BaseGeometry, b: BaseGeometry, border: BaseGeometry, keep: BaseGeometry) -> Ends:
    """From inside one zone to inside the other, at the middle of their border or not far from it.

    It is to keep off the points where zones meet, and off the lines laid before.
    """
    longest = max(shapely.get_parts(border), key=lambda part: part.length)
    spots = [longest.interpolate(share, normalized=True) for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)]
    hearts = [shapely.maximum_inscribed_circle(zone).coords[0] for zone in (a, b)]
    ways = [(_towards(hearts[0], spot), _towards(hearts[1], spot)) for spot in spots]
    return max(ways, key=lambda ends: min(shapely.LineString(ends).distance(keep), _ROOM_MM))


def _over_a_gap(view: View, a: BaseGeometry, b: BaseGeometry) -> Ends:
    """Straight over the gap, as short as may be without hiding borders, and where zones meet."""
    reach = a.distance(b) + 20.0
    between = [zone.boundary for zone in view.zones.values() if zone.distance(a) + zone.distance(b) < reach]
    hidden = shapely.union_all([one.simplify(0.3).buffer(1.5) for one in between])
    near, far = nearest_points(a, b)
    best = _lengthened(near, far)
    fault = _hiding(view, best, hidden)
    ways = [_lengthened(one, other) for one in _shore(a, b, reach) for other in _shore(b, a, reach)]
    for length, ends in sorted((math.dist(*ends), ends) for ends in ways):
        fits = length < fault and _holds(a, ends[0]) and _holds(b, ends[1])
        if fits and (this := _hiding(view, ends, hidden)) < fault:
            best, fault = ends, this
    return best


def _holds(zone: BaseGeometry, at: Point) -> bool:
    return bool(shapely.contains_xy(zone, *at))


def _shore(zone: BaseGeometry, other: BaseGeometry, reach: float) -> list[BaseGeometry]:
    """Places on a zone's outline from which another zone is near."""
    outline = zone.boundary
    spots = [outline.interpolate(step * _STEP_MM) for step in range(int(outline.length / _STEP_MM))]
    return [spot for spot in spots if spot.distance(other) < reach]


def _lengthened(one: BaseGeometry, other: BaseGeometry) -> Ends:
    x, y = _unit(other.x - one.x, other.y - one.y)
    return (
        (one.x - x * _REACH_MM, one.y - y * _REACH_MM),
        (other.x + x * _REACH_MM, other.y + y * _REACH_MM),
    )


def _hiding(view: View, ends: Ends, hidden: BaseGeometry) -> float:
    """How long a line is, and how much worse for what lies under it."""
    line = shapely.LineString(ends)
    room = min(line.distance(view.meetings), _ROOM_MM)
    return float(line.length + 3 * line.intersection(hidden).length + 30 * (_ROOM_MM - room))


def _towards(heart: Point, shore: BaseGeometry) -> Point:
    """From a shore towards the heart of a zone."""
    x, y = _unit(heart[0] - shore.x, heart[1] - shore.y)
    reach = min(_REACH_MM, math.dist(heart, (shore.x, shore.y)) * 0.8)
    return (shore.x + x * reach, shore.y + y * reach)


def draw_over_river(ink: Ink, ends: Ends, palette: Palette) -> None:
    """The mark of a line that crosses a river: two short strokes of water across its middle."""
    (x, y), (u, v) = ends
    middle, along = ((x + u) / 2, (y + v) / 2), _unit(u - x, v - y)
    for colour, width in ((palette["water.bank"], 1.1), (palette["water.river"], 0.65)):
        for step in (-0.75, 0.75):
            at = (middle[0] + along[0] * step, middle[1] + along[1] * step)
            stroke = [(at[0] - along[1] * side, at[1] + along[0] * side) for side in (-2.2, 2.2)]
            ink.line(stroke, colour, width)


def _unit(x: float, y: float) -> Point:
    length = math.hypot(x, y) or 1.0
    return (x / length, y / length)
