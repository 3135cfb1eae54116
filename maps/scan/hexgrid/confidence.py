"""How sure a fit is: that its lattice is the printed one, its hexes are all there are, and its labels theirs.

Each doubt is told in words, so that whoever looks at the scan knows where to look and what to add.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_cdt

from maps.grids.grid import Axis, HexGrid
from maps.scan.hexgrid.cells import CENTRES, LINES, VERTICES
from maps.scan.hexgrid.clicks import ENOUGH, points_of
from maps.scan.hexgrid.extent import Block, Evidence
from maps.scan.hexgrid.follow import smooth
from maps.scan.hexgrid.labels import Click, Scheme
from maps.scan.hexgrid.warp import plane

if TYPE_CHECKING:
    from maps.scan.hexgrid.search import Measured

SURE = 0.6
"""The least confidence of a fit that may be used without a look at it."""
_MOST = 0.99
_MATCHED = {LINES: (0.3, 0.78), CENTRES: (0.5, 0.9), VERTICES: (0.5, 0.9)}
"""Shares of marks matched on a grid not printed, and on nearly all that are: numbers look like dots."""
AGREED, _TOLD, _SEEN = 0.7, 0.1, 0.15
"""How likely clicks tell the lattice that they miss by less than so many pitches, if a little is matched."""
_FEWEST = 5
"""Lines of hexes, and hexes along them, below which a grid may be seen by chance."""
_MARGIN = 0.075
"""Of a mark: a line of hexes at the rim that is there, or not, is told by about 0.35 of each mark."""
_OFF = 0.1
"""Pitches that print and fit may differ at a hex and its neighbours: half of it does no harm."""
_MISS = 0.25
"""Pitches from its centre up to which a click surely means its hex."""
_CLOSE = 0.9
"""Of the matched hexsides of a direction, so many lie close: fewer where numbers are taken for sides."""
_BETWEEN, _BESIDE = 0.33, 0.65
"""Pitches from the nearest centre from which on a click lies between hexes; in another, or in none."""
_FAR = 6.0
"""Pitches between a hex and the nearest that is seen: its place is guessed."""
_SETTLED = 0.12
"""Of the marks of a line: labels so much better than any others are settled."""
_CUSTOM = 0.75
"""How likely labels are where no hex is clicked: they begin with 0101, and the user is told to look."""
_BY_CUSTOM = 0.5
"""How likely custom tells which lines stand lower, where all clicks fit either: half were on real boards."""
_BEYOND = 0.5
"""Of what a line of the map is worth: as much is seen where a line of hexes goes on beyond the corners."""
_CUT_OFF = 0.8
"""How likely hexes that the picture cuts in half are hexes of the map, or not, as they are taken."""
_LATE = range(2, 7)
"""Numbers with which a map hardly begins: it likely lacks a few lines; one that begins with 25 does not."""


@dataclass(frozen=True)
class Doubt:
    """What is doubtful, in words, and how likely it is right all the same, 0 to 1.

    `ends` is -1 or 1 where hexes at the beginnings of every second line, or at their ends, are in doubt, and
    `counted` says how they are taken.
    """

    words: str
    likely: float
    ends: int = 0
    counted: bool = False


def likely(seen: Measured, block: Block, clicks: Sequence[Click] = ()) -> float:
    """How likely the lattice is the printed one, by the share of its marks that are matched, 0 to 1.

    Where little more is matched than by chance, more clicks than settle a lattice tell it if all agree.
    """
    use = seen.evidence.marked(seen.evidence.mask(block)) & seen.evidence.valid
    share = float(seen.matched[use].mean()) if use.any() else 0.0
    chance, surely = _MATCHED[seen.candidate.reading.kind]
    large = min(block.lines, block.longest) / _FEWEST
    printed = round(_MOST * max(0.0, min(1.0, (share - chance) / (surely - chance), large)), 3)
    agree = len(clicks) > ENOUGH and printed > _SEEN and _misses(seen, block, clicks).max() < _TOLD
    return max(printed, AGREED if agree else 0.0)


def _misses(seen: Measured, block: Block, clicks: Sequence[Click]) -> NDArray[Any]:
    """How far each click lies from the nearest centre of a block's hexes, in pitches."""
    hexes = numpy.array(block.hexes, dtype=float)
    points = seen.warp.places(points_of(clicks))
    return numpy.array([numpy.hypot(*plane(hexes - one).T).min() for one in points])


