"""The ground of zones: woods stand in groves, with glades between."""

from __future__ import annotations

import random
from collections import Counter

import shapely

from maps.drawing.ink import Colour, Ink, Point
from maps.drawing.land import _woods
from maps.reading.palette import usual_palette

CELL_MM = 12


class Crowns(Ink):
    """Ink that keeps where discs are, and draws nothing."""

    def __init__(self) -> None:
        self.found: list[Point] = []

    def disc(
        self, centre: Point, radius: float, fill: Colour, rim: Colour | None = None, width: float = 0.3
    ) -> None:
        """A disc: the shadow, the crown or the light of a tree."""
        self.found.append(centre)


def test_woods_stand_in_groves_with_glades_between() -> None:
    ink, wide = Crowns(), 20 * CELL_MM
    _woods(ink, shapely.box(0, 0, wide, wide), random.Random("woods"), usual_palette())
    trees = Counter((int(x // CELL_MM), int(y // CELL_MM)) for x, y in ink.found[1::3])
    inner = [trees[column, row] for column in range(1, 19) for row in range(1, 19)]
    usual = sum(inner) / len(inner)
    glades = sum(count < 0.7 * usual for count in inner)
    assert glades > 40  # of chance alone there are fewer than 25
