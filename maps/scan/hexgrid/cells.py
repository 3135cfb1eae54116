"""What the average hex looks like, and so where in it the centre is: every hex laid over every other."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.hexgrid.follow import Followed, places_of_pixels
from maps.scan.hexgrid.warp import plane

LINES, CENTRES, VERTICES = "lines", "dots at centres", "dots at vertices"
_BINS = 36
"""Bins along each step of the average hex: one is the width of a thin line."""
_WIDTHS = {LINES: (0.03, 0.06, 0.1), CENTRES: (0.05, 0.08), VERTICES: (0.05, 0.08)}
"""Half the widths of lines and dots looked for, in pitches: from hairlines to the thickest printed."""
_APART = 0.15
"""Pitches: two centres nearer than this are one reading of the picture."""


@dataclass(frozen=True)
class Reading:
    """A way to read the average hex: what is printed, where the centre is (in steps), how well it matches."""

    kind: str
    centre: tuple[float, float]
    match: float


def cell(dark: NDArray[Any], found: Followed) -> tuple[NDArray[Any], float]:
    """The average hex, (bins, bins) over parts of steps along q and r; the share of `dark` it explains."""
    block = found.block
    high, wide = (count * block for count in found.reached.shape)
    places = places_of_pixels(found.warp, (high, wide), block)
    clear = numpy.repeat(numpy.repeat(found.reached, block, axis=0), block, axis=1)
    inside, values = places[clear], dark[:high, :wide][clear].astype(numpy.float64)
    bins = (numpy.floor(inside * _BINS).astype(numpy.int64) % _BINS) @ (_BINS, 1)
    count = numpy.maximum(1, numpy.bincount(bins, minlength=_BINS * _BINS))
    mean = numpy.bincount(bins, values, minlength=_BINS * _BINS) / count
    mean -= values.mean()
    chance = values.var() * _BINS * _BINS
    explained = (float((mean**2 * count).sum()) - chance) / max(1e-9, float(values.var()) * len(values))
    return mean.reshape(_BINS, _BINS), max(0.0, explained)


def is_several(picture: NDArray[Any]) -> bool:
    """Whether the average hex repeats within itself: then it is two hexes, or three, taken for one."""
    power = numpy.abs(numpy.fft.fft2(picture)) ** 2
    like = numpy.fft.ifft2(power).real
    like /= max(1e-12, float(like[0, 0]))
    half, third = _BINS // 2, _BINS // 3
    halves = ((half, 0), (0, half), (half, half))
    thirds = ((third, third), (2 * third, 2 * third), (third, 2 * third), (third, 0), (0, third))
    return max(float(like[place]) for place in halves + thirds) > 0.8


def readings(picture: NDArray[Any], spots: bool) -> list[Reading]:
    """The best two readings of an average hex of each kind: dots where spots alone are seen, else lines."""
    waves = numpy.fft.fft2(_flat(picture))
    found = []
    for kind, widths in _WIDTHS.items():
        if spots == (kind == LINES):
            continue
        patterns = [numpy.conj(numpy.fft.fft2(_flat(_pattern(kind, width)))) for width in widths]
        found += _best(numpy.max([numpy.fft.ifft2(waves * one).real for one in patterns], axis=0), kind)
    return found


def _flat(picture: NDArray[Any]) -> NDArray[Any]:
    """A picture with what is broad in it taken away, its mean 0 and its square 1."""
    across = numpy.fft.fftfreq(_BINS)
    broad = numpy.exp(-2 * (numpy.pi * 0.16 * _BINS) ** 2 * (across[:, None] ** 2 + across[None] ** 2))
    sharp = numpy.fft.ifft2(numpy.fft.fft2(picture) * (1 - broad)).real
    return numpy.asarray(sharp / max(1e-12, float(numpy.sqrt((sharp**2).sum()))))


def _best(match: NDArray[Any], kind: str) -> list[Reading]:
    """The two highest places of a match that are not near each other."""
    order = numpy.argsort(-match, axis=None)[: _BINS * 12]
    rows, columns = (part.tolist() for part in numpy.unravel_index(order, match.shape))
    found = [
        Reading(kind, (a / _BINS, b / _BINS), float(match[a, b])) for a, b in zip(rows, columns, strict=True)
    ]
    others = [one for one in found if apart(one.centre, found[0].centre) > _APART]
    return [found[0], *others[:1]]


def apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    """How far two places are apart in pitches, whole steps left out."""
    q, r = ((a - b) - round(a - b) for a, b in zip(one, other, strict=True))
    around = ((q + a, r + b) for a in (-1, 0, 1) for b in (-1, 0, 1))
    return min(math.hypot(a * math.sqrt(3) / 2, b + a / 2) for a, b in around)


def _pattern(kind: str, width: float) -> NDArray[Any]:
    """The average hex as it would be printed with its centre at 0, 0, in the bins of `cell`."""
    at = (numpy.arange(_BINS) + 0.5) / _BINS
    places = numpy.stack(numpy.meshgrid(at, at, indexing="ij"), axis=-1)
    around = numpy.array([(a, b) for a in (-1, 0, 1, 2) for b in (-1, 0, 1, 2)])
    corners = numpy.concatenate([around + 1 / 3, around + 2 / 3])
    points = plane(places[..., None, :] - (corners if kind == VERTICES else around))
    away = numpy.sort(numpy.hypot(points[..., 0], points[..., 1]), axis=-1)
    if kind != LINES:
        return numpy.asarray(numpy.exp(-((away[..., 0] / width) ** 2)))
    # The side between two hexes lies as far from both centres: (d2^2 - d1^2) / 2 is the way to it.
    side = (away[..., 1] ** 2 - away[..., 0] ** 2) / 2
    return numpy.asarray(numpy.exp(-((side / width) ** 2)))
