"""Areas that grow while seeds are clicked: only what a click has changed is outlined again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from maps.scan.areas.flooding import UNCLAIMED
from maps.scan.areas.seeds import OUTSIDE, Seed
from maps.scan.areas.trace import Reading, Wish
from scans.outlines import outlines

Array = NDArray[Any]


class Growing:
    """What seeds have claimed of a picture so far. Pieces without a seed are nobody's yet."""

    def __init__(self, read: Reading) -> None:
        self.read = read
        self._numbers = {OUTSIDE: 0}
        self._labels = numpy.full((1, 1), UNCLAIMED, numpy.int32)
        self._shapes: dict[str, BaseGeometry] = {}

    def grown(self, seeds: Sequence[Seed], wish: Wish) -> dict[str, BaseGeometry]:
        """The outline of every area, and of `outside`, in pixels of the picture."""
        for seed in seeds:
            self._numbers.setdefault(seed.name, len(self._numbers))
        labels = self.read.claimed(wish, self.read.marks(seeds, self._numbers))
        if labels.shape != self._labels.shape:
            self._labels = numpy.full(labels.shape, UNCLAIMED, numpy.int32)
        differ = labels != self._labels
        changed = set(numpy.unique(numpy.concatenate((labels[differ], self._labels[differ]))).tolist())
        self._labels = labels
        for name, number in self._numbers.items():
            if number in changed:
                self._outline(name, number)
        wanted = {seed.name for seed in seeds}
        return {name: shape for name, shape in self._shapes.items() if name in wanted}

    def _outline(self, name: str, number: int) -> None:
        """Outline one area again."""
        mine = self._labels == number
        rows, columns = numpy.flatnonzero(mine.any(axis=1)), numpy.flatnonzero(mine.any(axis=0))
        self._shapes.pop(name, None)
        if len(rows):
            top, left = rows[0], columns[0]
            part = mine[top : rows[-1] + 1, left : columns[-1] + 1].astype(numpy.int32)
            corner = numpy.array((left, top))
            self._shapes[name] = shapely.transform(
                outlines(part)[1], lambda points: self.read.up(points + corner)
            )
