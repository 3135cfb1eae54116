"""What runs along hexsides and across them: rivers, roads and railways with bridges, fortified sides."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import shapely

from maps.board import Space
from maps.drawing.curve import Line, flowing, marks_along, moved, towards
from maps.drawing.hexes.city import draw_decks
from maps.drawing.hexes.landscape import is_open, mixed
from maps.drawing.hexes.plan import Plan, once
from maps.drawing.hexes.relief import is_high
from maps.drawing.hexes.rivers import river_lines, river_mm
from maps.drawing.hexes.routes import Laid, Spots, lay_rails, lay_roads
from maps.drawing.hexes.shores import waters
from maps.drawing.ink import Colour, Ink
from maps.grids.hexes import Hex, Hexside, Point, courses, hexside
from maps.reading.look import colour_of

_QUAY = 0.17
"""How far the decks of bridges reach over the edge of open water, in hexes."""
_SIDE: Colour = (96, 56, 40)


@dataclass(frozen=True)
class Ways:
    """The roads and railways of a board as they are drawn."""

    plan: Plan

    @cached_property
    def kinds(self) -> dict[Hexside, str]:
        """The kind of road of every hexside: the last one in map.toml that it has."""
        words = self.plan.features("road")
        return {side: word for word in words for side in self.plan.sides.get(word, [])}

    @cached_property
    def rail_kinds(self) -> dict[Hexside, str]:
        """The kind of railway of every hexside."""
        words = self.plan.features("rail")
        return {side: word for word in words for side in self.plan.sides.get(word, [])}

    @cached_property
    def _bent(self) -> tuple[list[Laid], Spots]:
        straight = self.plan.style.get("straight", ())
        bent = {side: word for side, word in self.kinds.items() if word not in straight}
        return lay_roads(self.plan, bent)

    @cached_property
    def _rails(self) -> list[Laid]:
        return lay_rails(self.plan, self.rail_kinds, self._bent[1])

    @cached_property
    def roads(self) -> dict[str, list[Line]]:
        """The lines of every kind of road; straight ones run from hexside to hexside."""
        straight = self.plan.style.get("straight", ())
        found = {
            word: _chords(self.plan, [side for side, kind in self.kinds.items() if kind == word])
            if word in straight
            else []
            for word in self.plan.features("road")
        }
        for one in self._bent[0]:
            for word, line in one.stretches(self.kinds):
                found[word].append(line)
        return found

    @cached_property
    def rails(self) -> dict[str, list[Line]]:
        """The lines of every kind of railway."""
        found: dict[str, list[Line]] = {word: [] for word in self.plan.features("rail")}
        for one in self._rails:
            for word, line in one.stretches(self.rail_kinds):
                found[word].append(line)
        return found

    @cached_property
    def over(self) -> dict[Hexside, list[Line]]:
        """What crosses every hexside: a road, a railway, or both, from the middle of one hex to that of the
        other."""
        found: dict[Hexside, list[Line]] = {}
        for one in (*self._bent[0], *self._rails):
            for number, side in enumerate(one.route.sides):
                found.setdefault(side, []).append(one.between(2 * number, 2 * number + 2))
        return found

    def within(self, one: Hex) -> Line:
        """The line of the road through a hex, from hexside to hexside; empty if none passes through it."""
        for laid in self._bent[0]:
            for number, other in enumerate(laid.route.hexes[1:-1], 1):
                if other == one:
                    return laid.between(2 * number - 1, 2 * number + 1)
        return []

    def deck(self, one: Hex) -> Line:
        """The line of a bridge in a hex: over open water from quay to quay, else from hexside to hexside."""
        within = self.within(one)
        if not within or not is_open(self.plan.grounds[one]):
            return within
        near = shapely.LineString(within)
        whole = next(laid.line for laid in self._bent[0] if one in laid.route.hexes[1:-1])
        parts = shapely.get_parts(shapely.LineString(whole).intersection(self._wet))
        return [(x, y) for x, y in min(parts, key=near.distance).coords]

    @cached_property
    def _wet(self) -> shapely.Geometry:
        """Open water with its quays."""
        return shapely.union_all(list(waters(self.plan).values())).buffer(_QUAY * self.plan.size)

    def middle(self, one: Hex) -> Point:
        """The middle of the straight way through a hex, or of the hex if none passes through it."""
        straight = self.plan.style.get("straight", ())
        near = [hexside(one, other) for other in self.plan.grid.lattice.neighbours(one)]
        gates = [_straight_over(self.plan, side)[0] for side in near if self.kinds.get(side) in straight]
        if len(gates) < 2:
            return self.plan.centre(one)
        return (sum(x for x, _ in gates) / len(gates), sum(y for _, y in gates) / len(gates))


@once
def ways_of(plan: Plan) -> Ways:
    """The ways of a board, which are laid once."""
    return Ways(plan)


def draw_ways(ink: Ink, plan: Plan) -> None:
    """Roads, then railways, and what bridges a river."""
    ways = ways_of(plan)
    draw_decks(ink, plan, ways.deck, deck_mm(plan))
    for filled in (False, True):
        for word, found in ways.roads.items():
            for line in found:
                _road_stroke(ink, plan, line, word, filled)
    for filled in (False, True):
        for word in ways.rails.keys() & _own(plan).keys():  # a viaduct carries it
            for line in ways.rails[word]:
                _road_stroke(ink, plan, line, word, filled)
    for line in (line for found in ways.rails.values() for line in found):
        draw_rail(ink, line, plan.size, plan.palette["way.rail"])
    _draw_bridges(ink, plan, ways)


def draw_rail(ink: Ink, line: Line, size: float, colour: Colour) -> None:
    """A railway with its ticks, for hexes of this width."""
    ink.line(line, colour, size * 0.022)
    half = size * 0.036
    for at, along in marks_along(line, size * 0.16):
        ink.line([moved(at, along, 0, half), moved(at, along, 0, -half)], colour, size * 0.017)


def draw_road(ink: Ink, plan: Plan, line: Line, word: str) -> None:
    """One stretch of a kind of road."""
    for filled in (False, True):
        _road_stroke(ink, plan, line, word, filled)


def _road_stroke(ink: Ink, plan: Plan, line: Line, word: str, filled: bool) -> None:
    """The rim of a road or what is between: broader and in its own colours if map.toml names them."""
    own = _own(plan).get(word)
    width = _road_mm(plan, word)
    colour = colour_of(own[filled]) if own else plan.palette["way.road" if filled else "way.casing"]
    ink.line(line, colour, width * (0.6 if filled else 1.0))


def _own(plan: Plan) -> Mapping[str, Sequence[str]]:
    """The colours of rim and middle that map.toml gives to kinds of ways."""
    own: Mapping[str, Sequence[str]] = plan.style.get("roads", {})
    return own


def _road_mm(plan: Plan, word: str) -> float:
    """The width of a road with its rim, as map.toml says or in keeping with the hexes."""
    usual = min(2.0, plan.size * 0.085) * (1.55 if word in _own(plan) else 1.0)
    return float(plan.style.get("road_mm", {}).get(word, usual))


def deck_mm(plan: Plan) -> float:
    """The breadth of the deck of a bridge with its parapets."""
    return 2.3 * _road_mm(plan, "")


def _chords(plan: Plan, sides: Iterable[Hexside]) -> list[Line]:
    """Straight ways from hexside to hexside; one that ends goes on as it came, beyond the edge if it leads
    off, else up to the middle of its last hex."""
    exits: dict[Hex, list[Point]] = {}
    for side in sorted(sides):
        (ax, ay), (bx, by) = plan.ends(side)
        for one in side:
            exits.setdefault(one, []).append(((ax + bx) / 2, (ay + by) / 2))
    chords = [points for points in exits.values() if len(points) > 1]
    for one, points in exits.items():
        before = [line[0] if line[-1] == points[0] else line[-1] for line in chords if points[0] in line]
        if len(points) == 1 and before:
            off = plan.sheet.board.spaces[plan.grid.ids[one]].facts.get(plan.style.get("leads_off", ""))
            far = plan.size * (2.0 if off else 0.5)
            chords.append([points[0], moved(points[0], towards(before[0], points[0]), far)])
    return chords


def _draw_bridges(ink: Ink, plan: Plan, ways: Ways) -> None:
    """A bridge wherever a road or a railway crosses a river, one for both where they run side by side."""
    rivers = {side: word for word in plan.features("river") for side in plan.sides.get(word, [])}
    lines = shapely.MultiLineString(river_lines(plan) if rivers else [])
    for side in sorted(rivers.keys() & (ways.kinds.keys() | ways.rail_kinds.keys())):
        found = [crossing(line, lines, plan.ends(side)) for line in ways.over.get(side, ())]
        (x, y), along = found[0] if found else _straight_over(plan, side)
        (u, v), _ = found[-1] if found else ((x, y), along)
        both = math.dist((x, y), (u, v)) / plan.size
        at = ((x + u) / 2, (y + v) / 2)
        draw_bridge_over(ink, (at, along), plan, river_mm(plan, rivers[side]), both)


def _straight_over(plan: Plan, side: Hexside) -> tuple[Point, Point]:
    (ax, ay), (bx, by) = plan.ends(side)
    return ((ax + bx) / 2, (ay + by) / 2), towards(plan.centre(side[0]), plan.centre(side[1]))


def crossing(line: Line, rivers: shapely.Geometry, ends: tuple[Point, Point]) -> tuple[Point, Point]:
    """Where a way crosses a river, and its direction there: of several places the one nearest to the hexside
    with these ends, and the middle of the way if it should cross none."""
    way, side = shapely.LineString(line), shapely.LineString(ends)
    places = [part for part in shapely.get_parts(way.intersection(rivers)) if part.geom_type == "Point"]
    at = min(places, key=side.distance) if places else way.interpolate(0.5, normalized=True)
    far, near = way.project(at), way.length * 0.06
    before, after = way.interpolate(max(0.0, far - near)), way.interpolate(far + near)
    return (at.x, at.y), towards((before.x, before.y), (after.x, after.y))


def draw_bridge_over(ink: Ink, way: tuple[Point, Point], plan: Plan, width: float, both: float) -> None:
    """The parapets of a bridge at a point and in a direction, bent outwards at their ends."""
    (at, along), size = way, plan.size
    half, aside = width / 2 + size * 0.03, size * (0.062 + both / 2)
    for left in (1, -1):
        flare = left * (aside + size * 0.03)
        rail = [
            moved(at, along, -half - size * 0.03, flare),
            moved(at, along, -half, left * aside),
            moved(at, along, half, left * aside),
            moved(at, along, half + size * 0.03, flare),
        ]
        ink.line(rail, plan.palette["way.bridge"], size * 0.022)


def draw_sides(ink: Ink, plan: Plan) -> None:
    """All else along hexsides: as walls inside the hex which map.toml says they defend, else on the side."""
    walls = plan.style.get("walls", {})
    defended = {
        (one, str(direction))
        for one, space in plan.spaces()
        for direction in _listed(space, str(walls.get("fact", "")))
    }
    for word in plan.features("side"):
        if word in plan.style.get("rims", {}).values():
            continue
        colour = wall_colour(plan, word)
        if word not in walls.get("colours", {}):
            for way in courses(plan.sides.get(word, [])):
                draw_side(ink, plan, flowing([plan.corner(vertex) for vertex in way], plan.size), word)
            continue
        for side in plan.sides.get(word, []):
            for one, other in (side, side[::-1]):
                if (one, plan.grid.lattice.direction(one, other)) in defended and not is_high(plan, one):
                    draw_wall(ink, plan.ends(side), plan.centre(one), plan.size, colour)


def draw_side(ink: Ink, plan: Plan, line: Sequence[Point], word: str) -> None:
    """A feature of hexsides that is no wall: a bar in its colour with a dark rim. If `river_mm` has a width
    for it, it is a lake, narrow at both ends."""
    broad = plan.table.get("river_mm", {})
    colour, wide = wall_colour(plan, word), broad.get(word, 1.5)
    points = [(x, y) for x, y in shapely.LineString(line).segmentize(plan.size * 0.04).coords]
    shape = [math.sin(math.pi * (0.06 + 0.88 * n / (len(points) - 1))) ** 0.6 for n in range(len(points))]
    for tone, more in ((mixed(colour, (0, 0, 0), 0.35), plan.size * 0.03), (colour, 0.0)):
        if word in broad:
            ink.ribbon(points, [wide * part + more for part in shape], tone)
        else:
            ink.line(line, tone, wide + more)


def wall_colour(plan: Plan, word: str) -> Colour:
    """The colour of a side that is fortified, falls away or is closed, as map.toml says."""
    own = {**plan.style.get("sides", {}), **plan.style.get("walls", {}).get("colours", {})}.get(word)
    return colour_of(own) if own else _SIDE


def _listed(space: Space, fact: str) -> tuple[str, ...]:
    value = space.facts.get(fact)
    return value if isinstance(value, tuple) else ()


def draw_wall(ink: Ink, ends: tuple[Point, Point], inside: Point, size: float, colour: Colour) -> None:
    """A wall along a hexside, a little inside its hex, with teeth outwards."""
    a, b = (moved(end, towards(end, inside), size * 0.075) for end in ends)
    ink.line([a, b], colour, size * 0.034)
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    out = towards(inside, middle)
    for at, _ in marks_along([a, b], math.dist(a, b) / 5):
        ink.line([at, moved(at, out, size * 0.045)], colour, size * 0.04)
