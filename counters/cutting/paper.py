"""Tells print from paper on a straight sheet, also where light falls unevenly and the frame has a colour.

Which of a sheet's colours is its paper is not known before counters are found on it: so there are guesses,
the likeliest first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Mask = NDArray[numpy.bool_]
    Dots = NDArray[numpy.float32]

_INK = 24.0
"""Further from the paper's colour than this is print."""

_NEAR = (34.0, 34.0, 32.0, 30.0, 28.0, 24.0)
"""How near the paper's colour a dot must be to help in finding how the light falls on it, step by step."""

_SMOOTH = 14.0
"""Where colours differ by more within a few dots there is no bare paper."""

_STEPS, _ALIKE, _GUESSES = 24, 24.0, 5
_LEAST = 0.02
"""So much of what is plain is bare paper at least."""

_EVERY = 4


def papers(dots: Dots, seen: Mask) -> Iterator[Mask]:
    """What may be the bare paper of a sheet of which the dots `seen` lie on the scan."""
    import numpy
    from scipy import ndimage

    soft = ndimage.uniform_filter(dots, (3, 3, 1))
    few, inside = soft[::_EVERY, ::_EVERY].astype(numpy.float32), seen[::_EVERY, ::_EVERY]
    rough = (ndimage.maximum_filter(few, (3, 3, 1)) - ndimage.minimum_filter(few, (3, 3, 1))).max(axis=2)
    plain = inside & (rough < _SMOOTH)
    kept: list[Mask] = []
    for colour in _colours(few[plain]):
        field = _light(few, plain, colour)
        if field is None:
            continue
        paper = _near(soft, field) & seen
        if not any(_same(paper, other) for other in kept):
            kept.append(paper)
            yield numpy.asarray(paper)


def _same(one: Mask, other: Mask) -> bool:
    return bool((one & other).sum() > 0.9 * (one | other).sum())


def _colours(plain: Dots) -> list[Dots]:
    """The commonest colours of plain places, the commonest first."""
    import numpy

    found: list[Dots] = []
    rest = plain
    while len(found) < _GUESSES and len(rest) > _LEAST * len(plain):
        steps = (rest / _STEPS).astype(numpy.int64)
        keys = (steps[:, 0] * 100 + steps[:, 1]) * 100 + steps[:, 2]
        kinds, counts = numpy.unique(keys, return_counts=True)
        some = [numpy.median(rest[keys == key], axis=0) for key in kinds[numpy.argsort(-counts)[:_GUESSES]]]
        alike = [_alike(rest, colour, _ALIKE) for colour in some]
        best = max(range(len(some)), key=lambda number: int(alike[number].sum()))
        found.append(some[best])
        rest = rest[~alike[best]]
    return found


def _alike(dots: Dots, colour: Dots, near: float) -> Mask:
    """Which dots differ from a colour, or each from its own, by less."""
    import numpy

    alike = numpy.ones(dots.shape[:-1], dtype=bool)
    for channel in range(3):
        alike &= numpy.abs(dots[..., channel] - colour[..., channel]) < near
    return alike


def _light(few: Dots, plain: Mask, colour: Dots) -> Dots | None:
    """The factors (6, 3) of the paper's colour over the sheet: light falls off evenly over it. What is of
    this colour but apart from the frame round the counters tells nothing about it.
    """
    import numpy

    high, wide = plain.shape
    y, x = numpy.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j].astype(numpy.float32)
    powers = numpy.stack([numpy.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    shown, factors = colour, numpy.zeros((6, 3), dtype=numpy.float32)
    for near in _NEAR:
        chosen = _frame(plain & _alike(few, shown, near))
        if chosen.sum() < _LEAST * plain.sum():
            return None
        one = powers[chosen]
        factors = numpy.linalg.lstsq(one, few[chosen])[0]
        shown = powers @ factors
    return factors


def _frame(alike: Mask) -> Mask:
    """The part that reaches furthest over the sheet."""
    import numpy
    from scipy import ndimage

    labels, _ = ndimage.label(alike)
    boxes = ndimage.find_objects(labels)
    if not boxes:
        return alike
    reach = [(rows.stop - rows.start) * (columns.stop - columns.start) for rows, columns in boxes]
    return numpy.asarray(labels == int(numpy.argmax(reach)) + 1)


def _near(soft: Dots, factors: Dots) -> Mask:
    """Where dots have the paper's colour; done in strips, to need little memory."""
    import numpy

    high, wide = soft.shape[:2]
    x = numpy.linspace(-1, 1, wide, dtype=numpy.float32)[None, :, None]
    found = numpy.zeros((high, wide), dtype=bool)
    even, right, low, right_right, right_low, low_low = factors
    for top in range(0, high, 256):
        rows = slice(top, min(high, top + 256))
        y = numpy.linspace(-1, 1, high, dtype=numpy.float32)[rows, None, None]
        shown = even + x * (right + x * right_right) + y * (low + x * right_low + y * low_low)
        found[rows] = _alike(soft[rows], shown, _INK)
    return found
