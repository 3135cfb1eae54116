"""What somebody who looks at areas would mend: the wrong ground that they see, and a gesture for each place.

All places are pixels of the labels that are looked at. A place is wrong ground in one piece: it is one
area's in truth, and is shown as another's or as nobody's. Whoever sees it drags from ground of its area over
it. Where that has no ground beside it, they click into it; if this was no help, or several places lie along
one border, they draw that border.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy
import shapely
from scipy import ndimage
from skimage import graph, measure

from .real.tracing import Truth

ENOUGH = 0.99
"""Of the ground: when so much is right, nobody looks further."""
_SURE = 0.5
"""Of a place: so much a gesture is counted on to mend."""
LEAST = 40
"""Pixels of wrong ground that a maker sees."""
LARGEST = 0.25
"""Of the largest wrong ground: what is smaller is mended after another look."""
_SHALLOW = 1.5
"""Pixels from its rim: wrong ground that is nowhere deeper is a border that is drawn beside its place."""
_FROM = 12
"""Pixels beside wrong ground, within which a drag over it begins."""
_PAST = 6.0
"""Pixels by which somebody draws a border further than it was lost: it has to meet another."""
_ROOM = 25
"""Pixels around wrong ground in which its border is drawn."""

_WIDEST = 18.0
"""Pixels between two areas that touch, at most."""
_TOGETHER = 1.5
"""Times the largest of them: so much is wrong along a border that is drawn at once."""
_DRAGS = (0, 2)
"""Before and after a line was no help, somebody drags over a place; then they give it up."""
_OFF = 4.0
"""Pixels that a hand keeps off a border."""

Point = tuple[float, float]
Spot = tuple[int, int]
"""Row and column of a pixel."""
Way = Literal["click", "ground", "border"]


@dataclass(frozen=True)
class Gesture:
    """One click or stroke: a click into an area, a drag over its ground, a line along its border."""

    way: Way
    name: str
    points: Sequence[Point]


@dataclass
class Eyes:
    """Somebody who knows which area each pixel is, and remembers where they did something."""

    truth: Truth
    labels: Any
    scale: float = 1.0
    done: Any = field(init=False)
    lined: Any = field(init=False)

    def __post_init__(self) -> None:
        self.done = numpy.zeros(self.labels.shape, numpy.uint8)
        self.lined = numpy.zeros(self.labels.shape, bool)

    def right(self, seen: Any) -> float:
        """The part of the true ground that is right."""
        ground = self.labels > 0
        return float((seen == self.labels)[ground].mean())

    def mends(self, seen: Any) -> Iterator[Gesture]:
        """A gesture for each of the largest wrong places, the largest first, until enough should be right.

        Several along one border are mended by a line along that. None where three gestures were no help.
        """
        wrong = (self.labels > 0) & (seen != self.labels)
        keys = numpy.where(wrong, self.labels.astype(numpy.int64) * (len(self.truth.areas) + 1) + seen, 0)
        parts = measure.label(keys, background=0, connectivity=1)
        sizes, boxes = numpy.bincount(parts.ravel()), [None, *ndimage.find_objects(parts)]
        least = LEAST / self.scale**2
        groups: dict[tuple[int, int], list[int]] = {}
        for part in numpy.flatnonzero(sizes >= least).tolist()[1:]:
            y, x = numpy.argwhere(parts[boxes[part]] == part)[0] + [side.start for side in boxes[part]]
            true, taken = int(self.labels[y, x]), int(seen[y, x])
            pair = (min(true, taken), max(true, taken)) if not self.lined[y, x] else (0, part)
            groups.setdefault(pair, []).append(part)
        chosen = [(sizes[group].sum(), group) for pair, group in groups.items() if pair[0] and len(group) > 1]
        chosen = [(size, group) for size, group in chosen if size > _TOGETHER * sizes[group].max()]
        together = {part for _, group in chosen for part in group}
        single = {part for group in groups.values() for part in group} - together
        chosen += [(sizes[part], [part]) for part in sorted(single)]
        left = (ENOUGH - self.right(seen)) * (self.labels > 0).sum()
        for size, group in sorted(chosen, key=lambda one: -one[0]):
            if size < least or left < 0:
                return
            made = [self._mend(seen, parts, group, boxes)] if len(group) > 1 else []
            if not any(made):
                made = [self._mend(seen, parts, [part], boxes) for part in group]
            for gesture in filter(None, made):
                least = max(least, LARGEST * float(size))
                yield gesture
            left -= size * _SURE if any(made) else 0

    def _mend(self, seen: Any, parts: Any, group: Sequence[int], boxes: Sequence[Any]) -> Gesture | None:
        """The gesture for one place, or for several along a border."""
        box, along = _box_of([boxes[part] for part in group]), len(group) > 1
        place = numpy.isin(parts[box], group)
        deep = ndimage.distance_transform_edt(place)
        if deep.max() <= _SHALLOW:
            return None
        y, x = numpy.unravel_index(int(deep.argmax()), deep.shape)
        true, taken = int(self.labels[box][y, x]), int(seen[box][y, x])
        name, corner = self.truth.names[true - 1], (box[1].start, box[0].start)
        times = int(self.done[box][y, x])
        if along:
            self.lined[box][place] = True
        else:
            self.done[box][place] = times + 1
        if not along and times in _DRAGS:
            mine = self.labels[box] == true
            path = _dragged(place, mine & (seen[box] == true), ndimage.distance_transform_edt(mine))
            return Gesture(
                "ground" if path else "click", name, self._shifted(path or [(int(y), int(x))], corner)
            )
        line = border_near(self.labels[box], true, taken, place) if taken and times <= max(_DRAGS) else []
        return Gesture("border", name, self._shifted(line, corner)) if line else None

    def _shifted(self, spots: Sequence[Point], corner: Spot) -> list[Point]:
        """Rows and columns of a box as points, the middles of pixels; none beside the picture."""
        high, wide = self.labels.shape
        moved = [(x + corner[0] + 0.5, y + corner[1] + 0.5) for y, x in spots]
        return [(min(max(x, 0.5), wide - 0.5), min(max(y, 0.5), high - 0.5)) for x, y in moved]


def _dragged(place: Any, own: Any, deep: Any) -> list[Spot]:
    """A drag from an area's own ground over a place, from end to end of it; empty if none is near.

    It keeps off the border, as a hand does, where there is room: `deep` is how far from it each pixel is.
    """
    for least in (min(_OFF, 0.6 * float(deep[place].max())), 0.5):
        ground = (own | place) & (deep > least)
        inside = place & ground
        cost = numpy.where(ground, 1 + _OFF / numpy.maximum(deep, 1), numpy.inf)
        middle = _highest(numpy.where(inside, deep, -1))
        away = _reached(cost, middle) if inside.any() else cost
        begins = own & numpy.isfinite(away)
        if inside.any() and begins.any():
            near = begins & (away <= away[begins].min() + _FROM)
            start = _highest(numpy.where(near, deep, -1))
            ends = numpy.where(inside, 0, -numpy.inf)
            one = _far(cost, start, ends)
            other = _far(cost, one, ends)
            if _reached(cost, start)[one] < _reached(cost, start)[other]:
                one, other = other, one
            return _thinned([*_route(cost, start, other), *_route(cost, other, one)])
    return []


def _thinned(spots: Sequence[Spot]) -> list[Spot]:
    line = shapely.LineString(spots).simplify(0.8)
    return [(round(y), round(x)) for y, x in line.coords]


def _highest(values: Any) -> Spot:
    y, x = numpy.unravel_index(int(values.argmax()), values.shape)
    return int(y), int(x)


def _reached(cost: Any, start: Spot) -> Any:
    found, _ = graph.MCP_Geometric(cost).find_costs([start])
    return found


def _far(cost: Any, start: Spot, ends: Any) -> Spot:
    """What of the ends, 0 of all others' -inf, is furthest along the ground."""
    away = _reached(cost, start)
    return _highest(numpy.where(numpy.isfinite(away), away, 0) + ends)


