"""Following a lattice across a bent sheet: how far, place by place, it has slipped from where we thought.

A picture that repeats is a sum of waves. Taking our idea of a wave away from it (demodulating it) leaves,
after smoothing, a slow number whose angle is the slip. Slips of more than one step are counted by phase
unwrapping (Herraez, reliability sorted).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter, label
from skimage.restoration import unwrap_phase

from maps.scan.hexgrid.warp import Warp, corrected, homography, projected

_ROOT3 = math.sqrt(3)
_WAVES = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
# Waves as long as those of the lattice, between its directions: what they pick up is chance.
_CHANCE = ((2 / _ROOT3, 1 / _ROOT3), (1 / _ROOT3, 2 / _ROOT3), (1 / _ROOT3, -1 / _ROOT3))
_CLEAR = 2.0
"""Times stronger than chance is a lattice where it is clear: by chance that is seen in a block of fifty."""
_FEWEST = 24
"""Blocks in which a lattice must be clear to be followed: three hexes each way."""
_SPREADS = (1.6, 2.0, 1.6)
"""Pitches over which slips are smoothed, pass by pass: a hex and its neighbours."""


@dataclass(frozen=True)
class _Slips:
    """The slip of a lattice in blocks of the picture: middles (rows, columns, 2), slips in steps, clearness.

    `clear` is how many times stronger the lattice is in a block than chance.
    """

    middles: NDArray[Any]
    guessed: NDArray[Any]
    slips: NDArray[Any]
    clear: NDArray[Any]


@dataclass(frozen=True)
class Followed:
    """A lattice followed over a sheet: its warp, and the blocks (so many pixels wide) where it is clear."""

    warp: Warp
    reached: NDArray[Any]
    block: int

    @property
    def share(self) -> float:
        """The share of the picture in which the lattice is clear."""
        return float(self.reached.mean())

    def pitch(self) -> float:
        """The mean distance of neighbouring centres where the lattice is clear, in pixels."""
        rows, columns = numpy.nonzero(self.reached)
        middles = (numpy.stack((columns, rows), axis=-1) + 0.5) * self.block
        steps = self.warp.steps(self.warp.places(middles)).mean(axis=0)
        return float(numpy.hypot(*three_ways(steps)).mean())


def three_ways(steps: NDArray[Any]) -> NDArray[Any]:
    """The steps to three neighbours sixty degrees apart, from those along q and r: columns (2, 3)."""
    return numpy.column_stack((steps, steps[:, 0] - steps[:, 1]))


def followed(dark: NDArray[Any], start: Warp, pitch: float) -> Followed | None:
    """The warp of a whole sheet from a first idea of its lattice; None where it is clear nowhere.

    First a homography is fitted to what the walk reaches, again and again; then a correction to all of it.
    Where hex 0, 0 has its centre is not yet known: the lattice alone is followed.
    """
    warp = start
    for spread in _SPREADS:
        found = _slips(dark, warp, pitch, spread)
        counted, reached = _unwrapped(found)
        if reached.sum() < _FEWEST:
            return None
        places, pixels = found.guessed[reached] + counted[reached], found.middles[reached]
        held = held_homography(places, pixels, pitch, dark.shape, robust=True)
        if held is None:
            return None
        warp = Warp(held)
    # Blocks are smoothed over several: every third of them tells as much, in a third of the time.
    made = corrected(warp.matrix, places[::3], pixels[::3], numpy.ones(len(places[::3])), 4.0, 0.05)
    return Followed(made, reached, max(2, round(pitch / 2)))


def _slips(dark: NDArray[Any], warp: Warp, pitch: float, spread: float) -> _Slips:
    """The slips of a lattice against `warp`, smoothed over `spread` pitches; slips are within half a step."""
    block = max(2, round(pitch / 2))
    high, wide = (side // block for side in dark.shape)
    dark = dark[: high * block, : wide * block]
    places = places_of_pixels(warp, dark.shape, block)
    sigma = spread * pitch / block

    def taken(wave: tuple[float, float]) -> NDArray[Any]:
        turn = (wave[0] * places[..., 0] + wave[1] * places[..., 1]) * numpy.float32(-2 * numpy.pi)
        left = [
            (dark * by(turn)).reshape(high, block, wide, block).mean(axis=(1, 3))
            for by in (numpy.cos, numpy.sin)
        ]
        return smooth(left[0], sigma) + 1j * smooth(left[1], sigma)

    waves = [taken(wave) for wave in _WAVES]
    chance = smooth(sum(numpy.abs(taken(wave)) ** 2 for wave in _CHANCE), 2 * sigma)
    strength = sum(numpy.abs(wave) ** 2 for wave in waves)
    y, x = (numpy.mgrid[:high, :wide] + 0.5) * block
    middles = numpy.stack((x, y), axis=-1)
    guessed = warp.places(middles.reshape(-1, 2)).reshape(high, wide, 2)
    angles = numpy.stack([numpy.angle(wave) / (2 * numpy.pi) for wave in waves[:2]], axis=-1)
    floor = 1e-3 * float(chance.mean()) + 1e-12
    return _Slips(middles, guessed, angles, numpy.sqrt(strength / (chance + floor)))


def places_of_pixels(warp: Warp, shape: tuple[int, ...], block: int) -> NDArray[Any]:
    """The place of every pixel of blocks (rows, columns, 2): worked out at their corners, even in between."""
    rows, columns = (numpy.arange(0, side + block, block) for side in shape)
    x, y = numpy.meshgrid(columns, rows)
    made = warp.places(numpy.stack((x, y), axis=-1).reshape(-1, 2).astype(float))
    made = made.reshape(*x.shape, 2).astype(numpy.float32)
    for axis in (0, 1):
        at = (numpy.arange(shape[axis]) + 0.5) / block
        whole = at.astype(int)
        part = (at - whole).astype(numpy.float32).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        low, next_ = numpy.take(made, whole, axis=axis), numpy.take(made, whole + 1, axis=axis)
        made = low + (next_ - low) * part
    return made


def smooth(values: NDArray[Any], sigma: float | tuple[float, float]) -> NDArray[Any]:
    """Values (rows, columns, ...) under a bell of this width; beyond the rim there is nothing."""
    return numpy.asarray(gaussian_filter(values, sigma, mode="constant", truncate=3.0, axes=(0, 1)))


def _unwrapped(found: _Slips) -> tuple[NDArray[Any], NDArray[Any]]:
    """Slips with whole steps counted, and the blocks that hang together with the clearest."""
    clear = found.clear >= _CLEAR
    around = smooth(numpy.minimum(found.clear, float(numpy.percentile(found.clear, 98))), 2.0) * clear
    start = numpy.unravel_index(int(around.argmax()), around.shape)
    regions, _ = label(clear)
    reached = clear & (regions == regions[start])
    made = found.slips.copy()
    if reached.sum() >= _FEWEST:
        for n in (0, 1):
            turns = numpy.ma.array(2 * numpy.pi * found.slips[..., n], mask=~reached)
            made[..., n] = unwrap_phase(turns, rng=1).filled(0) / (2 * numpy.pi)
        made -= numpy.round(made[start] - found.slips[start])
    return made, reached


def held_homography(
    places: NDArray[Any], pixels: NDArray[Any], pitch: float, shape: tuple[int, ...], robust: bool = False
) -> NDArray[Any] | None:
    """The homography that places and pixels hold; None where they hold none, or an impossible one.

    A robust one leaves out points far off it (iteratively reweighted least squares).
    """
    try:
        matrix = homography(places, pixels)
        for _ in range(3 * robust):
            off = numpy.hypot(*(projected(matrix, places) - pixels).T)
            matrix = homography(places, pixels, 1 / (1 + (off / (0.5 * pitch)) ** 2))
        return matrix if is_sane(matrix, places, pitch, shape) else None
    except numpy.linalg.LinAlgError:  # hardly more than one line of hexes
        return None


def is_sane(matrix: NDArray[Any], places: NDArray[Any], pitch: float, shape: tuple[int, ...]) -> bool:
    """Whether hexes are of about the size expected, and no corner of the picture beyond the horizon."""
    back = numpy.linalg.inv(matrix)
    under = numpy.array([(x, y, 1.0) for x in (0, shape[1]) for y in (0, shape[0])]) @ back[2]
    if under.min() * under.max() <= 0 or numpy.abs(under).min() < 0.2 * numpy.abs(under).max():
        return False
    ends = numpy.concatenate([places + half for half in ((0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5))])
    if (ends @ matrix[2, :2] + matrix[2, 2]).min() < 0.2:
        return False
    steps = Warp(matrix).steps(places)
    lengths = numpy.hypot(steps[:, 0], steps[:, 1])
    return bool((lengths > 0.5 * pitch).all() and (lengths < 2 * pitch).all())
