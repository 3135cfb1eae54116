"""Places have the names of the board that is laid in a game, whichever the module lays as a rule."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tables.doing import Words
from tables.opening import opened
from tables.position import Position
from tables.published import Published
from tables.table import Table
from tables.telling import where
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import named
from tests.tables.sampler import HEXES, B, build_file, write_build

BOARD = f"{B}map.boardPicker.Board"
LAND = f'<{BOARD} name="Land" image="land.png">{HEXES}</{BOARD}>'
OLD = f'<{BOARD} name="Old" image="hand.png"/>'
FIFTY = HEXES.replace('hOff="1"', 'hOff="51"')
AWRY = f'<{BOARD} name="Awry" image="land.png">{FIFTY}</{BOARD}>'


@pytest.fixture
def module(tmp_path: Path) -> Published:
    """The sampler with three boards for its map, of which it lays none as a rule: the first has no grid."""
    text = build_file().replace(LAND, OLD + LAND + AWRY, 1)
    return Published(write_build(tmp_path, text))


def on(board: str, module: Published) -> Position:
    """The start of the sampler with another board on its map."""
    position = opened(module).position
    rest = (
        f"MainBoardPicker\t{board}" if one.startswith("MainBoardPicker") else one for one in position.rest
    )
    return replace(position, rest=tuple(rest))


def words(board: str, module: Published, spot: tuple[int, int]) -> tuple[Words, str]:
    """The words of a position in which the ship lies at a point of the main map."""
    table = Table(on(board, module))
    ship = named(table.position(), "Frigate")
    table.do([f"M/{ship}/Main/{spot[0]}/{spot[1]}/null/Sea/50/50/null/me"])
    return Words(Table(table.position()), module), ship


@pytest.mark.parametrize(
    ("board", "place", "point"),
    [
        ("Land\t0\t0", "0302", (250, 165)),
        ("Awry\t0\t0", "5302", (250, 165)),
        ("Land/rev\t0\t0", "0302", (450, 475)),  # turned round: 700 by 640 pixels
    ],
)
def test_a_place_has_the_name_of_the_board_in_the_saved_game(
    module: Published, board: str, place: str, point: tuple[int, int]
) -> None:
    said, ship = words(board, module, point)
    assert said.at(ship) == where(said.mine, ship, module) == place
    assert said.place(place) == ("Main", *point)


def test_a_board_without_a_grid_has_points_alone(module: Published) -> None:
    said, ship = words("Old\t0\t0", module, (250, 165))
    assert said.at(ship) == "Main 250,165"


def test_the_board_that_hexpost_chooses_names_its_places(tmp_path: Path) -> None:
    table = Players(
        tmp_path / "desk", module=write_build(tmp_path, build_file().replace(LAND, LAND + OLD, 1))
    )
    assert "0602: Scout" in table.told("red")
    said = table.send("red", "move Scout to 0202")
    assert "Your orders: 1 OK" in said, said


def test_a_piece_on_a_map_that_the_module_lacks_has_a_place_in_pixels(module: Published) -> None:
    table = Table(opened(module).position)
    ship = named(table.position(), "Frigate")
    table.do([f"M/{ship}/Lost chart/12/34/null/Sea/50/50/null/me"])
    assert where(table, ship, module) == "Lost chart 12,34"


@pytest.mark.parametrize(("first", "is_told"), [(LAND + OLD, False), (OLD + LAND, True)])
def test_a_picture_is_missed_of_a_board_that_is_laid_alone(tmp_path: Path, first: str, is_told: bool) -> None:
    text = build_file().replace(LAND, first.replace("hand.png", "gone.png"), 1)
    told = Players(tmp_path / "desk", module=write_build(tmp_path, text)).told("red")
    assert ("the picture gone.png of the board 'Old' is missing from the module" in told) == is_told
