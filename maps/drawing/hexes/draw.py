"""A board of hexes as a picture, from the ground up: land, water, ways, towns, and what is printed."""

from __future__ import annotations

from maps.drawing.hexes.chart import draw_charts
from maps.drawing.hexes.city import draw_buildings, draw_streets
from maps.drawing.hexes.labels import draw_fronts, draw_ornaments, draw_strips, name_waters, print_labels
from maps.drawing.hexes.landscape import draw_land, draw_shores, draw_water, has_ground
from maps.drawing.hexes.plan import Plan, counter_mm, hex_mm
from maps.drawing.hexes.printed import print_hexes
from maps.drawing.hexes.towns import draw_towns
from maps.drawing.hexes.ways import draw_rivers, draw_sides, draw_ways
from maps.drawing.ink import Ink
from maps.drawing.layout import Place
from maps.drawing.panel import PAPER
from maps.drawing.sheet import Sheet
from maps.reading.look import colour_of

__all__ = ["colour_of", "counter_mm", "draw_hexes", "has_ground", "hex_mm", "hex_places"]


def draw_hexes(ink: Ink, sheet: Sheet) -> dict[str, Place]:
    """Draw all hexes and what lies along and across their sides; returns where counters go, one to a hex."""
    if sheet.board.grid is None:
        return {}
    plan = Plan(sheet, sheet.board.grid)
    draw_land(ink, plan)
    draw_streets(ink, plan)
    draw_shores(ink, plan)
    draw_rivers(ink, plan)
    draw_water(ink, plan)
    draw_strips(ink, plan)
    draw_sides(ink, plan)
    draw_towns(ink, plan)
    draw_ways(ink, plan)
    draw_buildings(ink, plan)
    draw_fronts(ink, plan)
    name_waters(ink, plan, print_hexes(ink, plan))
    print_labels(ink, plan)
    if plan.style.get("bleed"):
        _trim(ink, plan)
    draw_ornaments(ink, plan)
    draw_charts(ink, plan)
    return hex_places(sheet)


def hex_places(sheet: Sheet) -> dict[str, Place]:
    """Where counters go, one to a hex."""
    if sheet.board.grid is None:
        return {}
    plan = Plan(sheet, sheet.board.grid)
    places = {}
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
