"""The grounds of every board look different, to colour-blind eyes too; a palette that is wrong is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.checking.check import check_map
from maps.checking.colours import alike, colours_amiss
from maps.drawing.draw import draw_board
from maps.map_faults import MapError
from maps.reading.load import bundled_games
from maps.reading.palette import usual_palette
from tests.maps.test_hexmap import PLACES, TOML, write_game

SHEET = """
[sheet]
size_mm = [180, 120]
map_mm = [10, 5, 120, 110]
ground = "terrain"
"""


@pytest.mark.parametrize("game", bundled_games())
def test_the_grounds_of_a_board_look_different_to_all_eyes(game: str) -> None:
    assert colours_amiss(game) == []


def test_red_and_green_of_one_brightness_are_alike_to_some() -> None:
    grounds = {"heath": (186, 150, 120), "meadow": (158, 160, 118), "sea": (120, 160, 200)}
    found = {(one, other, eyes) for one, other, eyes, _ in alike(grounds)}
    assert found == {("heath", "meadow", "deuteranopia"), ("heath", "meadow", "protanopia")}


def test_a_board_has_the_colours_of_its_palette(tmp_path: Path) -> None:
    game = write_game(tmp_path / "g", TOML + SHEET, PLACES + "0402,,bog,,\n", "hex,neighbour,features\n")
    (game / "map" / "palette.toml").write_text('[ground]\nbog = "#204060"\n', encoding="utf-8")
    drawing = draw_board(game, 60)
    assert drawing.image.getpixel(drawing.slots("0402")[0]) == (0x20, 0x40, 0x60)
    assert check_map(game).faults == ()


@pytest.mark.parametrize(
    "text",
    [
        '[ground]\nclear = "green"\n',
        '[way]\nstreet = "#102030"\n',
        '[walls]\nx = "#102030"\n',
        "way = 3\n",
        "[",
        "\0",
    ],
)
def test_a_palette_that_is_wrong_is_a_fault_of_its_file(tmp_path: Path, text: str) -> None:
    game = write_game(tmp_path / "g", TOML + SHEET)
    (game / "map" / "palette.toml").write_text(text, encoding="utf-8")
    with pytest.raises(MapError) as error:
        draw_board(game, 60)
    assert {fault.file for fault in error.value.faults} == {"palette.toml"}
    assert "palette.toml" in {fault.file for fault in check_map(game).faults}


def test_every_game_has_a_palette_of_known_colours() -> None:
    assert usual_palette().ground("clear") and usual_palette().ground("bog") is None
