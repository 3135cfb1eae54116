"""Where roads and railways run on a board of hexes: each network as smooth lines from hex to hex.

A way goes through a stop in every hex and a gate in every hexside that it crosses. Both are drawn towards
their neighbours again and again, so that ways do not follow the zigzag of the hexes; but no stop leaves the
middle of its hex and no gate its hexside, so that what crosses which hexside is seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby

from maps.drawing.curve import Line, between, drift, eased, moved, sharpest, through, towards
from maps.drawing.hexes.plan import Plan
from maps.grids.hexes import Hex, Hexside, Point

ASIDE = 0.125
"""How far, in hexes, a railway runs beside a road that crosses the same hexside."""
_FROM_MIDDLE, _FROM_GATE, _DRIFT = 0.26, 0.15, 0.05
"""How far stops are from the middles of hexes and gates from those of hexsides at most, and how far both
drift for the look of it, in hexes."""
_BY_WATER = 0.1
"""How far a stop is from the middle of a hex into which or out of which it crosses a river."""
_ROUNDS = 12
_STRAIGHT = -0.3
"""The cosine between two ways out of a hex that go on as one, beside the two that are straightest."""
_OTHER_KIND = 0.9
"""How much worse it is, as a cosine, that a way goes on as another kind."""
_FINE, _SOFT = 5, 5
"""Points of a line from a gate to a stop, and how often they are drawn together in the end."""
_KINK, _SOFTER = math.radians(60), 10
"""A turn at one point that is seen as a kink: the line is drawn together further, so often at most."""


@dataclass(frozen=True, slots=True)
class Spots:
    """The stops of hexes and the gates of hexsides that a network of ways passes."""

    stops: dict[Hex, Point] = field(default_factory=dict)
    gates: dict[Hexside, Point] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Route:
    """A way from hex to hex: one gate fewer than hexes, and a point beyond the board at either end if it
    leads off."""

    hexes: tuple[Hex, ...]
    sides: tuple[Hexside, ...]
    before: tuple[Point, ...] = ()
    after: tuple[Point, ...] = ()

    def points(self, spots: Spots) -> Line:
        """Its stops and gates in turn."""
        inner = [spots.stops[self.hexes[0]]]
        for side, one in zip(self.sides, self.hexes[1:], strict=True):
            inner += [spots.gates[side], spots.stops[one]]
        return [*self.before, *inner, *self.after]


@dataclass(frozen=True, slots=True)
class Laid:
    """A way as it is drawn: its route, and the smooth line with so many points from a gate to a stop."""

    route: Route
    line: Line

    def between(self, first: int, last: int) -> Line:
        """The line from one of its stops (0, 2, 4 ...) or gates (1, 3, 5 ...) to another."""
        begin = len(self.route.before)
        return self.line[(begin + first) * _FINE : (begin + last) * _FINE + 1]

    def stretches(self, kinds: Mapping[Hexside, str]) -> Iterator[tuple[str, Line]]:
        """Its parts by the kinds of their hexsides, each with its kind."""
        number = 0
        for kind, group in groupby(kinds[side] for side in self.route.sides):
            end = number + len(list(group))
            line = self.between(2 * number, 2 * end)
            if number == 0:
                line = [*self.line[: len(self.route.before) * _FINE], *line]
            if end == len(self.route.sides) and self.route.after:
                line = [*line, *self.line[-len(self.route.after) * _FINE :]]
            yield kind, line
            number = end


def lay_roads(plan: Plan, kinds: Mapping[Hexside, str]) -> tuple[list[Laid], Spots]:
    """The roads over some hexsides, each of a kind, with the spots that they pass."""
    spots, found = spots_of(plan, kinds), routes(plan, kinds)
    return [_smooth(route, route.points(spots)) for route in found], spots


def lay_rails(plan: Plan, kinds: Mapping[Hexside, str], roads: Spots) -> list[Laid]:
    """The railways over some hexsides, beside the roads."""
    spots, found = spots_of(plan, kinds, roads), routes(plan, kinds)
    lines = _rail_points(plan, found, spots, roads)
    return [_smooth(route, line) for route, line in zip(found, lines, strict=True)]


def _smooth(route: Route, points: Sequence[Point]) -> Laid:
    """A line without kinks, also where a way leaves a hex beside where it came in."""
    line = eased(through(points, _FINE), _SOFT)
    for _ in range(_SOFTER):
        if sharpest(line) <= _KINK:
            break
        line = eased(line, 1)
    return Laid(route, line)


def spots_of(plan: Plan, kinds: Mapping[Hexside, str], kept: Spots | None = None) -> Spots:
    """The stops and gates of a network: those of `kept` where it passes them, too."""
    kept, size = kept or Spots(), plan.size
    out = _ways_out(kinds)
    centres = {one: plan.centre(one) for one in out}
    ends = {side: plan.ends(side) for side in sorted(kinds)}
    spots = Spots(dict(centres), {side: _half(*both) for side, both in ends.items()})
    fixed = {one for one in out if is_town(plan, one) or len(out[one]) == 1}
    for side in [side for side in ends if side in kept.gates]:
        spots.gates[side] = kept.gates[side]
        spots.stops.update({one: kept.stops[one] for one in side})
        fixed.update(side)
        del ends[side]
    free = [(side, _half(*both), towards(*both)) for side, both in ends.items()]
    reaches = dict.fromkeys(out, _FROM_MIDDLE * size) | dict.fromkeys(_wet(plan, kinds), _BY_WATER * size)
    straight = {one: _straightest(plan, one, ways, kinds) for one, ways in out.items() if one not in fixed}
    for number in range(_ROUNDS + 1):
        drifting = _DRIFT * size if number == _ROUNDS else 0.0
        for one, (a, b) in straight.items():
            goal = _adrift(_half(spots.gates[a], spots.gates[b]), drifting, size)
            far = math.dist(centres[one], goal)
            spots.stops[one] = between(centres[one], goal, min(1.0, reaches[one] / (far or 1.0)))
        for side, middle, along in free:
            x, y = _adrift(_half(spots.stops[side[0]], spots.stops[side[1]]), drifting, size)
            far = (x - middle[0]) * along[0] + (y - middle[1]) * along[1]
            spots.gates[side] = moved(middle, along, max(-_FROM_GATE * size, min(_FROM_GATE * size, far)))
    return spots


def _wet(plan: Plan, kinds: Mapping[Hexside, str]) -> set[Hex]:
    """The hexes into which or out of which a way crosses a river."""
    rivers = {side for word in plan.features("river") for side in plan.sides.get(word, [])}
    return {one for side in rivers & kinds.keys() for one in side}


def _adrift(at: Point, far: float, size: float) -> Point:
    """A point that has drifted by so many millimetres at most."""
    u, v = drift(*at, size) if far else (0.0, 0.0)
    return (at[0] + u * far, at[1] + v * far)


def routes(plan: Plan, kinds: Mapping[Hexside, str]) -> list[Route]:
    """The ways of a network, each as long as it goes straight on, and best as the same kind; where ways end
    at the board's edge and lead off, they go on beyond it."""
    out = _ways_out(kinds)
    onward: dict[tuple[Hex, Hexside], Hexside] = {}
    for one, ways in out.items():
        left = list(ways)
        while len(left) > 1:
            a, b = _straightest(plan, one, left, kinds)
            if len(left) < len(ways) and _turn(plan, one, (a, b)) > _STRAIGHT:
                break
            onward |= {(one, a): b, (one, b): a}
            left = [way for way in left if way not in (a, b)]
    used: set[Hexside] = set()
    found = []
    starts = [(one, way) for one in out for way in out[one] if (one, way) not in onward]
    rings = [(side[0], side) for side in sorted({way for ways in out.values() for way in ways})]
    for one, side in (*starts, *rings):
        if side not in used:
            hexes, sides = _followed((one, side), onward, used)
            ends = (hexes[0], sides[0]), (hexes[-1], sides[-1])
            off = [_beyond(plan, *end) if len(out[end[0]]) == 1 else () for end in ends]
            found.append(Route(tuple(hexes), tuple(sides), *off))
    return found


