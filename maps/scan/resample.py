"""A picture resampled once, true to place: what lies between pixels is told by the cubics of Catmull and Rom.

Pillow's own cubics pull a point by up to a tenth of a pixel towards the nearest one, which is more than a
straightened map may be off.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

MESH = 24  # pixels: within a mesh the way to the source is taken for even
_WHITE = {"CMYK": 0, "I;16": 65535}


def nodes(length: int) -> list[int]:
    """Where the meshes of a picture so many pixels long begin and end."""
    return [*range(0, length, MESH), length]


def resampled(source: Image.Image, size: tuple[int, int], net: NDArray[Any]) -> Image.Image:
    """A picture of a size, taken from a source of mode L, RGB, CMYK or I;16; white beside the source.

    `net` (rows, columns, 2) has the place in the source, x and y in pixels, of every node of the meshes.
    """
    import numpy
    from PIL import Image

    pixels = numpy.asarray(source)
    made = numpy.empty((size[1], size[0], *pixels.shape[2:]), dtype=pixels.dtype)
    white = _WHITE.get(source.mode, 255)
    for top, band in _bands(net, size):
        made[top : top + len(band)] = _taken(pixels, band, white)
    if source.mode == "CMYK":
        return Image.frombuffer("CMYK", size, made.tobytes(), "raw", "CMYK", 0, 1)
    return Image.fromarray(made)


def _bands(net: NDArray[Any], size: tuple[int, int]) -> Iterator[tuple[int, NDArray[Any]]]:
    """Each row of meshes: its first row of pixels, and where the middles of its pixels lie in the source."""
    import numpy

    columns, rows = numpy.array(nodes(size[0])), nodes(size[1])
    across = numpy.arange(size[0]) // MESH
    part = ((numpy.arange(size[0]) + 0.5 - columns[across]) / numpy.diff(columns)[across])[:, None]
    lines = net[:, across] * (1 - part) + net[:, across + 1] * part
    for number, (top, bottom) in enumerate(pairwise(rows)):
        down = ((numpy.arange(bottom - top) + 0.5) / (bottom - top))[:, None, None]
        yield top, lines[number] * (1 - down) + lines[number + 1] * down


def _taken(pixels: NDArray[Any], at: NDArray[Any], white: int) -> NDArray[Any]:
    """The colours of a picture at points (rows, columns, 2)."""
    import numpy

    high, wide = pixels.shape[:2]
    found = numpy.zeros((*at.shape[:2], *pixels.shape[2:]), dtype=numpy.float32)
    flat = pixels.reshape(high * wide, *pixels.shape[2:])
    x, across = _taps(at[..., 0], wide)
    y, down = _taps(at[..., 1], high)
    more = (..., *[None] * (pixels.ndim - 2))
    for row, weight in zip(y, down, strict=True):
        for column, share in zip(x, across, strict=True):
            found += flat[row * wide + column] * (weight * share)[more]
    most = numpy.iinfo(pixels.dtype).max
    made = (numpy.clip(found, 0, most) + 0.5).astype(numpy.int64).clip(0, most).astype(pixels.dtype)
    beside = (at < 0).any(axis=-1) | (at[..., 0] > wide) | (at[..., 1] > high)
    made[beside] = white
    return made


def _taps(at: NDArray[Any], length: int) -> tuple[list[NDArray[Any]], list[NDArray[Any]]]:
    """The four pixels around each place along one axis, and how much each counts."""
    import numpy

    whole = numpy.floor(at - 0.5)
    t = (at - 0.5 - whole).astype(numpy.float32)
    weights = [
        ((1 - t / 2) * t - 0.5) * t,
        (1.5 * t - 2.5) * t * t + 1,
        ((2 - 1.5 * t) * t + 0.5) * t,
        (t / 2 - 0.5) * t * t,
    ]
    first = numpy.clip(whole, -2, length + 1).astype(numpy.int64) - 1
    return [numpy.clip(first + n, 0, length - 1) for n in range(4)], weights
