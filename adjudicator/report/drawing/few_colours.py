"""A picture in a few colours of its own: those that a map uses little, such as of roads, stay what they are.

Pillow's own ways share their colours out by how much of the picture they cover, or by where they are in the
cube of all colours: with 32 of them, meadows get salmon blots and red flags go brown.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy
from numpy.typing import NDArray
from PIL import Image

Numbers = NDArray[numpy.int64]

ROUNDS = 3
"""How often the colours are moved to the middle of what they stand for."""
CELLS = 1 << 15
"""How many colours are told apart before: 32 levels of red, of green and of blue."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A picture's dots by their cells, and what stands in the cells that it uses: the middle colour, and how
    many dots. That is the larger part of the work, and the same however few colours are wanted."""

    size: tuple[int, int]
    cells: Numbers
    used: Numbers
    colours: Numbers
    counts: Numbers

    def few(self, most: int) -> Image.Image:
        """The picture in `most` colours at most, 2 to 256. It reckons in whole numbers and square roots, so
        that the same dots give the same colours on every machine."""
        chosen = _middles(self.colours, self.counts, _apart(self.colours, self.counts, most))
        nearest = numpy.zeros(CELLS, numpy.uint8)
        nearest[self.used] = _nearest(self.colours, chosen)
        few = Image.frombytes("P", self.size, nearest[self.cells].tobytes())
        few.putpalette(chosen.astype(numpy.uint8).tobytes())
        return few


def counted(picture: Image.Image) -> Counted:
    """The dots of a picture, counted."""
    dots = [numpy.asarray(band).ravel() for band in picture.convert("RGB").split()]
    red, green, blue = (band.astype(numpy.intp) >> 3 for band in dots)
    cells = red << 10 | green << 5 | blue
    found = numpy.bincount(cells, minlength=CELLS)
    used = found.nonzero()[0]
    sums = [numpy.bincount(cells, band, CELLS)[used].astype(numpy.int64) for band in dots]
    counts = found[used]
    return Counted(picture.size, cells, used, numpy.stack(sums, 1) // counts[:, None], counts)


def _apart(colours: Numbers, counts: Numbers, most: int) -> Numbers:
    """Colours far from each other: each time the one that is missed most, where a colour that covers four
    times as much counts twice."""
    weight = numpy.sqrt(counts)
    chosen = [int(counts.argmax())]
    off = ((colours - colours[chosen[0]]) ** 2).sum(1)
    while len(chosen) < min(most, len(colours)):
        chosen.append(int((weight * off).argmax()))
        off = numpy.minimum(off, ((colours - colours[chosen[-1]]) ** 2).sum(1))
    return colours[chosen]


def _middles(colours: Numbers, counts: Numbers, chosen: Numbers) -> Numbers:
    """The chosen colours, each moved to the middle of those that are nearest to it (Lloyd, 1982)."""
    for _ in range(ROUNDS):
        of = _nearest(colours, chosen)
        held = numpy.bincount(of, counts, len(chosen)).astype(numpy.int64)
        sums = [numpy.bincount(of, counts * colours[:, n], len(chosen)) for n in range(3)]
        middle = numpy.stack(sums, 1).astype(numpy.int64) // numpy.maximum(held, 1)[:, None]
        chosen = numpy.where(held[:, None] > 0, middle, chosen)
    return chosen


def _nearest(colours: Numbers, chosen: Numbers) -> Numbers:
    """For each colour the place of the chosen one that is nearest."""
    length = (chosen**2).sum(1)
    nearest: Numbers = (length - 2 * (colours @ chosen.T)).argmin(1)
    return nearest
