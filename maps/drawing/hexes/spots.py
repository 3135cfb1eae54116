"""Where in hexes what is printed stands: numbers, marks, and the ways that names had better not cover."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray

from maps.board import Space
from maps.drawing.curve import Line
from maps.drawing.hexes.city import footprints
from maps.drawing.hexes.fronts import front_lines
from maps.drawing.hexes.landscape import rings_of
from maps.drawing.hexes.marks import mark_box
from maps.drawing.hexes.plan import Plan, counter_mm, once
from maps.drawing.hexes.rivers import river_lines
from maps.drawing.hexes.shores import waters
from maps.drawing.hexes.ways import Ways, deck_mm, ways_of
from maps.drawing.ink import SANS, text_box
from maps.drawing.placing import Box, Boxes, as_boxes
from maps.grids.hexes import Hex, Point, within

_NUMBER_UP, _AIR = 0.45, 0.008
"""How far above the middle of its hex a number stands at most, in hexes; less if it is clear of a counter."""
_BESIDE = 0.16
"""From so near on a name seems to belong to a number, in hexes."""
_WAY_MM, _FINE_MM, _PIECE_MM = 0.4, 0.3, 3.0
"""Half the breadth of a way to names, how far a piece of it may be from its bends, how long it may be: the
box around a long slanting one would hold ground beside it."""


def number_mm(plan: Plan) -> float:
    """The height of a hex's number."""
    return max(plan.size * 0.108, 1.2)


def number_at(plan: Plan, one: Hex) -> Point:
    """Where the middle of a hex's number is."""
    x, y = plan.centre(one)
    return (x, y - _number_up(plan))


@once
def _number_up(plan: Plan) -> float:
    """How far above the middles of their hexes numbers stand."""
    _, top, _, bottom = text_box("0", number_mm(plan), SANS)
    clear = counter_mm(plan.sheet) / 2 + plan.size * _AIR + (bottom - top) / 2
    return min(clear, plan.size * _NUMBER_UP)


def number_box(plan: Plan, one: Hex, space: Space) -> Box:
    """The room that the number of a hex takes."""
    (x, y), (left, top, right, bottom) = number_at(plan, one), text_box(space.name, number_mm(plan), SANS)
    wide, high = (right - left) / 2, (bottom - top) / 2
    return (x - wide, y - high, x + wide, y + high)


def told(space: Space, mark: Mapping[str, Any]) -> list[str]:
    """What a mark says in a hex: one text for each value of its fact, none where the hex does not have it."""
    value = space.facts.get(mark["fact"])
    if isinstance(value, tuple):
        return list(value)
    text = "yes" if value is True else str(value or "")
    return [text] if text and mark.get("value", text) == text else []


def spot(plan: Plan, one: Hex, mark: Mapping[str, Any], number: int) -> Point:
    """Where a mark stands in a hex; of several values each above the one before it."""
    (x, y), (across, down) = plan.centre(one), mark["at"]
    pitch = mark.get("pitch", 0.14)
    return (x + across * plan.size, y + (down - number * pitch) * plan.size)


def word_of(plan: Plan, value: str) -> str:
    """What is printed for a value of a fact: as `sheet.words` says, else in capitals without hyphens."""
    words: Mapping[str, str] = plan.table.get("words", {})
    return words.get(value, value.replace("-", " ").upper())


def printed(plan: Plan, name: str) -> str:
    """A name as it is printed: as `sheet.names` of map.toml shortens it, else in full."""
    names: Mapping[str, str] = plan.table.get("names", {})
    return names.get(name, name)


def way_boxes(plan: Plan) -> Iterator[Box]:
    """The ground of ways, rivers, coasts, fronts and the walls of buildings, piece by piece."""
    ways = ways_of(plan)
    lines: list[Line] = [
        line for found in (ways.roads, ways.rails) for some in found.values() for line in some
    ]
    lines += river_lines(plan)
    lines += [line for _, _, line in front_lines(plan)]
    lines += [ring for shape in waters(plan).values() for ring in rings_of(shape)]
    lines += [list(shape.exterior.coords) for _, shape in footprints(plan, ways.middle)]
    for line in lines:
        for (x, y), (u, v) in pairwise(
            shapely.LineString(line).simplify(_FINE_MM).segmentize(_PIECE_MM).coords
        ):
            yield (min(x, u) - _WAY_MM, min(y, v) - _WAY_MM, max(x, u) + _WAY_MM, max(y, v) + _WAY_MM)


def deck_boxes(plan: Plan, ways: Ways, one: Hex) -> Iterator[Box]:
    """The ground of the deck of a bridge in a hex, piece by piece."""
    half = deck_mm(plan) / 2
    line = shapely.LineString(ways.deck(one)).segmentize(half)
    for (x, y), (u, v) in pairwise(line.coords):
        yield (min(x, u) - half, min(y, v) - half, max(x, u) + half, max(y, v) + half)


def mark_boxes(plan: Plan) -> Iterator[tuple[Mapping[str, Any], Box]]:
    """The room of every mark, with what map.toml says of it."""
    for one, space in plan.spaces():
        for mark in plan.table.get("mark", []):
            for number, value in enumerate(told(space, mark)):
                at = spot(plan, one, mark, number)
                yield mark, mark_box(at, plan.size, mark, word_of(plan, value))


def furniture(plan: Plan) -> Iterator[Box]:
    """The room of the title and the rose, where they lie on the map."""
    yield from (shape.bounds for shape in furniture_ground(plan))


def furniture_ground(plan: Plan) -> Iterator[shapely.Polygon]:
    """The shapes of the title and the rose, where they lie on the map."""
    if "cartouche_mm" in plan.table:
        left, top, wide, high = plan.table["cartouche_mm"]
        yield shapely.box(left, top, left + wide, top + high)
    if "compass" in plan.table:
        at, reach = plan.table["compass"]["at_mm"], 1.4 * float(plan.table["compass"]["radius_mm"])
        yield shapely.Point(at).buffer(reach)


def outside(plan: Plan, home: Hex, middles: Boxes, size: Point) -> NDArray[numpy.float64]:
    """Which part of the rims of boxes of this size is outside of a hex."""
    ring = shapely.Polygon(plan.ring(home))
    steps = [(x / 2, y) for x in (-1, 0, 1) for y in (-0.5, 0.5)]
    rims = [shapely.contains_xy(ring, *(middles + numpy.array(step) * size).T) for step in steps]
    inside: NDArray[numpy.float64] = numpy.mean(rims, axis=0)
    return 1 - inside


def at_numbers(plan: Plan, home: Hex, middles: Boxes, size: Point) -> NDArray[numpy.float64]:
    """How near boxes of this size are to the number of a hex that is not theirs, from 0 to 1: it would be
    read as belonging to the name."""
    spaces = plan.sheet.board.spaces
    about = [one for one in within(home, 2) if one != home and one in plan.grid.ids]
    boxes = as_boxes(number_box(plan, one, spaces[plan.grid.ids[one]]) for one in about)
    if not len(boxes):
        return numpy.zeros(len(middles))
    low, high = middles - numpy.array(size) / 2, middles + numpy.array(size) / 2
    apart = numpy.maximum(boxes[None, :, :2] - high[:, None], low[:, None] - boxes[None, :, 2:]).clip(0)
    near = 1 - numpy.hypot(apart[..., 0], apart[..., 1]) / (_BESIDE * plan.size)
    found: NDArray[numpy.float64] = near.max(axis=1).clip(0)
    return found
