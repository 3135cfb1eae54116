"""What somebody who looks at areas would mend: the wrong ground that they see, and a gesture for each place.

All places are pixels of the labels that are looked at. A place is wrong ground in one piece: it is one
area's in truth, and is shown as another's or as nobody's. Whoever sees it drags from ground of its area over
it. Where that has no ground beside it, they click into it; if this was no help, or several places lie along
one border, they draw that border. Around an area that is wrong in several places they draw its whole outline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy
import shapely
from scipy import ndimage
from skimage import graph, measure

from .real.labels import spread
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
_MOST = 0.5
"""Of an area's ground: if more is missing, somebody draws around the area."""
_DRAGS = (0, 2)
"""Before and after a line was no help, somebody drags over a place; then they give it up."""
_SHORT = 2.0
"""Pixels: nobody drags less far than that, they click."""
_OFF = 4.0
"""Pixels that a hand keeps off a border."""

_WIDE = 9
"""Pixels from its rim: ground outside that is nowhere deeper is the line of a border."""
_HIDDEN = 200
"""Pixels of borders that the page did not see, or saw where there is none, from which a maker sees that."""

Point = tuple[float, float]
Spot = tuple[int, int]
"""Row and column of a pixel."""
Way = Literal["click", "ground", "border", "outline"]


@dataclass(frozen=True)
class Gesture:
    """One click or stroke: into an area, over its ground, along its border, or all around it."""

    way: Way
    name: str
    points: Sequence[Point]


@dataclass(frozen=True)
class _Place:
    """Wrong ground in one piece, of so many pixels: the area that it is, and the one it is shown as.

    `own` is the ground that it is part of in truth, `beside` the one on the page, 0 if there is none. Ground
    is `lost` that was clicked, and of which most is missing, or where something was done in vain.
    """

    part: int
    size: int
    true: int
    taken: int
    own: int
    beside: int
    lined: bool
    lost: bool

    @property
    def pair(self) -> tuple[int, int]:
        """The areas that the border along it parts."""
        return min(self.true, self.taken), max(self.true, self.taken)


@dataclass
class Eyes:
    """Somebody who knows which area each pixel is, and remembers where they did something."""

    truth: Truth
    labels: Any
    scale: float = 1.0
    done: Any = field(init=False)
    lined: Any = field(init=False)
    grounds: Any = field(init=False)
    sizes: Any = field(init=False)
    clicked: set[int] = field(init=False)
    outlined: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.grounds = measure.label(self.labels, background=0)
        self.sizes = numpy.bincount(self.grounds.ravel())
        grounds, firsts = numpy.unique(self.grounds, return_index=True)
        whose = dict(zip(grounds.tolist(), self.labels.flat[firsts].tolist(), strict=True))
        self.clicked = set(
            {whose[one]: one for one in sorted(whose, key=lambda one: self.sizes[one])}.values()
        )
        self.done = numpy.zeros(self.labels.shape, numpy.uint8)
        self.lined = numpy.zeros(self.labels.shape, bool)

    def right(self, seen: Any) -> float:
        """The part of the true ground that is right."""
        ground = self.labels > 0
        return float((seen == self.labels)[ground].mean())

    def mends(self, seen: Any) -> Iterator[Gesture]:
        """A gesture for each of the largest wrong places, the largest first, until enough should be right.

        Several along one border are mended by a line along that, several around one area by its outline. None
        where three gestures were no help.
        """
        wrong = (self.labels > 0) & (seen != self.labels)
        keys = numpy.where(wrong, self.labels.astype(numpy.int64) * (len(self.truth.areas) + 1) + seen, 0)
        parts = measure.label(keys, background=0, connectivity=1)
        boxes = [None, *ndimage.find_objects(parts)]
        places = self._places(seen, parts, boxes)
        left = (ENOUGH - self.right(seen)) * (self.labels > 0).sum()
        least = LEAST / self.scale**2
        while places and left >= 0:
            way, key, chosen = self._chosen(places)
            size = sum(place.size for place in chosen)
            if size < least:
                return
            places = [place for place in places if place not in chosen]
            made = self._together(seen, parts, way, key, chosen, boxes)
            for gesture in made:
                least = max(least, LARGEST * float(size))
                yield gesture
            left -= size * (1 if way == "outline" else _SURE) if made else 0

    def _places(self, seen: Any, parts: Any, boxes: Sequence[Any]) -> list[_Place]:
        """The places that somebody sees."""
        sizes, made = numpy.bincount(parts.ravel()), []
        for part in numpy.flatnonzero(sizes >= LEAST / self.scale**2).tolist()[1:]:
            box = _box_of([boxes[part]])
            inside = parts[box] == part
            if ndimage.distance_transform_edt(inside).max() <= _SHALLOW:
                continue
            y, x = numpy.argwhere(inside)[0]
            true, taken = int(self.labels[box][y, x]), int(seen[box][y, x])
            theirs = self.grounds[box][(self.labels[box] == taken) & (taken > 0)]
            own, beside = (
                int(self.grounds[box][y, x]),
                int(numpy.bincount(theirs).argmax()) if len(theirs) else 0,
            )
            lined, size = bool(self.lined[box][y, x]), int(sizes[part])
            missing = own in self.clicked and size > _MOST * self.sizes[own]
            lost = missing or lined or bool(self.done[box][inside].any())
            made.append(_Place(part, size, true, taken, own, beside, lined, lost))
        return made

    def _chosen(self, places: Sequence[_Place]) -> tuple[Way, int, list[_Place]]:
        """What mends most: one place, a border with several, or the ground of an area with several.

        With that ground. Whoever did something at a place in vain draws around the area.
        """
        borders: dict[tuple[int, int], list[_Place]] = {}
        grounds: dict[int, list[_Place]] = {}
        for place in places:
            if place.taken and not place.lined:
                borders.setdefault(place.pair, []).append(place)
            for ground in {place.own, place.beside} - self.outlined - {0}:
                grounds.setdefault(ground, []).append(place)
        best: tuple[Way, int, list[_Place]] = ("ground", 0, [max(places, key=lambda one: one.size)])
        for group in borders.values():
            best = _better(best, ("border", 0, group))
        for ground, group in grounds.items():
            best = _better(best, ("outline", ground, group))
        return best

    def _together(
        self, seen: Any, parts: Any, way: Way, ground: int, chosen: Sequence[_Place], boxes: Sequence[Any]
    ) -> list[Gesture]:
        """The gesture for what was chosen; one for each place where a line along them is not found."""
        if way == "outline":
            self.outlined.add(ground)
            return [self._outline(ground)]
        made = [self._mend(seen, parts, [place.part for place in chosen], boxes)]
        if len(chosen) > 1 and not any(made):
            made = [self._mend(seen, parts, [place.part], boxes) for place in chosen]
        return [gesture for gesture in made if gesture]

    def around(self, name: str) -> Gesture:
        """A line around the largest ground of an area."""
        mine = self.grounds[self.labels == self.truth.names.index(name) + 1]
        return self._outline(int(numpy.bincount(mine).argmax()))

    def _outline(self, ground: int) -> Gesture:
        """A line around ground that hangs together, along the middle of what is printed around it."""
        box = _box_of([ndimage.find_objects(self.grounds)[ground - 1]])
        labels, mine = self.labels[box], self.grounds[box] == ground
        number = int(labels[mine][0])
        away = ndimage.distance_transform_edt(~mine)
        other = ndimage.distance_transform_edt((labels == 0) | mine)
        printed = (labels == 0) & (away <= other) & ((away + other <= _WIDEST) | (away <= _SHALLOW))
        whole = ndimage.binary_fill_holes(mine | printed)
        ring = max(measure.find_contours(numpy.pad(whole, 1).astype(float), 0.5), key=len) - 1
        corner = (box[1].start, box[0].start)
        return Gesture("outline", self.truth.names[number - 1], self._shifted(_thinned(ring), corner))

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
            path = path if path and shapely.LineString(path).length >= _SHORT else []
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


