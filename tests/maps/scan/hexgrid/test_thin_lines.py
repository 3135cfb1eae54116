"""Lines of a pixel with numbers close under them: the lines are followed, and where that fails it is said."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
from PIL import Image, ImageDraw, ImageFont

from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice
from maps.scan.hexgrid.fit import fit
from maps.scan.hexgrid.fitted import Fitted
from maps.scan.hexgrid.labels import Click

PITCH, EDGE, DEGREES = 140.0, 130, 2.0
CORNERS = ("0101", "0901", "0107", "0907")
Board = tuple[Image.Image, Mapping[str, tuple[float, float]]]


def board(flat: bool, size: float, line: int = 90) -> Board:
    """A turned board with lines of one pixel, and numbers of a size, in hexes, under the upper hexside."""
    grid = HexGrid(9, 7, Lattice(flat, PITCH))
    middles = {label: grid.lattice.centre(one) for label, one in grid.labels.items()}
    shift = EDGE - min(x for x, _ in middles.values()), EDGE + max(y for _, y in middles.values())
    wide = round(max(x for x, _ in middles.values()) + shift[0] + EDGE)
    high = round(shift[1] - min(y for _, y in middles.values()) + EDGE)
    image = Image.new("L", (wide, high), 225)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size=PITCH * size)
    for label, one in grid.labels.items():
        ring = [(shift[0] + x, shift[1] - y) for x, y in grid.lattice.corners(one)]
        pen.line([*ring, ring[0]], fill=line, width=1)
        x, y = shift[0] + middles[label][0], shift[1] - middles[label][1]
        down = 0.47 if flat else 0.44
        pen.text((x, y - down * PITCH), label, fill=40, font=font, anchor="mt")
    turn = complex(math.cos(math.radians(DEGREES)), -math.sin(math.radians(DEGREES)))
    half = complex(wide, high) / 2
    turned = {
        label: half + (complex(x + shift[0], shift[1] - y) - half) * turn for label, (x, y) in middles.items()
    }
    scan = image.rotate(DEGREES, Image.Resampling.BICUBIC, fillcolor=225)
    return scan, {label: (at.real, at.imag) for label, at in turned.items()}


def worst(flat: bool, size: float, line: int) -> tuple[float, Fitted]:
    """How far the furthest hex is off after five clicks, in hexes, and the fit."""
    scan, truth = board(flat, size, line)
    clicked = (*CORNERS, "0201" if flat else "0102")
    found = fit(scan, [Click(label, *truth[label]) for label in clicked])
    off = [math.dist(found.centres[label], at) for label, at in truth.items()]
    return max(off) / PITCH, found


@pytest.mark.parametrize(
    ("flat", "size", "line"),
    [
        (True, 0.16, 40),
        (True, 0.16, 90),
        (True, 0.2, 40),
        (True, 0.24, 90),
        (False, 0.2, 90),
        (False, 0.24, 40),
    ],
)
def test_numbers_close_under_a_thin_line_are_not_taken_for_it(flat: bool, size: float, line: int) -> None:
    """Read alone, the hexsides with numbers under them are seen a tenth of a hex too low, and all is sure."""
    off, found = worst(flat, size, line)
    assert off < 0.05
    assert found.sure


@pytest.mark.parametrize("line", [90, 150])
def test_a_grid_that_lies_beside_faint_lines_is_said_to_be_doubtful(line: int) -> None:
    """Two of three directions of hexsides have their print a little beside where it should be."""
    off, found = worst(True, 0.2 if line == 90 else 0.24, line)
    assert off < 0.05 or not found.sure
    assert off < 0.05 or any("beside the hexsides" in one.words for one in found.doubts)
