"""Following a lattice across a bent sheet: how far, place by place, it has slipped from where we thought.

A picture that repeats is a sum of waves. Taking our idea of a wave away from it leaves, after smoothing, a
slow number whose angle is the slip. Slips of more than one step are counted by walking from the clearest
place outwards.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from maps.scan.hexgrid.bend import Bend, corrected, perspective

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ROOT3 = math.sqrt(3)
_WAVES = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
# Waves as long as those of the lattice, between its directions: what they pick up is chance.
_CHANCE = ((2 / _ROOT3, 1 / _ROOT3), (1 / _ROOT3, 2 / _ROOT3), (1 / _ROOT3, -1 / _ROOT3))
CLEAR = 2.0
FEWEST = 24  # blocks in which a lattice must be clear to be followed


@dataclass(frozen=True)
class Slips:
    """The slip of a lattice in blocks of the picture: middles (rows, columns, 2), slips in steps, clearness.

    `clear` is how many times stronger the lattice is in a block than chance.
    """

    middles: NDArray[Any]
    guessed: NDArray[Any]
    slips: NDArray[Any]
    clear: NDArray[Any]


def slips(dark: NDArray[Any], bend: Bend, pitch: float, spread: float) -> Slips:
    """The slips of a lattice against `bend`, smoothed over `spread` pitches; slips are within half a step."""
    import numpy

    block = max(2, round(pitch / 2))
    high, wide = (side // block for side in dark.shape)
    dark = dark[: high * block, : wide * block]
    places = _places(bend, dark.shape, block)
    sigma = spread * pitch / block

    def taken(wave: tuple[float, float]) -> NDArray[Any]:
        turn = (wave[0] * places[..., 0] + wave[1] * places[..., 1]) * numpy.float32(-2 * numpy.pi)
        left = [
            (dark * by(turn)).reshape(high, block, wide, block).mean(axis=(1, 3))
            for by in (numpy.cos, numpy.sin)
        ]
        return smooth(left[0] + 1j * left[1], sigma)

    waves = [taken(wave) for wave in _WAVES]
    chance = smooth(sum(numpy.abs(taken(wave)) ** 2 for wave in _CHANCE), 2 * sigma)
    strength = sum(numpy.abs(wave) ** 2 for wave in waves)
    y, x = (numpy.mgrid[:high, :wide] + 0.5) * block
    middles = numpy.stack((x, y), axis=-1)
    guessed = bend.places(middles.reshape(-1, 2)).reshape(high, wide, 2)
    angles = numpy.stack([numpy.angle(wave) / (2 * numpy.pi) for wave in waves[:2]], axis=-1)
    floor = 1e-3 * float(chance.mean()) + 1e-12
    return Slips(middles, guessed, angles, numpy.sqrt(strength / (chance + floor)))


def _places(bend: Bend, shape: tuple[int, ...], block: int) -> NDArray[Any]:
    """The place of every pixel; with a correction it is worked out at the blocks and filled in between."""
    import numpy

    if bend.correction is None:
        y, x = numpy.mgrid[: shape[0], : shape[1]].astype(numpy.float32) + numpy.float32(0.5)
        back = numpy.linalg.inv(bend.matrix).astype(numpy.float32)
        under = back[2, 0] * x + back[2, 1] * y + back[2, 2]
        made = [(back[n, 0] * x + back[n, 1] * y + back[n, 2]) / under for n in (0, 1)]
        return numpy.stack(made, axis=-1)
    rows, columns = (numpy.arange(0, side + block, block) for side in shape)
    x, y = numpy.meshgrid(columns, rows)
    coarse = bend.places(numpy.stack((x, y), axis=-1).reshape(-1, 2).astype(float)).reshape(*x.shape, 2)
    return filled(coarse, shape, block)


def filled(coarse: NDArray[Any], shape: tuple[int, ...], block: int) -> NDArray[Any]:
    """Values at corners of blocks (rows, columns, n), drawn straight between for every pixel: float32."""
    import numpy

    for axis in (0, 1):
        at = (numpy.arange(shape[axis]) + 0.5) / block
        whole = at.astype(int)
        part = (at - whole).astype(numpy.float32).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        low, next_ = numpy.take(coarse, whole, axis=axis), numpy.take(coarse, whole + 1, axis=axis)
        coarse = low + (next_ - low) * part
    return coarse.astype(numpy.float32)


def smooth(values: NDArray[Any], sigma: float) -> NDArray[Any]:
    """Values (rows, columns, ...) under a bell of this width; beyond the rim there is nothing."""
    import numpy

    reach = max(1, math.ceil(3 * sigma))
    bell = numpy.exp(-0.5 * (numpy.arange(-reach, reach + 1) / max(sigma, 1e-6)) ** 2)
    bell = (bell / bell.sum()).astype(numpy.float32)
    for axis in (0, 1):
        length = values.shape[axis]
        padded = [(reach, reach) if one == axis else (0, 0) for one in range(values.ndim)]
        wide = numpy.pad(values, padded)
        values = sum(
            weight * numpy.take(wide, range(n, n + length), axis=axis) for n, weight in enumerate(bell)
        )
    return values


def walked(found: Slips, clear: float = CLEAR) -> tuple[NDArray[Any], NDArray[Any]]:
    """Slips with whole steps counted, and which blocks were reached from the clearest one.

    Every second block each way is walked to; those between go with one that was reached beside them.
    """
    import numpy

    few, done = _walked(found.slips[::2, ::2], found.clear[::2, ::2], clear)
    high, wide = found.clear.shape
    near, reached = (numpy.repeat(numpy.repeat(part, 2, 0), 2, 1)[:high, :wide] for part in (few, done))
    return found.slips + numpy.round(near - found.slips), reached & (found.clear >= clear)


def _walked(slips: NDArray[Any], clear: NDArray[Any], least: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """The same for a few blocks.

    The walk goes on at the clearest block next to those reached, so that doubtful ones come last.
    """
    import numpy

    high, wide = clear.shape
    made, done = slips.copy(), numpy.zeros((high, wide), dtype=bool)
    around = smooth(numpy.minimum(clear, float(numpy.percentile(clear, 98))), 1.0)
    start = numpy.unravel_index(int(around.argmax()), around.shape)
    line = [(-float(clear[start]), int(start[0]), int(start[1]), 0.0, 0.0)]
    clearness, angles = clear.tolist(), slips.tolist()
    while line:
        _, y, x, near_a, near_b = heapq.heappop(line)
        if done[y, x]:
            continue
        a, b = angles[y][x]
        a, b = a + round(near_a - a), b + round(near_b - b)
        made[y, x], done[y, x] = (a, b), True
        for j, i in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
            if 0 <= j < high and 0 <= i < wide and not done[j, i] and clearness[j][i] >= least:
                heapq.heappush(line, (-clearness[j][i], j, i, a, b))
    return made, done


@dataclass(frozen=True)
class Followed:
    """A lattice followed over a sheet: its bend, and the blocks (so many pixels wide) where it is clear."""

    bend: Bend
    reached: NDArray[Any]
    block: int

    @property
    def share(self) -> float:
        """The share of the picture in which the lattice is clear."""
        return float(self.reached.mean())

    def pitch(self) -> float:
        """The mean distance of neighbouring centres where the lattice is clear, in pixels."""
        import numpy

        rows, columns = numpy.nonzero(self.reached)
        middles = (numpy.stack((columns, rows), axis=-1) + 0.5) * self.block
        steps = self.bend.steps(self.bend.places(middles)).mean(axis=0)
        three = numpy.column_stack((steps, steps[:, 0] - steps[:, 1]))
        return float(numpy.hypot(*three).mean())


def followed(dark: NDArray[Any], steps: NDArray[Any], pitch: float) -> Followed | None:
    """The bend of a whole sheet from the steps of its lattice; None where it is clear nowhere.

    First a perspective is fitted to what the walk reaches, again and again; then a correction to all of it.
    Where hex 0, 0 has its centre is not yet known.
    """
    import numpy

    matrix = numpy.eye(3)
    matrix[:2, :2], matrix[:2, 2] = steps, numpy.array(dark.shape[::-1]) / 2
    bend = Bend(matrix)
    for spread in (1.6, 2.0, 1.6):
        found = slips(dark, bend, pitch, spread)
        counted, reached = walked(found)
        if reached.sum() < FEWEST:
            return None
        places, pixels = found.guessed[reached] + counted[reached], found.middles[reached]
        held = perspective_held(places, pixels, pitch, dark.shape)
        if held is None:
            return None
        bend = Bend(held)
    # Blocks are smoothed over several: every third of them tells as much, in a third of the time.
    bend = corrected(bend, places[::3], pixels[::3], numpy.ones(len(places[::3])), 4.0, 0.05)
    return Followed(bend, reached, max(2, round(pitch / 2)))


def perspective_held(
    places: NDArray[Any], pixels: NDArray[Any], pitch: float, shape: tuple[int, ...], robust: bool = True
) -> NDArray[Any] | None:
    """The perspective that places and pixels hold; None where they hold none, or an impossible one."""
    import numpy

    try:
        matrix = (
            _robust(places, pixels, pitch) if robust else perspective(places, pixels, numpy.ones(len(places)))
        )
        return matrix if _is_sane(matrix, places, pitch, shape) else None
    except numpy.linalg.LinAlgError:  # hardly more than one line of hexes
        return None


def _is_sane(matrix: NDArray[Any], places: NDArray[Any], pitch: float, shape: tuple[int, ...]) -> bool:
    """Whether hexes are of about the size expected, and no corner of the picture beyond the horizon."""
    import numpy

    back = numpy.linalg.inv(matrix)
    corners = [(x, y, 1.0) for x in (0, shape[1]) for y in (0, shape[0])]
    under = numpy.array(corners) @ back[2]
    if under.min() * under.max() <= 0 or numpy.abs(under).min() < 0.2 * numpy.abs(under).max():
        return False

    ends = numpy.concatenate([places + half for half in ((0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5))])
    if (ends @ matrix[2, :2] + matrix[2, 2]).min() < 0.2:
        return False
    steps = Bend(matrix).steps(places)
    lengths = numpy.hypot(steps[:, 0], steps[:, 1])
    return bool((lengths > 0.5 * pitch).all() and (lengths < 2 * pitch).all())


def _robust(places: NDArray[Any], pixels: NDArray[Any], pitch: float) -> NDArray[Any]:
    """A perspective through most of the points, those far off it left out in the end."""
    import numpy

    from maps.scan.hexgrid.bend import projected

    weights = numpy.ones(len(places))
    for _ in range(4):
        matrix = perspective(places, pixels, weights)
        off = numpy.hypot(*(projected(matrix, places) - pixels).T)
        weights = 1 / (1 + (off / (0.5 * pitch)) ** 2)
    return matrix