def doubts_of(seen: Measured, block: Block, told: str, clicks: Sequence[Click]) -> tuple[Doubt, ...]:
    """What is doubtful about a block of hexes and their places; it was told by "corners" or "size"."""
    rim = {"corners": _smaller, "size": _sized}.get(told, _rim)
    found = (
        rim(seen, block),
        _off(seen, block),
        _beside(seen, block),
        _unseen(seen, block),
        _missed(seen, block if told else seen.evidence.found, clicks),
        None if clicks else _begins(seen, block),
    )
    return tuple(one for one in found if one)


def doubt(words: str, likely: float) -> Doubt | None:
    """A doubt, None where there is hardly any."""
    return Doubt(words, round(_MOST * max(0.0, likely), 3)) if likely < 1 else None


def _rim(seen: Measured, block: Block) -> Doubt | None:
    words = "a line of hexes at the rim may be missing, or too many: --columns and --rows settle the size"
    return doubt(words, 0.2 + 0.4 * seen.evidence.margin(block) / _MARGIN)


def _sized(seen: Measured, block: Block) -> Doubt | None:
    """Whether the size that was told reaches beyond where hexes are seen to end, or ends before they do."""
    evidence, shown = seen.evidence, seen.evidence.found
    beyond = (
        block.first < shown.first,
        block.last > shown.last,
        block.top < shown.top,
        block.bottom > shown.bottom,
    )
    more = any(
        goes_on and evidence.is_empty(one, shown) and evidence.reached(shown, one)
        for goes_on, one in zip(beyond, shown.longer(), strict=True)
    )
    if not (more or _goes_on(seen, block)):
        return None
    said, seems = (
        "{} columns and {} rows".format(*(one.lines, one.longest)[:: 1 if seen.candidate.flat else -1])
        for one in (block, shown)
    )
    return Doubt(
        f"you said {said}, the picture shows {seems}: look at --columns and --rows again"
        if said != seems
        else "there seem to be hexes beyond those that you counted: look at --columns and --rows again",
        0.3 if more else 0.7,
    )


def _smaller(seen: Measured, block: Block) -> Doubt | None:
    """Whether whole hexes are seen beyond the corners that were clicked."""
    words = "there seem to be hexes beyond the corners: --columns and --rows count them in"
    return Doubt(words, 0.7) if _goes_on(seen, block) else None


def _goes_on(seen: Measured, block: Block) -> bool:
    """Whether whole hexes are seen beyond a block."""
    evidence, value = seen.evidence, seen.evidence.value(block)
    per_line = _BEYOND * value / max(1, block.lines)
    return any(
        evidence.reached(block, one) and evidence.value(one) > value + per_line for one in block.longer()
    )


def _off(seen: Measured, block: Block) -> Doubt | None:
    """Whether print and fit differ at some hex in a way that its neighbours confirm."""
    known = seen.known * (seen.evidence.mask(block) & seen.evidence.shown)
    around = numpy.maximum(smooth(known, 0.6), 1e-9)
    mean = smooth(seen.off * known[..., None], 0.6) / around[..., None]
    far = numpy.where(around > 0.1, numpy.hypot(mean[..., 0], mean[..., 1]), 0) / seen.candidate.pitch
    words = "print and fit differ in places: --heat F.png shows where. If it is two sheets, add --two-sheets"
    return doubt(words, 1.4 - 0.8 * float(far.max()) / _OFF)


def _beside(seen: Measured, block: Block) -> Doubt | None:
    """Whether lines are not under hexsides but a little beside them, in two of their three directions.

    In one it may be that numbers stand out more than the sides above them, which are seen all the same.
    """
    use = seen.evidence.mask(block)[..., None] & seen.evidence.valid
    if seen.candidate.reading.kind != LINES or not use.any():
        return None
    sides = range(seen.matched.shape[-1])
    count = [(int((use & seen.matched)[..., n].sum()), int((use & seen.close)[..., n].sum())) for n in sides]
    matched, close = sorted(count)[1]
    words = "the print is beside the hexsides. Numbers may be taken for them: click hexes in the middle"
    return doubt(words, 1 - 7 * (_CLOSE - close / max(1, matched)))


def _unseen(seen: Measured, block: Block) -> Doubt | None:
    """Whether hexes are counted where nothing was seen far and wide."""
    wanted = seen.evidence.mask(block) & seen.evidence.shown
    clear = wanted & (seen.known > 0.05)
    if not clear.any():
        return Doubt("nothing of the grid is seen: all hexes are guessed from the clicks", 0.0)
    far = int(distance_transform_cdt(~clear, "taxicab")[wanted].max())
    return doubt("a part of the map shows no hexes: their places are guessed there", 1.4 - 0.4 * far / _FAR)


