"""Water on the board: the rivers of the game with their names; lakes and streams for finding one's way."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

import shapely
from shapely.affinity import rotate, translate
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from maps.drawing.curve import eased
from maps.drawing.ink import ITALIC, Colour, Ink, Point, text_box, text_width
from maps.drawing.land import rings
from maps.drawing.sheet import Sheet, View
from maps.grids.projection import Projection

NAME_MM = 4.0
_TEETH_MM = 0.45
"""How far a river is off the border that it runs on, at most."""
_BEND_MM = 2.0
"""From one point of its course to the next at most: its bends are cut no further."""
_EASE = 1
"""How often each point of its course is drawn towards its neighbours: the border stays hidden."""
_STREAM_MM, _TAPER_MM = 0.6, 9.0
"""How broad a river of the game is where it goes on as a stream without a part in it, and from where on."""
_SOURCE = 0.4
"""How much of its width a river has at the edge from which the rivers flow."""
_MIDDLE, _LIGHT = 0.42, 0.22
"""How much of a river is its lighter middle, and how much lighter that is."""
APART_MM = 3.0
"""No stream runs nearer to a river of the game than that: it ends there."""
_LOOP_MM = 8.0  # shorter pieces between a river and itself are left out


def draw_streams(ink: Ink, sheet: Sheet, view: View) -> None:
    """Lakes and lesser waters, which have no part in the game: they help players to find their way."""
    streams, lakes = list(stream_courses(sheet, view)), lake_shapes(sheet, view)
    for extra, colour in ((0.5, sheet.palette["water.bank"]), (0.0, sheet.palette["water.river"])):
        for stream in streams:
            ink.line(stream, colour, 0.5 + extra)
        for ring in (ring for lake in lakes for ring in rings(lake)):
            ink.line(ring, colour, 0.1 + extra * 1.5)
            ink.polygon(ring, colour)


def lake_shapes(sheet: Sheet, view: View) -> list[BaseGeometry]:
    """The lakes of a view, in millimetres; empty where one lies beyond it."""
    plane, window = sheet.geometry.plane, shapely.box(*view.window)
    return [view.shape(_lake(lake, plane).intersection(window)) for lake in sheet.toml.get("lake", [])]


def stream_courses(sheet: Sheet, view: View) -> Iterator[list[Point]]:
    """The streams of a view; beside a river of the game a stream ends in it, for they are one water there."""
    plane, window = sheet.geometry.plane, shapely.box(*view.window)
    rivers = shapely.union_all([line.course for line in view.lines if line.kind == "river"])
    for stream in sheet.toml.get("stream", []):
        points = [plane.to_km(*at) for at in _rounded(stream["points"])]
        course = view.shape(shapely.LineString(points).intersection(window))
        for part in lines_of(shapely.line_merge(course.difference(rivers.buffer(APART_MM)))):
            mouths = [_mouth(end, rivers) for end in (part[::-1], part)]
            if not all(mouths) or shapely.LineString(part).length > _LOOP_MM:
                yield [*mouths[0][::-1], *part, *mouths[1]]


def _mouth(part: list[Point], rivers: BaseGeometry) -> list[Point]:
    """How a stream goes on from its end into a river beside it, bending gently; nothing if there is none."""
    course, (x, y) = shapely.LineString(part), part[-1]
    if rivers.is_empty or shapely.Point(x, y).distance(rivers) > APART_MM + 0.1:
        return []
    before = course.interpolate(course.length - 2.0)
    length = math.hypot(x - before.x, y - before.y) or 1.0
    u, v = x + (x - before.x) / length * APART_MM / 2, y + (y - before.y) / length * APART_MM / 2
    _, goal = nearest_points(shapely.Point(u, v), rivers)
    shares = [step / 8 for step in range(1, 9)]
    return [
        (
            (1 - share) ** 2 * x + 2 * share * (1 - share) * u + share**2 * goal.x,
            (1 - share) ** 2 * y + 2 * share * (1 - share) * v + share**2 * goal.y,
        )
        for share in shares
    ]


def _rounded(points: list[Point]) -> list[Point]:
    """The same course with its corners cut three times over (Chaikin)."""
    for _ in range(3):
        cut = [points[0]]
        for (x, y), (u, v) in pairwise(points):
            cut += [(x * 0.75 + u * 0.25, y * 0.75 + v * 0.25), (x * 0.25 + u * 0.75, y * 0.25 + v * 0.75)]
        points = [*cut, points[-1]]
    return points


def _lake(lake: Mapping[str, Any], plane: Projection) -> BaseGeometry:
    """A long lake with an uneven shore: middle in degrees, length and width in km, bearing from the north."""
    x, y = plane.to_km(lake["lon"], lake["lat"])
    chance = random.Random(lake["name"])
    shore = []
    for step in range(20):
        angle, reach = step * math.pi / 10, chance.uniform(0.75, 1.15) / 2
        shore.append((lake["width"] * reach * math.cos(angle), lake["length"] * reach * math.sin(angle)))
    lying = translate(
        rotate(shapely.Polygon(_rounded([*shore, shore[0]])), -lake["bearing"], origin=(0, 0)), x, y
    )
    return lying.buffer(0)


def draw_rivers(ink: Ink, sheet: Sheet, view: View) -> None:
    """The rivers of the game, with its banks; narrower upstream if map.toml has `flows`."""
    rivers = []
    for river in view.lines:
        for raw in lines_of(river.course) if river.kind == "river" else ():
            part, wide = smooth(raw), sheet.river_mm([river.id])
            shares = _shares(sheet, view, part)
            least = [_STREAM_MM / wide if _becomes_a_stream(view, raw, end) else 1.0 for end in (0, -1)]
            rivers.append((part, wide, _tapered(part, shares, least)))
    bank, water = sheet.palette["water.bank"], sheet.palette["water.river"]
    layers = ((bank, 0.8, 1.0), (water, 0.0, 1.0), (_lighter(water), 0.0, _MIDDLE))
    for colour, extra, part_of in layers:
        for part, wide, shares in rivers:
            ink.ribbon(part, [(wide * part_of + extra) * share for share in shares], colour)


def _lighter(colour: Colour) -> Colour:
    """The water in the middle of a river."""
    red, green, blue = (round(part + (255 - part) * _LIGHT) for part in colour[:3])
    return (red, green, blue)


def _becomes_a_stream(view: View, part: list[Point], end: int) -> bool:
    """Whether a river of the game ends there within the map, and in no other."""
    at, (left, top, wide, high) = shapely.Point(part[end]), view.frame
    others = [one for line in view.lines if line.kind == "river" for one in lines_of(line.course)]
    near = sum(at.distance(shapely.LineString(one)) < _BEND_MM for one in others)
    frame = shapely.box(left, top, left + wide, top + high).exterior
    return near == 1 and float(frame.distance(at)) > _BEND_MM


def _tapered(part: list[Point], shares: list[float], least: list[float]) -> list[float]:
    """Shares of a width that go down to the least at both ends."""
    far = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(part))]
    return [
        share * min(1.0, *(low + (1 - low) * way / _TAPER_MM for low, way in zip(least, ways, strict=True)))
        for share, ways in zip(shares, ((one, far[-1] - one) for one in far), strict=True)
    ]


def smooth(part: list[Point]) -> list[Point]:
    """A course without the teeth of the border that it runs on, but never beside it."""
    course = shapely.LineString(part).simplify(_TEETH_MM).segmentize(_BEND_MM)
    return _rounded(eased([(x, y) for x, y in course.coords], _EASE))


def _shares(sheet: Sheet, view: View, part: list[Point]) -> list[float]:
    """How much of its width a river has at each point: all of it at the edge to which the rivers flow."""
    flows = sheet.toml.get("sheet", {}).get("flows", "")
    if not flows:
        return [1.0] * len(part)
    (left, top, wide, high), (west, south, east, north) = view.frame, view.window
    least, lowest, most, highest = sheet.views[0].window
    downstream: Mapping[str, Callable[[float, float], float]] = {
        "east": lambda x, _: (west + (x - left) / wide * (east - west) - least) / (most - least),
        "north": lambda _, y: (north - (y - top) / high * (north - south) - lowest) / (highest - lowest),
        "west": lambda x, _: (most - west - (x - left) / wide * (east - west)) / (most - least),
        "south": lambda _, y: (highest - north + (y - top) / high * (north - south)) / (highest - lowest),
    }
    return [_SOURCE + (1 - _SOURCE) * downstream[flows](x, y) for x, y in part]


def name_rivers(ink: Ink, sheet: Sheet, view: View) -> None:
    """Write each river's name beside its longest reach, along the stream."""
    for name, at, angle in river_names(view):
        ink.turned_text(at, name, NAME_MM, sheet.palette["water.name"], ITALIC, angle, (240, 244, 240))


