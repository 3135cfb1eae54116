"""hexpost map trace: what it writes and prints, what it says to bad input, and its page in a browser."""

from __future__ import annotations

import json
from pathlib import Path

import numpy
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from maps.cli import app
from maps.imports.geojson import read_geojson
from maps.scan.areas.seeds import check_seeds, read_seeds, seeds_csv
from scans.scan_faults import ScanError
from tests.cases import one_quick
from tests.maps.scan.areas_drawn import CORNERS, NEIGHBOURS, grid

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
    result = run(tmp_path, "--json", "--field", "0,0,400,400")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told.keys() == {"areas", "adjacency", "doubts", "problems"}
    assert (told["areas"], told["problems"]) == (4, [])
    assert [tuple(pair[:2]) for pair in told["adjacency"]] == NEIGHBOURS
    drawing = read_geojson(tmp_path / "areas.geojson", in_pixels=True)
    assert list(drawing.areas) == ["NW", "NE", "SW", "SE"]
    assert drawing.contacts == NEIGHBOURS


def test_a_first_answer_is_written_whatever_is_doubted(tmp_path: Path) -> None:
    image = Image.new("RGB", (400, 400), "white")
    proofs = [tmp_path / "new" / name for name in ("proof.png", "pairs.csv", "proof.html")]
    words = ["--picture", str(proofs[0]), "--doubts", str(proofs[1]), "--page", str(proofs[2])]
    result = run(tmp_path, *words, image=image)
    assert result.exit_code == 0, result.output
    assert "look at it, 1: at" in result.stderr
    assert "nothing parts" in result.stderr
    assert all(proof.exists() for proof in [*proofs, tmp_path / "areas.geojson"])
    with Image.open(proofs[0]) as proof:
        assert proof.size == (400, 400)


def test_a_line_and_a_decision_are_taken(tmp_path: Path) -> None:
    pairs = tmp_path / "decided.csv"
    pairs.write_text("one,other,says\nNW,NE,corner\n", encoding="utf-8")
    words = ["--line", "200,0 200,400", "--decided", str(pairs), "--json", "--field", "0,0,400,400"]
    told = json.loads(run(tmp_path, *words).stdout)
    assert ["NE", "NW"] not in [pair[:2] for pair in told["adjacency"]]
    assert ["NE", "SE"] in [pair[:2] for pair in told["adjacency"]]


@pytest.mark.parametrize(
    ("seeds", "said"),
    [
        ("", "no column name, x, y"),
        ("name,x,y\n", "no seeds"),
        ("name,x,y\nA,1,north\n,5,5\n", "seeds.csv:2: bad value"),
        ("name,x,y\nA,1,north\n,5,5\n", "seeds.csv:3: no name"),
        (SEEDS.replace(",", ";"), "part them by commas, not by semicolons"),
        ("name,x,y,line\nA,5,5,\n,,,here\n", "seeds.csv:3: bad stroke"),
        (SEEDS + "Far,900,10\n", "seeds.csv:6: Far (900, 10) is outside the picture"),
        (SEEDS + "Twice,90,90\n", "are one place"),
    ],
)
def test_seeds_at_fault_are_told_with_file_and_line(tmp_path: Path, seeds: str, said: str) -> None:
    result = run(tmp_path, seeds=seeds)
    assert result.exit_code == 1
    assert said in str(result.exception)
    assert not (tmp_path / "areas.geojson").exists()


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("one,other,says\nNW,NW,corner\n", "one area"),
        ("one,other,says\nNW,NE,perhaps\n", "bad word"),
        ("one,other,says\nNW,NE,corner\nNE,NW,contact\n", "contradiction"),
        ("one,other,says\nNW,XX,corner\n", "no area is named 'XX'"),
    ],
)
def test_decisions_at_fault_are_told(tmp_path: Path, table: str, said: str) -> None:
    (tmp_path / "pairs.csv").write_text(table, encoding="utf-8")
    result = run(tmp_path, "--decided", str(tmp_path / "pairs.csv"), "--json")
    assert result.exit_code == 1
    assert said in str(result.exception)
    assert said in json.loads(result.stdout)["problems"][0]
    assert not (tmp_path / "areas.geojson").exists()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--field", "0,0,9000,10"], 1),
        (["--field", "here"], 2),
        (["--field", "300,0,100,400"], 1),
        (["--line", "here"], 1),
        (["--line", "5,5"], 1),
        (["--border", "blue"], 2),
    ],
)
def test_words_that_cannot_be_are_refused(tmp_path: Path, words: list[str], code: int) -> None:
    assert run(tmp_path, *words).exit_code == code
    assert not (tmp_path / "areas.geojson").exists()


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"a letter", "this is not a picture"), (b"%PDF-1.4\n%%EOF\n", "the PDF cannot be read")],
)
def test_a_scan_at_fault_is_refused_and_nothing_written(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "scan.png").write_bytes(data)
    result = run(tmp_path)
    assert result.exit_code == 1
    assert said in str(result.exception)
    assert not (tmp_path / "areas.geojson").exists()


