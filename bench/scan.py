"""Scans: how exactly hexes are found on random sheets, and what a large sheet costs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy
from PIL import Image

from maps.grids.grid import HexGrid
from maps.scan.hexgrid.fit import fit
from maps.scan.hexgrid.labels import Click
from scans.scan_faults import ScanError

from .measure import Part, Row, median
from .scans.boards import Style, draw_board
from .scans.score import Score, scored
from .scans.sheets import random_sheet
from .scans.simulator import Damage, Scan, scanned

MEGA = 1_000_000
LARGE = (9_300, 6_500)
SHEETS = (
    "Boards of 47 x 41, 60 x 33, 24 x 39 hexes; lines thick, thin and broken, dots at centres or vertices.",
    "Turned by up to 5 degrees, waving by up to 1 % of the scan, JPEG of quality 40 to 91; half of them in",
    "perspective and barrelled, a fifth with cut edges, a quarter with a screen's moire at 150 to 600 dpi,",
    "one in twelve of two sheets that miss each other by up to a third of a hex.",
)
MEASURE = """
import resource, sys
from pathlib import Path
from PIL import Image
from bench.measure import spent
Image.MAX_IMAGE_PIXELS = None
from maps.scan.hexgrid.fit_command import Asked, fitted_scan
decoded = spent(lambda: Image.open(sys.argv[1]).load())
found = []
whole = spent(lambda: found.append(fitted_scan(Asked(Path(sys.argv[1])))))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print(decoded.wall, decoded.cpu, whole.wall, whole.cpu, peak, int(found[0].sure))
"""


@dataclass(frozen=True, slots=True)
class Trial:
    """One random sheet: its number, whether the fit is sure, how good it is (None without one), its time."""

    number: int
    sure: bool
    score: Score | None
    cpu: float

    @property
    def good(self) -> bool:
        """Found within the bounds, with all labels right."""
        return bool(self.score and self.score.good and self.score.labelled)


def trials(numbers: Sequence[int]) -> Iterator[Trial]:
    """Random sheets with three known hexes each, as a user would name them, on all cores there are."""
    # A worker is begun anew: what this process holds in memory, or has running in threads, is not copied.
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as workers:
        yield from workers.map(numbered, numbers)


def numbered(number: int) -> Trial:
    """The sheet with this number, three hexes of it known."""
    sheet = random_sheet(number)
    labels = sorted(sheet.scan.centres)
    picked = [labels[len(labels) // 5], labels[len(labels) // 2], labels[-len(labels) // 5]]
    return trial(number, sheet.scan, [Click(label, *sheet.scan.centres[label]) for label in picked])


def trial(number: int, scan: Scan, clicks: Sequence[Click]) -> Trial:
    """One scan fitted."""
    grey = scan.image.convert("L")
    began = time.process_time()
    try:
        found = fit(grey, clicks, two_sheets=scan.damage.joined is not None)
    except ScanError:
        return Trial(number, False, None, time.process_time() - began)
    return Trial(number, found.sure, scored(scan, found), time.process_time() - began)


def exactness(count: int) -> Part:
    """How many random sheets are found within 1 % of a hex, and 3 % at worst; the others flagged."""
    made = list(trials(range(1, count + 1)))
    scores = [one.score for one in made if one.score]
    bad = [one for one in made if not one.good]
    rows = [
        Row("scans found within the bounds", 100 * (len(made) - len(bad)) / len(made), "%"),
        Row("scans missed", 100 * len(bad) / len(made), "%", 2),
        Row("scans missed with high confidence", sum(one.sure for one in bad), "scans", 0),
        Row("scans found, and unsure all the same", sum(one.good and not one.sure for one in made), "scans"),
        Row("scans with a label wrong, none of them sure", _labels_wrong(made, False), "scans"),
        Row("scans with a label wrong, and sure", _labels_wrong(made, True), "scans", 0),
        Row("root mean square, the median scan", median((s.rms for s in scores), 100), "% of a hex"),
        Row("worst hex, the median scan", median((s.worst for s in scores), 100), "% of a hex"),
        Row("processor time of a fit, median", median(one.cpu for one in made if one.score)),
    ]
    return Part(f"{count} random scans fitted, three hexes of each known", rows, [*SHEETS, *_missed(bad)])


def _labels_wrong(made: Sequence[Trial], sure: bool) -> int:
    return sum(one.sure == sure and not one.score.labelled for one in made if one.score)


def _missed(bad: Sequence[Trial]) -> list[str]:
    numbers = ", ".join(f"{one.number} ({'sure' if one.sure else 'unsure'})" for one in bad)
    return [f"Missed: {numbers}."] if bad else []


def large_sheet(path: Path) -> None:
    """Write a crooked sheet of 60 megapixels."""
    style = Style(line=0.04, terrain=True, numbers=True)
    drawn = draw_board(HexGrid(47, 41), 46, style, numpy.random.default_rng(3))
    scan = scanned(drawn.image, drawn.centres, Damage(degrees=1.4, perspective=(0.02, 0.01), noise=3))
    scan.image.resize(LARGE, Image.Resampling.BICUBIC).save(path, compress_level=4)


def cost(folder: Path) -> Part:
    """A real process that decodes a large PNG, then fits it."""
    path = folder / "large.png"
    large_sheet(path)
    words = [sys.executable, "-c", MEASURE, str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=True, encoding="utf-8")
    decoded, decoded_cpu, whole, whole_cpu, peak, sure = (float(word) for word in done.stdout.split())
    rows = [
        Row("decoding it", 1000 * decoded_cpu),
        Row("fitting it, decoding included", 1000 * whole_cpu),
        Row("ratio in processor time", whole_cpu / decoded_cpu, "times", 5),
        Row("ratio on the clock", whole / decoded, "times"),
        Row("its most memory", peak / MEGA, "MB", 2500),
        Row("unsure of the grid", 1 - sure, "scans", 0),
    ]
    return Part(f"A scan of {LARGE[0] * LARGE[1] / MEGA:.0f} megapixels fitted, a real process", rows)
