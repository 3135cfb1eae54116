"""The cells of every block of a sheet: even rows of counters across and down.

Counters are square unless something else fits much better; on a photo squares may all look a little too wide
or too high. Of the pitches that fit a block that one is likelier which other blocks of the sheet have too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from counters.cutting.blocks import Block
from counters.cutting.rhythm import NONE, Fits, Profile, fit_of, fits, pitches, profile

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Line = NDArray[numpy.float64]
    Dots = NDArray[numpy.float32]
    Mask = NDArray[numpy.bool_]

SURE = 0.4
"""Cells that fit less are none."""

_SQUARE = 0.8
"""Cells are square where that fits at least so well, compared with what fits best."""

_LONG = 2.2
"""No counter is longer than so many times its width."""

_WIDER = 75
"""Squares may look wider or higher by so many steps of the pitch, each of which is eight in ten thousand."""

_WIDER_COSTS = 0.002
_TOGETHER = 0.3
"""So much better fits a pitch that all the other blocks have."""

_BROAD = 0.45
"""What is less broad than this may stick out of a block, if its cells fit so much better without it:"""
_WITHOUT = 1.25

_MULTIPLES = (7, 5, 3)
_AS_WELL = 0.7
"""Cells that are three counters wide repeat as well as counters do: the smallest that do are counters."""

_RUNS, _ASTRAY = 0.3, 1.5
"""Lines are seen where edges run along so much of the block; they lie astray by so many dots at most."""

_REACH, _NEAR = 3, 0.03
"""Lines are looked for as far as so many dots, or so much of the pitch."""

_RIM = 0.7
"""How strong a line the rim of a block is."""

_EMPTY, _UNEVEN, _LEAST = 0.06, 0.06, 40
"""A column with less print is paper; a pitch or length that varies by less of the pitch is even; a cell is at
least so long."""


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
class Lattice:
    """The cells of a block, across and down, and how well they fit what is printed there."""

    block: Block
    across: Comb
    down: Comb
    fit: float


@dataclass(frozen=True, slots=True)
class _Axis:
    """A block along one axis, perhaps without what sticks out of it: where this begins, and what fits."""

    begin: int
    seen: Profile
    fits: Fits


@dataclass(frozen=True, slots=True)
class _Rows:
    """A block with all the ways in which cells may lie in it, what is printed on it first."""

    block: Block
    across: tuple[_Axis, ...]
    down: tuple[_Axis, ...]


@dataclass(frozen=True, slots=True)
class _Lined:
    """One axis of a block, so long, once its pitch is known: the lines seen between its cells, by their
    numbers, and how strong each is."""

    begin: int
    length: int
    count: int
    pitch: float
    numbers: Line
    places: Line
    strong: Line


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A block whose pitches are known, and how well they fit."""

    block: Block
    across: _Lined
    down: _Lined
    fit: float


def find_lattices(dots: Dots, ink: Mask, blocks: Sequence[Block]) -> list[Lattice | None]:
    """The cells of each block; None for a block in which there are none to be seen."""
    longest = max((max(one.right - one.left, one.bottom - one.top) for one in blocks), default=0)
    if not longest:
        return []
    tried = pitches(longest)
    apart = [_apart(dots, ink, block) for block in blocks]
    rows = [
        None if alone else _Rows(block, *(_axes(profile(dots, ink, block, axis), tried) for axis in (0, 1)))
        for block, alone in zip(blocks, apart, strict=True)
    ]
    known = [one for one in rows if one]
    wider = _wider(known)
    common = _common(known, tried, wider)
    chosen = [_chosen(one, tried, wider, common) if one else None for one in rows]
    bleed = _bleed([one for one in chosen if one])
    return [
        alone or (_lattice(one, bleed) if one else None) for alone, one in zip(apart, chosen, strict=True)
    ]


def fit_of_lattice(dots: Dots, ink: Mask, one: Lattice) -> float:
    """How well cells fit that were found elsewhere."""
    across = fit_of(
        profile(dots, ink, one.block, 0),
        one.across.pitch,
        one.across.start - one.block.left,
        one.across.count,
    )
    down = fit_of(
        profile(dots, ink, one.block, 1), one.down.pitch, one.down.start - one.block.top, one.down.count
    )
    return across + down


def _axes(seen: Profile, tried: Line) -> tuple[_Axis, ...]:
    """The whole of a block along one axis, and the same without what sticks out at either end."""
    import numpy

    length = len(seen.ink)
    broad = numpy.nonzero(seen.ink >= _BROAD * seen.ink.max())[0]
    begins = dict.fromkeys((0, int(broad[0]) if broad[0] > 3 else 0))
    ends = dict.fromkeys((length, int(broad[-1]) + 1 if broad[-1] < length - 4 else length))
    parts = [(begin, seen.part(begin, end)) for begin, end in product(begins, ends)]
    return tuple(_Axis(begin, part, fits(part, tried)) for begin, part in parts)


