"""What repeats in a scan: the lattices of equal steps that its darkness suggests, best first.

A step by which the picture looks like itself is a peak of its autocorrelation. Two such steps make a lattice.
Any one peak may mislead (a track of squares, two hexes at once), so whole lattices are compared.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy
from numpy.typing import NDArray
from scipy import fft
from scipy.ndimage import maximum_filter

from maps.scan.hexgrid.darkness import at_size, box_mean, darkness
from maps.scan.hexgrid.follow import three_ways

if TYPE_CHECKING:
    from PIL import Image

LONGEST = 2048
"""Pixels of the longer side at which the finest search is made: a map of 200 columns has ten for each."""
_SHORTEST = 300
"""Pixels of the longer side at which the coarsest search is made: a map of nine columns."""
_NEAREST, _FARTHEST = 7, 34
"""Steps searched for, in pixels of the reduced scan: shorter ones are blurred, longer ones seen reduced."""
_PEAKS = 48
"""Peaks of which pairs are tried: a hex grid under text and tracks has its six among these."""
_SQUARES = 0.65
"""Likeness to itself a step to the side and down from which a picture is one of squares; text reaches 0.5."""


class Likeness(NamedTuple):
    """The sharp peaks of the autocorrelation of a picture reduced to a scale; no step is in the middle."""

    scale: float
    sharp: NDArray[Any]


@dataclass(frozen=True)
class Repeat:
    """A lattice: two steps sixty degrees apart, in pixels of the scan, as columns; how well it repeats."""

    steps: NDArray[Any]
    score: float

    @property
    def pitch(self) -> float:
        """The mean length of a step."""
        return float(numpy.hypot(*three_ways(self.steps)).mean())


def likenesses(grey: Image.Image) -> list[Likeness]:
    """The autocorrelation of a grey picture at the sizes at which steps of most maps are in reach."""
    made, scale = [], min(1.0, LONGEST / max(grey.size))
    while scale * max(grey.size) >= _SHORTEST:
        like = _likeness(darkness(at_size(grey, scale), _NEAREST), 2 * _FARTHEST)
        made.append(Likeness(scale, like - box_mean(like, _NEAREST - 1)))
        scale /= 1.5
    return made


def repeats(likes: Sequence[Likeness], most: int) -> list[Repeat]:
    """The best lattices; those that are nearly the same count once."""
    found = sorted((one for like in likes for one in _lattices(like)), key=lambda repeat: -repeat.score)
    kept: list[Repeat] = []
    for one in found:
        if len(kept) < most and not any(_is_same(one, other) for other in kept):
            kept.append(one)
    return kept


def _is_same(one: Repeat, other: Repeat) -> bool:
    """Whether two lattices have the same steps, whichever two were taken to write them down."""
    ours, theirs = (numpy.concatenate((way, -way), axis=1) for way in map(_three, (one, other)))
    near = numpy.hypot(*(ours[:, :, None] - theirs[:, None, :])).min(axis=1)
    return bool(near.max() < 0.06 * one.pitch)


def _three(one: Repeat) -> NDArray[Any]:
    return three_ways(one.steps)


def _likeness(dark: NDArray[Any], reach: int) -> NDArray[Any]:
    """The autocorrelation for steps of up to `reach` pixels each way, 1 for none; the middle is no step.

    A strip may be narrower than that: steps across which little of it lies over itself count for little.
    """
    shape = [fft.next_fast_len(max(side, reach + 1) + reach, real=True) for side in dark.shape]
    waves = fft.rfft2(dark - dark.mean(), shape)
    power = fft.irfft2(waves.real**2 + waves.imag**2, shape)
    power = numpy.roll(power, (reach, reach), axis=(0, 1))[: 2 * reach + 1, : 2 * reach + 1]
    away = abs(numpy.arange(-reach, reach + 1))
    overlap = numpy.outer(*(numpy.maximum(-(-side // 4), side - away) for side in dark.shape))
    like = power / overlap
    return numpy.asarray(like / max(1e-9, float(like[reach, reach])))


def _lattices(like: Likeness) -> list[Repeat]:
    """Pairs of steps about sixty degrees apart, refined, the best dozen."""
    found = [_refined(like.sharp, steps) for steps in _pairs(_peaks(like.sharp))]
    made = [Repeat(steps / like.scale, _score(like.sharp, steps)) for steps in found]
    return sorted(made, key=lambda one: -one.score)[:12]


def _peaks(sharp: NDArray[Any]) -> NDArray[Any]:
    """The highest peaks of one half of the plane, as steps (n, 2)."""
    reach = sharp.shape[0] // 2
    rows, columns = numpy.nonzero(sharp >= maximum_filter(sharp, 3))
    x, y = columns - reach, rows - reach
    away = numpy.hypot(x, y)
    use = (away >= _NEAREST) & (away <= _FARTHEST) & ((y > 0) | ((y == 0) & (x > 0)))
    order = numpy.argsort(-sharp[rows[use], columns[use]], kind="stable")[:_PEAKS]
    return numpy.stack((x[use][order], y[use][order]), axis=1).astype(float)


def _pairs(peaks: NDArray[Any]) -> NDArray[Any]:
    """Pairs of peaks (n, 2) as long as each other and as their difference, roughly: in columns, (m, 2, 2)."""
    one, other = numpy.triu_indices(len(peaks), 1)
    first = numpy.repeat(peaks[one], 2, axis=0)
    second = numpy.stack((peaks[other], -peaks[other]), axis=1).reshape(-1, 2)
    lengths = numpy.stack([numpy.hypot(*part.T) for part in (first, second, first - second)])
    hexagonal = lengths.max(axis=0) < 1.22 * lengths.min(axis=0)
    return numpy.stack((first[hexagonal], second[hexagonal]), axis=-1)


_RINGS = ((1, 0), (0, 1), (1, -1), (1, 1), (2, -1), (1, -2), (2, 0), (0, 2), (2, -2))
_BETWEEN = (
    (0.5, 0),
    (0, 0.5),
    (0.5, -0.5),
    (0.5, 0.5),
    (1, -0.5),
    (0.5, -1),
    (1 / 3, 1 / 3),
    (2 / 3, -1 / 3),
)


def _refined(sharp: NDArray[Any], steps: NDArray[Any]) -> NDArray[Any]:
    """The steps moved so that the lattice meets the peaks around its points."""
    for rings in (3, 9):
        places = numpy.array(_RINGS[:rings], dtype=float).T
        points = steps @ places
        met = numpy.stack([_summit(sharp, point) for point in points.T], axis=1)
        inside = numpy.abs(points).max(axis=0) < sharp.shape[0] // 2 - 3
        steps = numpy.linalg.lstsq(places[:, inside].T, met[:, inside].T, rcond=None)[0].T
    return steps


def _summit(sharp: NDArray[Any], point: NDArray[Any]) -> NDArray[Any]:
    """The highest place within two pixels, to a fraction of one."""
    reach = sharp.shape[0] // 2
    x, y = (numpy.clip(numpy.round(point) + reach, 3, 2 * reach - 3)).astype(int)
    patch = sharp[y - 2 : y + 3, x - 2 : x + 3]
    down, across = numpy.unravel_index(int(patch.argmax()), patch.shape)
    x, y = x + int(across) - 2, y + int(down) - 2
    return numpy.array(
        (x + _vertex(*sharp[y, x - 1 : x + 2]) - reach, y + _vertex(*sharp[y - 1 : y + 2, x]) - reach)
    )


def _vertex(before: float, here: float, after: float) -> float:
    """Where a parabola through three values has its top, -0.5 to 0.5."""
    bend = before - 2 * here + after
    return max(-0.5, min(0.5, 0.5 * (before - after) / bend)) if bend < 0 else 0.0


def _score(sharp: NDArray[Any], steps: NDArray[Any]) -> float:
    """How much more the picture is like itself at the lattice's points than between them."""

    def mean(places: Sequence[tuple[float, float]]) -> float:
        points = steps @ numpy.array(places, dtype=float).T
        return float(numpy.mean([_near(sharp, x, y) for x, y in points.T]))

    return mean(_RINGS[:3]) + 0.5 * mean(_RINGS[3:6]) - mean(_BETWEEN)


