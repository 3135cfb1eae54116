"""The boundary between the fronts: along the borders of zones that belong to different fronts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from maps.drawing.clearance import busy_ground
from maps.drawing.ink import BOLD, SERIF, Ink, Point, text_width
from maps.drawing.sheet import Sheet, View, links_in
from maps.drawing.water import lines_of
from maps.reading.geometry import shared_border
from maps.reading.look import look_of

ROOM_MM = 5.0
"""So far do signs and names keep from every point where three or more zones meet."""
_SIGN_MM, _NAME_MM = 3.0, 2.9
_DASH_MM, _GAP_MM = 6.0, 2.4
_CLEAR_MM = 2.2  # from where zones meet: no dash hides a corner
_ASIDE_MM = 4.4  # from the boundary to the middle of a name beside it where it is level
_MARK_MM, _FIRST_MM = 70.0, 30.0  # from one army group sign to the next, and to the first
_WORTH, _HIDDEN = 100.0, 2.0  # of a name, against where it stands ill; how much worse that is than a slope
_SHIFT_MM = 25  # how far a sign may stand from where it would be on a boundary that is clear everywhere


@dataclass(frozen=True, slots=True)
class Writing:
    """A sign or a name of the boundary: its middle, the ground it covers, size and font of its letters."""

    text: str
    at: Point
    ground: BaseGeometry
    size: float
    font: str


def draw_front(ink: Ink, sheet: Sheet, view: View, writing: Iterable[Writing]) -> None:
    """A broken line with its sign on it, and each front's name on its side."""
    line, rim = look_of(sheet.toml).front.colours
    for dash in front_dashes(sheet, view):
        for colour, width in ((rim, 2.1), (line, 1.4)):
            ink.dashes(dash, colour, width, math.inf, 0.0)
    for one in writing:
        ink.text(one.at, one.text, one.size, line, one.font, halo=rim)


def front_dashes(sheet: Sheet, view: View) -> Iterator[list[Point]]:
    """The dashes of the boundary: from one point where zones meet to the next, with a gap at each."""
    for course in _boundary(sheet, view):
        between = course.difference(view.meetings.buffer(_CLEAR_MM))
        for reach in (shapely.LineString(part) for part in lines_of(between)):
            number = max(1, round((reach.length + _GAP_MM) / (_DASH_MM + _GAP_MM)))
            dash = max(0.5, (reach.length + _GAP_MM) / number - _GAP_MM)
            for start in range(number):
                begin = start * (dash + _GAP_MM)
                yield [(x, y) for x, y in substring(reach, begin, begin + dash).coords]


def front_writing(sheet: Sheet, view: View) -> Iterator[Writing]:
    """The signs on the boundary, and above and below it the fronts' names, clear of where zones meet."""
    courses = _boundary(sheet, view)
    busy = busy_ground(sheet, view) if courses else view.meetings
    beside = busy_ground(sheet, view, beside=True) if courses else view.meetings
    for course in courses:
        signs = list(_signs(look_of(sheet.toml).front.sign, course, view, busy))
        yield from signs
        yield from _names(course, sheet, view, signs, beside)


def _boundary(sheet: Sheet, view: View) -> list[BaseGeometry]:
    """The boundary's lines on the main map; inserts do not show it."""
    sides = set(sheet.toml.get("sheet", {}).get("fronts", []))
    if view is not sheet.views[0] or not sides:
        return []
    fact = look_of(sheet.toml).front.fact
    fronts = {zone: space.facts.get(fact) for zone, space in sheet.board.spaces.items()}
    borders = [
        shared_border(view.zones[a], view.zones[b])
        for a, b, _ in links_in(sheet, view)
        if a < b and {fronts[a], fronts[b]} == sides
    ]
    return [shapely.LineString(part) for part in lines_of(shapely.line_merge(shapely.union_all(borders)))]


