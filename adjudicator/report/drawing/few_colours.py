"""A picture in a few colours of its own: those that a map uses little, such as of roads, stay what they are.

Pillow's own ways share their colours out by how much of the picture they cover, or by where they are in the
cube of all colours: with 32 of them, meadows get salmon blots and red flags go brown.
"""

from __future__ import annotations

import numpy
from numpy.typing import NDArray
from PIL import Image

Numbers = NDArray[numpy.int64]

ROUNDS = 3
"""How often the colours are moved to the middle of what they stand for."""
CELLS = 1 << 15
"""How many colours are told apart before: 32 levels of red, of green and of blue."""


def few_colours(picture: Image.Image, most: int) -> Image.Image:
    """The picture in `most` colours at most, 2 to 256. It reckons in whole numbers and square roots, so that
    the same dots give the same colours on every machine."""
    dots = numpy.asarray(picture.convert("RGB"))
    fives = (dots >> 3).astype(numpy.intp)
    cell = (fives[..., 0] << 10 | fives[..., 1] << 5 | fives[..., 2]).ravel()
    found = numpy.bincount(cell, minlength=CELLS)
    used = found.nonzero()[0]
    sums = [numpy.bincount(cell, dots[..., n].ravel(), CELLS)[used].astype(numpy.int64) for n in range(3)]
    counts = found[used]
    colours = numpy.stack(sums, 1) // counts[:, None]
    chosen = _middles(colours, counts, _apart(colours, counts, most))
    nearest = numpy.zeros(CELLS, numpy.uint8)
    nearest[used] = _nearest(colours, chosen)
    few = Image.fromarray(nearest[cell].reshape(dots.shape[:2]), "P")
    few.putpalette(chosen.astype(numpy.uint8).tobytes())
    return few


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
