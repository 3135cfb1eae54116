"""The boundary between the fronts: along the borders of zones that belong to different fronts."""

from __future__ import annotations

from collections.abc import Iterator

import shapely
from shapely.geometry.base import BaseGeometry

from maps.geometry import shared_border
from maps.ink import BOLD, SERIF, Colour, Ink, Point
from maps.sheet import Sheet, View, links_in
from maps.water import lines_of

FRONT: Colour = (150, 26, 40)
PALE: Colour = (255, 240, 228)
_MARK_MM = 70.0  # from one army group sign to the next


def draw_front(ink: Ink, sheet: Sheet, view: View) -> None:
    """A broken line with the sign of an army group on it, and each front's name on its side."""
    for course in _boundary(sheet, view):
        points = [(x, y) for x, y in course.coords]
        ink.dashes(points, PALE, 2.1, 6.0, 2.4)
        ink.dashes(points, FRONT, 1.4, 6.0, 2.4)
        for mark in _marks(course):
            at = course.interpolate(mark)
            ink.text((at.x, at.y), "XXXXX", 3.0, FRONT, BOLD, halo=PALE)
    for spot, front in front_names(sheet, view):
        ink.text(spot, front, 2.9, FRONT, SERIF, halo=PALE)


def front_names(sheet: Sheet, view: View) -> Iterator[tuple[Point, str]]:
    """Where each front's name stands: above and below the boundary, where that is level."""
    for course in _boundary(sheet, view):
        middle = course.interpolate(_level_reach(course, view))
        for side in (-4.4, 4.4):
            spot = shapely.Point(middle.x, middle.y + side)
            for zone, shape in view.zones.items():
                if shape.contains(spot) and zone in sheet.board.spaces:
                    yield (spot.x, spot.y), str(sheet.board.spaces[zone].facts.get("front")).upper()


def _boundary(sheet: Sheet, view: View) -> list[BaseGeometry]:
    """The boundary's lines on the main map; inserts do not show it."""
    sides = set(sheet.toml.get("sheet", {}).get("fronts", []))
    if view is not sheet.views[0] or not sides:
        return []
    fronts = {zone: space.facts.get("front") for zone, space in sheet.board.spaces.items()}
    borders = [
        shared_border(view.zones[a], view.zones[b])
        for a, b, _ in links_in(sheet, view)
        if a < b and {fronts[a], fronts[b]} == sides
    ]
    return [shapely.LineString(part) for part in lines_of(shapely.line_merge(shapely.union_all(borders)))]


def _marks(course: BaseGeometry) -> list[float]:
    return [step * _MARK_MM + 30.0 for step in range(int(course.length / _MARK_MM))]


def _level_reach(course: BaseGeometry, view: View) -> float:
    """Where along the course a name fits best, counted from its beginning, clear of the army group signs."""
    left, _, width, _ = view.frame
    start, end = (course.interpolate(share, normalized=True).x for share in (0, 1))
    from_end = min(end - left, left + width - end) < min(start - left, left + width - start)
    reaches = [course.length - reach if from_end else float(reach) for reach in range(16, 110, 2)]
    free = [at for at in reaches if all(abs(at - mark) > 18 for mark in _marks(course))]
    return min(free or reaches, key=lambda at: _rise(course, at))


def _rise(course: BaseGeometry, at: float) -> float:
    """How far the course rises or falls about a point."""
    heights = [course.interpolate(at + step).y for step in range(-10, 11, 2)]
    return float(max(heights) - min(heights))
