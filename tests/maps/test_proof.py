"""The proof overlay: what the map says is drawn where the art shows it."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest
from PIL import Image
from typer.testing import CliRunner

from maps.checking.check import check_map
from maps.checking.overlay import draw_overlay
from maps.checking.proof import draw_proof, on_scan, upright
from maps.cli import app
from maps.map_faults import MapError
from maps.reading.load import load_board
from tests.maps.conftest import OwnGame

RUN = CliRunner()
RIVER, ROAD, OUTLINE, FAULT = (0, 130, 220), (150, 90, 20), (20, 60, 200), (200, 0, 160)


@pytest.fixture
def hexes(tmp_path: Path) -> Path:
    home = tmp_path / "game" / "map"
    home.mkdir(parents=True)
    (home / "map.toml").write_text(
        'game = "own"\ntitle = "Own"\n[hexes]\ncolumns = 3\nrows = 3\n'
        '[features]\nroad = "road"\nstream = "river"\n',
        encoding="utf-8",
    )
    links = "hex,neighbour,features\n0101,0102,stream\n0201,0202,road\n"
    (home / "links.csv").write_text(links, encoding="utf-8")
    grid = load_board(tmp_path / "game").grid
    assert grid is not None
    lines = [
        f"{label},{100 + grid.centre(label)[0] * 100},{90 - grid.centre(label)[1] * 100}"
        for label in grid.labels
    ]
    (tmp_path / "hexes.csv").write_text("label,x,y\n" + "\n".join(lines) + "\n", encoding="utf-8")
    Image.new("RGB", (420, 480), "white").save(tmp_path / "scan.png")
    return tmp_path


def test_features_lie_along_and_across_their_hexsides_on_the_scan(hexes: Path) -> None:
    arguments = ["--art", str(hexes / "scan.png"), "--centres", str(hexes / "hexes.csv")]
    result = RUN.invoke(app, ["check", str(hexes / "game"), "--proof", str(hexes / "proof.png"), *arguments])
    assert "wrote" in result.stderr
    with Image.open(hexes / "proof.png") as proof:
        assert proof.size == (420, 480)
        assert proof.getpixel((100, 140)) == RIVER, "the side between 0101 and 0102"
        assert proof.getpixel((187, 190)) == ROAD, "the middle between 0201 and 0202"
        assert proof.getpixel((100, 40)) == OUTLINE, "the upper side of 0101"
        assert proof.getpixel((10, 470)) == (255, 255, 255)


def test_a_place_on_the_scan_follows_from_the_centres(hexes: Path) -> None:
    board = load_board(hexes / "game")
    turned = {
        one: (-space.centre[1] * 50 + 7, space.centre[0] * 50 + 3) for one, space in board.spaces.items()
    }
    x, y = on_scan(board, turned)((1.5, -2.0))
    assert (x, y) == pytest.approx((107, 78))


@pytest.mark.slow
def test_without_art_the_drawn_board_is_laid_under(tmp_path: Path) -> None:
    result = RUN.invoke(app, ["check", "raceforberlin", "--proof", str(tmp_path / "proof.png")])
    assert result.exit_code == 0
    with Image.open(tmp_path / "proof.png") as proof:
        pixels = numpy.asarray(proof.convert("RGB"))
    assert (pixels == OUTLINE).all(axis=2).sum() > 5000
    assert (pixels == RIVER).all(axis=2).sum() > 500


@pytest.mark.slow
def test_faults_are_marked_where_they_are(own_game: OwnGame) -> None:
    own_game.replace("links.csv", "oranienburg,wedding,road", "oranienburg,wedding,")
    own_game.replace("links.csv", "wedding,oranienburg,road", "wedding,oranienburg,")
    checked = check_map(own_game.folder)
    west, south, east, north = -110.0, -120.0, 115.0, 125.0
    scale = 800 / (east - west)
    art = Image.new("RGB", (800, round((north - south) * scale)), "white")
    proof = draw_proof(
        checked, art, lambda point: ((point[0] - west) * scale, (north - point[1]) * scale), {}
    )
    y, x = numpy.nonzero((numpy.asarray(proof) == FAULT).all(axis=2))
    (fault,) = checked.faults
    assert fault.at is not None
    at = checked.geometry.plane.to_km(*fault.at)
    assert (x.mean() / scale + west, north - y.mean() / scale) == pytest.approx(at, abs=2)


@pytest.fixture
def island(tmp_path: Path) -> Path:
    """Two areas with long names, one of them with an island."""
    (tmp_path / "map").mkdir()
    areas = [
        '[[area]]\nname = "Konigsberg West"\noutline = [[0, 0], [100, 0], [100, -100], [0, -100]]',
        "also = [[[220, -20], [240, -20], [230, -40]]]",
        '[[area]]\nname = "Konigsberg East"\noutline = [[100, 0], [200, 0], [200, -100], [100, -100]]',
    ]
    toml = "\n".join(['game = "own"', 'title = "Own"', *areas, ""])
    (tmp_path / "map" / "map.toml").write_text(toml, encoding="utf-8")
    return tmp_path


def test_the_proof_of_areas_shows_their_islands_and_names_that_have_room_in_them(island: Path) -> None:
    art = Image.new("RGB", (260, 110), (200, 200, 120))
    proof = draw_proof(check_map(island), art, upright, {})
    assert proof.getpixel((230, 20)) == OUTLINE
    dark = numpy.asarray(proof).max(axis=2).min(axis=0) < 60
    assert 0 < dark[:100].sum() < 90
    assert not dark[95:105].any()


def test_the_picture_of_faults_has_room_for_islands(island: Path) -> None:
    picture = draw_overlay(check_map(island))
    rows, columns = numpy.nonzero((numpy.asarray(picture.convert("RGB")) < 150).all(axis=2))
    assert numpy.ptp(columns) / numpy.ptp(rows) == pytest.approx(240 / 100, rel=0.02)


def test_art_of_hexes_needs_their_centres(hexes: Path) -> None:
    arguments = [
        "check",
        str(hexes / "game"),
        "--proof",
        str(hexes / "p.png"),
        "--art",
        str(hexes / "scan.png"),
    ]
    result = RUN.invoke(app, arguments)
    assert isinstance(result.exception, MapError)
    assert "say with --centres" in str(result.exception)
    assert not (hexes / "p.png").exists()
