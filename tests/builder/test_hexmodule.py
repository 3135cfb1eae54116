"""Whole modules of games with hexes: the file names every hex and every box as the board does."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from builder.check.check import check_module
from builder.layout.board import MAP, draw_layout
from builder.module.agreement import disagreements
from builder.module.module import build_module
from builder.module.parts import gather
from builder.module.position import When
from builder.module.setup import Placement
from builder.module_faults import ModuleError
from builder.saves.read_saves import read_vsav
from builder.saves.retell import read_any, retold
from builder.saves.write_logs import Frame, course
from builder.saves.write_saves import save_position
from builder.vassal.commands import Logged, MovePiece
from builder.vassal.locations import Places, load_places
from builder.vassal.stream import flat, read_stream
from maps.reading.load import load_board
from tests.builder.hexgames import write_lettered, write_numbered
from tests.builder.test_hexgrid import jittered

GAMES = {"numbered": write_numbered, "lettered": write_lettered}


@pytest.fixture(scope="module", params=list(GAMES.values()), ids=list(GAMES))
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    write: Callable[[Path], Path] = request.param
    return write(tmp_path_factory.mktemp("game") / "hexes")


@pytest.fixture(scope="module")
def vmod(game: Path) -> Path:
    return build_module(game, game.parent / "hexes.vmod")


@pytest.fixture(scope="module")
def places(vmod: Path) -> Places:
    return load_places(vmod)


@pytest.mark.slow
def test_nothing_is_wrong_with_the_module(vmod: Path) -> None:
    assert [str(problem) for problem in check_module(vmod)] == []


def test_every_hex_is_named_as_it_is_printed(game: Path, places: Places) -> None:
    layout = draw_layout(game)[0]
    assert layout.hexes is not None
    assert {label for label, _ in jittered(layout.hexes, random.Random(3), 0.8)} == {
        space.name for space in load_board(game).spaces.values()
    }
    for reach in (0.0, 0.8):
        for label, at in jittered(layout.hexes, random.Random(3), reach):
            assert places.name(MAP, at) == label


def test_every_point_where_a_piece_may_stand_is_in_its_area(game: Path, places: Places) -> None:
    for area in draw_layout(game)[0].areas.values():
        assert {places.name(MAP, spot) for spot in area.spots} == {area.name}


def test_every_point_where_a_piece_may_stand_is_one_that_vassal_draws_to(game: Path, places: Places) -> None:
    spots = [spot for area in draw_layout(game)[0].areas.values() for spot in area.spots]
    assert len(spots) > 900
    assert [spot for spot in spots if places.snap(MAP, spot) != spot] == []


def test_saved_games_and_logs_stand_on_those_points(game: Path, places: Places, tmp_path: Path) -> None:
    first, *others = list(load_board(game).spaces.values())[300:600:100]
    parts = gather(game)
    there = [Placement("1G", first.id), Placement("2G", first.id), Placement("L1", others[0].id)]
    saved = read_vsav(save_position(parts, there, tmp_path / "a.vsav", "", When()), places).pieces
    assert {piece.name: piece.place for piece in saved} == {
        "1 Guards": first.name, "2 Guards": first.name, "1 League": others[0].name,
    }  # fmt: skip
    words = "\n".join(retold(read_any(tmp_path / "a.vsav", game)))
    assert f"1 League  {others[0].name}" in words
    stood = {(piece.x, piece.y) for piece in saved}
    assert {places.snap(MAP, at) for at in stood} == stood
    log = read_stream(course(parts, [Frame(()), Frame(tuple(there))]))
    moved = [one.command for one in flat(log) if isinstance(one, Logged)]
    assert {(one.to.x, one.to.y) for one in moved if isinstance(one, MovePiece)} == stood


@pytest.mark.slow
def test_the_squares_of_a_track_are_counted_on_from_row_to_row(game: Path, places: Places) -> None:
    layout = draw_layout(game)[0]
    squares = [area for name, area in layout.areas.items() if name.startswith("score-")]
    assert [area.name for area in squares] == [f"Victory Points {n}" for n in range(24)]
    for area in squares:
        assert places.name(MAP, area.spots[0]) == area.name
    assert disagreements(layout) == []
    other = replace(layout.tracks[0], title="Score")
    assert (
        "VASSAL says 'Score 0', the map 'Victory Points 0'"
        in disagreements(replace(layout, tracks=(other,)))[0]
    )


@pytest.mark.slow
def test_a_board_whose_hexes_are_too_small_for_counters_is_refused(tmp_path: Path) -> None:
    game = write_numbered(tmp_path / "small")
    board = (game / "map" / "map.toml").read_text(encoding="utf-8")
    small = board.replace("[8, 8, 440, 484]", "[8, 8, 60, 60]")
    (game / "map" / "map.toml").write_text(small, encoding="utf-8", newline="\n")
    with pytest.raises(ModuleError, match="counters would have 5 pixels"):
        build_module(game, tmp_path / "small.vmod")


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes(game: Path, vmod: Path, tmp_path: Path) -> None:
    assert build_module(game, tmp_path / "again.vmod").read_bytes() == vmod.read_bytes()
