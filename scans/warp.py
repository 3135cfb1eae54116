"""A picture warped: every pixel of the new one is looked up in the old one (inverse mapping), once.

What lies between pixels is told by cubic splines, which go through every pixel: a straightened map is true
to place. (Pillow's cubics pull a point by up to a tenth of a pixel towards the nearest one.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

    Points = NDArray[Any]

MESH = 24
"""Pixels from node to node: between nodes the mapping is taken for linear."""
BAND = 480
"""Rows made at a time, to need little memory: twenty meshes."""
_MARGIN = 12
"""Pixels around what is looked up: so far off, a pixel counts less than a millionth in a cubic spline."""
_WHITE = {"CMYK": 0, "I;16": 65535}


def warped(
    source: Image.Image, size: tuple[int, int], mapping: Callable[[Points], Points], order: int = 3
) -> Image.Image:
    """A picture of a size in pixels, of the mode of its source: L, RGB, CMYK or I;16. White beside it.

    `mapping` takes points (..., 2) of the new picture, x and y in pixels from its corner, to points of the
    source. `order` of the splines: 3 to be kept, 1 (linear, five times faster) to be looked at.
    """
    import numpy
    from PIL import Image

    dot = numpy.asarray(source.crop((0, 0, 1, 1)))
    made = numpy.full((size[1], size[0], *dot.shape[2:]), _WHITE.get(source.mode, 255), dtype=dot.dtype)
    for top, places in _bands(size, mapping):
        _look_up(source, places, order, made[top : top + len(places)])
    if source.mode == "CMYK":
        return Image.frombuffer("CMYK", size, made.tobytes(), "raw", "CMYK", 0, 1)
    return Image.fromarray(made)


def _bands(size: tuple[int, int], mapping: Callable[[Points], Points]) -> Iterator[tuple[int, Points]]:
    """Bands of rows: the first row of each, and where the middles of its pixels lie in the source."""
    import numpy
    from scipy import ndimage

    wide, high = size
    x = numpy.arange(0.0, wide + MESH, MESH)
    for top in range(0, high, BAND):
        rows = min(BAND, high - top)
        y = numpy.arange(float(top), top + rows + MESH, MESH)
        nodes = mapping(numpy.stack(numpy.meshgrid(x, y), axis=-1))
        at = numpy.meshgrid(
            (numpy.arange(rows) + 0.5) / MESH, (numpy.arange(wide) + 0.5) / MESH, indexing="ij"
        )
        yield top, numpy.stack([ndimage.map_coordinates(nodes[..., n], at, order=1) for n in (0, 1)], axis=-1)


def _look_up(source: Image.Image, places: Points, order: int, made: Points) -> None:
    """Put the colours of a picture at points (rows, columns, 2) into rows of the new one."""
    import numpy
    from scipy import ndimage

    inside = ((places >= 0) & (places <= source.size)).all(axis=-1)
    if not inside.any():
        return
    x, y = places[inside].T
    low = numpy.maximum([x.min() - _MARGIN, y.min() - _MARGIN], 0).astype(int)
    top = numpy.minimum([x.max() + _MARGIN, y.max() + _MARGIN], source.size).astype(int)
    part = numpy.asarray(source.crop((*low.tolist(), *top.tolist())))
    most = numpy.iinfo(part.dtype).max
    for colour in range(part.shape[2] if part.ndim == 3 else 1):
        layer, to = (part[..., colour], made[..., colour]) if part.ndim == 3 else (part, made)
        at = (y - low[1] - 0.5, x - low[0] - 0.5)
        found = ndimage.map_coordinates(layer, at, numpy.float32, order, mode="nearest")
        to[inside] = numpy.clip(found + 0.5, 0, most)


def bounds(size: tuple[int, int], straight: Callable[[Points], Points]) -> tuple[Points, Points]:
    """The least and the most x and y that the rim of a picture has after a mapping."""
    import numpy

    wide, high = size
    x, y = numpy.meshgrid(numpy.linspace(0, wide, 17), numpy.linspace(0, high, 17))
    rim = numpy.stack((x, y), axis=-1)[(x == 0) | (x == wide) | (y == 0) | (y == high)]
    points = straight(rim)
    return points.min(axis=0), points.max(axis=0)
