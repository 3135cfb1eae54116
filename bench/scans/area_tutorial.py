"""The scan and seeds of a picture in docs/scans.md: python -m bench.scans.area_tutorial DIR."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from maps.scan.areas.seeds import OUTSIDE

from .areas import Print, areas
from .simulator import Damage, scanned


def write(folder: Path) -> None:
    """`scan.png` and `seeds.csv`, with a point outside: without it an area leaks into the frame."""
    board = areas(26, (900, 660), Print(line=4.5, symbols=False, enclaves=0), seed=5)
    damage = Damage(degrees=0.4, light=(0.12, 0.08), noise=5, quality=60, seed=3)
    scan = scanned(board.image, board.seeds, damage)
    scan.image.save(folder / "scan.png")
    with (folder / "seeds.csv").open("w", encoding="utf-8", newline="\n") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["name", "x", "y"])
        table.writerows([name, round(x, 1), round(y, 1)] for name, (x, y) in scan.centres.items())
        table.writerow([OUTSIDE, 5, 5])


if __name__ == "__main__":
    write(Path(sys.argv[1]))
