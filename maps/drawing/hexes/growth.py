"""What is strewn over a board of hexes: crowns of trees, reeds over pools, scrub, dry grass, snow."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping

import shapely

from maps.drawing.curve import chance_of, sway
from maps.drawing.hexes.plan import Plan
from maps.drawing.ink import Ink
from maps.grids.hexes import Hex, Point
from maps.reading.palette import Palette

Sign = Callable[[Ink, Point, float, Palette], None]
_SPACE = 0.118
"""From one sign to the next, in hexes."""
_RIM = 0.025
"""How far inside the rim of their ground signs stand, in hexes: crowns break its line."""
_CROWN = 0.5
_PATCH = 4.0
"""How much wider than the sway of edges the patches of open country are."""


def strew_open(ink: Ink, plan: Plan, hexes: Iterable[Hex], draw: Sign, share: float) -> None:
    """Signs in patches over hexes of open country, the land between them bare."""
    for one in hexes:
        for y, x, scale in _spots(plan, one, share):
            if chance_of(y, x).random() < sway(x / _PATCH, y / _PATCH, plan.size) / plan.size * 30:
                draw(ink, (x, y), scale * plan.size * 0.085, plan.palette)


def strew(
    ink: Ink, plan: Plan, hexes: Iterable[Hex], within: shapely.Geometry, draw: Sign, share: float
) -> None:
    """Signs over a share of the places in hexes of one ground, within its shape, those in front over those
    behind; none under the hexes' numbers."""
    inner = within.buffer(-plan.size * _RIM)
    spots = sorted(spot for one in hexes for spot in _spots(plan, one, share))
    inside = shapely.contains_xy(inner, [x for _, x, _ in spots], [y for y, _, _ in spots])
    for (y, x, scale), holds in zip(spots, inside, strict=True):
        if holds:
            draw(ink, (x, y), scale * plan.size * 0.085, plan.palette)


def _spots(plan: Plan, one: Hex, share: float) -> Iterator[tuple[float, float, float]]:
    """Down, right and scale of each sign of a hex."""
    x, y = plan.centre(one)
    chance = chance_of(x, y)
    for row in range(-4, 5):
        for column in range(-5, 6):
            right = (column + (row % 2) * 0.5) * _SPACE + chance.uniform(-0.03, 0.03)
            down = row * _SPACE + chance.uniform(-0.03, 0.03)
            scale, kept = chance.uniform(0.8, 1.2), chance.random() < share
            if kept and not (abs(right) < 0.18 and down < -0.36) and abs(right) * 0.58 + abs(down) < 0.6:
                yield y + down * plan.size, x + right * plan.size, scale


def draw_tree(ink: Ink, at: Point, size: float, palette: Palette) -> None:
    """The crown of a tree, lit from the north-west, with its shadow."""
    (x, y), crown = at, size * _CROWN
    ink.disc((x + crown * 0.45, y + crown * 0.5), crown, palette["growth.shadow"])
    ink.disc((x, y), crown, palette["growth.crown"])
    ink.disc((x - crown * 0.22, y - crown * 0.26), crown * 0.58, palette["growth.light"])


def draw_reed(ink: Ink, at: Point, size: float, palette: Palette) -> None:
    """A tuft of reeds over a line of water."""
    (x, y), wide = at, size * 1.05
    ink.line([(x - wide, y), (x + wide, y)], palette["growth.pool"], 0.2)
    ink.line(
        [(x - wide * 0.4, y + size * 0.42), (x + wide * 0.7, y + size * 0.42)], palette["growth.pool"], 0.16
    )
    if chance_of(x, y).random() < 0.45:
        for lean in (-0.5, 0.0, 0.5):
            ink.line(
                [(x, y), (x + lean * size, y - size * (0.75 if lean else 1.0))], palette["growth.reed"], 0.18
            )


def draw_scrub(ink: Ink, at: Point, size: float, palette: Palette) -> None:
    """A bush here, a tuft of grass there."""
    x, y = at
    if chance_of(x, y).random() < 0.5:
        ink.disc((x, y), size * 0.32, palette["growth.crown"])
        return
    for lean in (-0.35, 0.0, 0.35):
        ink.line([(x, y), (x + lean * size, y - size * 0.55)], palette["growth.reed"], 0.16)


def draw_grass(ink: Ink, at: Point, size: float, palette: Palette) -> None:
    """A tuft of dry grass, bent by the wind."""
    x, y = at
    for lean, tall in ((-0.5, 0.5), (-0.1, 0.8), (0.35, 0.7), (0.7, 0.4)):
        blade = [(x + lean * size * 0.3, y), (x + lean * size * 0.6, y - tall * size * 0.7)]
        ink.line([*blade, (x + (lean + 0.2) * size, y - tall * size)], palette["growth.straw"], 0.16)


def draw_rubble(ink: Ink, at: Point, size: float, palette: Palette) -> None:
    """A piece of a fallen wall, lit from the north-west."""
    (x, y), chance = at, chance_of(*at)
    start, corners = chance.uniform(0, math.tau), chance.choice((4, 4, 5))
    reaches = [size * chance.uniform(0.35, 0.75) for _ in range(corners)]
    ways = [start + math.tau * number / corners for number in range(corners)]
    piece = [
        (x + reach * math.cos(way), y + reach * math.sin(way))
        for reach, way in zip(reaches, ways, strict=True)
    ]
    ink.polygon([(u + size * 0.2, v + size * 0.2) for u, v in piece], palette["built.wall"])
    ink.polygon(piece, palette[chance.choice(("built.ruin", "built.slate", "built.roof", "built.court"))])


def draw_drift(ink: Ink, at: Point, size: float, palette: Palette) -> None:
    """A drift of snow with its shadow; here and there a blade of grass stands out of it."""
    (x, y), wide = at, size * 1.5
    crest = [(x - wide, y), (x - wide * 0.4, y - size * 0.3), (x + wide * 0.3, y - size * 0.2), (x + wide, y)]
    ink.line([(u, v + 0.22) for u, v in crest], palette["growth.drift"], 0.22)
    ink.line(crest, palette["growth.snow"], 0.26)
    if chance_of(x, y).random() < 0.3:
        draw_grass(ink, (x + wide * 0.4, y), size * 0.8, palette)


OPEN_COUNTRY: Mapping[str, tuple[Sign, float]] = {"grass": (draw_grass, 0.09), "snow": (draw_drift, 0.14)}
"""What may be strewn over open country, and on how much of its places."""
