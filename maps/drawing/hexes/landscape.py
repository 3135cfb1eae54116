"""The ground of a board of hexes: land, woods and marshes that look grown, and the grid over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from typing import Any

import shapely

from maps.drawing.curve import sway, through
from maps.drawing.hexes.bends import parting
from maps.drawing.hexes.growth import (
    OPEN_COUNTRY,
    Sign,
    draw_reed,
    draw_scrub,
    draw_tree,
    strew,
    strew_open,
)
from maps.drawing.hexes.plan import Plan, once
from maps.drawing.ink import Colour, Ink
from maps.grids.hexes import Hex, Point, courses, hexside
from maps.reading.palette import Palette, usual_palette

WOODS, REEDS, SCRUB, OPEN = "woods", "reeds", "scrub", "open"
_TEXTURES: Mapping[str, str] = {
    "woods": WOODS,
    "forest": WOODS,
    "marsh": REEDS,
    "swamp": REEDS,
    "broken": SCRUB,
    "sea": OPEN,
    "lake": OPEN,
    "water": OPEN,
}
SIGNS: Mapping[str, tuple[Sign, float]] = {
    WOODS: (draw_tree, 0.86),
    REEDS: (draw_reed, 0.24),
    SCRUB: (draw_scrub, 0.3),
}
"""What is strewn over a texture, and on how much of its places."""
_STEPS = 8
"""The points of a rim from corner to corner."""
_COVES = ((1.0, 1.0), (0.43, 1.5), (0.17, 1.5))
"""How wide bays and coves of rims are, as a share of their usual width, and how deep."""
_ROUND = 0.24
"""How round the corners of a ground are, in hexes."""
_GRID_MM = 0.15
_FAINT = 150


def has_ground(table: Mapping[str, Any], word: str, palette: Palette | None = None) -> bool:
    """Does this kind of ground have a colour, in the table `sheet` of map.toml or in the palette?"""
    tints = table.get("tints", {})
    known = palette or usual_palette()
    return known.ground(word) is not None or (isinstance(tints, dict) and word in tints)


def tint(plan: Plan, word: str) -> Colour:
    """The colour of a ground; what nothing is known of is as open country."""
    return plan.palette.ground(word) or plan.palette["ground.clear"]


def is_open(word: str) -> bool:
    """Is this ground water?"""
    return _TEXTURES.get(word) == OPEN


def texture_of(word: str) -> str:
    """How a ground is drawn: `WOODS`, `REEDS`, `SCRUB`, `OPEN` for water, or "" for a plain tint."""
    return _TEXTURES.get(word, "")


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one[:3], other[:3], strict=True))
    return (red, green, blue)


def draw_land(ink: Ink, plan: Plan) -> None:
    """All that is dry, in its tint; bare grounds but the commonest as patches whose rims look grown. A
    channel leaves some of its hexes to the land beside it."""
    bare = Counter(word for word in plan.grounds.values() if word not in _TEXTURES)
    common = bare.most_common(1)[0][0] if bare else "clear"
    for one, word in plan.grounds.items():
        grown = word in _TEXTURES and word not in plan.style.get("channels", ())
        ink.polygon(plan.ring(one), tint(plan, "clear" if grown else common))
    for word in sorted(bare.keys() - {common} - plan.style.get("works", {}).keys()):
        fill(ink, patches(plan, (word,)), tint(plan, word))
    for word, _, shape in covered(plan):
        fill(ink, shape, tint(plan, word))
        for ring in rings_of(shape) if texture_of(word) == WOODS else ():
            ink.line(ring, plan.palette["growth.shadow"], 0.3)


def patches(plan: Plan, words: Collection[str]) -> shapely.MultiPolygon:
    """The shape of all hexes of some grounds."""
    return loose_area(plan, [one for one, found in plan.grounds.items() if found in words])


def draw_strewn(ink: Ink, plan: Plan) -> None:
    """What map.toml strews over open country."""
    for word, sign in plan.style.get("strewn", {}).items():
        strew_open(
            ink, plan, (one for one, found in plan.grounds.items() if found == word), *OPEN_COUNTRY[sign]
        )


def draw_growth(ink: Ink, plan: Plan) -> None:
    """What grows on woods, marshes and scrub."""
    for word, hexes, shape in covered(plan):
        draw, share = SIGNS[_TEXTURES[word]]
        strew(ink, plan, hexes, shape, draw, share)


@once
def covered(plan: Plan) -> list[tuple[str, list[Hex], shapely.MultiPolygon]]:
    """Every ground that something grows on, with its hexes and its shape."""
    words = (word for word in sorted(set(plan.grounds.values()) & _TEXTURES.keys()) if not is_open(word))
    hexes = {word: [one for one, found in plan.grounds.items() if found == word] for word in words}
    return [(word, own, loose_area(plan, own, 0.06)) for word, own in hexes.items()]


def draw_grid(ink: Ink, plan: Plan) -> None:
    """The grid, each hexside once, faint over all that is on the ground."""
    dry = (*plan.palette["print.grid"][:3], _FAINT)
    wet = (*plan.palette["print.wet"][:3], _FAINT)
    done: set[frozenset[Hex]] = set()
    for one, word in plan.grounds.items():
        if one not in plan.grid.ids:
            continue
        ring = plan.ring(one)
        for number, other in enumerate(plan.grid.lattice.neighbours(one)):
            if frozenset((one, other)) not in done:
                done.add(frozenset((one, other)))
                colour = wet if is_open(word) and is_open(plan.grounds.get(other, word)) else dry
                ink.line([ring[number], ring[(number + 1) % 6]], colour, _GRID_MM)


def loose_area(plan: Plan, hexes: Iterable[Hex], inset: float = 0.0) -> shapely.MultiPolygon:
    """The shape of hexes taken together, inset by a part of a hex: its rims do not follow their zigzag, they
    have capes and bays of their own."""
    own, near = set(hexes), plan.grid.lattice.neighbours
    rims = courses({hexside(one, other) for one in own for other in near(one) if other not in own})
    known = {
        vertex: plan.corner(vertex)
        for way in rims
        for vertex in way
        if any(one not in plan.grounds for one in vertex)  # at the edge of the board
    }
    rings = [through(parting(plan, way, known), _STEPS) for way in rims]
    shapes = [shapely.Polygon([_ragged(at, plan.size) for at in ring]) for ring in rings]
    whole = reduce(lambda found, ring: found.symmetric_difference(ring), shapes, shapely.Polygon())
    parts = shapely.get_parts(whole.buffer(-inset * plan.size))
    return shapely.MultiPolygon([part for part in parts if not part.is_empty])


def _ragged(at: Point, size: float) -> Point:
    """A point of a rim moved a little: by much from hex to hex, by less from cove to cove."""
    x, y = at
    for share, much in _COVES:
        u, v = sway(at[0], at[1], size * share), sway(at[1] + 37.0, at[0], size * share)
        x, y = x + much * u, y + much * v
    return x, y


def grown_area(plan: Plan, hexes: Iterable[Hex], inset: float, wild: float) -> shapely.MultiPolygon:
    """The shape of hexes taken together, inset by a part of a hex, its corners round and its edges uneven:
    the wilder, the more."""
    whole = shapely.union_all([shapely.Polygon(plan.ring(one)).buffer(0.01) for one in hexes])
    part = _ROUND * plan.size
    soft = whole.buffer(part - inset * plan.size).buffer(-2 * part).buffer(part)
    return shapely.MultiPolygon(
        [
            (
                _uneven(one.exterior, plan.size, wild),
                [_uneven(hole, plan.size, wild) for hole in one.interiors],
            )
            for one in shapely.get_parts(soft)
            if not one.is_empty
        ]
    )


def _uneven(ring: shapely.LinearRing, size: float, wild: float) -> list[Point]:
    """A ring that sways a little, everywhere the same for the same place."""
    points = shapely.get_coordinates(ring.segmentize(size * 0.12).simplify(0.05))[:-1]
    return [(x + wild * sway(x, y, size), y + wild * sway(y + 37.0, x, size)) for x, y in points]


def rings_of(shape: shapely.Geometry) -> list[list[Point]]:
    """All rings of a shape: around its parts and around its holes."""
    return [
        [(x, y) for x, y in ring.coords]
        for part in shapely.get_parts(shape)
        if part.geom_type == "Polygon" and not part.is_empty
        for ring in (part.exterior, *part.interiors)
    ]


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
