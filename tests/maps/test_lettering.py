"""No name on a board covers another, a hex number or a counter's place."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.checking.names import names_amiss
from maps.drawing.hexes.lettering import Lettering, overlaps
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.spots import printed
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
    """In full, or as the map shortens it."""
    lettering = lettering_of(game)
    told = " ".join(one.name.text.upper() for one in lettering.placed)
    for space in load_board(game).spaces.values():
        for word in printed(lettering.plan, str(space.facts.get("name") or "")).upper().split():
            assert word in told, "a name is in one piece or in two, and never left out"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_names_are_large_enough_to_read_at_arms_length(game: str) -> None:
    """Towns and cities have 7 points and more, but for one in fifty; nothing has less than 6."""
    sizes = [one.em * 72 / 25.4 for one in lettering_of(game).placed]
    towns = [one.em * 72 / 25.4 for one in lettering_of(game).placed if one.name.rank >= 10]
    assert min(sizes) >= 5.99
    assert sum(size < 6.99 for size in towns) <= max(1, len(towns) // 50)


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


def test_a_long_name_is_set_in_two_parts_above_and_below_rather_than_small(tmp_path: Path) -> None:
    places = "id,name,terrain,settlement\n0302,Verkhne Aksenovskiy Log,,village\n"
    toml = TOML.replace(
        "size_mm = [140, 120]\nmap_mm = [5, 5, 130, 110]", "size_mm = [95, 95]\nmap_mm = [5, 5, 85, 85]"
    )
    lettering = lettering_of(write_game(tmp_path / "g", toml, places, "hex,neighbour,features\n"))
    by_text = {one.name.text: one for one in lettering.placed}
    assert set(by_text) == {"Verkhne", "Aksenovskiy Log"}
    assert by_text["Verkhne"].boxes[0][1] < by_text["Aksenovskiy Log"].boxes[0][1]
