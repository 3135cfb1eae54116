"""Gullies: where rain would run off open country to its waters, as dry beds with a bank in the shade."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from maps.drawing.hexes.curve import chance_of, rounded
from maps.drawing.hexes.landscape import mixed, tint
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.relief import CELL_MM, HIGH, far_from_waters
from maps.drawing.ink import Ink
from maps.drawing.relief import SMOOTH, rolling
from maps.grids.hexes import Point

Cell = tuple[int, int]
Mask = NDArray[numpy.bool_]
_LEAST = 14
"""How many cells must drain through one before it is a gully."""
_BROAD, _GROWS, _BROADEST = 0.016, 0.34, 0.085
"""How broad a gully is where one cell drains, how that grows with their number, and the most, in hexes."""
_UPHILL = 0.012
"""How much the land rises for each millimetre from its waters."""
_FLOOR, _BANK, _LIT, _ASIDE = 0.14, 0.4, 0.6, 0.3
"""How dark the floor of a gully is, and its bank in the shade; how pale the other one; how far both are from
the middle, as a share of its breadth."""
_AROUND = ((-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))


@dataclass(frozen=True, slots=True)
class Gully:
    """The course of a gully, downwards, and how broad it is at each point, both in millimetres."""

    course: tuple[Point, ...]
    broad: tuple[float, ...]

    def moved(self, aside: float) -> list[Point]:
        """Its course moved towards the light (below 0) or away from it, by a share of its breadth."""
        return [
            (x + aside * wide, y + aside * wide) for (x, y), wide in zip(self.course, self.broad, strict=True)
        ]


def draw_gullies(ink: Ink, plan: Plan) -> None:
    """The gullies of a ground, where map.toml wants them: a bank in the shade, one in the light, a floor."""
    word = str(plan.style.get("gullies", ""))
    found = gullies_of(plan, word) if word else ()
    land, dark = tint(plan, word), plan.palette["way.gully"]
    for aside, colour in (
        (-_ASIDE, mixed(land, dark, _BANK)),
        (_ASIDE, mixed(land, (255, 255, 255), _LIT)),
        (0.0, mixed(land, dark, _FLOOR)),
    ):
        for one in found:
            ink.ribbon(one.moved(aside), one.broad, colour)


def gullies_of(plan: Plan, word: str) -> tuple[Gully, ...]:
    """The gullies of a ground: they begin on it, run round hills to water, and end where it does."""
    (left, top, _, _), far = plan.frame, far_from_waters(plan)
    if far is None:
        return ()
    rows, columns = far.shape
    x, y = numpy.meshgrid(left + numpy.arange(columns) * CELL_MM, top + numpy.arange(rows) * CELL_MM)
    grounds = plan.grounds_at(numpy.column_stack((x.ravel(), y.ravel()))).reshape(far.shape)
    high = numpy.isin(grounds, sorted(HIGH))
    ends = ((far < CELL_MM) | (grounds != word)) & ~high
    rolls = rolling(columns * CELL_MM, rows * CELL_MM, SMOOTH)[::CELL_MM, ::CELL_MM]
    below, order = _drained(rolls + _UPHILL * far, ends, high)
    through = _gathered(below, order)
    runs = _runs(below, [cell for cell in order if through[cell] >= _LEAST and not ends[cell]], ends)
    return tuple(_gully(run, through, (left, top), plan.size) for run in runs)


def _drained(heights: NDArray[numpy.float64], ends: Mask, high: Mask) -> tuple[dict[Cell, Cell], list[Cell]]:
    """Where each cell drains to, and all cells from where water ends upwards: a pit fills until water runs
    over its lowest rim. What is high is left out."""
    rows, columns = heights.shape
    rim = numpy.zeros_like(ends)
    rim[[0, -1], :] = rim[:, [0, -1]] = True
    begin = [(float(heights[cell]), cell) for cell in _cells((ends | rim) & ~high)]
    heapq.heapify(begin)
    seen = {cell for _, cell in begin} | set(_cells(high))
    below: dict[Cell, Cell] = {}
    order = []
    while begin:
        level, cell = heapq.heappop(begin)
        order.append(cell)
        for down, right in _AROUND:
            other = (cell[0] + down, cell[1] + right)
            if 0 <= other[0] < rows and 0 <= other[1] < columns and other not in seen:
                seen.add(other)
                below[other] = cell
                heapq.heappush(begin, (max(level, float(heights[other])), other))
    return below, order


def _cells(mask: Mask) -> Iterator[Cell]:
    return ((row, column) for row, column in numpy.argwhere(mask).tolist())


def _gathered(below: dict[Cell, Cell], order: Sequence[Cell]) -> dict[Cell, int]:
    """How many cells drain through each."""
    through = dict.fromkeys(order, 1)
    for cell in reversed(order):
        if cell in below:
            through[below[cell]] += through[cell]
    return through


def _runs(below: dict[Cell, Cell], beds: Sequence[Cell], ends: Mask) -> Iterator[list[Cell]]:
    """The cells of each gully from its head down to where it ends, or to one found before."""
    fed, done = {below[cell] for cell in beds if cell in below}, set[Cell]()
    for head in beds:
        run: list[Cell] = []
        cell: Cell | None = head if head not in fed else None
        while cell is not None:
            run.append(cell)
            cell = None if cell in done or ends[cell] else below.get(cell)
        done |= set(run)
        if len(run) > 2:
            yield run


def _gully(run: Sequence[Cell], through: dict[Cell, int], corner: Point, size: float) -> Gully:
    """A gully through these cells, tapering to its head."""
    course = rounded([_spot(cell, corner) for cell in run])
    wide = [min(_BROADEST, _BROAD * through[cell] ** _GROWS) * size for cell in run]
    broad = numpy.interp(numpy.linspace(0, len(run) - 1, len(course)), range(len(run)), wide)
    taper = min(len(broad), 8)
    broad[:taper] *= numpy.linspace(0.25, 1.0, taper)
    return Gully(tuple(course), tuple(broad.tolist()))


def _spot(cell: Cell, corner: Point) -> Point:
    """A point of a cell that does not betray the net of cells."""
    chance = chance_of(*cell)
    right, down = cell[1] + chance.uniform(-0.42, 0.42), cell[0] + chance.uniform(-0.42, 0.42)
    return (corner[0] + right * CELL_MM, corner[1] + down * CELL_MM)
