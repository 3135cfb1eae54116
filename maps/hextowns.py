"""Towns on a board of hexes: their houses by size."""

from __future__ import annotations

import math

from maps.hexcurve import chance_of, grown
from maps.hexes import Point
from maps.hexplan import Plan
from maps.ink import Colour, Ink

SIZES = ("village", "town", "city")
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
    """Houses over the roads: a ring for a village, blocks for a town, more of them for a city."""
    for one, space in plan.spaces():
        word = size_of(plan, space.id)
        if word:
            draw_settlement(ink, plan.centre(one), plan.size, word)


def draw_built(ink: Ink, at: Point, size: float) -> None:
    """The ground of a city."""
    ring = []
    chance = chance_of(*at, 1.0)
    for step in range(12):
        reach = size * chance.uniform(0.3, 0.38)
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
    rows, reach = (2, 0.085) if word == "town" else (4, 0.11)
    chance = chance_of(*at, 2.0)
    for row in range(rows):
        for column in range(rows):
            across, down = (number - (rows - 1) / 2 for number in (column, row))
            if word == "city" and abs(across) + abs(down) > 2.5:
                continue
            wide, high = (size * chance.uniform(0.05, 0.078) for _ in range(2))
            x = at[0] + across * reach * size * 1.3 - wide / 2
            y = at[1] + down * reach * size * 1.15 - high / 2
            ink.box((x, y), (wide, high), _HOUSE, _DARK, size * 0.009)
