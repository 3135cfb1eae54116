"""What a hexside looks like: a close-up of each, turned upright, and numbers that describe it.

A close-up has its hexside lying across the middle, from left to right. What runs along the hexside (a river,
a slope) is a path from left to right; what crosses it (a road, a railway) is one from top to bottom. Of every
ink of the sheet it is measured how much lies at which distance from the hexside; on how much of the best
path along and of the best path across it lies, and with how few gaps; how the two sides differ; how dark and
bright paths stand out from what is around them; and what repeats evenly, as ticks and dashes do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]

ALONG, ACROSS = 24, 32  # the cells of a close-up along the hexside and across it
REACH = 0.42  # of the pitch: so far to both sides of the hexside a close-up reaches
_INKS = 16
_NEAR = ((0.0, 0.03), (0.03, 0.08), (0.08, 0.15), (0.15, 0.31))  # of the pitch: how far from the hexside
_BESIDE = 0.14  # of the pitch: what runs along a hexside stays so near to it
_THROUGH = (0.22, 0.4)  # of the pitch: what crosses a hexside does so this far, at least
_CHUNK = 400  # hexsides at a time, for the memory's sake
_EPSILON = 0.03
_GREYS = 20.0  # of 255: a line that stands out so much is clear
_PERIODS = ((3, 5), (5, 7), (7, 10))  # so many ticks, roughly, in a close-up


@dataclass(frozen=True)
class Lie:
    """Where hexsides lie: numbers of their two hexes, their middles, and the ways along and across them.

    All arrays have a row for each hexside; points are in pixels. `along` is from end to end, `across` from
    centre to centre.
    """

    pairs: Array
    middles: Array
    along: Array
    across: Array


def lie_of(centres: Array, pairs: Array) -> Lie:
    """The hexsides between pairs of hexes: their ends are where they meet third hexes, if those are known."""
    near: dict[int, set[int]] = {}
    for a, b in pairs.tolist():
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    across = centres[pairs[:, 1]] - centres[pairs[:, 0]]
    along = numpy.stack([-across[:, 1], across[:, 0]], axis=1) / 3**0.5
    for number, (a, b) in enumerate(pairs.tolist()):
        both = sorted(near[a] & near[b])
        if len(both) == 2:
            way = (centres[both[0]] - centres[both[1]]) / 3
            along[number] = way if way @ along[number] > 0 else -way
    return Lie(pairs, centres[pairs].mean(axis=1), along, across)


def closeups(art: Array, lie: Lie, light: Array) -> Array:
    """(hexsides, ACROSS, ALONG, 3): each hexside with its surroundings, the light on it taken out."""
    from scipy import ndimage

    u = (numpy.arange(ALONG) + 0.5) / ALONG - 0.5
    v = ((numpy.arange(ACROSS) + 0.5) / ACROSS - 0.5) * 2 * REACH
    made = numpy.empty((len(lie.pairs), ACROSS, ALONG, 3), dtype=numpy.float32)
    for some in _chunks(len(lie.pairs)):
        at = (
            lie.middles[some, None, None]
            + lie.across[some, None, None] * v[None, :, None, None]
            + lie.along[some, None, None] * u[None, None, :, None]
        )
        where = [at[..., 1] - 0.5, at[..., 0] - 0.5]
        for colour in range(3):
            taken = ndimage.map_coordinates(art[..., colour], where, order=1, mode="nearest")
            made[some, ..., colour] = taken
        made[some] /= numpy.exp(light[some])[:, None, None]
    return made


def _chunks(count: int) -> Iterator[slice]:
    return (slice(first, min(first + _CHUNK, count)) for first in range(0, count, _CHUNK))


def descriptors(shown: Array, sampled: Sequence[int]) -> Array:
    """(hexsides, measures): every close-up as numbers, with the inks of hexsides in `sampled` told apart."""
    chance = numpy.random.default_rng(0)
    inks = _inks(shown, sampled, chance)
    return numpy.concatenate([_described(_opponent(shown[some]), inks) for some in _chunks(len(shown))])


def _opponent(shown: Array) -> Array:
    """Brightness, red against blue, green against both: distances in these are more like those we see."""
    red, green, blue = numpy.moveaxis(shown, -1, 0)
    light, warm, lush = (red + green + blue) / 3, (red - blue) * 0.7, (2 * green - red - blue) * 0.5
    return numpy.stack([light, warm, lush], axis=-1).astype(numpy.float32)


def _inks(shown: Array, sampled: Sequence[int], chance: numpy.random.Generator) -> Array:
    """The colours of the sheet around hexsides, half of them from the sampled ones."""
    some = chance.choice(len(shown), min(len(shown), 1000), replace=False)
    usual = _opponent(shown[some]).reshape(-1, 3)
    taken = [usual[chance.choice(len(usual), 4000)]]
    if len(sampled):
        third = ACROSS // 3
        rare = _opponent(shown[list(sampled)][:, third:-third]).reshape(-1, 3)
        taken.append(rare[chance.choice(len(rare), 4000)])
    return _clustered(numpy.concatenate(taken), chance)


def _clustered(points: Array, chance: numpy.random.Generator) -> Array:
    """The means of `_INKS` groups of points, begun far apart."""
    means = points[:1]
    far = ((points - means[0]) ** 2).sum(axis=1)
    for _ in range(_INKS - 1):
        weights = (far + 1e-6) / (far + 1e-6).sum()
        means = numpy.vstack([means, points[chance.choice(len(points), p=weights)]])
        far = numpy.minimum(far, ((points - means[-1]) ** 2).sum(axis=1))
    for _ in range(12):
        nearest = ((points[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)
        for number in numpy.unique(nearest):
            means[number] = points[nearest == number].mean(axis=0)
    return numpy.asarray(means)


def _described(seen: Array, inks: Array) -> Array:
    shares = _shares(seen, inks)
    off = abs((numpy.arange(ACROSS) + 0.5) / ACROSS - 0.5) * 2 * REACH
    half = ACROSS // 2
    found = [shares[:, (off >= low) & (off < high)][:, :, 3:-3].mean(axis=(1, 2)) for low, high in _NEAR]
    near = off < _NEAR[-1][1]
    upper, lower = near.copy(), near.copy()
    upper[half:], lower[:half] = False, False
    found.append(abs(shares[:, upper].mean(axis=(1, 2)) - shares[:, lower].mean(axis=(1, 2))))
    grey = seen[..., :1]
    found += [*_paths(shares, off), *_paths(numpy.log(shares + _EPSILON), off)]
    for sign in (-1, 1):
        found += _paths(_standing_out(grey, sign), off)
    found += _even(grey[..., 0])
    return numpy.concatenate(found, axis=1).astype(numpy.float64)


def _shares(seen: Array, inks: Array) -> Array:
    """How much each cell is of each ink: (hexsides, ACROSS, ALONG, inks)."""
    far = numpy.stack([((seen - ink) ** 2).sum(axis=-1) for ink in inks.astype(numpy.float32)], axis=-1)
    nearest = far.min(axis=-1, keepdims=True)
    weight = numpy.exp((nearest - far) / (2 * 12.0**2))
    return numpy.asarray(weight / weight.sum(axis=-1, keepdims=True))


def _standing_out(grey: Array, sign: int) -> Array:
    """How much darker (-1) or brighter (1) than its surroundings each cell is."""
    from scipy import ndimage

    around = ndimage.uniform_filter(grey, (0, 9, 9, 0))
    return numpy.asarray(numpy.clip(sign * (grey - around) / _GREYS, -1, 2))


def _paths(values: Array, off: Array) -> list[Array]:
    """The mean on the best path along the hexside, and on the best ones across it, of every layer."""
    along = values[:, off < _BESIDE][:, :, 2:-2].transpose(0, 2, 1, 3)
    return [_best_path(along), *(_best_path(values[:, off < reach][:, :, 2:-2]) for reach in _THROUGH)]


def _best_path(steps: Array) -> Array:
    """The best mean of a path that takes a cell of each step, at most one aside of the one before."""
    best = steps[:, 0]
    for number in range(1, steps.shape[1]):
        wide = numpy.pad(best, ((0, 0), (1, 1), (0, 0)), constant_values=-1e4)
        best = numpy.maximum(numpy.maximum(wide[:, :-2], wide[:, 2:]), best) + steps[:, number]
    return numpy.asarray(best.max(axis=1) / steps.shape[1])


def _even(grey: Array) -> list[Array]:
    """How strongly what is light and dark repeats, in rows along the hexside and in lines across it."""
    from scipy import ndimage

    detail = (grey - ndimage.uniform_filter(grey, (0, 7, 7))) / _GREYS
    edge = (ACROSS - ALONG) // 2
    square = detail[:, edge : edge + ALONG]
    window = numpy.hanning(ALONG)
    found = []
    for rows in (square, square.transpose(0, 2, 1)):
        power = abs(numpy.fft.rfft(rows[:, 4:-4] * window, axis=2)) ** 2
        for low, high in _PERIODS:
            strength = numpy.log1p(power[:, :, low:high].sum(axis=2))
            found.append(numpy.sort(strength, axis=1)[:, -3:].mean(axis=1)[:, None])
    return found
