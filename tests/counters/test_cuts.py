"""The table of where counters are on a scan: read, told off, and cut by."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy
import pytest
from PIL import Image, ImageDraw
from typer.testing import CliRunner

from counters.cli import app
from counters.cutting.cuts import Outlined, cuts_csv, cuts_of, read_cuts
from counters.roster.load import load_roster
from scans.scan_faults import ScanError

HEAD = "id,name,block,x1,y1,x2,y2,x3,y3,x4,y4\n"
RED = ((20.0, 30.0), (80.0, 30.0), (80.0, 90.0), (20.0, 90.0))
BLUE = ((95.0, 30.0), (155.0, 40.0), (145.0, 100.0), (85.0, 90.0))
TWO = [Outlined("1Pz", RED, "1st Panzer"), Outlined("2Pz", BLUE)]


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A red counter, and a blue one that lies aslant."""
    image = Image.new("RGB", (200, 140), "white")
    pen = ImageDraw.Draw(image)
    pen.polygon(RED, fill="#c02020")
    pen.polygon(BLUE, fill="#2020c0")
    image.save(tmp_path / "sheet.png")
    return tmp_path / "sheet.png"


def cut(sheet: Path, text: str, *more: str) -> object:
    (sheet.parent / "cuts.csv").write_text(text, encoding="utf-8")
    cuts, out = (str(sheet.with_name(name)) for name in ("cuts.csv", "mygame"))
    return CliRunner().invoke(app, ["cut", str(sheet), "--cuts", cuts, "--out", out, *more])


def test_a_table_says_again_what_was_written(tmp_path: Path) -> None:
    (tmp_path / "cuts.csv").write_text(cuts_csv(TWO), encoding="utf-8")
    assert read_cuts(tmp_path / "cuts.csv") == TWO


@pytest.mark.parametrize("change", [lambda t: t.replace(",", ";"), lambda t: "\ufeff" + t])
def test_a_spreadsheet_may_write_it_differently(tmp_path: Path, change: object) -> None:
    assert callable(change)
    (tmp_path / "cuts.csv").write_text(change(cuts_csv(TWO)), encoding="utf-8")
    assert read_cuts(tmp_path / "cuts.csv") == TWO


def test_counters_are_cut_where_the_table_says(sheet: Path) -> None:
    done = cut(sheet, cuts_csv(TWO))
    assert done.exit_code == 0, done.output  # type: ignore[attr-defined]
    out = sheet.with_name("mygame")
    colours = {"1Pz": (0xC0, 0x20, 0x20), "2Pz": (0x20, 0x20, 0xC0)}
    for name, colour in colours.items():
        with Image.open(out / "fronts" / f"{name}.png") as image:
            assert image.size == (61, 61)  # as the sides of the middle one
            inside = numpy.asarray(image, dtype=float)[4:57, 4:57]
            assert numpy.abs(inside - colour).max() < 12
    with (out / "roster.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["id"], row["name"], row["art"]) for row in rows] == [
        ("1Pz", "1st Panzer", "fronts/1Pz.png"),
        ("2Pz", "", "fronts/2Pz.png"),
    ]
    assert read_cuts(out / "cuts.csv") == TWO


def test_a_cut_sheet_shows_its_pictures_once_the_roster_is_filled_in(sheet: Path) -> None:
    cut(sheet, cuts_csv([TWO[0]]))
    roster = sheet.with_name("mygame") / "roster.csv"
    filled = roster.read_text(encoding="utf-8").replace(
        "1Pz,1st Panzer,,,,,,,", "1Pz,1st Panzer,german,,,armour,,6,8"
    )
    roster.write_text(filled, encoding="utf-8")
    (one,) = load_roster(roster.parent).counters.values()
    (slot,) = one.slots[:1]
    assert (slot.show, slot.box, slot.pictured(one.words(0))) == ("image", (0, 0, 100, 100), "fronts/1Pz.png")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("id,x1\n", "cuts.csv:1: column 'y1' is missing. The columns are id, name, block"),
        (HEAD, "no counter is in this table"),
        (HEAD + "a/b,,1,0,0,9,0,9,9,0,9\n", 'cuts.csv:2: "a/b": an id has up to 40 letters'),
        (
            HEAD + "a,,1,0,0,9,0,9,9,0,9\nA,,1,0,0,9,0,9,9,0,9\n",
            'cuts.csv:3: "A": another counter has this id',
        ),
        (HEAD + "a,,one,0,0,9,0,9,9,0,9\n", "cuts.csv:2: \"one\": column 'block' must hold a whole number"),
        (
            HEAD + "a,,1,0,zero,9,0,9,9,0,9\n",
            "cuts.csv:2: \"zero\": column 'y1' must hold a number of pixels",
        ),
        (HEAD + "a,,1,0,0,9,0,nan,9,0,9\n", "column 'x3' must hold a number of pixels"),
        (HEAD + "a,,1,0,0,9,0,9,9\n", "column 'x4' must hold a number of pixels"),
        (HEAD + "a,,1,0,0,4,0,4,4,0,4\n", "a counter has a side of 4 pixels: 8 is the least"),
        (HEAD + "a,,1,0,0,0,9,9,9,9,0\n", "the corners must go round clockwise from the left top"),
        (HEAD + "a,,1,900,0,909,0,909,9,900,9\n", "a is not on"),
    ],
)
def test_what_is_wrong_with_a_table_is_told_and_nothing_is_written(sheet: Path, text: str, told: str) -> None:
    with pytest.raises(ScanError) as wrong:
        result = cut(sheet, text)
        raise result.exception  # type: ignore[attr-defined]
    assert told in str(wrong.value)
    assert not sheet.with_name("mygame").exists()


def test_all_lines_that_are_wrong_are_told_at_once() -> None:
    with pytest.raises(ScanError) as wrong:
        cuts_of(HEAD + "a/b,,1,0,0,9,0,9,9,0,9\nb,,1,0,0,4,0,4,4,0,4\n", "cuts.csv")
    assert [line.partition(": ")[0] for line in str(wrong.value).splitlines()] == ["cuts.csv:2", "cuts.csv:3"]


def test_a_table_is_of_one_side(sheet: Path) -> None:
    done = cut(sheet, cuts_csv(TWO), "--backs", str(sheet))
    assert done.exit_code == 2  # type: ignore[attr-defined]
    assert "--cuts is of one side" in " ".join(done.output.split())  # type: ignore[attr-defined]
