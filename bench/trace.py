"""Areas: how exactly they are traced on random scans, and what 155 of them on 6.6 megapixels cost.

The cost is told in units of the time that Pillow needs to decode the same PNG.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context

from PIL import Image

from maps.scan.areas.seeds import Seed
from maps.scan.areas.trace import trace
from scans.scan_faults import ScanError

from .measure import Part, Row, median, spent
from .scans.areas import Areas, Print, areas
from .scans.areascore import Score, answers, scored
from .scans.areasheets import AreaSheet, random_area_sheet, random_board_scan

AREAS, SIZE = 155, (2970, 2222)
NOTES = ("From the picture in memory to outlines, contacts and doubts; processor time of one process.",)


def board() -> Areas:
    """The board that is traced: always the same."""
    return areas(AREAS, SIZE, Print(line=4, gaps=6, rivers=4), 7)


def measured(printed: Areas, times: int = 3) -> Part:
    """The trace beside the decoding of the same picture."""
    kept = io.BytesIO()
    printed.image.save(kept, "PNG")
    seeds = [Seed(name, x, y) for name, (x, y) in printed.seeds.items()]
    decoded = median(spent(partial(_decode, kept.getvalue())).cpu for _ in range(times))
    traced = median(spent(partial(trace, printed.image, seeds)).cpu for _ in range(times))
    rows = [
        Row("Pillow decodes the PNG", decoded),
        Row("map trace", traced),
        Row("ratio in processor time", traced / decoded, "decodes"),
    ]
    megapixels = printed.image.width * printed.image.height / 1_000_000
    return Part(
        f"{len(seeds)} areas traced from {megapixels:.1f} megapixels, medians of {times}", rows, NOTES
    )


def _decode(data: bytes) -> None:
    with Image.open(io.BytesIO(data)) as image:
        image.load()


# -- random scans ---------------------------------------------------------------------------------

ROUNDS = 2
SHEET_NOTES = (
    "Said to each: a click into each area, and the field where areas fill a rectangle of the scan.",
    "A pixel that the printed line covers may belong to any area it parts; strictly, to that of its side.",
    "Adjacency is exact if no contact is missing or too many; pairs near the limit of a corner do not count.",
    "Told: the doubts, ten at most, name an area of each wrong pair, and of most of the wrong pixels.",
    "Answered: a seed where wrong ground is at a doubt, contact or corner by the truth; twice.",
)


@dataclass(frozen=True, slots=True)
class Trial:
    """One random scan: how good its trace is (None without one), and after the answers; processor time."""

    number: int
    kind: str
    score: Score | None
    answered: Score | None
    cpu: float

    @property
    def good(self) -> bool:
        """Right at once."""
        return bool(self.score and self.score.good)

    @property
    def good_in_the_end(self) -> bool:
        """Right after the user's answers."""
        return self.good or bool(self.answered and self.answered.good)

    @property
    def silent(self) -> bool:
        """Wrong in the end, and no doubt named it."""
        return bool(self.score and not self.score.told and not self.good_in_the_end)


def trial(sheet: AreaSheet) -> Trial:
    """One scan traced as its user would."""
    began = time.process_time()
    try:
        found = trace(sheet.image, sheet.seeds, sheet.wish)
    except ScanError:
        return Trial(sheet.number, sheet.kind, None, None, time.process_time() - began)
    cpu = time.process_time() - began
    score = answered = scored(sheet, found)
    for _ in range(0 if score.good else ROUNDS):
        seeds, said = answers(sheet, found)
        decided = {**sheet.wish.decided, **said}
        sheet = replace(sheet, seeds=[*sheet.seeds, *seeds], wish=replace(sheet.wish, decided=decided))
        try:
            found = trace(sheet.image, sheet.seeds, sheet.wish)
        except ScanError:
            return Trial(sheet.number, sheet.kind, score, None, cpu)
        answered = scored(sheet, found)
    return Trial(sheet.number, sheet.kind, score, answered, cpu)


def trials(numbers: Sequence[int], made: Callable[[int], AreaSheet] = random_area_sheet) -> Iterator[Trial]:
    """Random scans made and traced, on all cores there are."""
    # A worker is begun anew: what this process holds in memory, or has running in threads, is not copied.
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as workers:
        yield from workers.map(partial(numbered, made=made), numbers)


def numbered(number: int, made: Callable[[int], AreaSheet] = random_area_sheet) -> Trial:
    """The sheet with this number, traced."""
    return trial(made(number))


def of_our_board(count: int) -> Part:
    """So many scans of the board of Race for Berlin at 150 to 300 dots per inch."""
    made = list(trials(range(1, count + 1), random_board_scan))
    return exactness(made, "scans of the board of Race for Berlin, at 150 to 300 dots per inch,")


def exactness(made: Sequence[Trial], what: str = "random scans of areas") -> Part:
    """How many random scans are traced with 99.5 % of pixels and all contacts right; the others flagged."""
    scores = [one.score for one in made if one.score]
    share = 100 / len(made)
    rows = [
        Row("scans right at once", share * sum(one.good for one in made), "%"),
        Row("scans right after the user's answers", share * sum(one.good_in_the_end for one in made), "%"),
        Row("scans wrong and untold", share * sum(one.silent for one in made), "%"),
        Row("outlines that are not a valid coverage", sum(not s.covers for s in scores), "scans", 0),
        Row("pixels in the right area, the median scan", median((s.right for s in scores), 100), "%"),
        Row("processor time of a trace, median", median(one.cpu for one in made)),
    ]
    bad = ", ".join(f"{one.number} ({one.kind})" for one in made if not one.good_in_the_end)
    return Part(f"{len(made)} {what} traced", rows, [*SHEET_NOTES, f"Wrong: {bad or 'none'}."])
