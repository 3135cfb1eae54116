"""Where lines end, and which way they point there: dashes have two ends, and lines do at their gaps.

A dash is straight: it points along itself. Of longer and bent parts the middle line is followed back from its
end, if it is there: a slanting line of two pixels has next to none. What is hardly longer than a line is wide
is a dot, and points nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_ink import Spreads, spreads

Array = NDArray[Any]
_STRAIGHT, _EVEN = 4.0, 1.35  # widths of a line: a part up to so long, and no wider, is a dash
_EATEN = 0.4  # of its length: where the middle line of a part is shorter, the part itself tells more
_DOT, _FULL = 1.3, 1.2  # widths, and squares as wide: a dash that is shorter, or smaller, is a dot
_SPECK = 0.3  # squares as wide: what is smaller is nothing
_BACK, _LEAST = 3.0, 6  # widths, and pixels: so far back it is seen where a line comes from
_FAR = 0.15  # of the longer side: what reaches so far is drawn through
_SPUR = 3  # pixels: a shorter branch of a middle line is none
# Clockwise from above.
_AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


@dataclass(frozen=True)
class Ends:
    """Ends of lines: where each is, (ends, 2) of x and y, which way is on from there, and how wide lines are.

    `ahead` is one pixel long. A dot is one end for all its sides: its `ahead` is 0, 0. `through` is how much
    of the ink is in lines that are drawn through.
    """

    at: Array
    ahead: Array
    width: float
    through: float

    @property
    def dots(self) -> Array:
        """Which ends are dots."""
        return numpy.asarray(~self.ahead.any(axis=1))


def ends_of(ink: Array) -> Ends:
    """The ends of all lines on (rows, columns) of ink."""
    from scipy import ndimage

    parts, count = ndimage.label(ink, structure=numpy.ones((3, 3)))
    middle = thinned(ink)
    width = _width(int(ink.sum()), int(middle.sum()), count)
    found = spreads(parts, count)
    eaten = numpy.bincount(parts[middle], minlength=count + 1)[1:] < _EATEN * found.long
    dash = ((found.long < _STRAIGHT * width) | eaten) & (found.wide < _EVEN * width)
    dot = dash & ((found.long < _DOT * width) | (found.size < _FULL * width**2))
    seen = dash & (found.size >= _SPECK * width**2)
    bent = middle & ~numpy.concatenate(([False], dash))[parts]
    kinds = [_of_dots(found, dot & seen), _of_dashes(found, seen & ~dot), _of_lines(bent, ink, width)]
    at, ahead = (numpy.concatenate(several) for several in zip(*kinds, strict=True))
    far = found.long > _FAR * max(ink.shape)
    return Ends(at, ahead, width, float(found.size[far].sum()) / max(1, int(ink.sum())))


def _width(area: int, length: int, count: int) -> float:
    """How wide lines are: each part's middle line is shorter than the part by a width less one pixel."""
    rest = length - count
    return (((rest * rest + 4 * count * area) ** 0.5) - rest) / (2 * count) if count else 1.0


def _of_dots(found: Spreads, dots: Array) -> tuple[Array, Array]:
    return found.middle[dots], numpy.zeros((int(dots.sum()), 2))


def _of_dashes(found: Spreads, dashes: Array) -> tuple[Array, Array]:
    """Both tips of each dash."""
    along, middle = found.along[dashes], found.middle[dashes]
    half = along * found.long[dashes, None] / 2
    return numpy.concatenate((middle + half, middle - half)), numpy.concatenate((along, -along))


def _of_lines(middle: Array, ink: Array, width: float) -> tuple[Array, Array]:
    """The ends of middle lines, moved to where the ink ends."""
    branches = _branches(middle, max(_LEAST, int(_BACK * width)))
    both = numpy.array([(_tip(ink, at, ahead, width), ahead) for at, ahead in branches]).reshape(-1, 2, 2)
    return both[:, 0], both[:, 1]


def _branches(middle: Array, back: int) -> Iterator[tuple[Array, Array]]:
    """Where each middle line ends, and one pixel on from there, in the direction of its last pixels."""
    around = numpy.pad(middle, 1)
    wide = around.shape[1]
    steps = [down * wide + across for down, across in _AROUND]
    flat = around.reshape(-1)
    for start in numpy.flatnonzero(flat & (_beside(around).reshape(-1) <= 1)).tolist():
        path = _followed(flat, start, steps, back)
        if len(path) >= _SPUR:
            points = numpy.stack((numpy.array(path) % wide, numpy.array(path) // wide), axis=1) - 1.0
            third = len(path) // 3
            way = points[:third].mean(axis=0) - points[-third:].mean(axis=0)
            yield points[0], way / max(numpy.hypot(*way), 1e-9)


def _beside(middle: Array) -> Array:
    """How many of its eight neighbours each pixel has."""
    return numpy.asarray(sum(beside.astype(numpy.uint8) for beside in _neighbours(middle)))


def _followed(flat: Array, start: int, steps: Sequence[int], back: int) -> list[int]:
    """The pixels of a line from its end on, up to where it branches."""
    path, seen = [start], {start}
    while len(path) < back:
        on = [path[-1] + step for step in steps if flat[path[-1] + step] and path[-1] + step not in seen]
        straight = [path[-1] + step for step in steps[::2] if path[-1] + step in on]
        if not on or len(on) > 2 or (len(on) == 2 and len(straight) != 1):
            break
        seen |= set(on)
        path.append(on[0] if len(on) == 1 else straight[0])
    return path


def _tip(ink: Array, at: Array, ahead: Array, width: float) -> Array:
    """The last ink ahead."""
    steps = at + numpy.arange(0, 1.5 * width + 2.5, 0.5)[:, None] * ahead
    columns, rows = numpy.rint(steps).astype(int).T
    inside = (columns >= 0) & (columns < ink.shape[1]) & (rows >= 0) & (rows < ink.shape[0])
    inked = inside.copy()
    inked[inside] = ink[rows[inside], columns[inside]]
    return numpy.asarray(steps[max(0, int(numpy.argmin(numpy.append(inked, False))) - 1)])


# -- middle lines ---------------------------------------------------------------------------------


def thinned(ink: Array) -> Array:
    """The middle lines of ink, one pixel wide, by Zhang and Suen's rule: rims fall away, ends stay."""
    middle: Array = ink.copy()
    while True:
        before = int(middle.sum())
        for falls in _FALLS:
            middle &= ~falls[_codes(middle)]
        if int(middle.sum()) == before:
            return middle


def _codes(middle: Array) -> Array:
    """Which of its neighbours each pixel has, a bit for each."""
    codes = numpy.zeros(middle.shape, dtype=numpy.uint8)
    for bit, beside in enumerate(_neighbours(middle)):
        codes |= beside.astype(numpy.uint8) << bit
    return codes


def _neighbours(middle: Array) -> Iterator[Array]:
    high, wide = middle.shape
    around = numpy.pad(middle, 1)
    for down, across in _AROUND:
        yield around[1 + down : 1 + down + high, 1 + across : 1 + across + wide]


def _falls(first: bool) -> Array:
    """Of every code, whether such a pixel falls away: first at rims below and right, then at the others."""
    found = numpy.zeros(256, dtype=bool)
    for code in range(256):
        on = [code >> bit & 1 for bit in range(8)]
        above, right, below, left = on[::2]
        edges = sum(not on[bit - 1] and on[bit] for bit in range(8))
        kept = right and below and (above or left) if first else above and left and (right or below)
        found[code] = 2 <= sum(on) <= 6 and edges == 1 and not kept
    return found


_FALLS = (_falls(True), _falls(False))
