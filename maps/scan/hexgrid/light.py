"""Uneven light evened on a straightened map: hexes of one colour are as bright everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from scans.light import light_over, logs

if TYPE_CHECKING:
    from PIL import Image

_TOUCH = 1.35
"""Pitches: neighbours are no further apart, the next hexes are at 1.73."""
_MOST = 2.0
"""Times that a place may be made brighter or darker: a shadow in which more is needed has no colours left."""
_MODES = ("L", "RGB", "I;16")


def evened(image: Image.Image, middles: NDArray[Any], pitch: float) -> Image.Image:
    """The picture as in even light, as bright as its hexes are in the mean; `middles` (n, 2) are in pixels.

    Pictures in printers' colours (CMYK) are left as they are.
    """
    from PIL import Image

    if image.mode not in _MODES:
        return image
    pixels = numpy.asarray(image)
    (wide, high), most = image.size, numpy.iinfo(pixels.dtype).max
    boxes = numpy.concatenate((middles - pitch / 3, middles + pitch / 3), axis=1).astype(int)
    grounds = [pixels[max(0, y) : end + 1, max(0, x) : right + 1] for x, y, right, end in boxes.tolist()]
    seen = numpy.array([part.mean() if part.size else most for part in grounds]) * (255 / most)
    pairs = cKDTree(middles).query_pairs(_TOUCH * pitch, output_type="ndarray")
    light = light_over(logs(seen)[:, None], middles, pairs)
    made, across = numpy.empty_like(pixels), numpy.arange(wide) + 0.5
    for row in range(high):
        at = numpy.stack((across, numpy.full(wide, row + 0.5)), axis=-1)
        gain = numpy.exp(-light(at)).clip(1 / _MOST, _MOST)
        made[row] = (pixels[row] * gain.reshape(-1, *[1] * (pixels.ndim - 2)) + 0.5).clip(0, most)
    found = Image.fromarray(made)
    found.info.update(image.info)
    return found
