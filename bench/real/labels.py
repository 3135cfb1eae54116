"""Areas as pixels: which one covers each, to which one the printed borders go, and who meets whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy
import shapely
from PIL import Image, ImageDraw
from scipy import ndimage
from shapely.geometry.base import BaseGeometry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Labels = NDArray[numpy.int32]


def painted(shapes: Iterable[BaseGeometry], size: tuple[int, int], between: bool = False) -> Labels:
    """The number of the shape that covers each pixel (height, width), from 1; 0 where none does.

    Their outlines run through middles of pixels, at whole numbers, or `between` pixels.
    """
    canvas = Image.new("I", size)
    draw = ImageDraw.Draw(canvas)
    for number, shape in enumerate(shapes, 1):
        for part in shapely.get_parts(shape):
            paint(canvas, draw, part, number, between)
    return numpy.asarray(canvas, dtype=numpy.int32)


def paint(
    canvas: Image.Image, draw: ImageDraw.ImageDraw, part: Any, number: int, between: bool = False
) -> None:
    """One polygon: its holes keep what was painted there before."""
    # Pillow cuts fractions off: what runs through the middles of pixels would move half a pixel to the left.
    part = shapely.transform(part, lambda points: numpy.floor(points + (0 if between else 0.5)))
    if not part.interiors:
        draw.polygon(list(part.exterior.coords), fill=number)
        return
    mask = Image.new("1", canvas.size)
    stencil = ImageDraw.Draw(mask)
    stencil.polygon(list(part.exterior.coords), fill=1)
    for hole in part.interiors:
        stencil.polygon(list(hole.coords), fill=0)
    canvas.paste(number, mask=mask)


def spread(labels: Labels, far: float) -> Labels:
    """Unlabelled pixels up to so far from a labelled one get the label of the nearest."""
    away, nearest = ndimage.distance_transform_edt(labels == 0, return_indices=True)
    return numpy.where(away <= far, labels[tuple(nearest)], 0)


def meetings(labels: Labels) -> Counter[tuple[int, int]]:
    """Along how many sides of pixels any two labels meet; 0 is no label."""
    sides = [(labels[:, :-1], labels[:, 1:]), (labels[:-1], labels[1:])]
    both = numpy.hstack(
        [numpy.sort([one[one != other], other[one != other]], axis=0) for one, other in sides]
    )
    pairs, lengths = numpy.unique(both[:, both[0] > 0], axis=1, return_counts=True)
    met = zip(pairs.T.tolist(), lengths.tolist(), strict=True)
    return Counter({(one, other): length for (one, other), length in met})
