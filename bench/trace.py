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

from maps.scan.trace import trace
from maps.scan.trace_decided import Decision
from maps.scan.trace_seeds import Seed
from maps.scan.trace_told import Traced
from scans.faults import ScanError

from .measure import Part, Row, median, spent
from .scans.areas import Areas, Print, areas
from .scans.areascore import Pair, Score, answers, given_back, only_about_slivers, scored
from .scans.areasheets import AreaSheet, random_area_sheet, random_board_scan

AREAS, SIZE = 155, (2970, 2222)
DECODES = 10
NOTES = ("From the picture in memory to outlines, contacts and gaps; processor time of one process.",)


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
        Row("ratio in processor time", traced / decoded, "decodes", DECODES),
    ]
    megapixels = printed.image.width * printed.image.height / 1_000_000
    return Part(
        f"{len(seeds)} areas traced from {megapixels:.1f} megapixels, medians of {times}", rows, NOTES
    )


def _decode(data: bytes) -> None:
    with Image.open(io.BytesIO(data)) as image:
        image.load()


# -- random scans ---------------------------------------------------------------------------------

SHEET_NOTES = (
    "Said to each: a click into each area; the field where areas fill a rectangle of the scan; the colour of",
    "borders, picked from the scan, where it stands out and seeds alone left something to mend. A pixel that",
    "the printed line covers may belong to any area it parts; strictly, borders are the middles of lines.",
    "Adjacency is exact if no contact is missing or too many; pairs near the limit of a corner do not count.",
    "Told: problems (nothing is written then), the false pairs listed as borderline, the place as bridged,",
    "or a place without a seed as joined to a neighbour, where all false pairs are about it.",
    "Slivers: what a line covers, or cuts off from the ground of any seed; nobody can say whose they are.",
    "Answered: the user first clicks into each place told as joined that belongs to another area, then says",
    "of each pair told, by the truth, what it is, and of those about which he is asked because of that.",
)


@dataclass(frozen=True, slots=True)
class Trial:
    """One random scan: its number and kind, how good the trace is (None without one), its processor time.

    `looks` is how many pairs and places the user is told to look at, `answered` how good the trace is when he
    has said of each of them whether it is a contact, or whose it is, and has named what has no seed: only
    where it is wrong without that. `slivers` is whether what is wrong is only about slivers that
    lines cut off from the ground of any seed, or cover.
    """

    number: int
    kind: str
    score: Score | None
    cpu: float
    looks: int = 0
    answered: Score | None = None
    slivers: bool = False

    @property
    def good(self) -> bool:
        """Traced within the bounds, with nothing left to mend."""
        return bool(self.score and self.score.good)

    @property
    def good_in_the_end(self) -> bool:
        """Traced within the bounds, if need be after the user's answers."""
        return self.good or bool(self.answered and self.answered.good)

    @property
    def silent(self) -> bool:
        """Wrong, not a word about it, and not right either when the user has answered what else is asked."""
        return bool(self.score and not self.score.told and not self.good_in_the_end)


def trial(sheet: AreaSheet) -> Trial:
    """One scan traced as its user would."""
    began = time.process_time()
    found = as_its_user(sheet)
    cpu = time.process_time() - began
    if not found:
        return Trial(sheet.number, sheet.kind, None, cpu)
    score = scored(sheet, found)
    mended = None if score.good else _answered(sheet, found)
    slivers = not score.good and only_about_slivers(sheet, found, score)
    looks = len(found.doubtful) + len(found.joined) + len(found.unparted)
    return Trial(sheet.number, sheet.kind, score, cpu, looks, mended, slivers)


def _answered(sheet: AreaSheet, found: Traced) -> Score | None:
    """How good the trace is that follows what the user says of what it asks; None if it refuses to.

    What he says may raise another question: where two do not touch, two others may. He answers that, too.
    """
    answered = replace(sheet, seeds=[*sheet.seeds, *given_back(sheet, found)])
    again: Traced | None = as_its_user(answered) if len(answered.seeds) > len(sheet.seeds) else found
    said: dict[Pair, Decision] = {}
    while again and (fresh := {one.names: one for one in answers(sheet, again)}.items() - said.items()):
        said |= dict(fresh)
        again = as_its_user(replace(answered, wish=replace(sheet.wish, decided=list(said.values()))))
    return scored(sheet, again) if again and not again.refused else None


def as_its_user(sheet: AreaSheet) -> Traced | None:
    """What a user gets: with seeds alone, or with the colours of the borders if that leaves less to mend."""
    found = _traced(sheet)
    if sheet.colours and (found is None or found.problems):
        other = _traced(replace(sheet, wish=replace(sheet.wish, inks=sheet.colours)))
        if found is None or (other and len(other.problems) < len(found.problems)):
            return other
    return found


def _traced(sheet: AreaSheet) -> Traced | None:
    try:
        return trace(sheet.image, sheet.seeds, sheet.wish)
    except ScanError:
        return None


