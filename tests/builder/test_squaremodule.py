"""Whole modules of games with squares, alone and beside hexes: every place has its printed name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from builder.check.check import check_module
from builder.check.engine import judge
from builder.importing.importer import import_module
from builder.layout.board import MAP, draw_layout
from builder.module.agreement import disagreements
from builder.module.module import build_module
from builder.vassal.locations import load_places
from maps.reading.load import load_board
from tests.builder.hexgames import write_numbered
from tests.builder.squaregames import write_mixed, write_squares
from tests.builder.test_check import says
from tests.builder.test_engine import HOME, with_engine

WRITERS = [write_squares, write_mixed]


@pytest.fixture(scope="module", params=WRITERS, ids=["squares", "mixed"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    write: Callable[[Path], Path] = request.param
    return write(tmp_path_factory.mktemp("game") / "board")


@pytest.fixture(scope="module")
def vmod(game: Path) -> Path:
    return build_module(game, game.parent / "board.vmod")


@pytest.mark.slow
def test_nothing_is_wrong_with_the_module(vmod: Path) -> None:
    assert [str(problem) for problem in check_module(vmod) if "lies a gap" not in problem.what] == []


def test_every_place_is_named_as_it_is_printed(game: Path, vmod: Path) -> None:
    places, layout = load_places(vmod), draw_layout(game)[0]
    names = {space.name for space in load_board(game).spaces.values()}
    assert names <= {area.name for area in layout.areas.values()}
    for area in layout.areas.values():
        assert {places.name(MAP, spot) for spot in area.spots} == {area.name}
    assert disagreements(layout, rows=5, across=3) == []


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes(game: Path, vmod: Path, tmp_path: Path) -> None:
    assert build_module(game, tmp_path / "again.vmod").read_bytes() == vmod.read_bytes()


def test_it_comes_back_with_the_same_grids_and_names(game: Path, vmod: Path, tmp_path: Path) -> None:
    ours, theirs = load_board(game), load_board(import_module(vmod, tmp_path / "back").folder)
    assert ours.squares and theirs.squares
    assert ours.squares.labels.keys() == theirs.squares.labels.keys()
    assert ours.squares.diagonal == theirs.squares.diagonal
    assert (ours.grid.labels.keys() if ours.grid else None) == (
        theirs.grid.labels.keys() if theirs.grid else None
    )
    assert {area.name for area in ours.areas.values()} <= {area.name for area in theirs.areas.values()}


@with_engine
@pytest.mark.slow
@pytest.mark.parametrize("write_game", [*WRITERS, write_numbered])
def test_vassal_names_every_place_as_the_board_does_and_so_after_an_import(
    write_game: Callable[[Path], Path], tmp_path: Path
) -> None:
    game = write_game(tmp_path / "game")
    first = build_module(game, tmp_path / "first.vmod")
    back = import_module(first, tmp_path / "back").folder
    for module in (first, build_module(back, tmp_path / "again.vmod")):
        verdict = judge(module, HOME)
        assert says(verdict.problems) == ""
        assert verdict.points > len(load_board(game).spaces)
