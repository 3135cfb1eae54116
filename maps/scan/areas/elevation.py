"""The elevation map: how much every pixel of a picture looks like a border, by ink or by change of colour.

All strengths are in units of CIE L*a*b*, in which 2.3 is the least difference that one sees. They are
measured against the ground close by, so that uneven light does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image, ImageCms, ImageDraw

Array = NDArray[Any]
Colour = tuple[int, int, int]
_GRAIN = 0.8  # pixels: deviation of the blur that takes off noise and leaves lines of one pixel
_WIDE = 11  # pixels: dark lines up to this wide are ink; wider ones are seen by their edges
_ALIKE = 18.0  # Lab: inks that differ by so much are alike by 1/e; JPEG and blur mix thin ink with ground
_LIGHT = 0.5  # lightness counts so much for ink of a colour: uneven light changes it, but hardly a and b
_FULL = 60.0  # Lab: how strong ink of the right colour is: about that of black on a tinted ground
_REACH = 2  # pixels: letters that are no further apart than twice this hang together
_DAMPED = 0.3  # what is left of lettering, and of symbols under a click
_STROKE = 3  # pixels: how wide strokes are burnt in, so that no flood slips through diagonally


@dataclass(frozen=True)
class Inks:
    """Colours of borders, each with its least width in pixels, and colours of lines that are none."""

    borders: Sequence[tuple[Colour, float]] = ()
    ignored: Sequence[Colour] = ()


ANY_INK = Inks()


def lab_of(image: Image.Image) -> Array:
    """An RGB picture in CIE L*a*b*: (rows, columns, 3), float32, L from 0 to 100."""
    rgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    made = ImageCms.applyTransform(image, ImageCms.buildTransform(rgb, lab, "RGB", "LAB"))
    assert made
    planes = numpy.stack([numpy.asarray(plane, dtype=numpy.float32) for plane in made.split()], axis=-1)
    return numpy.asarray((planes - (0, 128, 128)) * (100 / 255, 1, 1), dtype=numpy.float32)


def elevation_of(image: Image.Image, inks: Inks, scale: float = 1.0) -> Array:
    """How much each pixel of an RGB picture, reduced by `scale`, looks like a border: float32 from 0."""
    from scipy import ndimage

    pixels = lab_of(image)
    if inks.borders:
        alike = [_of_colour(pixels, ink, wide / scale) for ink, wide in inks.borders]
        return numpy.asarray(_FULL * numpy.max(alike, axis=0))
    smooth = numpy.stack([ndimage.gaussian_filter(pixels[..., n], _GRAIN) for n in range(3)], axis=-1)
    found = numpy.maximum(_black_top_hat(smooth[..., 0]), _gradient(smooth))
    for colour in inks.ignored:
        near = ndimage.maximum_filter(_of_colour(pixels, colour, 0), 2 * _REACH + 1)
        found = found * (1 - near)
    return numpy.asarray(found, dtype=numpy.float32)


def _black_top_hat(light: Array) -> Array:
    """How much darker each pixel is than the ground on both sides of a line through it."""
    from scipy import ndimage

    return numpy.asarray(ndimage.grey_closing(light, (_WIDE, _WIDE)) - light)


def _gradient(smooth: Array) -> Array:
    """How fast the colour changes across each pixel, in all three planes together."""
    from scipy import ndimage

    steps = [-0.5, -0.5, 0, 0.5, 0.5]
    total = numpy.zeros(smooth.shape[:2], numpy.float32)
    for plane in range(3):
        for axis in (0, 1):
            total += ndimage.correlate1d(smooth[..., plane], steps, axis=axis) ** 2
    return numpy.sqrt(total)


def _of_colour(pixels: Array, colour: Colour, wide: float) -> Array:
    """How alike each pixel is to an ink, from 0 to 1; only where the ink is so wide."""
    from scipy import ndimage

    ink = lab_of(Image.new("RGB", (1, 1), colour))[0, 0]
    far = numpy.sqrt((((pixels - ink) * (_LIGHT, 1, 1)) ** 2).sum(axis=-1))
    alike = numpy.exp(-((far / _ALIKE) ** 2))
    side = max(1, round(wide / 2**0.5))  # the square that fits into a line so wide, in any direction
    return numpy.asarray(ndimage.grey_opening(alike, (side, side)) if side > 1 else alike)


def printed(elevation: Array) -> float:
    """From which elevation on a pixel counts as printed: Otsu's threshold."""
    from skimage.filters import threshold_otsu

    some = elevation[::3, ::3]
    return float(threshold_otsu(some)) if some.min() < some.max() else 1.0


def without_lettering(elevation: Array, short: float) -> Array:
    """The elevation with ink lowered that hangs together over less than `short` pixels: letters, symbols."""
    from scipy import ndimage

    ink = ndimage.binary_dilation(elevation > printed(elevation), numpy.ones((3, 3)), iterations=_REACH)
    parts, _ = ndimage.label(ink, numpy.ones((3, 3)))
    longest = [max(side.stop - side.start for side in box) for box in ndimage.find_objects(parts)]
    small = numpy.concatenate(([False], numpy.array(longest) < short))[parts]
    return numpy.where(small, elevation * _DAMPED, elevation)


def without_symbols(elevation: Array, places: Sequence[tuple[int, int, int]]) -> Array:
    """The elevation lowered in circles (column, row, radius): what is printed under a click is no border."""
    mask = Image.new("1", (elevation.shape[1], elevation.shape[0]))
    ink = ImageDraw.Draw(mask)
    for x, y, radius in places:
        ink.ellipse((x - radius, y - radius, x + radius, y + radius), fill=1)
    # Only print is lowered: the faint edge between the map and its paper stays.
    least = numpy.minimum(elevation, _DAMPED * printed(elevation))
    return numpy.where(numpy.asarray(mask), least, elevation)


def with_strokes(elevation: Array, strokes: Sequence[Sequence[tuple[float, float]]]) -> Array:
    """The elevation with ridges, higher than all else, along lines of (column, row)."""
    mask = Image.new("1", (elevation.shape[1], elevation.shape[0]))
    ink = ImageDraw.Draw(mask)
    for stroke in strokes:
        ink.line(list(stroke), fill=1, width=_STROKE, joint="curve")
    return numpy.where(numpy.asarray(mask), 2 * elevation.max() + 1, elevation)