def _better(
    best: tuple[Way, int, list[_Place]], other: tuple[Way, int, list[_Place]]
) -> tuple[Way, int, list[_Place]]:
    """The other, if it mends enough more to be worth a longer line, or a shorter one would be in vain."""
    mended, more = (sum(place.size for place in one[2]) for one in (best, other))
    if len(other[2]) > 1:
        return other if more > _TOGETHER * mended else best
    (place,) = other[2]
    return other if place in best[2] and place.lost and place.own == other[1] else best


def _dragged(place: Any, own: Any, deep: Any) -> list[Point]:
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


def _thinned(spots: Sequence[Point]) -> list[Point]:
    line = shapely.LineString(spots).simplify(0.8)
    return [(y, x) for y, x in line.coords]


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


def spilled_at(true: Any, seen: Any) -> tuple[int, int] | None:
    """The middle of the widest ground outside that the page gives to an area; None where it is narrow."""
    deep = ndimage.distance_transform_edt(numpy.pad((true == 0) & (seen > 0), 1))
    y, x = numpy.unravel_index(int(deep.argmax()), deep.shape)
    return (int(x) - 1, int(y) - 1) if deep[y, x] > _WIDE else None


def line_at(true: Any, seen: Any, picture: Any, missed: bool) -> Point | None:
    """A place on a printed border that the page missed, or on what it took for one.

    It has the colour that most such places have which stand out from what is around them; None where there is
    hardly one.
    """
    borders, shown = edges(spread(true, 6)), edges(seen)
    wanted, beside = (borders, shown) if missed else (shown & (true > 0), borders)
    wrong = wanted & ~ndimage.binary_dilation(beside, iterations=4)
    near = ndimage.binary_dilation(wrong, iterations=2)
    if wrong.sum() < _HIDDEN:
        return None
    usual = ndimage.uniform_filter(picture.astype(numpy.float32), (15, 15, 0))
    away = numpy.abs(picture - usual).sum(axis=2)
    ys, xs = numpy.nonzero(near & (away >= numpy.quantile(away[near], 0.8)))
    colours = picture[ys, xs].astype(float)
    best = int(numpy.abs(colours - numpy.median(colours, axis=0)).sum(axis=1).argmin())
    return xs[best] + 0.5, ys[best] + 0.5


def edges(labels: Any) -> Any:
    """The pixels that have another label than the one to their left, or above them."""
    made = numpy.zeros(labels.shape, bool)
    made[:, 1:] = labels[:, 1:] != labels[:, :-1]
    made[1:] |= labels[1:] != labels[:-1]
    return made
