"""hexpost map trace: what it writes and prints, what it says to bad input, and its page in a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from maps.cli import app
from maps.imports.geojson import read_geojson
from maps.scan.areas.proof import page
from maps.scan.areas.seeds import Seed, read_seeds
from tests.cases import one_quick
from tests.maps.scan.areas_drawn import CORNERS, NEIGHBOURS, grid

RUN = CliRunner()
SEEDS = "name,x,y\n" + "".join(f"{seed.name},{seed.x},{seed.y}\n" for seed in CORNERS)
CHROMIUM = shutil.which("chromium")


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
        (SEEDS + "Far,900,10\n", "seeds.csv:6: Far (900, 10) lies beside the picture"),
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


def test_the_page_asks_nobody_and_no_name_ends_its_script() -> None:
    html = page(grid(), [Seed("</script><b>&", 5, 5)], [])
    assert html.count("</script>") == 1
    assert not re.search(r"(src|href)\s*=\s*[\"']?https?:", html)


CLICKS = """
window.prompt = () => 'Nové "Město", 2';
function at(x, y) {
  const point = new DOMPoint(x, y).matrixTransform(map.getScreenCTM());
  map.dispatchEvent(new MouseEvent("click", {clientX: point.x, clientY: point.y, bubbles: true}));
}
function press(name) { document.getElementById(name).click(); }
function touch(kind, number) {
  document.querySelectorAll(kind)[number].dispatchEvent(new MouseEvent("click", {bubbles: true}));
}
at(120, 80);
touch("circle.seed", 0); at(60, 70);
touch("circle.seed", 1); press("delete");
press("stroke"); at(10, 20); at(30, 40); press("end"); at(50, 60); at(70, 80); press("end");
touch("polyline.stroke", 0); press("delete");
document.body.innerHTML = "";
document.body.textContent = "TABLE" + btoa(unescape(encodeURIComponent(table()))) + "TABLE";
"""


@pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed: apt-get install chromium")
def test_seeds_and_strokes_clicked_on_the_page_are_read_back(tmp_path: Path) -> None:
    """Added, moved, deleted; a stroke drawn, one deleted; all of it in the browser."""
    import base64

    html = page(grid(), [Seed("<img src=x onerror=alert(1)>", 300, 300), Seed("Gone", 200, 90)], [])
    (tmp_path / "page.html").write_text(html.replace("</script>", CLICKS + "</script>"), encoding="utf-8")
    quiet = [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-gpu",
    ]
    words = [str(CHROMIUM), "--headless", "--no-sandbox", "--no-first-run", *quiet, "--disable-quic"]
    words += [f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", (tmp_path / "page.html").as_uri()]
    seen = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout
    found = re.search("TABLE([^<]+)TABLE", seen)
    assert found, seen[-2000:]
    (tmp_path / "seeds.csv").write_bytes(base64.b64decode(found[1]))
    seeds, strokes = read_seeds(tmp_path / "seeds.csv")
    assert [seed.name for seed in seeds] == ["<img src=x onerror=alert(1)>", 'Nové "Město", 2']
    assert (seeds[0].x, seeds[0].y) == pytest.approx((60, 70), abs=1)
    assert (seeds[1].x, seeds[1].y) == pytest.approx((120, 80), abs=1)
    assert len(strokes) == 1
    assert numpy.ravel(strokes[0]).tolist() == pytest.approx([50, 60, 70, 80], abs=1)
