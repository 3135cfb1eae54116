"""How much darker, or lighter, than the paper around it every pixel of a scan is."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import uniform_filter

MOST = 3.0  # deviations: a black block counts for no more than a black line

NEARLY_WHOLE = 0.5
"""From this scale on a pixel of a reduced picture stands for hardly more than one."""


def at_size(grey: Image.Image, scale: float) -> NDArray[Any]:
    """A grey picture reduced (rows, columns; float32, 0 to 255), every pixel the mean of those it stands for.

    The scale is kept exactly: what does not fill a pixel at the right and at the bottom is left out. Where a
    pixel stands for hardly more than one, whole ones would be taken in turn, and the picture creep by half a
    pixel to and fro: there neighbours are weighed by their distance.
    """
    if scale >= 1:
        return numpy.asarray(grey, dtype=numpy.float32)
    size = (max(1, int(grey.width * scale)), max(1, int(grey.height * scale)))
    box = (0, 0, min(grey.width, size[0] / scale), min(grey.height, size[1] / scale))
    weighed = Image.Resampling.BILINEAR if scale > NEARLY_WHOLE else Image.Resampling.BOX
    small = grey.resize(size, weighed, box)
    return numpy.asarray(small, dtype=numpy.float32)


def box_mean(values: NDArray[Any], radius: int) -> NDArray[Any]:
    """The mean of the square of `2 * radius + 1` pixels around each; the edge is continued outwards."""
    return numpy.asarray(uniform_filter(values, 2 * radius + 1, mode="nearest"))


def ink(grey: NDArray[Any], pitch: float) -> NDArray[Any]:
    """Lines, dots and all that is darker than the paper close to it; the mean is taken away."""
    dark = numpy.maximum(darkness(grey, max(2, round(pitch * 0.15))), 0)
    return numpy.asarray(dark - box_mean(dark, round(pitch)))


def spots(grey: NDArray[Any], pitch: float) -> NDArray[Any]:
    """Only what is darker than the paper on every side of it, as dots are and lines are not."""
    reach = max(2, round(pitch * 0.15))
    grey = box_mean(grey, 1)
    wide = numpy.pad(grey, reach, mode="edge")
    high, across = grey.shape
    lightest = grey + 255
    for turn in range(8):
        x = reach + round(reach * math.cos(turn * math.pi / 4))
        y = reach + round(reach * math.sin(turn * math.pi / 4))
        numpy.minimum(lightest, wide[y : y + high, x : x + across], out=lightest)
    dark = numpy.maximum(lightest - grey, 0)
    dark = numpy.minimum(dark, 4 * float(dark.mean()) + 10)
    return numpy.asarray(dark - box_mean(dark, round(pitch)))


FEATURES: dict[str, Callable[[NDArray[Any], float], NDArray[Any]]] = {
    "ink": ink,
    "spots": spots,
    "light ink": lambda grey, pitch: ink(255 - grey, pitch),
    "light spots": lambda grey, pitch: spots(255 - grey, pitch),
}
"""What may be printed: dark lines or dots, or light ones; each with the pitch of hexes in pixels."""


def darkness(grey: NDArray[Any], radius: int) -> NDArray[Any]:
    """Darkness against the paper around, in deviations usual thereabouts, between -3 and 3."""
    away = box_mean(grey, radius) - grey
    usual = numpy.sqrt(numpy.maximum(box_mean(away * away, 3 * radius), 0))
    floor = max(1.0, 0.5 * float(numpy.median(usual)))
    return numpy.asarray(numpy.clip(away / (usual + floor), -MOST, MOST))
