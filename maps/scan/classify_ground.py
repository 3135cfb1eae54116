"""What ground each hex has, learned from a few hexes of every ground.

A ground is known by how often each colour occurs in it, once the light is taken out; and by where it ends:
what differs at once at a hexside is another ground, what differs slowly, over a hex or two, is light.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.classify_light import local_light, logs, slow_light

Array = NDArray[Any]
_LEVELS = 16  # of each of three colours
_ROUNDS = 4
_SURE = 0.12  # a difference of likelihood per pixel at which a proposal is as good as certain
_HELPS = 0.8  # so sure a hex helps to know its ground
_MOST = 4.0  # log odds: so much the colours of a hex say, not more
_STEP = 0.05  # how much, in logarithms, one ground differs on both sides of a hexside
_ODD = 4.5  # log odds against a step that does not fit: something else may lie there
_STEADY = 3.0  # log odds ahead at which a ground is fairly sure
_ROUNDS_AROUND = 10


@dataclass(frozen=True)
class Hexes:
    """What is seen of hexes, a row for each.

    `pixels` (hexes, points, 3) are colours in the middle of each, `inside` which of them the picture has.
    `pairs` touch each other; `steps` (pairs, 3) is how the colour changes at their side, in logarithms.
    """

    centres: Array
    pixels: Array
    inside: Array
    pairs: Array
    steps: Array

    @property
    def seen(self) -> Array:
        """The usual colour of each hex, in logarithms."""
        return logs(numpy.median(self.pixels, axis=1))


@dataclass(frozen=True)
class Grounds:
    """The number of the ground of each hex, how sure that is, and the light on it, in logarithms."""

    numbers: Array
    sure: Array
    light: Array


def grounds_of(hexes: Hexes, samples: Sequence[Sequence[int]]) -> Grounds:
    """The ground of every hex; `samples` has, for each ground, the numbers of hexes known to have it."""
    known = numpy.full(len(hexes.centres), -1)
    for number, named in enumerate(samples):
        known[list(named)] = number
    light = slow_light(hexes.seen, hexes.centres, hexes.pairs)
    weights = numpy.eye(len(samples))[known] * (known >= 0)[:, None]
    for _ in range(_ROUNDS):
        likely = _likely(hexes, light, weights)
        odds = _with_neighbours(hexes, light, weights, likely)
        numbers, sure = odds.argmax(axis=1), _sure(odds, likely)
        weights = numpy.eye(len(samples))[numbers] * (sure * (sure > _HELPS))[:, None]
        weights[known >= 0] = 3 * numpy.eye(len(samples))[known[known >= 0]]
        light = light + local_light(hexes.seen - light, hexes.centres, numbers, sure)
    numbers[known >= 0] = known[known >= 0]
    return Grounds(numbers, numpy.where(known >= 0, 1.0, sure), light)


def _likely(hexes: Hexes, light: Array, weights: Array) -> Array:
    """(hexes, grounds): how likely the colours of a hex are there, as a mean logarithm for each pixel."""
    plain = numpy.clip(hexes.pixels / numpy.exp(light)[:, None], 0, 255).astype(numpy.int64) * _LEVELS // 256
    codes = (plain[..., 0] * _LEVELS + plain[..., 1]) * _LEVELS + plain[..., 2]
    counts = numpy.zeros((len(codes), _LEVELS**3), dtype=numpy.float32)
    rows = numpy.arange(len(codes))[:, None].repeat(codes.shape[1], axis=1)
    numpy.add.at(counts, (rows[hexes.inside], codes[hexes.inside]), 1)
    usual = numpy.stack([numpy.log(_shares(ground @ counts)) for ground in weights.T], axis=1)
    return numpy.asarray(counts @ usual / numpy.maximum(counts.sum(axis=1), 1)[:, None])


def _shares(counts: Array) -> Array:
    """How often each colour occurs where these were counted; near ones share, as a scan mixes them."""
    from scipy import ndimage

    spread = ndimage.gaussian_filter(counts.reshape((_LEVELS,) * 3), 0.7, mode="constant").ravel()
    whole = spread + 0.002 * spread.sum() / len(spread) + 1e-12
    return numpy.asarray(whole / whole.sum())


def _with_neighbours(hexes: Hexes, light: Array, weights: Array, likely: Array) -> Array:
    """Log odds (hexes, grounds) from the colours and from the steps at the hexsides."""
    own = numpy.clip((likely - likely.max(axis=1, keepdims=True)) / _SURE, -_MOST, 0)
    plain = hexes.seen - light
    usual = numpy.stack([_usual(plain, ground) for ground in weights.T])
    expected = usual[:, None] - usual[None]
    off = ((hexes.steps[:, None, None] - expected) ** 2).sum(axis=-1) / (2 * _STEP**2)
    fits = -numpy.minimum(off, _ODD)
    fits -= fits.max(axis=(1, 2), keepdims=True)
    first, second = hexes.pairs.T
    odds = own
    for _ in range(_ROUNDS_AROUND):
        share = numpy.exp(odds - odds.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        around = numpy.zeros_like(own)
        numpy.add.at(around, first, numpy.einsum("pkl,pl->pk", fits, share[second]))
        numpy.add.at(around, second, numpy.einsum("pkl,pk->pl", fits, share[first]))
        odds = (odds + own + around) / 2
    return numpy.asarray(odds)


def _usual(plain: Array, weights: Array) -> Array:
    """The usual colour of a ground, in logarithms; beyond all others if nothing is known of it."""
    rows = plain[numpy.repeat(numpy.arange(len(plain)), numpy.ceil(weights).astype(int))]
    return numpy.median(rows, axis=0) if len(rows) else numpy.full(3, 9.0)


def _sure(odds: Array, likely: Array) -> Array:
    """From 0 to 1, by how far the best ground leads; doubtful where the colours alone say otherwise."""
    if odds.shape[1] < 2:
        return numpy.ones(len(odds))
    second, best = numpy.sort(odds, axis=1)[:, -2:].T
    sure = numpy.minimum(1 - numpy.exp((second - best) / _STEADY), 0.999)
    return numpy.asarray(numpy.where(odds.argmax(axis=1) == likely.argmax(axis=1), sure, sure / 2))
