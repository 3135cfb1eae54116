"""The lie of the land on a board of hexes: valleys along its waters, hills with contours and hachures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from maps.drawing.hexes.landscape import covered, fill, is_open, loose_area, mixed, rings_of, tint
from maps.drawing.hexes.plan import Plan, once
from maps.drawing.ink import Ink
from maps.drawing.relief import SMOOTH, Heights, lit, rolling, stretched
from maps.grids.hexes import Hex, Point, vertices

Bed = tuple[Sequence[Point], Sequence[float]]
"""The course of a gully, and how broad it is at each point."""
HIGH = frozenset(("hill", "hills", "mountain", "rough"))
"""The grounds that are higher than the land around."""
CELL_MM = 6
"""How wide the cells are in which the lie of the land is worked out."""
_VALLEY, _HILL, _ROLLING = 1.3, 5.0, 0.4
"""How deep valleys are, how high hills, and how much the land rolls."""
_REACH = 0.85
"""How wide a valley is, in hexes."""
_RAVINES = ((0.6, 0.55), (2.2, 0.5), (7.0, 0.5))
"""How soft each layer of a gully's bed is, in millimetres, and how deep it is dug into the land."""
_FOOT, _APRON = 1.0, 0.16
"""How far the land rises before a hill, in hexes, and by which part of its height."""
_LIE, _TONES = ("land.low", "land.middle"), 14
_LEVEL, _STEEP, _DARKEST = 248, 130.0, 196
_GAP_MM = 1.0
_SEAM_MM = 0.5
"""How far the colours of open country reach under woods and marshes, for no seam to show."""
_STEPS, _SUMMIT, _CONTOURS = 6, 0.5, (0.36, 0.72)
"""How many tones a hill has, how far from its rim it is highest, in hexes, and where its contours run."""
_BROAD, _LONG, _SHORT = 0.02, 0.12, 0.08
"""How broad a hachure is at its head, and how long, in hexes."""


def shade_land(ink: Ink, plan: Plan, beds: Sequence[Bed] = ()) -> None:
    """Light from the north-west on the valleys, gullies and hills of the board, and the colours of the lie of
    the land on the grounds that map.toml says."""
    heights = _heights(plan, round(plan.frame[2]), round(plan.frame[3]), beds)
    if words := frozenset(plan.style.get("lie", ())):
        ink.shade(plan.frame, raised(plan, heights, words), tones_of_height(plan, min(words)))
    ink.shade(plan.frame, lit(heights, _LEVEL, _STEEP, _DARKEST))


def raised(plan: Plan, heights: Heights, words: frozenset[str]) -> Image.Image:
    """How high land of these grounds lies, from 0 in valleys to 255 on crests; other ground counts as one."""
    (left, top, _, _), (high, wide) = plan.frame, heights.shape
    columns, rows = wide // CELL_MM + 2, high // CELL_MM + 2
    coarse = Image.fromarray(heights.astype(numpy.float32)).resize((columns, rows), Image.Resampling.BOX)
    soft = stretched(numpy.asarray(coarse), wide, high)
    low, crest = numpy.quantile(soft, (0.04, 0.96))
    x, y = numpy.meshgrid(left + numpy.arange(columns) * CELL_MM, top + numpy.arange(rows) * CELL_MM)
    on = numpy.isin(plan.grounds_at(numpy.column_stack((x.ravel(), y.ravel()))), sorted(words))
    image = Image.fromarray(on.reshape(rows, columns).astype(numpy.uint8) * 255)
    mask = numpy.asarray(image.filter(ImageFilter.MaxFilter(3)), dtype=numpy.float32)
    dry = stretched(mask, columns * CELL_MM, rows * CELL_MM)[:high, :wide].clip(0, 255)
    dry = numpy.minimum(dry, _bare(plan, words, wide, high))
    share = ((soft - low) / (crest - low)).clip(0, 1)
    return Image.fromarray((255 - dry * (1 - share)).astype(numpy.float32))


def _bare(plan: Plan, words: frozenset[str], wide: int, high: int) -> NDArray[numpy.uint8]:
    """255 for every millimetre of the map on which nothing grows but what these grounds have, else 0."""
    left, top, _, _ = plan.frame
    image = Image.new("L", (wide, high), 255)
    pen = ImageDraw.Draw(image)
    grown = [shape for word, _, shape in covered(plan) if word not in words]
    for shape in grown:
        for part in shapely.get_parts(shape.buffer(-_SEAM_MM)):
            for number, ring in enumerate((part.exterior, *part.interiors)):
                pen.polygon([(x - left, y - top) for x, y in ring.coords], fill=255 if number else 0)
    return numpy.asarray(image)


def tones_of_height(plan: Plan, word: str) -> list[list[int]]:
    """How bright each height leaves red, green and blue: from the colour of valleys to the ground's own.

    There are few tones: the picture is much smaller, and nobody sees the difference.
    """
    heights = numpy.round(numpy.linspace(0, _TONES, 256)) / _TONES
    ground = tint(plan, word)
    found = []
    for band in range(3):
        tones = [*(plan.palette[name][band] / ground[band] for name in _LIE), 1.0]
        found.append([round(255 * tone) for tone in numpy.interp(heights, (0.0, 0.5, 1.0), tones).clip(0, 1)])
    return found


def _heights(plan: Plan, wide: int, high: int, beds: Sequence[Bed]) -> Heights:
    """Heights for every millimetre of the map."""
    heights = rolling(wide, high, SMOOTH) * _ROLLING
    far = far_from_waters(plan)
    if far is not None:
        coarse = (1 - numpy.exp(-((far / (_REACH * plan.size)) ** 1.4))).astype(numpy.float32)
        fine = stretched(coarse, far.shape[1] * CELL_MM, far.shape[0] * CELL_MM)
        heights += _VALLEY * plan.size / 8 * fine[:high, :wide]
    return heights + _HILL * _hills(plan, wide, high) - dug(plan, beds, wide, high)


def dug(plan: Plan, beds: Sequence[Bed], wide: int, high: int) -> Heights:
    """How deep gullies are, steep at their beds and wide at their shoulders."""
    (left, top, _, _), fine = plan.frame, 2
    depth: Heights = numpy.zeros((high, wide))
    if not beds:
        return depth
    image = Image.new("L", (wide * fine, high * fine), 0)
    pen = ImageDraw.Draw(image)
    for course, broad in beds:
        points = [((x - left) * fine, (y - top) * fine) for x, y in course]
        for a, b, width in zip(points, points[1:], broad, strict=False):
            pen.line([a, b], 255, max(1, round(width * fine * 1.5)))
    for soft, deep in _RAVINES:
        layer = image.filter(ImageFilter.GaussianBlur(soft * fine)).reduce(fine)
        bed = numpy.asarray(layer).astype(numpy.float64) / 255
        depth += deep * bed / (bed.max() or 1.0)
    return depth


@once
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
    steep, foot = (
        numpy.asarray(image.filter(ImageFilter.GaussianBlur(plan.size * soft))).astype(numpy.float64) / 255
        for soft in (0.16, _FOOT)
    )
    return steep * (1 - _APRON) + foot * _APRON


def high_ground(plan: Plan) -> Iterator[tuple[str, shapely.MultiPolygon]]:
    """Every kind of high ground with its shape."""
    for word in sorted(set(plan.grounds.values()) & HIGH):
        hexes = [one for one, found in plan.grounds.items() if found == word]
        yield word, loose_area(plan, hexes, 0.03)


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
