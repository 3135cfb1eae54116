"""At what distance counters follow each other in a block: told by what repeats, and by lines that run
through. Counters bear symbols and numbers in the same places, so that a block moved by one counter looks
like itself, and moved by half a counter does not. That tells the distance also where no line is printed
between counters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from counters.cutting.blocks import Block

    Line = NDArray[numpy.float64]
    Whole = NDArray[numpy.int64]
    Dots = NDArray[numpy.float32]
    Mask = NDArray[numpy.bool_]

_STEP = 1.0008
_LEAST_DOTS, _MOST_CELLS = 40, 60
_EDGE, _SOFT, _STRONGEST = 16.0, 1.3, 60.0
"""How much a dot beside an edge differs; by how many dots an edge is blurred; more than this counts no
more."""

_BLUR, _ROWS = 2.0, 4
"""By how many dots what repeats may lie astray, along the axis and across it."""

SLACK, BLEED = 0.07, 0.36
"""Cells may reach beyond the block, and the block beyond the cells, by so much of the pitch."""

_ASTRAY = 4
"""Lines may lie astray by so many dots."""

NONE = -1.0
"""How well a pitch fits of which no number of cells fills the block."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Along one axis of a block: along how much of it there is an edge, how much of it is printed, and how
    much it is like itself when moved by so many dots."""

    edges: Line
    ink: Line
    like: Line

    def part(self, begin: int, end: int) -> Profile:
        """The same for a part of the block along this axis."""
        return Profile(self.edges[begin:end], self.ink[begin:end], self.like[: end - begin])


@dataclass(frozen=True, slots=True)
class Fits:
    """For each pitch tried: how well it fits, how many cells there are, and where the first begins."""

    fit: Line
    count: Whole
    start: Line


def profile(dots: Dots, ink: Mask, block: Block, axis: int) -> Profile:
    """What runs through a block along each column (axis 0) or row (axis 1) of it."""
    import numpy
    from scipy import ndimage

    part = dots[block.top : block.bottom, block.left : block.right]
    printed = ink[block.top : block.bottom, block.left : block.right]
    if axis:
        part, printed = part.transpose(1, 0, 2), printed.T
    soft = ndimage.uniform_filter(part, (5, 1, 1))
    step = numpy.zeros(printed.shape, dtype=numpy.float32)
    step[:, 1:-1] = numpy.abs(soft[:, 2:] - soft[:, :-2]).max(axis=2)
    filled = ndimage.binary_closing(printed, iterations=4) | printed
    used = max(1, int(filled.sum(axis=0).max()))
    edges = ndimage.gaussian_filter1d((step > _EDGE).sum(axis=0) / used, _SOFT)
    return Profile(edges, printed.sum(axis=0) / used, _likeness(numpy.minimum(step, _STRONGEST)))


def _likeness(step: Dots) -> Line:
    """How much edges lie on edges when they are moved by so many dots: 1 for not at all."""
    import numpy
    from scipy import ndimage

    high, wide = step.shape
    rows = step[: max(1, high // _ROWS) * _ROWS].reshape(-1, min(_ROWS, high), wide).mean(axis=1)
    rows = ndimage.gaussian_filter1d(rows.astype(numpy.float64), _BLUR, axis=1)
    rows -= rows.mean(axis=1, keepdims=True)
    room = 1 << (2 * wide - 1).bit_length()
    shares = numpy.abs(numpy.fft.rfft(rows, room, axis=1)) ** 2
    both = numpy.fft.irfft(shares.sum(axis=0), room)[:wide]
    sums = numpy.concatenate([[0.0], numpy.cumsum((rows**2).sum(axis=0))])
    moved = numpy.arange(wide)
    return numpy.asarray(
        both / numpy.sqrt(numpy.maximum(sums[wide - moved] * (sums[wide] - sums[moved]), 1e-6))
    )


def pitches(longest: int) -> Line:
    """Every pitch that cells may have, each a little larger than the one before."""
    import numpy

    least = max(float(_LEAST_DOTS), longest / _MOST_CELLS)
    return numpy.asarray(
        least * _STEP ** numpy.arange(max(1, int(numpy.log(longest / least) / numpy.log(_STEP))))
    )


def fits(seen: Profile, tried: Line) -> Fits:
    """How well each pitch fits, if the cells lie in the middle of the block."""
    import numpy

    length = len(seen.edges)
    count = ((length + SLACK * tried) // tried).astype(numpy.int64)
    start = (length - count * tried) / 2
    fit = numpy.full(len(tried), NONE)
    possible = (count > 0) & (start < BLEED / 2 * tried)
    for number in numpy.unique(count[possible]):
        chosen = numpy.nonzero(possible & (count == number))[0]
        fit[chosen], start[chosen] = _fits_of(seen, tried[chosen], start[chosen], int(number))
    return Fits(fit, count, start)


def fit_of(seen: Profile, pitch: float, start: float, count: int) -> float:
    """How well one pitch fits of which it is known where the first of so many cells begins."""
    import numpy

    return float(_fits_of(seen, numpy.array([pitch]), numpy.array([start]), count)[0][0])


def _fits_of(seen: Profile, tried: Line, start: Line, count: int) -> tuple[Line, Line]:
    """As `fits`, for pitches of which the same number of cells is in the block."""
    import numpy

    if count == 1:
        return numpy.zeros(len(tried)), start
    dots = numpy.arange(len(seen.edges))
    apart = numpy.arange(1, count)
    whole = numpy.interp(tried[:, None] * apart, dots, seen.like)
    half = numpy.interp(tried[:, None] * (apart - 0.5), dots, seen.like)
    repeats = numpy.average(whole - half, axis=1, weights=count - apart)
    moves = numpy.arange(-_ASTRAY, _ASTRAY + 1)
    places = start[:, None, None] + moves[:, None] + tried[:, None, None] * apart
    lines = numpy.interp(places, dots, seen.edges).mean(axis=2) - seen.edges.mean()
    best = lines.argmax(axis=1)
    # A row of two is alike by chance more easily than a row of ten.
    sure = numpy.sqrt((count - 1) / count)
    return sure * (repeats + numpy.maximum(0.0, lines.max(axis=1))), start + moves[best]
