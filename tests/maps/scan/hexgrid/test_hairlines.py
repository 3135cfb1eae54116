"""Hairlines under buildings and woods: their average hex is faint, and each of their sides is printed."""

from __future__ import annotations

import numpy
import pytest
from PIL import ImageDraw

from bench.scans.boards import Drawn, Style, draw_board
from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice
from maps.scan.hexgrid.fit import fit

PITCH = 40


def built_up(blocks: int) -> Drawn:
    """A board of hairlines with so many dark buildings on it."""
    rng = numpy.random.default_rng(3)
    drawn = draw_board(HexGrid(16, 10, Lattice(True)), PITCH, Style(line=0.02), rng)
    pen = ImageDraw.Draw(drawn.image)
    middles = list(drawn.centres.values())
    for at in rng.choice(len(middles), blocks, replace=False):
        x, y = middles[at]
        for _ in range(6):
            left, top = x + rng.normal(0, PITCH / 2), y + rng.normal(0, PITCH / 2)
            wide, high = rng.uniform(4, 16, 2)
            pen.rectangle((left, top, left + wide, top + high), fill=(30, 30, 30), outline=(0, 0, 0))
    return drawn


@pytest.mark.slow
def test_hairlines_that_buildings_outweigh_are_found_without_clicks() -> None:
    drawn = built_up(130)
    found = fit(drawn.image.convert("L"), size=(16, 10))
    assert found.sure
    for label, at in drawn.centres.items():
        assert numpy.hypot(*numpy.subtract(found.centres[label], at)) < 0.05 * PITCH
