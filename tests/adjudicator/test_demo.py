"""The demo's folders and what it says: one folder for each game, and the files to open by their names."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import hexpost
from adjudicator import demo
from adjudicator.game import Game


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A demo that writes its files empty, in a folder of its own."""

    def written(_: str, file: Path) -> Path:
        file.write_text("", encoding="utf-8")
        return file

    def reports(_desk: object, game: Game, folder: Path) -> list[demo.Made]:
        whose = [(side, written("", folder.parent / f"report-to-{side}.html")) for side in game.sides]
        return [demo.Made(f"The last report to {side}", file) for side, file in whose]

    for name in ("draw", "print_counters", "build"):
        monkeypatch.setattr(demo, name, written)
    monkeypatch.setattr(demo, "play", lambda *_: None)
    monkeypatch.setattr(demo, "keep_mails", reports)
    monkeypatch.setattr(demo, "replayed", lambda _: "identical")
    monkeypatch.chdir(tmp_path)


def typed(*words: str) -> Result:
    return CliRunner().invoke(hexpost.app, ["demo", *words])


def test_the_demo_of_a_second_game_leaves_the_first_one_in_place() -> None:
    assert (typed().exit_code, typed("koenigsberg45").exit_code) == (0, 0)
    for game in ("raceforberlin", "koenigsberg45"):
        assert (Path("demo") / game / f"{game}.vmod").is_file()


def test_a_demo_of_the_same_game_takes_the_place_of_the_one_before() -> None:
    typed()
    old = Path("demo/raceforberlin/old")
    old.write_text("", encoding="utf-8")
    assert typed().exit_code == 0
    assert not old.exists()


def test_a_folder_of_an_older_demo_is_known_and_no_file_of_a_new_one_has_a_space_in_its_name() -> None:
    old = Path("demo/raceforberlin/hexpost demo")
    old.parent.mkdir(parents=True)
    old.write_text("Made by hexpost demo.", encoding="utf-8")
    assert typed().exit_code == 0
    assert not [file for file in Path("demo").rglob("*") if " " in file.name]


def test_the_demo_says_at_its_end_which_files_to_open() -> None:
    for game, report in (
        ("raceforberlin", "report-to-zhukov.html"),
        ("koenigsberg45", "report-to-german.html"),
    ):
        *_, board, page = typed(game).output.splitlines()
        files = [Path(line.split(":")[1].strip()) for line in (board, page)]
        assert files == [Path("demo", game, "board.png"), Path("demo", game, report)]
        assert all(file.is_file() for file in files)


def test_a_folder_that_holds_other_things_is_left_alone() -> None:
    mine = Path("demo/raceforberlin/mine.txt")
    mine.parent.mkdir(parents=True)
    mine.write_text("mine", encoding="utf-8")
    done = typed()
    assert done.exit_code == 1 and mine.read_text(encoding="utf-8") == "mine"
    assert "Choose another folder with --out" in str(done.exception)
