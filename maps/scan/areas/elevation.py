"""The elevation map: how much every pixel of a picture looks like a border, by ink or by change of colour.

All strengths are in units of CIE L*a*b*, in which 2.3 is the least difference that one sees. They are
measured against the ground close by, so that uneven light does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image, ImageCms, ImageDraw

Array = NDArray[Any]
Colour = tuple[int, int, int]
_GRAIN = 0.8  # pixels: deviation of the blur that takes off noise and leaves lines of one pixel
_CASED = 9  # pixels: ground that is no wider, between two lines, is the inside of a border
_CREVICE = 40  # pixels: so far ground runs on where it is no wider than that
_TIP = 16  # pixels: and so far between lines that run into each other
_WIDE = 11  # pixels: dark lines up to this wide are ink; wider ones are seen by their edges
_ALIKE = 18.0  # Lab: inks that differ by so much are alike by 1/e; JPEG and blur mix thin ink with ground
_LIGHT = 0.5  # lightness counts so much for ink of a colour: uneven light changes it, but hardly a and b
_FULL = 60.0  # Lab: how strong ink of the right colour is: about that of black on a tinted ground
_REACH = 5  # pixels: letters that are no further apart than twice this hang together
_DAMPED = 0.3  # of the height of print: so high is lettering left
_BRIDGE = 1.0  # of the height of print: bridges over gaps
_COARSE = 3  # pixels: edges are looked for at this scale, too
_RIDGE = 0.1  # of elevation for each pixel from the edge of a dark line: its middle is highest
_COAST = 1.5  # of how much darker a line is than one side: by so much more it is darker than the other
_SEEN = 0.5  # Lab: no less is noise
_STROKE = 3  # pixels: how wide strokes are burnt in, so that no flood slips through diagonally


@dataclass(frozen=True)
class Inks:
    """Colours of borders, each with its least width in pixels, and colours of lines that are none."""

    borders: Sequence[tuple[Colour, float]] = ()
    ignored: Sequence[Colour] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """Alike for inks that are alike."""
        return tuple(self.borders), tuple(self.ignored)


ANY_INK = Inks()


def lab_of(image: Image.Image) -> Array:
    """An RGB picture in CIE L*a*b*: (rows, columns, 3), float32, L from 0 to 100."""
    rgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    made = ImageCms.applyTransform(image, ImageCms.buildTransform(rgb, lab, "RGB", "LAB"))
    assert made
    planes = numpy.stack([numpy.asarray(plane, dtype=numpy.float32) for plane in made.split()], axis=-1)
    return numpy.asarray((planes - (0, 128, 128)) * (100 / 255, 1, 1), dtype=numpy.float32)


def elevation_of(pixels: Array, inks: Inks, scale: float = 1.0) -> Array:
    """How much each pixel of a picture in Lab, reduced by `scale`, looks like a border: float32 from 0."""
    from scipy import ndimage

    if inks.borders:
        alike = [_of_colour(pixels, ink, wide / scale) for ink, wide in inks.borders]
        return _levelled(_FULL * numpy.max(alike, axis=0))
    found = numpy.maximum(dark_lines(pixels), _edges(pixels))
    for colour in inks.ignored:
        near = ndimage.maximum_filter(_of_colour(pixels, colour, 0), 2 * _REACH + 1)
        found = found * (1 - near)
    return _levelled(found)


def _levelled(found: Array) -> Array:
    """Strengths beside the noise of the ground, by their logarithm: faint borders count nearly as much."""
    noise = max(_SEEN, float(numpy.median(found[::3, ::3])))
    return numpy.asarray(numpy.log1p(found / noise), dtype=numpy.float32)


def closed(elevation: Array) -> Array:
    """The elevation without narrow valleys, by a morphological closing.

    Such are the inside of a cased border, between its two lines, and the halo of a line.
    """
    from scipy import ndimage

    return numpy.asarray(ndimage.grey_closing(elevation, (_CASED, _CASED)))


def reopened(elevation: Array, shut: Array, ground: Array) -> Array:
    """The closed elevation with valleys opened again for a short way from open ground.

    So ground may end in an acute angle, but nowhere runs on along a border.
    """
    from scipy import ndimage

    reached = ndimage.binary_dilation(ground, iterations=_CREVICE, mask=elevation < printed(shut))
    reached = ndimage.binary_dilation(reached, iterations=_TIP, mask=elevation < shut)
    return numpy.where(reached, elevation, shut)


def ridged(elevation: Array, lines: Array, ground: Array) -> Array:
    """The elevation with a crest along the middle of lines: all of a wide one would go to one side.

    What lies between two lines that are side by side is theirs: they are the rims of one border. Open ground
    that ends between two lines which run into each other is not.
    """
    from scipy import ndimage

    whole = reopened(lines, closed(lines), ground)
    deep = ndimage.distance_transform_edt(whole > printed(whole))
    return numpy.asarray(elevation + _RIDGE * deep, dtype=numpy.float32)


def darkness(pixels: Array) -> Array:
    """How much darker each pixel is than the ground on both sides of a line through it: a black top-hat."""
    from scipy import ndimage

    light = _smooth(pixels[..., 0])
    return numpy.asarray(ndimage.grey_closing(light, (_WIDE, _WIDE)) - light)


def dark_lines(pixels: Array) -> Array:
    """The darkness of each pixel, and how much darker coasts are than the land.

    A coast is hardly darker than the sea: the edge of the land would be higher, and all of the line be sea. A
    line between grounds that are about as light is no coast.
    """
    from scipy import ndimage

    light, dark = _smooth(pixels[..., 0]), darkness(pixels)
    strength = _levelled(dark)
    lighter = ndimage.maximum_filter(light, _WIDE) - light
    coast = (strength > printed(strength)) & (lighter > _COAST * dark)
    return numpy.asarray(numpy.where(coast, lighter, dark))


def _smooth(plane: Array) -> Array:
    from scipy import ndimage

    return numpy.asarray(ndimage.gaussian_filter(plane, _GRAIN))


def _edges(pixels: Array) -> Array:
    """How much the colour changes across each pixel, near by and further off: grain is in the one alone."""
    high, wide = pixels.shape[:2]
    coarse = Image.fromarray(_gradient(_coarse(pixels))).resize((wide, high), Image.Resampling.BILINEAR)
    return numpy.asarray(numpy.sqrt(_gradient(pixels) * numpy.asarray(coarse)))


def _coarse(pixels: Array) -> Array:
    """The mean of every three by three pixels."""
    high, wide = (side // _COARSE * _COARSE for side in pixels.shape[:2])
    blocks = pixels[:high, :wide].reshape(high // _COARSE, _COARSE, wide // _COARSE, _COARSE, 3)
    return numpy.asarray(blocks.mean(axis=(1, 3)))


def _gradient(pixels: Array) -> Array:
    """How fast the colour changes across each pixel, in all three planes together."""
    from scipy import ndimage

    steps = [-0.5, -0.5, 0, 0.5, 0.5]
    total = numpy.zeros(pixels.shape[:2], numpy.float32)
    for plane in range(3):
        smooth = _smooth(pixels[..., plane])
        for axis in (0, 1):
            total += ndimage.correlate1d(smooth, steps, axis=axis) ** 2
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
    """The elevation with ink lowered that hangs together over less than `short` pixels and is no ring."""
    from scipy import ndimage

    level = printed(elevation)
    ink = ndimage.binary_dilation(elevation > level, numpy.ones((3, 3)), iterations=_REACH)
    parts, _ = ndimage.label(ink, numpy.ones((3, 3)))
    longest = [max(side.stop - side.start for side in box) for box in ndimage.find_objects(parts)]
    small = numpy.array(longest) < short
    small[_rings(parts) - 1] = False
    around = numpy.where(ndimage.binary_erosion(parts > 0, numpy.ones((3, 3))), 0, parts)
    ground = highest(elevation, around, len(small) + 1)
    lowered = numpy.where(
        numpy.concatenate(([False], small)), numpy.maximum(ground, _DAMPED * level), numpy.inf
    )
    return numpy.asarray(numpy.minimum(elevation, lowered[parts]))


def _rings(parts: Array) -> Array:
    """The numbers of the parts that close a face: left of its leftmost pixel lies what is around it."""
    from scipy import ndimage

    faces, _ = ndimage.label(parts == 0)
    numbers = faces.T.ravel()[::-1]
    first = numpy.empty(int(numbers.max()) + 1, int)
    first[numbers] = numpy.arange(len(numbers))[::-1]  # the last of those written is the leftmost
    row, column = numpy.unravel_index(first[first < len(numbers)], faces.T.shape)[::-1]
    around = parts[row, numpy.maximum(column - 1, 0)]
    return numpy.unique(around[around > 0])


def highest(values: Array, labels: Array, count: int) -> Array:
    """The highest value of each label, 0 of none; a sort of all pixels would take many times as long."""
    found = numpy.zeros(count, values.dtype)
    numpy.maximum.at(found, labels.ravel(), values.ravel())
    return found


def bridged(elevation: Array, reach: float) -> Array:
    """The elevation with gaps in lines bridged: ground is the higher, the nearer print is."""
    from scipy import ndimage

    level = printed(elevation)
    far = ndimage.distance_transform_edt(elevation < level).astype(numpy.float32)
    return numpy.asarray(numpy.maximum(elevation, _BRIDGE * level * (1 - far / reach)))


def colour_of(art: Image.Image, where: Array) -> str:
    """The colour that is in the middle of those of some pixels, as six hexadecimal digits; "" of none."""
    found = numpy.asarray(art)[where]
    return bytes(numpy.median(found, axis=0).astype(numpy.uint8).tolist()).hex() if len(found) else ""


def strokes_drawn(size: tuple[int, int], strokes: Sequence[Sequence[tuple[float, float]]]) -> Array:
    """The pixels, (rows, columns), of lines of (column, row)."""
    mask = Image.new("1", size[::-1])
    ink = ImageDraw.Draw(mask)
    for stroke in strokes:
        ink.line(list(stroke), fill=1, width=_STROKE, joint="curve")
    return numpy.asarray(mask)


def enclosed(size: tuple[int, int], line: Sequence[tuple[float, float]]) -> tuple[tuple[slice, slice], Array]:
    """A box of a picture so large, and its pixels that a line of (column, row) encloses or covers.

    It may cross itself, and leave the picture.
    """
    from scipy import ndimage

    left, top = (math.floor(min(one)) - 1 for one in zip(*line, strict=True))
    right, bottom = (math.ceil(max(one)) + 2 for one in zip(*line, strict=True))
    mask = Image.new("1", (right - left, bottom - top))
    ImageDraw.Draw(mask).line([(x - left, y - top) for x, y in line], fill=1)
    ground, _ = ndimage.label(~numpy.asarray(mask))
    box = slice(max(0, top), max(0, min(size[0], bottom))), slice(max(0, left), max(0, min(size[1], right)))
    inside = ground[box[0].start - top : box[0].stop - top, box[1].start - left : box[1].stop - left]
    return box, inside != ground[0, 0]
