"""A city on a board of hexes: great buildings, and the decks of its bridges."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import shapely
from shapely.affinity import translate
from shapely.ops import substring

from maps.drawing.hexes.landscape import fill
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.shores import waters
from maps.drawing.ink import Colour, Ink
from maps.grids.hexes import Hex, Point
from maps.reading.look import colour_of

_SHADOW: Colour = (40, 34, 28, 90)
_STONE: Colour = (206, 200, 188)
_PARAPET: Colour = (58, 52, 46)
_INSET, _UNDER, _HALL, _QUAY = 0.08, 0.13, 0.25, 0.2
"""How far inside its ground a building of several hexes stands, and how much further down to be clear of
their numbers; half the width of one whose hexes lie in a row; how far it keeps from open water. In hexes."""
_GREAT, _WING, _BRIDGE = 3.0, 0.52, 0.2
"""The area in square hexes from which a building has two courts; the depth of its wings, and half that of the
one between."""
_HALF = (0.36, 0.28)
"""Half the width and height of a building in one hex, in hexes."""
_BROKEN = 0.3
"""How much of a broken bridge stands at either end, as a part of its length."""


def draw_buildings(ink: Ink, plan: Plan, middle_of: Callable[[Hex], Point]) -> None:
    """The buildings that a fact of the board tells of: neighbours that say the same are one building.
    `middle_of` is where one in a single hex stands: on the avenue there, as a gate does."""
    table: Mapping[str, Any] = plan.style.get("buildings", {})
    for word, shape in footprints(plan, middle_of):
        roof, wall = (colour_of(one) for one in table["colours"][word])
        _draw_building(ink, plan, shape, (roof, wall), word in table.get("ruined", ()))


def footprints(plan: Plan, middle_of: Callable[[Hex], Point]) -> Iterator[tuple[str, shapely.Geometry]]:
    """The ground plans of the buildings that are drawn, each with the word of its kind."""
    table: Mapping[str, Any] = plan.style.get("buildings", {})
    for word, hexes in _buildings(plan, str(table.get("fact", ""))):
        if word in table.get("colours", {}):
            yield word, _footprint(plan, hexes, middle_of)


def draw_building(ink: Ink, plan: Plan, at: Point, word: str, half: Point) -> None:
    """A great building of a kind, so wide and high to both sides of a middle."""
    style = plan.style["buildings"]
    roof, wall = style["colours"][word]
    shape = shapely.box(at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1])
    _draw_building(ink, plan, shape, (colour_of(roof), colour_of(wall)), word in style.get("ruined", ()))


def _buildings(plan: Plan, fact: str) -> Iterator[tuple[str, list[Hex]]]:
    """Every building by its word and its hexes, in the order of the board."""
    words = {one: str(space.facts.get(fact, "")) for one, space in plan.spaces() if space.facts.get(fact)}
    while words:
        first = next(iter(words))
        word, found, ring = words.pop(first), [first], [first]
        while ring:
            near = (other for one in ring for other in plan.grid.lattice.neighbours(one))
            ring = list(dict.fromkeys(other for other in near if words.get(other) == word))
            found += ring
            for one in ring:
                del words[one]
        yield word, found


def _footprint(plan: Plan, hexes: Sequence[Hex], middle_of: Callable[[Hex], Point]) -> shapely.Geometry:
    """Its ground plan, which has right angles as houses have: the hexes tell only whose it is."""
    size, (across, up) = plan.size, _HALF
    if len(hexes) == 1:
        x, y = middle_of(hexes[0])
        return shapely.box(x - across * size, y - up * size, x + across * size, y + up * size)
    middles = sorted(plan.centre(one) for one in hexes)
    if shapely.MultiPoint(middles).convex_hull.area < 0.01 * size**2:
        row = translate(shapely.LineString([middles[0], middles[-1]]), yoff=_UNDER / 2 * size)
        shape = row.buffer(_HALL * size, cap_style="square")
    else:
        ground = shapely.union_all([brick(plan, one).buffer(0.01) for one in hexes])
        whole = ground.buffer(-_INSET * size, join_style="mitre")
        shape = whole.intersection(translate(whole, yoff=_UNDER * size))
    return shape.difference(shapely.union_all(list(waters(plan).values())).buffer(_QUAY * size))


def brick(plan: Plan, one: Hex) -> shapely.Polygon:
    """An upright rectangle in place of a hex: as large, and such rectangles fill the board like bricks."""
    left, top, right, low = shapely.Polygon(plan.ring(one)).bounds
    wide, high = right - left, low - top
    wide, high = (wide * 0.75, high) if wide > high else (wide, high * 0.75)
    x, y = plan.centre(one)
    return shapely.box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _draw_building(
    ink: Ink, plan: Plan, shape: shapely.Geometry, colours: tuple[Colour, Colour], ruined: bool
) -> None:
    """Its shadow, its walls, its roof with a ridge, around courts if it is great; a ruin has no roof but
    rafters."""
    (roof, wall), size = colours, plan.size
    fill(ink, shapely.transform(shape, lambda points: points + size * 0.045), _SHADOW)
    fill(ink, shape, wall)
    fill(ink, shape.buffer(-size * 0.035, join_style="mitre"), roof)
    if ruined:
        _rafters(ink, shape.buffer(-size * 0.05, join_style="mitre"), wall, size)
        return
    courts = _courts(shape, size) if shape.area > _GREAT * size**2 else shapely.Polygon()
    fill(ink, courts, plan.palette["built.court"])
    ridge = shape.buffer(-size * (0.17 if courts.is_empty else 0.1), join_style="mitre")
    for part in (*shapely.get_parts(ridge), *shapely.get_parts(courts)):
        if not part.is_empty:
            ink.line(_ring(part), wall, size * 0.02)


def _courts(shape: shapely.Geometry, size: float) -> shapely.Geometry:
    """The courts on both sides of the middle of a great building, along its longer axis."""
    inner, middle = shape.buffer(-_WING * size, join_style="mitre"), shape.centroid
    left, top, right, low = inner.bounds
    half = _BRIDGE * size
    if right - left > low - top:
        return inner.difference(shapely.box(middle.x - half, top, middle.x + half, low))
    return inner.difference(shapely.box(left, middle.y - half, right, middle.y + half))


def _rafters(ink: Ink, shape: shapely.Geometry, colour: Colour, size: float) -> None:
    left, top, right, low = shape.bounds
    step = size * 0.09
    for number in range(math.ceil((right - left + low - top) / step)):
        x = left + number * step
        beam = shape.intersection(shapely.LineString([(x, top), (x - (low - top), low)]))
        for part in shapely.get_parts(beam):
            if part.geom_type == "LineString" and part.length:
                ink.line(list(part.coords), colour, size * 0.016)


def draw_decks(ink: Ink, plan: Plan, deck_in: Callable[[Hex], Sequence[Point]], width: float) -> None:
    """The decks of bridges, which lie under their roads, in the hexes of which a fact of the board says so;
    `deck_in` gives the line of the bridge in a hex, or nothing. One that is broken has a gap."""
    fact, broken = str(plan.style.get("bridges", "")), plan.style.get("broken", "")
    for one, space in plan.spaces():
        word = space.facts.get(fact)
        way = deck_in(one) if word else ()
        for line in _stretches(way, word == broken) if way else ():
            draw_deck(ink, line, width)


def draw_deck(ink: Ink, line: Sequence[Point], width: float) -> None:
    """A deck of stone with its shadow, a parapet along both sides."""
    deck = shapely.LineString(line)
    whole = deck.buffer(width / 2, cap_style="flat")
    fill(ink, translate(whole, width * 0.22, width * 0.22), _SHADOW)
    fill(ink, whole, _PARAPET)
    fill(ink, deck.buffer(width * 0.38, cap_style="flat"), _STONE)


def _stretches(line: Sequence[Point], broken: bool) -> Iterable[list[Point]]:
    """A line, or what is left of it at its ends."""
    if not broken:
        return [list(line)]
    whole = shapely.LineString(line)
    cuts = ((0.0, _BROKEN), (1 - _BROKEN, 1.0))
    return [list(substring(whole, *cut, normalized=True).coords) for cut in cuts]


def _ring(shape: shapely.Polygon) -> list[Point]:
    return [(x, y) for x, y in shape.exterior.coords]
