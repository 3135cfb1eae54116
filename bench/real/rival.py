"""A plain rival for areas: marker-controlled watershed, as a textbook has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
from skimage import color, filters, morphology, segmentation

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image


def watershed(picture: Image.Image, seeds: list[Any]) -> tuple[list[str], NDArray[numpy.int32]]:
    """The names of the seeds and, per pixel (height, width), the number of one from 1.

    The relief is the strength of dark lines (black top-hat) and the change of colour (Sobel in Lab).
    """
    lab = color.rgb2lab(numpy.asarray(picture.convert("RGB")))
    smooth = filters.gaussian(lab, 1.2, channel_axis=2)
    change = numpy.sqrt((numpy.stack([filters.sobel(smooth[..., n]) for n in range(3)]) ** 2).sum(axis=0))
    lines = morphology.black_tophat(smooth[..., 0], morphology.disk(4))
    names = sorted({name for name, _, _ in seeds})
    markers = numpy.zeros(change.shape, dtype=numpy.int32)
    for name, x, y in seeds:
        row, column = (min(max(int(at), 2), size - 3) for at, size in zip((y, x), change.shape, strict=True))
        markers[row - 2 : row + 3, column - 2 : column + 3] = names.index(name) + 1
    return names, segmentation.watershed(change + lines, markers).astype(numpy.int32)
