"""Whatever a user may call a scan: read, or refused with a sentence that helps."""

from __future__ import annotations

import json
from pathlib import Path

import numpy
import pytest
from PIL import Image
from typer.testing import CliRunner

from bench.scans.boards import Drawn, Style, draw_board
from maps.cli import app
from maps.grids.grid import HexGrid
from scans.scan_faults import ScanError
from tests.cases import one_quick

RUN = CliRunner()


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of candidates go into the folder one stands in."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


@pytest.fixture(scope="module")
def board() -> Drawn:
    return draw_board(HexGrid(9, 8), 34, Style(line=0.05), numpy.random.default_rng(1))


def said(path: Path) -> str:
    """What `hexpost map fit` says about a file that it refuses."""
    result = RUN.invoke(app, ["fit", str(path), "--json"])
    assert isinstance(result.exception, ScanError)
    assert result.exception.exit_code == 1
    assert result.stdout == ""
    return str(result.exception)


def test_a_blank_sheet_has_no_grid_and_nothing_is_written(tmp_path: Path) -> None:
    path, centres = tmp_path / "map.png", tmp_path / "hexes.csv"
    Image.new("RGB", (400, 400), "white").save(path)
    result = RUN.invoke(app, ["fit", str(path), "--centres", str(centres)])
    assert "no hex grid is found" in str(result.exception)
    assert sorted(tmp_path.rglob("*.*")) == [path]


MODES = {
    "1": ".png",
    "L": ".png",
    "P": ".png",
    "RGBA": ".png",
    "LA": ".png",
    "I;16": ".png",
    "CMYK": ".tif",
    "YCbCr": ".jpg",
}


@pytest.mark.slow
@pytest.mark.parametrize("mode", one_quick(MODES))
def test_every_kind_of_picture_gives_the_same_grid(board: Drawn, tmp_path: Path, mode: str) -> None:
    path = tmp_path / f"map{MODES[mode]}"
    image = board.image
    if mode == "I;16":
        image = Image.fromarray(numpy.asarray(image.convert("L"), dtype=numpy.uint16) * 257)
    else:
        image = image.convert(mode)
    image.save(path)
    result = RUN.invoke(app, ["fit", str(path), "--json"])
    assert result.exit_code == 0, result.exception
    facts = json.loads(result.stdout)
    assert (facts["orientation"], facts["columns"], facts["rows"], facts["sure"]) == ("flat", 9, 8, True)
    assert facts["pitch"] == pytest.approx([34 * 3**0.5 / 2, 34], rel=0.004)


@pytest.mark.slow
def test_known_hexes_are_taken_with_one_option_or_many(board: Drawn, tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    board.image.save(path)
    words = [f"{label}={x},{y}" for label, (x, y) in board.centres.items() if label in ("0101", "0708")]
    once = RUN.invoke(app, ["fit", str(path), "--json", "--hex", *words])
    many = RUN.invoke(app, ["fit", str(path), "--json", "--hex", words[0], "--hex", words[1]])
    assert once.exit_code == 0
    assert once.stdout == many.stdout


@pytest.mark.parametrize("text", ["0101", "0101=12", "0101=a,b", "=1,2"])
def test_a_known_hex_that_cannot_be_read_is_shown_how(board: Drawn, tmp_path: Path, text: str) -> None:
    path = tmp_path / "map.png"
    board.image.save(path)
    result = RUN.invoke(app, ["fit", str(path), "--hex", text])
    assert f"--hex {text}: write a label and a place in pixels" in str(result.exception)


def test_columns_without_rows_are_refused(tmp_path: Path) -> None:
    result = RUN.invoke(app, ["fit", str(tmp_path / "x.png"), "--columns", "9"])
    assert "--columns and --rows belong together" in str(result.exception)


@pytest.mark.slow
def test_the_files_say_what_the_fit_found(board: Drawn, tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    board.image.save(path)
    files = {name: tmp_path / f"{name}.png" for name in ("heat", "overlay")}
    words = [word for name, file in files.items() for word in (f"--{name}", str(file))]
    result = RUN.invoke(app, ["fit", str(path), "--centres", str(tmp_path / "new" / "hexes.csv"), *words])
    assert result.exit_code == 0
    assert result.stdout == ""
    head, *lines = (tmp_path / "new" / "hexes.csv").read_text(encoding="utf-8").splitlines()
    assert head == "label,x,y,off"
    assert len(lines) == 72
    label, x, y, _ = lines[0].split(",")
    assert (float(x), float(y)) == pytest.approx(board.centres[label], abs=0.4)
    for file in files.values():
        with Image.open(file) as picture:
            assert picture.size == board.image.size


@pytest.mark.slow
def test_a_straightened_scan_keeps_its_dots_per_inch_and_its_profile(board: Drawn, tmp_path: Path) -> None:
    path, out = tmp_path / "map.png", tmp_path / "straight.png"
    board.image.save(path, dpi=(300, 300), icc_profile=b"a profile")
    result = RUN.invoke(app, ["straighten", str(path), "--out", str(out), "--json"])
    assert result.exit_code == 0, result.exception
    facts = json.loads(result.stdout)
    with Image.open(out) as picture:
        assert picture.info["icc_profile"] == b"a profile"
        assert [round(dots) for dots in picture.info["dpi"]] == [300, 300]
        assert picture.size == tuple(facts["size"])
    assert facts["vassal"]["dy"] == pytest.approx(34, rel=0.003)


@pytest.mark.parametrize("option", ["--overlay", "--heat", "--centres"])
def test_the_scan_is_not_written_over(board: Drawn, tmp_path: Path, option: str) -> None:
    path = tmp_path / "scan.png"
    board.image.save(path)
    before = path.read_bytes()
    result = RUN.invoke(app, ["fit", str(path), option, str(tmp_path / "here" / ".." / "scan.png")])
    assert isinstance(result.exception, ScanError)
    assert "would be lost" in str(result.exception)
    assert path.read_bytes() == before


def test_two_results_are_not_written_into_one_file(board: Drawn, tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    board.image.save(path)
    result = RUN.invoke(app, ["fit", str(path), "--overlay", "one.png", "--heat", "one.png"])
    assert "one.png is written by the same command" in str(result.exception)
    assert not Path("one.png").exists()


def test_the_scan_is_not_straightened_over(board: Drawn, tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    board.image.save(path)
    before = path.read_bytes()
    result = RUN.invoke(app, ["straighten", str(path), "--out", str(path)])
    assert "would be lost" in str(result.exception)
    assert path.read_bytes() == before
