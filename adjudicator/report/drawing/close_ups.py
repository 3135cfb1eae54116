"""The parts of a painted board that are shown apart: where things happened, and the boxes beside the map."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations

from adjudicator.report.drawing.deeds import spot_of
from adjudicator.report.drawing.empty_board import EmptyBoard, Rect
from adjudicator.report.scene import Scene
from builder.layout.module_file import DPI
from maps.drawing.panel import BAR_MM

CLOSE = 2.1
"""How much is shown around the action, in counters."""
LEAST = (760, 600)
"""The smallest closer look, in pixels."""
WIDEST = (10, 8)
"""How far apart things may be that one closer look shows, in counters, across and down."""
BAR = math.ceil(BAR_MM * DPI / 25.4)
"""How far above its first square the heading of a track begins, in pixels."""
MOST_PARTS = 5
MOST_ASKED = 12
"""A question about more spaces than these is about a whole front: its fullest parts are shown."""
MOST_FRONT = 2
"""So many parts of a front are shown."""
MOST = 0.6
"""A part of a view larger than this share is no closer look; an insert is then shown whole."""


def parts(ground: EmptyBoard) -> tuple[Rect, Rect | None]:
    """What the picture of the map shows, and the boxes that lie beside it, where there is much else there:
    charts, say. Where all boxes lie among the views the map is the whole board."""
    edge, (width, height) = round(ground.counter / 2), ground.image.size
    boxes = [box for key in ground.layout.areas if (box := ground.box(key))]
    views = _about(_around(*ground.frames), edge, (width, height))
    beside = [box for box in boxes if box[0] >= views[2] or box[1] >= views[3]]
    if len(beside) < len(boxes) or not beside:
        return (0, 0, width, height), None
    left, top, right, bottom = _around(*beside)
    return views, _about((left, top - BAR, right, bottom), edge // 4, (width, height))


def close_ups(ground: EmptyBoard, scene: Scene) -> list[Rect]:
    """For each view, the parts in which things happened; what is far apart is shown apart, what is most of a
    view not at all."""
    found = []
    for view, frame in enumerate(ground.frames):
        room = _about(frame, round(ground.counter / 5), ground.image.size)
        parts = [_part(room, area, ground.counter * CLOSE) for area in _areas(ground, scene, view)]
        found += [part for part in parts if _area(part) < MOST * _area(frame)]
        if view and any(_area(part) >= MOST * _area(frame) for part in parts):
            found.append(room)
    return found[:MOST_PARTS]


def _areas(ground: EmptyBoard, scene: Scene, view: int) -> list[Rect]:
    """The areas of a view in which something is to be decided or happened, battles before the rest;
    neighbours are one while that is small. Of a whole front those with the most to decide come first."""
    spaces = dict.fromkeys(space for space, _ in scene.asked)
    asked = _spots(ground, [(space,) for space in spaces], view)
    front: list[Rect] = []
    if len(spaces) > MOST_ASKED:
        parts = _merged(asked, ground.counter)
        front = sorted(parts, key=lambda part: -sum(_holds(part, spot) for spot in asked))[:MOST_FRONT]
        asked = []
    return [*front, *_merged([*asked, *_spots(ground, scene.deeds, view)], ground.counter)]


def _spots(ground: EmptyBoard, deeds: Iterable[Sequence[str]], view: int) -> list[Rect]:
    """About the spaces of each deed that lie in a view; nothing of one that is not there."""
    found: list[Rect] = []
    for deed in deeds:
        here = [space for space in deed if ground.home.get(space) == view]
        spots = [at for space in here if (at := spot_of(ground, space, view))]
        if spots:
            found.append(_around(*((x, y, x, y) for x, y in spots)))
    return found


def _merged(areas: list[Rect], counter: int) -> list[Rect]:
    """The areas, neighbours as one while that is small."""
    while (pair := _nearest(areas, counter)) is not None:
        first, second = pair
        areas = [*areas]
        areas[first] = _around(areas[first], areas.pop(second))
    return areas


def _holds(area: Rect, spot: Rect) -> bool:
    return area[0] <= spot[0] and area[1] <= spot[1] and spot[2] <= area[2] and spot[3] <= area[3]


def _nearest(areas: Sequence[Rect], counter: int) -> tuple[int, int] | None:
    """The two areas which together make the smallest one, if that is small enough for a closer look."""
    pairs = {
        (first, second): _around(areas[first], areas[second])
        for first, second in combinations(range(len(areas)), 2)
    }
    wide, high = counter * WIDEST[0], counter * WIDEST[1]
    small = [pair for pair, (a, b, c, d) in pairs.items() if c - a <= wide and d - b <= high]
    return min(small, key=lambda pair: _area(_grown(pairs[pair])), default=None)


def _around(*rects: Rect) -> Rect:
    lefts, tops, rights, bottoms = zip(*rects, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def _grown(rect: Rect) -> Rect:
    """A rectangle that has an area even where it is a line."""
    return (rect[0], rect[1], rect[2] + 1, rect[3] + 1)


def _about(frame: Rect, edge: int, size: tuple[int, int]) -> Rect:
    """A frame with some of the sheet about it, on which counters may stand out."""
    left, top, right, bottom = frame
    return max(0, left - edge), max(0, top - edge), min(size[0], right + edge), min(size[1], bottom + edge)


def _part(frame: Rect, area: Rect, margin: float) -> Rect:
    """A rectangle about an area, of a useful size, inside the frame."""
    left, right = _span(area[0] - margin, area[2] + margin, frame[0], frame[2], LEAST[0])
    top, bottom = _span(area[1] - margin, area[3] + margin, frame[1], frame[3], LEAST[1])
    return (left, top, right, bottom)


def _span(low: float, high: float, least: int, most: int, length: int) -> tuple[int, int]:
    grow = max(0.0, length - (high - low)) / 2
    low, high = low - grow, high + grow
    low, high = low - max(0.0, high - most), high + max(0.0, least - low)
    return max(least, round(low)), min(most, round(high))


def _area(rect: Rect) -> int:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])
