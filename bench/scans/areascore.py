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

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from maps.scan.trace_decided import Decision
from maps.scan.trace_seeds import OUTSIDE, Seed
from maps.scan.trace_told import Face, Traced

from .areasheets import NO_AREA, NOT_JUDGED, AreaSheet

Array = NDArray[Any]
Pair = tuple[str, str]
LINES, LEAST, NEAR = 1.5, 6.0, 2.0
ENOUGH = 0.995


@dataclass(frozen=True)
class Score:
    """What is right of a trace: shares of pixels, pairs missing and too many, areas lost, the coverage.

    `told` is what the trace itself said of what is wrong: "problems", "borderline", "joined" (places without
    a seed, and whose part they became), "bridged" or nothing.
    """

    right: float
    strict: float
    missing: frozenset[Pair]
    extra: frozenset[Pair]
    lost: frozenset[str]
    covers: bool
    told: str

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
        """Whether everything is as it should be, with no mistaken complaint."""
        return self.pixels and self.adjacency and self.covers and self.told != "problems"


def scored(sheet: AreaSheet, found: Traced) -> Score:
    """A trace against the truth of its scan."""
    ours = raster(sheet, found)
    wrong, judged = _wrong(sheet, ours)
    forgiven = wrong & _on_its_line(sheet, ours, wrong)
    missing, extra = _pairs(sheet, found)
    lost = frozenset({seed.name for seed in sheet.seeds} - found.areas.keys() - {OUTSIDE})
    share = (wrong & ~forgiven).sum() / judged.sum()
    told = _told(sheet, found, missing | extra, share, ours, wrong & ~forgiven)
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
    """The area traced around every pixel's middle: its place in the names, behind them the unnamed ones."""
    order = {name: n for n, name in enumerate([*sheet.names, *(face.name for face in found.unnamed)])}
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


def _swapped(sheet: AreaSheet, ours: Array, wrong: Array) -> dict[Pair, int]:
    """How many pixels of one area were given to another, by the names of both."""
    names = [*sheet.names, "outside"]
    true, given = sheet.truth[wrong], ours[wrong]
    known = given < len(sheet.names)
    pairs = numpy.sort(numpy.stack((true[known], given[known])), axis=0)
    both, counts = numpy.unique(pairs, axis=1, return_counts=True)
    return {
        _pair(names[a], names[b]): count
        for (a, b), count in zip(both.T.tolist(), counts.tolist(), strict=True)
    }


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


def answers(sheet: AreaSheet, found: Traced) -> list[Decision]:
    """What a user says who looks closely at every pair told: contact if its true border is one.

    Of two areas told to be one because nothing is seen between them he says nothing if they do not touch.
    """
    lengths, limits = true_lengths(sheet.truth), _limits(sheet)
    number = {name: n for n, name in enumerate(sheet.names)}
    told = [(doubt.one, doubt.other) for doubt in found.doubts]
    unparted = [gap.areas for gap in found.unparted if gap.areas not in told]
    said = []
    for pair in [*told, *unparted]:
        if number.keys() >= set(pair):
            one, other = sorted(number[name] for name in pair)
            touch = lengths.get((one, other), 0.0) >= limits.get((one, other), LEAST)
            if touch or pair in told:
                said.append(Decision(*pair, touch))
    return said


# -- what no seed speaks for ----------------------------------------------------------------------


def only_about_slivers(sheet: AreaSheet, found: Traced, score: Score) -> bool:
    """Whether a trace is right but for slivers: pieces that lines cut off from the ground of any seed."""
    slivers = without_seed(sheet)
    judged = replace(sheet, truth=numpy.where(slivers, NOT_JUDGED, sheet.truth))
    ours = raster(sheet, found)
    wrong, counted = _wrong(judged, ours)
    share = (wrong & ~_on_its_line(sheet, ours, wrong)).sum() / counted.sum()
    missing, extra = _pairs(judged, found)
    near = ndimage.maximum_filter(slivers, 2 * round(float(sheet.inked.max())) + 5)
    away = true_lengths(numpy.where(near, NOT_JUDGED, ours))
    names = [*sheet.names, *(face.name for face in found.unnamed)]
    lengths = {_pair(names[a], names[b]): length for (a, b), length in away.items() if min(a, b) >= 0}
    left = {pair for pair in extra & score.extra if lengths.get(pair, 0.0) > LEAST}
    faces = all(slivers[round(face.at[1]), round(face.at[0])] for face in found.unnamed)
    right = faces and len(found.problems) == len(found.unnamed) and not score.lost and score.covers
    return right and share <= 1 - ENOUGH and not (missing & score.missing or left)


