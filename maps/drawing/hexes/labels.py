"""What is drawn over the hexes to find one's way: spits, the frame, compass and scale."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import shapely

from maps.drawing.curve import Line, moved, rounded
from maps.drawing.hexes.landscape import fill
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.shores import waters
from maps.drawing.ink import SERIF, Colour, Ink
from maps.grids.hexes import Point

_SHORE: Colour = (70, 112, 142)
_INK: Colour = (44, 58, 74)
_PANEL: Colour = (246, 240, 222)


def draw_strips(ink: Ink, plan: Plan) -> None:
    """Spits of sand in the sea, along the points (map units) that map.toml gives; where one meets the coast,
    it is one beach with it."""
    strips = plan.table.get("strip", [])
    sea = shapely.union_all(list(waters(plan).values())) if strips else shapely.Polygon()
    for strip in strips:
        line = shapely.LineString(rounded([plan.at((x, y)) for x, y in strip["points"]]))
        spit = line.buffer(float(strip["mm"]) / 2)
        for part in shapely.get_parts(spit.boundary.intersection(sea)):
            ink.line(list(part.coords), _SHORE, 0.7)
        fill(ink, spit.intersection(sea.buffer(0.1 * plan.size)), plan.palette["water.sand"])


def draw_ornaments(ink: Ink, plan: Plan) -> None:
    """The frame of the map, its compass and its scale, where map.toml places them."""
    if plan.style.get("bleed"):
        left, top, wide, high = plan.frame
        ink.box((left - 0.9, top - 0.9), (wide + 1.8, high + 1.8), None, _INK, 0.9)
    if "cartouche_mm" in plan.table:
        left, top, wide, high = plan.table["cartouche_mm"]
        ink.box((left, top), (wide, high), _PANEL, _INK, 0.5, 3.0)
        ink.box((left + 1.4, top + 1.4), (wide - 2.8, high - 2.8), None, _INK, 0.25, 2.2)
    if "compass" in plan.table:
        draw_compass(ink, plan.table["compass"])
    if "scale" in plan.table:
        draw_scale(ink, plan, plan.table["scale"])


def draw_compass(ink: Ink, table: Mapping[str, Any]) -> None:
    """A rose of eight points, north up, or turned against the clock by so many degrees.

    On a map that shows the country as in a mirror east and west change places.
    """
    (x, y), reach, turn = table["at_mm"], float(table["radius_mm"]), float(table.get("turn", 0))
    ink.disc((x, y), reach * 0.8, (255, 255, 255, 0), (*_INK[:3], 150), 0.35)
    ink.disc((x, y), reach * 0.86, (255, 255, 255, 0), (*_INK[:3], 150), 0.2)
    for step in (1, 3, 5, 7, 0, 2, 4, 6):
        long = reach * (1.0 if step % 2 == 0 else 0.62)
        _point(ink, (x, y), step * 45.0 - turn, long, reach * 0.17)
    for step, word in enumerate("NWSE" if table.get("mirrored") else "NESW"):
        angle = math.radians(step * 90 - turn)
        at = moved((x, y), (math.sin(angle), -math.cos(angle)), 1.2 * reach)
        ink.text(at, word, reach * 0.3, _INK, SERIF)
    if table.get("mirrored"):
        ink.text((x, y + 1.55 * reach), "The map is a mirror image", reach * 0.17, _INK, SERIF)


def _point(ink: Ink, at: Point, degrees: float, long: float, half: float) -> None:
    """One point of the rose, dark on one side."""
    angle = math.radians(degrees)
    along = (math.sin(angle), -math.cos(angle))
    tip = moved(at, along, long)
    for aside, colour in ((half, _INK), (-half, (250, 246, 234))):
        ink.polygon([at, moved(at, along, half, aside), tip], colour)
    edge: Line = [at, moved(at, along, half, half), tip, moved(at, along, half, -half), at]
    ink.line(edge, _INK, 0.18)


def draw_scale(ink: Ink, plan: Plan, table: Mapping[str, Any]) -> None:
    """A bar of so many kilometres, in parts dark and light."""
    (x, y), parts = table["at_mm"], [float(part) for part in table["parts"]]
    mm = plan.size / plan.grid.lattice.pitch
    for number, (a, b) in enumerate(pairwise(parts)):
        fill = _INK if number % 2 == 0 else (250, 246, 234)
        ink.box((x + a * mm, y), ((b - a) * mm, 1.6), fill, _INK, 0.25)
    for part in parts:
        ink.text((x + part * mm, y - 1.9), f"{part:g}", 2.6, _INK, SERIF)
    ink.text((x + parts[-1] * mm + 2, y + 0.8), str(table["unit"]), 2.6, _INK, SERIF, "lm")
