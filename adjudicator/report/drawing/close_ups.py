"""The parts of a painted board that are shown apart: where something is to be decided or happened, and the
boxes beside the map.

A part is as wide as a phone shows legibly. Which parts hold the most is the maximum coverage problem: the
window that holds the most is taken first, then the one that holds the most of the rest (greedy, never worse
than 63 % of the best: Nemhauser, Wolsey and Fisher, 1978).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy

from adjudicator.report.drawing.deeds import spot_of
from adjudicator.report.drawing.empty_board import EmptyBoard, Pixel, Rect
from adjudicator.report.drawing.places import Laying, Spot, lay
from adjudicator.report.scene import Scene
from builder.layout.module_file import DPI
from maps.drawing.panel import BAR_MM

PHONE = 354
"""How wide a phone of 390 pixels shows a picture of a report, in its pixels."""
LEGIBLE = 44
"""How long the side of a counter is there at least."""
TALL = 11
"""How high a closer look is at most, in counters."""
LEAST = (6, 5)
"""The smallest closer look, in counters."""
MARGIN = 0.8
"""How much is shown around what it is about, in counters: stars and signs stand there."""
MOST_PARTS, MOST_OWN = 5, 3
"""So many closer looks there are at most, and so many where they only show one's own units."""
BATTLE, ASKED, NEWS, OWN = 3, 2, 2, 1
"""What a window is worth that holds it."""
EDGE = 0.2
"""How much of the sheet is shown around a map, in counters: signs stand out there, and the heading of a track
may lie beyond."""
RIM = 6
"""How much is shown around a box, in pixels: the line about it, and signs on the edges of counters."""
BAR = math.ceil(BAR_MM * DPI / 25.4)
"""How far above its first square the heading of a track begins, in pixels."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that is to be seen: where, in which view (after those of the map, each box is one), what a
    window is worth that holds it, whether it is news, the space that names it, and whether it is nothing but
    a space of one's own."""

    frame: Rect
    view: int
    worth: int
    news: bool
    space: str
    own: bool = False


