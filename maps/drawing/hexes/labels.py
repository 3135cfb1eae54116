"""What is drawn over the hexes to find one's way: spits, front lines, names of waters, compass and scale."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from maps.drawing.hexes.curve import Line, grown, moved, rounded, towards
from maps.drawing.hexes.landscape import PAPER, is_open, tint
from maps.drawing.hexes.names import Names
from maps.drawing.hexes.plan import Plan
from maps.drawing.ink import ITALIC, SERIF, Colour, Ink, text_width
from maps.grids.hexes import Hexside, Point, courses, hexside
from maps.reading.look import colour_of

_SAND: Colour = (236, 224, 186)
_SHORE: Colour = (70, 112, 142)
_RIVER: Colour = (34, 74, 112)
_INK: Colour = (44, 58, 74)
_PANEL: Colour = (246, 240, 222)
_WOOD: Colour = (40, 66, 36)
_AGAIN = 14
"""After so many hexes of its course a river is named again."""
_RIVER_MM = 0.17
"""How high the names of rivers are, in hexes."""


def draw_strips(ink: Ink, plan: Plan) -> None:
    """Spits of sand in the sea, along the points (map units) that map.toml gives."""
    for strip in plan.table.get("strip", []):
        line = rounded([plan.at((x, y)) for x, y in strip["points"]])
        wide = float(strip["mm"])
        ink.line(line, _SHORE, wide + 0.7)
        ink.line(line, _SAND, wide)


def draw_fronts(ink: Ink, plan: Plan) -> None:
    """A broken line between hexes of land whose fact differs: who holds what at start."""
    for front in plan.table.get("divide", []):
        for way in courses(_divided(plan, str(front["fact"]))):
            draw_front_line(ink, grown([plan.corner(vertex) for vertex in way], 0.06), front, plan.size)


def draw_front_line(ink: Ink, line: Line, front: Mapping[str, Any], size: float) -> None:
    """A broken line as map.toml says, for hexes of this width."""
    ink.dashes(line, colour_of(front["colour"]), float(front["mm"]), size * 0.16, size * 0.11)


def _divided(plan: Plan, fact: str) -> list[Hexside]:
    closed = plan.table.get("closed", ())
    found = []
    board, hexes = plan.sheet.board, plan.grid.hexes
    for a, near in board.links.items():
        for b in near:
            facts = board.spaces[a].facts.get(fact), board.spaces[b].facts.get(fact)
            dry = all(plan.word(board.spaces[one]) not in closed for one in (a, b))
            if a < b and facts[0] != facts[1] and dry:
                found.append(hexside(hexes[a], hexes[b]))
    return found


def name_waters(ink: Ink, plan: Plan, names: Names) -> None:
    """The names of rivers along their courses, a long one several times, and of lakes, woods and marshes."""
    size = plan.size * _RIVER_MM
    for river in plan.sheet.views[0].lines:
        for part in getattr(river.course, "geoms", [river.course]) if river.kind == "river" else ():
            line = [(x, y) for x, y in part.coords]
            stretches = _stretches(line, text_width(river.name, size, ITALIC))
            count = min(len(stretches), max(1, round(part.length / (_AGAIN * plan.size))))
            for number in range(count):
                own = stretches[number * len(stretches) // count : (number + 1) * len(stretches) // count]
                _name_river(ink, names, river.name, size, own)
    _name_areas(ink, plan, names, size)


def _name_river(
    ink: Ink, names: Names, text: str, size: float, places: Sequence[tuple[Point, float]]
) -> None:
    at, degrees = min(places, key=lambda found: _cover(names, text, size, *found))
    wide, high = _turned(text_width(text, size, ITALIC), size, degrees)
    names.block((at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2))
    ink.turned_text(at, text, size, _RIVER, ITALIC, degrees, PAPER)


def _name_areas(ink: Ink, plan: Plan, names: Names, size: float) -> None:
    """The name of every stretch of hexes that share one, in the hex where it covers least."""
    fact = plan.style.get("area_name", "")
    areas: dict[tuple[str, str], list[Point]] = {}
    for one, space in plan.spaces():
        name, word = str(space.facts.get(fact, "")), plan.word(space)
        if name and word not in plan.table.get("closed", ()):
            areas.setdefault((name, word), []).append(plan.centre(one))
    for (name, word), centres in areas.items():
        wide = text_width(name, size, ITALIC)
        spots = [(x, y + step * plan.size) for x, y in centres for step in (0.08, 0.27, -0.14)]
        at = min(spots, key=lambda spot: (round(_cover(names, name, size, spot, 0.0), 2), spot))
        names.block((at[0] - wide / 2, at[1] - size / 2, at[0] + wide / 2, at[1] + size / 2))
        colour = _RIVER if is_open(word) else _WOOD
        ink.text(at, name, size, colour, ITALIC, halo=(*tint(plan, word)[:3], 215))


def print_labels(ink: Ink, plan: Plan) -> None:
    """The labels of map.toml, where and how it says."""
    for label in plan.table.get("label", []):
        colour = colour_of(label.get("colour", "#2c3a4a"))
        font = SERIF if label.get("font") == "serif" else ITALIC
        at = plan.at((label["at"][0], label["at"][1]))
        degrees, clear = float(label.get("turn", 0)), (*colour[:3], 0)
        ink.turned_text(at, label["text"], float(label["mm"]), colour, font, degrees, clear)


def _cover(names: Names, text: str, size: float, at: Point, degrees: float) -> float:
    wide, high = _turned(text_width(text, size, ITALIC), size, degrees)
    return round(names.cover((at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)), 3)


def _turned(wide: float, high: float, degrees: float) -> Point:
    """Width and height of the rectangle around a turned one."""
    across, down = abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees)))
    return (wide * across + high * down, wide * down + high * across)


def _stretches(line: Sequence[Point], wide: float) -> list[tuple[Point, float]]:
    """Middles and slopes of places beside a line where a name of this width can follow it."""
    found = []
    for first in range(len(line)):
        for last in range(first + 1, len(line)):
            a, b = line[first], line[last]
            if math.dist(a, b) < wide * 0.9:
                continue
            if sum(math.dist(p, q) for p, q in pairwise(line[first : last + 1])) < math.dist(a, b) * 1.35:
                found += _beside(a, b)
            break
    return found


def _beside(a: Point, b: Point) -> list[tuple[Point, float]]:
    along = towards(min(a, b), max(a, b))
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    degrees = round(-math.degrees(math.atan2(along[1], along[0])), 1)
    return [(moved(middle, along, 0, aside), degrees) for aside in (5.2, -5.2, 3.6, -3.6)]


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
