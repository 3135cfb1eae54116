"""The names on a board of hexes and where they stand: towns, waters, woods, and labels of map.toml."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray
from shapely.ops import substring

from files import typefaces
from maps.drawing.hexes.along import laid_along, on_way
from maps.drawing.hexes.landscape import is_open, tint
from maps.drawing.hexes.plan import Plan, counter_mm
from maps.drawing.hexes.rivers import named_lines, river_mm
from maps.drawing.hexes.spots import (
    at_numbers,
    deck_boxes,
    furniture,
    furniture_ground,
    mark_boxes,
    number_box,
    outside,
    printed,
    way_boxes,
)
from maps.drawing.hexes.towns import SIZES, size_of
from maps.drawing.hexes.ways import ways_of
from maps.drawing.ink import ITALIC, SERIF, Colour, Ink, Point, text_box, text_width
from maps.drawing.placing import (
    Box,
    Boxes,
    Candidate,
    Letter,
    as_boxes,
    best,
    bounding,
    broken,
    covered,
    free_boxes,
    meet,
    nearby,
    settle,
    snug_middles,
    touched,
)
from maps.grids.hexes import Hex
from maps.reading.look import colour_of

_ROLES: Mapping[str, tuple[str, float]] = {
    "city": ("city", 0.2),
    "town": ("town", 0.17),
    "station": ("village", 0.15),
    "village": ("village", 0.15),
    "": ("town", 0.16),
}
"""The type of settlements by size, and how high its em is at most, in hexes."""
_WATER_EM = 0.17
"""How high the em of names of waters is at most, in hexes."""
_LEADING = 1.02
_NEAR, _FAR = 0.42, 0.95
"""How far a name may begin from the middle of what it names, in hexes: at best, and at worst."""
_FEW, _OVERLAY = 10, 4
"""How many places further away a name may take, and how much more a mark of the overlay counts than a way."""
_ALONG, _LEAST = 3.0, 0.6
"""How much better a river's name along its course is than one that is level, and how small it may be
there, as a share of its size."""
_WHOLE, _ASIDE = 0.8, 1.5
"""How small a name may be as a whole before its parts are tried, as a share of its size, and what it costs a
part to be on the wrong side."""
_OUTSIDE, _FOREIGN, _STRUCK = 0.8, 2.4, 2.0
"""What it costs a town's name to be outside of its hex or at another number, a river's to be on it."""
_AIR, _LIFT = 0.05, 0.04
"""How far names are left and right of numbers, and, if there is room, above and below them, in hexes."""
_AGAIN = 14
"""After so many hexes of its course a river is named again."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name that is to find its place: its letters, and the points that it may stand beside.

    That of a river has points of its `course`, and the `way` along which it is drawn, twice `half` mm wide.
    A part of a name has a `side` of the place: -1 above, 1 below. The name of a town has the hex that is its
    `home`. `off` is ground that it alone keeps off: that of a bridge stands beside its deck.
    """

    text: str
    font: str
    em: float
    colour: Colour
    halo: Colour
    points: tuple[Point, ...]
    rank: int
    course: tuple[Point, ...] = ()
    way: tuple[Point, ...] = ()
    half: float = 0.0
    side: int = 0
    home: Hex | None = None
    off: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Set:
    """A name in its place."""

    name: Name
    lines: tuple[str, ...]
    em: float
    boxes: tuple[Box, ...]
    degrees: float = 0.0
    letters: tuple[Letter, ...] = ()


@dataclass(frozen=True)
class Lettering:
    """All names of a board of hexes, and what they are to keep off."""

    plan: Plan

    @cached_property
    def counters(self) -> Boxes:
        """Where counters lie: in every hex that can be entered."""
        half, closed = counter_mm(self.plan.sheet) / 2, self.plan.table.get("closed", ())
        centres = [
            self.plan.centre(one) for one, space in self.plan.spaces() if self.plan.word(space) not in closed
        ]
        return as_boxes((x - half, y - half, x + half, y + half) for x, y in centres)

    @cached_property
    def numbers(self) -> Mapping[str, Box]:
        """The number of every hex but those that the title, the rose or (closed hexes) a label would hide."""
        closed = self.plan.table.get("closed", ())
        written = as_boxes(box for label in self.fixed for box in label.boxes)
        found, hidden = {}, shapely.union_all(list(furniture_ground(self.plan)))
        for one, space in self.plan.spaces():
            box = number_box(self.plan, one, space)
            free = self.plan.word(space) not in closed or not touched(box, written)
            if free and not hidden.intersects(shapely.box(*box)):
                found[space.id] = box
        return found

    @cached_property
    def ways(self) -> tuple[Box, ...]:
        """The ground of roads, rivers and fronts."""
        return tuple(way_boxes(self.plan))

    @cached_property
    def fixed(self) -> tuple[Set, ...]:
        """The labels that stand just where map.toml says."""
        return tuple(
            _laid(self.plan, label) for label in self.plan.table.get("label", []) if not label.get("free")
        )

    @cached_property
    def names(self) -> tuple[Name, ...]:
        """The names that find their places, the most important first."""
        found = [*_towns(self.plan), *_rivers(self.plan), *_areas(self.plan), *_free(self.plan)]
        return tuple(sorted(found, key=lambda name: (-name.rank, name.points)))

    @cached_property
    def placed(self) -> tuple[Set, ...]:
        """Every name in its place, with the labels of map.toml."""
        air, lift = _AIR * self.plan.size, _LIFT * self.plan.size
        marks = [(bool(mark.get("overlay")), box) for mark, box in mark_boxes(self.plan)]
        taken = as_boxes(
            (
                *((left - air, top, right + air, low) for left, top, right, low in self.numbers.values()),
                *(box for label in self.fixed for box in label.boxes),
                *(box for over, box in marks if not over),
                *furniture(self.plan),
            )
        )
        hard = numpy.concatenate((taken, self.counters))
        over = [box for is_over, box in marks if is_over]
        soft = as_boxes((*self.ways, *over * _OVERLAY))
        snug = as_boxes((a - air, b - lift, c + air, d + lift) for a, b, c, d in self.numbers.values())
        grounds = (hard, soft, as_boxes(over), snug)
        offers = [offer for name in self.names for offer in _offers(self.plan, name, grounds)]
        chosen = settle([found for _, found in offers])
        placed = (_set(name, found[choice]) for (name, found), choice in zip(offers, chosen, strict=True))
        return (*self.fixed, *placed)


def draw_names(ink: Ink, lettering: Lettering) -> None:
    """Print all names."""
    for one in lettering.placed:
        if one.letters:
            _draw_along(ink, one)
            continue
        if one.degrees or not one.lines[0]:
            left, top, right, bottom = bounding(one.boxes)
            at = ((left + right) / 2, (top + bottom) / 2)
            ink.turned_text(
                at, one.name.text, one.em, one.name.colour, one.name.font, one.degrees, one.name.halo
            )
            continue
        (left, top, right, _), y = one.boxes[0], 0.0
        for line in one.lines:
            west, up, east, _ = text_box(line, one.em, one.name.font)
            y = y + one.em * _LEADING if y else top - up
            x = (left + right) / 2 - (west + east) / 2
            ink.text((x, y), line, one.em, one.name.colour, one.name.font, "ls", one.name.halo)


def _draw_along(ink: Ink, one: Set) -> None:
    """A name letter by letter: first the halos of all, so that none hides the letter before it."""
    clear = (*one.name.halo[:3], 0)
    for halo in (one.name.halo, clear):
        for letter in one.letters:
            ink.turned_text(
                letter.at, letter.text, one.em, one.name.colour, one.name.font, letter.degrees, halo
            )


def overlaps(lettering: Lettering) -> Iterator[tuple[str, str]]:
    """Every name that covers something that it must not, with what that is: a name, a number or a counter."""
    placed = lettering.placed
    for one, other in ((a, b) for n, a in enumerate(placed) for b in placed[n + 1 :]):
        if any(touched(box, as_boxes(other.boxes)) for box in one.boxes):
            yield one.name.text, f"the name {other.name.text}"
    numbers, grounds = lettering.numbers, lettering.counters
    for one in placed:
        for box in one.boxes:
            yield from (
                (one.name.text, f"the number {hex_}") for hex_, its in numbers.items() if meet(box, its)
            )
            if touched(box, grounds):
                yield one.name.text, "a counter's place"


# -- what is named ------------------------------------------------------------------------------------


def _towns(plan: Plan) -> Iterator[Name]:
    colour, ways = plan.palette["print.name"], ways_of(plan)
    for one, space in plan.spaces():
        if space.facts.get("name"):
            word, name = size_of(plan, space.id), printed(plan, str(space.facts["name"]))
            how, part = _ROLES[word]
            look = typefaces.role(how)
            text, em = look.text(name), min(look.mm, plan.size * part)
            halo = (*tint(plan, plan.word(space))[:3], 225)
            rank, at = ("", *SIZES).index(word), (plan.centre(one),)
            text, _, other = text.partition(" (")
            off = tuple(deck_boxes(plan, ways, one)) if space.facts.get(plan.style.get("bridges", "")) else ()
            yield Name(text, look.font, em, colour, halo, at, 10 + rank, home=one, off=off)
            if other:
                em = min(em, plan.size * 0.13)
                yield Name(f"({other}", typefaces.SERIF, em, colour, halo, at, 9, home=one)


def _rivers(plan: Plan) -> Iterator[Name]:
    """The names of rivers, a long one several times, each beside its own reach."""
    colour, halo = plan.palette["water.name"], (*plan.palette["ground.clear"][:3], 225)
    for river, line in named_lines(plan):
        part = shapely.LineString(line)
        count = max(1, round(part.length / (_AGAIN * plan.size)))
        steps = max(2, round(part.length / (plan.size * 0.29) / count))
        for number in range(count):
            shares = [(number + (step + 0.5) / steps) / count for step in range(steps)]
            points = [part.interpolate(share, normalized=True) for share in shares]
            course = tuple((point.x, point.y) for point in points)
            reach = substring(part, number / count, (number + 1) / count, normalized=True)
            way, half = (
                tuple((x, y) for x, y in reach.coords),
                river_mm(plan, river.id) / 2 + plan.size * 0.017,
            )
            text, em = printed(plan, river.name), _water_em(plan)
            yield Name(text, ITALIC, em, colour, halo, course, 5, course, way, half)


def _water_em(plan: Plan) -> float:
    return min(typefaces.role("water").mm, plan.size * _WATER_EM)


def _areas(plan: Plan) -> Iterator[Name]:
    """The names of stretches of hexes that share one: lakes, woods, marshes."""
    fact = plan.style.get("area_name", "")
    areas: dict[tuple[str, str], list[Point]] = {}
    for one, space in plan.spaces():
        name, word = str(space.facts.get(fact, "") or ""), plan.word(space)
        if name and word not in plan.table.get("closed", ()):
            areas.setdefault((name, word), []).append(plan.centre(one))
    for (name, word), centres in areas.items():
        colour = plan.palette["water.name" if is_open(word) else "growth.name"]
        halo = (*tint(plan, word)[:3], 215)
        yield Name(
            name,
            ITALIC,
            _water_em(plan),
            colour,
            halo,
            tuple(centres),
            4,
        )


def _free(plan: Plan) -> Iterator[Name]:
    """The labels of map.toml that find their own place near a point."""
    for label in plan.table.get("label", []):
        if label.get("free"):
            font = SERIF if label.get("font") == "serif" else ITALIC
            halo = (*plan.palette["ground.clear"][:3], 215)
            at = plan.at((label["at"][0], label["at"][1]))
            colour = colour_of(label.get("colour", "#2c3a4a"))
            yield Name(str(label["text"]), font, float(label["mm"]), colour, halo, (at,), 3)


# -- what is taken ------------------------------------------------------------------------------------


def _laid(plan: Plan, label: Mapping[str, Any]) -> Set:
    """A label where map.toml says, its ground letter by letter."""
    font = SERIF if label.get("font") == "serif" else ITALIC
    em, degrees, text = float(label["mm"]), float(label.get("turn", 0)), str(label["text"])
    x, y = plan.at((label["at"][0], label["at"][1]))
    colour = colour_of(label.get("colour", "#2c3a4a"))
    name = Name(text, font, em, colour, (*colour[:3], 0), ((x, y),), 20)
    wide, turn = text_width(text, em, font), math.radians(degrees)
    steps = max(1, round(wide / em * 1.5))
    long, tall = wide / steps / 2, em * 0.4
    half = (
        long * abs(math.cos(turn)) + tall * abs(math.sin(turn)),
        long * abs(math.sin(turn)) + tall * abs(math.cos(turn)),
    )
    boxes = []
    for step in range(steps):
        along = wide * ((step + 0.5) / steps - 0.5)
        at = (x + along * math.cos(turn), y - along * math.sin(turn))
        boxes.append((at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]))
    return Set(name, ("",), em, tuple(boxes), degrees)


# -- where a name may stand ---------------------------------------------------------------------------


def _offers(
    plan: Plan, name: Name, ground: tuple[Boxes, Boxes, Boxes, Boxes]
) -> Iterator[tuple[Name, list[Candidate]]]:
    """The free places of a name; where it is small as a whole, of its parts if they can be larger; where it
    has none, where it covers least. The ground is what it must not cover, what it had better not, the marks
    of the overlay, off which a name along a river is tried first, and numbers with the air about them."""
    hard, soft, over, snug = ground
    hard = numpy.concatenate((hard, as_boxes(name.off)))
    clear, roomy = numpy.concatenate((hard, over)), numpy.concatenate((hard, snug))
    found = _along(plan, name, clear, soft) or _along(plan, name, hard, soft)
    found = found or _candidates(plan, name, (roomy, hard), soft)
    whole = found[0].size if found else 0.0
    small = whole < _WHOLE * name.em and not (found and name.course)
    parts = _parts(plan, name, (roomy, hard), soft) if small else []
    if parts and min(some[0].size for _, some in parts) > whole:
        yield from parts
    else:
        crowded = [] if found else list(_crowded(plan, name, hard))
        yield name, found or [min(crowded, key=lambda one: (one.cost, one.box))]


def _parts(plan: Plan, name: Name, hard: Sequence[Boxes], soft: Boxes) -> list[tuple[Name, list[Candidate]]]:
    """The free places of both parts of a name, the first above what it names; none if either has none."""
    first, _, rest = name.text.partition(" ")
    parts = [replace(name, text=text, side=side) for text, side in ((first, -1), (rest, 1))] if rest else []
    offers = [(part, _candidates(plan, part, hard, soft)) for part in parts]
    return offers if all(found for _, found in offers) else []


def _along(plan: Plan, name: Name, hard: Boxes, soft: Boxes) -> list[Candidate]:
    """The best free places of a river's name along its course, as large as it can be."""
    if not name.way:
        return []
    left, top, right, bottom = bounding(tuple((x, y, x, y) for x, y in name.way))
    about, reach = ((left + right) / 2, (top + bottom) / 2), ((right - left) / 2, (bottom - top) / 2)
    reach = (reach[0] + plan.size, reach[1] + plan.size)
    taken, ways = nearby(about, reach, hard), nearby(about, reach, soft)
    for em in _sizes(name.em):
        if em < _LEAST * name.em:
            break
        found = []
        for one in laid_along(name.way, name.text, (name.font, em), name.half, taken):
            boxes = as_boxes(one.boxes)
            middles, sizes = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
            size = (float(sizes[:, 0].max()), float(sizes[:, 1].max()))
            if _framed(plan, middles, size).all():
                cost = one.turns / 1.5 + float(covered(middles, size, ways).mean()) - _ALONG
                found.append(Candidate(bounding(one.boxes), cost, (name.text,), em, laid=one))
        if found:
            return best(found)
    return []