def parts(ground: EmptyBoard, scene: Scene | None = None) -> tuple[Rect, tuple[Rect, ...]]:
    """What the picture of the map shows, and the boxes that lie beside it, where there is much else there:
    charts, say; those at the side of the map and those below it apart, for between them lies the map. Where
    all boxes lie among the views the map is the whole board. Of a scene, boxes in which nothing lies are left
    out at the edges."""
    edge, (width, height) = round(ground.counter * EDGE), ground.image.size
    boxes = [box for key in ground.layout.areas if (box := ground.box(key))]
    views = _about(_around(*ground.frames), edge, (width, height))
    beside = [box for box in boxes if box[0] >= views[2] or box[1] >= views[3]]
    full = _full(ground, scene) if scene else boxes
    if len(beside) < len(boxes) or not beside:
        if scene is None:
            return (0, 0, width, height), ()
        return _about(_around(views, *((x, y - BAR, u, v) for x, y, u, v in full)), edge, (width, height)), ()
    shown = [(x, y - BAR, u, v) for x, y, u, v in beside if (x, y, u, v) in full]
    groups = [[box for box in shown if (box[0] >= views[2]) == side] for side in (False, True)]
    return views, tuple(_about(_around(*some), edge // 2, (width, height)) for some in groups if some)


def _full(ground: EmptyBoard, scene: Scene) -> list[Rect]:
    """The boxes in which something lies; of a track all squares."""
    taken = {piece.at for piece in scene.pieces} | {laid.at for laid in scene.markers}
    stems = {_stem(key) for key in taken if key not in ground.home}
    return [box for key in ground.layout.areas if (box := ground.box(key)) and _stem(key) in stems]


def _stem(key: str) -> str:
    return key.rstrip("0123456789")


def widest(ground: EmptyBoard) -> tuple[int, int]:
    """The largest closer look, in pixels of the board: a phone shows its counters legibly."""
    return ground.counter * PHONE // LEGIBLE, ground.counter * TALL


def close_ups(ground: EmptyBoard, scene: Scene, own: Sequence[str] = ()) -> list[Rect]:
    """The parts in which something is to be decided or happened, those with news first; where there is
    nothing of the kind, those with the most of one's `own` spaces."""
    return chosen(ground, wishes(ground, scene, own))[0]


def chosen(ground: EmptyBoard, wished: Sequence[Wish]) -> tuple[list[Rect], list[Wish]]:
    """The parts that hold the most of what is wished, and what none of them holds."""
    room, left = _room(ground), list(wished)
    found: list[tuple[int, Rect]] = []
    most = MOST_OWN if all(wish.own for wish in wished) else MOST_PARTS
    while left and len(found) < most:
        views = sorted({wish.view for wish in left})
        held = max(
            (_held([wish for wish in left if wish.view == view], room) for view in views),
            key=lambda some: sum(wish.worth for wish in some),
        )
        frame = _frame(ground, held[0].view)
        whole = held[0].view >= len(ground.frames) and _fits(frame, widest(ground))
        part = frame if whole else _part(frame, _around(*(wish.frame for wish in held)), ground.counter)
        found.append((sum(wish.worth for wish in held if wish.news), part))
        left = [wish for wish in left if wish.view != held[0].view or not _holds(part, wish.frame)]
    return [part for _, part in sorted(found, key=lambda one: -one[0])], left


def _room(ground: EmptyBoard) -> tuple[int, int]:
    """How large what a closer look is about may be."""
    margin = round(2 * MARGIN * ground.counter)
    wide, high = widest(ground)
    return wide - margin, high - margin


def _frame(ground: EmptyBoard, view: int) -> Rect:
    """What a closer look at a view may show; of a box itself, not what is beside it."""
    if view >= len(ground.frames):
        return _frame_of(ground, _boxes(ground)[view - len(ground.frames)])
    return _about(ground.frames[view], round(ground.counter * EDGE), ground.image.size)


def _frame_of(ground: EmptyBoard, key: str) -> Rect:
    """What a closer look at a box beside the map may show."""
    return _about(ground.box(key) or ground.frames[0], RIM, ground.image.size)


def box_about(ground: EmptyBoard, part: Rect) -> Rect | None:
    """What a closer look may show of the box beside the map in which a part is; None for one of the map."""
    frames = (_frame_of(ground, key) for key in _boxes(ground))
    return next((frame for frame in frames if _holds(frame, part)), None)


def _boxes(ground: EmptyBoard) -> list[str]:
    """The boxes beside the map, in the order of their views."""
    return [key for key in ground.layout.areas if key not in ground.home]


def _held(wished: Sequence[Wish], room: tuple[int, int]) -> list[Wish]:
    """What the window of this size holds that is worth the most."""
    frames = numpy.array([wish.frame for wish in wished])
    worth = numpy.array([wish.worth for wish in wished])
    lefts, tops = numpy.unique(frames[:, 0]), numpy.unique(frames[:, 1])
    across = (frames[:, 0] >= lefts[:, None]) & (frames[:, 2] <= lefts[:, None] + room[0])
    down = (frames[:, 1] >= tops[:, None]) & (frames[:, 3] <= tops[:, None] + room[1])
    best = int(((across * worth).astype(int) @ down.astype(int).T).argmax())
    x, y = divmod(best, len(tops))
    return [wish for wish, there in zip(wished, across[x] & down[y], strict=True) if there]


# -- what is to be seen --------------------------------------------------------------------------------------


def wishes(ground: EmptyBoard, scene: Scene, own: Sequence[str] = ()) -> list[Wish]:
    """What closer looks are to hold: battles, ways, losses, news, and what the reader is asked about; where
    there is none of that, their `own` spaces, named as often as units of theirs are there."""
    places = _Places(ground, lay(ground, scene.pieces, scene.markers))
    found = [*_deeds(places, scene), *_asked(places, scene)]
    if not found:
        here = Counter(space for space in own if space in ground.home)
        found = [
            replace(wish, own=True)
            for space, units in here.items()
            for wish in places.of((space,), OWN * units, False)
        ]
    return list(dict.fromkeys(found))


def _deeds(places: _Places, scene: Scene) -> Iterator[Wish]:
    for clash in scene.clashes:
        yield from places.of((clash.space, *clash.origins), BATTLE, True)
    for arrow in scene.arrows:
        ends = (arrow.path[-1], *(arrow.path[:1] if arrow.path[0] in places.on_map else ()))
        yield from places.of(ends, NEWS, True)
    for loss in scene.losses:
        yield from places.of((loss.at,), NEWS, True)
    for piece in scene.pieces:
        if piece.news:
            yield from places.unit(piece.made or piece.unit, piece.at, NEWS, True)


def _asked(places: _Places, scene: Scene) -> Iterator[Wish]:
    for space, unit in scene.asked:
        yield from places.unit(unit, space, ASKED, False) if unit else places.of((space,), ASKED, False)


class _Places:
    """Where everything of a scene is on its board, cut to what a closer look can show."""

    def __init__(self, ground: EmptyBoard, laying: Laying) -> None:
        self._ground, self._room, self.on_map = ground, _room(ground), ground.home
        self._boxes = _boxes(ground)
        self._units: dict[str, Rect] = {}
        self._spaces: dict[str, list[Rect]] = {}
        for piece, spot in laying.pieces:
            self._units[piece.made or piece.unit] = _under(spot)
            self._spaces.setdefault(piece.at, []).append(_under(spot))

    def unit(self, unit: str, space: str, worth: int, news: bool) -> Iterator[Wish]:
        """A unit, by its counter; its space where that is not on the board."""
        frame = self._units.get(unit)
        if frame is None:
            yield from self.of((space,), worth, news)
        else:
            yield Wish(frame, self._view(space), worth, news, space)

    def of(self, spaces: Sequence[str], worth: int, news: bool) -> Iterator[Wish]:
        """Spaces and the counters in them, together if a closer look can hold them and each alone if not."""
        there = [(space, frame) for space in dict.fromkeys(spaces) if (frame := self._at(space))]
        views = {self._view(space) for space, _ in there}
        whole = _around(*(frame for _, frame in there)) if there else None
        if whole and len(views) == 1 and _fits(whole, self._room):
            yield Wish(whole, views.pop(), worth, news, there[0][0])
        else:
            for space, frame in there:
                yield Wish(_cut(frame, self._room), self._view(space), worth, news, space)

    def _view(self, space: str) -> int:
        home, boxes = self._ground.home, self._boxes
        if space in home:
            return home[space]
        return len(self._ground.frames) + (boxes.index(space) if space in boxes else len(boxes))

    def _at(self, space: str) -> Rect | None:
        """The counters in a space and its middle; None for one that is not on the board."""
        at, frames = spot_of(self._ground, space, self._view(space)), self._spaces.get(space, [])
        if at is not None:
            return _around(_under(Spot(at, self._ground.counter)), *frames)
        return _around(*frames) if frames else None


def _under(spot: Spot) -> Rect:
    (x, y), half = spot.at, spot.size // 2 + 1
    return (x - half, y - half, x + half, y + half)


def _fits(frame: Rect, room: tuple[int, int]) -> bool:
    return frame[2] - frame[0] <= room[0] and frame[3] - frame[1] <= room[1]


def _cut(frame: Rect, room: tuple[int, int]) -> Rect:
    """The middle of a frame that is larger than there is room."""
    (left, right), (top, bottom) = (
        (low, high) if high - low <= most else ((low + high - most) // 2, (low + high - most) // 2 + most)
        for low, high, most in ((frame[0], frame[2], room[0]), (frame[1], frame[3], room[1]))
    )
    return (left, top, right, bottom)


# -- rectangles ----------------------------------------------------------------------------------------------


def _holds(area: Rect, spot: Rect) -> bool:
    return area[0] <= spot[0] and area[1] <= spot[1] and spot[2] <= area[2] and spot[3] <= area[3]


def holds(area: Rect, at: Pixel) -> bool:
    """Whether a point lies in a part."""
    return area[0] <= at[0] <= area[2] and area[1] <= at[1] <= area[3]


def overlap(area: Rect, other: Rect) -> bool:
    """Whether two parts have more in common than the rims of boxes side by side."""
    wide, high = (min(area[edge + 2], other[edge + 2]) - max(area[edge], other[edge]) for edge in (0, 1))
    return min(wide, high) > 2 * RIM


def _around(*rects: Rect) -> Rect:
    lefts, tops, rights, bottoms = zip(*rects, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def _about(frame: Rect, edge: int, size: tuple[int, int]) -> Rect:
    """A frame with some of the sheet about it, on which counters may stand out."""
    left, top, right, bottom = frame
    return max(0, left - edge), max(0, top - edge), min(size[0], right + edge), min(size[1], bottom + edge)


def _part(frame: Rect, area: Rect, counter: int) -> Rect:
    """A rectangle about an area, of a useful size, inside the frame."""
    margin = MARGIN * counter
    left, right = _span(area[0] - margin, area[2] + margin, frame[0], frame[2], LEAST[0] * counter)
    top, bottom = _span(area[1] - margin, area[3] + margin, frame[1], frame[3], LEAST[1] * counter)
    return (left, top, right, bottom)


def _span(low: float, high: float, least: int, most: int, length: int) -> tuple[int, int]:
    grow = max(0.0, length - (high - low)) / 2
    low, high = low - grow, high + grow
    low, high = low - max(0.0, high - most), high + max(0.0, least - low)
    return max(least, round(low)), min(most, round(high))
