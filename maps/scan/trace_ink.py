"""What on a picture is a line: ink that differs from the ground around it, and belongs to something long."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from maps.scan.folds import unfolded
from maps.scan.trace_strength import blueness, line_strength

Array = NDArray[Any]
Colour = tuple[int, int, int]

_GROUND = 6  # the ground is looked at so much coarser than the lines
_WINDOW = 5  # and over so many coarse pixels, of which lines cover less than half
_CONTRAST = 22  # of 255: less is paper, relief and noise
_LONG = 0.03  # of the picture's longer side: a line reaches further than letters and symbols
_BESIDE = 12  # so many pixels beside a border, the ground is that of one side alone
_EDGE = 70  # tints that differ more than this part areas without any line
_ALIKE = 60.0  # how far a colour may be from the one that was named


@dataclass(frozen=True)
class Inked:
    """The ink of a picture that was reduced `scale` times: (rows, columns) of truth values.

    `pixels` and `ground` are the reduced picture and the paper around every pixel: (rows, columns, 3).
    """

    scale: int
    ink: Array
    pixels: Array
    ground: Array


@dataclass(frozen=True)
class Inks:
    """The colours of borders, if named, each with the least width in pixels; and those of no border."""

    borders: Sequence[tuple[Colour, float]] = ()
    others: Sequence[Colour] = ()


def find_ink(image: Image.Image, inks: Inks, most: int, flat: bool = False) -> Inked:
    """All ink of an RGB picture that may belong to borders; it is reduced to so many pixels at most.

    With `flat`, the shadows of folds are taken off first.
    """
    scale = reduction(image, most)
    small = image.reduce(scale) if scale > 1 else image
    small = unfolded(small) if flat else small
    pixels = numpy.asarray(small).astype(numpy.int16)
    ground = _ground(small)
    ink = _named_ink(pixels, ground, inks.borders, scale) if inks.borders else _any_ink(pixels, ground)
    for colour in inks.others:
        ink &= ~_widened(_of_colour(pixels, ground, colour))
    return Inked(scale, ink, pixels, ground)


def set_pixels(mask: Array) -> tuple[Array, Array]:
    """Rows and columns of the pixels that are set; for few of many this is quicker than `numpy.nonzero`."""
    rows, columns = numpy.unravel_index(numpy.flatnonzero(mask), mask.shape)
    return rows, columns


def reduction(image: Image.Image, most: int) -> int:
    """How many times a picture is reduced to have so many pixels at most."""
    return max(1, math.ceil(math.sqrt(image.width * image.height / most)))


def _ground(small: Image.Image) -> Array:
    """The paper around every pixel: the middle colour of its neighbourhood."""
    coarse = small.reduce(_GROUND).filter(ImageFilter.MedianFilter(_WINDOW))
    return numpy.asarray(coarse.resize(small.size, Image.Resampling.BILINEAR)).astype(numpy.int16)


def _away(one: Array, other: Array) -> Array:
    """How far apart colours are: by the largest difference of red, green and blue."""
    off = numpy.abs(one - other)
    return numpy.asarray(numpy.maximum(numpy.maximum(off[..., 0], off[..., 1]), off[..., 2]))


def _any_ink(pixels: Array, ground: Array) -> Array:
    away = _away(pixels, ground)
    least = max(_CONTRAST, 6 * float(numpy.median(away[::3, ::3])))
    ink = numpy.asarray(away > least)
    high, wide = ink.shape
    y, x = set_pixels(ink)
    of, papers = pixels[y, x], ground.reshape(-1, 3)
    paper, kept = ground[y, x], numpy.ones(len(x), dtype=bool)
    # Where two tints meet, the ground is known a little late: what is like the ground nearby is no ink.
    # Where paper ends, its edge is a line.
    for across, down in ((_BESIDE, 0), (-_BESIDE, 0), (0, _BESIDE), (0, -_BESIDE)):
        there = numpy.clip(y + down, 0, high - 1) * wide + numpy.clip(x + across, 0, wide - 1)
        near = papers.take(there, axis=0)
        kept &= (_away(paper, near) > _EDGE) | (_away(of, near) > least)
    ink[y, x] = kept
    return ink


def _named_ink(pixels: Array, ground: Array, borders: Sequence[tuple[Colour, float]], scale: int) -> Array:
    found = numpy.zeros(pixels.shape[:2], dtype=bool)
    for colour, least in borders:
        found |= _wide(_of_colour(pixels, ground, colour), least / scale / 2)
    return found


def _wide(ink: Array, reach: float) -> Array:
    """Ink that is so wide to both sides."""
    from scipy import ndimage

    if reach <= 1:
        return ink
    deep = ndimage.distance_transform_edt(ink) > reach - 0.5
    return numpy.asarray(ink & (ndimage.distance_transform_edt(~deep) <= reach + 1))


def strength_of(inked: Inked, inks: Inks) -> Array:
    """How much pixels look like part of a line of a named colour, of any if none is named, from 0 to 1."""
    pixels, ground, scale = inked.pixels, inked.ground, inked.scale
    if inks.borders:
        found = numpy.zeros(pixels.shape[:2], dtype=numpy.float32)
        for colour, least in inks.borders:
            share = _share_of(pixels, ground, colour)
            numpy.maximum(found, numpy.where(_wide(share > 0.4, least / scale / 2), share, 0), out=found)
    else:
        lines = line_strength(255 - pixels if _are_light(inked) else pixels, scale)
        found = numpy.maximum(lines, blueness(pixels, scale))
    for colour in inks.others:
        found[_widened(_of_colour(pixels, ground, colour))] = 0
    return found


def _are_light(inked: Inked) -> bool:
    """Whether lines are lighter than the ground."""
    off = (inked.pixels - inked.ground)[inked.ink]
    return len(off) > 0 and float(off.mean()) > 0


def _of_colour(pixels: Array, ground: Array, colour: Colour) -> Array:
    """Pixels between the ground and this colour, nearer to the colour."""
    return _share_of(pixels, ground, colour) > 0.4


def _share_of(pixels: Array, ground: Array, colour: Colour) -> Array:
    """How far from the ground to a colour pixels are, from 0 to 1; 0 for those beside the way."""
    to = numpy.array(colour, dtype=numpy.float32) - ground
    off = (pixels - ground).astype(numpy.float32)
    part = (off * to).sum(axis=2) / numpy.maximum((to * to).sum(axis=2), 1.0)
    rest = off - numpy.minimum(part, 1.0)[..., None] * to
    return numpy.asarray(numpy.clip(part, 0, 1) * ((rest * rest).sum(axis=2) < _ALIKE**2))


def _widened(mask: Array) -> Array:
    from scipy import ndimage

    return numpy.asarray(ndimage.binary_dilation(mask, iterations=2))


def only_lines(ink: Array, slim: float) -> Array:
    """Ink that reaches far, and dashes: parts so many times longer than wide.

    Letters, trees and symbols that touch no line fall away.
    """
    from scipy import ndimage

    parts, count = ndimage.label(ink, structure=numpy.ones((3, 3)))
    if not count:
        return ink
    boxes = ndimage.find_objects(parts)
    reach = numpy.array([max(part.stop - part.start for part in box) for box in boxes])
    kept = numpy.concatenate(([False], (reach >= _LONG * max(ink.shape)) | _are_slim(parts, count, slim)))
    return numpy.asarray(kept[parts])


def _are_slim(parts: Array, count: int, slim: float) -> Array:
    """Which parts are longer than wide, in whatever direction they lie."""
    found = spreads(parts, count)
    return numpy.asarray((found.size >= 3) & (found.long > slim * found.wide))


@dataclass(frozen=True)
class Spreads:
    """Of each part from 1 on: its pixels, its middle (parts, 2) of x and y, and its length and width.

    Those are of an even stroke that spreads as far along and across; `along` is one pixel on along it.
    """

    size: Array
    middle: Array
    long: Array
    wide: Array
    along: Array


def spreads(parts: Array, count: int) -> Spreads:
    """How far each part spreads, in whatever direction it lies."""
    y, x = set_pixels(parts > 0)
    which = parts[y, x]
    size = numpy.bincount(which, minlength=count + 1)[1:]

    def mean(values: Array) -> Array:
        return numpy.asarray(numpy.bincount(which, values, count + 1)[1:] / size)

    mid_x, mid_y = mean(x), mean(y)
    # A pixel has a width of its own: a twelfth more in both directions.
    over_x, over_y = mean(x * x) - mid_x**2 + 1 / 12, mean(y * y) - mid_y**2 + 1 / 12
    both = mean(x * y) - mid_x * mid_y
    middle, spread = (over_x + over_y) / 2, numpy.hypot((over_x - over_y) / 2, both)
    angle = numpy.arctan2(2 * both, over_x - over_y) / 2
    return Spreads(
        size,
        numpy.stack((mid_x, mid_y), axis=1),
        numpy.sqrt(12 * (middle + spread)),
        numpy.sqrt(12 * numpy.maximum(middle - spread, 0)),
        numpy.stack((numpy.cos(angle), numpy.sin(angle)), axis=1),
    )