def _candidates(plan: Plan, name: Name, hard: Sequence[Boxes], soft: Boxes) -> list[Candidate]:
    """The best free places of a name near what it names, as large as it can be, and some further away: off
    the first of several grounds if there is any."""
    for reach, em, off in product((_NEAR, _FAR), _sizes(name.em), hard):
        found = best(_free_places(plan, name, em, (off, soft), reach * plan.size))
        if found and reach == _NEAR:
            further = best(_free_places(plan, name, em, (off, soft), _FAR * plan.size))
            found = list(dict.fromkeys((*found, *further[:_FEW])))
        if found:
            return found
    return []


def _sizes(em: float) -> list[float]:
    """The sizes in which a name may be set, the largest first: those of the scale of type, or its own if that
    is smaller than any."""
    scale = [points * typefaces.POINT_MM for points in typefaces.SCALE]
    return [size for size in reversed(scale) if size <= em * 1.05] or [em]


def _free_places(
    plan: Plan, name: Name, em: float, ground: tuple[Boxes, Boxes], reach: float
) -> Iterator[Candidate]:
    for lines in broken(name.text):
        wide, high = _size(lines, em, name.font)
        for number, point in enumerate(name.points):
            around = (wide / 2 + reach, high / 2 + reach)
            hard = nearby(point, (around[0] + wide, around[1] + high), ground[0])
            middles = snug_middles(point, around, (wide, high), hard)
            middles = middles[_gap(middles, point, (wide, high)) <= reach]
            middles = middles[free_boxes(middles, (wide, high), hard) & _framed(plan, middles, (wide, high))]
            if len(middles):
                costs = _costs(plan, name, number, middles, (wide, high), ground[1])
                for index in numpy.argsort(costs, kind="stable")[:40].tolist():
                    x, y = middles[index].tolist()
                    box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
                    yield Candidate(box, float(costs[index]) + 0.25 * (len(lines) - 1), lines, em)


