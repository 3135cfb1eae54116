"""A game of one's own: the stub works as it is, and a game without rules is kept in books."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.bookkeeping import Books, NoSides
from adjudicator.catalogue import NoSuchGame, find_game, game_names
from adjudicator.commands.speak import NotFound
from adjudicator.commands.stub import new_game
from adjudicator.dice import ListedDice
from adjudicator.game import Game
from adjudicator.judging.bots import play_game
from adjudicator.judging.referee import judge, run_on
from adjudicator.play import Play
from counters.roster.load import load_roster
from counters.roster_faults import RosterError
from maps.checking.check import check_map
from maps.reading.load import load_board


@pytest.fixture
def stub(tmp_path: Path) -> Path:
    new_game("mygame", tmp_path / "mygame")
    return tmp_path / "mygame"


@pytest.fixture
def game(stub: Path) -> Game:
    return find_game(stub)


def opened(game: Game, *dice: int) -> Play:
    play = Play(game.start("setup"), ListedDice(list(dice)))
    run_on(game, play)
    return play


def verdicts(game: Game, play: Play, side: str, *lines: str) -> list[str]:
    return [ruling.verdict for ruling in judge(game, play, side, list(enumerate(lines, 1)))]


def test_the_stub_has_a_board_and_counters_that_load(stub: Path) -> None:
    assert load_board(stub).adjacent("north", "centre")
    assert load_roster(stub).counters["R1"].name == "1 Red"
    assert check_map(stub).faults == ()


@pytest.mark.slow
def test_the_stub_has_counters_without_a_fault_and_a_kit_to_print_of_which_every_part_has_pages(
    stub: Path,
) -> None:
    from builder.printing.kit import Wish, print_kit
    from builder.printing.pages import Refereed
    from counters.preflight.preflight import preflight

    assert preflight(load_roster(stub)) == []
    parts = print_kit(stub, Wish(dpi=50), Refereed(), lambda *_: None)
    assert [part.name[0] for part in parts] == ["1", "2", "3", "4", "5"]
    assert all(part.pages for part in parts)


def test_a_unit_that_begins_nowhere_is_told_before_a_game_is_opened(stub: Path) -> None:
    roster = stub / "counters" / "roster.csv"
    text = roster.read_text(encoding="utf-8")
    roster.write_text(text.replace(",north,", ",nort,"), encoding="utf-8")
    with pytest.raises(RosterError, match=r"R1, set-up nort.*no such space, town or box; did you mean North"):
        find_game(stub)
    with (stub / "map" / "map.toml").open("a", encoding="utf-8") as file:
        file.write('[[sheet.box]]\nid = "nort"\ntitle = "Nort"\nmm = [10, 10, 20, 20]\n')
    assert find_game(stub).start("setup").units["R1"].at == "off-map"


def test_a_game_without_sides_says_what_to_add_to_which_file(stub: Path) -> None:
    style = stub / "counters" / "style.toml"
    style.write_text('[game]\ntitle = "Mine"\n', encoding="utf-8")
    with pytest.raises(NoSides) as told:
        Books(stub)
    file, _, rest = str(told.value).partition(": ")
    assert file.endswith("counters/style.toml") and rest.startswith("to play by mail, add the sides")
    style.write_text(rest.partition("\n")[2], encoding="utf-8")
    assert dict(Books(stub).sides) == {"red": "Red", "blue": "Blue"}


def test_orders_are_written_as_in_a_game_of_a_module_too(game: Game) -> None:
    play = opened(game, 5, 2)
    lines = ["move R1 to centre south", "roll 2d6", "roll d8", "remove R2", "put R2 on Centre"]
    assert verdicts(game, play, "red", *lines) == ["done", "done", "unreadable", "done", "done"]


def test_the_stub_plays_to_an_end(game: Game) -> None:
    assert play_game(game, "1").state.over is not None


def test_orders_are_carried_out_as_they_are_said(game: Game) -> None:
    play = opened(game, 5, 2)
    lines = ["move R1 centre south", "flip R2", "roll 2", "remove R2", "put R2 Centre", "done"]
    assert verdicts(game, play, "red", *lines) == ["done"] * 6
    assert (play.state.units["R1"].at, play.state.units["R2"].at) == ("south", "centre")
    assert [event.says(game.names()) for event in play.events if event.kind == "DieRolled"] == [
        "Red rolls, die roll 5.", "Red rolls, die roll 2.",
    ]  # fmt: skip
    assert play.state.decisions[0].player == "blue"


def test_flipping_twice_is_the_full_side_again(game: Game) -> None:
    play = opened(game)
    verdicts(game, play, "red", "flip R1")
    assert play.state.units["R1"].steps == 1
    verdicts(game, play, "red", "flip R1")
    assert play.state.units["R1"].steps == 2


def test_nobody_touches_the_other_sides_units(game: Game) -> None:
    play = opened(game)
    assert verdicts(game, play, "red", "move B1 centre", "roll 99", "jump R1") == [
        "refused", "unreadable", "unreadable",
    ]  # fmt: skip
    assert play.state.units["B1"].at == "south"


def test_after_both_sides_a_turn_begins(game: Game) -> None:
    play = opened(game)
    verdicts(game, play, "red", "done")
    verdicts(game, play, "blue", "done")
    assert (play.state.turn, play.state.decisions[0].player) == (2, "red")


def test_who_resigns_loses(game: Game) -> None:
    play = opened(game)
    verdicts(game, play, "red", "resign", "done")
    assert play.state.over is not None
    assert play.state.over["winner"] == "blue"


@pytest.mark.parametrize("name", ["My Game", "../x", "", "9lives", "x" * 40])
def test_a_name_that_will_not_do_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotFound, match=r"is not a game's name.* hexpost new-game mygame games/mygame"):
        new_game(name, tmp_path / "game")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(NotFound, match="holds other things"):
        new_game("mygame", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_the_names_of_games_are_known_without_importing_them() -> None:
    assert "raceforberlin" in game_names()


def test_a_folder_whose_rules_hold_no_game_is_said(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").write_text("GAME = 3\n", encoding="utf-8")
    with pytest.raises(NoSuchGame, match="define no GAME"):
        find_game(tmp_path)


def test_a_game_without_rules_is_kept_in_books(stub: Path) -> None:
    (stub / "rules" / "__init__.py").unlink()
    assert find_game(stub).title == "Mygame"
