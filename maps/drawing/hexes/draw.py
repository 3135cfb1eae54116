"""A board of hexes as a picture, from the ground up: land, water, ways, towns, and what is printed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from maps.drawing.hexes.chart import draw_charts
from maps.drawing.hexes.city import draw_buildings
from maps.drawing.hexes.fronts import draw_bands, draw_fronts
from maps.drawing.hexes.gullies import draw_gullies
from maps.drawing.hexes.labels import draw_ornaments, draw_strips
from maps.drawing.hexes.landscape import draw_grid, draw_growth, draw_land, draw_strewn, has_ground
from maps.drawing.hexes.lettering import Lettering, draw_names
from maps.drawing.hexes.marks import Overlay, is_shown
from maps.drawing.hexes.plan import Plan, counter_mm, hex_mm
from maps.drawing.hexes.printed import print_marks, print_numbers
from maps.drawing.hexes.relief import draw_hachures, draw_hills, shade_land
from maps.drawing.hexes.rivers import draw_rivers
from maps.drawing.hexes.shores import draw_shores, draw_water
from maps.drawing.hexes.spots import mark_boxes
from maps.drawing.hexes.streets import draw_parks, draw_streets
from maps.drawing.hexes.tilled import draw_tilled
from maps.drawing.hexes.towns import draw_houses, draw_towns
from maps.drawing.hexes.ways import draw_sides, draw_ways, ways_of
from maps.drawing.hexes.works import draw_works
from maps.drawing.ink import Ink, Patch
from maps.drawing.layout import Place
from maps.drawing.panel import PAPER
from maps.drawing.sheet import Sheet
from maps.drawing.warp import Frame
from maps.reading.look import colour_of

__all__ = ["colour_of", "counter_mm", "draw_hexes", "has_ground", "hex_mm", "hex_places", "print_hexes"]


def draw_hexes(ink: Ink, sheet: Sheet, overlay: Overlay = "whole") -> list[Patch]:
    """Draw all hexes and what lies along and across their sides. What was under the marks of the overlay.

    The overlay is what only the set-up and arrivals need: the marks that map.toml says are of it.
    """
    if sheet.board.grid is None:
        return []
    plan = _lettering(sheet).plan
    _draw_map(ink, plan)
    under = ink.cut(_about_overlay(plan))
    print_hexes(ink, sheet, overlay)
    return under


def print_hexes(ink: Ink, sheet: Sheet, overlay: Overlay) -> None:
    """Print marks, names and numbers over hexes that are drawn, and what lies beside them."""
    lettering = _lettering(sheet)
    plan = lettering.plan
    print_marks(ink, plan, overlay)
    draw_names(ink, lettering)
    print_numbers(ink, plan, lettering)
    if plan.style.get("bleed"):
        _trim(ink, plan)
    draw_ornaments(ink, plan)
    draw_charts(ink, plan)


def _about_overlay(plan: Plan) -> Iterator[Frame]:
    """The ground of the marks that are not printed without the overlay, with what their rims take."""
    rim = plan.size / 4
    for mark, (left, top, right, low) in mark_boxes(plan):
        if not is_shown(mark, "none"):
            yield left - rim, top - rim, right - left + 2 * rim, low - top + 2 * rim


def _draw_map(ink: Ink, plan: Plan) -> None:
    """All that lies under what is printed."""
    _draw_ground(ink, plan)
    draw_shores(ink, plan)
    draw_bands(ink, plan)
    draw_rivers(ink, plan)
    draw_water(ink, plan)
    draw_strips(ink, plan)
    draw_sides(ink, plan)
    draw_towns(ink, plan)
    draw_ways(ink, plan)
    draw_buildings(ink, plan, ways_of(plan).middle)
    draw_grid(ink, plan)
    draw_fronts(ink, plan)
    draw_houses(ink, plan)


@lru_cache(maxsize=2)
def _lettering(sheet: Sheet) -> Lettering:
    """The names of a board with its plan: where all stands on its sheet is the same at every size."""
    assert sheet.board.grid is not None
    return Lettering(Plan(sheet, sheet.board.grid))


def _draw_ground(ink: Ink, plan: Plan) -> None:
    """Land with its hills, in light and shade, and what grows and is built on it."""
    draw_land(ink, plan)
    draw_strewn(ink, plan)
    draw_tilled(ink, plan)
    gullies = draw_gullies(ink, plan)
    draw_hills(ink, plan)
    draw_parks(ink, plan)
    draw_streets(ink, plan)
    draw_works(ink, plan)
    if plan.style.get("weathered"):
        shade_land(ink, plan, [(one.course, one.broad) for one in gullies])
    draw_hachures(ink, plan)
    draw_growth(ink, plan)


def hex_places(sheet: Sheet) -> dict[str, Place]:
    """Where counters go, one to a hex."""
    if sheet.board.grid is None:
        return {}
    plan, places = _lettering(sheet).plan, {}
    for one, space in plan.spaces():
        x, y = plan.centre(one)
        places[space.id] = Place(0, (x, y - plan.size / 2), ((x, y),))
    return places


def _trim(ink: Ink, plan: Plan) -> None:
    """Paper again around the map, over what was drawn beyond its frame."""
    (left, top, wide, high), (across, down) = plan.frame, plan.sheet.size
    ink.box((0, 0), (across, top), PAPER)
    ink.box((0, top + high), (across, down - top - high), PAPER)
    ink.box((0, 0), (left, down), PAPER)
    ink.box((left + wide, 0), (across - left - wide, down), PAPER)