def _both(across: Line, down: Line, wider: int) -> Line:
    """How well squares fit that look wider by so many steps, by their height."""
    import numpy

    moved = numpy.full(len(across), NONE)
    if wider >= 0:
        moved[: len(across) - wider] = across[wider:]
    else:
        moved[-wider:] = across[:wider]
    return numpy.where((moved == NONE) | (down == NONE), 2 * NONE, moved + down)


def _wider(rows: Sequence[_Rows]) -> int:
    """By how many steps of the pitch squares look wider than high, all over the sheet."""
    best, found = -1.0, 0
    for wider in sorted(range(-_WIDER, _WIDER + 1, 3), key=abs):
        fit = sum(
            one.block.area * max(0.0, float(_both(one.across[0].fits.fit, one.down[0].fits.fit, wider).max()))
            for one in rows
        )
        if fit * (1 - _WIDER_COSTS * abs(wider)) > best:
            best, found = fit * (1 - _WIDER_COSTS * abs(wider)), wider
    return found


def _common(rows: Sequence[_Rows], tried: Line, wider: int) -> Line:
    """How well squares of each height fit all the blocks together: 1 where they fit best."""
    import numpy
    from scipy import ndimage

    if len(rows) < 2:
        return numpy.zeros(len(tried))
    fit = [_both(one.across[0].fits.fit, one.down[0].fits.fit, wider) for one in rows]
    area = numpy.array([[float(one.block.area)] for one in rows])
    total = (area * numpy.maximum(0.0, numpy.stack(fit))).sum(axis=0)
    broad = ndimage.maximum_filter1d(total, 7)
    return numpy.asarray(broad / max(float(broad.max()), 1e-9))


def _chosen(rows: _Rows, tried: Line, wider: int, common: Line) -> _Chosen | None:
    """The pitches of a block, of what sticks out of which no more is left away than helps."""
    import numpy

    best: tuple[float, float, _Axis, int, _Axis, int] | None = None
    for across, down in product(rows.across, rows.down):
        squares = _both(across.fits.fit, down.fits.fit, wider)
        together = numpy.where(squares > 0, squares + _TOGETHER * common, squares)
        number = _smallest(together, tried)
        wide, high = number + wider, number
        free = [_smallest(one.fits.fit, tried) for one in (across, down)]
        loose = float(across.fits.fit[free[0]] + down.fits.fit[free[1]])
        square = (
            together[number] >= _SQUARE * loose or not 1 / _LONG < tried[free[0]] / tried[free[1]] < _LONG
        )
        if not square:
            wide, high = free
        fit = float(across.fits.fit[wide] + down.fits.fit[high]) * (1 if square else _SQUARE)
        worth = max(fit, float(together[number]))
        if best is None or worth > _WITHOUT * best[0]:
            best = worth, fit, across, wide, down, high
    if best is None or best[1] < SURE:
        return None
    _, fit, across, wide, down, high = best
    return _Chosen(rows.block, _lined(across, tried, wide), _lined(down, tried, high), fit)


def _smallest(fit: Line, tried: Line) -> int:
    """The pitch that fits best; or a third of it, a fifth ... where that fits almost as well."""
    import numpy

    best = int(fit.argmax())
    for parts in _MULTIPLES:
        near = numpy.nonzero(numpy.abs(tried * parts / tried[best] - 1) < 0.01)[0]
        if len(near) and fit[near].max() > _AS_WELL * fit[best]:
            return int(near[fit[near].argmax()])
    return best


def _lined(axis: _Axis, tried: Line, number: int) -> _Lined:
    """The lines that are seen where cells of this pitch lead to expect them."""
    import numpy

    pitch, count = float(tried[number]), int(axis.fits.count[number])
    length = len(axis.seen.edges)
    start = (length - count * pitch) / 2
    numbers = numpy.arange(1, count)
    near = [_nearest(axis.seen.edges, start + n * pitch, pitch) for n in numbers]
    places, strong = (numpy.array([one[part] for one in near]) for part in (0, 1))
    return _Lined(axis.begin, length, count, pitch, numbers.astype(float), places, strong)


def _bleed(chosen: Sequence[_Chosen]) -> float:
    """How far beyond their cells the blocks of a sheet are printed, in dots; the same all over it."""
    import numpy

    found, sure = [], []
    for one in (axis for each in chosen for axis in (each.across, each.down)):
        seen = one.strong > _RUNS
        pitch = one.pitch
        if seen.sum() > 2:
            pitch = _even(one.numbers[seen], one.places[seen], one.strong[seen])[1]
        found.append((one.length - one.count * pitch) / 2)
        sure.append(float(seen.sum()) + 0.1)
    if not found:
        return 0.0
    order = numpy.argsort(found, kind="stable")
    half = numpy.cumsum(numpy.array(sure)[order])
    return float(found[order[int(numpy.searchsorted(half, half[-1] / 2))]])


