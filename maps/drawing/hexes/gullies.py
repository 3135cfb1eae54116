"""Gullies: where rain would run off open country to its waters, as soft shade.

They are the lie of the land and cost nothing, so nobody may take them for a track or a stream: they are
faint, taper to both ends, and keep off roads, towns and the frame.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy
import shapely
from numpy.typing import NDArray

from maps.drawing.curve import chance_of, eased, rounded
from maps.drawing.hexes.landscape import mixed, tint
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.relief import CELL_MM, HIGH, far_from_waters
from maps.drawing.hexes.ways import ways_of
from maps.drawing.ink import Colour, Ink
from maps.drawing.relief import SMOOTH, rolling
from maps.grids.hexes import Point

Cell = tuple[int, int]
Mask = NDArray[numpy.bool_]
_LEAST = 18
"""How many cells must drain through one before it is a gully."""
_BROAD, _GROWS, _BROADEST = 0.013, 0.34, 0.065
"""How broad a gully is where one cell drains, how that grows with their number, and the most, in hexes."""
_KNOLLS = (13, 0.5)
"""How wide and how high what gullies wind around is: on quite even land they would be straight."""
_UPHILL = 0.012
"""How much the land rises for each millimetre from its waters."""
_TONES = ((1.9, 0.05), (1.35, 0.1), (0.8, 0.15))
"""How broad each layer of its shade is, as a share of its breadth, and how dark, between the land and the
colour of gullies."""
_CLEAR, _SHORTEST, _TAPER = 0.15, 0.8, 0.6
"""How far gullies keep from the frame, roads and towns; how long they are at least, and how far they taper to
either end, in hexes."""
_AROUND = ((-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))


@dataclass(frozen=True, slots=True)
class Gully:
    """The course of a gully, downwards, and how broad it is at each point, both in millimetres."""

    course: tuple[Point, ...]
    broad: tuple[float, ...]


def draw_gullies(ink: Ink, plan: Plan) -> tuple[Gully, ...]:
    """The gullies of a ground, where map.toml wants them."""
    word = str(plan.style.get("gullies", ""))
    found = gullies_of(plan, word) if word else ()
    shade_gullies(ink, found, (tint(plan, word), plan.palette["way.gully"]))
    return found


def shade_gullies(ink: Ink, found: Iterable[Gully], colours: tuple[Colour, Colour]) -> None:
    """Gullies as soft shade in layers, each of all gullies, so that none shows where one runs into another.
    The colours are those of the land and of gullies."""
    found = list(found)
    for broad, share in _TONES:
        for one in found:
            ink.ribbon(one.course, [wide * broad for wide in one.broad], mixed(*colours, share))


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
    rolls = rolling(columns * CELL_MM, rows * CELL_MM, (*SMOOTH, _KNOLLS))[::CELL_MM, ::CELL_MM]
    below, order = _drained(rolls + _UPHILL * far, ends, high)
    through = _gathered(below, order)
    runs = _runs(below, [cell for cell in order if through[cell] >= _LEAST and not ends[cell]], ends)
    allowed = _open_land(plan)
    shapely.prepare(allowed)
    beds = _beds(runs, through, (left, top), plan.size)
    return tuple(part for bed in beds for part in _kept(bed, allowed, plan.size))


def _open_land(plan: Plan) -> shapely.Geometry:
    """Where gullies may be seen: off the frame, towns and roads."""
    (left, top, wide, high), clear = plan.frame, _CLEAR * plan.size
    ways = ways_of(plan)
    lines = [line for found in (ways.roads, ways.rails) for some in found.values() for line in some]
    town = plan.style.get("town", "settlement")
    towns = [shapely.Point(plan.centre(one)) for one, space in plan.spaces() if space.facts.get(town)]
    kept = shapely.MultiLineString(lines).buffer(clear).union(shapely.MultiPoint(towns).buffer(3 * clear))
    frame = shapely.box(left + clear, top + clear, left + wide - clear, top + high - clear)
    return frame.difference(kept)


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


def _beds(
    runs: Iterable[Sequence[Cell]], through: dict[Cell, int], corner: Point, size: float
) -> Iterator[tuple[list[Point], list[float]]]:
    """The course and breadth of the gully through the cells of each run, which ends where the one that it
    runs into lies."""
    laid: dict[Cell, Point] = {}
    for run in runs:
        spots = [laid.get(cell) or _spot(cell, corner) for cell in run]
        spots = eased(spots, 4)
        laid |= dict(zip(run, spots, strict=True))
        course = rounded(spots)
        wide = [min(_BROADEST, _BROAD * through[cell] ** _GROWS) * size for cell in run]
        broad = numpy.interp(numpy.linspace(0, len(run) - 1, len(course)), range(len(run)), wide)
        yield course, broad.tolist()


def _kept(bed: tuple[list[Point], list[float]], allowed: shapely.Geometry, size: float) -> Iterator[Gully]:
    """The stretches of a gully on open land that are long enough to be seen, each tapering to its ends."""
    course, broad = numpy.array(bed[0]), numpy.array(bed[1])
    inside = shapely.contains_xy(allowed, course[:, 0], course[:, 1])
    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate(([False], inside, [False])).astype(int)))
    for begin, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        points, wide = course[begin:end], broad[begin:end]
        far = numpy.concatenate(([0.0], numpy.hypot(*numpy.diff(points, axis=0).T).cumsum()))
        if far[-1] >= _SHORTEST * size:
            wide = wide * numpy.minimum(1.0, numpy.minimum(far, far[-1] - far) / (_TAPER * size))
            yield Gully(tuple((x, y) for x, y in points.tolist()), tuple(wide.tolist()))


def _spot(cell: Cell, corner: Point) -> Point:
    """A point of a cell that does not betray the net of cells."""
    chance = chance_of(*cell)
    right, down = cell[1] + chance.uniform(-0.42, 0.42), cell[0] + chance.uniform(-0.42, 0.42)
    return (corner[0] + right * CELL_MM, corner[1] + down * CELL_MM)
