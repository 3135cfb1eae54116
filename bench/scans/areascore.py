"""How good a trace is, held against the truth of every pixel and of who touches whom.

Pixels. Counted are all pixels that are in an area in truth or as traced, so paper taken for an area is as
wrong as an area taken for paper. `strict` counts every one of them: a border's truth is the middle of its
line. `right` lets a pixel that the printed line covers belong to any area which that line parts: ink has no
owner. Areas of which the scan shows next to nothing (NOT_JUDGED) do not count, whatever they are given to.

Contacts. The true border of two areas is as long as Crofton's formula makes it from the labels of the scan,
in four directions. A contact is a border of 1.5 widths of the line there, 6 pixels at least; what is shorter
is a corner. Pairs from half to double that length are near the limit: in the blot where lines meet nobody
sees which it is, so they count neither way. All other pairs must be right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from maps.scan.areas.seeds import CONTACT, CORNER, OUTSIDE, Seed
from maps.scan.areas.trace import Traced

from .areasheets import NO_AREA, NOT_JUDGED, AreaSheet

Array = NDArray[Any]
Pair = tuple[str, str]
LINES, LEAST, NEAR = 1.5, 6.0, 2.0
ENOUGH = 0.995
SEEN = 60  # pixels: so far around a place that is told its user looks


@dataclass(frozen=True)
class Score:
    """What is right of a trace: shares of pixels, pairs missing and too many, areas lost, the coverage.

    `told` is whether the trace's doubts name an area of every pair that is wrong, and of the wrong pixels.
    """

    right: float
    strict: float
    missing: frozenset[Pair]
    extra: frozenset[Pair]
    lost: frozenset[str]
    covers: bool
    told: bool

    @property
    def pixels(self) -> bool:
        """Whether 99.5 % of the pixels are in the right area."""
        return self.right >= ENOUGH

    @property
    def adjacency(self) -> bool:
        """Whether all contacts are right, of all areas."""
        return not (self.missing or self.extra or self.lost)

    @property
    def good(self) -> bool:
        """Whether everything is as it should be."""
        return self.pixels and self.adjacency and self.covers


def scored(sheet: AreaSheet, found: Traced) -> Score:
    """A trace against the truth of its scan."""
    ours = raster(sheet, found)
    wrong, judged = _wrong(sheet, ours)
    forgiven = wrong & _on_its_line(sheet, ours, wrong)
    missing, extra = _pairs(sheet, found)
    lost = frozenset({seed.name for seed in sheet.seeds} - found.areas.keys() - {OUTSIDE})
    share = (wrong & ~forgiven).sum() / judged.sum()
    told = _told(sheet, found, missing | extra, share, wrong & ~forgiven)
    return Score(
        1 - float(share),
        1 - float(wrong.sum() / judged.sum()),
        missing,
        extra,
        lost,
        covers(list(found.areas.values()), sum(seed.name == OUTSIDE for seed in sheet.seeds)),
        told,
    )


# -- pixels ---------------------------------------------------------------------------------------


def raster(sheet: AreaSheet, found: Traced) -> Array:
    """The area traced around every pixel's middle: its place in the names, NO_AREA elsewhere."""
    order = {name: n for n, name in enumerate(sheet.names)}
    high, wide = sheet.truth.shape
    steps = numpy.zeros((high, wide + 1), dtype=numpy.int32)
    for name, shape in found.areas.items():
        for part in shapely.get_parts(shapely.normalize(shape)):  # the outer ring clockwise, the others not
            for ring in (part.exterior, *part.interiors):
                _step(steps, shapely.get_coordinates(ring), order[name] + 1)
    return numpy.asarray(numpy.cumsum(steps, axis=1)[:, :-1] - 1)


