"""A grid laid over a scan for somebody to look at: at once, by clicks alone, or as it was fitted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.grids.grid import HexGrid
from maps.grids.hexes import Hex
from maps.scan.hexgrid.clicks import read_by, starts
from maps.scan.hexgrid.extent import Block
from maps.scan.hexgrid.fitted import Fitted, grid_of, origin_of
from maps.scan.hexgrid.labels import Click, schemes
from maps.scan.hexgrid.marks import CORNERS
from maps.scan.hexgrid.search import RIM, straight
from maps.scan.hexgrid.told import BOTTOM, LEFT, RIGHT, TOP, agreeing_ways, told_block
from maps.scan.hexgrid.warp import Warp


@dataclass(frozen=True)
class Laid:
    """A grid, and where its hexes lie on the picture."""

    grid: HexGrid
    warp: Warp

    @cached_property
    def places(self) -> NDArray[Any]:
        """All hexes (n, 2)."""
        return numpy.array(list(self.grid.labels.values()), dtype=float)

    @cached_property
    def centres(self) -> NDArray[Any]:
        """The middles of all hexes in pixels (n, 2)."""
        return self.warp.pixels(self.places)

    @cached_property
    def outlines(self) -> NDArray[Any]:
        """The corners of all hexes in pixels (n, 6, 2)."""
        corners = (self.places[:, None] + numpy.array(CORNERS)).reshape(-1, 2)
        return self.warp.pixels(corners).reshape(-1, 6, 2)

    def corners(self) -> list[str]:
        """The labels of the four corners: the first and the last hex of the first and the last line."""
        labels = list(self.grid.labels)
        lines: dict[int, list[str]] = {}
        for label in labels:
            lines.setdefault(self.grid.labels[label].q, []).append(label)
        first, last = lines[min(lines)], lines[max(lines)]
        return list(dict.fromkeys((first[0], first[-1], last[0], last[-1])))

    def sides(self) -> dict[str, tuple[NDArray[Any], NDArray[Any]]]:
        """For each side the middle of its line of hexes, and the step from there to a further line."""
        flat = self.grid.lattice.flat
        line = self.places[:, 0]
        along = self.places[:, 1] + line / 2
        across = {LEFT: -line, RIGHT: line} if flat else {TOP: -line, BOTTOM: line}
        ends = {TOP: -along, BOTTOM: along} if flat else {LEFT: -along, RIGHT: along}
        made = {}
        for side, value in (*across.items(), *ends.items()):
            rim = self.places[value > value.max() - 0.75]
            middle = rim.mean(axis=0)
            sign = 1 if side in (RIGHT, BOTTOM) else -1
            step = numpy.array((1.0, -0.5) if side in across else (0.0, 1.0)) * sign
            points = self.warp.pixels(numpy.array([middle, middle + step]))
            made[side] = (points[0], points[1] - points[0])
        return made


def laid(found: Fitted) -> Laid:
    """A fit to be shown."""
    return Laid(found.grid, found.warp)


def sketched(clicks: Sequence[Click], picture: tuple[int, int], told: HexGrid | None) -> Laid | None:
    """The grid by two or more clicks alone, of all hexes if it is told, else of those between the clicks.

    None where they tell none. Raises ScanError where labels cannot be read.
    """
    if len(clicks) < 2:
        return None
    if told:
        ways = agreeing_ways(schemes([one.label for one in clicks]), clicks, told)
    else:
        ways = read_by(clicks, picture)
    begun = [one for one in starts(clicks, ways, picture) if one.cost < 1]
    for candidate in straight(begun[:1], clicks, ways, "ink"):
        way = candidate.schemes[0]
        if told:
            block = told_block(told, told.labels[clicks[0].label])
            return Laid(told, candidate.warp.moved(origin_of(block)))
        block = Block(0, 0, 0, 0).holding([(int(q), int(r + q // 2)) for q, r in way.places])
        begin = origin_of(block)
        grid = way.numbered(grid_of(block, candidate.flat), Hex(-begin[0], -begin[1]))
        return Laid(grid, candidate.warp.moved(begin)) if grid else None
    return None


def numberings(found: Fitted) -> list[HexGrid]:
    """The ways to number the hexes of a fit that agree with its clicks, the plainest first."""
    begin = origin_of(found.block)
    plain = grid_of(found.block, found.grid.lattice.flat)
    made: dict[tuple[str, ...], HexGrid] = {tuple(found.grid.labels): found.grid}
    for way in found.seen.candidate.schemes:
        grid = way.numbered(plain, Hex(-begin[0], -begin[1]))
        if grid:
            made.setdefault(tuple(grid.labels), grid)
    return list(made.values())


def beside(found: Fitted, grid: HexGrid) -> int:
    """How many hexes of another grid, in which labels mean the same hexes, lie beside the picture."""
    label = next(one for one in grid.labels if one in found.grid.labels)
    there, here = found.grid.labels[label], grid.labels[label]
    places = numpy.array([(q + there.q - here.q, r + there.r - here.r) for q, r in grid.labels.values()])
    points, rim = found.warp.pixels(places.astype(float)), RIM * found.width
    return int(((points < -rim) | (points > numpy.array(found.size) + rim)).any(axis=1).sum())


def off_by_label(found: Fitted) -> dict[str, float]:
    """How far the print lies from each hex that is seen, as a share of the width of a hex."""
    return {label: off / found.width for label, off in found.residuals.items() if math.isfinite(off)}
