"""The ground of a board of hexes: land, woods and marshes that look grown, water with its shore."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import shapely

from maps.drawing.hexes.curve import chance_of, grown, rounded
from maps.drawing.hexes.plan import Plan
from maps.drawing.ink import Colour, Ink
from maps.grids.hexes import Hex, Point
from maps.reading.look import colour_of

GROUND: Mapping[str, Colour] = {
    "clear": (238, 231, 208),
    "woods": (186, 204, 152),
    "forest": (176, 198, 144),
    "rough": (214, 196, 160),
    "hill": (216, 192, 150),
    "hills": (216, 192, 150),
    "mountain": (190, 168, 138),
    "marsh": (206, 221, 202),
    "swamp": (196, 214, 190),
    "town": (214, 190, 178),
    "city": (200, 160, 148),
    "sea": (176, 208, 222),
    "lake": (196, 221, 230),
    "water": (176, 208, 222),
}
PAPER: Colour = GROUND["clear"]
WOODS, REEDS, OPEN = "woods", "reeds", "open"
_TEXTURES: Mapping[str, str] = {
    "woods": WOODS,
    "forest": WOODS,
    "marsh": REEDS,
    "swamp": REEDS,
    "sea": OPEN,
    "lake": OPEN,
    "water": OPEN,
}
_SAND: Colour = (224, 210, 168)
_SHORE: Colour = (70, 112, 142)
_PATCHES: tuple[Colour, ...] = (
    (206, 200, 150, 20),
    (216, 190, 140, 20),
    (255, 252, 236, 36),
    (190, 200, 150, 18),
)
_GRID: Colour = (160, 148, 120)
_WET_GRID: Colour = (138, 176, 196)


def has_ground(table: Mapping[str, Any], word: str) -> bool:
    """Does this kind of ground have a colour, in the table `sheet` of map.toml or here?"""
    tints = table.get("tints", {})
    return word in GROUND or (isinstance(tints, dict) and word in tints)


def tint(plan: Plan, word: str) -> Colour:
    """The colour of a ground: as map.toml says, else a usual one; what nothing is known of is as paper."""
    own = plan.table.get("tints", {}).get(word)
    return colour_of(own) if own else GROUND.get(word, PAPER)


def is_open(word: str) -> bool:
    """Is this ground water?"""
    return _TEXTURES.get(word) == OPEN


def texture_of(word: str) -> str:
    """How a ground is drawn: `WOODS`, `REEDS`, `OPEN` for water, or "" for a plain tint."""
    return _TEXTURES.get(word, "")


def shore_of(word: str) -> Colour:
    """The colour of the line around a ground."""
    return _SHORE if is_open(word) else _GRID


def draw_land(ink: Ink, plan: Plan) -> None:
    """All that is dry, then the grid; open water comes after the rivers, which run into it."""
    for one, word in plan.grounds.items():
        ink.polygon(plan.ring(one), PAPER if word in _TEXTURES else tint(plan, word))
    if plan.style.get("weathered"):
        _weather(ink, plan)
    for word in sorted(set(plan.grounds.values()) & _TEXTURES.keys()):
        hexes = [one for one, found in plan.grounds.items() if found == word]
        if not is_open(word):
            shape = grown_area(plan, hexes, 0.045)
            fill(ink, shape, tint(plan, word))
            _strew(ink, plan, hexes, shape, draw_tree if _TEXTURES[word] == WOODS else draw_reed)
    for one, word in plan.grounds.items():
        if not is_open(word) and one in plan.grid.ids:
            ring = plan.ring(one)
            ink.line([*ring, ring[0]], _GRID, 0.16)


def _weather(ink: Ink, plan: Plan) -> None:
    """Faint patches on the paper, so that wide plains are not one flat tone."""
    for one, word in plan.grounds.items():
        x, y = plan.centre(one)
        chance = chance_of(x, y, 3.0)
        if not is_open(word) and chance.random() < 0.6:
            reach = plan.size * chance.uniform(0.5, 1.7)
            tone = chance.choice(_PATCHES)
            ring = []
            for step in range(9):
                far, angle = reach * chance.uniform(0.6, 1.1), step * math.tau / 9
                ring.append((x + math.cos(angle) * far * 1.4, y + math.sin(angle) * far * 0.8))
            ink.polygon(rounded(ring, closed=True), tone)


def draw_shores(ink: Ink, plan: Plan) -> None:
    """Sand and a dark line around all water: rivers drawn later break through it at their mouths."""
    for shape in _waters(plan).values():
        for colour, width in ((_SAND, 0.11), (_SHORE, 0.043)):
            for ring in _rings(shape):
                ink.line(ring, colour, width * plan.size)


def draw_water(ink: Ink, plan: Plan) -> None:
    """Open water, deeper away from the shore, with its part of the grid."""
    for word, shape in _waters(plan).items():
        colour = tint(plan, word)
        for depth, inset in enumerate((0.0, 0.09, 0.24, 0.5)):
            fill(ink, shape.buffer(-inset * plan.size) if inset else shape, _deeper(colour, depth))
    for one, word in plan.grounds.items():
        if is_open(word) and one in plan.grid.ids:
            ring = plan.ring(one)
            ink.line([*ring, ring[0]], _WET_GRID, 0.14)


def _deeper(colour: Colour, depth: int) -> Colour:
    red, green, blue = colour[:3]
    return (red - 9 * depth, green - 6 * depth, blue - 4 * depth)


def _waters(plan: Plan) -> dict[str, shapely.MultiPolygon]:
    """The shape of each kind of open water; a lake lies inside its hexes, the sea fills them."""
    found = {}
    for word in sorted({word for word in plan.grounds.values() if is_open(word)}):
        hexes = [one for one, ground in plan.grounds.items() if ground == word]
        found[word] = grown_area(plan, hexes, 0.1 if word == "lake" else 0.0)
    return found


def _rings(shape: shapely.MultiPolygon) -> Iterable[list[Point]]:
    for part in shape.geoms:
        for ring in (part.exterior, *part.interiors):
            yield [(x, y) for x, y in ring.coords]


def grown_area(plan: Plan, hexes: Iterable[Hex], inset: float) -> shapely.MultiPolygon:
    """The shape of hexes taken together, inset by a part of a hex, with grown edges."""
    whole = shapely.union_all([shapely.Polygon(plan.ring(one)).buffer(0.01) for one in hexes])
    parts = shapely.get_parts(whole.buffer(-inset * plan.size, join_style="mitre").simplify(0.1))
    return shapely.MultiPolygon(
        [
            (_grown_ring(part.exterior), [_grown_ring(hole) for hole in part.interiors])
            for part in parts
            if not part.is_empty
        ]
    )


def _grown_ring(ring: shapely.LinearRing) -> list[Point]:
    return grown([(x, y) for x, y in ring.coords[:-1]], 0.2, closed=True)


def fill(ink: Ink, shape: shapely.Geometry, colour: Colour) -> None:
    """Fill a shape and leave its holes as they are: it is cut through each hole into shapes without any."""
    for part in shapely.get_parts(shape):
        if part.geom_type != "Polygon" or part.is_empty:
            continue
        if not part.interiors:
            ink.polygon([(x, y) for x, y in part.exterior.coords], colour)
            continue
        west, north, east, south = part.bounds
        middle = part.interiors[0].centroid.x
        for box in ((west, north, middle, south), (middle, north, east, south)):
            fill(ink, part.intersection(shapely.box(*box)), colour)


def _strew(
    ink: Ink,
    plan: Plan,
    hexes: Iterable[Hex],
    within: shapely.Geometry,
    draw: Callable[[Ink, Point, float], None],
) -> None:
    """Signs over hexes of one ground, within its shape, those in front over those behind."""
    inner = within.buffer(-plan.size * 0.05)
    shapely.prepare(inner)
    signs = []
    for one in hexes:
        x, y = plan.centre(one)
        chance = chance_of(x, y)
        for number in range(20):
            row, column = divmod(number, 5)
            across = (column - 2 + (row % 2 - 0.5) * 0.5) * 0.22 + chance.uniform(-0.045, 0.045)
            down = (row - 1.15) * 0.21 + chance.uniform(-0.04, 0.04)
            at = (x + across * plan.size, y + down * plan.size)
            if inner.contains(shapely.Point(at[0], at[1] + plan.size * 0.06)):
                signs.append((at[1], at[0], chance.uniform(0.85, 1.15)))
    for y, x, scale in sorted(signs):
        draw(ink, (x, y), scale * plan.size * 0.085)


def draw_tree(ink: Ink, at: Point, size: float) -> None:
    """A fir with its shadow."""
    x, y = at
    ink.disc((x + size * 0.35, y + size * 0.9), size * 0.5, (150, 174, 120))
    for top, foot, half, colour in ((-1.2, 0.25, 0.62, (92, 126, 74)), (-0.5, 0.95, 0.8, (80, 114, 66))):
        ink.polygon(
            [(x, y + top * size), (x + half * size, y + foot * size), (x - half * size, y + foot * size)],
            colour,
        )


def draw_reed(ink: Ink, at: Point, size: float) -> None:
    """A tuft of reeds over a line of water, fewer than trees: every other one is left out."""
    if chance_of(*at).random() < 0.5:
        return
    x, y = at
    ink.line([(x - size * 1.1, y + size * 0.6), (x + size * 1.1, y + size * 0.6)], (104, 150, 168), 0.16)
    for lean in (-0.55, 0.0, 0.55):
        top = (x + lean * size * 1.3, y - size * (0.7 if lean else 1.0))
        ink.line([(x + lean * size * 0.4, y + size * 0.5), top], (88, 122, 84), 0.16)