def _costs(
    plan: Plan, name: Name, number: int, middles: Boxes, size: Point, soft: Boxes
) -> NDArray[numpy.float64]:
    """How ill a name stands: far from its place, over ways, or to a side that is read less easily."""
    x, y = name.points[number]
    right, down = (middles[:, 0] - x) / plan.size, (middles[:, 1] - y) / plan.size
    gap = _gap(middles, (x, y), size) / plan.size
    near = nearby((x, y), (size[0] + plan.size * 2, size[1] + plan.size * 2), soft)
    cost = 2.0 * gap + 0.9 * numpy.hypot(right, down) + 1.2 * covered(middles, size, near)
    cost += 0.12 * (right < -0.1) + 0.06 * (down < 0) + _ASIDE * (down * name.side < 0)
    if name.home is not None:
        cost += _OUTSIDE * outside(plan, name.home, middles, size)
        cost += _FOREIGN * at_numbers(plan, name.home, middles, size)
    if name.course:
        slope = _slope(name.course, number, size[0])
        cost += 1.1 * abs(slope) / (math.pi / 2) + _STRUCK * on_way(name.way, name.half, middles, size)
    return cost


def _slope(course: Sequence[Point], number: int, wide: float) -> float:
    """How steep a river is beside a point, over the width of a name, in radians from the level."""
    step = math.dist(course[0], course[1]) if len(course) > 1 else 1.0
    reach = max(1, round(wide / 2 / max(step, 0.1)))
    (x, y), (u, v) = course[max(0, number - reach)], course[min(len(course) - 1, number + reach)]
    return math.atan2(abs(v - y), abs(u - x))


