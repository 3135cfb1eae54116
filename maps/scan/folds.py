"""Shadows of folds taken off a picture: they are straight, soft, and go through everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image

Array = NDArray[Any]
_BLOCKS = 8  # a fold may lean: it is looked for in so many pieces of the picture
_THROUGH = 0.6  # of the blocks: what goes through fewer is no fold
_LEAN = 7  # pixels: no fold moves aside further from one block to the next
_SURROUNDINGS = 61  # pixels: light changes little over so many, but at a fold
_DARK = 0.975  # what has less of the light of its surroundings may be a fold
_NARROW, _WIDE = 3, 40  # pixels: how wide a fold may be
_SOFT = 0.1  # of the light, from one pixel to the next: what changes faster is a line
_SKIRT = 3  # pixels: beside what is dark, a shadow goes on faintly


def unfolded(image: Image.Image) -> Image.Image:
    """An RGB picture without the shadows of upright and level folds; the same if there are none."""
    pixels = numpy.asarray(image).astype(numpy.float32)
    upright = _lightened(pixels)
    level = _lightened(pixels.swapaxes(0, 1))
    if not (upright or level):
        return image
    return Image.fromarray(numpy.clip(pixels, 0, 255).astype(numpy.uint8))


def _lightened(pixels: Array) -> bool:
    """Lighten the columns that lie in the shadow of a fold; whether there are any."""
    blocks = numpy.array_split(pixels, _BLOCKS)
    shades = _through([_shade(block) for block in blocks])
    for block, shade in zip(blocks, shades, strict=True):
        block /= shade[None, :, None]
    return bool((shades < 1).any())


def _through(shades: Sequence[Array]) -> Array:
    """Shades of all blocks, without what is dark in a few of them only."""
    from scipy import ndimage

    every: Array = numpy.array(shades)
    dark = ndimage.maximum_filter((every < 1).astype(numpy.float32), (1, _LEAN))
    return numpy.asarray(numpy.where(dark.sum(axis=0) < _THROUGH * _BLOCKS, 1, every))


def _shade(block: Array) -> Array:
    """How much light is left in every column of a block, 1 where no fold is."""
    from scipy import ndimage

    light = numpy.median(block[::2].mean(axis=2), axis=0)
    left = ndimage.uniform_filter(light / numpy.maximum(ndimage.median_filter(light, _SURROUNDINGS), 1), 3)
    dips, _ = ndimage.label(left < _DARK)
    shade = numpy.ones_like(left)
    for (run,) in ndimage.find_objects(dips):
        steps = numpy.abs(numpy.diff(light[max(0, run.start - 2) : run.stop + 2]))
        sharp = steps.max(initial=0) >= _SOFT * max(float(light.max()), 1)
        if _NARROW <= run.stop - run.start <= _WIDE and not sharp:
            skirt = slice(max(0, run.start - _SKIRT), run.stop + _SKIRT)
            shade[skirt] = numpy.minimum(left[skirt], 1)
    return numpy.asarray(shade)
