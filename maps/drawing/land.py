"""The ground of a view: tints, relief, woods and marshes, the streets of towns."""

from __future__ import annotations

import random

import numpy
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageChops
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry

from maps.drawing.ink import Colour, Ink, Point
from maps.drawing.shades import shaded, shades
from maps.drawing.sheet import Sheet, View
from maps.reading.look import look_of

FIELDS: Colour = (236, 227, 199)
MEADOWS: Colour = (226, 224, 190)
BLOCK: Colour = (178, 171, 163)
ELSEWHERE: Colour = (212, 207, 190)
NEXUS: Colour = (150, 144, 138)


def draw_land(ink: Ink, sheet: Sheet, view: View) -> None:
    """Fill every zone of the view with its ground."""
    shade = shades(sheet.geometry.zones)
    for zone, shape in view.zones.items():
        ground = _ground(sheet, zone) if sheet.home(zone) is view else ELSEWHERE
        colour = shaded(ground, shade[zone]) if zone in sheet.board.spaces else ground
        for ring in rings(shape):
            ink.polygon(ring, colour)
    _relief(ink, view)
    for zone, shape in view.zones.items():
        if sheet.home(zone) is view and zone in sheet.board.spaces:
            _cover(ink, sheet, zone, shape)


def rings(shape: BaseGeometry) -> list[list[Point]]:
    """The outlines of a shape's parts."""
    parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon" and not part.is_empty]
    return [[(x, y) for x, y in part.exterior.coords] for part in parts]


def _ground(sheet: Sheet, zone: str) -> Colour:
    """The tint of a zone: that of its look, or else the fields of one front or the other."""
    if zone not in sheet.board.spaces:
        return NEXUS
    facts = sheet.board.spaces[zone].facts
    look = look_of(sheet.toml)
    ground = look.ground_of(facts)
    if ground:
        return ground.colour
    fronts = sheet.toml.get("sheet", {}).get("fronts", [])
    return MEADOWS if facts.get(look.front.fact) in fronts[1:] else FIELDS


def _relief(ink: Ink, view: View) -> None:
    """Light from the north-west on rolling land, laid over the frame of the view."""
    place = ink.pixels(view.frame)
    left, top, right, bottom = seen = ink.seen(place)
    heights = _hills(round(view.frame[2]), round(view.frame[3]))
    slope = numpy.gradient(heights, axis=0) + numpy.gradient(heights, axis=1)
    light = numpy.clip(245 + slope * 200, 215, 255).astype(numpy.uint8)
    whole = Image.fromarray(light).resize(
        (place[2] - place[0], place[3] - place[1]), Image.Resampling.BICUBIC
    )
    shade = whole.crop((left - place[0], top - place[1], right - place[0], bottom - place[1]))
    ground = ink.image.crop(seen)
    ink.image.paste(ImageChops.multiply(ground, Image.merge("RGB", (shade, shade, shade))), seen)


def _hills(width: int, height: int) -> NDArray[numpy.float64]:
    """Heights for every millimetre: hills of several sizes heaped on one another."""
    chance = random.Random("hills")
    total = numpy.zeros((height, width))
    for size, tall in ((34, 1.3), (15, 0.7), (7, 0.4), (3, 0.16)):
        columns, rows = width // size + 3, height // size + 3
        heights = [chance.random() for _ in range(columns * rows)]
        coarse = Image.fromarray(numpy.array(heights, dtype=numpy.float32).reshape(rows, columns))
        total += tall * numpy.asarray(coarse.resize((width, height), Image.Resampling.BICUBIC))
    return total


def _cover(ink: Ink, sheet: Sheet, zone: str, shape: BaseGeometry) -> None:
    ground = look_of(sheet.toml).ground_of(sheet.board.spaces[zone].facts)
    chance, cover = random.Random(zone), ground.cover if ground else ""
    if cover == "streets":
        _streets(ink, shape, chance)
    elif cover == "woods":
        marshes = sheet.toml.get("sheet", {}).get("marsh", [])
        (_marsh if zone in marshes else _woods)(ink, shape, chance)


def _streets(ink: Ink, shape: BaseGeometry, chance: random.Random) -> None:
    """Blocks of houses along streets that run at the zone's own angle."""
    inner = shape.buffer(-1.3)
    shapely.prepare(inner)
    middle, angle = shape.centroid, chance.uniform(-25, 25)
    for column in range(-12, 13):
        for row in range(-16, 17):
            x, y = middle.x + column * 4.1, middle.y + row * 3.0
            house = shapely.box(x, y, x + chance.uniform(2.4, 3.5), y + chance.uniform(1.5, 2.4))
            turned = rotate(house, angle, origin=middle)
            if chance.random() < 0.85 and inner.contains(turned):
                ink.polygon(rings(turned)[0], BLOCK)


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


def _woods(ink: Ink, shape: BaseGeometry, chance: random.Random) -> None:
    for x, y in _scattered(shape, 4.3, chance):
        if chance.random() < 0.72:
            size = chance.uniform(0.85, 1.3)
            ink.disc((x + 0.35, y + 0.4), size, (90, 104, 66, 110))
            ink.disc((x, y), size, (137, 158, 98))
            ink.disc((x - 0.3, y - 0.3), size * 0.55, (158, 177, 116))


def _marsh(ink: Ink, shape: BaseGeometry, chance: random.Random) -> None:
    for x, y in _scattered(shape, 5.0, chance):
        if chance.random() < 0.8:
            reach = chance.uniform(1.0, 1.7)
            ink.line([(x - reach, y), (x + reach, y)], (104, 146, 162), 0.35)
            ink.line([(x - reach * 0.5, y + 0.8), (x + reach * 0.6, y + 0.8)], (104, 146, 162), 0.3)
            for lean in (-0.5, 0.0, 0.5):
                ink.line([(x, y), (x + lean, y - 1.3)], (110, 132, 82), 0.3)