def without_seed(sheet: AreaSheet) -> Array:
    """The pixels of areas that a line parts from the ground around each of their seeds."""
    clicked = numpy.full(sheet.truth.shape, NOT_JUDGED)
    for seed in sheet.seeds:
        if seed.name != OUTSIDE:
            clicked[int(seed.y), int(seed.x)] = sheet.names.index(seed.name)
    found = numpy.zeros(sheet.truth.shape, dtype=bool)
    width = float(sheet.inked.max())
    for number, box in enumerate(ndimage.find_objects(numpy.maximum(sheet.truth, NO_AREA) + 1)):
        if box:
            mine = sheet.truth[box] == number
            parts, _ = ndimage.label(mine & (sheet.inked[box] == 0))
            near = ndimage.maximum_filter(clicked[box] == number, 2 * round(width) + 1)
            named = numpy.bincount(parts.ravel(), near.ravel()) > 0
            ground = named[parts] & (parts > 0)
            found[box] |= mine & (ndimage.distance_transform_edt(~ground) > width / 2 + 2)
    return found


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


def _told(
    sheet: AreaSheet, found: Traced, pairs: frozenset[Pair], share: float, ours: Array, wrong: Array
) -> str:
    """What the trace said itself of what is wrong with it; "" where nothing is, or nothing was said."""
    if found.problems:
        return "problems"
    too_many = (1 - ENOUGH) * sheet.truth.size
    pieces = _pieces(sheet, found)
    left = {pair: max(0.0, count - pieces[pair]) for pair, count in _swapped(sheet, ours, wrong).items()}
    bridged = {_pair(*gap.areas) for gap in found.bridged}
    unsaid = sum(count for pair, count in left.items() if pair not in bridged)
    untold = pairs - {_pair(one, other) for one, other, _ in found.doubtful}
    if untold - _about_pieces(sheet, found, untold, ours) or unsaid > too_many:
        return ""
    if share > 1 - ENOUGH:
        return "bridged" if sum(left.values()) > too_many else "joined"
    return "joined" if untold else "borderline" if pairs else ""


def _pieces(sheet: AreaSheet, found: Traced) -> Counter[Pair]:
    """How many pixels lie in places that the trace tells it gave to the wrong area, by the names of both."""
    pieces: Counter[Pair] = Counter()
    for face, owner in misplaced(sheet, found):
        pieces[_pair(owner, face.name)] += round(face.size)
    return pieces


def _about_pieces(sheet: AreaSheet, found: Traced, pairs: frozenset[Pair], ours: Array) -> set[Pair]:
    """The pairs of which one owns a piece that was told, or was given it, and the other is beside it."""
    near = 3 * float(sheet.inked.max()) + 3
    told: set[Pair] = set()
    for face, owner in misplaced(sheet, found):
        place = shapely.Point(face.at).buffer(face.size**0.5 + near)
        beside = {name for name, shape in found.areas.items() if shape.intersects(place)}
        beside |= _around_wrong(sheet, ours, face, near)
        both = {owner, face.name}
        told |= {pair for pair in pairs if both & set(pair) and (beside | both).issuperset(pair)}
    return told


def _around_wrong(sheet: AreaSheet, ours: Array, face: Face, near: float) -> set[str]:
    """The names of areas, in truth, so near to the wrong pixels that hang together with a face's place."""
    at = (int(face.at[1]), int(face.at[0]))
    alike = (sheet.truth == sheet.truth[at]) & (ours == ours[at]) & (ours != sheet.truth)
    parts, _ = ndimage.label(alike)
    if not parts[at]:
        return set()
    box = ndimage.find_objects(parts)[parts[at] - 1]
    wide = tuple(slice(max(0, side.start - int(near)), side.stop + int(near)) for side in box)
    close = ndimage.distance_transform_edt(parts[wide] != parts[at]) <= near
    return {sheet.names[number] for number in numpy.unique(sheet.truth[wide][close]).tolist() if number >= 0}


def given_back(sheet: AreaSheet, found: Traced) -> list[Seed]:
    """Seeds for the places that the trace tells it joined to the wrong area, or left without a name."""
    return [Seed(owner, *face.at) for face, owner in misplaced(sheet, found)]


def misplaced(sheet: AreaSheet, found: Traced) -> list[tuple[Face, str]]:
    """The places told as joined to what is the wrong area, or as left without a name, and whose they are.

    Paper that was left without a name is said to be outside. Where nobody could see whose, it is left out.
    """
    owners = [(face, _owner(sheet, face)) for face in [*found.joined, *found.unnamed]]
    return [(face, owner) for face, owner in owners if owner and owner != face.name]


def _owner(sheet: AreaSheet, face: Face) -> str | None:
    """Whose the place of a face is in truth; None where nobody could see that."""
    number = int(sheet.truth[int(face.at[1]), int(face.at[0])])
    if number == NOT_JUDGED:
        return None
    return OUTSIDE if number == NO_AREA else sheet.names[number]
