"""hexpost map trace: what it writes and prints, and what it says to bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from typer.testing import CliRunner, Result

from maps.cli import app
from tests.cases import one_quick
from tests.maps.scan.test_trace import CORNERS, grid

RUN = CliRunner()
SEEDS = "name,x,y\n" + "".join(f"{seed.name},{seed.x},{seed.y}\n" for seed in CORNERS)


def run(folder: Path, *more: str, image: Image.Image | None = None, seeds: str = SEEDS) -> Result:
    scan, table = folder / "scan.png", folder / "seeds.csv"
    if not scan.exists():
        (image or grid()).save(scan)
    table.write_text(seeds, encoding="utf-8")
    return RUN.invoke(
        app, ["trace", str(scan), "--seeds", str(table), "--out", str(folder / "areas.geojson"), *more]
    )


def test_it_writes_geojson_and_prints_one_document(tmp_path: Path) -> None:
    result = run(tmp_path, "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["areas"] == 4
    assert told["unnamed"] == []
    assert told["bridged"] == []
    assert [pair[:2] for pair in told["adjacency"]] == [
        ["NE", "NW"],
        ["NE", "SE"],
        ["NW", "SW"],
        ["SE", "SW"],
    ]
    features = json.loads((tmp_path / "areas.geojson").read_text(encoding="utf-8"))["features"]
    assert [feature["properties"]["name"] for feature in features] == ["NW", "NE", "SW", "SE"]
    assert [0, 0] in features[0]["geometry"]["coordinates"][0]


def test_pictures_are_drawn_when_asked_for(tmp_path: Path) -> None:
    run(tmp_path, "--gaps", str(tmp_path / "gaps.png"), "--picture", str(tmp_path / "new" / "proof.png"))
    with Image.open(tmp_path / "new" / "proof.png") as proof:
        assert proof.size == (400, 400)
    with Image.open(tmp_path / "gaps.png") as gaps:
        assert gaps.getextrema() != ((255, 255),) * 3, "it says that there is none"


def test_an_area_without_a_seed_stops_it_unless_it_is_to_be_kept(tmp_path: Path) -> None:
    seeds = SEEDS.replace("SE,310,300\n", "")
    result = run(tmp_path, "--field", "0,0,400,400", seeds=seeds)
    assert result.exit_code == 1
    said = r"has no seed; add a line: its name,(30\d,(29|30)\d) \(or outside,\1 if it is none\)$"
    assert re.search(said, result.stderr, re.M)
    assert not (tmp_path / "areas.geojson").exists()
    kept = run(tmp_path, "--field", "0,0,400,400", "--keep-unnamed", seeds=seeds)
    assert kept.exit_code == 0
    assert '"unnamed-1"' in (tmp_path / "areas.geojson").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("seeds", "said"),
    [
        ("", "no column name, x, y"),
        ("name,x,y\n", "no seeds"),
        ("name,x,y\nA,1,north\n,5,5\n", "seeds.csv:2: bad value"),
        ("name,x,y\nA,1,north\n,5,5\n", "seeds.csv:3: no name"),
        (SEEDS.replace(",", ";"), "part them by commas, not by semicolons"),
        (SEEDS + "Far,900,10\n", "seeds.csv:6: Far (900, 10) lies beside the field"),
        (SEEDS + "Twice,80,80\n", "lie in one area"),
    ],
)
def test_seeds_at_fault_are_told_with_file_and_line(tmp_path: Path, seeds: str, said: str) -> None:
    result = run(tmp_path, seeds=seeds)
    assert result.exit_code == 1
    assert said in f"{result.stderr}{result.exception}"
    assert not (tmp_path / "areas.geojson").exists()


def test_two_that_nothing_parts_are_told_until_they_are_said_to_touch(tmp_path: Path) -> None:
    """As the user does who reads what is wrong, and writes a table of his own."""
    image = Image.new("RGB", (400, 400), (240, 235, 220))
    ImageDraw.Draw(image).rectangle((20, 20, 380, 380), outline=(20, 20, 20), width=5)
    seeds, pairs = "name,x,y\nWest,90,200\nEast,300,200\n", tmp_path / "pairs.csv"
    pairs.write_text("one,other,says\nEast,West,contact\n", encoding="utf-8")
    before = run(tmp_path, "--json", image=image, seeds=seeds)
    assert before.exit_code == 1
    assert "decide with --decided that they are a contact" in before.stderr
    assert [gap["areas"] for gap in json.loads(before.stdout)["unparted"]] == [["East", "West"]]
    assert not (tmp_path / "areas.geojson").exists()
    after = run(tmp_path, "--json", "--decided", str(pairs), seeds=seeds)
    assert after.exit_code == 0
    told = json.loads(after.stdout)
    assert (told["unparted"], [gap["areas"] for gap in told["bridged"]]) == ([], [["East", "West"]])
    assert [pair for *pair, _ in told["adjacency"]] == [["East", "West"]]


def spoilt(folder: Path, kind: str) -> None:
    """A scan that is none, or hardly one."""
    path = folder / "scan.png"
    grid().save(path)
    data = path.read_bytes()
    if kind == "no image":
        path.write_text("a letter", encoding="utf-8")
    elif kind == "truncated":
        path.write_bytes(data[: len(data) // 2])
    elif kind == "bomb":
        Image.new("1", (16_000, 14_000)).save(path)
    elif kind == "tiny":
        Image.new("RGB", (4, 4)).save(path)
    elif kind == "blank":
        Image.new("RGB", (400, 400), "white").save(path)
    elif kind == "empty PDF":
        path.write_bytes(b"%PDF-1.4\n%%EOF\n")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("no image", "this is not a picture"),
        ("truncated", "damaged or not complete"),
        ("bomb", "more than 150 million"),
        ("tiny", "4 x 4 pixels"),
        ("blank", "no line is to be seen"),
        ("empty PDF", "the PDF cannot be read"),
    ],
)
def test_a_scan_at_fault_is_refused_and_nothing_written(tmp_path: Path, kind: str, said: str) -> None:
    spoilt(tmp_path, kind)
    result = run(tmp_path)
    assert result.exit_code == 1
    assert said in str(result.exception)
    assert not (tmp_path / "areas.geojson").exists()


@pytest.mark.parametrize("mode", one_quick(["L", "1", "P", "CMYK", "RGBA", "LA", "I;16"]))
def test_every_kind_of_picture_is_read(tmp_path: Path, mode: str) -> None:
    image = grid()
    if mode == "I;16":
        import numpy

        made = Image.fromarray(numpy.asarray(image.convert("L")).astype(numpy.uint16) * 257)
    else:
        made = image.convert(mode)
    made.save(tmp_path / "scan.tif")
    (tmp_path / "scan.tif").rename(tmp_path / "scan.png")
    assert run(tmp_path).exit_code == 0


def test_a_page_of_a_pdf_is_read(tmp_path: Path) -> None:
    grid().save(tmp_path / "scan.png", "PDF", resolution=200)
    assert run(tmp_path).exit_code == 0


@pytest.mark.parametrize(("field", "code"), [("0,0,9000,10", 1), ("here", 2), ("300,0,100,400", 1)])
def test_a_field_that_is_none_is_refused(tmp_path: Path, field: str, code: int) -> None:
    result = run(tmp_path, "--field", field)
    assert result.exit_code == code
    assert not (tmp_path / "areas.geojson").exists()
