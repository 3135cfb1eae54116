"""Where in a zone its heading stands and where its counters may lie: inside it, and clear of one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy
import shapely
from shapely.geometry.base import BaseGeometry

from maps.measuring.room import Mask, Numbers, Rect, Room, Size, net

COUNTER_MM = 16.0
GAP_MM = 0.8
MARGIN_MM = 1.2
_SHUN, _BORDER = 20, 12  # how much more a dot of shunned ground counts than any other, and one of a border
_CROSSED = 4  # and one of a road or water
_HEADING, _COUNTER = 4.0, 3.2  # what it is worth that all of one lies well
_FAR = 0.006  # what each millimetre costs that all lies from the middle of its zone
_ORDER = 0.012  # what it costs that counters lie in an order that we like less
_COST = 0.05  # what a square millimetre's worth of lying badly costs (`Room.cost`)
_SLIGHT = 0.01  # so much worse may a heading lie
_FIRM = 3.0  # how much more a heading counts than a counter, which can move
_WELL = 10.0  # at so little of it there is nothing to be seen
_HOPELESS = 2 * COUNTER_MM**2  # at so much of it two counters cannot lie here at all
_TRIED = 24  # so many of the best are looked at more closely
_EDGE_MM = 0.75  # so far to both sides does the drawn border of a zone reach, with some air
_NOWHERE = shapely.Polygon()

_PITCH = COUNTER_MM + GAP_MM
# Rows and columns in which counters may lie, the first the dearest: (column, row) of each in counter widths.
_THREE = (
    ((0, 0), (1, 0), (0.5, 1)),
    ((0.5, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (2, 0)),
    ((0, 0), (0, 1), (0, 2)),
    ((0, 0), (1, 0), (1, 1)),
    ((0, 0), (1, 0), (0, 1)),
)
_FOUR = (
    ((0, 0), (1, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (2, 0), (1, 1)),
    ((0.5, 0), (1.5, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (0.5, 1), (1.5, 1)),
    ((0, 0), (1, 0), (2, 0), (3, 0)),
)


@dataclass(frozen=True, slots=True)
class Place:
    """The heading's corner and which of the headings offered it is; the counters' middles; how large the
    heading is, where one is printed. Millimetres."""

    heading: int
    corner: tuple[float, float]
    slots: tuple[tuple[float, float], ...]
    size: Size | None = None


def place(
    zone: BaseGeometry,
    headings: Sequence[Size],
    counters: int,
    clear: BaseGeometry,
    taken: BaseGeometry,
    shunned: BaseGeometry = _NOWHERE,
    crossed: BaseGeometry = _NOWHERE,
) -> Place:
    """The best place in a zone for one of these headings (width, height) and three or four counters.

    The heading keeps off what must stay clear, such as defence lines, and if it can at all off the ground it
    is to shun, such as that about the points where zones meet; where the zone has the room, it leaves roads
    and water to be seen that it would be `crossed` by. Counters may cover all these. Heading and counters
    keep off what the zones before have taken.
    """
    room = Room(zone, taken)
    best, cost = _best(headings, counters, _Offsets(zone, clear, taken, shunned, crossed), room)
    if cost >= _HOPELESS and not crossed.is_empty:  # no room for both: counters come before ways
        other, less = _best(headings, counters, _Offsets(zone, clear, taken, shunned, _NOWHERE), room)
        best = other if less < cost else best
    return best.place()


def _best(headings: Sequence[Size], counters: int, offsets: _Offsets, room: Room) -> tuple[_Laid, float]:
    """The best composition, and how badly its counters lie."""
    found = [_Laid.at_best(offsets, *one) for one in _compositions(headings, counters)]
    found.sort(key=lambda laid: -round(laid.score, 9))
    return _settled(found[:_TRIED], offsets, room)


def _settled(found: Sequence[_Laid], offsets: _Offsets, room: Room) -> tuple[_Laid, float]:
    """The first whose counters can all be laid wholly inside and apart, its heading no worse than that of the
    best; else the one that comes nearest. And how badly its counters lie."""
    best: tuple[_Laid, float] | None = None
    enough = offsets.heading(found[0].rects[0]) - _SLIGHT
    for laid in found:
        heading = offsets.heading(laid.rects[0])
        if best and heading < enough and _FIRM * heading - _ORDER * laid.order <= best[0].score:
            continue  # however well its counters lay, it would be no better: to settle them takes long
        settled, cost = laid.settled(offsets, room)
        if cost < _WELL and heading >= enough:
            return settled, cost
        if best is None or settled.score > best[0].score + 1e-9:
            best = settled, cost
    assert best is not None
    return best


@dataclass(frozen=True, slots=True)
class _Laid:
    """A heading and counters laid in a zone, how well they lie, and how little we like their order."""

    order: int
    number: int
    rects: Sequence[Rect]
    score: float

    @classmethod
    def at_best(cls, offsets: _Offsets, order: int, number: int, rects: Sequence[Rect]) -> _Laid:
        """A composition where it lies best as a whole."""
        score, (dx, dy) = offsets.best(rects)
        moved = [(left + dx, top + dy, width, height) for left, top, width, height in rects]
        return cls(order, number, moved, score - _ORDER * order)

    def settled(self, offsets: _Offsets, room: Room) -> tuple[_Laid, float]:
        """The same with each counter moved by itself to where it lies best, and how badly it then lies."""
        heading, *slots = self.rects
        laid = room.clearest_first(room.settle(slots, [heading]), [heading])
        cost = room.cost(laid, [heading])
        score = _FIRM * offsets.heading(heading) - _ORDER * self.order - _COST * cost
        return replace(self, rects=[heading, *laid], score=score), cost

    def place(self) -> Place:
        """Where that is."""
        heading, *slots = self.rects
        middles = tuple((left + width / 2, top + height / 2) for left, top, width, height in slots)
        return Place(self.number, heading[:2], middles, heading[2:])


def _compositions(headings: Sequence[Size], counters: int) -> Iterator[tuple[int, int, list[Rect]]]:
    """Every heading about every arrangement of counters, heading first; 0 is the order we like best."""
    for order, grid in enumerate(_THREE if counters == 3 else _FOUR):
        slots = [(column * _PITCH, row * _PITCH, COUNTER_MM, COUNTER_MM) for column, row in grid]
        width = max(left for left, *_ in slots) + COUNTER_MM
        height = max(top for _, top, *_ in slots) + COUNTER_MM
        for number, (w, h) in enumerate(headings):
            for x in ((width - w) / 2, 0, width - w):
                yield order, number, [(x, -h - GAP_MM, w, h), *slots]
                yield order + 1, number, [(x, height + GAP_MM, w, h), *slots]
            for y in ((height - h) / 2, 0, height - h):
                yield order + 3, number, [(-w - GAP_MM, y, w, h), *slots]
                yield order + 3, number, [(width + GAP_MM, y, w, h), *slots]


class _Offsets:
    """Everywhere in a zone that a composition of rectangles may be laid, on a grid of 1.5 millimetres."""

    def __init__(
        self,
        zone: BaseGeometry,
        clear: BaseGeometry,
        taken: BaseGeometry,
        shunned: BaseGeometry,
        crossed: BaseGeometry,
    ) -> None:
        self._middle = (zone.centroid.x, zone.centroid.y)
        inner = zone.buffer(-MARGIN_MM)
        self._counters = Mask(zone.bounds, [(inner, 1), (taken, -1)])
        border = zone.boundary.buffer(_EDGE_MM)
        bad = [(taken, -1), (border, -_BORDER), (shunned, -_SHUN), (crossed, -_CROSSED)]
        self._heading = Mask(zone.bounds, [(inner.difference(clear), 1), *bad])
        west, north, east, south = (round(edge) for edge in zone.bounds)
        self._x, self._y = net(numpy.arange(west - 10, east, 1.5), numpy.arange(north - 10, south, 1.5))
        self._known: tuple[dict[Rect, Numbers], dict[Rect, Numbers]] = ({}, {})

    def heading(self, heading: Rect) -> float:
        """How well a heading lies where it is."""
        here = numpy.zeros(1)
        return float(_HEADING * self._heading.share(heading, here, here)[0])

    def best(self, rects: Sequence[Rect]) -> tuple[float, tuple[float, float]]:
        """How well the rectangles (heading first) lie in the zone at the best offset, and that offset."""
        heading, *slots = rects
        score = self._worth(self._heading, heading, _HEADING)
        for slot in slots:
            score = score + self._worth(self._counters, slot, _COUNTER)
        left = min(rect[0] for rect in rects)
        right = max(rect[0] + rect[2] for rect in rects)
        top = min(rect[1] for rect in rects)
        bottom = max(rect[1] + rect[3] for rect in rects)
        dx = self._x[0] + (left + right) / 2 - self._middle[0]
        dy = self._y[:, 0] + (top + bottom) / 2 - self._middle[1]
        row, column = divmod(int(score.argmax()), dx.size)
        least = score[row, column] - _FAR * numpy.hypot(dx[column], dy[row])
        rows, columns = numpy.nonzero(score >= least)  # how far from the middle counts for these alone
        scores = score[rows, columns] - _FAR * numpy.hypot(dx[columns], dy[rows])
        best = int(scores.argmax())
        return float(scores[best]), (float(self._x[0, columns[best]]), float(self._y[rows[best], 0]))

    def _worth(self, mask: Mask, rect: Rect, much: float) -> Numbers:
        """What the ground is worth to a rectangle at every offset."""
        known = self._known[mask is self._heading]
        if rect not in known:
            known[rect] = much * mask.share(rect, self._x, self._y)
        return known[rect]
