"""A fitted map: its grid with labels, every centre, how far print and fit differ, and how sure we are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice
from maps.scan.hexgrid.confidence import SURE, Doubt, of_beside, of_nearly
from maps.scan.hexgrid.extent import Block
from maps.scan.hexgrid.search import Measured
from maps.scan.hexgrid.warp import Warp


@dataclass(frozen=True)
class Fitted:
    """A grid fitted to a scan; pixels are those of the scan, the first one reaching from 0 to 1.

    `seen` counts hexes as `block` does: hex 0, 0 of `grid` is the first hex of the block's first line.
    """

    grid: HexGrid
    seen: Measured
    block: Block
    size: tuple[int, int]
    likely: float = 0.0
    doubts: tuple[Doubt, ...] = ()

    @property
    def confidence(self) -> float:
        """How sure we are, 0 to 1: that it is the printed lattice, and that nothing else is doubtful."""
        return min((self.likely, *(one.likely for one in self.doubts)))

    @property
    def sure(self) -> bool:
        """Whether the grid may be used without a look at it."""
        return self.confidence >= SURE

    @cached_property
    def warp(self) -> Warp:
        """Where the hexes of the grid lie in the scan."""
        return self.seen.warp.moved(origin_of(self.block))

    @cached_property
    def centres(self) -> dict[str, tuple[float, float]]:
        """The centre of every hex by its label, in pixels."""
        labels = self.grid.labels
        points = self.warp.pixels(numpy.array(list(labels.values()), dtype=float))
        return {label: (float(x), float(y)) for label, (x, y) in zip(labels, points, strict=True)}

    @cached_property
    def steps(self) -> NDArray[Any]:
        """The mean steps along q and r, in pixels, as columns (2, 2)."""
        places = numpy.array(list(self.grid.hexes.values()), dtype=float)
        return numpy.asarray(self.warp.steps(places).mean(axis=0))

    @property
    def pitch(self) -> tuple[float, float]:
        """The mean distance of neighbouring columns and that of neighbouring rows, in pixels."""
        across, along = self._spacing()
        return (across, along) if self.grid.lattice.flat else (along, across)

    def _spacing(self) -> tuple[float, float]:
        """How far lines of hexes are apart, and how far hexes are along a line."""
        along = float(numpy.hypot(*self.steps[:, 1]))
        return abs(float(numpy.linalg.det(self.steps))) / along, along

    @cached_property
    def width(self) -> float:
        """The width of a hex from side to side, in pixels: the mean distance of neighbouring centres."""
        across, along = self._spacing()
        return (2 * along + 4 * across / 3**0.5) / 4

    @property
    def angle(self) -> float:
        """How far the grid is turned clockwise, in degrees."""
        x, y = self.steps[:, 1]
        return float(numpy.degrees(numpy.arctan2(-x, y) if self.grid.lattice.flat else numpy.arctan2(y, x)))

    @cached_property
    def residuals(self) -> dict[str, float]:
        """How far the printed centre of each hex lies from the fitted one, in pixels, where it is seen."""
        (line, place), (a, b) = self.seen.evidence.start, origin_of(self.block)
        far = numpy.hypot(self.seen.off[..., 0], self.seen.off[..., 1])
        made = {}
        for label, (q, r) in self.grid.labels.items():
            at = q + a - line, r + b + (q + a) // 2 - place
            if (
                all(0 <= n < most for n, most in zip(at, far.shape, strict=True))
                and self.seen.known[at] > 0.05
            ):
                made[label] = float(far[at])
        return made

    @property
    def residual(self) -> dict[str, float]:
        """The residuals in three numbers: root mean square, worst, and the first as a share of the width."""
        far = numpy.array(list(self.residuals.values()) or [0.0])
        rms = float(numpy.sqrt((far**2).mean()))
        return {"rms": rms, "worst": float(far.max()), "rms_of_width": rms / self.width}


def within_picture(
    found: Fitted, clicked: Collection[str], listed: Collection[str] = (), whole: bool = False
) -> Fitted:
    """The fit without hexes beside the picture, and those that a list of all labels has not.

    Of `whole` hexes all corners lie in the picture, of others the middle.
    """
    evidence, (a, b) = found.seen.evidence, origin_of(found.block)
    inside = evidence.whole if whole else evidence.shown
    gone, nearly = set(), []
    for label, (q, r) in found.grid.labels.items():
        at = evidence.at(q + a, r + b)
        if label in clicked or (at and inside[at] and (not listed or label in listed)):
            continue
        gone.add(label)
        if at and evidence.nearly[at] and not whole and (not listed or label in listed):
            nearly.append(label)
    lost = gone & set(listed) - set(nearly)
    beside = [label for label in found.grid.labels if label in lost]
    grid = replace(found.grid, missing=found.grid.missing | gone)
    return replace(found, grid=grid, doubts=(*found.doubts, *of_nearly(nearly), *of_beside(beside)))


def grid_of(block: Block, flat: bool) -> HexGrid:
    """The grid of a block of hexes, numbered from 0101."""

    def name(odd: int) -> str:
        return "odd" if (odd - block.first) % 2 == 0 else "even"

    shorter = block.odd_bottom - block.odd_top
    short = name(1 if shorter > 0 else 0) if shorter else ""
    columns, rows = (block.lines, block.longest) if flat else (block.longest, block.lines)
    return HexGrid(columns, rows, Lattice(flat), name(1 - block.odd_top), short)


def origin_of(block: Block) -> tuple[int, int]:
    """The first hex of the first line of a block."""
    return block.first, block.span(block.first)[0] - block.first // 2
