"""The crooked scan of docs/scans.md, made from a board of our own: python -m bench.scans.tutorial F."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path

import numpy

from maps.grids.grid import HexGrid

from .boards import Style, draw_board
from .simulator import Damage, Scan, scanned


@lru_cache(maxsize=1)
def crooked() -> Scan:
    """A photo of a folded sheet, with coffee."""
    style = Style(line=0.04, terrain=True, numbers=True, around=True)
    sheet = draw_board(HexGrid(24, 18), 65.6, style, numpy.random.default_rng(11))
    damage = Damage(
        degrees=3.1,
        perspective=(0.05, -0.03),
        barrel=0.015,
        waves=((0.002, 0.003, 0.8, 0.6, 0.2),),
        folds=((0.5, 0.25),),
        light=(0.2, 0.1),
        coffee=(0.2, -0.15, 0.09),
        noise=4,
        quality=60,
        seed=7,
    )
    return scanned(sheet.image, sheet.centres, damage)


if __name__ == "__main__":
    crooked().image.save(Path(sys.argv[1]), quality=72, dpi=(150, 150), optimize=True)
