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
_WIGGLE = 5
"""Cells by which a line may stray from a straight one: a winding river does."""


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


def of_sides(shown: Array, grounds: Array | None) -> Array:
    """Close-ups (n, across, along, 3) of hexsides in Lab, and numbers of the grounds (n, 2) on both sides.

    Profiles of colour away from the hexside; rows and columns that stand out; the clearest lines; and how
    often each ground is there. They are the same for a hexside and for its mirror image.
    """
    half = shown.shape[1] // 2
    folded = numpy.concatenate([shown[:, :half][:, ::-1], shown[:, half:]], axis=2)
    profile = numpy.percentile(folded, (10, 50, 90), axis=2)
    profile = profile.reshape(3, len(shown), half // 2, 2, 3).mean(axis=3)
    middle = shown[:, :, 3:-3].mean(axis=2)
    stands_out = [numpy.percentile(part, (5, 50, 95), axis=1) for part in (shown.mean(axis=1), middle)]
    parts = [numpy.moveaxis(part, 0, 1).reshape(len(shown), -1) for part in (profile, *stands_out)]
    counts = [] if grounds is None else [_counts(grounds)]
    return standardised(numpy.concatenate([*parts, _lines(shown), *counts], axis=1))


def _lines(shown: Array) -> Array:
    """How much the clearest line along and the clearest one across differ from what is around, (n, 12)."""
    from scipy import ndimage

    off = shown - numpy.median(shown, axis=(1, 2), keepdims=True)
    found = []
    for line in (off, -off):
        for axis in (1, 2):
            near = ndimage.maximum_filter1d(line, _WIGGLE, axis=3 - axis)
            # The 15th percentile: a line goes on nearly all the way, but lettering may hide a bit of it.
            found.append(numpy.percentile(near, 15, axis=axis).max(axis=1))
    return numpy.concatenate(found, axis=1)


def _counts(grounds: Array) -> Array:
    """Columns for each ground: whether it lies on one side only, and whether on both."""
    count = (grounds[:, :, None] == numpy.unique(grounds)).sum(axis=1)
    return numpy.concatenate([count == 1, count == 2], axis=1).astype(float)