def _step(steps: Array, points: Array, value: int) -> None:
    """Count up where a ring is entered along a row and down where it is left."""
    high, wide = steps.shape
    ends = numpy.concatenate((points[:-1], points[1:]), axis=1)
    signs = numpy.where(ends[:, 3] > ends[:, 1], value, -value)
    low, top = numpy.minimum(ends[:, 1], ends[:, 3]), numpy.maximum(ends[:, 1], ends[:, 3])
    first = numpy.maximum(numpy.ceil(low - 0.5).astype(int), 0)
    last = numpy.minimum(numpy.ceil(top - 0.5).astype(int), high)
    counts = numpy.maximum(last - first, 0)
    which = numpy.repeat(numpy.arange(len(ends)), counts)
    rows = numpy.arange(len(which)) - numpy.repeat(numpy.cumsum(counts) - counts, counts) + first[which]
    ax, ay, bx, by = ends[which].T
    columns = numpy.ceil(ax + (rows + 0.5 - ay) * (bx - ax) / (by - ay) - 0.5).astype(int)
    numpy.add.at(steps, (rows, numpy.clip(columns, 0, wide - 1)), signs[which])


def _wrong(sheet: AreaSheet, ours: Array) -> tuple[Array, Array]:
    """Which pixels are in another area than in truth, and which count at all."""
    judged = (sheet.truth != NOT_JUDGED) & ((sheet.truth != NO_AREA) | (ours != NO_AREA))
    return judged & (ours != sheet.truth), judged


def _on_its_line(sheet: AreaSheet, ours: Array, wrong: Array) -> Array:
    """Which wrong pixels lie on a printed line that parts the area they were given to."""
    rows, columns = numpy.nonzero(wrong & (sheet.inked > 0))
    given, width = ours[rows, columns], sheet.inked[rows, columns]
    fine = numpy.zeros(len(rows), dtype=bool)
    high, wide = sheet.truth.shape
    reach = int(numpy.ceil(float(width.max(initial=0)) / 2)) + 1
    for down in range(-reach, reach + 1):
        for across in range(-reach, reach + 1):
            near = numpy.hypot(down, across) <= width / 2 + 1
            row, column = numpy.clip(rows + down, 0, high - 1), numpy.clip(columns + across, 0, wide - 1)
            fine |= near & (sheet.truth[row, column] == given)
    made = numpy.zeros(wrong.shape, dtype=bool)
    made[rows, columns] = fine
    return made


# -- contacts -------------------------------------------------------------------------------------


def true_lengths(labels: Array) -> dict[tuple[int, int], float]:
    """How many pixels long the border of every two labels is, by Crofton's formula in four directions."""
    found: dict[tuple[int, int], float] = {}
    sides = (
        (labels[:, 1:], labels[:, :-1], 1.0),
        (labels[1:], labels[:-1], 1.0),
        (labels[1:, 1:], labels[:-1, :-1], 0.5**0.5),
        (labels[1:, :-1], labels[:-1, 1:], 0.5**0.5),
    )
    for one, other, weight in sides:
        apart = one != other
        pairs = numpy.sort(numpy.stack((one[apart], other[apart])), axis=0)
        both, counts = numpy.unique(pairs, axis=1, return_counts=True)
        for (a, b), count in zip(both.T.tolist(), counts.tolist(), strict=True):
            found[a, b] = found.get((a, b), 0.0) + numpy.pi / 8 * weight * count
    return found


def _pairs(sheet: AreaSheet, found: Traced) -> tuple[frozenset[Pair], frozenset[Pair]]:
    """The contacts that are missing and that are too many; those near the limit count neither way."""
    lengths = {pair: length for pair, length in true_lengths(sheet.truth).items() if min(pair) >= 0}
    limits = _limits(sheet)
    told = {_pair(one, other) for one, other, _ in found.contacts}
    known = set(sheet.names) - {
        sheet.names[n] for n in range(len(sheet.names)) if not (sheet.truth == n).any()
    }
    missing, open_ones = set(), set()
    for (a, b), length in lengths.items():
        pair, limit = _pair(sheet.names[a], sheet.names[b]), limits.get((a, b), LEAST)
        if length > limit * NEAR and pair not in told:
            missing.add(pair)
        if length >= limit / NEAR:
            open_ones.add(pair)
    extra = {pair for pair in told - open_ones if set(pair) <= known}
    return frozenset(missing), frozenset(extra)


