"""The position of a report as a saved game."""

from __future__ import annotations

from pathlib import Path

from adjudicator.events import FlagsChanged
from adjudicator.games.raceforberlin import GAME
from adjudicator.mail.desk.trial import known_to
from adjudicator.report.save import saved_game
from adjudicator.state import State
from adjudicator.store import fold
from builder.saves.read_saves import SavedGame, read_vsav
from tests.adjudicator.tinygame import GAME as TINY
from tests.adjudicator.tinygame import start as tiny_start
from tests.report.berlin import ACTION, START, holding, seen

DONE = FlagsChanged(rule="4", units=("712",), add=("activated", "out-of-supply"))


def saved(state: State, side: str, boards: Path) -> bytes:
    return saved_game("raceforberlin", seen(side, start=state), known_to(GAME, state, side), boards)


def opened(state: State, side: str, boards: Path, tmp_path: Path) -> SavedGame:
    file = tmp_path / "position.vsav"
    file.write_bytes(saved(state, side, boards))
    return read_vsav(file)


def test_units_stand_in_the_file_as_on_the_map(boards: Path, tmp_path: Path) -> None:
    game = opened(fold(START, (*ACTION, DONE)), "zhukov", boards, tmp_path)
    units = {piece.properties["Unit"]: piece for piece in game.pieces if "Unit" in piece.properties}
    assert set(units) == set(START.units)
    assert units["712"].properties["Step_Level"] == "2"
    assert units["712"].properties["OOS_Level"] == "1"
    assert units["712"].properties["Activated_Facing"] == "2"
    assert units["1GTA-1"].properties["Step_Level"] == "1"


def test_the_other_sides_chits_lie_face_down(boards: Path, tmp_path: Path) -> None:
    one, other = (saved(holding(chit), "zhukov", boards) for chit in ("event-5", "event-9"))
    assert one == other != b""
    game = opened(holding("event-5"), "zhukov", boards, tmp_path)
    names = [piece.name for piece in game.pieces if piece.map != "Board"]
    assert len(names) == 2 and "Hidden chit" in names
    own = [saved(holding(chit), "koniev", boards) for chit in ("event-5", "event-9")]
    assert own[0] != own[1]


def test_a_game_without_a_module_has_no_saved_game(boards: Path) -> None:
    state = tiny_start("duel")
    assert saved_game(TINY.name, seen("zhukov"), state, boards) == b""
