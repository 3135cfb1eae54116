"""A piece that is moved to a pixel comes to lie where VASSAL lets it: a grid draws it, numbered or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adjudicator.tabletop.table import Players
from tests.tables.sampler import HEXES, build_file, piece, slot, stack, write_build

SCOUT = '<VASSAL.build.module.map.SetupStack name="Scout"'
CLOUD = stack("Cloud", 33, 44, slot("Cloud", "90", piece("Cloud", "one.png", "90", ("immob;g;N;R;", ""))))


def bare_hexes(text: str) -> str:
    """A build file whose hexes have no numbers."""
    rest = HEXES.partition("<VASSAL.build.module.map.boardPicker.board.mapgrid")[2]
    numbering = f"<VASSAL.build.module.map.boardPicker.board.mapgrid{rest.partition('/>')[0]}/>"
    assert numbering in text
    return text.replace(numbering, "", 1)


@pytest.fixture
def table(tmp_path: Path) -> Players:
    text = bare_hexes(build_file()).replace(SCOUT, f"{CLOUD}{SCOUT}", 1)
    return Players(tmp_path / "desk", module=write_build(tmp_path, text))


@pytest.mark.parametrize(
    ("pixel", "centre"),
    [("148,110", (150, 107)), ("120,340", (150, 337)), ("70,40", (50, 50)), ("Main 262,170", (250, 165))],
)
def test_a_grid_without_numbers_draws_a_piece_to_its_centre(
    table: Players, pixel: str, centre: tuple[int, int]
) -> None:
    said = table.send("red", f"move Scout to {pixel}")
    assert "Your orders: 1 OK" in said, said
    assert table.at("Scout") == ("Main", *centre)


def test_two_pieces_near_one_centre_stack(table: Players) -> None:
    table.send("red", "move Scout to 148,110", "move 1st Foot to 155,100")
    assert table.at("Scout") == table.at("1st Foot") == ("Main", 150, 107)


def test_a_piece_is_put_onto_what_lies_beside_a_centre(table: Players) -> None:
    table.send("red", "move Scout to 100,107")  # where the Foot begin, between two centres
    assert table.at("Scout") == ("Main", 100, 107)


def test_where_no_grid_is_a_piece_lies_at_the_very_pixel(table: Players) -> None:
    table.send("red", "move Scout to Sea 33,44")
    assert table.at("Scout") == ("Sea", 33, 44)


def test_a_piece_that_ignores_the_grid_lies_at_the_very_pixel(table: Players) -> None:
    table.send("red", "move Cloud to Main 148,110")
    assert table.at("Cloud") == ("Main", 148, 110)