def answers(sheet: AreaSheet, found: Traced) -> tuple[list[Seed], dict[Pair, str]]:
    """What a user says who looks at every doubt: a seed where wrong ground lies, contact or corner.

    A piece that is right gets a seed as well, of the area it is in: so it is told no more.
    """
    lengths, limits = true_lengths(sheet.truth), _limits(sheet)
    number = {name: n for n, name in enumerate(sheet.names)}
    seeds: list[Seed] = []
    said: dict[Pair, str] = {}
    wrong, _ = _wrong(sheet, raster(sheet, found))
    wrong &= sheet.inked == 0
    for doubt in found.doubts:
        if doubt.kind == "near corner":
            one, other = sorted(number[name] for name in doubt.areas)
            touch = lengths.get((one, other), 0.0) >= limits.get((one, other), LEAST)
            said[_pair(*doubt.areas)] = CONTACT if touch else CORNER
        elif at := _widest(wrong, doubt.at):
            owner = int(sheet.truth[at])
            seeds.append(Seed(OUTSIDE if owner < 0 else sheet.names[owner], at[1] + 0.5, at[0] + 0.5))
        elif doubt.kind == "missing seed":
            seeds.append(Seed(doubt.taken, *doubt.at))
    return seeds, said


def _widest(wrong: Array, at: tuple[float, float]) -> tuple[int, int] | None:
    """The middle of the wrong ground around a place that was told, or beside it; None if all is right."""
    row, column = round(at[1]), round(at[0])
    top, left = max(0, row - SEEN), max(0, column - SEEN)
    near = wrong[top : row + SEEN, left : column + SEEN]
    deep = ndimage.distance_transform_edt(numpy.pad(near, 1))[1:-1, 1:-1]
    if not near.size or deep.max() < LEAST:
        return None
    y, x = numpy.unravel_index(int(deep.argmax()), deep.shape)
    return int(y) + top, int(x) + left


def _limits(sheet: AreaSheet) -> dict[tuple[int, int], float]:
    """How long a contact of every two areas must be: by the line in which most of their border is printed."""
    most: dict[tuple[int, int], tuple[float, float]] = {}
    for width in numpy.unique(sheet.inked[sheet.inked > 0]).tolist():
        alone = numpy.where(sheet.inked == width, sheet.truth, NOT_JUDGED)
        for pair, length in true_lengths(alone).items():
            most[pair] = max(most.get(pair, (0.0, 0.0)), (length, width))
    return {pair: max(LEAST, LINES * width) for pair, (_, width) in most.items()}


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one <= other else (other, one)


# -- what else ------------------------------------------------------------------------------------


def covers(shapes: Sequence[shapely.Geometry], lakes: int = 0) -> bool:
    """Whether outlines share their borders exactly: none overlaps, and no gap but lakes is between them."""
    whole = shapely.union_all(shapes)
    holes = sum(len(part.interiors) for part in shapely.get_parts(whole))
    area = sum(shape.area for shape in shapes)
    return bool(shapely.coverage_is_valid(shapes) and holes <= lakes and abs(area - whole.area) < 1e-6 * area)


def _told(sheet: AreaSheet, found: Traced, pairs: frozenset[Pair], share: float, wrong: Array) -> bool:
    """Whether the doubts name an area of every wrong pair, and if pixels are wrong, of most of them."""
    named = {name for doubt in found.doubts for name in doubt.areas}
    if any(not named & set(pair) for pair in pairs):
        return False
    if share <= 1 - ENOUGH:
        return True
    ours = raster(sheet, found)[wrong]
    numbers = [n for n, name in enumerate(sheet.names) if name in named]
    return bool((numpy.isin(ours, numbers) | numpy.isin(sheet.truth[wrong], numbers)).mean() > 0.5)
