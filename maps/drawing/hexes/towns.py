"""Towns on a board of hexes: their houses by size, as a plan from above."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from maps.drawing.curve import chance_of, grown
from maps.drawing.hexes.plan import Plan
from maps.drawing.ink import Ink
from maps.grids.hexes import Hex, Point
from maps.reading.palette import Palette

SIZES = ("village", "station", "town", "city")
"""The words for a settlement that are drawn, the smallest first."""
_REACH = {"town": 0.25, "city": 0.43}
"""How far built-up ground reaches, in hexes."""
_GARDENS = {"village": (0.06, 0.28), "town": (0.18, 0.36)}
"""From where to where gardens reach on both sides of the street, in hexes."""
_PLOT, _PLOTS = 0.028, 5
"""Half the width of a garden, in hexes, and how many there are from the middle to either end."""
Block = tuple[float, float, float, float]  # right, down, half the width and height, in hexes


def size_of(plan: Plan, one: str) -> str:
    """The size of the settlement in a hex, empty if there is none."""
    word = plan.sheet.board.spaces[one].facts.get(plan.style.get("town", "settlement"), "")
    return str(word) if word in SIZES else ""


def draw_towns(ink: Ink, plan: Plan) -> None:
    """The built-up ground of towns and cities, over which their roads run."""
    streets = _streets(plan)
    for one, space in plan.spaces():
        word = size_of(plan, space.id)
        if word in _GARDENS:
            _draw_gardens(ink, plan, plan.centre(one), word, streets.get(one))
        if word in _REACH:
            draw_built(ink, plan.centre(one), plan.size, plan.palette, word)


def _draw_gardens(ink: Ink, plan: Plan, at: Point, word: str, street: float | None) -> None:
    """Gardens behind the houses of a village or around a town, plot by plot, some with fruit trees."""
    chance = chance_of(*at, 3.0)
    turn, (first, last) = _turned(at, street), _GARDENS[word]
    for number in range(-_PLOTS, _PLOTS + 1):
        for side in (-1, 1):
            long = chance.uniform(0.6, 1.0) * (last - first) * (1 - 0.5 * abs(number) / _PLOTS)
            middle = side * (first + long / 2)
            plot = _house(at, plan.size, (number * _PLOT * 2, middle, _PLOT, long / 2), turn)
            tone = plan.palette[chance.choice(("built.garden", "growth.winter", "growth.fallow"))]
            if chance.random() < 0.85:
                ink.polygon(plot, tone)
                ink.line([*plot, plot[0]], plan.palette["growth.furrow"], 0.12)
                if chance.random() < 0.4:
                    spot = ((plot[2][0] + plot[3][0]) / 2, (plot[2][1] + plot[3][1]) / 2)
                    ink.disc(spot, plan.size * 0.017, plan.palette["growth.crown"])


def draw_houses(ink: Ink, plan: Plan) -> None:
    """Houses over the roads: a few for a village, a house at rails, blocks for a town, more for a city."""
    streets = _streets(plan)
    for one, space in plan.spaces():
        word = size_of(plan, space.id)
        if word:
            draw_settlement(ink, plan.centre(one), plan.size, word, plan.palette, streets.get(one))


def _streets(plan: Plan) -> dict[Hex, float]:
    """At which angle a road or a railway leaves each hex that has one, in radians."""
    found: dict[Hex, float] = {}
    words = (*plan.features("rail"), *plan.features("road"))
    for side in (side for word in words for side in plan.sides.get(word, [])):
        (x, y), (u, v) = (plan.centre(one) for one in side)
        found |= dict.fromkeys(side, math.atan2(v - y, u - x))
    return found


def draw_built(ink: Ink, at: Point, size: float, palette: Palette, word: str = "city") -> None:
    """The ground of a town or a city."""
    ring = []
    chance = chance_of(*at, 1.0)
    for step in range(14):
        reach = size * _REACH[word] * chance.uniform(0.84, 1.0)
        angle = step * math.pi / 7
        ring.append((at[0] + math.cos(angle) * reach, at[1] + math.sin(angle) * reach * 0.94))
    outline = grown(ring, 0.08, closed=True)
    ink.polygon(outline, palette["built.ground"])
    ink.line([*outline, outline[0]], palette["built.rim"], size * 0.013)


def draw_settlement(
    ink: Ink, at: Point, size: float, word: str, palette: Palette, street: float | None = None
) -> None:
    """The houses of one settlement along its street, an angle in radians, each with its shadow."""
    if word == "station":
        _draw_station(ink, at, size, palette)
        return
    chance = chance_of(*at, 2.0)
    turn = _turned(at, street)
    blocks = list(_BLOCKS[word](chance))
    for colour, shift in (("built.shadow", 0.013), ("built.house", 0.0)):
        for right, down, half, tall in blocks:
            ink.polygon(_house(at, size, (right + shift, down + shift, half, tall), turn), palette[colour])


def _turned(at: Point, street: float | None) -> float:
    """The angle of the main street of a settlement; one without a road has one of its own."""
    return chance_of(*at, 2.0).uniform(-0.35, 0.35) if street is None else street


def _house(at: Point, size: float, block: Block, turn: float) -> list[Point]:
    """The corners of a block, turned about the middle of its town."""
    right, down, half, tall = block
    sine, cosine = math.sin(turn), math.cos(turn)
    corners = [(right + a * half, down + b * tall) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return [
        (at[0] + (x * cosine - y * sine) * size, at[1] + (x * sine + y * cosine) * size) for x, y in corners
    ]


def _village(chance: random.Random) -> Iterator[Block]:
    """Houses on both sides of a street."""
    for place in (-0.26, -0.17, -0.08, 0.01, 0.1, 0.19, 0.27):
        for side in (-1, 1):
            if chance.random() < 0.9:
                along, across = place + chance.uniform(-0.012, 0.012), 0.078 + chance.uniform(0, 0.02)
                yield along, side * across, chance.uniform(0.03, 0.04), chance.uniform(0.025, 0.033)


def _town(chance: random.Random) -> Iterator[Block]:
    """Blocks along a few streets, closer together in the middle."""
    for row in range(-2, 3):
        for column in range(-2, 3):
            right, down = column * 0.088, row * 0.08
            if math.hypot(right, down) < 0.2 and chance.random() < 0.93:
                half, tall = chance.uniform(0.026, 0.036), chance.uniform(0.022, 0.031)
                yield right, down, half, tall


def _city(chance: random.Random) -> Iterator[Block]:
    """Close blocks, with here and there a square."""
    for row in range(-4, 5):
        for column in range(-4, 5):
            right, down = column * 0.09, row * 0.086
            if math.hypot(right, down) < 0.37 and chance.random() < 0.9:
                yield right, down, chance.uniform(0.031, 0.039), chance.uniform(0.028, 0.036)


_BLOCKS = {"village": _village, "town": _town, "city": _city}


def _draw_station(ink: Ink, at: Point, size: float, palette: Palette) -> None:
    """A house, and its rails before it."""
    (x, y), long = at, size * 0.2
    dark, pale = palette["built.shadow"], palette["built.street"]
    rails = [(x - long, y + size * 0.075), (x + long, y + size * 0.075)]
    ink.line(rails, dark, size * 0.05)
    ink.dashes(rails, pale, size * 0.026, size * 0.05, size * 0.05)
    wide, high = size * 0.17, size * 0.085
    ink.box((x - wide / 2, y - high * 0.6), (wide, high), palette["built.house"], dark, size * 0.009)
    roof = [(x - wide * 0.6, y - high * 0.6), (x, y - high * 1.35), (x + wide * 0.6, y - high * 0.6)]
    ink.polygon(roof, dark)
