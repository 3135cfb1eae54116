"""The control map of a position laid over the board: tints, front lines, entries, what is cut off."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

import shapely
from PIL import Image, ImageDraw

from adjudicator.by_mail.control_map import ControlMap, Holding
from adjudicator.report.drawing.empty_board import EmptyBoard, Pixel

TINT, CASING = 74, "#fffdf4"
"""How strongly a side's spaces are tinted (of 255), and what its lines are rimmed with."""
LINE, RIM, HATCH, APART = 0.13, 0.22, 0.035, 0.26
"""The widths of a front line, of it with its rim, of a line of hatching, and how far those are apart: in
counters."""
ENTRY = 0.42
"""The size of the mark of an entry, in counters."""
_TOUCH = 3.0
"""Pixels within which two outlines are the same line."""
Outlines = tuple[tuple[Pixel, ...], ...]


def lay_over(picture: Image.Image, ground: EmptyBoard, control: ControlMap) -> None:
    """Tint what each side holds, hatch what is cut off, then draw the front lines and the entries on top."""
    areas = [_area(ground, one.spaces) for one in control]
    for one, area in zip(control, areas, strict=True):
        _tint(picture, area, one.colour)
        _hatch(picture, _area(ground, one.cut_off), one.colour, ground.counter)
    for one in control:
        _front(picture, ground, one)
    for one in control:
        for space in one.entry:
            _entry(picture, ground, space, one.colour)


def _area(ground: EmptyBoard, spaces: Iterable[str]) -> shapely.Geometry:
    """The ground of spaces taken together."""
    return _together(_outlines(ground, spaces))


def _outlines(ground: EmptyBoard, spaces: Iterable[str]) -> Outlines:
    return tuple(ground.layout.areas[one].outline for one in spaces if one in ground.layout.areas)


@lru_cache(maxsize=16)
def _together(outlines: Outlines) -> shapely.Geometry:
    """The ground of outlines: most letters change what nobody holds."""
    # Sharp corners: round ones have eight times the points, and nobody sees them at one pixel.
    return shapely.union_all(
        shapely.buffer([shapely.Polygon(outline) for outline in outlines], 1, join_style="mitre")
    )


def _tint(picture: Image.Image, area: shapely.Geometry, colour: str) -> None:
    """Tint an area, which is often a small part of a large picture."""
    if area.is_empty:
        return
    left, top = (max(0, math.floor(edge)) for edge in area.bounds[:2])
    right, low = (
        min(most, math.ceil(edge) + 1) for most, edge in zip(picture.size, area.bounds[2:], strict=True)
    )
    mask = Image.new("L", (right - left, low - top))
    pen = ImageDraw.Draw(mask)
    for part in _polygons(area):
        pen.polygon([(x - left, y - top) for x, y in part.exterior.coords], fill=TINT)
        for hole in part.interiors:
            pen.polygon([(x - left, y - top) for x, y in hole.coords], fill=0)
    picture.paste(colour, (left, top, right, low), mask)


def _hatch(picture: Image.Image, area: shapely.Geometry, colour: str, counter: int) -> None:
    """Lines that fall to the left over an area."""
    if area.is_empty:
        return
    pen = ImageDraw.Draw(picture)
    left, top, right, low = area.bounds
    tall, step = low - top, APART * counter
    for number in range(math.ceil((right - left + tall) / step)):
        x = left + number * step
        line = area.intersection(shapely.LineString([(x, top), (x - tall, low)]))
        for part in _lines(line):
            pen.line(_dots(part), colour, max(1, round(HATCH * counter)))


def _front(picture: Image.Image, ground: EmptyBoard, holding: Holding) -> None:
    """Draw the front line of a side."""
    held, front, whole = (_outlines(ground, some) for some in (holding.spaces, holding.front, ground.home))
    line = _front_line(held, front, whole, LINE * ground.counter)
    pen = ImageDraw.Draw(picture)
    for colour, width in ((CASING, RIM), (holding.colour, LINE)):
        for part in _lines(line):
            pen.line(_dots(part), colour, max(1, round(width * ground.counter)), joint="curve")


@lru_cache(maxsize=8)
def _front_line(held: Outlines, front: Outlines, whole: Outlines, width: float) -> shapely.Geometry:
    """The rim of what a side holds where its front runs, a little inside; none along the edge of the map."""
    inside = _together(held).buffer(-width * 0.7).boundary
    near = _together(front).buffer(_TOUCH)
    edge = _together(whole).boundary.buffer(_TOUCH).buffer(width)
    return shapely.line_merge(inside.intersection(near).difference(edge))


def _entry(picture: Image.Image, ground: EmptyBoard, space: str, colour: str) -> None:
    """An arrowhead that points into a space at the edge of the map."""
    (x, y), size = ground.slots(space)[0], ENTRY * ground.counter
    frame = ground.frames[ground.home[space]]
    draw_entry(picture, *_from_edge((x, y), frame), size, colour)


def _from_edge(at: Pixel, frame: tuple[int, int, int, int]) -> tuple[Pixel, tuple[int, int]]:
    """The point of the nearest edge of a frame, and the direction inwards."""
    (x, y), (left, top, right, low) = at, frame
    found = {
        x - left: ((left, y), (1, 0)),
        right - x: ((right, y), (-1, 0)),
        low - y: ((x, low), (0, -1)),
        y - top: ((x, top), (0, 1)),
    }
    return found[min(found)]


def draw_entry(picture: Image.Image, at: Pixel, inwards: tuple[int, int], size: float, colour: str) -> None:
    """An arrowhead with its base about a point, pointing in a direction."""
    pen, (along, down) = ImageDraw.Draw(picture), inwards
    for tone, reach in ((CASING, 1.3), (colour, 1.0)):
        tip, half, back = size * reach, size * 0.62 * reach, size * (reach - 1) * 0.6
        base = at[0] - along * back, at[1] - down * back
        pen.polygon(
            [
                (at[0] + along * tip, at[1] + down * tip),
                (base[0] + down * half, base[1] + along * half),
                (base[0] - down * half, base[1] - along * half),
            ],
            tone,
        )


def _polygons(area: shapely.Geometry) -> Iterator[shapely.Polygon]:
    return (part for part in shapely.get_parts(area) if part.geom_type == "Polygon")


def _lines(shape: shapely.Geometry) -> Iterator[shapely.LineString]:
    return (part for part in shapely.get_parts(shape) if part.geom_type == "LineString")


def _dots(line: shapely.LineString) -> list[tuple[float, float]]:
    return [(x, y) for x, y in line.coords]
