"""Where a line is really printed when the grounds on both sides of it differ, as at the rim of a map.

A ridge is seen a little nearer to the darker ground: by a share of the step between the grounds against the
depth of the line. That share is the same for all lines of a print, and is measured on the scan itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.hexgrid.cells import LINES
from maps.scan.hexgrid.marks import MARKS, Field, Shifts, looked_at, ways
from maps.scan.hexgrid.warp import Warp

_REACH = 0.03
"""Pitches: so grounds are looked at near their line, before the number of a hex begins."""
_LINE, _GROUND = 0.03, 0.07
"""Pitches from the middle: within the one the line is seen; from the other on, the grounds."""
_SHALLOW = 8.0
"""Of 255: a line that differs less from its grounds tells nothing of them."""
_EVEN = 0.01
"""Depths of a line: where steps are usually smaller than that, the ground is even."""
_LEAST = 0.05
"""Marks with less weight do not tell the share."""
_MOST = 0.02
"""Of a pitch for a step as high as the line is deep: more is no share of a step."""


def levelled(measured: Shifts, grey: NDArray[Any], warp: Warp, field: Field, pitch: float) -> Shifts:
    """The shifts of lines without what the grounds beside them make of those.

    `grey` is the picture in which they were measured, 0 to 255.
    """
    steps = numpy.stack([_steps(grey, warp, field, n) for n in range(len(MARKS[LINES]))], axis=-1)
    weights = numpy.where(measured.inside & (measured.weights > _LEAST), measured.weights, 0)
    # What all sides that lie one way have in common is no ground: the numbers stand below a side, or above.
    steps -= [_usual(steps[..., n][weights[..., n] > 0]) for n in range(steps.shape[-1])]
    share = _share(steps.ravel(), measured.by.ravel() / pitch, weights.ravel())
    return replace(measured, by=measured.by - share * pitch * steps)


def _steps(grey: NDArray[Any], warp: Warp, field: Field, side: int) -> NDArray[Any]:
    """How much lighter the ground beyond each hexside is (lines, places), in depths of its line, -1 to 1."""
    seen = looked_at(grey, warp, field, MARKS[LINES][side], _REACH).profile
    at = ways(_REACH)
    before, beyond = (numpy.median(seen[..., way * at > _GROUND], axis=-1) for way in (-1, 1))
    depth = (before + beyond) / 2 - seen[..., abs(at) < _LINE].mean(axis=-1)
    deep = numpy.where(depth < 0, -1, 1) * numpy.maximum(abs(depth), _SHALLOW)
    return numpy.asarray(numpy.clip((beyond - before) / deep, -1, 1))


def _usual(steps: NDArray[Any]) -> float:
    return float(numpy.median(steps)) if len(steps) else 0.0


def _share(steps: NDArray[Any], by: NDArray[Any], weights: NDArray[Any]) -> float:
    """How far a step as high as the line is deep moves it, in pitches; marks far off are hardly counted.

    It moves to the darker side, and never far: anything else is by chance, or no ground (iteratively
    reweighted least squares).
    """
    use, share = weights, 0.0
    for _ in range(4):
        known = float((use * (steps * steps + _EVEN**2)).sum())
        share = float((use * steps * by).sum()) / max(1e-9, known)
        off = numpy.abs(by - share * steps)
        usual = 1.48 * _usual(off[weights > 0])
        use = weights / (1 + (off / max(1e-9, 2 * usual)) ** 2) ** 2
    return min(0.0, max(-_MOST, share))
