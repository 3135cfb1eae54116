"""Measuring what is printed: how far every hexside, or dot, lies from where a warp says it should.

A mark is looked at along a short way across it; seen together with its neighbours' it shows a ridge, and the
way from the middle to the ridge is the shift. Three hexsides, or two ways across a dot, give both parts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from maps.scan.hexgrid.cells import CENTRES, LINES, VERTICES
from maps.scan.hexgrid.follow import smooth
from maps.scan.hexgrid.warp import Warp, plane

_RIDGES = 0.02, 0.045
"""Half the widths of ridges looked for, in pitches: a hairline, and a line of usual thickness, blurred."""
_BESIDE = 0.13
"""How far beyond its reach a ridge is looked at, in pitches: as far as its own sides reach."""
_AS_CLEAR = 0.8
"""Of how clear thick ridges are: where thin ones are as clear in most directions, these are printed."""
_NEAR = 1
"""Steps by which a mark may lie beside where those of its hex are moved together."""
_STEP = 0.02
"""Pitches between the places looked at across a mark: at 40 pixels a pitch a little less than a pixel."""


Spread = float | tuple[float, float]
"""Within how many hexes neighbours are seen with one: lines, and places along them, where these differ."""


class Mark(NamedTuple):
    """A mark of every hex, in steps: where it is from the centre, the way across it, and its extent along."""

    at: tuple[float, float]
    across: tuple[float, float]
    along: tuple[float, float]


_SIDES = (
    Mark((0.5, 0), (1, 0), (-1 / 3, 2 / 3)),
    Mark((0, 0.5), (0, 1), (2 / 3, -1 / 3)),
    Mark((0.5, -0.5), (1, -1), (1 / 3, 1 / 3)),
)
_ROOT3 = 3**0.5
CORNERS = tuple((a / 3, b / 3) for a, b in ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)))
"""The corners of a hex, in steps from its centre."""


def _dot(a: float, b: float) -> tuple[Mark, Mark]:
    return (
        Mark((a, b), (1, 0), (-0.06, 0.12)),
        Mark((a, b), (-1 / _ROOT3, 2 / _ROOT3), (0.12, 0)),
    )


MARKS: dict[str, tuple[Mark, ...]] = {
    LINES: _SIDES,
    CENTRES: _dot(0, 0),
    VERTICES: (*_dot(1 / 3, 1 / 3), *_dot(2 / 3, -1 / 3)),
}


@dataclass(frozen=True)
class Field:
    """All hexes that may be in the picture, as an upright block: (lines, places) of hexes, (q, r) each."""

    hexes: NDArray[Any]

    @property
    def flat(self) -> NDArray[Any]:
        """The hexes one after the other: (n, 2)."""
        return self.hexes.reshape(-1, 2).astype(float)

    def thinned(self, most: int) -> tuple[Field, tuple[int, int]]:
        """Fewer lines and places, until at most so many hexes are left; and every which is kept.

        Of each kind of lines some are kept: it is seen which of them stand lower.
        """
        lines, places = 1, 1
        while self.hexes[::lines, ::places].size > 2 * most:
            lines, places = (lines + 2, places) if lines == places else (lines, lines)
        return Field(self.hexes[::lines, ::places]), (lines, places)


def field_of(warp: Warp, size: tuple[int, int]) -> Field:
    """The block of hexes that covers a picture of this size (width, height)."""
    x, y = numpy.meshgrid(numpy.linspace(0, size[0], 25), numpy.linspace(0, size[1], 25))
    seen = warp.places(numpy.stack((x, y), axis=-1).reshape(-1, 2))
    along = seen[:, 1] + seen[:, 0] / 2
    q = numpy.arange(int(numpy.floor(seen[:, 0].min())), int(numpy.ceil(seen[:, 0].max())) + 1)
    places = numpy.arange(int(numpy.floor(along.min())), int(numpy.ceil(along.max())) + 1)
    lines, at = numpy.meshgrid(q, places, indexing="ij")
    return Field(numpy.stack((lines, at - lines // 2), axis=-1))


def within(warp: Warp, field: Field, size: tuple[int, int], far: float = 0.0) -> NDArray[Any]:
    """Which hexes of a field have their centre in a picture (width, height), or so many pixels beside it."""
    points = warp.pixels(field.flat)
    there = ((points > -far) & (points < numpy.add(size, far))).all(axis=1)
    return numpy.asarray(there.reshape(field.hexes.shape[:2]))


def wholly(warp: Warp, field: Field, size: tuple[int, int]) -> NDArray[Any]:
    """Which hexes of a field have all their corners in a picture."""
    moved = (warp.moved(corner) for corner in CORNERS)
    inside = [within(warp, field, size), *(within(one, field, size) for one in moved)]
    return numpy.asarray(numpy.all(inside, axis=0))


def grounds(grey: NDArray[Any], warp: Warp, field: Field) -> NDArray[Any]:
    """How light hexes are a quarter of a hex before and behind their centre, along the line.

    For each hex of a field (lines, places, 2); nan beside the picture.
    """
    around = numpy.array([[(q, side - q / 2) for q in (-0.2, -0.1, 0, 0.1, 0.2)] for side in (-0.25, 0.25)])
    points = warp.pixels((field.flat[:, None, None] + around).reshape(-1, 2))
    there = ((points > 0) & (points < grey.shape[::-1])).all(axis=1)
    seen = numpy.where(there, sampled(grey, points), numpy.nan)
    made = numpy.median(seen.reshape(-1, 2, around.shape[1]), axis=-1)
    return numpy.asarray(made.reshape(*field.hexes.shape[:2], 2))


@dataclass(frozen=True)
class Shifts:
    """What was measured at every hex of a field: (lines, places, marks).

    `by` is the shift in pixels along `normals` (…, 2), `height` how far the ridge stands out from what is
    beside it; `inside` says which marks are in the picture.
    """

    by: NDArray[Any]
    normals: NDArray[Any]
    height: NDArray[Any]
    inside: NDArray[Any]

    @property
    def weights(self) -> NDArray[Any]:
        """How much each mark counts: nothing where it stands out little, or not at all."""
        return numpy.asarray(numpy.clip(self.height / usual_height(self.height) - 0.35, 0, 0.65) ** 2)


class Look(NamedTuple):
    """What is seen across one mark of every hex.

    `profile` (lines, places, steps) is the mean along the mark, `solid` that of its fainter half; 0 beside
    the picture. `toward` is the way across it on the map, one pitch long. `normal` (…, 2) is the direction
    square to the mark in the picture, `pixels` how many of them a pitch across it is along that, and `inside`
    says whether the mark is in the picture.
    """

    profile: NDArray[Any]
    solid: NDArray[Any]
    toward: NDArray[Any]
    normal: NDArray[Any]
    pixels: NDArray[Any]
    inside: NDArray[Any]


def looks(feature: NDArray[Any], warp: Warp, field: Field, kind: str, reach: float) -> list[Look]:
    """What is seen across the marks of a field, up to `reach` pitches off."""
    return [looked_at(feature, warp, field, mark, reach) for mark in MARKS[kind]]


def shifts(seen: Sequence[Look], reach: float, spread: Spread, together: bool = True) -> Shifts:
    """Where marks are that were looked at up to `reach` pitches off, seen with neighbours within `spread`.

    The marks of a hex are first moved `together` to where all of them stand out most, then each a little: the
    numbers under a side may stand out more than a thin side itself, but not where the other sides do.
    """
    averaged = [_averaged(one.solid, one.inside, spread) for one in seen]
    thin, thick = ([_ridges(one, reach, width) for one in averaged] for width in _RIDGES)
    as_clear = [_clear(one) / _clear(other) for one, other in zip(thin, thick, strict=True)]
    hairlines = numpy.median(as_clear) > _AS_CLEAR  # numbers may lie along one direction of the three
    ridges = thin if hairlines else thick
    starts = _together(ridges, [one.toward for one in seen]) if together else [None] * len(ridges)
    if together and not hairlines:  # a thick line is measured by all that is seen along it
        ridges = [_ridges(_averaged(one.profile, one.inside, spread), reach, _RIDGES[1]) for one in seen]
    tops = [_top(*both) for both in zip(ridges, starts, strict=True)]
    by = [place * _STEP * one.pixels for (place, _), one in zip(tops, seen, strict=True)]
    normals, inside = ([getattr(one, name) for one in seen] for name in ("normal", "inside"))
    height = [height for _, height in tops]
    return Shifts(
        numpy.stack(by, -1), numpy.stack(normals, -2), numpy.stack(height, -1), numpy.stack(inside, -1)
    )


def heights(seen: Sequence[Look], reach: float) -> NDArray[Any]:
    """How high a ridge each mark alone shows within reach (lines, places, marks), printed there or not."""
    made = (_ridges(_averaged(one.profile, one.inside, 0.0), reach, _RIDGES[1]) for one in seen)
    return numpy.stack([_top(one)[1] for one in made], axis=-1)


def _clear(ridge: NDArray[Any]) -> float:
    """How high ridges of a width usually stand for one kind of marks."""
    return usual_height(ridge.max(axis=-1))


def _averaged(profile: NDArray[Any], inside: NDArray[Any], spread: Spread) -> NDArray[Any]:
    """What is seen across a mark of every hex and its neighbours; nothing where little is in the picture."""
    weight = inside.astype(float)
    if spread:
        profile, weight = smooth(profile, spread), smooth(weight, spread)
    return numpy.asarray(profile * ((weight > 0.3) / numpy.maximum(weight, 1e-6))[..., None])


def _ridges(profile: NDArray[Any], reach: float, width: float) -> NDArray[Any]:
    """How high a ridge of a width stands at each step within reach of a mark, by its signal to noise."""
    half = max(2, round(2.5 * width / _STEP))
    at = numpy.arange(-half, half + 1) * _STEP / width
    kernel = (1 - at**2) * numpy.exp(-0.5 * at**2)
    kernel -= kernel.mean()
    kernel /= numpy.sqrt((kernel**2).sum())
    count = profile.shape[-1] - 2 * half
    response = numpy.sum([part * profile[..., n : n + count] for n, part in enumerate(kernel)], axis=0)
    middle = count // 2
    use = min(middle - 1, round(reach / _STEP))
    return numpy.asarray(response[..., middle - use : middle + use + 1])


def _together(ridges: Sequence[NDArray[Any]], toward: Sequence[NDArray[Any]]) -> list[NDArray[Any]]:
    """The step of each mark at which all marks of its hex stand out most, when they are moved as one."""
    use = ridges[0].shape[-1] // 2
    x, y = numpy.meshgrid(*[numpy.arange(-use, use + 1)] * 2)
    moved = numpy.stack((x, y), axis=-1)[numpy.hypot(x, y) <= use]
    at = [numpy.rint(moved @ way).astype(int) + use for way in toward]
    most, best = numpy.full(ridges[0].shape[:2], -numpy.inf), numpy.zeros(ridges[0].shape[:2], dtype=int)
    for n in range(len(moved)):
        height = numpy.sum([ridge[..., one[n]] for ridge, one in zip(ridges, at, strict=True)], axis=0)
        higher = height > most
        most[higher], best[higher] = height[higher], n
    return [one[best] for one in at]


def _top(ridge: NDArray[Any], start: NDArray[Any] | None = None) -> tuple[NDArray[Any], NDArray[Any]]:
    """Where a ridge is highest, in steps from the middle, and how high; from a start on, only beside that."""
    use = ridge.shape[-1] // 2
    if start is not None:
        apart = numpy.abs(numpy.arange(2 * use + 1) - start[..., None])
        near = numpy.where(apart <= _NEAR, ridge, -numpy.inf)
    else:
        near = ridge
    top = numpy.clip(near.argmax(axis=-1), 1, 2 * use - 1)[..., None]
    before, here, after = (numpy.take_along_axis(ridge, top + n, axis=-1)[..., 0] for n in (-1, 0, 1))
    bend = numpy.minimum(before - 2 * here + after, -1e-12)
    part = numpy.clip(0.5 * (before - after) / bend, -0.5, 0.5)
    return top[..., 0] - use + part, here


def looked_at(feature: NDArray[Any], warp: Warp, field: Field, mark: Mark, reach: float) -> Look:
    """What is seen across one mark of every hex, up to `reach` pitches off."""
    shape = field.hexes.shape[:2]
    middles = field.flat + mark.at
    at, steps = warp.pixels(middles), warp.steps(middles)
    across, along = steps @ numpy.array(mark.across), steps @ numpy.array(mark.along)
    normal = numpy.stack((along[:, 1], -along[:, 0]), axis=-1)
    normal /= numpy.hypot(normal[:, 0], normal[:, 1])[:, None]
    normal *= numpy.sign((normal * across).sum(axis=1))[:, None]
    high, wide = feature.shape
    inside = (at > 0).all(axis=1) & (at[:, 0] < wide - 1) & (at[:, 1] < high - 1)
    seen = numpy.zeros((2, len(middles), len(ways(reach))))
    seen[:, inside] = _profiles(feature, at[inside], across[inside], along[inside], reach)
    return Look(
        seen[0].reshape(*shape, -1),
        seen[1].reshape(*shape, -1),
        plane(numpy.array(mark.across)),
        normal.reshape(*shape, 2),
        (normal * across).sum(axis=1).reshape(shape),
        inside.reshape(shape),
    )


def ways(reach: float) -> NDArray[Any]:
    """How far from the middle of a mark the steps are at which it is looked at, in pitches."""
    most = math.ceil((reach + _BESIDE) / _STEP)
    return numpy.arange(-most, most + 1) * _STEP


def _profiles(
    feature: NDArray[Any], at: NDArray[Any], across: NDArray[Any], along: NDArray[Any], reach: float
) -> NDArray[Any]:
    """What is seen across marks at points: the mean along each, and along its fainter half; (2, n, steps).

    A line has ink all along, a row of numbers has gaps.
    """
    away = ways(reach)[:, None]
    along_ = numpy.linspace(-0.35, 0.35, 7)
    seen = [sampled(feature, (at + along * part)[:, None] + across[:, None] * away) for part in along_]
    return numpy.stack((numpy.mean(seen, axis=0), numpy.partition(seen, 3, axis=0)[:4].mean(axis=0)))


def sampled(picture: NDArray[Any], points: NDArray[Any]) -> NDArray[Any]:
    """A picture's values at points (..., 2) between its pixels; the rim is continued outwards.

    By hand, in a third of the time of `scipy.ndimage.map_coordinates`: most of a fit is spent here.
    """
    high, wide = picture.shape
    (x, left), (y, top) = (_parted(points[..., n] - 0.5, side) for n, side in enumerate((wide, high)))
    flat, at = picture.ravel(), top * wide + left
    upper, lower = (flat[at + row] + (flat[at + row + 1] - flat[at + row]) * x for row in (0, wide))
    return numpy.asarray(upper + (lower - upper) * y)


def _parted(at: NDArray[Any], side: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Places along a side of a picture, in pixels: how far each is behind a whole one, and that one."""
    at = numpy.clip(at, 0, side - 1)
    whole = numpy.minimum(at.astype(numpy.int64), side - 2)
    return at - whole, whole


def solved(measured: Shifts) -> tuple[NDArray[Any], NDArray[Any]]:
    """The shift of every hex (lines, places, 2) from those of its marks, and how well it is known."""
    n, weights = measured.normals, measured.weights
    left = numpy.einsum("...k,...ki,...kj->...ij", weights, n, n)
    right = numpy.einsum("...k,...k,...ki->...i", weights, measured.by, n)
    known = numpy.linalg.eigvalsh(left)[..., 0]
    left = left + 1e-9 * numpy.eye(2)
    made = numpy.linalg.solve(left, right[..., None])[..., 0]
    return made, known


def usual_height(height: NDArray[Any]) -> float:
    """How high the ridges of printed marks stand: the higher of two groups that part the heights best."""
    values = numpy.sort(height[height > 0].ravel())
    if len(values) < 8:
        return 1e-9
    count = numpy.arange(1, len(values))
    sums = numpy.cumsum(values)[:-1]
    low, high = sums / count, (values.sum() - sums) / (len(values) - count)
    between = count * (len(values) - count) * (high - low) ** 2
    return max(1e-9, float(high[int(between.argmax())]))
