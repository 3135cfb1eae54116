"""Where tints of the ground meet: a border is there, be its line broken or covered.

Publishers tint their areas. Where two tints meet is seen in the gaps of a line as well, and a piece of ground
that lines cut off is of the tint of the area it belongs to. On a map where few lines part tints, there are
none, and nothing is known from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]
_COARSE = 2  # pixels: tints are looked at in steps of so many
_INKED, _LINE = 0.2, 0.6  # what is stronger may be ink; and what is still stronger is a line
_RIM = 2  # pixels: so far around ink the ground is not pure
_BOX, _BESIDE = 5, 3  # steps: so large is the ground on each side of an edge, and so far off its middle
_ROUND = 0.7  # aslant, as many steps lead so much less far down and across
_QUIET = 1.0  # of 255: less change than this is none on any picture
_SEEN, _SURE = 4.0, 10.0  # times the usual change: from there on an edge is seen, and from here it is sure
_TINTED = 0.25  # of the lines: where so many surely part two tints, areas are tinted
_RIDGE = 7  # steps: an edge is where tints change most, of so many
_SLOW = 13  # steps: what changes all over so many is a shade
_OFF, _ON = 0.2, 0.4  # beside an edge a line goes on so much less, and right on it at least so much


@dataclass(frozen=True)
class Tints:
    """How surely tints meet, from 0 to 1: `edge` right at each pixel, `near` within a few pixels of it."""

    edge: Array
    near: Array

    def followed(self, ahead: Array) -> Array:
        """How much of a line lies ahead (`trace_strength`), where lines go on along the edges of tints."""
        beside = self.near * (1 - self.edge)
        return numpy.asarray(numpy.maximum(ahead * (1 - _OFF * beside), _ON * self.edge))


def tints_of(pixels: Array, strength: Array) -> Tints | None:
    """Where tints meet on a (rows, columns, 3) picture with lines so strong; None where areas have none."""
    from scipy import ndimage

    change = _change(_ground(pixels, strength))
    usual = max(float(numpy.median(change[::3, ::3])), _QUIET)
    lines = strength[::_COARSE, ::_COARSE] > _LINE
    if not lines.any() or (change[lines] > _SURE * usual).mean() <= _TINTED:
        return None
    most = ndimage.maximum_filter(change, _RIDGE)
    near = numpy.clip((most / usual - _SEEN) / (_SURE - _SEEN), 0, 1)
    edge = near * (change / numpy.maximum(most, 1e-6)) ** 2
    return Tints(_fine(edge, strength.shape), _fine(near, strength.shape))


def _ground(pixels: Array, strength: Array) -> Array:
    """The colour of the ground in steps; under ink, the nearest that is seen."""
    from scipy import ndimage

    bare = ~ndimage.binary_dilation(strength > _INKED, iterations=_RIM)
    count = _summed(bare.astype(numpy.float32))
    sums = numpy.stack([_summed(pixels[..., band] * bare) for band in range(3)], axis=-1)
    near = ndimage.distance_transform_edt(count == 0, return_distances=False, return_indices=True)
    return numpy.asarray((sums / numpy.maximum(count, 1)[..., None])[near[0], near[1]])


def _summed(values: Array) -> Array:
    """The sums of what lies in each step; the last row and column twice where steps do not come out even."""
    high, wide = values.shape
    full = numpy.pad(values.astype(numpy.float32), ((0, -high % _COARSE), (0, -wide % _COARSE)), mode="edge")
    rows, columns = full.shape[0] // _COARSE, full.shape[1] // _COARSE
    return numpy.asarray(full.reshape(rows, _COARSE, columns, _COARSE).sum(axis=(1, 3)))


def _change(ground: Array) -> Array:
    """How far apart the tints on both sides of each step are, in whatever direction, more than all around."""
    from scipy import ndimage

    bands = [ndimage.uniform_filter(ground[..., band], _BOX) for band in range(3)]
    most = numpy.zeros(ground.shape[:2], dtype=numpy.float32)
    aslant = round(_ROUND * _BESIDE)
    for down, across in ((0, _BESIDE), (_BESIDE, 0), (aslant, aslant), (aslant, -aslant)):
        inner, one, other = _sides(most.shape, down, across)
        for band in bands:
            numpy.maximum(most[inner], numpy.abs(band[one] - band[other]), out=most[inner])
    return numpy.asarray(most - ndimage.grey_opening(most, _SLOW))


_Place = tuple[slice, slice]


def _sides(shape: Sequence[int], down: int, across: int) -> Iterator[_Place]:
    """The steps that have both sides within the picture, and their two sides."""
    rows = [slice(down + off, shape[0] - down + off) for off in (0, down, -down)]
    wide = abs(across)
    columns = [slice(wide + off, shape[1] - wide + off) for off in (0, across, -across)]
    return zip(rows, columns, strict=True)


def _fine(values: Array, shape: Sequence[int]) -> Array:
    fine = values.astype(numpy.float32).repeat(_COARSE, axis=0).repeat(_COARSE, axis=1)
    return numpy.asarray(fine[: shape[0], : shape[1]])
