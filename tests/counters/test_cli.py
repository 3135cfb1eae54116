"""`hexpost counters` as it is used: files, exit codes, and what goes to which stream."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from counters.cli import app
from counters.preflight.preflight import preflight
from counters.roster.load import load_roster
from counters.signs.eyes import contrast

from .conftest import ROSTER, STYLE, Write

run = CliRunner()


@pytest.mark.slow
def test_the_bundled_game_has_no_fault() -> None:
    done = run.invoke(app, ["check", "raceforberlin", "--json"])
    found = json.loads(done.stdout)
    assert done.exit_code == 0
    assert (found["counters"], found["cards"], found["faults"]) == (85, 11, [])
    assert "strength" in found["standins"]


@pytest.mark.slow
def test_the_hex_game_has_no_fault_either() -> None:
    done = run.invoke(app, ["check", "koenigsberg45", "--json"])
    found = json.loads(done.stdout)
    assert done.exit_code == 0
    assert (found["counters"], found["cards"], found["faults"]) == (160, 39, [])


def test_faults_are_listed_with_file_and_line_and_exit_1(game: Write) -> None:
    folder = game(roster_csv=ROSTER.replace("armour", "armur").replace("6,3,3,3", "6,3,3,three"))
    done = run.invoke(app, ["check", str(folder)])
    assert done.exit_code == 1
    assert done.stdout == ""
    assert "roster.csv:2: 'three'" in done.stderr
    assert "roster.csv:3: 'armur': unknown type, did you mean 'armour'?" in done.stderr


def test_faults_as_json(game: Write) -> None:
    done = run.invoke(app, ["check", str(game(roster_csv=ROSTER.replace("armour", "armur"))), "--json"])
    (fault,) = json.loads(done.stdout)["faults"]
    assert done.exit_code == 1
    assert (fault["line"], fault["read"], Path(fault["file"]).name) == (3, "armur", "roster.csv")


def test_an_unknown_game_is_the_input_s_fault() -> None:
    done = run.invoke(app, ["check", "nowhere"])
    assert done.exit_code == 1
    assert "neither a bundled game" in done.stderr


@pytest.mark.parametrize("arguments", [["check"], ["cut", "scan.jpg"], ["check", "x", "--jsno"]])
def test_wrong_usage_is_exit_2(arguments: list[str]) -> None:
    assert run.invoke(app, arguments).exit_code == 2


def test_unknown_paper_is_wrong_usage(tmp_path: Path) -> None:
    pdf = tmp_path / "x.pdf"
    assert run.invoke(app, ["sheet", "raceforberlin", "--out", str(pdf), "--paper", "a33"]).exit_code == 2
    assert not pdf.exists()


def test_a_sheet_is_written_into_a_new_folder(game: Write, tmp_path: Path) -> None:
    pdf = tmp_path / "new" / "counters.pdf"
    done = run.invoke(app, ["sheet", str(game()), "--out", str(pdf), "--dpi", "150"])
    assert done.exit_code == 0
    assert pdf.read_bytes().startswith(b"%PDF")


def test_a_place_which_cannot_be_written_is_named(game: Write, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = run.invoke(app, ["sheet", str(game()), "--out", str(tmp_path / "file" / "x.pdf")])
    assert done.exit_code == 1
    assert "cannot be written" in done.stderr


def test_draw_writes_every_side(game: Write, tmp_path: Path) -> None:
    done = run.invoke(app, ["draw", str(game()), "--out", str(tmp_path / "faces"), "--size", "32"])
    assert done.exit_code == 0
    names = sorted(path.name for path in (tmp_path / "faces").iterdir())
    assert names == ["1G-reduced.png", "1G.png", "2G.png"]
    with Image.open(tmp_path / "faces" / "1G.png") as picture:
        assert picture.size == (32, 32)


@pytest.mark.parametrize("command", ["check", "sheet", "draw"])
def test_every_command_shows_an_example(command: str) -> None:
    assert f"hexpost counters {command} raceforberlin" in run.invoke(app, [command, "--help"]).stdout


def test_a_name_too_long_for_its_slot_is_found_before_printing(game: Write) -> None:
    name = "The Second Guards Armoured Corps of the Old Union"
    (fault,) = preflight(load_roster(game(roster_csv=ROSTER.replace("2 Guards", name))))
    assert (fault.line, fault.read) == (3, name)
    assert "too long" in fault.why


def test_a_letter_no_font_has_is_found_before_printing(game: Write) -> None:
    (fault,) = preflight(load_roster(game(roster_csv=ROSTER.replace("2 Guards", "2 軍"))))
    assert (fault.line, fault.read) == (3, "軍")


def test_ink_on_paper_of_its_colour_is_found_before_printing(game: Write) -> None:
    (fault,) = preflight(load_roster(game(style_toml=STYLE.replace("#ffcccc", "#222222"))))
    assert Path(fault.file).name == "style.toml"
    assert "too like its paper" in fault.why


@pytest.mark.parametrize(
    ("table", "named"),
    [
        ('[formation]\n7 = "#111111"', "[formation] 7"),
        ('[reverse.union.red]\npaper = "#111111"', "[reverse.union.red]"),
        ('[chit.dark]\npaper = "#111111"', "[chit.dark]"),
    ],
)
def test_every_ground_that_ink_stands_on_is_looked_at(game: Write, table: str, named: str) -> None:
    roster = ROSTER.replace("union,,infantry", "union,7,infantry")
    (fault,) = preflight(load_roster(game(roster_csv=roster, style_toml=f"{STYLE}\n{table}\n")))
    assert fault.read == named
    assert fault.line == (16 if "formation" in named else 15)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [("#000000", "#ffffff", 21), ("#777777", "#777777", 1), ("#ffffff", "#767676", 4.54)],
)
def test_contrast_is_reckoned_as_for_web_pages(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)
    assert contrast(other, one) == contrast(one, other)


def test_what_is_drawn_has_a_name_where_none_is_given(game: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = game()
    monkeypatch.chdir(folder.parent)
    for words in (
        ("sheet", str(folder), "--dpi", "150"),
        ("draw", str(folder), "--size", "16"),
        ("calibrate",),
    ):
        done = run.invoke(app, [*words])
        assert done.exit_code == 0, done.output
    made = {f"{folder.name}-counters.pdf", f"{folder.name}-faces", "calibration.pdf"}
    assert made <= {file.name for file in folder.parent.iterdir()}
