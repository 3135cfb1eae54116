"""A board on its maker's own art: the picture stays as it is, and every space lies where it is printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from maps.checking.check import check_map
from maps.cli import app
from maps.drawing.draw import draw_board, draw_strips
from maps.drawing.sheet import lay_out
from maps.map_faults import MapError

RUN = CliRunner()
HEXES = """game = "mine"
title = "Mine"

[hexes]
columns = 6
rows = 5

[art]
file = "art.png"
size = [300, 260]
origin = [40.25, 52.25]
scale = 41.5
dpi = 100
"""
AREAS = """game = "mine"
title = "Mine"

[art]
file = "art.png"
size = [300, 260]

[[area]]
name = "West"
outline = [[0, 0], [150, 0], [150, -260], [0, -260]]

[[area]]
name = "East"
outline = [[150, 0], [300, 0], [300, -260], [150, -260]]
"""


def game(folder: Path, text: str = HEXES, size: tuple[int, int] = (300, 260)) -> Path:
    """A game folder with a map on a noisy picture."""
    (folder / "map").mkdir()
    (folder / "map" / "map.toml").write_text(text, encoding="utf-8")
    noise = [Image.effect_noise(size, sigma) for sigma in (90, 60, 30)]
    Image.merge("RGB", noise).save(folder / "map" / "art.png")
    return folder


def art(folder: Path) -> Image.Image:
    with Image.open(folder / "map" / "art.png") as picture:
        return picture.convert("RGB")


def test_the_board_is_the_picture_pixel_by_pixel(tmp_path: Path) -> None:
    drawing = draw_board(game(tmp_path))
    assert drawing.image.tobytes() == art(tmp_path).tobytes()
    assert drawing.dots_per_mm == pytest.approx(100 / 25.4)


@pytest.mark.parametrize(("text", "space"), [(HEXES, "0101"), (AREAS, "west")])
def test_terrain_that_the_picture_shows_needs_no_colour(text: str, space: str, tmp_path: Path) -> None:
    folder = game(tmp_path, text + '\n[facts]\nterrain = "text"\n')
    places = folder / "map" / "places.csv"
    places.write_text(f"id,name,terrain\n{space},,quicksand\n", encoding="utf-8")
    assert check_map(folder).faults == ()


def test_hexes_lie_where_origin_and_scale_put_them(tmp_path: Path) -> None:
    drawing = draw_board(game(tmp_path))
    assert drawing.slots("0101") == [(40, 52)]
    x, y = drawing.sheet.views[0].point(*drawing.sheet.board.spaces["0604"].centre)
    per_mm = drawing.dots_per_mm
    assert x * per_mm == pytest.approx(40.25 + 5 * 41.5 * 3**0.5 / 2, abs=1e-9)
    assert y * per_mm == pytest.approx(52.25 + 3.5 * 41.5, abs=1e-9)


def test_counters_are_as_large_as_the_hexes_have_room_for(tmp_path: Path) -> None:
    assert draw_board(game(tmp_path)).counter_px == round(41.5 * 0.8)


@pytest.mark.parametrize("dpi", [50, 177, 250])
def test_at_other_dots_per_inch_the_picture_is_resized_in_strips_as_in_the_whole(
    tmp_path: Path, dpi: int
) -> None:
    folder = game(tmp_path)
    whole = draw_board(folder, dpi).image
    assert whole.size == (round(300 * dpi / 100), round(260 * dpi / 100))
    rows = [(0, 17), (17, 60), (60, whole.height)]
    for (top, bottom), strip in zip(rows, draw_strips(lay_out(folder), dpi, rows), strict=True):
        assert strip.tobytes() == whole.crop((0, top, whole.width, bottom)).tobytes()


BOX = """
[sheet]
size_mm = [120, 80]

[[sheet.box]]
id = "dead"
title = "Eliminated"
mm = [80, 5, 35, 40]