@lru_cache(maxsize=4)
def river_names(view: View) -> tuple[tuple[str, Point, float], ...]:
    """Name, middle and angle (degrees against the clock) of each name to be written beside a river.

    A name stands a little up or down the river where it would hide a point in which zones meet, water, a road
    or a border.
    """
    return tuple(_river_names(view))


def _river_names(view: View) -> Iterator[tuple[str, Point, float]]:
    roads, borders = _roads_and_borders(view)
    for river in view.lines:
        reaches = [shapely.LineString(part) for part in lines_of(river.course)]
        longest = max(reaches, key=lambda reach: reach.length, default=None)
        if river.kind == "river" and longest is not None and longest.length > 30:
            for share in (0.3, 0.78) if longest.length > 160 else (0.55,):
                ways = [_beside(longest, share + step / 100) for step in range(-12, 13)]
                faults = [
                    _fault(view.meetings, longest.union(roads), borders, _name_box(river.name, *way))
                    + abs(step)
                    for step, way in enumerate(ways, -12)
                ]
                yield river.name, *ways[faults.index(min(faults))]


def river_ground(name: str, at: Point, angle: float) -> BaseGeometry:
    """The ground that the name of a river covers."""
    left, top, right, bottom = text_box(name, NAME_MM, ITALIC)
    half, tall = (right - left) / 2, (bottom - top) / 2
    return rotate(shapely.box(at[0] - half, at[1] - tall, at[0] + half, at[1] + tall), -angle)