def _route(cost: Any, start: Spot, end: Spot) -> list[Spot]:
    path, _ = graph.route_through_array(cost, start, end, geometric=True)
    return [(int(y), int(x)) for y, x in path]


def _box_of(boxes: Sequence[tuple[slice, ...]]) -> tuple[slice, ...]:
    """The box that holds others, and room around."""
    return tuple(
        slice(max(0, min(one.start for one in sides) - _ROOM), max(one.stop for one in sides) + _ROOM)
        for sides in zip(*boxes, strict=True)
    )


def border_near(labels: Any, true: int, taken: int, place: Any) -> list[Point]:
    """The border of two areas along a place, drawn somewhat further at both ends; empty if there is none."""
    if not (labels == taken).any():
        return []
    away_true = ndimage.distance_transform_edt(labels != true)
    away_other = ndimage.distance_transform_edt(labels != taken)
    near = ndimage.distance_transform_edt(~place) <= _PAST + _FROM
    wide = numpy.abs(away_true - away_other)
    cost = numpy.where(away_true + away_other < _WIDEST, 1 + wide**2, numpy.inf)
    spots = (wide <= 1) & near & numpy.isfinite(cost)
    if spots.sum() < 2:
        return []
    ends = numpy.where(spots, 0, -numpy.inf)
    one = _far(cost, _highest(spots), ends)
    other = _far(cost, one, ends)
    return longer(_thinned(_route(cost, one, other)), _PAST) if one != other else []


def longer(points: Sequence[Point], far: float) -> list[Point]:
    """A line that goes on at both ends, as it ran towards them."""
    whole = shapely.LineString(points)

    def beyond(end: Point, back: float) -> Point:
        before = whole.interpolate(back)
        across, down = end[0] - before.x, end[1] - before.y
        length = max(1e-9, (across**2 + down**2) ** 0.5)
        return end[0] + far * across / length, end[1] + far * down / length

    return [beyond(points[0], 2 * far), *points, beyond(points[-1], max(0.0, whole.length - 2 * far))]
