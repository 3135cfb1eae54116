"""Posts on the corners of a view: where four zones or more meet in one point, those across do not touch."""

from __future__ import annotations

from collections.abc import Iterator

import shapely

from maps.drawing.ink import Ink, Point
from maps.drawing.sheet import Sheet, View

POST_MM, SMALL_MM = 1.3, 0.9  # radius; the small ones stand among zones that are played in another view
_NEAR_MM = 0.05


def draw_posts(ink: Ink, sheet: Sheet, view: View) -> None:
    """Put a post on every corner of the view."""
    for at, size in posts(sheet, view):
        ink.disc(at, size, sheet.palette["border.post"])


def posts(sheet: Sheet, view: View) -> Iterator[tuple[Point, float]]:
    """Where four zones or more meet, and the radius of the post there, in millimetres of the sheet."""
    names = list(view.zones)
    tree = shapely.STRtree(list(view.zones.values()))
    for at in shapely.get_parts(view.meetings):
        near = [names[number] for number in tree.query(at, predicate="dwithin", distance=_NEAR_MM)]
        if len(near) >= 4:
            at_home = all(sheet.home(zone) is view for zone in near)
            yield (at.x, at.y), POST_MM if at_home else SMALL_MM
