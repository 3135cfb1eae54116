"""How brightly each hex of a scan is lit, and in which tint, so that one ground looks the same everywhere.

Neighbours mostly have the same ground: by how little they differ it is seen how the light changes over the
sheet. What is left (a shadow in a fold, the ring of a cup) is known once the grounds are: then a hex tells
its light itself.
"""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]
_BENDS = 3  # the degree of the polynomial over the sheet
_DARKEST = 6.0
_STEPS = 30
_NEAREST = 7  # hexes whose light is taken together
_MOST = 0.4  # in logarithms: no stain is darker


def logs(colours: Array) -> Array:
    """Colours, 0 to 255, as logarithms: light adds to these."""
    return numpy.asarray(numpy.log(numpy.maximum(colours, _DARKEST)))


def slow_light(seen: Array, centres: Array, pairs: Array) -> Array:
    """The light (hexes, 3) in logarithms, smooth over the sheet, by the colours of hexes that touch."""
    if len(pairs) < 10 * _BENDS * _BENDS:
        return numpy.zeros_like(seen)
    terms = _terms(centres)
    differ, change = seen[pairs[:, 0]] - seen[pairs[:, 1]], terms[pairs[:, 0]] - terms[pairs[:, 1]]
    found = numpy.zeros((terms.shape[1], 3))
    for step in range(_STEPS):
        off = abs(differ - change @ found).max(axis=1) / (0.02 + 0.1 * 0.7**step)
        weight = 1 / (1 + off**2) ** 2
        spread = (change * weight[:, None]).T @ change + 1e-6 * numpy.eye(terms.shape[1])
        found = numpy.linalg.solve(spread, (change * weight[:, None]).T @ differ)
    light = terms @ found
    return numpy.asarray(light - light.mean(axis=0))


def _terms(centres: Array) -> Array:
    off = centres - centres.mean(axis=0)
    x, y = (off / max(float(abs(off).max()), 1e-6)).T
    return numpy.stack(
        [x**n * y**m for n in range(_BENDS + 1) for m in range(_BENDS + 1 - n) if n + m], axis=1
    )


def local_light(seen: Array, centres: Array, grounds: Array, sure: Array) -> Array:
    """The light (hexes, 3) where the number of the ground of every hex is known, and how surely."""
    from scipy import spatial

    off = numpy.zeros_like(seen)
    for ground in numpy.unique(grounds):
        there = grounds == ground
        weighed = there & (sure > 0.5)
        off[there] = seen[there] - numpy.median(seen[weighed if weighed.any() else there], axis=0)
    near = min(_NEAREST, len(seen))
    _, around = spatial.cKDTree(centres).query(centres, k=near)
    around = around.reshape(len(seen), near)
    return numpy.asarray(numpy.clip(numpy.median(off[around], axis=1), -_MOST, _MOST))
