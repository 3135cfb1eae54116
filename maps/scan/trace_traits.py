"""What every inked pixel of a crowded picture looks like, in numbers that stay much the same along a border.

Beside its own colour that is what lies around it, near and far: a road is pale between dark edges, letters
and trees bend and end at once, rivers are wide. Colours are differences from the paper nearby.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy
from numpy.typing import NDArray
from scipy import ndimage

from maps.scan.trace_ink import Inked

Array = NDArray[Any]
_USUAL = 2000  # pixels: all lengths here are those on a picture whose shorter side is as long
_SMALLEST = 0.75  # and no lines are made much thinner because a picture shows little
_BLURS = ((0.7, 30.0), (1.8, 25.0), (4.0, 18.0), (9.0, 12.0))  # how far, and what differs much then
_NEAR = (7, 15)  # what is palest, darkest, yellowest and bluest within so many pixels
_BENDS = ((1.3, 15.0), (2.6, 15.0))  # how far light is looked at for ridges
_SLOPES, _EVEN = (3.0, 7.0), 0.3  # and for one direction of all edges
_SPREAD = 22.0  # a ridge is held against what is usual within so many pixels
_TINT, _PLACE = 25.0, 1.5  # paper that is so different; the whole picture is so many times as different
# How much darker a ridge is than both its sides, at least, and than is usual nearby.
_RIDGE, _CLEAR = 1.8, 1.0


def faint_lines(inked: Inked) -> Array:
    """Which pixels are darker than both their sides, if only as faintly as thin lines on dark paper."""
    ridge = _ridges(_dark(inked), _BENDS[0][0] * _size(inked))[0]
    return (ridge > _RIDGE) & (ridge > _CLEAR * _usual(ridge, _SPREAD * _size(inked)))


def traits(inked: Inked, where: tuple[Array, Array]) -> Array:
    """The traits of some pixels, by their rows and columns: (pixels, traits)."""
    return numpy.stack([part.astype(numpy.float32) for part in _all_traits(inked, where)], axis=1)


def _all_traits(inked: Inked, where: tuple[Array, Array]) -> Iterator[Array]:
    yield from _colours(inked, where)
    yield from _shapes(inked, where)
    for channel in range(3):
        yield (inked.ground[..., channel] / _TINT)[where]
    for at, length in zip(where, inked.ink.shape, strict=True):
        yield at / length * _PLACE


def _size(inked: Inked) -> float:
    return float(max(_SMALLEST, min(inked.ink.shape) / _USUAL))


def _off(inked: Inked, channel: int) -> Array:
    return numpy.asarray((inked.pixels[..., channel] - inked.ground[..., channel]).astype(numpy.float32))


def _dark(inked: Inked) -> Array:
    return numpy.asarray((inked.pixels - inked.ground).min(axis=2).astype(numpy.float32))


def _colours(inked: Inked, where: tuple[Array, Array]) -> Iterator[Array]:
    size = _size(inked)
    fine = []
    for channel in range(3):
        off = _off(inked, channel)
        for reach, much in _BLURS:
            yield _blurred(off, reach * size, where) / much
        fine.append(ndimage.gaussian_filter(off, _BLURS[0][0] * size))
    yellow, light = fine[0] - fine[2], numpy.minimum(numpy.minimum(*fine[:2]), fine[2])
    for reach in _NEAR:
        box = round(reach * size) | 1
        yield ndimage.maximum_filter(yellow, box)[where] / _BLURS[0][1]
        yield ndimage.minimum_filter(yellow, box)[where] / _BLURS[0][1]
        yield ndimage.minimum_filter(light, box)[where] / 40
        yield ndimage.maximum_filter(light, box)[where] / _BLURS[0][1]


def _shapes(inked: Inked, where: tuple[Array, Array]) -> Iterator[Array]:
    dark, size = _dark(inked), _size(inked)
    for reach, much in _BENDS:
        for ridge in _ridges(dark, reach * size):
            yield ridge[where] / much
    ridge = _ridges(dark, _BENDS[0][0] * size)[0]
    yield (ridge / _usual(ridge, _SPREAD * size))[where]
    across, down = (ndimage.gaussian_filter(dark, size, order) for order in ((0, 1), (1, 0)))
    products = (across * across, down * down, across * down)
    for reach in _SLOPES:
        xx, yy, xy = (_blurred(part, reach * size, where) for part in products)
        yield 3 * numpy.hypot(xx - yy, 2 * xy) / (xx + yy + _EVEN)


def _ridges(dark: Array, reach: float) -> tuple[Array, Array]:
    """How much light bends up where it bends most, and across that."""
    xx, yy, xy = (ndimage.gaussian_filter(dark, reach, order) for order in ((0, 2), (2, 0), (1, 1)))
    middle, spread = (xx + yy) / 2, numpy.hypot((xx - yy) / 2, xy)
    return (middle + spread) * reach**2, (middle - spread) * reach**2


def _usual(ridge: Array, reach: float) -> Array:
    """How strong ridges are around every pixel."""
    step = max(1, int(reach / 3))
    small = _reduced(ridge * ridge, step)
    around = numpy.sqrt(ndimage.gaussian_filter(small, reach / step)) + 1
    high, wide = ridge.shape
    return numpy.asarray(around.repeat(step, axis=0)[:high].repeat(step, axis=1)[:, :wide])


def _blurred(values: Array, reach: float, where: tuple[Array, Array]) -> Array:
    """Blurred values of some pixels: what is blurred far is reduced first."""
    step = max(1, int(reach / 2))
    if step == 1:
        return numpy.asarray(ndimage.gaussian_filter(values, reach)[where])
    small = ndimage.gaussian_filter(_reduced(values, step), reach / step)
    return numpy.asarray(small[where[0] // step, where[1] // step])


def _reduced(values: Array, step: int) -> Array:
    high, wide = values.shape
    full = numpy.pad(values, ((0, -high % step), (0, -wide % step)), mode="edge")
    blocks = full.reshape(full.shape[0] // step, step, full.shape[1] // step, step)
    return numpy.asarray(blocks.mean(axis=(1, 3)))
