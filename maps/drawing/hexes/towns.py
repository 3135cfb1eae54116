"""Towns on a board of hexes: their houses by size."""

from __future__ import annotations

import math

from maps.drawing.hexes.curve import chance_of, grown
from maps.drawing.hexes.plan import Plan
from maps.drawing.ink import Colour, Ink
from maps.grids.hexes import Point

SIZES = ("village", "station", "town", "city")
"""The words for a settlement that are drawn, the smallest first."""
_BUILT: Colour = (222, 190, 170)
_RIM: Colour = (150, 104, 84)
_HOUSE: Colour = (126, 44, 38)
_DARK: Colour = (52, 40, 34)
_WHITE: Colour = (255, 252, 244)


def size_of(plan: Plan, one: str) -> str:
    """The size of the settlement in a hex, empty if there is none."""
    word = plan.sheet.board.spaces[one].facts.get(plan.style.get("town", "settlement"), "")
    return str(word) if word in SIZES else ""


def draw_towns(ink: Ink, plan: Plan) -> None:
    """The built-up ground of cities, over which their roads run."""
    for one, space in plan.spaces():
        if size_of(plan, space.id) == "city":
            draw_built(ink, plan.centre(one), plan.size)


def draw_houses(ink: Ink, plan: Plan) -> None:
    """Houses over the roads: a ring for a village, a house at rails, blocks for a town, more for a city."""
    for one, space in plan.spaces():
        word = size_of(plan, space.id)
        if word:
            draw_settlement(ink, plan.centre(one), plan.size, word)


def draw_built(ink: Ink, at: Point, size: float) -> None:
    """The ground of a city."""
    ring = []
    chance = chance_of(*at, 1.0)
    for step in range(12):
        reach = size * chance.uniform(0.34, 0.41)
        angle = step * math.pi / 6
        ring.append((at[0] + math.cos(angle) * reach, at[1] + math.sin(angle) * reach * 0.92))
    outline = grown(ring, 0.08, closed=True)
    ink.polygon(outline, _BUILT)
    ink.line([*outline, outline[0]], _RIM, size * 0.016)


def draw_settlement(ink: Ink, at: Point, size: float, word: str) -> None:
    """The houses of one settlement."""
    if word == "village":
        ink.disc(at, size * 0.062, _WHITE, _DARK, size * 0.026)
        return
    if word == "station":
        _draw_station(ink, at, size)
        return
    if word == "town":
        blocks = [(across, down) for across in (-0.052, 0.052) for down in (-0.048, 0.048)]
    else:
        blocks = [(0.1 * column, 0.092 * row) for row in range(-3, 4) for column in range(-3, 4)]
    chance = chance_of(*at, 2.0)
    for across, down in blocks:
        wide, high = (size * chance.uniform(0.048, 0.076) for _ in range(2))
        sway = 0.0 if word == "town" else 0.016
        x = at[0] + (across + chance.uniform(-sway, sway)) * size
        y = at[1] + (down + chance.uniform(-sway, sway)) * size
        if word == "town" or (math.hypot(across, down) < 0.3 and chance.random() < 0.8):
            ink.box((x - wide / 2, y - high / 2), (wide, high), _HOUSE, _DARK, size * 0.009)


def _draw_station(ink: Ink, at: Point, size: float) -> None:
    """A house, and its rails before it."""
    (x, y), long = at, size * 0.2
    rails = [(x - long, y + size * 0.075), (x + long, y + size * 0.075)]
    ink.line(rails, _DARK, size * 0.05)
    ink.dashes(rails, _WHITE, size * 0.026, size * 0.05, size * 0.05)
    wide, high = size * 0.17, size * 0.085
    ink.box((x - wide / 2, y - high * 0.6), (wide, high), _HOUSE, _DARK, size * 0.009)
    roof = [(x - wide * 0.6, y - high * 0.6), (x, y - high * 1.35), (x + wide * 0.6, y - high * 0.6)]
    ink.polygon(roof, _DARK)
