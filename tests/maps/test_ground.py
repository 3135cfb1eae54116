"""The space under a point, and how far it is from one space to another."""

from __future__ import annotations

from collections.abc import Iterable

import numpy
import pytest
import shapely
from typer.testing import CliRunner

from maps.board import Board
from maps.cli import app
from maps.drawing.sheet import lay_out
from maps.map_faults import MapError
from maps.measuring.measure import measure
from maps.measuring.space_finder import SpaceFinder
from maps.reading.load import load_board
from tests.maps.conftest import OwnGame

RUN = CliRunner()


@pytest.fixture(scope="module")
def berlin() -> SpaceFinder:
    sheet = lay_out("raceforberlin")
    return SpaceFinder(sheet.board, sheet.geometry)


def by_hand(board: Board, space: str) -> dict[str, int]:
    """Steps to every space, by asking each round who touches whom."""
    known = {space: 0}
    while more := {b for a in known for b in board.links[a] if b not in known}:
        known |= dict.fromkeys(more, max(known.values()) + 1)
    return known


def test_a_point_lies_in_the_zone_that_holds_it(berlin: SpaceFinder) -> None:
    rng = numpy.random.default_rng(5)
    west, south, east, north = shapely.total_bounds(list(berlin.geometry.zones.values()))
    points = numpy.column_stack((rng.uniform(west, east, 400), rng.uniform(south, north, 400)))
    zones = berlin.geometry.zones
    slow = [
        next((zone for zone, shape in zones.items() if shape.contains(shapely.Point(point))), None)
        for point in points
    ]
    assert berlin.at_all(points) == slow
    assert len(set(slow)) > 30


def test_beside_the_board_there_is_no_space(berlin: SpaceFinder) -> None:
    assert berlin.at(9999, 9999) is None
    assert berlin.at_all([]) == []


def test_the_middle_of_each_hex_lies_in_it() -> None:
    sheet = lay_out("koenigsberg45")
    spaces = list(sheet.board.spaces)
    middles = [sheet.board.spaces[one].centre for one in spaces]
    assert SpaceFinder(sheet.board, sheet.geometry).at_all(middles) == spaces


def test_an_area_over_a_grid_comes_first(own_game: OwnGame) -> None:
    _hexes_with_a_lake(own_game)
    sheet = lay_out(own_game.folder)
    ground = SpaceFinder(sheet.board, sheet.geometry)
    assert [ground.at(0, 0), ground.at(0, -30)] == ["lake", "0104"]


def _hexes_with_a_lake(own: OwnGame) -> None:
    for file in own.map.iterdir():
        file.unlink()
    (own.map / "map.toml").write_text(
        "title = 'A lake'\n[hexes]\ncolumns = 4\nrows = 6\npitch = 10.0\nmissing = ['0101']\n"
        "[[area]]\nname = 'Lake'\noutline = [[-5, -5], [5, -5], [5, 5], [-5, 5]]\n",
        encoding="utf-8",
    )


def test_distance_is_the_fewest_borders_on_a_board_of_areas() -> None:
    board = load_board("raceforberlin")
    for start in ("potsdam", "wedding"):
        known = by_hand(board, start)
        assert {one: board.distance(start, one) for one in board.spaces} == {
            one: known.get(one) for one in board.spaces
        }
        assert sorted(board.within(start, 3)) == sorted(one for one, steps in known.items() if steps <= 3)


def test_distance_and_lines_on_hexes_are_those_of_the_grid() -> None:
    board = load_board("koenigsberg45")
    assert board.grid is not None
    assert board.distance("0327", "3208") == board.grid.distance("0327", "3208")
    assert board.line("0327", "3208") == board.grid.line("0327", "3208")


def test_between_two_hexes_it_is_as_if_nothing_were_missing(own_game: OwnGame) -> None:
    for file in own_game.map.iterdir():
        file.unlink()
    (own_game.map / "map.toml").write_text(
        "title = 'A gap'\n[hexes]\ncolumns = 5\nrows = 1\nmissing = ['0301']\n", encoding="utf-8"
    )
    board = load_board(own_game.folder)
    assert (board.distance("0201", "0401"), board.line("0201", "0401")) == (2, ["0201", "0401"])
    assert board.within("0201", 9) == ("0201", "0101")


@pytest.mark.parametrize("ends", [("potsdam", "atlantis"), ("atlantis", "potsdam")])
def test_an_unknown_space_has_no_distance(ends: tuple[str, str]) -> None:
    with pytest.raises(KeyError):
        load_board("raceforberlin").distance(*ends)


def told(words: Iterable[str]) -> tuple[int, str]:
    result = RUN.invoke(app, ["measure", *words])
    return result.exit_code, result.stdout


def test_measuring_tells_the_steps_and_the_borders_between() -> None:
    code, text = told(["koenigsberg45", "Thorn", "0328"])
    lines = text.splitlines()
    assert (code, lines[0]) == (0, "0432 Thorn to 0328 Kulm: 5 steps")
    assert [line.split()[0] for line in lines[1:]] == ["0432", "0431", "0430", "0330", "0329", "0328"]


def test_on_areas_the_way_is_one_of_the_shortest() -> None:
    found = measure("raceforberlin", "Potsdam", "Wedding")
    assert found.steps == len(found.passed) - 1
    assert None not in found.borders


def test_points_are_measured_too_and_a_space_to_itself_is_no_step() -> None:
    x, y = load_board("koenigsberg45").spaces["0432"].centre
    found = measure("koenigsberg45", f"{x:.3f},{y:.3f}", "Thorn")
    assert (found.steps, found.passed) == (0, ["0432"])


def test_all_spaces_that_are_not_there_are_told_at_once() -> None:
    with pytest.raises(MapError) as error:
        measure("koenigsberg45", "Kulmm", "99999,0")
    assert [str(fault) for fault in error.value.faults] == [
        "Kulmm: unknown space: the map has no space of this name; did you mean 0328 Kulm?",
        "99999,0: off the map: the map has no space there",
    ]
