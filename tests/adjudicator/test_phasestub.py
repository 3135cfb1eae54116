"""`hexpost new-game --hexes --rules`: a game on the usual phases that plays, with a rule list and a test that
hold, and a word for what to do next."""

from __future__ import annotations

import json
import re
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner, Result

import hexpost
from adjudicator import demo
from adjudicator.catalogue import BrokenRules, find_game
from adjudicator.commands.stub import new_game
from adjudicator.judging.bots import play_game
from adjudicator.phases.clauses import enforced
from adjudicator.phases.turns import Turns
from adjudicator.play import Play
from adjudicator.rehearsal.file import read_rehearsal
from adjudicator.rehearsal.rehearsal_faults import BadRehearsal
from adjudicator.rulings import CITED
from adjudicator.wording.clauses import read_clauses
from maps.checking.check import check_map
from maps.reading.load import load_board
from tests.games.test_whole_game_by_mail import quiet_desk


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    new_game("hexgame", Path("hexgame"), "12x10", rules=True)
    return Path("hexgame")


def typed(*words: str) -> Result:
    return CliRunner().invoke(hexpost.app, list(words))


@pytest.mark.slow
def test_it_plays_to_its_end(stub: Path) -> None:
    over = play_game(find_game(stub), "first").state.over
    assert over is not None and set(over["points"]) == {"red", "blue"}
    assert check_map(stub).faults == ()


@pytest.mark.parametrize("size", ["6x6", "13x9"])
def test_a_board_of_any_size_will_do(tmp_path: Path, size: str) -> None:
    new_game("sized", tmp_path / size, size, rules=True)
    game = find_game(tmp_path / size)
    assert game.faults(game.start(game.scenarios[0])) == []


def test_every_clause_of_its_list_is_enforced_and_found(stub: Path) -> None:
    game = find_game(stub)
    assert [clause for clause in read_clauses(game) if clause not in CITED[game.name]] == []
    said = typed("rule", "hexgame", "3.4")
    assert said.exit_code == 0
    assert "adjudicator.phases.moving:Moving.broken" in said.output
    assert "nowhere" not in typed("rule", "hexgame", "4.2").output


def test_its_own_test_passes_and_is_told_with_its_clause(stub: Path) -> None:
    tests = runpy.run_path(str(stub / "tests" / "test_movement.py"))
    for name, test in tests.items():
        if name.startswith("test_"):
            test()
    assert "test_movement.py:" in typed("rule", "hexgame", "3.3").output


def test_the_list_of_clauses_that_lack_something_names_each_with_what_it_lacks(stub: Path) -> None:
    list_ = stub / "rules" / "rules.csv"
    list_.write_text(list_.read_text(encoding="utf-8") + "9.9,Fog,x,No one sees.,,,yes\n", encoding="utf-8")
    lines = typed("rule", "hexgame").output.splitlines()
    assert lines[0] == "Hexgame: 9 of 10 clauses that a program can check are enforced"
    assert lines[1].split() == ["unenforced:", "9.9", "Fog"]
    assert [line.split()[1] for line in lines[2:]] == ["2.1", "3.2", "3.4", "3.5", "4.1", "4.2", "9.9"]
    found = json.loads(typed("rule", "hexgame", "--json").output)
    assert (found["adjudicable"], found["enforced"], found["unenforced"]) == (10, 9, ["9.9"])


def test_a_mark_over_several_lines_is_found(stub: Path) -> None:
    file = stub / "tests" / "test_long.py"
    file.write_text('@pytest.mark.rule(\n    "3.2",\n    "3.5",\n)\ndef test(): ...\n', encoding="utf-8")
    assert "tests/test_long.py:1" in typed("rule", "hexgame", "3.5").output


@pytest.mark.slow
def test_its_demo_is_played_and_lines_that_go_astray_are_named(stub: Path, tmp_path: Path) -> None:
    game = find_game(stub)
    script = demo.read_script(game)
    astray = {**script.letters[0], "text": "--orders--\nmove R1 to Osterode\nmove R2 to 0305"}
    for name, letters, found in (
        ("as written", script.letters, []),
        ("astray", (astray, script.letters[1]), ["red, move R1 to Osterode: "]),
    ):
        desk = quiet_desk(tmp_path / name)
        demo.play(desk, game, letters, script.scheme, str(stub.resolve()))
        told = list(demo.unheard(desk))
        assert len(told) == len(found) and all(map(str.startswith, told, found)), told


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('from = "red"', 'from = "rot"', "email 1: from must be one of red, blue"),
        (
            'style = "html"',
            'style = "fancy"',
            "email 2: style must be one of plain, windows-1252, base64, html",
        ),
        ("--orders--\nmove", "move", "email 1: text needs a line --orders-- before its orders"),
        ('open_first = "blue"', "", "open_first must be one of red, blue"),
        ('from = "red"', "from = red", "not TOML"),
    ],
)
def test_a_demo_that_cannot_be_played_says_what_would_do(stub: Path, old: str, new: str, why: str) -> None:
    file = stub / "rules" / "demo.toml"
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(demo.DemoError, match=re.escape(why)):
        demo.read_script(find_game(stub))


