"""How much every pixel looks like part of a line, from 0 to 1; and where broken lines go on.

A line is darker than the ground on both its sides, has steep edges, and is as dark as most lines of the
picture. Shadows of folds and rings of coffee are soft. What is missing of a dashed line is known from what
lies ahead of it on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]
_WIDE = 25  # pixels of the picture as given: no line is wider
_STEEP = 0.15  # of how dark it is, from one pixel to the next: a line's edge is as steep
_EDGE = 19  # pixels: so near is the edge of any line
_FAINT, _USUAL = 25.0, 75  # of 255: fainter is no line; and which percentile of the others is the usual one
_HALF = 26.0  # reduced pixels: so far ahead a line is looked for
_TURNS = 32  # directions
_BEND = 3  # of these directions, a line may bend between what lies ahead and what lies behind
_COARSE = 2  # pixels: in steps of so many it is looked for
_NARROW, _SPREAD = 0.75, 0.05  # of these steps: how wide the look ahead is, and how much wider with each
_PALE, _DEEP = 25.0, 45.0  # of 255: so much bluer than the ground is no river, and how much more one is
_LINE = 0.6  # from here on, pixels are surely ink
_BANKS = 17  # pixels: banks of a river, and what comes in at both sides of a blot, are no further apart


def line_strength(pixels: Array, scale: int) -> Array:
    """How much each pixel of a (rows, columns, 3) picture, which was reduced so many times, is of a line."""
    from scipy import ndimage

    light = ndimage.gaussian_filter(pixels.min(axis=2).astype(numpy.float32), 0.6)
    steep = _steepness(light, scale)
    window = _WIDE // scale | 1
    wide = _darkness(light, steep, window)
    noise = float(numpy.median(wide[::3, ::3]))
    strong = wide[wide > max(_FAINT, 3 * noise)]
    usual = float(numpy.percentile(strong, _USUAL)) if len(strong) > 100 else 100.0
    found = _share(wide, noise, usual)
    narrow = 2 * round(1.2 * _width(found)) + 5
    if narrow >= window:
        return found
    # Ground in the narrow end of an area is darker than on both sides, too, but not as dark as a line.
    fine = _darkness(light, steep, narrow)
    surely = numpy.clip(2 * found - 1, 0, 1)
    finest = _share(fine, float(numpy.median(fine[::3, ::3])), usual)
    return numpy.asarray(numpy.maximum(finest, surely))


def blueness(pixels: Array, scale: int) -> Array:
    """How much bluer each pixel is than both its sides: rivers may be hardly darker than the ground."""
    from scipy import ndimage

    window = _WIDE // scale | 1
    red = pixels[..., 0].astype(numpy.float32) - pixels[..., 2]
    red = ndimage.gaussian_filter(red, 1.2)
    without = ndimage.minimum_filter(ndimage.maximum_filter(red, window), window)
    return numpy.asarray(numpy.clip((numpy.minimum(without, 0) - red - _PALE) / _DEEP, 0, 1))


def filled(strength: Array, thick: Array) -> Array:
    """Strength where ink or a river lies between what looks like borders on both sides: all of it is one.

    Not symbols that stand apart there.
    """
    from scipy import ndimage

    parts, _ = ndimage.label(thick)
    blots = thick & numpy.isin(parts, parts[strength > _LINE])
    between = ndimage.minimum_filter(ndimage.maximum_filter(strength, _BANKS), _BANKS)
    return numpy.asarray(numpy.where(blots, numpy.maximum(strength, between), strength))


def _steepness(light: Array, scale: int) -> Array:
    """How dark a line may be whose edge is as steep as the steepest one nearby."""
    from scipy import ndimage

    soft = ndimage.gaussian_filter(light, 0.8)
    steps = numpy.hypot(ndimage.sobel(soft, 0), ndimage.sobel(soft, 1)) / 8
    return numpy.asarray(ndimage.maximum_filter(steps, _EDGE // scale | 1) / (_STEEP * scale))


def _darkness(light: Array, steep: Array, window: int) -> Array:
    """How much darker a pixel is than what lies on both its sides within a window; less if it is soft."""
    from scipy import ndimage

    without = ndimage.minimum_filter(ndimage.maximum_filter(light, window), window)
    dark = without - light
    return numpy.asarray(dark * numpy.clip(steep / numpy.maximum(dark, 1), 0, 1) ** 2)


def _share(dark: Array, noise: float, usual: float) -> Array:
    return numpy.asarray(numpy.clip((dark - 2 * noise) / max(usual - 2 * noise, 20.0), 0, 1))


def _width(strength: Array) -> float:
    """How wide most lines are, in pixels of the reduced picture."""
    from scipy import ndimage

    deep = ndimage.distance_transform_cdt(strength > 0.5)
    ridge = (deep > 0) & (deep >= ndimage.maximum_filter(deep, 3))
    return 2 * float(numpy.median(deep[ridge])) - 1 if ridge.any() else 3.0


def up_to_the_edge(strength: Array, reach: int) -> Array:
    """Lines so near the edge of a field reach it: no ground is left beyond a frame that is cut in two."""
    made = strength.copy()
    for turn in range(4):
        rim = numpy.rot90(made, turn)[:reach]
        rim[:] = numpy.maximum.accumulate(rim[::-1], axis=0)[::-1]
    return made


def going_on(strength: Array, gap: float = 0.0) -> Array:
    """How much of a line lies ahead of every pixel on both sides: about 1 on lines, and in their gaps.

    Lines are looked for so far ahead that gaps of so many pixels are bridged, or 26 pixels if that is more.
    """
    from scipy import fft, ndimage

    small, far = _coarse(strength), max(_HALF, gap) / _COARSE
    pad = int(far) + 2
    around = numpy.pad(small, pad, mode="symmetric")
    shape = [fft.next_fast_len(size + pad, real=True) for size in around.shape]
    spectrum = fft.rfft2(around, shape)
    ahead = []
    for look in _looks(shape, far):
        seen = fft.irfft2(spectrum * fft.rfft2(look), shape)
        ahead.append(seen[pad : pad + small.shape[0], pad : pad + small.shape[1]].astype(numpy.float32))
    both = _both(ahead)
    ridge = (small > _LINE) & (both >= ndimage.maximum_filter(both, 5))
    usual = float(numpy.median(both[ridge])) if ridge.any() else 1.0
    fine = numpy.minimum(both / max(usual, 1e-6), 1).repeat(_COARSE, axis=0).repeat(_COARSE, axis=1)
    return numpy.asarray(fine[: strength.shape[0], : strength.shape[1]])


def _coarse(strength: Array) -> Array:
    """The strongest of every few pixels; the last row and column twice where they do not come out even."""
    high, wide = strength.shape
    full = numpy.pad(strength, ((0, -high % _COARSE), (0, -wide % _COARSE)), mode="edge")
    blocks = full.reshape(full.shape[0] // _COARSE, _COARSE, full.shape[1] // _COARSE, _COARSE)
    return numpy.asarray(blocks.max(axis=(1, 3)))


def _looks(shape: list[int], far: float) -> Iterator[Array]:
    """Weights of what lies ahead in every direction, as kernels that are laid around the first pixel."""
    reach = int(far) + 2
    y, x = numpy.mgrid[-reach : reach + 1, -reach : reach + 1]
    for angle in numpy.arange(_TURNS) * 2 * numpy.pi / _TURNS:
        along = x * numpy.cos(angle) + y * numpy.sin(angle)
        beside = y * numpy.cos(angle) - x * numpy.sin(angle)
        spread = _NARROW + _SPREAD * numpy.maximum(along, 0)
        weight = numpy.exp(-((beside / spread) ** 2) / 2) / spread
        weight *= (along >= 0) & (along <= far)
        kernel = numpy.zeros(shape, dtype=numpy.float32)
        kernel[-y, -x] = weight / weight.sum()
        yield kernel


def _both(ahead: list[Array]) -> Array:
    """What lies ahead in any direction, or behind if that is less."""
    best = numpy.zeros_like(ahead[0])
    for turn, seen in enumerate(ahead):
        for bend in range(-_BEND, _BEND + 1):
            back = (turn + _TURNS // 2 + bend) % _TURNS
            if back > turn:
                numpy.maximum(best, numpy.minimum(seen, ahead[back]), out=best)
    return best
