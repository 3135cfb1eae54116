"""Ground that people have made on a board of hexes: pits, embankments, pavement, rubble, pools."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import shapely
from shapely.affinity import translate

from maps.drawing.curve import chance_of
from maps.drawing.hexes.city import brick
from maps.drawing.hexes.growth import draw_rubble
from maps.drawing.hexes.landscape import fill, grown_area, mixed, rings_of, tint
from maps.drawing.hexes.plan import Plan, once
from maps.drawing.hexes.relief import hachures, in_light
from maps.drawing.hexes.shores import channel
from maps.drawing.hexes.ways import wall_colour
from maps.drawing.ink import Colour, Ink
from maps.grids.hexes import Hex, Point

_PIT, _BANK = 0.4, 0.17
"""How far a pit and an embankment reach to both sides of their middles, in hexes."""
_WILD, _POOL, _HEAP = 2.6, 0.17, 0.12
"""How uneven pools and heaps are, and how far inside their hexes."""
_UNDER, _RIM = 0.12, 0.06
"""How much further down what has no middle line is, clear of numbers; how far rims reach. In hexes."""
_SLAB, _DASH = 0.16, 0.12
"""How broad slabs of pavement are, and how long the dashes along its middle, in hexes."""
_STONES = 0.09
"""How far apart pieces of rubble lie, in hexes."""


def draw_works(ink: Ink, plan: Plan) -> None:
    """All made ground; map.toml says how each kind is drawn."""
    for word, shape in work_shapes(plan).items():
        draw_work(ink, plan, word, shape)


def draw_work(ink: Ink, plan: Plan, word: str, shape: shapely.Geometry) -> None:
    """Made ground of a kind, of a shape."""
    _DRAWN[plan.style["works"][word]](ink, plan, word, shape)


@once
def work_shapes(plan: Plan) -> Mapping[str, shapely.Geometry]:
    """The shape of each kind of made ground."""
    found: dict[str, shapely.Geometry] = {}
    for word, kind in plan.style.get("works", {}).items():
        hexes = [one for one, ground in plan.grounds.items() if ground == word]
        if hexes:
            found[word] = _shape(plan, hexes, kind)
    return found


@once
def work_rims(plan: Plan) -> shapely.Geometry:
    """The ground of the rims of all made ground, with their hachures."""
    rims = [shape.boundary for shape in work_shapes(plan).values()]
    return shapely.union_all(rims).buffer(_RIM * plan.size)


def _shape(plan: Plan, hexes: Sequence[Hex], kind: str) -> shapely.Geometry:
    if kind in ("dug", "heaped"):
        return channel(plan, hexes, _PIT if kind == "dug" else _BANK)
    if kind == "paved":
        slabs = shapely.union_all([brick(plan, one).buffer(0.01) for one in hexes])
        whole = slabs.buffer(-_SLAB * plan.size, join_style="mitre")
        return whole.intersection(translate(whole, yoff=_UNDER * plan.size))
    inset = _POOL if kind == "pool" else _HEAP
    return translate(grown_area(plan, hexes, inset, wild=_WILD), yoff=_UNDER / 2 * plan.size)


def _draw_dug(ink: Ink, plan: Plan, word: str, shape: shapely.Geometry) -> None:
    """A pit: its floor, dark below the walls that are turned from the light, hachures down from its rim."""
    size, floor = plan.size, tint(plan, word)
    rim = wall_colour(plan, plan.style.get("rims", {}).get(word, ""))
    fill(ink, shape, mixed(floor, rim, 0.3))
    fill(ink, shape.intersection(translate(shape, 0.1 * size, 0.1 * size)), floor)
    _draw_hachures(ink, shape, size, rim, inwards=True)
    for ring in rings_of(shape):
        ink.line(ring, rim, 0.035 * size)


def _draw_heaped(ink: Ink, plan: Plan, word: str, shape: shapely.Geometry) -> None:
    """A bank of earth, hachures down from its rim."""
    fill(ink, shape, tint(plan, word))
    _draw_hachures(ink, shape, plan.size, plan.palette["way.slope"], inwards=False)


def _draw_hachures(ink: Ink, shape: shapely.Geometry, size: float, colour: Colour, inwards: bool) -> None:
    for part in shapely.get_parts(shape):
        rim = part.exterior
        for stroke in hachures([(x, y) for x, y in rim.coords], size, rim.is_ccw != inwards):
            ink.polygon(in_light(stroke), colour)


def _draw_paved(ink: Ink, plan: Plan, word: str, shape: shapely.Geometry) -> None:
    """A strip of pavement: its slabs, a kerb, dashes along its middle."""
    size, ground = plan.size, tint(plan, word)
    joint, kerb = (mixed(ground, plan.palette["built.wall"], share) for share in (0.3, 0.8))
    fill(ink, shape, ground)
    left, top, right, low = shape.bounds
    across = round((right - left) / (_SLAB * size))
    for number in range(1, across):
        x = left + (right - left) * number / across
        _draw_line(ink, shape.intersection(shapely.LineString([(x, top), (x, low)])), joint, 0.15)
    middle = shape.intersection(shapely.LineString([(left, (top + low) / 2), (right, (top + low) / 2)]))
    for start in range(0, int(middle.length / size / _DASH), 2):
        ends = ((start + more) * _DASH * size for more in (0.5, 1.5))
        dash = [(left + far, (top + low) / 2) for far in ends]
        ink.line(dash, plan.palette["built.square"], 0.02 * size)
    for ring in rings_of(shape):
        ink.line(ring, kerb, 0.3)


def _draw_line(ink: Ink, shape: shapely.Geometry, colour: Colour, wide: float) -> None:
    for part in shapely.get_parts(shape):
        if part.geom_type == "LineString" and part.length:
            ink.line(list(part.coords), colour, wide)


def _draw_rubble(ink: Ink, plan: Plan, word: str, shape: shapely.Geometry) -> None:
    """What is left of a house: dust, and pieces of its walls, those in front last."""
    size, step = plan.size, _STONES * plan.size
    fill(ink, shape, mixed(tint(plan, word), plan.palette["built.court"], 0.5))
    left, top, right, low = shape.bounds
    shapely.prepare(shape)
    for row in range(int((low - top) / step)):
        for at in _row_of_stones(left, top + row * step, right, step):
            if shape.contains(shapely.Point(at)):
                draw_rubble(ink, at, size * 0.06, plan.palette)


def _row_of_stones(left: float, y: float, right: float, step: float) -> list[Point]:
    chance = chance_of(left, y)
    return [
        (left + (number + chance.random()) * step, y + chance.random() * step * 0.8)
        for number in range(int((right - left) / step))
        if chance.random() < 0.75
    ]


def _draw_pool(ink: Ink, plan: Plan, word: str, shape: shapely.Geometry) -> None:
    """A pool: sand around it, lines along its shore."""
    size, palette, water = plan.size, plan.palette, tint(plan, word)
    fill(ink, shape.buffer(0.06 * size), palette["water.sand"])
    fill(ink, shape, water)
    for inset, seen in ((0.07, 0.5), (0.15, 0.25)):
        for ring in rings_of(shape.buffer(-inset * size)):
            ink.line(ring, mixed(water, palette["water.lining"], seen), 0.2)
    for ring in rings_of(shape):
        ink.line(ring, palette["water.shore"], 0.02 * size)


_DRAWN: Mapping[str, Callable[[Ink, Plan, str, shapely.Geometry], None]] = {
    "dug": _draw_dug,
    "heaped": _draw_heaped,
    "paved": _draw_paved,
    "rubble": _draw_rubble,
    "pool": _draw_pool,
}