def _gap(middles: Boxes, point: Point, size: Point) -> NDArray[numpy.float64]:
    """How far boxes of this size about these middles are from a point."""
    away = numpy.abs(middles - numpy.array(point)) - numpy.array(size) / 2
    gap: NDArray[numpy.float64] = numpy.hypot(away[:, 0].clip(0), away[:, 1].clip(0))
    return gap


def _framed(plan: Plan, middles: Boxes, size: Point) -> NDArray[numpy.bool_]:
    left, top, wide, high = plan.frame
    half = numpy.array(size) / 2
    low, far = numpy.array((left, top)) + 0.6 + half, numpy.array((left + wide, top + high)) - 0.6 - half
    return numpy.asarray(((middles >= low) & (middles <= far)).all(axis=1))


def _crowded(plan: Plan, name: Name, hard: Boxes) -> Iterator[Candidate]:
    """Places about a point although something is there."""
    em = _sizes(name.em)[-1]
    wide, high = _size((name.text,), em, name.font)
    for x, y in name.points:
        for right, down in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            middle = (x + right * (wide / 2 + plan.size * 0.2), y + down * plan.size * 0.32)
            box = (middle[0] - wide / 2, middle[1] - high / 2, middle[0] + wide / 2, middle[1] + high / 2)
            cost = float(covered(numpy.array([middle]), (wide, high), nearby(middle, (wide, high), hard))[0])
            yield Candidate(box, 10 + cost, (name.text,), em)


def _size(lines: Sequence[str], em: float, font: str) -> Point:
    """Width and height of the ink of lines."""
    boxes = [text_box(line, em, font) for line in lines]
    high = boxes[-1][3] - boxes[0][1] + (len(lines) - 1) * em * _LEADING
    return (max(right - left for left, _, right, _ in boxes), high)


def _set(name: Name, found: Candidate) -> Set:
    if found.laid:
        return Set(name, found.lines, found.size, found.laid.boxes, letters=found.laid.letters)
    return Set(name, found.lines, found.size, (found.box,))
