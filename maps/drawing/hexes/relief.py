"""The lie of the land on a board of hexes: valleys along its waters, hills with contours and hachures."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from maps.drawing.hexes.landscape import fill, grown_area, is_open, mixed, rings_of, tint
from maps.drawing.hexes.plan import Plan
from maps.drawing.ink import Ink
from maps.drawing.relief import SMOOTH, Heights, lit, rolling, stretched
from maps.grids.hexes import Hex, Point, vertices

HIGH = frozenset(("hill", "hills", "mountain", "rough"))
"""The grounds that are higher than the land around."""
CELL_MM = 6
"""How wide the cells are in which the lie of the land is worked out."""
_VALLEY, _HILL, _ROLLING = 1.3, 5.0, 0.4
"""How deep valleys are, how high hills, and how much the land rolls."""
_REACH = 0.85
"""How wide a valley is, in hexes."""
_LEVEL, _STEEP, _DARKEST = 250, 110.0, 204
_GAP_MM = 1.0
_STEPS, _SUMMIT, _CONTOURS = 6, 0.5, (0.36, 0.72)
"""How many tones a hill has, how far from its rim it is highest, in hexes, and where its contours run."""
_BROAD, _LONG, _SHORT = 0.02, 0.12, 0.08
"""How broad a hachure is at its head, and how long, in hexes."""


def shade_land(ink: Ink, plan: Plan) -> None:
    """Light from the north-west on the valleys and hills of the board."""
    left, top, wide, high = plan.frame
    heights = _heights(plan, round(wide), round(high))
    ink.shade((left, top, wide, high), lit(heights, _LEVEL, _STEEP, _DARKEST))


def _heights(plan: Plan, wide: int, high: int) -> Heights:
    """Heights for every millimetre of the map."""
    heights = rolling(wide, high, SMOOTH) * _ROLLING
    far = far_from_waters(plan)
    if far is not None:
        coarse = (1 - numpy.exp(-((far / (_REACH * plan.size)) ** 1.4))).astype(numpy.float32)
        fine = stretched(coarse, far.shape[1] * CELL_MM, far.shape[0] * CELL_MM)
        heights += _VALLEY * plan.size / 8 * fine[:high, :wide]
    return heights + _HILL * _hills(plan, wide, high)


def far_from_waters(plan: Plan) -> Heights | None:
    """How many millimetres it is from each cell of the map, from its upper left corner, to a river or open
    water; None where there is none."""
    _, _, wide, high = plan.frame
    waters = _waters(plan)
    if not waters:
        return None
    columns, rows = round(wide) // CELL_MM + 2, round(high) // CELL_MM + 2
    x, y = numpy.meshgrid(numpy.arange(columns) * CELL_MM, numpy.arange(rows) * CELL_MM)
    far = _distances(numpy.column_stack((x.ravel(), y.ravel())), numpy.array(waters))
    return far.reshape(rows, columns)


def _waters(plan: Plan) -> list[Point]:
    """Points of rivers and open water, from the upper left corner of the map."""
    left, top, _, _ = plan.frame
    corners = {
        vertex
        for word in plan.features("river")
        for side in plan.sides.get(word, [])
        for vertex in vertices(side)
    }
    points = [plan.corner(vertex) for vertex in sorted(corners)]
    points += [plan.centre(one) for one, word in plan.grounds.items() if is_open(word)]
    return [(x - left, y - top) for x, y in points]


def _distances(points: NDArray[numpy.float64], goals: NDArray[numpy.float64]) -> NDArray[numpy.float64]:
    """From each point to the nearest goal."""
    tree = shapely.STRtree(shapely.points(goals))
    found = tree.query_nearest(shapely.points(points), return_distance=True, all_matches=False)
    distances: NDArray[numpy.float64] = found[1]
    return distances


def _hills(plan: Plan, wide: int, high: int) -> Heights:
    """How high hills stand, from 0 to 1, for every millimetre."""
    left, top, _, _ = plan.frame
    image = Image.new("L", (wide, high), 0)
    pen = ImageDraw.Draw(image)
    for _, shape in high_ground(plan):
        for step in range(_STEPS):
            tone = 95 + 160 * (step + 1) // _STEPS
            for ring in rings_of(_higher(shape, plan.size, step / _STEPS)):
                pen.polygon([(x - left, y - top) for x, y in ring], fill=tone)
    soft = image.filter(ImageFilter.GaussianBlur(plan.size * 0.16))
    return numpy.asarray(soft).astype(numpy.float64) / 255


def high_ground(plan: Plan) -> Iterator[tuple[str, shapely.MultiPolygon]]:
    """Every kind of high ground with its shape."""
    for word in sorted(set(plan.grounds.values()) & HIGH):
        hexes = [one for one, found in plan.grounds.items() if found == word]
        yield word, grown_area(plan, hexes, 0.03)


def draw_hills(ink: Ink, plan: Plan) -> None:
    """Hills: a tone for each height, contours, and hachures down from the rim."""
    dark = plan.palette["way.slope"]
    for word, shape in high_ground(plan):
        base = tint(plan, word)
        for step in range(_STEPS):
            fill(ink, _higher(shape, plan.size, step / _STEPS), mixed(base, dark, 0.2 * step / _STEPS))
        for level in _CONTOURS:
            for ring in rings_of(_higher(shape, plan.size, level)):
                ink.line([*ring, ring[0]], mixed(base, dark, 0.5), 0.18)


def _higher(shape: shapely.Geometry, size: float, level: float) -> shapely.Geometry:
    """The part of a hill above a level, from 0 at its rim to 1, its contour round."""
    round_mm = 0.12 * size
    return shape.buffer(-level * _SUMMIT * size - round_mm).buffer(round_mm) if level else shape


def draw_hachures(ink: Ink, plan: Plan) -> None:
    """Strokes down the rims of hills, finer towards their ends."""
    dark = plan.palette["way.slope"]
    for _, shape in high_ground(plan):
        for part in shapely.get_parts(shape):
            rim = part.exterior
            for stroke in hachures([(x, y) for x, y in rim.coords], plan.size, rim.is_ccw):
                ink.polygon(in_light(stroke), dark)


def in_light(stroke: list[Point]) -> list[Point]:
    """A stroke (both ends of its foot, its tip) as the light from the north-west leaves it: short towards it,
    long and broad away from it."""
    (x, y), (u, v), (tip, end) = stroke
    middle = ((x + u) / 2, (y + v) / 2)
    down = (tip - middle[0], end - middle[1])
    dark = 0.5 * (1 + (down[0] + down[1]) / math.sqrt(2) / (math.hypot(*down) or 1.0))
    long, broad = 0.45 + 0.75 * dark, 0.6 + 0.7 * dark
    return [
        (middle[0] + (x - middle[0]) * broad, middle[1] + (y - middle[1]) * broad),
        (middle[0] + (u - middle[0]) * broad, middle[1] + (v - middle[1]) * broad),
        (middle[0] + down[0] * long, middle[1] + down[1] * long),
    ]


def hachures(line: list[Point], size: float, left: bool) -> Iterator[list[Point]]:
    """Slim triangles across a line, to its left (y downwards) or right, of uneven length."""
    course = shapely.LineString(line)
    count = max(3, round(course.length / _GAP_MM * 20 / size))
    for number in range(count):
        at, after = (course.interpolate((number + part) / count, normalized=True) for part in (0.4, 0.6))
        length = math.hypot(after.x - at.x, after.y - at.y) or 1.0
        along = ((after.x - at.x) / length, (after.y - at.y) / length)
        out = (along[1], -along[0]) if left else (-along[1], along[0])
        long = size * (_LONG if number % 2 else _SHORT)
        half = size * _BROAD / 2
        yield [
            (at.x - along[0] * half, at.y - along[1] * half),
            (at.x + along[0] * half, at.y + along[1] * half),
            (at.x + out[0] * long, at.y + out[1] * long),
        ]


def is_high(plan: Plan, one: Hex) -> bool:
    """Does a hex lie on high ground, whose rim is drawn?"""
    return plan.grounds.get(one, "") in HIGH
