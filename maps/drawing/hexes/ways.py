"""What runs along hexsides and across them: rivers, roads and railways with bridges, fortified sides."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from maps.board import Space
from maps.drawing.hexes.city import draw_decks
from maps.drawing.hexes.curve import Line, bend, flowing, marks_along, moved, towards
from maps.drawing.hexes.landscape import mixed
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.relief import is_high
from maps.drawing.hexes.rivers import river_mm
from maps.drawing.ink import Colour, Ink
from maps.grids.hexes import Hex, Hexside, Point, courses
from maps.reading.look import colour_of

Exit = tuple[Point, Point]  # where a way leaves a hex, and how far it is moved aside there
_SIDE: Colour = (96, 56, 40)
_ASIDE = 0.17
"""How far, in hexes, a railway crosses a hexside beside the road that crosses it, too."""
_SLACK = 0.5
"""How much a way is drawn in where it bends in a hex: 0 through its middle, 1 straight."""


def draw_ways(ink: Ink, plan: Plan) -> None:
    """Railways, then roads, each curved through the middles of its hexes; then what bridges a river."""
    rails = [side for word in plan.features("rail") for side in plan.sides.get(word, [])]
    roads = {word: plan.sides.get(word, []) for word in plan.features("road")}
    taken = {side for sides in roads.values() for side in sides}
    draw_decks(ink, plan, _crossings(plan, taken), _road_mm(plan, ""))
    _draw_viaducts(ink, plan)
    for line in strokes(plan, {side: _ASIDE if side in taken else 0.0 for side in rails}):
        draw_rail(ink, line, plan.size, plan.palette["way.rail"])
    _draw_roads(ink, plan, roads)
    rivers = {side: word for word in plan.features("river") for side in plan.sides.get(word, [])}
    for side in sorted(rivers.keys() & (taken | set(rails))):
        both = _ASIDE if side in taken and side in rails else 0.0
        _draw_bridge(ink, plan, side, both, river_mm(plan, rivers[side]))


def _draw_viaducts(ink: Ink, plan: Plan) -> None:
    """What carries a kind of railway to which map.toml gives two colours, as to a road."""
    own = {word: plan.sides.get(word, []) for word in plan.features("rail") if word in _own(plan)}
    for word, sides in own.items():
        lines = strokes(plan, dict.fromkeys(sides, 0.0))
        for filled in (False, True):
            for line in lines:
                _road_stroke(ink, plan, line, word, filled)


def _crossings(plan: Plan, sides: Iterable[Hexside]) -> dict[Hex, Line]:
    """The line of the road through every hex that has one."""
    exits: dict[Hex, list[Exit]] = {}
    for side in sorted(sides):
        for one in side:
            exits.setdefault(one, []).append(crossing(plan, side, 0.0))
    return {one: _through(plan, one, found, False)[0] for one, found in exits.items()}


def draw_rail(ink: Ink, line: Line, size: float, colour: Colour) -> None:
    """A railway with its ticks, for hexes of this width."""
    ink.line(line, colour, size * 0.022)
    half = size * 0.036
    for at, along in marks_along(line, size * 0.16):
        ink.line([moved(at, along, 0, half), moved(at, along, 0, -half)], colour, size * 0.017)


def _draw_roads(ink: Ink, plan: Plan, roads: Mapping[str, list[Hexside]]) -> None:
    """Every kind of road; the last in map.toml that a hexside has is the one drawn there."""
    best = {side: word for word, sides in roads.items() for side in sides}
    own = {word: {side: 0.0 for side, found in best.items() if found == word} for word in roads}
    straight = plan.style.get("straight", ())
    lines = {word: strokes(plan, own[word], _meetings(own.values()), word in straight) for word in roads}
    for filled in (False, True):
        for word, found in lines.items():
            for line in found:
                _road_stroke(ink, plan, line, word, filled)


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


def _meetings(networks: Iterable[Iterable[Hexside]]) -> frozenset[Hex]:
    """The hexes in which several networks meet."""
    passed = Counter(one for sides in networks for one in {one for side in sides for one in side})
    return frozenset(one for one, count in passed.items() if count > 1)


def strokes(
    plan: Plan,
    sides: Mapping[Hexside, float],
    meetings: frozenset[Hex] = frozenset(),
    straight: bool = False,
) -> list[Line]:
    """A network of ways as curves; each hexside with the part of a hex by which it is crossed aside.

    In towns and `meetings` ways come together in the middle of the hex; `straight` ones run from hexside to
    hexside.
    """
    exits: dict[Hex, list[Exit]] = {}
    for side, shift in sorted(sides.items()):
        for one in side:
            exits.setdefault(one, []).append(crossing(plan, side, shift))
    if straight:
        return _chords(plan, exits)
    for one, points in exits.items():
        points.extend(_over_the_edge(plan, one, points))
    middles = meetings | {one for one in exits if _is_town(plan, one)}
    return [line for one, points in exits.items() for line in _through(plan, one, points, one in middles)]


def _chords(plan: Plan, exits: Mapping[Hex, Sequence[Exit]]) -> list[Line]:
    """Ways that run from hexside to hexside; one that ends goes on as it came, beyond the edge if it leads
    off, else up to the middle of its last hex."""
    chords = [[at for at, _ in points] for points in exits.values() if len(points) > 1]
    for one, points in exits.items():
        at = points[0][0]
        before = [line[0] if line[-1] == at else line[-1] for line in chords if at in line]
        if len(points) == 1 and before:
            off = plan.sheet.board.spaces[plan.grid.ids[one]].facts.get(plan.style.get("leads_off", ""))
            chords.append([at, moved(at, towards(before[0], at), plan.size * (2.0 if off else 0.5))])
    return chords


def _over_the_edge(plan: Plan, one: Hex, exits: Sequence[Exit]) -> list[Exit]:
    """Where a way that ends at a source at the edge goes on: straight out, as far as the sheet lets it."""
    space = plan.sheet.board.spaces[plan.grid.ids[one]]
    outside = [near for near in plan.grid.lattice.neighbours(one) if near not in plan.grid.ids]
    if len(exits) != 1 or not outside or not space.facts.get(plan.style.get("leads_off", "")):
        return []
    (x, y), (at, aside) = plan.centre(one), exits[0]
    back = (2 * x - at[0], 2 * y - at[1])
    near = min(outside, key=lambda other: round(math.dist(back, plan.centre(other)), 3))
    beyond = plan.centre(near)
    return [((beyond[0] + aside[0], beyond[1] + aside[1]), aside)]


def crossing(plan: Plan, side: Hexside, shift: float) -> Exit:
    """Where a way crosses a hexside, and by how much that is beside its middle: upwards and to the right."""
    (ax, ay), (bx, by) = plan.ends(side)
    along = towards((ax, ay), (bx, by))
    turn = 1 if along[0] * 0.5 - along[1] * 0.87 > 0 else -1
    aside = (along[0] * turn * shift * plan.size, along[1] * turn * shift * plan.size)
    return ((ax + bx) / 2 + aside[0], (ay + by) / 2 + aside[1]), aside


def _through(plan: Plan, one: Hex, exits: Sequence[Exit], middle: bool) -> list[Line]:
    """The ways of one hex: all to its middle, or the straightest right on and the others up to it."""
    x, y = plan.centre(one)
    if len(exits) == 1 or middle:
        return [[at, (x, y)] for at, _ in exits]
    (a, shift_a), (b, shift_b) = min(combinations(exits, 2), key=lambda pair: _sharpness((x, y), pair))
    middle_x, middle_y = x + (shift_a[0] + shift_b[0]) / 2, y + (shift_a[1] + shift_b[1]) / 2
    by = (
        middle_x + ((a[0] + b[0]) / 2 - middle_x) * _SLACK,
        middle_y + ((a[1] + b[1]) / 2 - middle_y) * _SLACK,
    )
    through = bend(a, by, b)
    joint = through[len(through) // 2]
    return [through, *([at, joint] for at, _ in exits if at not in (a, b))]


def _is_town(plan: Plan, one: Hex) -> bool:
    space = plan.grid.ids.get(one, "")
    return bool(space and plan.sheet.board.spaces[space].facts.get(plan.style.get("town", "settlement")))


def _sharpness(middle: Point, pair: tuple[Exit, Exit]) -> float:
    """How sharply a way turns that enters by one exit and leaves by the other; straight on is least."""
    (a, _), (b, _) = pair
    first, second = towards(middle, a), towards(middle, b)
    return round(first[0] * second[0] + first[1] * second[1], 6)


def _draw_bridge(ink: Ink, plan: Plan, side: Hexside, both: float, width: float) -> None:
    """One bridge for all that crosses a hexside: a road, a railway, or both side by side."""
    at, _ = crossing(plan, side, both / 2)
    along = towards(plan.centre(side[0]), plan.centre(side[1]))
    draw_bridge_over(ink, (at, along), plan, width, both)


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
    """A feature of hexsides that is no wall: a bar in its colour with a dark rim."""
    colour, wide = wall_colour(plan, word), plan.table.get("river_mm", {}).get(word, 1.5)
    for tone, more in ((mixed(colour, (0, 0, 0), 0.35), plan.size * 0.03), (colour, 0.0)):
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
