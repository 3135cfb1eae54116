"""Ground that lines cut off from the rest of its area goes to the neighbour whose tint it has.

What they cut off but for a gap, and is of another tint, is told: a stain may have coloured it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_pieces import Piece

Array = NDArray[Any]
_Place = tuple[slice, ...]
_FREE, _INKED = 0.3, 0.15  # what is weaker is no line that can be seen; and what is weaker still, bare ground
_LEAST, _BARE = 12, 8  # pixels: a smaller piece is none; and less bare ground shows no tint
_SMALL = 0.08  # of the middle area: a larger piece may be anything
_REACH = 12  # pixels: a piece is that of an area no further off
_AROUND, _MANY = 30, 60  # pixels: so far around, areas are looked at; and so many of them show a tint
_OTHER, _LIKE = 6.0, 0.5  # of 255: so much nearer to another tint, at half the way to its own or less
_INK = 8  # pixels: ink around a piece goes with it
_GAP, _CORE = 4.0, 40  # pixels: half of how wide a gap may be, and what lies behind it, so far from lines
_HUE = 10.0  # of 255: so much bands differ more, or less, than on other ground. All are as dark in a shadow


@dataclass(frozen=True)
class _Seen:
    """The area of every pixel, free ground, the large parts of that, what is bare of ink, and the picture."""

    labels: Array
    free: Array
    large: Array
    bare: Array
    pixels: Array

    def within(self, place: _Place) -> _Seen:
        """The same of a part of the picture."""
        return _Seen(
            self.labels[place], self.free[place], self.large[place], self.bare[place], self.pixels[place]
        )

    def tint(self, where: Array, least: int) -> Array | None:
        """The middle colour of the bare ones among these pixels; None if they are too few."""
        bare = where & self.bare
        return numpy.median(self.pixels[bare], axis=0) if bare.sum() >= least else None


def by_tint(
    labels: Array, lines: Array, ink: Array, pixels: Array, seeds: Sequence[tuple[int, int]]
) -> Array:
    """The area of each pixel; pieces without a seed (columns and rows) are given to the area with their tint.

    `lines` is how strong the lines are that part pieces, `ink` how strong all that is printed on the ground.
    """
    from scipy import ndimage

    free = lines <= _FREE
    parts = _parts(labels, free)
    seeded = {int(parts[y, x]) for x, y in seeds}
    small = _small(parts, labels, seeded | set(_rim(parts)))
    large = free & ~numpy.isin(parts, small)
    seen = _Seen(labels, free, large, ~ndimage.binary_dilation(ink > _INKED), pixels)
    made, given = labels.copy(), numpy.zeros(labels.shape, dtype=bool)
    places = ndimage.find_objects(parts)
    for part in small:
        place = _wider(places[part - 1])
        here = parts[place] == part
        if owner := _owner(seen.within(place), here):
            made[place][here] = owner
            given[place] |= here
    return _with_its_ink(made, given, free) if given.any() else labels


def behind_gaps(
    labels: Array, lines: Array, ink: Array, pixels: Array, seeds: Sequence[tuple[int, int]]
) -> Iterator[Piece]:
    """Pieces without a seed, open to their area through gaps in lines, where that is of another tint.

    Arguments are those of `by_tint`. A piece that has no other area beside it is a symbol, or within one.
    """
    from scipy import ndimage

    free = lines <= _FREE
    deep = ndimage.distance_transform_edt(free)
    cores, _ = ndimage.label(deep > _GAP)
    sizes = numpy.bincount(cores.ravel())
    small = (sizes >= _CORE) & (sizes < _most(labels))
    small[[0, *(cores[y, x] for x, y in seeds)]] = False
    large = (cores > 0) & ~small[cores]
    seen = _Seen(labels, free, large, ~ndimage.binary_dilation(ink > _INKED), pixels)
    places = ndimage.find_objects(cores)
    for core in numpy.flatnonzero(small).tolist():
        place = _wider(places[core - 1])
        here = cores[place] == core
        y, x = numpy.unravel_index(int(numpy.where(here, deep[place], 0).argmax()), here.shape)
        own, around = int(labels[place][y, x]), seen.within(place)
        off = ndimage.distance_transform_edt(~here)
        beside = (around.labels > 0) & (around.labels != own) & (off <= _REACH + _GAP)
        if own and beside.any() and _has_another_tint(around, here, own):
            size = int((off <= _GAP).sum())  # nothing so near a core is line
            yield Piece(int(x) + place[1].start, int(y) + place[0].start, size, own)


def _has_another_tint(seen: _Seen, core: Array, own: int) -> bool:
    """Whether the bands of its colour differ otherwise than on the large ground of its area."""
    mine, rest = seen.tint(core, _BARE), seen.tint(seen.large & (seen.labels == own), _MANY)
    if mine is None or rest is None:
        return False
    off = mine - rest
    return bool(off.max() - off.min() > _HUE)


def _parts(labels: Array, free: Array) -> Array:
    """The free ground of each area in parts that hang together, all counted from 1."""
    from scipy import ndimage

    parts, count = numpy.zeros(labels.shape, dtype=numpy.int32), 0
    for area, box in enumerate(ndimage.find_objects(labels), start=1):
        if box:
            ground = free[box] & (labels[box] == area)
            found, more = ndimage.label(ground)
            parts[box][ground] = found[ground] + count
            count += more
    return parts


def _rim(parts: Array) -> list[int]:
    """The parts along the picture's edge: they may be paper beside the map."""
    sides = (parts[0], parts[-1], parts[:, 0], parts[:, -1])
    return [int(part) for part in numpy.unique(numpy.concatenate(sides))]


def _small(parts: Array, labels: Array, kept: Collection[int]) -> list[int]:
    """The other parts that are small."""
    sizes = numpy.bincount(parts.ravel())
    small = numpy.flatnonzero((sizes >= _LEAST) & (sizes < _most(labels))).tolist()
    return [part for part in small if part and part not in kept]


def _most(labels: Array) -> float:
    """How many pixels a part that is small has at most."""
    return _SMALL * float(numpy.median(numpy.bincount(labels.ravel())[1:]))


def _owner(seen: _Seen, piece: Array) -> int:
    """The area beside a piece which has its tint, where the area it was given to has another; 0 if none."""
    from scipy import ndimage

    own = int(seen.labels[piece][0])
    near = ndimage.distance_transform_edt(~piece) <= _REACH
    others = numpy.unique(seen.labels[near & seen.free & (seen.labels > 0)]).tolist()
    mine = seen.tint(piece, _BARE)
    if mine is None or others == [own]:
        return 0
    tints = {area: seen.tint(seen.large & (seen.labels == area), _MANY) for area in {own, *others}}
    off = {area: float(numpy.abs(tint - mine).max()) for area, tint in tints.items() if tint is not None}
    best = min(off, key=lambda area: (off[area], area), default=own)
    if own not in off or off[own] - off[best] <= _OTHER or off[best] >= _LIKE * off[own]:
        return 0
    return best


def _with_its_ink(made: Array, given: Array, free: Array) -> Array:
    """Ink around what was given belongs to the nearest ground again."""
    from scipy import ndimage

    ink = ndimage.binary_dilation(given, iterations=_INK) & ~free & (made > 0)
    near = ndimage.distance_transform_edt(~free, return_distances=False, return_indices=True)
    return numpy.asarray(numpy.where(ink, made[near[0], near[1]], made))


def _wider(place: _Place) -> _Place:
    return tuple(slice(max(0, side.start - _AROUND), side.stop + _AROUND) for side in place)
