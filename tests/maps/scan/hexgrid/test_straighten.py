"""What straightening does to the picture itself: nothing moves, and nothing of its kind is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy
import pytest
from numpy.typing import NDArray
from PIL import Image
from typer.testing import CliRunner

from bench.scans.boards import Drawn, Style, draw_board
from maps.cli import app
from maps.grids.grid import HexGrid
from maps.scan.hexgrid.light import evened
from scans.scan_faults import ScanError
from scans.warp import warped
from tests.cases import one_quick

RUN = CliRunner()
SIZE = (300, 260)


@pytest.fixture(scope="module")
def board() -> Drawn:
    return draw_board(HexGrid(9, 8), 34, Style(line=0.05, terrain=True), numpy.random.default_rng(1))


def dots(points: NDArray[Any]) -> NDArray[Any]:
    """Soft dark dots at points of a white picture, as floats."""
    y, x = numpy.mgrid[: SIZE[1], : SIZE[0]] + 0.5
    made = numpy.zeros(SIZE[::-1])
    for across, down in points:
        made += numpy.exp(-((x - across) ** 2 + (y - down) ** 2) / 8)
    return 1 - made


def middle(picture: NDArray[Any], near: NDArray[Any]) -> NDArray[Any]:
    """The centre of gravity of the ink around a point."""
    x, y = (int(part) for part in near)
    ink = 1 - picture[y - 9 : y + 10, x - 9 : x + 10]
    down, across = numpy.mgrid[y - 9 : y + 10, x - 9 : x + 10] + 0.5
    return numpy.asarray(numpy.array(((ink * across).sum(), (ink * down).sum())) / ink.sum())


@pytest.mark.parametrize(("kind", "most"), [(numpy.uint8, 255), (numpy.uint16, 65535)])
def test_resampling_moves_no_point_by_more_than_a_fortieth_of_a_pixel(kind: Any, most: int) -> None:
    turn = numpy.radians(3)
    back = numpy.array(((numpy.cos(turn), numpy.sin(turn)), (-numpy.sin(turn), numpy.cos(turn))))
    wanted = numpy.array([(60 + 31.37 * i, 50 + 29.71 * j) for i in range(6) for j in range(6)])
    source = Image.fromarray((dots((wanted - 150) @ back + 150) * most + 0.5).astype(kind))
    made = numpy.asarray(warped(source, SIZE, lambda points: (points - 150) @ back + 150)) / most
    off = [numpy.hypot(*(middle(made, one) - one)) for one in wanted]
    assert max(off) < 0.025


def straight(path: Path, suffix: str, **info: Any) -> Image.Image:
    out = path.with_name(f"straight{suffix}")
    result = RUN.invoke(app, ["straighten", str(path), "--out", str(out), "--json"])
    assert result.exit_code == 0, result.exception
    with Image.open(out) as picture:
        picture.load()
        assert picture.size == tuple(json.loads(result.stdout)["size"])
        return picture


def sixteen(board: Drawn) -> Image.Image:
    return Image.fromarray(numpy.asarray(board.image.convert("L"), dtype=numpy.uint16) * 257)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", one_quick([".png", ".tif"]))
def test_sixteen_bits_stay_sixteen_with_profile_and_dots_per_inch(
    board: Drawn, tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"map{suffix}"
    grey = numpy.asarray(sixteen(board)) // 3 + numpy.arange(board.image.width, dtype=numpy.uint16)
    Image.fromarray(grey.astype(numpy.uint16)).save(path, dpi=(300, 300), icc_profile=b"a profile")
    made = straight(path, suffix)
    assert made.mode == "I;16"
    assert made.info["icc_profile"] == b"a profile"
    assert [round(float(part)) for part in made.info["dpi"]] == [300, 300]
    assert len(numpy.unique(numpy.asarray(made))) > 2000


@pytest.mark.slow
def test_a_jpeg_has_eight_bits(board: Drawn, tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    sixteen(board).save(path)
    made = straight(path, ".jpg")
    assert (made.mode, made.getextrema()[1]) == ("L", 255)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "before", "after"),
    one_quick(
        [
            ("1", ".png", "L"),
            ("L", ".png", "L"),
            ("P", ".png", "RGB"),
            ("LA", ".png", "L"),
            ("RGBA", ".png", "RGB"),
            ("CMYK", ".tif", "CMYK"),
            ("YCbCr", ".jpg", "RGB"),
        ]
    ),
)
def test_a_picture_of_any_kind_keeps_its_colours(
    board: Drawn, tmp_path: Path, mode: str, before: str, after: str
) -> None:
    path = tmp_path / f"map{before}"
    board.image.convert(mode).save(path)
    made = straight(path, ".tif" if mode == "CMYK" else ".png")
    assert made.mode == after
    kind = "L" if after == "L" else "RGB"
    wanted, shown = (
        numpy.asarray(one.convert(kind), dtype=float)[100:-100, 100:-100].mean(axis=(0, 1))
        for one in (board.image, made)
    )
    assert numpy.abs(wanted - shown).max() < 8


@pytest.mark.slow
def test_more_than_sixteen_bits_become_eight(board: Drawn, tmp_path: Path) -> None:
    board.image.convert("I").save(tmp_path / "map.tif")
    assert straight(tmp_path / "map.tif", ".png").mode == "L"


@pytest.mark.slow
def test_what_is_see_through_becomes_paper(board: Drawn, tmp_path: Path) -> None:
    clear = board.image.convert("RGBA")
    clear.paste((0, 0, 0, 0), (0, 0, 30, 30))
    clear.save(tmp_path / "map.png")
    made = straight(tmp_path / "map.png", ".png")
    assert made.crop((8, 8, 20, 20)).getextrema() == ((255, 255),) * 3


@pytest.mark.slow
@pytest.mark.parametrize("suffix", one_quick([".jpg", ".webp", ".tif"]))
def test_a_photo_taken_sideways_is_read_as_viewers_show_it(board: Drawn, tmp_path: Path, suffix: str) -> None:
    notes = Image.Exif()
    notes[0x0112] = 6
    turned = board.image.convert("RGB").transpose(Image.Transpose.ROTATE_90)
    turned.save(tmp_path / f"photo{suffix}", quality=95, exif=notes)
    said = json.loads(RUN.invoke(app, ["fit", str(tmp_path / f"photo{suffix}"), "--json"]).stdout)
    assert said["origin"] == pytest.approx(board.centres["0101"], abs=0.5)
    assert (said["orientation"], said["columns"], said["rows"]) == ("flat", 9, 8)


def test_colours_that_cannot_be_read_are_refused_by_their_name(tmp_path: Path) -> None:
    path, out = tmp_path / "map.tif", tmp_path / "straight.png"
    Image.new("LAB", (300, 300)).save(path)
    result = RUN.invoke(app, ["straighten", str(path), "--out", str(out)])
    assert isinstance(result.exception, ScanError)
    assert "colours of the kind LAB are not read; save it in RGB or grey" in str(result.exception)
    assert not out.exists()


@pytest.mark.parametrize("kind", [numpy.uint8, numpy.uint16])
def test_hexes_of_one_colour_are_as_bright_everywhere_under_a_lamp_at_one_side(kind: Any) -> None:
    """In patches of two colours: light is told from ink."""
    x, y = numpy.meshgrid(numpy.arange(600), numpy.arange(400))
    ink = numpy.where((x // 120 + y // 80) % 2, 0.6, 0.4)
    middles = numpy.stack(numpy.meshgrid(numpy.arange(20, 600, 40), numpy.arange(20, 400, 40)), -1)
    picture = Image.fromarray((ink * (1.3 - x / 1000) * numpy.iinfo(kind).max).astype(kind))
    made = numpy.asarray(evened(picture, middles.reshape(-1, 2).astype(float), 40.0)) / numpy.iinfo(kind).max
    for dark in (True, False):
        assert numpy.ptp(made[(ink < 0.5) == dark]) < 0.02