def _near(sharp: NDArray[Any], x: float, y: float) -> float:
    """The highest likeness at a step or within a pixel of it."""
    reach = sharp.shape[0] // 2
    i, j = (min(max(round(part) + reach, 1), 2 * reach - 1) for part in (x, y))
    return float(sharp[j - 1 : j + 2, i - 1 : i + 2].max())


def square_pitch(likes: Sequence[Likeness]) -> float | None:
    """The width of the squares of a picture in pixels; None where there are none."""
    found = [one for like in likes for one in _squares(like)]
    best = max((worth for worth, _ in found), default=0.0)
    if best < _SQUARES:
        return None
    # Two squares repeat like one: the smallest that repeats nearly as well is the square.
    least = min(pitch for worth, pitch in found if worth > 0.9 * best)
    near = [(worth, pitch) for worth, pitch in found if least <= pitch < 1.2 * least]
    top = max(worth for worth, _ in near)
    return statistics.fmean(pitch for worth, pitch in near if worth > 0.97 * top)


def _squares(like: Likeness) -> Iterator[tuple[float, float]]:
    """How much the picture is like itself a step to the side, a step down, and both; the step in pixels."""
    for step in range(_NEAREST, _FARTHEST):
        for lean in range(-step // 8, step // 8 + 1):
            ways = ((step, lean), (-lean, step), (step - lean, step + lean))
            yield min(_near(like.sharp, *way) for way in ways), float(numpy.hypot(step, lean)) / like.scale