def _followed(
    start: tuple[Hex, Hexside], onward: Mapping[tuple[Hex, Hexside], Hexside], used: set[Hexside]
) -> tuple[list[Hex], list[Hexside]]:
    """The hexes and hexsides of a way from a hex over a hexside, and on as far as it goes."""
    one, side = start
    hexes, sides = [one], [side]
    while True:
        used.add(side)
        one = side[1] if one == side[0] else side[0]
        hexes.append(one)
        further = onward.get((one, side))
        if further is None or further in used:
            return hexes, sides
        side = further
        sides.append(side)


def _beyond(plan: Plan, one: Hex, side: Hexside) -> tuple[Point, ...]:
    """Where a way that ends at the board's edge goes on if it leads off: straight out, as far as the sheet
    lets it."""
    space = plan.sheet.board.spaces[plan.grid.ids[one]]
    outside = [near for near in plan.grid.lattice.neighbours(one) if near not in plan.grid.ids]
    if not outside or not space.facts.get(plan.style.get("leads_off", "")):
        return ()
    (x, y), at = plan.centre(one), _middle(plan, side)
    back = (2 * x - at[0], 2 * y - at[1])
    near = min(outside, key=lambda other: round(math.dist(back, plan.centre(other)), 3))
    return (plan.centre(near),)


def _rail_points(plan: Plan, found: Sequence[Route], spots: Spots, roads: Spots) -> list[Line]:
    """The stops and gates of railways: where a road crosses the same hexsides they run beside it, on one side
    from town to town, and come to its middle in towns. One that ends at another ends on it."""
    laid, passed = [], dict[Hex, Point]()
    for route in found:
        line = route.points(spots)
        shifts = _shifts(plan, route, line, spots, roads)
        ways = [_direction(line, at) for at in range(len(line))]
        line = [
            moved(at, way, 0.0, shift * ASIDE * plan.size)
            for at, way, shift in zip(line, ways, shifts, strict=True)
        ]
        first = len(route.before)
        stops = dict(zip(route.hexes, line[first : first + 2 * len(route.hexes) : 2], strict=True))
        passed |= {one: stops[one] for one in route.hexes[1:-1]}
        laid.append(line)
    for route, line in zip(found, laid, strict=True):
        first = len(route.before)
        for one, at in ((route.hexes[0], first), (route.hexes[-1], first + 2 * len(route.sides))):
            line[at] = passed.get(one, line[at])
    return laid