def test_a_rehearsal_in_the_folder_of_its_game_finds_it_from_anywhere(
    stub: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = stub.resolve() / "rules" / "scenarios" / "first.toml"
    file.parent.mkdir()
    file.write_text('game = "../.."\n', encoding="utf-8")
    monkeypatch.chdir("/")
    assert read_rehearsal(file, trust=True).game is find_game(file.parents[2])
    with pytest.raises(BadRehearsal, match="--trust"):
        read_rehearsal(file)


def test_the_last_lines_say_what_to_do_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = typed("new-game", "hexgame", "--hexes", "12x10", "--rules").output.splitlines()
    assert lines[0].endswith("hexpost play hexgame --bots random")
    assert [line.split(".")[0].strip() for line in lines[2:7]] == ["1", "2", "3", "4", "5"]
    assert lines[7].endswith(f"{sys.executable} -m pytest hexgame/tests") and lines[8:] == []
    assert "docs/your-first-game.md" in typed("new-game", "zones").output


def test_where_pytest_is_missing_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("adjudicator.commands.stub.find_spec", lambda name: None)
    told = typed("new-game", "hexgame", "--hexes", "12x10", "--rules").output
    assert told.splitlines()[-1].strip() == "pytest is missing there:  pipx inject hexpost pytest"


def test_its_tests_are_told_where_they_are_and_know_the_mark(stub: Path) -> None:
    assert "\n  tests/test_movement.py:" in typed("rule", "hexgame", "3.3").output
    conftest, said = runpy.run_path(str(stub / "tests" / "conftest.py")), list[tuple[str, str]]()
    conftest["pytest_configure"](SimpleNamespace(addinivalue_line=lambda *words: said.append(words)))
    assert said == [("markers", "rule(*numbers): the clauses that a test holds")]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("NAMELESS", "NameError: name 'NAMELESS' is not defined"),
        ("GAME = (", r"SyntaxError: '\(' was never closed"),
    ],
)
def test_a_slip_in_rules_of_ones_own_is_told_with_its_line(stub: Path, line: str, says: str) -> None:
    file = (stub / "rules" / "__init__.py").resolve()
    lines = len(file.read_text().splitlines())
    file.write_text(f"{file.read_text()}{line}\n")
    with pytest.raises(BrokenRules, match=rf"{re.escape(str(file))}:{lines + 1}: {says}"):
        find_game(stub)


def test_a_part_that_is_derived_from_another_has_its_clauses() -> None:
    class OwnTurns(Turns):
        def end(self, play: Play) -> None:
            """Nothing."""

    assert enforced(OwnTurns) == enforced(Turns) != {}


@pytest.mark.slow
def test_a_module_of_the_folder_here_has_the_name_of_the_folder(
    stub: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(stub)
    assert typed("module", "build", ".").exit_code == 0
    assert Path("hexgame.vmod").is_file()


# -- on areas ---------------------------------------------------------------------------------------------


@pytest.fixture
def areas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert typed("new-game", "vales", "--rules").exit_code == 0
    return Path("vales")


def test_rules_without_hexes_are_played_on_areas(areas: Path) -> None:
    assert check_map(areas).faults == ()
    game = find_game(areas)
    board = load_board(game.folder.parent)
    assert board.called == ("area", "areas") and len(board.spaces) == 9
    assert [clause for clause in read_clauses(game) if clause not in CITED[game.name]] == []
    assert "3.4" not in CITED[game.name] and "hex" not in (areas / "rules" / "rules.csv").read_text()
    over = play_game(game, "first").state.over
    assert over is not None and set(over["points"]) == {"red", "blue"}


def test_the_tests_of_a_game_on_areas_pass(areas: Path) -> None:
    tests = runpy.run_path(str(areas / "tests" / "test_movement.py"))
    ran = [test() for name, test in tests.items() if name.startswith("test_")]
    assert ran == [None, None]


@pytest.mark.slow
def test_the_demo_of_a_game_on_areas_is_played_and_its_module_built(areas: Path, tmp_path: Path) -> None:
    game = find_game(areas)
    script = demo.read_script(game)
    desk = quiet_desk(tmp_path / "desk")
    demo.play(desk, game, script.letters, script.scheme, str(areas.resolve()))
    assert list(demo.unheard(desk)) == []
    assert typed("module", "build", "vales").exit_code == 0


@pytest.mark.slow
def test_its_demo_runs_from_within_its_folder(stub: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = '[[letter]]\nfrom = "red"\nstyle = "plain"\ntext = """\n--orders--\nend\n"""\n'
    (stub / "rules" / "demo.toml").write_text(f'open_first = "red"\n{letter}')
    monkeypatch.chdir(stub)
    done = typed("demo", ".")
    assert done.exit_code == 0, done.output
    assert Path("demo", "hexgame", "hexgame.vmod").is_file()
