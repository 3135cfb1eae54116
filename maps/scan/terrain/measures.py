"""Close-ups as rows of numbers, each column standardised (z-score): mean 0 and deviation 1 over the sheet."""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]

_NEIGHBOURS, _RADIUS = 8, 2
"""Of local binary patterns: as in the paper that names them (Ojala, Pietikäinen and Mäenpää 2002)."""
_TEXTURE = 0.5
"""The weight of a pattern beside that of a colour: patterns are ten, and noise changes them more."""
_GREYS = 2.55
"""Of 255 to one step of L, which goes to 100."""


def standardised(rows: Array) -> Array:
    """The same with mean 0 and deviation 1 in every column; a column without any spread is 0."""
    return numpy.asarray((rows - rows.mean(axis=0)) / (rows.std(axis=0) + 1e-9))


def of_hexes(shown: Array) -> Array:
    """Close-ups (n, side, side, 3) in Lab: median, mean and deviation of colour; local binary patterns."""
    from skimage.feature import local_binary_pattern

    middle = (shown.shape[1] - 1) / 2
    y, x = numpy.mgrid[: shown.shape[1], : shown.shape[2]] - middle
    inside = numpy.hypot(x, y) <= middle + 0.01
    colours = shown[:, inside]
    kinds = _NEIGHBOURS + 2
    patterns = numpy.empty((len(shown), kinds))
    for number, grey in enumerate(numpy.rint(shown[..., 0] * _GREYS).astype(numpy.uint8)):
        found = local_binary_pattern(grey, _NEIGHBOURS, _RADIUS, "uniform")[inside].astype(int)
        patterns[number] = numpy.bincount(found, minlength=kinds) / len(found)
    measured = numpy.concatenate([numpy.median(colours, 1), colours.mean(1), colours.std(1)], axis=1)
    return numpy.concatenate([standardised(measured), _TEXTURE * standardised(patterns)], axis=1)