def _direction(line: Sequence[Point], at: int) -> Point:
    return towards(line[max(0, at - 1)], line[min(len(line) - 1, at + 1)])


def _shifts(plan: Plan, route: Route, line: Sequence[Point], spots: Spots, roads: Spots) -> list[float]:
    """How far aside each stop and gate of a railway is, in its usual distance: 1 to the left, -1 to the
    right."""
    first = len(route.before)
    shifts = [0.0] * len(line)
    for begin, end in _shared_runs(plan, route, roads):
        side, crossed = _side_of_road(plan, route, (begin, end), spots, roads)
        for number in range(begin, end + 1):
            shifts[first + 2 * number + 1] = side
        for number in range(begin, end + 2):
            one = route.hexes[number]
            shifts[first + 2 * number] = 0.0 if is_town(plan, one) or one in crossed else side
    return shifts


def _shared_runs(plan: Plan, route: Route, roads: Spots) -> Iterator[tuple[int, int]]:
    """The first and last of the hexsides in a row that a railway shares with a road; towns part the rows."""
    begin = None
    for number, side in enumerate(route.sides):
        if side in roads.gates and begin is None:
            begin = number
        ends = number + 1 == len(route.sides) or route.sides[number + 1] not in roads.gates
        if begin is not None and (ends or is_town(plan, route.hexes[number + 1])):
            yield begin, number
            begin = None


def _side_of_road(
    plan: Plan, route: Route, run: tuple[int, int], spots: Spots, roads: Spots
) -> tuple[float, set[Hex]]:
    """On which side of its road a railway runs, 1 for the left: that on which it comes or leaves. Where it
    comes from one side and leaves to the other, it crosses the road in the hex in which it leaves."""
    begin, end = run
    said: list[tuple[int, Hex]] = []
    for number, inner, outer in ((begin, begin, begin - 1), (end + 1, end, end + 1)):
        one = route.hexes[number]
        if not is_town(plan, one) and 0 <= outer < len(route.sides):
            own = towards(spots.stops[one], spots.gates[route.sides[outer]])
            back = towards(spots.stops[one], spots.gates[route.sides[inner]])
            away = [side for side in roads.gates if one in side and side != route.sides[inner]]
            for other in away[:1]:
                road = towards(spots.stops[one], roads.gates[other])
                turn = _left_of(back, own) - _left_of(back, road)
                said.append(((-1 if turn > 0 else 1) * (-1 if number == begin else 1), one))
    if said:
        first = said[0][0]
        return float(first), {one for turned, one in said if turned != first}
    (x, y), (u, v) = (spots.stops[route.hexes[number]] for number in (begin, end + 1))
    return (1.0 if (v - y) * 0.5 + (u - x) * 0.87 > 0 else -1.0), set()


def _left_of(back: Point, way: Point) -> float:
    """How far a way lies to the left (y downwards) of one that comes in, as a turn from 0 to a whole one."""
    turn = math.atan2(way[1], way[0]) - math.atan2(back[1], back[0])
    return turn % (2 * math.pi)


def is_town(plan: Plan, one: Hex) -> bool:
    """Is there a settlement in a hex? Ways pass through its middle."""
    space = plan.grid.ids.get(one, "")
    return bool(space and plan.sheet.board.spaces[space].facts.get(plan.style.get("town", "settlement")))


def _ways_out(sides: Iterable[Hexside]) -> dict[Hex, list[Hexside]]:
    """The hexsides over which ways leave each hex."""
    out: dict[Hex, list[Hexside]] = {}
    for side in sorted(set(sides)):
        for one in side:
            out.setdefault(one, []).append(side)
    return out


def _straightest(
    plan: Plan, one: Hex, ways: Sequence[Hexside], kinds: Mapping[Hexside, str]
) -> tuple[Hexside, Hexside]:
    """The two of several hexsides through which a hex is passed most nearly straight on; two ways of one kind
    go on as one although they turn more."""

    def badness(pair: tuple[Hexside, Hexside]) -> float:
        return _turn(plan, one, pair) + _OTHER_KIND * (kinds[pair[0]] != kinds[pair[1]])

    return min(combinations(ways, 2), key=badness)


def _turn(plan: Plan, one: Hex, pair: tuple[Hexside, Hexside]) -> float:
    """How sharply a way turns that enters by one hexside and leaves by the other: straight on is -1."""
    centre = plan.centre(one)
    first, second = (towards(centre, _middle(plan, side)) for side in pair)
    return round(first[0] * second[0] + first[1] * second[1], 6)


def _middle(plan: Plan, side: Hexside) -> Point:
    return _half(*plan.ends(side))


def _half(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
