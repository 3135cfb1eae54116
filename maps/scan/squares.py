"""Whether a picture shows a grid of squares: said instead of "no hexes", so that nobody looks for a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maps.scan.darkness import at_size, box_mean, darkness
from maps.scan.repeats import FARTHEST, LONGEST, NEAREST, likeness

if TYPE_CHECKING:
    from PIL import Image

_LEAST = 0.25


def square_pitch(grey: Image.Image) -> float | None:
    """The width of the squares of a grey picture in pixels; None where there are none."""
    import numpy

    scale = min(1.0, LONGEST / max(grey.size))
    best, found = _LEAST, None
    while scale * max(grey.size) >= 200:
        like = likeness(darkness(at_size(grey, scale), 7), 2 * FARTHEST)
        sharp, middle = like - box_mean(like, 6), 2 * FARTHEST
        for step in range(NEAREST, FARTHEST):
            for lean in range(-step // 8, step // 8 + 1):
                across, down = (step, lean), (-lean, step)
                both = (step - lean, step + lean)
                worth = min(
                    float(sharp[middle + y - 1 : middle + y + 2, middle + x - 1 : middle + x + 2].max())
                    for x, y in (across, down, both)
                )
                if worth > best:
                    best, found = worth, float(numpy.hypot(step, lean)) / scale
        scale /= 1.5
    return found
