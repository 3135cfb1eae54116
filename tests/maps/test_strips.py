"""A board drawn in strips is the board drawn whole: no dot differs, also where a strip ends."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from maps.drawing.draw import draw_board, draw_strips
from maps.drawing.sheet import lay_out
from tests.builder.hexgames import write_numbered
from tests.cases import the_rest_long

COARSE = 40
GAMES = [("koenigsberg45", 50, 333), ("raceforberlin", 60, 241)]


@pytest.mark.slow
def test_strips_are_parts_of_the_whole_board(tmp_path: Path) -> None:
    game = write_numbered(tmp_path / "hexes")
    whole = draw_board(game, COARSE).image
    rows = [(61, 64), (64, whole.height)]
    for (top, bottom), strip in zip(rows, draw_strips(lay_out(game), COARSE, rows), strict=True):
        part = whole.crop((0, top, whole.width, bottom))
        assert ImageChops.difference(strip, part).getbbox() is None


@pytest.mark.slow
@pytest.mark.parametrize(("game", "dpi", "pitch"), the_rest_long(GAMES))
def test_strips_joined_are_the_whole_board(game: str, dpi: int, pitch: int) -> None:
    whole = draw_board(game, dpi).image
    cuts = [*range(0, whole.height, pitch), whole.height]
    joined = Image.new("RGB", whole.size, "magenta")
    strips = draw_strips(lay_out(game), dpi, pairwise(cuts))
    for top, strip in zip(cuts, strips, strict=False):
        joined.paste(strip, (0, top))
    assert ImageChops.difference(joined, whole).getbbox() is None