@pytest.mark.parametrize("mode", one_quick(["L", "1", "P", "CMYK", "RGBA", "LA", "I;16"]))
def test_every_kind_of_picture_is_read(tmp_path: Path, mode: str) -> None:
    image = grid()
    if mode == "I;16":
        made = Image.fromarray(numpy.asarray(image.convert("L")).astype(numpy.uint16) * 257)
    else:
        made = image.convert(mode)
    made.save(tmp_path / "scan.tif")
    (tmp_path / "scan.tif").rename(tmp_path / "scan.png")
    assert run(tmp_path).exit_code == 0


# -- the page -------------------------------------------------------------------------------------


def test_without_seeds_there_is_a_page_to_begin_on_and_nothing_else(tmp_path: Path) -> None:
    grid().save(tmp_path / "scan.png")
    words = ["trace", str(tmp_path / "scan.png"), "--page", str(tmp_path / "seeds.html")]
    assert RUN.invoke(app, words).exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["scan.png", "seeds.html"]
    assert RUN.invoke(app, words[:2]).exit_code == 2


def test_the_page_shows_what_was_found_and_strokes_in_the_table_are_taken(tmp_path: Path) -> None:
    table = 'name,x,y,line\nW,60,200,\nE,310,200,\n,,,"250,0 250,400"\n'
    proof = tmp_path / "proof.html"
    result = run(tmp_path, "--page", str(proof), image=Image.new("RGB", (400, 400), "white"), seeds=table)
    assert result.exit_code == 0, result.output
    areas = read_geojson(tmp_path / "areas.geojson", in_pixels=True).areas
    assert areas["W"].area == pytest.approx(250 * 400, rel=0.02)
    text = proof.read_text(encoding="utf-8")
    assert '"name": "W"' in text
    assert "[250.0, 400.0]" in text


def test_a_row_with_a_name_and_a_line_is_ground_and_stays_so_when_it_is_written(tmp_path: Path) -> None:
    table = tmp_path / "seeds.csv"
    table.write_text('name,x,y,line\nA,5,5,\nB,1,1,"10,20 30,40"\n,,,"1,2 3,4"\n', encoding="utf-8")
    seeds, strokes = read_seeds(table)
    assert [(one.name, one.points) for one in seeds] == [("A", ((5, 5),)), ("B", ((10, 20), (30, 40)))]
    assert strokes == [[(1, 2), (3, 4)]]
    table.write_text(seeds_csv(seeds, strokes), encoding="utf-8")
    again, lines = read_seeds(table)
    assert ([one.points for one in again], lines) == ([one.points for one in seeds], strokes)
    assert seeds[1].moved(11, 22).points == ((11, 22), (31, 42))
    with pytest.raises(ScanError, match="outside the picture"):
        check_seeds(seeds, (25, 25))
