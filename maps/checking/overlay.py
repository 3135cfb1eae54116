"""A plain picture of a map's shapes with every fault marked where it is, for ``hexpost map check --out``."""

from __future__ import annotations

import shapely
from PIL import Image

from maps.checking.check import Checked
from maps.drawing.ink import BOLD, NARROW, SANS, Colour, Ink, Point

WIDTH_MM = 380.0
MARGIN_MM = 10.0
LINE_MM = 4.2
PAPER: Colour = (252, 250, 244)
OUTLINE: Colour = (120, 112, 100)
RED: Colour = (190, 20, 30)
LINES: dict[str, Colour] = {"river": (70, 130, 180), "road": (190, 130, 50)}


def draw_overlay(checked: Checked) -> Image.Image:
    """Zones, rivers and roads as they lie in the files; faults numbered on the map and listed below it."""
    rings = {zone: list(checked.outlines(zone)) for zone in checked.geometry.zones}
    shapes = [shapely.LineString(ring) for many in rings.values() for ring in many]
    shapes += [line.course for line in checked.geometry.lines]
    west, south, east, north = shapely.total_bounds(shapes).tolist() if shapes else (0.0, 0.0, 1.0, 1.0)
    scale = (WIDTH_MM - 2 * MARGIN_MM) / max(east - west, 1e-6)
    tall = min((north - south) * scale, 1000.0) + 2 * MARGIN_MM
    ink = Ink(WIDTH_MM, tall + (len(checked.faults) + 1) * LINE_MM, 100, PAPER)

    def fit(x: float, y: float) -> Point:
        return (MARGIN_MM + (x - west) * scale, MARGIN_MM + (north - y) * scale)

    for zone, shape in checked.geometry.zones.items():
        for ring in rings[zone]:
            ink.line([fit(*point) for point in ring], OUTLINE, 0.4)
        inside = shape.representative_point()
        ink.text(fit(inside.x, inside.y), zone, 2.4, OUTLINE, NARROW)
    for river in checked.geometry.lines:
        for line in _lines(river.course):
            ink.line([fit(*point) for point in line], LINES.get(river.kind, OUTLINE), 0.9)
    for number, fault in enumerate(checked.faults, start=1):
        if fault.at:
            _mark(ink, fit(*checked.geometry.plane.to_km(*fault.at)), number)
        ink.text((MARGIN_MM, tall + number * LINE_MM), f"{number}  {fault}"[:220], 2.6, RED, SANS, "lm")
    return ink.finished()


def _lines(course: shapely.Geometry) -> list[list[Point]]:
    """The parts of a course."""
    return [[(x, y) for x, y in line.coords] for line in shapely.get_parts(course) if line.length > 0]


def _mark(ink: Ink, at: Point, number: int) -> None:
    ink.disc(at, 3.4, (190, 20, 30, 60), RED, 0.6)
    ink.text(at, str(number), 3.0, RED, BOLD, halo=PAPER)
