"""Uneven light evened on a straightened map: hexes of one colour are as bright everywhere.

Light and terrain both change the brightness of hexes, but only terrain changes their colour (chromaticity).
So hexes are sorted into kinds by colour (k-means), and one smooth surface of light, a polynomial of second
degree, is fitted to the logarithm of their brightness together with what each kind has of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
from numpy.typing import NDArray
from scipy.cluster.vq import kmeans2

if TYPE_CHECKING:
    from PIL import Image

_KINDS = 6
"""Kinds of ground told apart by colour: few maps have more that differ in it."""
_MOST = 2.0
"""Times that a place may be made brighter or darker: a shadow in which more is needed has no colours left."""
_MODES = ("L", "RGB", "I;16")


def evened(image: Image.Image, middles: NDArray[Any], pitch: float) -> Image.Image:
    """The picture as in even light, of the brightness of its middle hexes; `middles` (n, 2) are in pixels.

    Pictures in printers' colours (CMYK) are left as they are.
    """
    from PIL import Image

    if image.mode not in _MODES:
        return image
    pixels = numpy.asarray(image)
    colours = _colours(pixels.reshape(*pixels.shape[:2], -1), middles, pitch / 3)
    wide, high = image.size
    solved = _surface(middles / (wide, high), colours)
    most, made = numpy.iinfo(pixels.dtype).max, numpy.empty_like(pixels)
    across = (numpy.arange(wide) + 0.5) / wide
    for row in range(high):
        at = numpy.stack((across, numpy.full(wide, (row + 0.5) / high)), axis=-1)
        gain = numpy.exp(-_powers(at) @ solved).clip(1 / _MOST, _MOST)
        made[row] = (pixels[row] * gain.reshape(-1, *[1] * (pixels.ndim - 2)) + 0.5).clip(0, most)
    found = Image.fromarray(made)
    found.info.update(image.info)
    return found


def _colours(pixels: NDArray[Any], middles: NDArray[Any], reach: float) -> NDArray[Any]:
    """The mean colour of the ground around points: (n, channels), never black."""
    found = numpy.ones((len(middles), pixels.shape[2]))
    for n, (x, y) in enumerate(middles):
        part = pixels[
            max(0, int(y - reach)) : int(y + reach) + 1, max(0, int(x - reach)) : int(x + reach) + 1
        ]
        if part.size:
            found[n] = numpy.maximum(part.mean(axis=(0, 1)), 1)
    return found


def _powers(at: NDArray[Any]) -> NDArray[Any]:
    """The terms of the surface at points (n, 2) of which the picture is 1 wide and high; 0 in its middle."""
    x, y = (at - 0.5).T
    return numpy.stack((x, y, x * x, x * y, y * y), axis=-1)


def _surface(at: NDArray[Any], colours: NDArray[Any]) -> NDArray[Any]:
    """The factors of the surface of light by iteratively reweighted least squares."""
    bright = numpy.log(colours.sum(axis=1))
    _, kinds = kmeans2(colours / colours.sum(axis=1, keepdims=True), min(_KINDS, len(at)), minit="++", rng=1)
    rows = numpy.concatenate((_powers(at), numpy.eye(_KINDS)[kinds]), axis=1)
    weights = numpy.ones(len(at))
    for _ in range(5):
        left = (rows * weights[:, None]).T
        solved = numpy.linalg.solve(left @ rows + 1e-6 * numpy.eye(rows.shape[1]), left @ bright)
        off = abs(bright - rows @ solved)
        weights = 1 / (1 + (off / max(1e-3, float(numpy.median(off)))) ** 2)
    return numpy.asarray(solved[:5])
