"""What repeats in a scan: the lattices of equal steps that its darkness suggests, best first.

A step by which the picture looks like itself is a peak of its autocorrelation. Two such steps make a lattice.
Any one peak may mislead (a track of squares, two hexes at once), so whole lattices are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from maps.scan.darkness import at_size, darkness

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

LONGEST = 2048  # pixels of the longer side at which the finest search is made
SHORTEST = 300
NEAREST, FARTHEST = 7, 34  # steps searched for, in pixels of the reduced scan
RADIUS = 7
PEAKS = 48


@dataclass(frozen=True)
class Repeat:
    """A lattice: two steps sixty degrees apart, in pixels of the scan, and how well it repeats."""

    first: tuple[float, float]
    second: tuple[float, float]
    score: float

    @property
    def steps(self) -> NDArray[Any]:
        """The steps as columns of a matrix."""
        import numpy

        return numpy.array((self.first, self.second)).T

    @property
    def pitch(self) -> float:
        """The mean length of a step."""
        import numpy

        steps = self.steps
        third = steps[:, 0] - steps[:, 1]
        return float(numpy.mean([numpy.hypot(*one) for one in (*steps.T, third)]))


def repeats(grey: Image.Image, most: int) -> list[Repeat]:
    """The best lattices of a grey picture; those that are nearly the same count once."""
    found = sorted((one for scale in _scales(grey.size) for one in _at(grey, scale)), key=lambda r: -r.score)
    kept: list[Repeat] = []
    for one in found:
        if len(kept) < most and not any(is_same(one, other) for other in kept):
            kept.append(one)
    return kept


def is_same(one: Repeat, other: Repeat, share: float = 0.06) -> bool:
    """Whether two lattices have the same steps, whichever two were taken to write them down."""
    import numpy

    ours, theirs = _star(one.steps), _star(other.steps)
    near = numpy.hypot(*(ours[:, :, None] - theirs[:, None, :])).min(axis=1)
    return bool(near.max() < share * one.pitch)


def _star(steps: NDArray[Any]) -> NDArray[Any]:
    """All six shortest steps, as columns."""
    import numpy

    three = numpy.column_stack((steps, steps[:, 0] - steps[:, 1]))
    return numpy.column_stack((three, -three))


def _scales(size: tuple[int, int]) -> Iterator[float]:
    """The sizes to search at: the steps of most maps are in reach at two or three of them."""
    scale = min(1.0, LONGEST / max(size))
    while scale * max(size) >= SHORTEST:
        yield scale
        scale /= 1.5


def _at(grey: Image.Image, scale: float) -> list[Repeat]:
    made = []
    for steps, score in lattices(likeness(darkness(at_size(grey, scale), RADIUS), FARTHEST * 2)):
        (a, b), (c, d) = (steps / scale).tolist()
        made.append(Repeat((a, c), (b, d), score))
    return made


def likeness(dark: NDArray[Any], reach: int) -> NDArray[Any]:
    """The autocorrelation for steps of up to `reach` pixels each way, 1 for none; the middle is no step.

    A strip may be narrower than that: steps across which little of it lies over itself count for little.
    """
    import numpy

    shape = [_even(max(side, reach + 1) + reach) for side in dark.shape]
    waves = numpy.fft.rfft2(dark - dark.mean(), shape)
    power = numpy.fft.irfft2(waves.real**2 + waves.imag**2, shape)
    power = numpy.roll(power, (reach, reach), axis=(0, 1))[: 2 * reach + 1, : 2 * reach + 1]
    away = abs(numpy.arange(-reach, reach + 1))
    overlap = numpy.outer(*(numpy.maximum(-(-side // 4), side - away) for side in dark.shape))
    like = power / overlap
    return numpy.asarray(like / max(1e-9, float(like[reach, reach])))


def _even(length: int) -> int:
    """A length of which the transform is quick: a multiple of a power of two."""
    step = max(2, 1 << max(0, length.bit_length() - 5))
    return -(-length // step) * step


def lattices(like: NDArray[Any]) -> list[tuple[NDArray[Any], float]]:
    """Pairs of steps about sixty degrees apart, refined, each with its score."""
    from maps.scan.darkness import box_mean

    sharp = like - box_mean(like, 6)
    found = []
    for steps in _pairs(_peaks(sharp)):
        refined = _refined(sharp, steps)
        found.append((refined, _score(sharp, refined)))
    return sorted(found, key=lambda pair: -pair[1])[:12]


def _pairs(peaks: NDArray[Any]) -> NDArray[Any]:
    """Pairs of peaks (n, 2) as long as each other and as their difference, roughly: in columns, (m, 2, 2)."""
    import numpy

    one, other = numpy.triu_indices(len(peaks), 1)
    first = numpy.repeat(peaks[one], 2, axis=0)
    second = numpy.stack((peaks[other], -peaks[other]), axis=1).reshape(-1, 2)
    lengths = numpy.stack([numpy.hypot(*part.T) for part in (first, second, first - second)])
    hexagonal = lengths.max(axis=0) < 1.22 * lengths.min(axis=0)
    return numpy.stack((first[hexagonal], second[hexagonal]), axis=-1)


def _peaks(sharp: NDArray[Any]) -> NDArray[Any]:
    """The highest peaks of one half of the plane, as steps (n, 2)."""
    import numpy

    reach = sharp.shape[0] // 2
    inner = sharp[1:-1, 1:-1]
    around = [
        sharp[1 + y : sharp.shape[0] - 1 + y, 1 + x : sharp.shape[1] - 1 + x]
        for y in (-1, 0, 1)
        for x in (-1, 0, 1)
        if (x, y) != (0, 0)
    ]
    rows, columns = numpy.nonzero(inner >= numpy.max(around, axis=0))
    x, y = columns + 1 - reach, rows + 1 - reach
    away = numpy.hypot(x, y)
    use = (away >= NEAREST) & (away <= FARTHEST) & ((y > 0) | ((y == 0) & (x > 0)))
    order = numpy.argsort(-inner[rows[use], columns[use]], kind="stable")[:PEAKS]
    return numpy.stack((x[use][order], y[use][order]), axis=1).astype(float)


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
    import numpy

    for rings in (3, 9):
        places = numpy.array(_RINGS[:rings], dtype=float).T
        points = steps @ places
        met = numpy.stack([_summit(sharp, point) for point in points.T], axis=1)
        inside = numpy.abs(points).max(axis=0) < sharp.shape[0] // 2 - 3
        solved = numpy.linalg.lstsq(places[:, inside].T, met[:, inside].T, rcond=None)[0]
        steps = solved.T
    return steps


def _summit(sharp: NDArray[Any], point: NDArray[Any]) -> NDArray[Any]:
    """The highest place within two pixels, to a fraction of one."""
    import numpy

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
    import numpy

    reach = sharp.shape[0] // 2

    def mean(places: Sequence[tuple[float, float]]) -> float:
        points = steps @ numpy.array(places, dtype=float).T
        x, y = numpy.clip(numpy.round(points) + reach, 1, 2 * reach - 1).astype(int)
        return float(
            numpy.mean([sharp[b - 1 : b + 2, a - 1 : a + 2].max() for a, b in zip(x, y, strict=True)])
        )

    return mean(_RINGS[:3]) + 0.5 * mean(_RINGS[3:6]) - mean(_BETWEEN)
