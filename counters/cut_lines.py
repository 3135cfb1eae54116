"""Finds the die lines of a counter sheet: an even row of lines each way, which run through the whole block.

Symbols and frames repeat from counter to counter too, but never fill a column from top to bottom as the lines
between counters do: so the row of lines is looked for along which most of the block has an edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from counters.cut_scan import Mask

    Line = NDArray[numpy.float64]

_STEP = 1.0008
_LEAST_DOTS, _MOST_CELLS = 24, 60
_EDGE, _SOFT, _ASTRAY = 16.0, 1.3, 1.5
"""How much a dot beside an edge differs; by how many dots an edge is blurred, and may lie astray."""
_SURE = 0.3
"""A row of lines has an edge along at least so much of the block, or there is none."""

_SQUARE = 0.8
"""Cells are square where that fits at least so well, compared with what fits best."""

_EMPTY, _UNEVEN = 0.06, 0.06
"""A column with less print is paper; a pitch or length that varies by less of the pitch is even."""

_BLEED = 0.35
"""So much of the pitch may be printed before the first cell."""

_SLACK = 0.1
"""A cell may reach beyond the printed block by so much of the pitch."""


@dataclass(frozen=True, slots=True)
class Comb:
    """An even row of cells along one axis, in dots: the first begins at `start`, each is `cell` long, the
    next begins `pitch` further on."""

    start: float
    pitch: float
    cell: float
    count: int

    def span(self, number: int) -> tuple[float, float]:
        """Where a cell begins and ends."""
        begin = self.start + number * self.pitch
        return begin, begin + self.cell


@dataclass(frozen=True, slots=True)
class Block:
    """The printed block of a sheet, in dots: left, top, right, bottom."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True, slots=True)
class _Profile:
    """Along one axis of the block: where edges run through it, and how much of it is printed."""

    edges: Line
    ink: Line


