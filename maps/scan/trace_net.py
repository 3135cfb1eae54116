"""What of the ink hangs together as a net of borders: names, symbols and shadows do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_ink import Inked

Array = NDArray[Any]
Pixel = tuple[int, int]
Box = tuple[slice, slice]
_NET = 0.15  # of the picture's longer side: what reaches so far is a net of borders
_TOUCHING = 1.5  # reduced pixels: parts of ink twice as far from each other hang together
_RING = 0.08  # of its box: a ring around a seed has so much room inside
_WIDE = 26  # pixels of the picture as given: no line is wider
_DARKER = 5  # of 255: a line is so much darker than what lies on both sides of it
_DEEP = 0.15  # and so much of what it differs from the ground; else it is a tint in a narrow corner
_STEEP = 26  # of 255 over two pixels: less is no line's edge
_OVER_NOISE = 4  # times as steep as noise is, too
_SHARP = 0.5  # of how dark it is nearby: a line's edge is as steep, a shadow's is not
_NEARBY = 7  # pixels


def find_net(inked: Inked, seeds: Sequence[Pixel]) -> Array:
    """The lines that hang together over much of the picture, and rings around a seed (column and row)."""
    from scipy import ndimage

    ink = _sharp(inked, inked.ink & _between_lighter(inked))
    parts, _ = ndimage.label(ndimage.distance_transform_edt(~ink) <= _TOUCHING)
    kept = [False]
    for number, box in enumerate(ndimage.find_objects(parts), start=1):
        reach = max(side.stop - side.start for side in box)
        kept.append(reach >= _NET * max(ink.shape) or _is_ring(parts[box] == number, box, seeds))
    return numpy.asarray(ink & numpy.array(kept)[parts])


def _is_ring(part: Array, box: Box, seeds: Sequence[Pixel]) -> bool:
    from scipy import ndimage

    rows, columns = box
    within = [
        (y - rows.start, x - columns.start)
        for x, y in seeds
        if rows.start <= y < rows.stop and columns.start <= x < columns.stop
    ]
    if not within:
        return False
    room = ndimage.binary_fill_holes(part) & ~part
    return bool(room.sum() > _RING * part.size and any(room[place] or part[place] for place in within))


def _between_lighter(inked: Inked) -> Array:
    """Where a colour is darker than on both sides, as far away as a line is wide."""
    from scipy import ndimage

    line = _WIDE // inked.scale | 1
    least = numpy.maximum(_DARKER, _DEEP * numpy.abs(inked.pixels - inked.ground).max(axis=2))
    found = numpy.zeros(inked.ink.shape, dtype=bool)
    for channel in range(3):
        light = ndimage.gaussian_filter(inked.pixels[..., channel].astype(numpy.float32), 0.6)
        without = ndimage.minimum_filter(ndimage.maximum_filter(light, line), line)
        found |= without - light > least
    return found


def _sharp(inked: Inked, ink: Array) -> Array:
    """Ink near a sharp edge: coffee and shadows have none."""
    from scipy import ndimage

    light = inked.pixels.mean(axis=2, dtype=numpy.float32)
    away = ndimage.gaussian_filter(light - inked.ground.mean(axis=2, dtype=numpy.float32), 0.8)
    dark = ndimage.maximum_filter(numpy.abs(away), _NEARBY)
    light = ndimage.uniform_filter(light, 2)
    noise = float(numpy.median(numpy.abs(numpy.diff(light[::2, ::3], axis=1))))
    steep = numpy.hypot(ndimage.sobel(light, 0), ndimage.sobel(light, 1)) / 4
    edge = ink & (steep > max(_STEEP, _OVER_NOISE * noise)) & (steep > _SHARP * dark)
    near = _WIDE // 2 // inked.scale + 1
    return numpy.asarray(ink & (ndimage.distance_transform_cdt(~edge, "chessboard") <= near))