def _roads_and_borders(view: View) -> tuple[BaseGeometry, BaseGeometry]:
    """The roads of a view, and the borders of its zones but for those on which a river runs."""
    roads = shapely.union_all([line.course for line in view.lines if line.kind == "road"])
    rivers = shapely.union_all([line.course for line in view.lines if line.kind == "river"])
    borders = shapely.union_all([shape.boundary for shape in view.zones.values()])
    return roads, borders.difference(rivers.buffer(_BEND_MM))


def _name_box(name: str, at: Point, angle: float) -> BaseGeometry:
    """The letters of the name of a river with little air about them."""
    half = text_width(name, NAME_MM, ITALIC) / 2 + 0.4
    return rotate(shapely.box(at[0] - half, at[1] - 1.6, at[0] + half, at[1] + 1.6), -angle)


def _fault(
    meetings: BaseGeometry, courses: BaseGeometry, borders: BaseGeometry, ground: BaseGeometry
) -> float:
    """How ill a name stands: near a point where zones meet, on its own river or a road, or on a border."""
    near, wide = max(0.0, 4.0 - ground.distance(meetings)), ground.buffer(0.8)
    return float(10 * near + 3 * courses.intersection(wide).length + 2 * borders.intersection(ground).length)


def _beside(course: BaseGeometry, share: float) -> tuple[Point, float]:
    at = course.interpolate(share, normalized=True)
    reach = 7.0 / course.length
    before = course.interpolate(max(0.0, share - reach), normalized=True)
    after = course.interpolate(min(1.0, share + reach), normalized=True)
    angle = math.degrees(math.atan2(before.y - after.y, after.x - before.x))
    if abs(angle) > 90:
        angle -= math.copysign(180, angle)
    # The name keeps to the east or north bank; the defence lines of the game stand on the other.
    side = math.radians(angle + (90 if angle < 25 else -90))
    return (at.x + 3.6 * math.cos(side), at.y - 3.6 * math.sin(side)), angle


def lines_of(shape: BaseGeometry) -> Iterator[list[Point]]:
    """The lines of a shape, leaving out what is too short to see."""
    for part in shapely.get_parts(shape):
        if part.geom_type == "LineString" and part.length > 0.5:
            yield [(x, y) for x, y in part.coords]