def _signs(text: str, course: BaseGeometry, view: View, busy: BaseGeometry) -> Iterator[Writing]:
    """The sign at about every so many millimetres, where it stands best; none where zones meet all about."""
    for number in range(round(course.length / _MARK_MM)):
        wanted = number * _MARK_MM + _FIRST_MM
        best, fault = None, float("inf")
        for shift in range(-_SHIFT_MM, _SHIFT_MM + 1):
            at = course.interpolate(wanted + shift)
            sign = _writing(text, (at.x, at.y), _SIGN_MM, BOLD)
            cost = _fault(sign, view, busy) + _rise(course, wanted + shift, 6) + abs(shift) / 10
            if cost < fault and sign.ground.distance(view.meetings) >= ROOM_MM:
                best, fault = sign, cost
        if best:
            yield best


def _names(
    course: BaseGeometry, sheet: Sheet, view: View, signs: list[Writing], busy: BaseGeometry
) -> list[Writing]:
    """The name of each front where it stands best beside the course, which is level if possible: what is
    clear on one side of it need not be on the other."""
    busy = shapely.union_all([busy, course.buffer(1.0), *(sign.ground.buffer(3.0) for sign in signs)])
    best: dict[str, tuple[float, Writing]] = {}
    for reach in _reaches(course, view):
        rise = 3 * _rise(course, reach, 10)
        for name in _names_at(course, reach, sheet, view):
            cost = rise + _HIDDEN * _fault(name, view, busy)
            if name.text not in best or cost < best[name.text][0]:
                best[name.text] = (cost, name)
    return [name for cost, name in best.values() if cost < _WORTH]


def _names_at(course: BaseGeometry, reach: float, sheet: Sheet, view: View) -> Iterator[Writing]:
    """The names on both sides of the course, so far from it that neither touches it if it is straight."""
    middle, before, after = (course.interpolate(reach + step) for step in (0, -5, 5))
    length = before.distance(after) or 1.0
    across = ((before.y - after.y) / length, (after.x - before.x) / length)
    fact = look_of(sheet.toml).front.fact
    for x, y in (across, (-across[0], -across[1])):
        probe = shapely.Point(middle.x + x * _ASIDE_MM, middle.y + y * _ASIDE_MM)
        for zone, shape in view.zones.items():
            if shape.contains(probe) and zone in sheet.board.spaces:
                name = str(sheet.board.spaces[zone].facts.get(fact)).upper()
                wide, high = _half(name, _NAME_MM, SERIF)
                aside = _ASIDE_MM - high + abs(x) * wide + abs(y) * high
                yield _writing(name, (middle.x + x * aside, middle.y + y * aside), _NAME_MM, SERIF)


def _writing(text: str, at: Point, size: float, font: str) -> Writing:
    wide, high = _half(text, size, font)
    ground = shapely.box(at[0] - wide, at[1] - high, at[0] + wide, at[1] + high)
    return Writing(text, at, ground, size, font)


def _half(text: str, size: float, font: str) -> tuple[float, float]:
    """Half the width and height of the ground it covers."""
    return text_width(text, size, font) / 2 + 0.5, size * 0.5


def _fault(one: Writing, view: View, busy: BaseGeometry) -> float:
    """How ill a sign or name stands: near a point where zones meet, or on a river, a road, a defence line."""
    near = bool(one.ground.distance(view.meetings) < ROOM_MM)
    covered = float(one.ground.intersection(busy).area / one.ground.area)
    return 50.0 * near + 40.0 * covered


def _reaches(course: BaseGeometry, view: View) -> list[float]:
    """Where along the course names may stand, counted from its beginning: towards the edge of the map."""
    left, _, width, _ = view.frame
    start, end = (course.interpolate(share, normalized=True).x for share in (0, 1))
    from_end = min(end - left, left + width - end) < min(start - left, left + width - start)
    return [course.length - reach if from_end else float(reach) for reach in range(16, 110, 2)]


def _rise(course: BaseGeometry, at: float, reach: int) -> float:
    """How far the course rises or falls about a point, so far to both sides."""
    points = shapely.line_interpolate_point(course, [at + step for step in range(-reach, reach + 1, 2)])
    heights: list[float] = shapely.get_y(points).tolist()
    return max(heights) - min(heights)
