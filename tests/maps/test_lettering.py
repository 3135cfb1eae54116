"""No name on a board covers another, a hex number or a counter's place."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.checking.names import names_amiss
from maps.drawing.hexes.lettering import Lettering, overlaps
from maps.drawing.hexes.plan import Plan
from maps.drawing.sheet import lay_out
from maps.reading.load import bundled_games, load_board
from tests.maps.test_hexmap import write_game

GAMES = [game for game in bundled_games() if load_board(game).grid]


def lettering_of(game: str | Path) -> Lettering:
    sheet = lay_out(game)
    assert sheet.board.grid is not None
    return Lettering(Plan(sheet, sheet.board.grid))


@pytest.mark.slow
@pytest.mark.parametrize("game", bundled_games())
def test_no_name_covers_another_or_a_number_or_a_counter(game: str) -> None:
    assert names_amiss(game) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_name_is_left_out(game: str) -> None:
    lettering = lettering_of(game)
    told = " ".join(one.name.text.upper() for one in lettering.placed)
    for space in load_board(game).spaces.values():
        for word in str(space.facts.get("name") or "").upper().split():
            assert word in told, "a name is in one piece or in two, and never left out"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_name_is_smaller_than_five_points(game: str) -> None:
    assert min(one.em for one in lettering_of(game).placed) >= 5 * 25.4 / 72


TOML = """
game = "names"
title = "Names"

[hexes]
columns = 5
rows = 4

[facts]
terrain = "text"
settlement = "text"

[sheet]
size_mm = [140, 120]
map_mm = [5, 5, 130, 110]

[sheet.hexes]
town = "settlement"
"""
LABEL = """
[[sheet.label]]
text = "Far Away"
at = [1.73, -2.0]
mm = 5
"""


def test_a_city_is_in_capitals_and_two_neighbours_keep_apart(tmp_path: Path) -> None:
    places = "id,name,terrain,settlement\n0302,Oldtown,,city\n0303,Newtown,,town\n"
    lettering = lettering_of(write_game(tmp_path / "g", TOML, places, "hex,neighbour,features\n"))
    assert {one.name.text for one in lettering.placed} == {"OLDTOWN", "Newtown"}
    assert list(overlaps(lettering)) == []


def test_a_name_keeps_off_a_label_that_stands_where_it_must(tmp_path: Path) -> None:
    places = "id,name,terrain,settlement\n0302,Oldtown,,town\n"
    game = write_game(tmp_path / "g", TOML + LABEL, places, "hex,neighbour,features\n")
    found = [pair for pair in overlaps(lettering_of(game)) if pair[0] == "Oldtown"]
    assert found == []


def test_what_a_label_of_the_map_covers_is_told(tmp_path: Path) -> None:
    game = write_game(tmp_path / "g", TOML + LABEL, "", "hex,neighbour,features\n")
    assert ("Far Away", "a counter's place") in set(overlaps(lettering_of(game)))
