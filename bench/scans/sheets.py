"""Random sheets: boards of three sizes, printed in many styles, scanned in many bad ways."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy

from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice

from .boards import Drawn, Style, draw_board
from .simulator import Damage, Scan, scanned

SIZES = ((47, 41), (60, 33), (24, 39))
INKS = ((40, 36, 32), (90, 84, 80), (110, 90, 60), (60, 70, 90))
CLEAN = Damage()


@dataclass(frozen=True)
class Sheet:
    """One random sheet, and everything that is known of it."""

    board: Drawn
    scan: Scan
    style: Style


def random_style(rng: numpy.random.Generator) -> Style:
    """Lines in seven sheets of ten, in the others dots at the centres or at the vertices."""
    kind = rng.choice(["lines", "broken", "centres", "vertices"], p=[0.6, 0.1, 0.15, 0.15])
    lines = kind in ("lines", "broken")
    return Style(
        line=float(rng.uniform(0.025, 0.1)) if lines else 0.0,
        ink=INKS[rng.integers(len(INKS))],
        broken=bool(kind == "broken"),
        dots="" if lines else str(kind),
        terrain=bool(rng.random() < 0.7),
        numbers=bool(rng.random() < 0.6),
        around=bool(rng.random() < 0.5),
        over=bool(rng.random() < 0.3),
        stretch=float(rng.choice([1.0, 1.0, rng.uniform(0.96, 1.05)])),
    )


def random_damage(rng: numpy.random.Generator, seed: int) -> Damage:
    """A scanner's faults, a telephone's, or both."""
    photo = bool(rng.random() < 0.5)
    damage = Damage(
        degrees=float(rng.uniform(-5, 5)),
        scale=float(rng.uniform(0.7, 1.25)),
        waves=tuple(_wave(rng) for _ in range(rng.integers(0, 3))),
        folds=tuple(
            (float(place), float(rng.uniform(0.1, 0.4))) for place in (0.5, -0.5) if rng.random() < 0.5
        ),
        light=(float(rng.uniform(0, 0.3)), float(rng.uniform(0, 0.2))),
        noise=float(rng.uniform(0, 9)),
        screen=float(rng.uniform(10, 35)) if rng.random() < 0.3 else 0.0,
        quality=int(rng.integers(40, 92)),
        seed=seed,
    )
    if rng.random() < 0.3:
        damage = replace(damage, coffee=(float(rng.uniform(-0.4, 0.4)), float(rng.uniform(-0.3, 0.3)), 0.12))
    if rng.random() < 0.2:
        damage = replace(damage, crop=tuple(rng.uniform(0, 0.08, 4).tolist()))
    if rng.random() < 0.15:
        damage = replace(
            damage, seam=(float(rng.uniform(-0.2, 0.2)), *(rng.uniform(-1, 1, 2) * 0.0005).tolist())
        )
    return replace(damage, **_lens(rng)) if photo else damage


def more_damage(rng: numpy.random.Generator, damage: Damage, pitch: float, long: float) -> Damage:
    """Two sheets joined badly, and the moire of printed dots, on top of what else is wrong."""
    if rng.random() < 0.1:
        hex_ = pitch / long
        place, gap, slide = rng.uniform((-0.3, 0.0, -0.33), (0.3, 0.15, 0.33))
        turn = float(rng.uniform(-0.15, 0.15))
        damage = replace(
            damage, seam=None, joined=(float(place), float(gap) * hex_, float(slide) * hex_, turn)
        )
    if rng.random() < 0.25:
        # A screen of 133 or 150 lines an inch, scanned with 150 to 600 dots an inch.
        lines = float(rng.choice([133, 150])) / float(rng.choice([150, 200, 300, 400, 600]))
        raster = (lines, float(rng.choice([15, 45, 75])), float(rng.uniform(10, 40)))
        damage = replace(damage, screen=0.0, raster=raster)
    return damage


def _lens(rng: numpy.random.Generator) -> dict[str, Any]:
    perspective = (float(rng.uniform(-0.12, 0.12)), float(rng.uniform(-0.12, 0.12)))
    return {"perspective": perspective, "barrel": float(rng.uniform(-0.05, 0.05))}


def _wave(rng: numpy.random.Generator) -> tuple[float, float, float, float, float]:
    """Up to one per cent of the sheet in all, over a third of it or more."""
    across, down = rng.uniform(-2, 2, 2)
    by_x, by_y = rng.uniform(-0.005, 0.005, 2)
    return float(by_x), float(by_y), float(across), float(down), float(rng.random())


def random_board(rng: numpy.random.Generator) -> HexGrid:
    """One of the three sizes, with flat or pointed tops, odd or even lines shoved."""
    columns, rows = SIZES[rng.integers(len(SIZES))]
    flat = bool(rng.random() < 0.5)
    return HexGrid(columns, rows, Lattice(flat), shoved=str(rng.choice(["odd", "even"])))


def random_sheet(seed: int, damaged: bool = True) -> Sheet:
    """The sheet with this number: always the same.

    Joins and moire came later: they have a generator of their own, so that all else stayed as it was.
    """
    rng, more = numpy.random.default_rng(seed), numpy.random.default_rng((seed, 1))
    grid, style = random_board(rng), random_style(rng)
    pitch = float(rng.uniform(28, 44))
    drawn = draw_board(grid, pitch, style, rng)
    if not damaged:
        return Sheet(drawn, scanned(drawn.image, drawn.centres, CLEAN), style)
    damage = more_damage(more, random_damage(rng, seed), pitch, max(drawn.image.size))
    return Sheet(drawn, scanned(drawn.image, drawn.centres, damage), style)
