"""Whatever stands in the tables that draw a board of hexes is drawn or is a fault, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.drawing.draw import draw_board
from maps.drawing.hexes.marks import SHAPES
from maps.map_faults import MapError
from maps.reading.hexsettings import FORM
from maps.reading.hexsettings import SHAPES as NAMED
from tests.maps.test_hexmap import ODD_VALUES, write_game

BASE = """
game = "odd"
title = "Odd"

[hexes]
columns = 3
rows = 3

[facts]
terrain = "text"
held = "text"

[features]
river = "river"
road = "road"
wall = "side"

[sheet]
size_mm = [120, 90]
map_mm = [5, 5, 60, 60]
"""
PLACES = "id,name,terrain,held\n0101,Here,forest,a\n0202,,water,b\n0303,,marsh,\n"
LINKS = "hex,neighbour,features\n0101,0201,river road\n0102,0103,wall\n"
GOOD = {
    "sheet": "",
    "sheet.hexes": "bleed = true",
    "sheet.hexes.walls": 'fact = "held"\ncolours = { wall = "#aa0000" }',
    "sheet.hexes.buildings": 'fact = "held"\ncolours = { a = ["#aaa090", "#504030"] }\nruined = ["a"]',
    "sheet.mark[]": 'fact = "held"\nshape = "letter"\nat = [0.3, 0.3]\ncolours = ["#aa0000", "#ffffff"]',
    "sheet.strip[]": "mm = 2\npoints = [[0, 0], [1, -1]]",
    "sheet.divide[]": 'fact = "held"\ncolour = "#aa0000"\nmm = 1',
    "sheet.park[]": "points = [[0, 0], [1, 0], [1, -1]]",
    "sheet.label[]": 'text = "Sea"\nat = [1, -1]\nmm = 4',
    "sheet.compass": "at_mm = [90, 40]\nradius_mm = 10",
    "sheet.scale": 'at_mm = [70, 70]\nparts = [0, 1, 2]\nunit = "km"',
    "sheet.chart[]": 'title = "Chart"\nmm = [70, 5, 45, 20]\nrows = [["a"], ["1"]]\nsigns = ["", "wall"]',
}


def write(folder: Path, table: str, settings: str) -> Path:
    head = f"[[{table.removesuffix('[]')}]]" if table.endswith("[]") else f"[{table}]"
    text = BASE + ("" if table == "sheet" else head + "\n") + settings + "\n"
    return write_game(folder, text, PLACES, LINKS)


@pytest.mark.slow
def test_every_table_of_the_form_can_be_drawn(tmp_path: Path) -> None:
    assert GOOD.keys() == FORM.keys()
    for number, (table, settings) in enumerate(GOOD.items()):
        assert draw_board(write(tmp_path / str(number), table, settings), 40).image.width > 100


@pytest.mark.parametrize("value", ODD_VALUES)
@pytest.mark.parametrize("table", FORM)
def test_an_odd_value_is_drawn_or_is_a_fault(tmp_path: Path, table: str, value: str) -> None:
    for number, key in enumerate(FORM[table]):
        kept = [line for line in GOOD[table].splitlines() if not line.startswith(f"{key} =")]
        game = write(tmp_path / str(number), table, "\n".join([*kept, f"{key} = {value}"]))
        try:
            draw_board(game, 40)
        except MapError as error:
            assert all(fault.file == "map.toml" for fault in error.faults)


def test_the_form_knows_every_shape_that_can_be_drawn() -> None:
    assert set(NAMED) == set(SHAPES)