def _lattice(chosen: _Chosen, bleed: float) -> Lattice:
    block = chosen.block
    across, down = _settled(chosen.across, bleed, block.left), _settled(chosen.down, bleed, block.top)
    return Lattice(block, across, down, chosen.fit)


def _settled(axis: _Lined, bleed: float, origin: int) -> Comb:
    """Cells brought to the lines that are seen, and to the rim of the block without its bleed."""
    import numpy

    seen = axis.strong > _RUNS
    rim = numpy.array([bleed, axis.length - bleed])
    numbers = numpy.concatenate([[0.0, axis.count], axis.numbers[seen]])
    places = numpy.concatenate([rim, axis.places[seen]])
    start, pitch = _even(numbers, places, numpy.concatenate([[_RIM, _RIM], axis.strong[seen]]))
    return Comb(start + axis.begin + origin, pitch, pitch, axis.count)


def _nearest(edges: Line, place: float, pitch: float) -> tuple[float, float]:
    """Where near a place an edge runs, to a part of a dot, and how strong it is: what is strongest at the rim
    of what is near belongs to something else."""
    import numpy

    reach = max(_REACH, round(pitch * _NEAR))
    low, high = max(0, round(place) - reach), min(len(edges), round(place) + reach + 1)
    near = edges[low:high]
    if len(near) < 3 or not 0 < int(near.argmax()) < len(near) - 1:
        return place, 0.0
    peak = numpy.where(near >= 0.8 * near.max(), near, 0.0)
    return float((peak * (numpy.arange(low, high) + 0.5)).sum() / peak.sum()), float(near.max())


def _even(numbers: Line, found: Line, strong: Line) -> tuple[float, float]:
    """The start and pitch of the even row that most of the lines found lie on; stray ones are left out."""
    import numpy

    kept = numpy.ones(len(numbers), dtype=bool)
    while True:
        pitch, start = numpy.polyfit(numbers[kept], found[kept], 1, w=strong[kept] + 1e-6)
        astray = numpy.where(kept, numpy.abs(found - start - pitch * numbers), 0.0)
        if astray.max() < _ASTRAY or kept.sum() <= 2:
            return float(start), float(pitch)
        kept[int(astray.argmax())] = False


def _apart(dots: Dots, ink: Mask, block: Block) -> Lattice | None:
    """Counters with paper between them; None where there is no paper, or what it parts are blocks."""
    printed = ink[block.top : block.bottom, block.left : block.right]
    across, down = (_runs(printed.mean(axis=axis)) for axis in (0, 1))
    if across is None or down is None or across.count * down.count < 3:
        return None
    wide = Comb(across.start + block.left, across.pitch, across.cell, across.count)
    high = Comb(down.start + block.top, down.pitch, down.cell, down.count)
    if _holds_counters(dots, ink, wide, high):
        return None
    return Lattice(block, wide, high, 2.0)


def _holds_counters(dots: Dots, ink: Mask, across: Comb, down: Comb) -> bool:
    """Whether the cells are blocks of counters themselves."""
    import numpy

    inner = []
    for row, column in product(range(down.count), range(across.count)):
        (left, right), (top, bottom) = across.span(column), down.span(row)
        block = Block(round(left), round(top), round(right), round(bottom))
        tried = pitches(max(block.right - block.left, block.bottom - block.top))
        wide, high = (fits(profile(dots, ink, block, axis), tried).fit for axis in (0, 1))
        inner.append(float(_both(wide, high, 0).max()))
    return float(numpy.median(inner)) > SURE


def _runs(ink: Line) -> Comb | None:
    """Cells with paper between them; None where the printed runs are not of one length and evenly spaced."""
    import numpy

    printed = numpy.concatenate([[False], ink > _EMPTY * max(float(ink.max()), 1e-9), [False]])
    turns = numpy.nonzero(numpy.diff(printed.astype(numpy.int8)))[0]
    begins, ends = turns[::2].astype(float), turns[1::2].astype(float)
    if len(begins) < 2:
        return None
    cell = float(numpy.median(ends - begins))
    pitch, start = (float(one) for one in numpy.polyfit(numpy.arange(len(begins)), begins, 1))
    even = numpy.abs(begins - (start + pitch * numpy.arange(len(begins)))).max() < _UNEVEN * pitch
    alike = numpy.abs(ends - begins - cell).max() < _UNEVEN * pitch
    if not (even and alike) or cell < max(_LEAST, 0.5 * pitch):
        return None
    return Comb(start, pitch, cell, len(begins))
