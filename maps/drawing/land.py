"""The ground of a view: tints, relief, woods and marshes, the streets of towns."""

from __future__ import annotations

import random

import shapely
from shapely.geometry.base import BaseGeometry

from maps.drawing.blocks import blocks_of
from maps.drawing.curve import sway
from maps.drawing.ink import Colour, Ink, Point
from maps.drawing.relief import lit, rolling
from maps.drawing.shades import shaded, shades
from maps.drawing.sheet import Sheet, View
from maps.reading.look import look_of
from maps.reading.palette import Palette

_BLOCK_MM, _EDGE_MM = 5.2, 0.7
"""How large blocks of houses are, and how far they keep from the border of their zone."""
_GROVE_MM, _STAND = 6.0, 0.7
"""How wide groves and glades are, and how thick woods stand between them."""
_DEEP_MM, _COURT_MM2 = 1.7, 5.0
"""How deep houses around a court are, and how large a court is at least."""


def draw_land(ink: Ink, sheet: Sheet, view: View) -> None:
    """Fill every zone of the view with its ground."""
    shade = shades(sheet.geometry.zones)
    for zone, shape in view.zones.items():
        colour = zone_colour(sheet, view, zone, shade[zone])
        for ring in rings(shape):
            ink.polygon(ring, colour)
    _relief(ink, view)
    for zone, shape in view.zones.items():
        if sheet.home(zone) is view and zone in sheet.board.spaces:
            _cover(ink, sheet, zone, shape)


def zone_colour(sheet: Sheet, view: View, zone: str, shade: int) -> Colour:
    """The colour of a zone; all those played in another view have one: nobody is to look for units there."""
    if sheet.home(zone) is not view:
        return sheet.palette["ground.elsewhere"]
    ground = _ground(sheet, zone)
    return shaded(ground, shade) if zone in sheet.board.spaces else ground


def rings(shape: BaseGeometry) -> list[list[Point]]:
    """The outlines of a shape's parts."""
    parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon" and not part.is_empty]
    return [[(x, y) for x, y in part.exterior.coords] for part in parts]


def _ground(sheet: Sheet, zone: str) -> Colour:
    """The tint of a zone: that of its look, or else the fields of one front or the other."""
    if zone not in sheet.board.spaces:
        return sheet.palette["ground.hole"]
    facts = sheet.board.spaces[zone].facts
    look = look_of(sheet.toml)
    ground = look.ground_of(facts)
    if ground:
        return ground.colour
    fronts = sheet.toml.get("sheet", {}).get("fronts", [])
    return sheet.palette["ground.meadows" if facts.get(look.front.fact) in fronts[1:] else "ground.fields"]


def _relief(ink: Ink, view: View) -> None:
    """Light from the north-west on rolling land, laid over the frame of the view."""
    heights = rolling(round(view.frame[2]), round(view.frame[3]))
    ink.shade(view.frame, lit(heights, 245, 200.0, 215))


def _cover(ink: Ink, sheet: Sheet, zone: str, shape: BaseGeometry) -> None:
    ground = look_of(sheet.toml).ground_of(sheet.board.spaces[zone].facts)
    chance, cover = random.Random(zone), ground.cover if ground else ""
    if cover == "streets":
        _streets(ink, shape, sheet.palette)
    elif cover == "woods":
        marshes = sheet.toml.get("sheet", {}).get("marsh", [])
        (_marsh if zone in marshes else _woods)(ink, shape, chance, sheet.palette)


def _streets(ink: Ink, shape: BaseGeometry, palette: Palette) -> None:
    """Blocks of houses with streets between, the larger ones around a court."""
    for block in blocks_of(shape.buffer(-_EDGE_MM), _BLOCK_MM):
        for ring in rings(block):
            ink.polygon(ring, palette["built.block"])
            ink.line(ring, palette["built.wall"], 0.12)
        court = block.buffer(-_DEEP_MM, join_style="mitre")
        for ring in rings(court) if court.area > _COURT_MM2 else ():
            ink.polygon(ring, palette["built.court"])


def _scattered(shape: BaseGeometry, spacing: float, chance: random.Random) -> list[Point]:
    """Points strewn over a shape, no two closer than about half the spacing, from the north southwards."""
    inner = shape.buffer(-2.4)
    west, north, east, south = inner.bounds
    columns, rows = int((east - west) / spacing) + 1, int((south - north) / spacing) + 1
    points = [
        (
            west + (column + chance.uniform(-0.28, 1.28) * 0.5) * spacing,
            north + (row + chance.random() * 0.5) * spacing,
        )
        for row in range(rows)
        for column in range(columns)
    ]
    inside = shapely.contains_xy(inner, [x for x, _ in points], [y for _, y in points])
    return [point for point, within in zip(points, inside, strict=True) if within]


def _woods(ink: Ink, shape: BaseGeometry, chance: random.Random, palette: Palette) -> None:
    for x, y in _scattered(shape, 3.0, chance):
        if chance.random() < _STAND + sway(x / 3, y / 3, _GROVE_MM) * 10 / _GROVE_MM:
            size = chance.uniform(0.85, 1.3)
            ink.disc((x + 0.35, y + 0.4), size, palette["growth.shadow"])
            ink.disc((x, y), size, palette["growth.crown"])
            ink.disc((x - 0.3, y - 0.3), size * 0.55, palette["growth.light"])


def _marsh(ink: Ink, shape: BaseGeometry, chance: random.Random, palette: Palette) -> None:
    for x, y in _scattered(shape, 5.0, chance):
        if chance.random() < 0.8:
            draw_reeds(ink, (x, y), chance.uniform(1.0, 1.7), palette)


def draw_reeds(ink: Ink, at: Point, reach: float, palette: Palette) -> None:
    """A tuft of reeds over a pool that is so wide to both sides."""
    x, y = at
    ink.line([(x - reach, y), (x + reach, y)], palette["growth.pool"], 0.35)
    ink.line([(x - reach * 0.5, y + 0.8), (x + reach * 0.6, y + 0.8)], palette["growth.pool"], 0.3)
    for lean in (-0.5, 0.0, 0.5):
        ink.line([(x, y), (x + lean, y - 1.3)], palette["growth.reed"], 0.3)
