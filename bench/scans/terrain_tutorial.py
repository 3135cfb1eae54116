"""The hexes of docs/scans.md whose terrain is proposed: python -m bench.scans.terrain_tutorial FOLDER."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy

from maps.grids.grid import HexGrid

from ..classify import named
from .country import random_country
from .featured import printed, random_print
from .simulator import Damage, scanned

COLUMNS, ROWS = 18, 13
MAP = f"""game = "mygame"
title = "My game"
[hexes]
columns = {COLUMNS}
rows = {ROWS}
[facts]
terrain = "text"
"""


def make(folder: Path) -> None:
    """A game folder, a photo of its board with coffee on it, centres and samples."""
    rng = numpy.random.default_rng(4)
    country = random_country(HexGrid(COLUMNS, ROWS), rng)
    sheet = printed(country, 58, random_print(rng), rng)
    damage = Damage(
        degrees=2.1,
        light=(0.25, 0.15),
        coffee=(0.1, 0.05, 0.12),
        folds=((0.5, 0.2),),
        noise=4,
        quality=60,
        seed=2,
    )
    scan = scanned(sheet.image, sheet.centres, damage)
    samples = named(country, list(scan.centres), random.Random(4))
    lines = [f"{word},{one}," for word, hexes in samples.items() for one in hexes]
    centres = [f"{one},{x:.2f},{y:.2f}" for one, (x, y) in scan.centres.items()]
    (folder / "mygame" / "map").mkdir(parents=True)
    (folder / "mygame" / "map" / "map.toml").write_text(MAP, encoding="utf-8")
    scan.image.save(folder / "scan.png")
    for name, head, rows in (("hexes", "label,x,y", centres), ("samples", "word,hex,neighbour", lines)):
        (folder / f"{name}.csv").write_text("\n".join([head, *rows, ""]), encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