def _missed(seen: Measured, block: Block, clicks: Sequence[Click]) -> Doubt | None:
    """The click that lies furthest from the centre of its hex, among the hexes of a block."""
    if not clicks:
        return None
    off = _misses(seen, block, clicks)
    worst = int(off.argmax())
    away, percent = float(off[worst]), f"{100 * off[worst]:.0f} % of"
    if away > _BESIDE:
        words = f"{clicks[worst]} is outside all hexes found"
    elif away > _BETWEEN:
        words = f"{clicks[worst]} lies between hexes, {percent} one from the nearest middle"
    else:
        words = f"{clicks[worst]} lies {percent} a hex from its middle: look at its place again"
    return doubt(words, 2 - away / _MISS)


def _begins(seen: Measured, block: Block) -> Doubt | None:
    """Without a click the first hex is called 0101; whether the picture shows that the map begins there."""
    first, _, top, _ = (seen.evidence.is_empty(one, block) for one in block.longer())
    words = "no hex is clicked, and the first is called 0101: look at the labels, or click hexes"
    if not (first and top):
        words = (
            "the picture does not show where the map begins, and its first hex is called 0101: click hexes"
        )
    return Doubt(words, _CUSTOM)


def of_rim(evidence: Evidence, block: Block, rivals: Sequence[Block], way: Scheme) -> tuple[Doubt, ...]:
    """Whether every second line may begin, or end, with another hex; `rivals` are all blocks that may be.

    Where the picture cuts those hexes their outlines do not tell.
    """
    found = []
    inner = min(rivals, key=lambda one: one.count, default=block)
    outer = max(rivals, key=lambda one: one.count, default=block)
    for more in outer.beyond(inner):
        gain, told = evidence.gain(more)
        labels = [way.label(*one) for one in more.hexes if (at := evidence.at(*one)) and evidence.shown[at]]
        if not labels:
            continue
        held = {*more.hexes} <= {*block.hexes}
        sure = 0.2 + abs(gain) / len(labels) / evidence.seen.shape[-1] / _MARGIN
        counted, why = (
            "counted" if held else "not counted",
            "by what is printed" if told else "cut by the rim",
        )
        words = (
            f"{_listed(labels)} {counted} at the ends of every second line, {why}: --short and --shoved, "
            "or --labels, settle it"
        )
        one = doubt(words, min(sure, 1.0 if told else _CUT_OFF / _MOST))
        found += [replace(one, ends=1 if more.end else -1, counted=held)] if one else []
    return tuple(found)


def of_nearly(labels: Sequence[str]) -> tuple[Doubt, ...]:
    """Hexes that are not counted because their middle lies a little beside the picture."""
    if not labels:
        return ()
    words = (
        f"{_listed(labels)} not counted: their middles lie a little beside the picture. Click one to have it"
    )
    return (Doubt(words, _CUT_OFF),)


def _listed(labels: Sequence[str]) -> str:
    """Labels in a few words, and whether one is, or several are."""
    if len(labels) == 1:
        return f"{labels[0]} is"
    return f"{labels[0]} and {len(labels) - 1} more are"


def of_beside(labels: Sequence[str]) -> tuple[Doubt, ...]:
    """Hexes that were told and lie beside the picture."""
    if not labels:
        return ()
    words = f"{_listed(labels)} told and would be outside the picture: check columns, rows and labels"
    return (Doubt(words, 0.5),)


def of_labels(evidence: Evidence, block: Block, grid: HexGrid, margin: float, told: str) -> tuple[Doubt, ...]:
    """Whether labels may be others; `margin` is how much better these are, in shares of a line's marks."""
    words = (
        "the clicked hexes do not settle every second line: click one more, next to one and in another line"
    )
    likely = _BY_CUSTOM if told == "corners" else min(_CUSTOM, _MOST * max(0.0, margin / _SETTLED))
    found = [Doubt(words, round(likely, 3))] if margin < _SETTLED else []
    numbers = (("column", grid.numbering.column), ("row", grid.numbering.row))
    if not told:
        sides = zip(numbers, (0, 2) if grid.lattice.flat else (2, 0), strict=True)
        found += [late for number, side in sides if (late := _late(*number, evidence, block, side))]
    return tuple(found)


def _late(word: str, axis: Axis, evidence: Evidence, block: Block, side: int) -> Doubt | None:
    """Whether a map begins with another number than 1 (or 0) although its rim is seen."""
    if axis.first not in _LATE or not evidence.is_empty(block.longer()[side + axis.backward], block):
        return None
    return Doubt(
        f"the map seems to begin with {word} {axis.word(axis.first)}: are hexes missing there? "
        "--columns and --rows settle the size",
        0.4,
    )
