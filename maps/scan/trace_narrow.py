"""Narrow ground that runs on between two lines side by side.

Between two lines so near to each other nearly as much of them lies ahead as in the gap of one. But a gap is
no longer than its line is wide, and there ground goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]
_LINE = 0.5  # what is stronger is ink
_TURNS = 16  # directions in which ground may run
_WIDE = 14  # pixels: so near is the ink on either side
_LONG = 8  # pixels: so far it runs on both ways, at least; lines are hardly half as wide


def narrow(lines: Array) -> Array:
    """Which pixels of the ground between lines so strong lie where it is narrow, and runs on."""
    pad = max(_WIDE, _LONG)
    ink = numpy.pad(lines > _LINE, pad)
    found = numpy.zeros_like(ink)
    for angle in numpy.arange(_TURNS) * numpy.pi / _TURNS:
        one, other = _steps(angle + numpy.pi / 2, _WIDE), _steps(angle - numpy.pi / 2, _WIDE)
        walled = ~ink & _any(ink, one) & _any(ink, other)
        ways = [*_steps(angle, _LONG), *_steps(angle + numpy.pi, _LONG)]
        middle = walled & ~_any(~walled, ways)
        found |= middle | _any(middle, ways)
    return numpy.asarray(found[pad:-pad, pad:-pad])


def _steps(angle: float, far: int) -> list[tuple[int, int]]:
    """Rows and columns to each of so many pixels in one direction."""
    return [(round(step * numpy.sin(angle)), round(step * numpy.cos(angle))) for step in range(1, far + 1)]


def _any(mask: Array, steps: Iterable[tuple[int, int]]) -> Array:
    """Where any pixel lies so many rows and columns away; what leaves the picture comes in opposite."""
    found = numpy.zeros_like(mask)
    for step in steps:
        found |= numpy.roll(mask, step, axis=(0, 1))
    return found
