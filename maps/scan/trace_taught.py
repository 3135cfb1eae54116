"""Learn what borders look like on one crowded picture, from a first answer to where its areas are.

Most of the first answer is right. Ink along its borders is taught to be border, ink within its areas to be
none; then every inked pixel is asked which of the two it looks like. What few pixels were taught against all
others that look the same is forgotten, and taught again. What lies right at a seed is no border in any case.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_faces import depth
from maps.scan.trace_ink import Inked, only_lines
from maps.scan.trace_looks import sides
from maps.scan.trace_traits import faint_lines, traits

Array = NDArray[Any]
Pixel = tuple[int, int]
# Pixels from a border: ink as near is taught to be border, ink farther away to be none.
_ON, _WITHIN = 1.5, 7.0
_SAMPLES = 20_000  # pixels are taught, of every area about as many
_AT, _SURE = 0.006, 3.0  # of the shorter side: so near a seed is no border; and that counts so many times
_WRONG = -0.3  # what looks so unlike what it was taught to be was taught wrongly
_WAVES, _FREQUENCY, _SMOOTH = 400, 0.22, 3.0  # of the likeness; and how much less it bends than it could
_AT_ONCE = 50_000  # pixels
_NONE, _ALL = -0.7, 0.5  # answers, from -1 to 1, that are surely none and surely border
_STROKE, _SLIM = 0.3, 1.6  # what is stronger hangs together; dashes are so many times longer than wide


@dataclass(frozen=True)
class Noted:
    """The inked pixels of a picture, by rows and columns, and their traits: (pixels, traits)."""

    shape: tuple[int, int]
    where: tuple[Array, Array]
    traits: Array


def noted(inked: Inked, covered: Array) -> Noted:
    """All ink, also what is faint or covers the ground."""
    high, wide = inked.ink.shape
    rows, columns = numpy.nonzero(inked.ink | covered | faint_lines(inked))
    return Noted((high, wide), (rows, columns), traits(inked, (rows, columns)))


def taught(ink: Noted, labels: Array, seeds: Sequence[Pixel], last: int) -> Array:
    """How much every pixel looks like what parts these areas, from 0 to 1. Seeds are columns and rows.

    What parts areas above the last that a seed names may be a border or none.
    """
    chosen, border, weight = _lesson(ink, labels, seeds, last)
    likeness = _Likeness(ink.traits.shape[1])
    some = ink.traits[chosen]
    likeness.learn(some, border, weight)
    kept = (likeness.of(some) * border > _WRONG) | (weight > 1)
    likeness.learn(some[kept], border[kept], weight[kept])
    strength = numpy.zeros(ink.shape, dtype=numpy.float32)
    strength[ink.where] = numpy.clip((likeness.of(ink.traits) - _NONE) / (_ALL - _NONE), 0, 1)
    return _strokes(strength)


def _lesson(ink: Noted, labels: Array, seeds: Sequence[Pixel], last: int) -> tuple[Array, Array, Array]:
    """Which inked pixels are taught, whether each is border (1) or not (-1), and how much it counts."""
    away = _away(labels, labels.max())[ink.where]
    sure = _away(labels, last)[ink.where] if labels.max() > last else away
    at = _at_seeds(ink.shape, seeds)[ink.where]
    here = labels[ink.where] - labels.min()
    share = _SAMPLES / len(numpy.unique(here)) / numpy.bincount(here)[here]
    drawn = numpy.random.default_rng(0).random(len(here))
    on = (sure < _ON) & ~at & (drawn < 2 * share)
    within = (away > _WITHIN) & ~at & (drawn < share)
    chosen = numpy.flatnonzero(on | within | at)
    border = numpy.where(on[chosen], 1, -1).astype(numpy.float32)
    return chosen, border, numpy.where(at[chosen], _SURE, 1).astype(numpy.float32)


def _away(labels: Array, last: int) -> Array:
    """How far every pixel lies from the nearest side of two areas up to this."""
    within = numpy.ones(labels.shape, dtype=bool)
    y, x, v, u = sides(labels)
    known = (labels[y, x] <= last) & (labels[v, u] <= last)
    y, x, v, u = y[known], x[known], v[known], u[known]
    within[y, x] = within[v, u] = False
    return depth(within)


def _at_seeds(shape: tuple[int, int], seeds: Sequence[Pixel]) -> Array:
    found, reach = numpy.zeros(shape, dtype=bool), round(_AT * min(shape))
    for x, y in seeds:
        found[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1] = True
    return found


def _strokes(strength: Array) -> Array:
    """Strength without what hangs together with no line, and what is blurred around it."""
    from scipy import ndimage

    ink = strength > _STROKE
    lines = only_lines(ink, _SLIM)
    off = ndimage.binary_dilation(ink & ~lines, iterations=2) & ~lines
    return numpy.asarray(numpy.where(off, 0, strength))


class _Likeness:
    """A smooth answer from traits: a sum of waves in all directions, with the heights that fit best."""

    def __init__(self, count: int) -> None:
        rng = numpy.random.default_rng(0)
        self.ways = (rng.normal(size=(count, _WAVES)) * _FREQUENCY).astype(numpy.float32)
        self.starts = (rng.random(_WAVES) * 2 * numpy.pi).astype(numpy.float32)
        self.heights: Array = numpy.zeros(_WAVES + 1, dtype=numpy.float32)

    def learn(self, traits: Array, answers: Array, weight: Array) -> None:
        """Fit the heights of all waves, the lowest that come near these answers."""
        waves = self._waves(traits)
        normal = (waves * weight[:, None]).T
        fit = (normal @ waves).astype(numpy.float64) + _SMOOTH * numpy.eye(waves.shape[1])
        self.heights = numpy.linalg.solve(fit, normal @ answers).astype(numpy.float32)

    def of(self, traits: Array) -> Array:
        """The answers for some pixels, about from -1 to 1."""
        parts = [
            self._waves(traits[first : first + _AT_ONCE]) @ self.heights
            for first in range(0, len(traits), _AT_ONCE)
        ]
        return numpy.concatenate(parts) if parts else numpy.zeros(0, dtype=numpy.float32)

    def _waves(self, traits: Array) -> Array:
        waves = traits @ self.ways
        waves += self.starts
        numpy.cos(waves, out=waves)
        return numpy.concatenate((waves, numpy.ones((len(waves), 1), dtype=numpy.float32)), axis=1)
