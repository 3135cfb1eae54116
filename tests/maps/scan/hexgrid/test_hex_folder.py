"""hexpost map straighten --map: a crooked scan becomes a map folder that every other command reads."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from bench.scans.boards import Drawn, Style
from bench.scans.boards import draw_board as drawn_board
from maps.checking.check import check_map
from maps.cli import app
from maps.drawing.draw import draw_board
from maps.grids.grid import COUNTED, DOUBLED, Axis, HexGrid, Numbering
from maps.grids.hexes import Lattice
from maps.imports.hexes import write_hexes
from maps.imports.writing import ArtFile, likely_dpi
from maps.map_faults import MapError
from maps.reading.load import load_board
from scans.scan_faults import ScanError

RUN = CliRunner()


@pytest.fixture(scope="module")
def board() -> Drawn:
    return drawn_board(HexGrid(9, 8), 34, Style(line=0.05, terrain=True), numpy.random.default_rng(1))


def run(board: Drawn, folder: Path, *more: str, mode: str = "RGB", suffix: str = ".png") -> Result:
    scan = folder / f"scan{suffix}"
    board.image.convert(mode).save(scan, dpi=(60, 60))
    return RUN.invoke(app, ["straighten", str(scan), "--map", str(folder / "game"), *more])


@pytest.mark.slow
def test_the_map_has_every_hex_by_its_label_on_the_straightened_art(board: Drawn, tmp_path: Path) -> None:
    result = run(board, tmp_path)
    assert result.exit_code == 0, result.exception
    assert "72 hexes on art.png; look at it with  hexpost map check" in result.stderr
    game = tmp_path / "game"
    assert check_map(game).faults == ()
    lines = (game / "map" / "places.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in lines] == ["id", *board.centres]
    drawing = draw_board(game)
    with Image.open(game / "map" / "art.png") as art:
        assert drawing.image.tobytes() == art.tobytes()
    first, other = drawing.slots("0101")[0], drawing.slots("0908")[0]
    wanted = numpy.subtract(board.centres["0908"], board.centres["0101"])
    assert numpy.subtract(other, first) == pytest.approx(wanted, abs=1.5)


@pytest.mark.slow
def test_a_picture_is_written_too_when_it_is_asked_for(board: Drawn, tmp_path: Path) -> None:
    assert run(board, tmp_path, "--out", str(tmp_path / "straight.png")).exit_code == 0
    assert (tmp_path / "straight.png").read_bytes() == (tmp_path / "game" / "map" / "art.png").read_bytes()


@pytest.mark.slow
def test_what_a_png_cannot_hold_becomes_a_tif(board: Drawn, tmp_path: Path) -> None:
    assert run(board, tmp_path, mode="CMYK", suffix=".tif").exit_code == 0
    assert check_map(tmp_path / "game").faults == ()
    with Image.open(tmp_path / "game" / "map" / "art.tif") as art:
        assert art.mode == "CMYK"


@pytest.mark.slow
def test_hexes_cut_by_the_edge_are_left_out_when_told(board: Drawn, tmp_path: Path) -> None:
    x, _ = board.centres["0101"]
    cut = replace(board, image=board.image.crop((round(x), 0, *board.image.size)))
    assert run(cut, tmp_path, "--no-partial").exit_code == 0
    grid = load_board(tmp_path / "game").grid
    assert grid and {f"01{row:02}" for row in range(1, 9)} <= grid.missing
    assert "0201" in grid.labels and "0101" not in (tmp_path / "game" / "map" / "places.csv").read_text(
        "utf-8"
    )


def test_a_map_is_never_written_over(board: Drawn, tmp_path: Path) -> None:
    (tmp_path / "game" / "map").mkdir(parents=True)
    result = run(board, tmp_path, "--out", str(tmp_path / "straight.png"))
    assert isinstance(result.exception, MapError)
    assert "there is a map already; name a new folder" in str(result.exception)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["game", "map", "scan.png"]


def test_a_scan_without_a_grid_leaves_no_folder(tmp_path: Path) -> None:
    scan = tmp_path / "scan.png"
    Image.new("RGB", (400, 400), "white").save(scan)
    result = RUN.invoke(app, ["straighten", str(scan), "--map", str(tmp_path / "game")])
    assert isinstance(result.exception, ScanError)
    assert not (tmp_path / "game").exists()


def test_a_picture_of_a_strange_suffix_is_refused_before_anything_is_written(
    board: Drawn, tmp_path: Path
) -> None:
    result = run(board, tmp_path, "--out", str(tmp_path / "straight.gif"))
    assert "write a .png, .tif or .jpg" in str(result.exception)
    assert not (tmp_path / "game").exists()


def art_file(folder: Path, size: tuple[int, int] = (400, 400)) -> ArtFile:
    Image.new("L", size).save(folder / "any.png")
    content = (folder / "any.png").read_bytes()
    return ArtFile("art.png", content, size, 100.0, (60.0, 60.0), 20.0)


GRIDS = [
    HexGrid(7, 6, Lattice(False), "odd"),
    HexGrid(7, 6, short="even", missing=frozenset({"0101", "0706"})),
    HexGrid(7, 6, numbering=Numbering(Axis(letters=DOUBLED), Axis(0, 1), between=" ")),
    HexGrid(7, 6, numbering=Numbering(Axis(25, letters=COUNTED), Axis(3, 4, backward=True), False, "-")),
    HexGrid(7, 6, numbering=Numbering(shoved_first=1, before='W"', after="x ")),
]


@pytest.mark.parametrize("grid", GRIDS)
def test_every_numbering_is_read_back_as_it_was_found(grid: HexGrid, tmp_path: Path) -> None:
    write_hexes(grid, art_file(tmp_path), tmp_path / "game", 'a "game"')
    board = load_board(tmp_path / "game")
    assert board.game == 'a "game"'
    assert board.grid == grid


def test_a_grid_that_no_map_can_hold_leaves_no_folder(tmp_path: Path) -> None:
    grid = HexGrid(2, 401)
    with pytest.raises(MapError, match="rows is 401; write a whole number from 1 to 400"):
        write_hexes(grid, art_file(tmp_path, (400, 9000)), tmp_path / "new" / "game", "game")
    assert not (tmp_path / "new" / "game").exists()


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "game").write_text("a file", encoding="utf-8")
    with pytest.raises(MapError, match="cannot be written"):
        write_hexes(HexGrid(7, 6), art_file(tmp_path), tmp_path / "game", "game")


@pytest.mark.parametrize(
    ("told", "dpi"),
    [
        ((300.0, 300.0), 300.0),
        ((119.9896, 119.9896), 120.0),
        ((60, 60), 200.0),
        ((0, 0), 200.0),
        ((float("nan"), 1), 200.0),
        ((), 200.0),
        ("x", 200.0),
    ],
)
def test_dots_per_inch_are_believed_if_they_can_be(told: object, dpi: float) -> None:
    assert likely_dpi({"dpi": told}, 200.0) == dpi


def test_a_scan_that_tells_no_dots_per_inch_gets_usual_ones() -> None:
    assert likely_dpi({}, 150.0) == 150.0
    assert likely_dpi({}, 3.0) == 40.0