[[sheet.box]]
id = "printed"
title = "On the art"
mm = [5, 5, 20, 20]
"""


def test_boxes_beside_the_art_are_drawn_and_those_on_it_are_only_places(tmp_path: Path) -> None:
    drawing = draw_board(game(tmp_path, HEXES + BOX))
    assert drawing.image.size == (472, 315)
    assert drawing.image.crop((0, 0, 300, 260)).tobytes() == art(tmp_path).tobytes()
    left, top, right, bottom = drawing.boxes["dead"]
    assert len(drawing.image.crop((left, top, right, bottom)).getcolors() or []) > 5
    assert drawing.boxes["printed"] == (20, 20, 98, 98)


def test_areas_lie_on_the_picture_they_were_traced_from(tmp_path: Path) -> None:
    drawing = draw_board(game(tmp_path, AREAS))
    assert drawing.image.tobytes() == art(tmp_path).tobytes()
    assert sorted(drawing.outline("east")) == [(150, 0), (150, 260), (300, 0), (300, 260)]
    assert drawing.slots("west")[0] == pytest.approx((75, 130), abs=60)


def test_squares_lie_on_a_picture_too(tmp_path: Path) -> None:
    squares = HEXES.replace("[hexes]", "[squares]\ndiagonal = true")
    drawing = draw_board(game(tmp_path, squares))
    assert drawing.slots("0203") == [(round(40.25 + 41.5), round(52.25 + 2 * 41.5))]


def test_the_proof_lies_over_the_art_at_its_own_size(tmp_path: Path) -> None:
    proof = tmp_path / "proof.png"
    result = RUN.invoke(app, ["check", str(game(tmp_path)), "--proof", str(proof)])
    assert result.exit_code == 0, result.output
    with Image.open(proof) as picture:
        assert picture.size == (300, 260)


def test_the_drawn_picture_says_its_dots_per_inch(tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    assert RUN.invoke(app, ["draw", str(game(tmp_path)), "--out", str(out)]).exit_code == 0
    with Image.open(out) as picture:
        assert round(picture.info["dpi"][0]) == 100


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"art.png"', '"other.png"', "other.png: there is no such file"),
        ('"art.png"', '"../art.png"', "write the name of a .png, .jpg, .tif, .webp or .bmp beside map.toml"),
        ('"art.png"', '"/etc/art.png"', "without a folder"),
        ('"art.png"', '"map.toml"', "without a folder"),
        ("[300, 260]", "[300, 270]", "has 300 x 260 pixels, but size says 300 x 270"),
        ("[300, 260]", "300", "size is 300; write its width and height in pixels"),
        ("size = [300, 260]\n", "", "size is missing"),
        ("41.5", "415.0", "there lie 0102 at 40, 467, 0103 at 40, 882, 0104 at 40, 1297 and 26 more"),
        ("41.5", '"wide"', "write a number from 0.0001 to 10000"),
        ("dpi = 100", "dpi = 5", "write a number from 20 to 2400"),
        ("dpi = 100", "dip = 100", "dip is none of file, size, origin, scale, dpi"),
        ("[art]\n", "[sheet]\nsize_mm = [50, 80]\n\n[art]\n", "the picture alone takes 76.2 x 66.0 mm"),
    ],
)
def test_art_at_fault_is_refused_with_what_would_be_right(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    folder = game(tmp_path, HEXES.replace(old, new))
    with pytest.raises(MapError) as raised:
        lay_out(folder)
    assert [fault.file for fault in raised.value.faults] == ["map.toml"]
    assert said in str(raised.value)


def test_a_picture_too_large_for_any_paper_is_refused(tmp_path: Path) -> None:
    text = HEXES.replace("[300, 260]", "[3000, 260]").replace("dpi = 100", "dpi = 20")
    with pytest.raises(MapError, match=r"at dpi = 20 it is 3.8 m long; 2 m are the most"):
        lay_out(game(tmp_path, text, (3000, 260)))


def test_zones_in_degrees_do_not_lie_on_a_picture(tmp_path: Path) -> None:
    folder = game(
        tmp_path,
        HEXES.replace("[hexes]\ncolumns = 6\nrows = 5\n", "").replace("title", "origin = [13, 52]\ntitle"),
    )
    assert "only hexes, squares and [[area]] can use a picture" in str(check_map(folder).faults)


def test_a_damaged_picture_is_told_by_check_and_by_draw(tmp_path: Path) -> None:
    folder = game(tmp_path)
    path = folder / "map" / "art.png"
    path.write_bytes(path.read_bytes()[:4000])
    (fault,) = check_map(folder).faults
    assert "the picture is damaged or not complete" in fault.message
    result = RUN.invoke(app, ["draw", str(folder), "--out", str(tmp_path / "board.png")])
    assert isinstance(result.exception, MapError)
    assert not (tmp_path / "board.png").exists()