def trials(numbers: Sequence[int], made: Callable[[int], AreaSheet] = random_area_sheet) -> Iterator[Trial]:
    """Random scans made and traced, on all cores there are."""
    # A worker is begun anew: what this process holds in memory, or has running in threads, is not copied.
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as workers:
        yield from workers.map(partial(numbered, made=made), numbers)


def numbered(number: int, made: Callable[[int], AreaSheet] = random_area_sheet) -> Trial:
    """The sheet with this number, traced."""
    return trial(made(number))


RIGHT = (
    5, 8, 12, 13, 19, 20, 26, 28, 61, 63, 67, 70, 97, 98, 99, 101, 102, 115, 116, 128, 143, 144, 146,
    158, 159, 163, 176, 185, 187, 240, 254, 264, 271, 296, 389, 763, 1013,
)  # fmt: skip
"""Random scans that each went wrong once, and are right at once since."""
ANSWERED = (3, 37, 62, 124, 132, 162, 165, 208, 209, 219, 303, 408, 417, 516, 574, 595, 940)
"""Those that come right when the user has answered what he is asked."""
TOLD = (82, 408)
"""Those where something is left to mend, and told."""
BOARD_RIGHT = (13, 5, 48, 75, 110, 191, 206)
"""Scans of the board of Race for Berlin that each went wrong once, and are right at once since."""
BOARD_ANSWERED = (3,)
"""Those that come right when the user has answered."""
BOARD_TOLD = (166, 224)
"""Those where a heading or the edge cuts an area up, which is told."""
FEW = 25
"""So many questions are asked about none of these."""


def mended() -> Part:
    """The scans that once went wrong and were mended: none goes wrong again. The tests take a few of them."""
    answered = [*trials(ANSWERED), *trials(BOARD_ANSWERED, random_board_scan)]
    told = [*trials(TOLD), *trials(BOARD_TOLD, random_board_scan)]
    return wrong_again(list(trials(RIGHT)), answered, list(trials(BOARD_RIGHT, random_board_scan)), told)


def wrong_again(
    right: Sequence[Trial], answered: Sequence[Trial], board: Sequence[Trial], told: Sequence[Trial] = ()
) -> Part:
    """How many go wrong again of those that came out right at once, by the user's answers, of our board, or
    with what is wrong told."""
    found = {
        "right at once": [one for one in right if not one.good],
        "right when the user has answered": [one for one in answered if not one.good_in_the_end],
        "of our board right at once, few questions asked": [
            one for one in board if not one.good or one.looks >= FEW
        ],
        "told where something is left to mend": [one for one in told if one.silent],
    }
    rows = [Row(f"{what}, and wrong again", len(wrong), "scans", 0) for what, wrong in found.items()]
    notes = [f"Wrong: {one.number} ({one.kind})." for wrong in found.values() for one in wrong]
    return Part(f"{len(right) + len(answered) + len(board) + len(told)} scans that were mended", rows, notes)


def of_our_board(count: int) -> Part:
    """So many scans of the board of Race for Berlin at 150 to 300 dots per inch."""
    made = list(trials(range(1, count + 1), random_board_scan))
    return exactness(made, "scans of the board of Race for Berlin, at 150 to 300 dots per inch,")


def exactness(made: Sequence[Trial], what: str = "random scans of areas") -> Part:
    """How many random scans are traced with 99.5 % of pixels and all contacts right; the others flagged."""
    scores = [one.score for one in made if one.score]
    bad = [one for one in made if not one.good]
    silent = [one for one in made if one.silent]
    share = 100 / len(made)
    rows = [
        Row("scans traced within the bounds", share * (len(made) - len(bad)), "%"),
        Row("scans with 99.5 % of pixels in the right area", share * sum(s.pixels for s in scores), "%"),
        Row("  strictly, the pixels of lines, too", share * sum(s.strict >= 0.995 for s in scores), "%"),
        Row("scans with exact adjacency", share * sum(s.adjacency for s in scores), "%"),
        Row(
            "after the user's answers: scans traced within the bounds",
            share * sum(one.good_in_the_end for one in made),
            "%",
        ),
        Row("  pairs and places to look at, median", median((one.looks for one in made if one.score), 1), ""),
        Row("scans wrong but told", len(bad) - len(silent), "scans"),
        Row("scans wrong and untold", len(silent), "scans", 0),
        Row("  of these, wrong only about slivers", sum(one.slivers for one in silent), "scans"),
        Row("outlines that are no valid coverage", sum(not s.covers for s in scores), "scans", 0),
        Row("pixels in the right area, the median scan", median((s.right for s in scores), 100), "%"),
        Row("  strictly, the pixels of lines, too", median((s.strict for s in scores), 100), "%"),
        Row("processor time of a trace, median", median(one.cpu for one in made)),
    ]
    notes = [f"Wrong: {', '.join(f'{one.number} ({one.kind})' for one in bad)}."] if bad else []
    return Part(f"{len(made)} {what} traced", rows, [*SHEET_NOTES, *notes])
