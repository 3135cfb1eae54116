"""Whether a picture shows a grid of squares: said instead of "no hexes", so that nobody looks for a fault."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from maps.scan.darkness import at_size, box_mean, darkness
from maps.scan.hexgrid.repeats import FARTHEST, LONGEST, NEAREST, likeness

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

_LEAST = 0.65  # lines of text reach 0.5


def square_pitch(grey: Image.Image) -> float | None:
    """The width of the squares of a grey picture in pixels; None where there are none."""
    found = list(_steps(grey))
    best = max((worth for worth, _ in found), default=0.0)
    if best < _LEAST:
        return None
    # Two squares repeat like one: the smallest that repeats nearly as well is the square.
    least = min(pitch for worth, pitch in found if worth > 0.75 * best)
    near = [(worth, pitch) for worth, pitch in found if least <= pitch < 1.2 * least]
    top = max(worth for worth, _ in near)
    return statistics.fmean(pitch for worth, pitch in near if worth > 0.97 * top)


def _steps(grey: Image.Image) -> Iterator[tuple[float, float]]:
    """How much the picture is like itself a step to the side, a step down, and both; the step in pixels."""
    import numpy

    scale = min(1.0, LONGEST / max(grey.size))
    while scale * max(grey.size) >= 200:
        like = likeness(darkness(at_size(grey, scale), 7), 2 * FARTHEST)
        sharp = like - box_mean(like, 6)
        for step in range(NEAREST, FARTHEST):
            for lean in range(-step // 8, step // 8 + 1):
                ways = ((step, lean), (-lean, step), (step - lean, step + lean))
                yield min(_near(sharp, *way) for way in ways), float(numpy.hypot(step, lean)) / scale
        scale /= 1.5


def _near(sharp: NDArray[Any], x: int, y: int) -> float:
    middle = sharp.shape[0] // 2
    return float(sharp[middle + y - 1 : middle + y + 2, middle + x - 1 : middle + x + 2].max())
