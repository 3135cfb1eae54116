"""Open water on a board of hexes: its shape, shores or quays, and lines along the coast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import shapely

from maps.drawing.curve import marks_along, moved
from maps.drawing.hexes.landscape import fill, is_open, loose_area, mixed, rings_of, tint
from maps.drawing.hexes.plan import Plan, once
from maps.drawing.ink import Colour, Ink
from maps.grids.hexes import Hex, Point

_LINES = ((0.075, 0.6), (0.165, 0.38), (0.275, 0.2))
"""How far from the shore each line along it runs, in hexes, and how much is seen of it."""
_DEEP = 0.52
_CHANNEL = 0.44
"""How far a channel reaches to both sides of its middle, in hexes."""
_QUAY = 0.16
"""How far a quay reaches from the water, with its wall, in hexes."""
STONE: Colour = (208, 200, 186)
_WALL: Colour = (84, 76, 68)


def draw_shores(ink: Ink, plan: Plan) -> None:
    """Sand or a quay around all water: rivers drawn later break through it at their mouths."""
    for word, shape in waters(plan).items():
        quay = word in plan.style.get("quays", ())
        rims = ((_WALL, _QUAY), (STONE, 0.12)) if quay else ((plan.palette["water.sand"], 0.1),)
        for colour, wide in rims:
            fill(ink, shape.buffer(wide * plan.size), colour)
        for ring in rings_of(shape.buffer(0.06 * plan.size)) if quay else ():
            for at, along in marks_along(ring, plan.size * 0.17):
                half = plan.size * 0.055
                ink.line([moved(at, along, 0, half), moved(at, along, 0, -half)], _WALL, 0.15)


def draw_water(ink: Ink, plan: Plan) -> None:
    """Open water, deeper away from the shore, with lines along its coast."""
    line = plan.palette["water.lining"]
    for word, shape in waters(plan).items():
        colour = tint(plan, word)
        fill(ink, shape, colour)
        for deep in shapely.get_parts(shape.buffer(-_DEEP * plan.size)):
            if deep.area > plan.size**2:  # not where channels meet
                fill(ink, deep, mixed(colour, line, 0.16))
        for inset, seen in _LINES:
            for ring in rings_of(shape.buffer(-inset * plan.size)):
                ink.line(ring, mixed(colour, line, seen), 0.2)
        for ring in rings_of(shape):
            ink.line(ring, plan.palette["water.shore"], 0.024 * plan.size)


@once
def waters(plan: Plan) -> Mapping[str, shapely.MultiPolygon]:
    """The shape of each kind of open water; a lake lies inside its hexes, the sea fills them."""
    found = {}
    channels = plan.style.get("channels", ())
    for word in sorted({word for word in plan.grounds.values() if is_open(word)}):
        hexes = [one for one, ground in plan.grounds.items() if ground == word]
        found[word] = (
            channel(plan, hexes)
            if word in channels
            else loose_area(plan, hexes, 0.05 if word == "lake" else 0.0)
        )
    return found


@once
def quay_ground(plan: Plan) -> shapely.Geometry:
    """The ground of all quays: the stone beside the water and the wall behind it."""
    found = [shape for word, shape in waters(plan).items() if word in plan.style.get("quays", ())]
    return shapely.union_all([shape.buffer(_QUAY * plan.size).difference(shape) for shape in found])


def channel(plan: Plan, hexes: Sequence[Hex], half: float = _CHANNEL) -> shapely.MultiPolygon:
    """What runs from the middle of one hex to the next, so broad to both sides: water nearly as a hex.

    Where hexes stand in zigzag it keeps to the middle of that: banks are not scalloped.
    """
    known, size = set(hexes), plan.size
    near = {one: [other for other in plan.grid.lattice.neighbours(one) if other in known] for one in hexes}
    spots = {one: _between_neighbours(plan, one, near[one]) for one in hexes}
    reaches = [
        shapely.LineString([spots[one], spots[other]]) for one in hexes for other in near[one] if one < other
    ]
    course = shapely.union_all([*reaches, *(shapely.Point(at) for at in spots.values())])
    soft = half / _CHANNEL * size
    shape = course.buffer(half * size).buffer(0.6 * soft).buffer(-0.9 * soft).buffer(0.3 * soft)
    return shapely.MultiPolygon([part for part in shapely.get_parts(shape) if not part.is_empty])


def _between_neighbours(plan: Plan, one: Hex, near: Sequence[Hex]) -> Point:
    """The middle of a hex of a channel, drawn towards those before and after it; where it ends or forks, its
    own."""
    x, y = plan.centre(one)
    if len(near) != 2:
        return x, y
    (a, b), (c, d) = (plan.centre(other) for other in near)
    return x / 2 + (a + c) / 4, y / 2 + (b + d) / 4
