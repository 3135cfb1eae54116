"""Rolling land as light and shade: heights, and how light from the north-west falls on them."""

from __future__ import annotations

import random

import numpy
from numpy.typing import NDArray
from PIL import Image

Heights = NDArray[numpy.float64]


ROUGH, SMOOTH = ((34, 1.3), (15, 0.7), (7, 0.4), (3, 0.16)), ((52, 2.2), (23, 0.9))
"""How land rolls: how wide its hills are, in millimetres, and how high."""


def rolling(width: int, height: int, hills: tuple[tuple[int, float], ...] = ROUGH) -> Heights:
    """Heights for every millimetre: hills of several sizes heaped on one another."""
    chance = random.Random("hills")
    total = numpy.zeros((height, width))
    for size, tall in hills:
        columns, rows = width // size + 3, height // size + 3
        heights = [chance.random() for _ in range(columns * rows)]
        coarse = numpy.array(heights, dtype=numpy.float32).reshape(rows, columns)
        total += tall * stretched(coarse, width, height)
    return total


def stretched(coarse: NDArray[numpy.float32], width: int, height: int) -> Heights:
    """The same heights on a finer net, smooth between."""
    fine = Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC)
    return numpy.asarray(fine).astype(numpy.float64)


def lit(heights: Heights, level: int, steep: float, darkest: int) -> Image.Image:
    """How bright land is: `level` where it is flat, up to 255 to the north-west, never below `darkest`; not
    in whole tones, whose rims would show as stairs where it is enlarged."""
    slope = numpy.gradient(heights, axis=0) + numpy.gradient(heights, axis=1)
    light = numpy.clip(level + slope * steep, darkest, 255)
    return Image.fromarray(light.astype(numpy.float32))
