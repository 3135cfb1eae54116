"""Every second line longer or shorter: told by print, by the rim of the sheet, or by the maker."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy
import pytest
from PIL import Image
from typer.testing import CliRunner

import maps.scan.hexgrid.fit as fitting
from bench.scans.boards import Style, draw_board
from bench.scans.simulator import Damage, Scan, scanned
from files.cells import csv_text
from maps.cli import app
from maps.grids.grid import HexGrid
from maps.scan.hexgrid.confidence import SURE
from maps.scan.hexgrid.fit import fit
from maps.scan.hexgrid.fit_command import Asked, Said, fitted_scan
from maps.scan.hexgrid.fitted import Fitted
from maps.scan.hexgrid.labels import Click
from maps.scan.hexgrid.numbering import Lines
from maps.scan.hexgrid.sheet import Sheet
from maps.scan.scan_file import Clicked, clicks_csv

pytestmark = pytest.mark.slow
LONG = HexGrid(13, 9, shoved="odd", short="odd")
"""Every second column has a hex more, half a hex higher and lower, as on many boards."""
FIVE = ("0101", "1301", "0108", "1308", "0202")


@pytest.fixture(scope="module")
def halved() -> Scan:
    """A board whose picture ends in the middle of the first and last hexes of every second column."""
    sheet = draw_board(LONG, 36, Style(line=0.05, terrain=True), numpy.random.default_rng(5))
    scan = scanned(sheet.image, sheet.centres, Damage(degrees=0, noise=4))
    top, bottom = (round(scan.centres[one][1]) for one in ("0201", "0209"))
    centres = {label: (x, y - top) for label, (x, y) in scan.centres.items()}
    return Scan(scan.image.crop((0, top, scan.image.width, bottom)), centres, scan.damage)


@pytest.fixture(scope="module")
def on_table(halved: Scan) -> Scan:
    """The same board as a photo of it on a table."""
    wide, high = halved.image.size
    grain = numpy.random.default_rng(3).normal(60, 3, (high + 120, wide + 120, 3))
    table = Image.fromarray(grain.clip(0, 255).astype(numpy.uint8))
    table.paste(halved.image.convert("RGB"), (60, 60))
    centres = {label: (x + 60, y + 60) for label, (x, y) in halved.centres.items()}
    return Scan(table, centres, halved.damage)


def clicked(scan: Scan, *labels: str) -> list[Click]:
    return [Click(one, *scan.centres[one]) for one in labels]


def found(scan: Scan, lines: Lines | None = None, size: tuple[int, int] | None = None) -> Fitted:
    return fit(scan.image.convert("L"), clicked(scan, *FIVE), size, told=lines)


def said(made: Fitted) -> str:
    return "; ".join(one.words for one in made.doubts)


@pytest.mark.parametrize("name", ["halved", "on_table"])
def test_hexes_cut_in_half_beyond_the_corners_are_counted_and_told(
    name: str, request: pytest.FixtureRequest
) -> None:
    scan: Scan = request.getfixturevalue(name)
    made = found(scan)
    assert made.centres.keys() == scan.centres.keys()
    assert "0201 and 5 more are counted at the ends of every second line" in said(made)
    assert "0209 and 5 more are counted" in said(made)
    assert SURE < made.confidence < 0.9


@pytest.mark.parametrize(
    ("lines", "size"),
    [(Lines(short="odd"), None), (None, (13, 9)), (Lines(shoved="odd", short="odd"), None)],
)
def test_what_the_maker_says_of_them_settles_it(
    halved: Scan, lines: Lines | None, size: tuple[int, int] | None
) -> None:
    made = found(halved, lines, size)
    assert made.centres.keys() == halved.centres.keys()
    assert "every second line" not in said(made)


def test_they_are_left_out_where_the_maker_says_that_no_line_is_longer(halved: Scan) -> None:
    made = found(halved, Lines(short="even"))
    assert made.centres.keys() == halved.centres.keys() - {
        f"{n:02d}{k}" for n in range(2, 13, 2) for k in ("01", "09")
    }


def test_a_list_of_all_labels_is_the_whole_extent(halved: Scan) -> None:
    labels = frozenset(halved.centres) - {"0505", "0201"}
    made = found(halved, Lines(labels=labels))
    assert made.centres.keys() == labels
    assert "every second line" not in said(made)


def test_the_command_reads_a_list_of_all_labels(halved: Scan, tmp_path: Path) -> None:
    halved.image.save(tmp_path / "scan.png")
    table, out = tmp_path / "all.csv", tmp_path / "hexes.csv"
    table.write_text(
        csv_text([("label",), *((one,) for one in halved.centres)]), encoding="utf-8", newline="\n"
    )
    clicks = [
        word for one in clicked(halved, *FIVE) for word in ("--hex", f"{one.label}={one.x:.0f},{one.y:.0f}")
    ]
    words = ["fit", str(tmp_path / "scan.png"), *clicks, "--centres", str(out)]
    assert "every second line" in CliRunner().invoke(app, words).stderr
    done = CliRunner().invoke(app, [*words, "--labels", str(table)])
    assert done.exit_code == 0, done.output
    assert "every second line" not in done.stderr
    assert {line.split(",")[0] for line in out.read_text(encoding="utf-8").splitlines()[1:]} == set(
        halved.centres
    )


def test_listed_labels_that_would_lie_beside_the_picture_are_told(halved: Scan) -> None:
    made = found(halved, Lines(labels=frozenset(halved.centres) | {"0120", "0220"}))
    assert made.centres.keys() == halved.centres.keys()
    assert "0120 and 1 more are told and would be outside the picture" in said(made)
    assert not made.sure


@pytest.mark.parametrize("words", [("--short", "odd"), ("--shoved", "even"), ("--labels", "all.csv")])
def test_what_is_said_of_lines_is_refused_without_a_click(
    halved: Scan, tmp_path: Path, words: tuple[str, str]
) -> None:
    halved.image.save(tmp_path / "scan.png")
    done = CliRunner().invoke(app, ["fit", str(tmp_path / "scan.png"), *words])
    assert "need a hex that you clicked" in str(done.exception)


def test_a_hex_a_little_beside_the_picture_is_told(halved: Scan) -> None:
    wide, high = halved.image.size
    image = halved.image.crop((0, 8, wide, high))
    made = fit(image.convert("L"), [one._replace(y=one.y - 8) for one in clicked(halved, *FIVE)], (13, 9))
    assert "0201" not in made.centres
    assert "0201 and 5 more are not counted: their middles lie a little beside" in said(made)


def test_a_pinned_click_of_the_file_is_pinned(halved: Scan, tmp_path: Path) -> None:
    table, scan = tmp_path / "clicks.csv", tmp_path / "scan.png"
    halved.image.save(scan)
    away = [Clicked(one, *halved.centres[one]) for one in FIVE]
    away[3] = replace(away[3], x=away[3].x + 8, pinned=True)
    table.write_text(clicks_csv(away), encoding="utf-8")
    made = fitted_scan(Said(clicks=table).added(Asked(scan)))
    assert abs(made.centres["1308"][0] - away[3].x) < 4


def test_no_hex_lies_beside_the_picture_though_more_rows_are_said_than_it_shows(halved: Scan) -> None:
    made = found(halved, size=(13, 10))
    wide, high = halved.image.size
    assert all(-5 < x < wide + 5 and -5 < y < high + 5 for x, y in made.centres.values())


def test_a_sheet_is_fitted_again_without_measuring_it_again(
    halved: Scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet, clicks = Sheet(halved.image.convert("L")), clicked(halved, *FIVE, "0705")
    first = fit(sheet, clicks[:5])
    monkeypatch.setattr(fitting, "measured", None)
    assert fit(sheet, clicks).centres == first.centres


def test_a_pinned_click_draws_the_grid_to_it_where_paper_stretched(halved: Scan) -> None:
    clicks = clicked(halved, *FIVE)
    away = clicks[3]._replace(x=clicks[3].x + 8)
    grey = halved.image.convert("L")
    plain, pinned = (fit(grey, [*clicks[:3], one, clicks[4]]) for one in (away, away._replace(pinned=True)))
    assert abs(plain.centres["1308"][0] - away.x) > 6
    assert abs(pinned.centres["1308"][0] - away.x) < 4
    assert abs(pinned.centres["0101"][0] - clicks[0].x) < 1


def test_lines_that_begin_one_number_earlier_and_stand_lower_are_no_contradiction() -> None:
    grid = replace(LONG, shoved="even", short="", numbering=replace(LONG.numbering, shoved_first=-1))
    sheet = draw_board(grid, 36, Style(line=0.05), numpy.random.default_rng(5))
    scan = scanned(sheet.image, sheet.centres, Damage(degrees=1, noise=4))
    made = fit(scan.image.convert("L"), clicked(scan, "0101", "1301", "0109", "1309", "0201"))
    assert made.centres.keys() == scan.centres.keys()
