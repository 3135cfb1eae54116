"""Do the grounds of a board look different to eyes that see colours otherwise?

Deuteranopia and protanopia are simulated as Machado, Oliveira and Fernandes do it ("A Physiologically-based
Model for Simulation of Color Vision Deficiency", 2009). Differences are those of CIE L*a*b*.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path

import numpy
from numpy.typing import NDArray

from maps.drawing.hexes.landscape import tint
from maps.drawing.hexes.plan import Plan
from maps.drawing.sheet import lay_out
from maps.reading.look import Colour

EYES: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "full colour": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}
"""What red, green and blue (linear) become, by how somebody sees."""
APART = 8.0
"""Grounds that differ less cannot be told apart beside each other."""
_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)


def colours_amiss(game: str | Path) -> list[str]:
    """Every two grounds of a drawn board of hexes that some eyes cannot tell apart, in words; MapError if the
    board cannot be drawn."""
    sheet = lay_out(game)
    if sheet.board.grid is None or sheet.art:
        return []
    plan = Plan(sheet, sheet.board.grid)
    grounds = {word: tint(plan, word)[:3] for word in sorted(set(plan.grounds.values()) - {""})}
    return [
        f"{one} and {other} look alike with {eyes}: their colours differ by {differ:.1f}, less than {APART:g}"
        for one, other, eyes, differ in alike(grounds)
    ]


def alike(grounds: Mapping[str, Colour]) -> Iterator[tuple[str, str, str, float]]:
    """Pairs of grounds that some eyes cannot tell apart: both words, whose eyes, and how much they differ."""
    for eyes, matrix in EYES.items():
        for (one, a), (other, b) in combinations(sorted(grounds.items()), 2):
            differ = math.dist(_lab(a, matrix), _lab(b, matrix))
            if a != b and differ < APART:
                yield one, other, eyes, differ


def _lab(colour: Colour, eyes: tuple[tuple[float, float, float], ...]) -> tuple[float, float, float]:
    """A colour as these eyes see it, in L*a*b*."""
    parts = numpy.array(colour[:3]) / 255
    linear = numpy.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    seen: NDArray[numpy.float64] = numpy.clip(numpy.array(eyes) @ linear, 0, 1)
    x, y, z = (_curve(float(value)) for value in numpy.array(_TO_XYZ) @ seen / numpy.array(_WHITE))
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def _curve(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
