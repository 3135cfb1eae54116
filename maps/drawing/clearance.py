"""What is drawn along borders and across them: writing that may stand anywhere keeps off it."""

from __future__ import annotations

import shapely
from shapely.geometry.base import BaseGeometry

from maps.drawing.sheet import Sheet, View
from maps.reading.geometry import shared_border

TRENCH_MM = 5.0
"""So far from the border do the teeth of a defence line reach."""


def busy_ground(sheet: Sheet, view: View, beside: bool = False) -> BaseGeometry:
    """The ground of the rivers, roads and defence lines of a view: for what stands beside a border only that
    side of it to which the teeth of a defence line point, for what stands on it both."""
    courses = [line.course.buffer(1.5) for line in view.lines]
    own = [zone for zone in sheet.board.spaces if sheet.home(zone) is view]
    defended = [defence_lines(sheet, view, zone) for zone in own]
    if beside:
        defended = [line.intersection(view.zones[zone]) for line, zone in zip(defended, own, strict=True)]
    return shapely.union_all([*courses, *defended])


def defence_lines(sheet: Sheet, view: View, zone: str) -> BaseGeometry:
    """The ground along the borders that a zone's defence line faces."""
    borders = [
        shared_border(view.zones[zone], view.zones[foe]).buffer(TRENCH_MM)
        for foe, features in sheet.board.links[zone].items()
        if f"defends-{zone}" in features and foe in view.zones
    ]
    return shapely.union_all(borders)
