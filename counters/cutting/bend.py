"""How a sheet is bent that was made straight: told by how far its die lines, piece by piece, lie from
even rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from counters.cutting.blocks import edges_in
from counters.cutting.lattice import Lattice

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Line = NDArray[numpy.float64]
    Dots = NDArray[numpy.float32]

POWERS = tuple((x, y) for total in range(4) for x in range(total + 1) for y in (total - x,))
"""A sheet's bend, as powers of x and y."""

_CLEAR = 0.6
"""Along so much of a cell an edge must run."""

_REACH, _NEAR, _RIM_REACH = 4, 0.045, 14
"""Lines are looked for as far as so many dots, or so much of the pitch; the rim of a block that shows no
lines as far as so many dots."""

_LEAST = 14
_ROUGH, _ROUGHEST = 1.5, 6.0
"""Lines that lie astray by so many dots more than the bend says belong to something else."""

_STIFF = 0.5

_WORTH, _SLIGHT = 0.7, 1.0
"""Lines must lie no more than so much as far from the bend as from even rows, and from these by so many dots,
or there is none."""


def bends(dots: Dots, lattices: Sequence[Lattice], scale: float) -> tuple[dict[tuple[int, int], float], ...]:
    """By how much what lies at a place of even rows lies elsewhere: powers of x and y, in units of `scale`
    dots from the picture's middle, with dots, across and down. Empty where too few lines are seen."""
    import numpy

    middle = numpy.array([dots.shape[1] / 2, dots.shape[0] / 2])
    found = []
    for axis in (0, 1):
        seen = numpy.array([one for lattice in lattices for one in _astray(dots, lattice, axis)])
        found.append(_smooth((seen[:, :2] - middle) / scale, seen[:, 2]) if len(seen) > _LEAST else {})
    return tuple(found)


def _smooth(places: Line, astray: Line) -> dict[tuple[int, int], float]:
    """The bend that most of the lines follow; stiff where few are seen."""
    import numpy

    powers = numpy.stack([places[:, 0] ** x * places[:, 1] ** y for x, y in POWERS], axis=1)
    stiff = _STIFF * numpy.diag([sum(power) for power in POWERS]).astype(float)
    kept = numpy.ones(len(astray), dtype=bool)
    shares: Line = numpy.zeros(len(POWERS))
    for rough in (_ROUGHEST, _ROUGHEST, *4 * (_ROUGH,)):
        one = powers[kept]
        shares = numpy.asarray(numpy.linalg.solve(one.T @ one + stiff, one.T @ astray[kept]))
        kept = numpy.abs(astray - powers @ shares) < rough
        if kept.sum() <= _LEAST:
            return {}
    before, after = float(astray[kept].std()), float((astray - powers @ shares)[kept].std())
    if before < _SLIGHT or after > _WORTH * before:
        return {}
    return {power: float(share) for power, share in zip(POWERS, shares, strict=True)}


def _astray(dots: Dots, lattice: Lattice, axis: int) -> Iterator[tuple[float, float, float]]:
    """For each piece of a line between two cells: where its middle should lie, and how much further it
    lies.
    """
    lines, along = (lattice.across, lattice.down) if axis == 0 else (lattice.down, lattice.across)
    if lines.cell != lines.pitch:
        return
    places = _expected(lattice, axis)
    reach = max(_REACH, round(_NEAR * lines.pitch))
    if lattice.fit == 0:  # its own lines were not seen, but its rim is plain
        places, reach = [places[0], places[-1]], _RIM_REACH
    for row in range(along.count):
        begin, end = (round(edge) for edge in along.span(row))
        strip = dots[begin:end] if axis == 0 else dots[:, begin:end].transpose(1, 0, 2)
        for place, further in _along(strip, places, reach):
            middle = (begin + end) / 2
            yield (place, middle, further) if axis == 0 else (middle, place, further)


def _expected(lattice: Lattice, axis: int) -> list[float]:
    """Where lines run: between cells, and along the rim of the block, which lies as far out on both sides."""
    lines, block = (lattice.across, lattice.block) if axis == 0 else (lattice.down, lattice.block)
    low, top = (block.left, block.right) if axis == 0 else (block.top, block.bottom)
    begin, end = lines.start, lines.start + lines.count * lines.pitch
    bleed = (begin - low + top - end) / 2
    return [begin - bleed, *(begin + n * lines.pitch for n in range(1, lines.count)), end + bleed]


def _along(strip: Dots, places: Sequence[float], reach: int) -> Iterator[tuple[float, float]]:
    """The lines that cross a row of cells: where they should lie, and how much further they lie."""
    import numpy

    for place in places:
        low = round(place) - reach
        near = strip[:, max(0, low - 1) : low + 2 * reach + 2]
        if near.shape[1] < 2 * reach + 3 or not len(near):
            continue
        runs = edges_in(near)
        best = int(runs.argmax())
        if runs[best] > _CLEAR and 0 < best < len(runs) - 1:
            peak = numpy.where(runs > 0.7 * runs[best], runs, 0.0)
            yield place, float((peak * (numpy.arange(len(runs)) + 0.5)).sum() / peak.sum()) + low - place