def find_block(mask: Mask) -> Block | None:
    """The largest printed part of a page, gaps of a hundredth of the page bridged; None for an empty page."""
    import numpy
    from scipy import ndimage

    reach = max(3, max(mask.shape) // 70)
    thick = ndimage.binary_opening(mask, iterations=3)
    whole = ndimage.maximum_filter(thick, reach)
    labels, count = ndimage.label(whole)
    if not count:
        return None
    sizes = numpy.bincount(labels.ravel())[1:]
    kept = [number for number, size in enumerate(sizes, 1) if size > 0.15 * sizes.max()]
    rows, columns = numpy.nonzero(numpy.isin(labels, kept) & thick)
    return Block(int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)


def find_combs(dots: NDArray[numpy.float32], mask: Mask, block: Block) -> tuple[Comb, Comb] | None:
    """The cells across and down; None where no even row of lines runs through the block.

    Where paper shows between the cells it tells them apart. Elsewhere edges do; cells are then taken to be
    square unless other ones fit much better, also where lines are to be seen one way only.
    """
    across, down = _profile(dots, mask, block, 0), _profile(dots, mask, block, 1)
    wide, high = _apart(across.ink), _apart(down.ink)
    if wide is None or high is None:
        first, second = _pitch_fits(across, down)
        wide, high = wide or _settled(across, *first), high or _settled(down, *second)
        wide, high = wide or _squares(across, high), high or _squares(down, wide)
    return (_moved(wide, block.left), _moved(high, block.top)) if wide and high else None


def comb_like(front: Comb, extent: tuple[int, int], of_back: tuple[int, int]) -> Comb:
    """The cells of a back, whose lines may not be seen: as those of the front, whose block had this extent,
    in the middle of the block of the back."""
    share = (of_back[1] - of_back[0]) / (extent[1] - extent[0])
    whole = (front.pitch * (front.count - 1) + front.cell) * share
    return Comb(sum(of_back) / 2 - whole / 2, front.pitch * share, front.cell * share, front.count)


def _squares(profile: _Profile, other: Comb | None) -> Comb | None:
    """Cells as long as those the other way, in the middle of the block; None where they do not fill it."""
    if other is None or other.cell != other.pitch:
        return None
    length, pitch = len(profile.ink), other.pitch
    count = int((length + _SLACK * pitch) // pitch)
    start = (length - count * pitch) / 2
    return Comb(start, pitch, pitch, count) if count and start < _BLEED / 2 * pitch else None


def _pitch_fits(across: _Profile, down: _Profile) -> tuple[tuple[float, float], tuple[float, float]]:
    """The best first line and pitch across and down."""
    import numpy

    pitches = _pitches(max(len(across.edges), len(down.edges)))
    wide, high = ([_best(profile, pitch) for pitch in pitches] for profile in (across, down))
    fits = numpy.array([[fit for fit, _ in wide], [fit for fit, _ in high]])
    square, free = int(fits.sum(axis=0).argmax()), fits.argmax(axis=1)
    alike = fits[:, square].sum() > _SQUARE * fits.max(axis=1).sum()
    one, other = (square, square) if alike else (int(free[0]), int(free[1]))
    return (wide[one][1], pitches[one]), (high[other][1], pitches[other])


def _moved(comb: Comb, origin: int) -> Comb:
    return Comb(comb.start + origin, comb.pitch, comb.cell, comb.count)


def _profile(dots: NDArray[numpy.float32], mask: Mask, block: Block, axis: int) -> _Profile:
    """Edges and ink for every column (axis 0) or row (axis 1) of the block."""
    import numpy
    from scipy import ndimage

    part = dots[block.top : block.bottom, block.left : block.right]
    ink = mask[block.top : block.bottom, block.left : block.right]
    if axis:
        part, ink = part.transpose(1, 0, 2), ink.T
    soft = ndimage.uniform_filter(part, (5, 1, 1))
    step = numpy.zeros(ink.shape, dtype=numpy.float32)
    step[:, 1:-1] = numpy.abs(soft[:, 2:] - soft[:, :-2]).max(axis=2)
    printed = ndimage.binary_closing(ink, iterations=4) | ink
    used = numpy.maximum(printed.sum(axis=0).max(), 1)
    edges = ndimage.gaussian_filter1d((step > _EDGE).sum(axis=0) / used, _SOFT)
    return _Profile(edges, ink.sum(axis=0) / used)


def _pitches(longest: int) -> list[float]:
    """Every pitch that cells may have, each a little larger than the one before."""
    pitches = [max(float(_LEAST_DOTS), longest / _MOST_CELLS)]
    while pitches[-1] < longest / 1.5:
        pitches.append(pitches[-1] * _STEP)
    return pitches


def _best(profile: _Profile, pitch: float) -> tuple[float, float]:
    """How well lines of this pitch fit at best, and where the first of them lies then.

    The cells lie in the middle of the block, with no more than a bleed before the first and after the last:
    a band through every counter is as even a row of lines, but lies elsewhere.
    """
    import numpy

    edges, length = profile.edges, len(profile.edges)
    count = int((length + 2 * _SLACK * pitch / 3) // pitch)
    first = (length - count * pitch) / 2
    if not count or first > _BLEED * pitch:
        return 0.0, 0.0
    reach = max(3, round(0.03 * pitch))
    starts = numpy.arange(-reach, reach + 1) + first
    places = starts[:, None] + pitch * numpy.arange(count + 1)[None, :]
    values = edges[numpy.clip(places.round(), 0, length - 1).astype(numpy.int64)]
    fits = (values.mean(axis=1) - edges.mean()) * numpy.sqrt(count + 1)
    best = int(fits.argmax())
    return float(fits[best]), float(starts[best])


def _settled(profile: _Profile, start: float, pitch: float) -> Comb | None:
    """Lines brought to where the edges are, and made into cells; None where edges are too few."""
    import numpy

    numbers = numpy.arange(int((len(profile.edges) - start + _SLACK * pitch) // pitch) + 1)
    found, strong = zip(*(_nearest(profile.edges, start + n * pitch, pitch) for n in numbers), strict=True)
    if float(numpy.mean(strong)) < _SURE:
        return None
    start, pitch = _even(numbers.astype(float), numpy.array(found), numpy.array(strong))
    return _cells(profile, start, pitch)


def _nearest(edges: Line, place: float, pitch: float) -> tuple[float, float]:
    """Where near a place the edges are strongest, to a part of a dot, and how strong they are."""
    import numpy

    reach = max(3, round(pitch * 0.03))
    low = min(max(0, round(place) - reach), len(edges) - reach)
    high = max(min(len(edges), round(place) + reach + 1), reach)
    near = edges[low:high]
    peak = numpy.where(near >= 0.8 * near.max(), near, 0.0)
    middle = float((peak * numpy.arange(low, high)).sum() / max(float(peak.sum()), 1e-9))
    return middle, float(near.max())


def _even(numbers: Line, found: Line, strong: Line) -> tuple[float, float]:
    """The start and pitch of the even row that most of the lines found lie on; stray ones are left out."""
    import numpy

    kept = numpy.ones(len(numbers), dtype=bool)
    while True:
        pitch, start = numpy.polyfit(numbers[kept], found[kept], 1, w=strong[kept] + 1e-6)
        astray = numpy.where(kept, numpy.abs(found - start - pitch * numbers), 0.0)
        if astray.max() < _ASTRAY or kept.sum() <= 3:
            return float(start), float(pitch)
        kept[int(astray.argmax())] = False


def _cells(profile: _Profile, start: float, pitch: float) -> Comb:
    """The cells between lines: all that lie in the block, but for a little."""
    start -= int((start + _SLACK * pitch) // pitch) * pitch
    count = int((len(profile.ink) - start + _SLACK * pitch) // pitch)
    return Comb(start, pitch, pitch, max(1, count))


def _apart(ink: Line) -> Comb | None:
    """Cells with paper between them; None where the printed runs are not of one length and evenly spaced."""
    import numpy

    printed = numpy.concatenate([[False], ink > _EMPTY, [False]])
    turns = numpy.nonzero(numpy.diff(printed.astype(numpy.int8)))[0]
    begins, ends = turns[::2].astype(float), turns[1::2].astype(float)
    if len(begins) < 2:
        return None
    cell = float(numpy.median(ends - begins))
    pitch, start = (float(one) for one in numpy.polyfit(numpy.arange(len(begins)), begins, 1))
    even = numpy.abs(begins - (start + pitch * numpy.arange(len(begins)))).max() < _UNEVEN * pitch
    alike = numpy.abs(ends - begins - cell).max() < _UNEVEN * pitch
    if not (even and alike) or cell < max(_LEAST_DOTS, 0.5 * pitch):
        return None
    return Comb(start, pitch, cell, len(begins))
