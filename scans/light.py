"""How light falls over a scan, to be taken off: flat-field correction without a flat field.

Neighbouring places mostly have the same ink on them, so the little by which they differ is the light's; where
the ink changes they differ by more, and a robust fit leaves that out. Light multiplies colours, so it adds to
their logarithms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Array = NDArray[Any]

DEGREE = 3
"""Of the polynomial over the sheet: the least that follows a lamp at one side and a lid that stands open."""
CHANGE = 0.02
"""In logarithms: what differs from the fitted light by so much, five greys of 255, counts for a quarter."""
_ROUNDS = 30
"""Of iteratively reweighted least squares; after twenty the light changes by less than a grey."""
_DARKEST = 6.0
"""Of 255: what is darker is black ink, and counts as this."""


def logs(colours: Array) -> Array:
    """Colours, 0 to 255, as logarithms: light adds to these."""
    import numpy

    return numpy.asarray(numpy.log(numpy.maximum(colours, _DARKEST)))


def light_at(seen: Array, points: Array, pairs: Array) -> Array:
    """The light (n, 3) at n points (n, 2) where colours (n, 3) are seen: logarithms, 0 in the mean.

    `pairs` (m, 2) has the numbers of points that are neighbours. Few pairs show no light: all 0.
    """
    return light_over(seen, points, pairs)(points)


def light_over(seen: Array, points: Array, pairs: Array) -> Callable[[Array], Array]:
    """The light that `light_at` tells, at any points (k, 2) of the sheet."""
    import numpy

    middle = points.mean(axis=0)
    far = max(float(numpy.abs(points - middle).max()), 1e-6)
    terms = _terms((points - middle) / far)
    factors = numpy.zeros((terms.shape[1], seen.shape[1]))
    one, other = pairs.T
    differ, change = seen[one] - seen[other], terms[one] - terms[other]
    for number in range(_ROUNDS if len(pairs) >= 4 * terms.shape[1] else 0):
        # Lenient at first (graduated non-convexity): a strong light must not be taken for ink.
        off = numpy.abs(differ - change @ factors).max(axis=1) / (CHANGE + 0.1 * 0.7**number)
        weighed = change / (1 + off[:, None] ** 2) ** 2
        factors = numpy.linalg.lstsq(weighed.T @ change, weighed.T @ differ)[0]
    usual = (terms @ factors).mean(axis=0)
    return lambda wanted: numpy.asarray(_terms((wanted - middle) / far) @ factors - usual)


def _terms(at: Array) -> Array:
    """The powers of x and y up to the degree, without the constant, which no neighbours tell."""
    import numpy

    x, y = at.T
    powers = [(n, m) for n in range(DEGREE + 1) for m in range(DEGREE + 1 - n) if n + m]
    return numpy.stack([x**n * y**m for n, m in powers], axis=1)
