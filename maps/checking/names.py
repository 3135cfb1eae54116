"""How the names on a board stand: each that covers another, a hex number or the place of a counter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import shapely
from shapely.geometry.base import BaseGeometry

from maps.drawing.courses import lay_courses, stranger_names, written_on
from maps.drawing.draw import laid_out
from maps.drawing.hexes.lettering import Lettering, overlaps
from maps.drawing.hexes.plan import Plan
from maps.drawing.ink import text_width
from maps.drawing.layout import COUNTER_MM, Place
from maps.drawing.sheet import Sheet, View
from maps.drawing.water import river_ground, river_names

_LEAST_MM2 = 0.05
_RIM_MM, _AIR_MM = 0.7, 0.4
"""How far writing keeps from the edge of its plate, and how much air the ground of signs has."""


def names_amiss(game: str | Path) -> list[str]:
    """Every name of a board that covers what it should not, in words; MapError if it cannot be drawn."""
    sheet, headings = laid_out(game)
    if sheet.art:
        return []
    found = (
        overlaps(Lettering(Plan(sheet, sheet.board.grid))) if sheet.board.grid else _of_areas(sheet, headings)
    )
    return [f"{name} covers {what}" for name, what in dict.fromkeys(found)]


def _of_areas(sheet: Sheet, places: Mapping[str, Place]) -> Iterator[tuple[str, str]]:
    """What covers what on a board of zones, view by view."""
    for view in sheet.views:
        home = {zone: place for zone, place in places.items() if sheet.home(zone) is view}
        names = list(_names(sheet, view, home))
        for number, (name, ground) in enumerate(names):
            for other, its in names[number + 1 :]:
                if ground.intersection(its).area > _LEAST_MM2:
                    yield name, f"the name {other}"
            for zone, place in home.items():
                if any(ground.intersection(slot).area > _LEAST_MM2 for slot in _slots(place)):
                    yield name, f"a counter's place in {sheet.board.spaces[zone].name}"


def _names(sheet: Sheet, view: View, home: Mapping[str, Place]) -> Iterator[tuple[str, BaseGeometry]]:
    """Every name of a view with the ground that it covers."""
    for zone, place in home.items():
        if place.size:
            (x, y), (wide, high) = place.corner, place.size
            plate = shapely.box(x, y, x + wide, y + high)
            yield sheet.board.spaces[zone].name, plate.buffer(-_RIM_MM, join_style="mitre")
    for name, at, degrees in river_names(view):
        yield name, river_ground(name, at, degrees)
    laid = lay_courses(sheet, view)
    yield from ((one.text, one.ground.buffer(-_AIR_MM, join_style="mitre")) for one in laid.front)
    for name, (x, y), size in stranger_names(sheet, view, written_on(view, laid)):
        half = text_width(name, size) / 2
        yield name, shapely.box(x - half, y - size / 2, x + half, y + size / 2)


def _slots(place: Place) -> list[BaseGeometry]:
    half = COUNTER_MM / 2
    return [shapely.box(x - half, y - half, x + half, y + half) for x, y in place.slots]
