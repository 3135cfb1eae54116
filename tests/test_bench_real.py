"""The bench on real maps: what it reads of others' files, the exact way back from its pictures, its score."""

from __future__ import annotations

import gzip
import io
import json
import struct
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from bench.measure import Spent
from bench.real import (
    areamaps,
    classifying,
    command,
    fitting,
    hexboards,
    labels,
    photo,
    report,
    sources,
    terrain,
    tracing,
)
from bench.real.making import make
from bench.real.sources import Clone, Source
from maps.reading.load import load_board

FREE = Spent(0, 0)


def cloned(folder: Path, files: dict[str, bytes]) -> Clone:
    """A repository with these files."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]):
        subprocess.run([*git, *words], check=True)
    return Clone(folder)


def png(image: Image.Image) -> bytes:
    kept = io.BytesIO()
    image.save(kept, "PNG")
    return kept.getvalue()


# -- pictures ------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(st.integers(200, 4000), st.integers(200, 4000), st.integers(0, 10**6))
def test_points_of_a_sheet_come_back_from_both_pictures_and_lie_on_them(
    wide: int, high: int, seed: int
) -> None:
    rng = numpy.random.default_rng(seed)
    points = rng.uniform(0, 1, (50, 2)) * (wide, high)
    for view in (photo.on_flatbed((wide, high), rng), photo.before_phone((wide, high), rng)):
        seen = view.seen(points)
        assert numpy.abs(view.back(seen) - points).max() < 0.5
        assert (seen >= 0).all()
        assert (seen <= view.size).all()


@pytest.mark.parametrize("shoot", ["on_flatbed", "before_phone"])
def test_what_is_printed_is_where_the_view_says(shoot: str) -> None:
    sheet, at = Image.new("RGB", (500, 400), "white"), [[60, 50], [420, 90], [250, 330]]
    draw = ImageDraw.Draw(sheet)
    for x, y in at:
        draw.ellipse((x - 8, y - 8, x + 8, y + 8), fill="black")
    view = getattr(photo, shoot)(sheet.size, numpy.random.default_rng(3))
    picture = numpy.asarray(photo.laid(sheet, view, photo.PAPER).convert("L"))
    for x, y in view.seen(numpy.array(at) + 0.5):
        rows, columns = numpy.nonzero(picture[int(y) - 25 : int(y) + 25, int(x) - 25 : int(x) + 25] < 128)
        assert abs(columns.mean() + int(x) - 25 + 0.5 - x) < 0.7
        assert abs(rows.mean() + int(y) - 25 + 0.5 - y) < 0.7


# -- boards --------------------------------------------------------------------------------------


def test_a_grid_counts_columns_and_hexes_from_the_corner_of_what_is_printed() -> None:
    grid = hexboards.Grid(56.25, 64.5, 0, 32.25)
    centres = grid.centres((0, 5, 1800, 645))
    assert len(centres) == 330
    assert centres["0101"] == (0, 32.25)
    assert centres["0201"] == (56.25, 64.5)
    assert centres["3310"] == (1800, 612.75)


def test_sideways_the_rows_are_straight() -> None:
    grid = hexboards.Grid(75, 87, -17, 75, sideways=True)
    centres = grid.centres((60, 50, 1140, 770))
    assert centres["0101"] == (118.5, 58)
    assert centres["0201"] == (205.5, 58)
    assert centres["0102"] == (75, 133)


def test_the_neighbour_that_is_clicked_lies_in_the_next_line() -> None:
    labels = {f"{column:02}{row:02}" for column in range(1, 6) for row in range(1, 5)}
    assert hexboards.clicks_of(labels, flat=True) == ["0101", "0104", "0501", "0504", "0201"]
    assert hexboards.clicks_of(labels, flat=False)[4] == "0102"


def test_a_board_of_an_archive_says_its_grid_over_the_usual_one(tmp_path: Path) -> None:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        archive.writestr("bdX.gif", png(Image.new("RGB", (200, 150))))
        archive.writestr("data", "version 1.0\nx0 20\ndy 70.5\n")
        archive.writestr("BoardMetadata.xml", '<boardMetadata A1CenterY = "41" hexWidth="60.5">')
    picture, grid = hexboards.read_board(
        cloned(tmp_path, {"bdX": kept.getvalue()}), Source("x", "hexes", "a/b", "bdX")
    )
    assert picture.size == (200, 150)
    assert grid == hexboards.Grid(60.5, 70.5, 20, 41)


def test_a_board_of_a_module_is_the_one_with_that_picture(tmp_path: Path) -> None:
    board = "VASSAL.build.module.map.boardPicker.Board"
    grid = f'<{hexboards._GRID} dx="50" dy="58" x0="7" y0="9" sideways="true"/>'
    text = f'<m><{board} image="a.png"/><{board} image="b.png"><z>{grid}</z></{board}></m>'
    clone = cloned(tmp_path, {"buildFile": text.encode(), "images/b.png": png(Image.new("RGB", (90, 80)))})
    picture, found = hexboards.read_board(clone, Source("b", "hexes", "a/b", "buildFile", "images/b.png"))
    assert picture.size == (90, 80)
    assert found == hexboards.Grid(50, 58, 7, 9, sideways=True)
    with pytest.raises(ValueError, match=r"no board with a grid and the picture images/a\.png"):
        hexboards.read_board(clone, Source("a", "hexes", "a/b", "buildFile", "images/a.png"))


def test_terrain_is_that_of_the_pixels_of_a_hex_and_left_out_in_doubt() -> None:
    pixels = numpy.zeros((60, 40, 2), dtype=numpy.uint8)  # by x, then y: elevation, code
    pixels[:20, :, 1] = 9
    pixels[40:, :, 0] = 2
    body = struct.pack(">iiii", 1, 1, 60, 40) + pixels.tobytes()
    stream = (
        b"\xac\xed\x00\x05" + b"\x77\x08" + body[:8] + b"\x7a" + struct.pack(">i", len(body) - 8) + body[8:]
    )
    levels, codes = terrain.pixels_of(gzip.compress(stream))
    assert codes.shape == (40, 60)
    names = numpy.array(
        [terrain.names_of('<terrainType name="Woods" typeCode="9"').get(n, "open") for n in range(10)]
    )
    said = [terrain.word_of(*terrain.disc(names[codes], levels, (x, 20), 9)) for x in (10, 19, 30, 40, 50)]
    assert said == ["woods", "woods", "open", "", "level 2"]


def test_every_source_has_a_kind_and_a_file_of_a_repository() -> None:
    assert {one.kind for one in sources.sources().values()} == {"hexes", "areas"}
    assert all(one.repository.count("/") == 1 and one.file for one in sources.sources().values())
    held = {one.held_back.partition(" ")[0] for one in sources.sources().values()}
    assert held == {"", "yes", "until"}


# -- maps of areas -------------------------------------------------------------------------------

POLYGONS = """\
Sea  <  (0,0) (299,0) (299,199) (0,199) >
Isle  <  (40,40) (120,40) (120,160) (40,160) >
Land < (200,0) (299,0) (299,99) (200,99) > < (250,150) (290,150) (290,190) (250,190) >
"""


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    tile = png(Image.new("RGB", (256, 256), (10, 20, 200)))
    files = {f"map/baseTiles/{x}_0.png": tile for x in (0, 1)}
    relief = {"map/relief/0_0.png": png(Image.new("RGBA", (256, 256), (0, 0, 0, 0)))}
    return cloned(tmp_path / "clone", {**files, **relief, "map/polygons.txt": POLYGONS.encode()})


SOURCE = Source("isles", "areas", "a/b", "map/polygons.txt", "map/relief", "0 0 300 200")


def test_islands_are_holes_in_the_sea_around_them_and_each_part_is_clicked(clone: Clone) -> None:
    whole, outlines = areamaps.read_map(clone, SOURCE)
    truth = areamaps.truth_of(outlines, (0, 0, 300, 200))
    assert whole.size == (512, 256)
    assert whole.getpixel((5, 5)) == (10, 20, 200)
    assert (truth.contacts, truth.open) == ([("Isle", "Sea"), ("Land", "Sea")], [])
    assert sorted(name for name, _ in truth.seeds) == ["Isle", "Land", "Land", "Sea"]
    for name, at in truth.seeds:
        assert truth.areas[name].contains(shapely.Point(at))
    assert not truth.areas["Sea"].contains(shapely.Point(80, 100))


def test_a_crop_clips_areas_and_ground_of_nobody_is_clicked_as_outside(clone: Clone) -> None:
    _, outlines = areamaps.read_map(clone, SOURCE)
    truth = areamaps.truth_of(outlines, (100, 20, 400, 220))
    assert truth.areas["Isle"].bounds == (0, 20, 20, 140)
    assert [name for name, _ in truth.seeds].count("outside") == 1


def test_areas_that_meet_at_a_corner_are_left_open() -> None:
    north, south = shapely.box(0, 0, 50, 50), shapely.box(46, 53, 99, 99)
    east = shapely.box(53, 0, 99, 50)
    west = shapely.box(0, 53, 43, 99)
    sure, unsure = areamaps.touching({"n": north, "s": south, "e": east, "w": west}, (100, 100))
    assert sure == [("e", "n"), ("e", "s"), ("n", "w"), ("s", "w")]
    assert unsure == [("n", "s")]


def test_a_map_is_made_with_three_pictures_and_its_truth(clone: Clone, tmp_path: Path) -> None:
    make(clone, SOURCE, tmp_path / "isles")
    truth = json.loads((tmp_path / "isles" / "truth.json").read_text())
    assert sorted(truth["pictures"]) == ["clean.png", "flat.jpg", "phone.jpg"]
    for name, seen in truth["pictures"].items():
        with Image.open(tmp_path / "isles" / name) as picture:
            pixels = numpy.asarray(picture.convert("RGB"), dtype=int)
        _, x, y = seen["seeds"][0]
        assert pixels[int(y), int(x), 2] > 2 * pixels[int(y), int(x), 0], "the tiles are blue"
    beside = [len(truth["pictures"][name]["seeds"]) for name in ("clean.png", "flat.jpg", "phone.jpg")]
    assert beside == [4, 5, 5], "paper and table are outside"


# -- scores --------------------------------------------------------------------------------------


def test_a_label_is_right_within_half_a_hex() -> None:
    truth = {"0101": (0.0, 0.0), "0102": (0.0, 10.0), "0103": (0.0, 20.0), "0104": (0.0, 30.0)}
    found = {"0101": (0.0, 1.0), "0102": (3.0, 10.0), "0103": (0.0, 26.0), "0205": (0.0, 0.0)}
    right, worst = fitting.compared(truth, found)
    assert right == 2
    assert worst == pytest.approx(0.3)


def test_clicks_lie_near_their_hexes_and_on_the_picture() -> None:
    words = fitting.hexes_clicked({"0101": (0.0, 0.0), "0201": (100.0, 0.0)}, ["0101", "0201"], (100, 50))
    points = [[float(part) for part in word.partition("=")[2].split(",")] for word in words[1::2]]
    assert all(0 <= x <= 100 and 0 <= y <= 50 for x, y in points)
    assert numpy.abs(numpy.subtract(points, [[0, 0], [100, 0]])).max() < 15


@pytest.fixture
def truth() -> tracing.Truth:
    areas = {
        "a": shapely.box(0, 0, 48, 100),
        "b": shapely.box(52, 0, 100, 48),
        "c": shapely.box(52, 52, 100, 100),
    }
    painted = labels.painted(areas.values(), (100, 100))
    contacts = {("a", "b"), ("a", "c"), ("b", "c")}
    return tracing.Truth(areas, [("a", 20, 50), ("b", 75, 25), ("c", 75, 75)], contacts, set(), painted)


@pytest.mark.parametrize(("far", "between", "first"), [(0.6, False, 11), (0.4, False, 10), (0.6, True, 10)])
def test_areas_are_painted_where_the_middles_of_their_pixels_are(
    far: float, between: bool, first: int
) -> None:
    shape = shapely.box(10 + far, 10 + far, 20 + far, 20 + far)
    rows, columns = numpy.nonzero(labels.painted([shape], (40, 40), between))
    assert (rows.min(), columns.min()) == (first, first)
    assert (rows.max(), columns.max()) == (first + 10, first + 10)


def test_pixels_count_where_an_area_is_and_false_contacts_count_against(truth: tracing.Truth) -> None:
    answer = truth.labels.copy()
    answer[truth.labels == 3] = 2
    pairs = {("a", "b"), ("a", "outside"), ("b", "x")}
    made = tracing.scored("n", "by", 3, FREE, truth, answer, pairs, 0)
    assert made.pixels == pytest.approx(1 - (truth.labels == 3).sum() / (truth.labels > 0).sum())
    assert (made.found, made.true, made.false) == (1, 3, 0)
    assert made.contacts == pytest.approx(1 / 3)


def test_strokes_run_along_the_border_of_the_pair_that_is_most_wrong(truth: tracing.Truth) -> None:
    answer = truth.labels.copy()
    answer[(truth.labels == 3)] = 2
    many = {**truth.areas, **{str(n): shapely.Polygon() for n in range(10)}}
    wide = tracing.Truth(many, truth.seeds, truth.contacts, set(), truth.labels)
    (stroke,) = tracing.worst_borders(wide, answer)
    points = [[int(part) for part in point.split(",")] for point in stroke.split()]
    assert all(45 <= y <= 55 for _, y in points)
    assert max(x for x, _ in points) - min(x for x, _ in points) > 40
    assert tracing.worst_borders(truth, answer) == [], "three areas are too few for a stroke"


def test_the_rival_finds_areas_between_printed_lines(truth: tracing.Truth, tmp_path: Path) -> None:
    picture = Image.new("RGB", (100, 100), "black")
    for area in truth.areas.values():
        ImageDraw.Draw(picture).rectangle(area.bounds, fill="white")
    picture.save(tmp_path / "p.png")
    made = tracing.plain(tmp_path / "p.png", truth)
    assert made.pixels > 0.99
    assert made.contacts == 1


def test_samples_are_the_same_for_each_picture_and_rare_terrain_is_not_asked_for() -> None:
    words = {f"{n:04}": "woods" if n % 2 else "open" for n in range(20)} | {"9999": "marsh"}
    asked = classifying.common(words)
    assert "9999" not in asked
    assert classifying.chosen(asked, 5) == classifying.chosen(asked, 5)
    assert len(classifying.chosen(asked, 5)) == 2 * classifying.SAMPLES


def test_the_board_for_terrain_has_the_hexes_of_the_picture(tmp_path: Path) -> None:
    grid = hexboards.Grid(50, 58, 25, 40, sideways=True)
    centres = grid.centres((0, 0, 400, 300))
    shape = {"columns": max(int(one[:2]) for one in centres), "rows": max(int(one[2:]) for one in centres)}
    clean = {"clean.png": {"centres": centres}}
    classifying.write_game(tmp_path, {**shape, "flat_top": False, "pictures": clean})
    board = load_board(tmp_path)
    assert set(centres) <= set(board.spaces)
    across = board.spaces["0102"].centre[0] - board.spaces["0101"].centre[0]
    assert (across > 0) == (centres["0102"][0] > centres["0101"][0])


def test_sure_is_what_the_scan_calls_so_or_what_is_as_confident() -> None:
    assert classifying.is_sure({"by": "sure"})
    assert not classifying.is_sure({"by": "look"})
    assert classifying.is_sure({"by": "scan", "confidence": "0.8"})
    assert not classifying.is_sure({"by": "scan", "confidence": "0.79"})


def test_the_command_is_called_and_its_last_line_is_why_it_refused(tmp_path: Path) -> None:
    program = tmp_path / "hexpost"
    program.write_text('#!/bin/sh\necho \'{"sure": true, "words": "\'$*\'"}\'\necho no such >&2\nexit 3\n')
    program.chmod(0o755)
    answer = command.Hexpost(program)("map", "fit", 1)
    assert (answer.code, answer.facts, answer.refusal) == (3, {"sure": True, "words": "map fit 1"}, "no such")
    assert fitting.verdict(answer) == "sure"
    assert command.Hexpost(program).knows("--help", "map")
    assert not command.Hexpost(program).knows("--line", "map")


def test_the_summary_counts_what_confidence_and_sureness_are_worth() -> None:
    right = fitting.Fit("a clean.png", 5, FREE, 9, 9, 0.1, 0.9, "sure")
    wrong = fitting.Fit("b clean.png", 5, FREE, 8, 9, 0.1, 0.85, "sure")
    told = report.told_fits([right, wrong, replace(wrong, confidence=0.5, verdict="unsure")])
    assert (
        "clean, with clicks: all labels right on 1 of 3; of 2 with a confidence above 0.8, 1 are right"
        in told
    )
    assert "of 2 called sure 1" in told
