"""Sheets as published ones look are cut: many blocks, several sizes, coloured frames, poor scans."""

from __future__ import annotations

import csv
from itertools import cycle
from pathlib import Path

import numpy
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from typer.testing import CliRunner

from bench.scans.simulator import Damage
from counters.cli import app
from counters.cutting.backs import cut_backs
from counters.cutting.cut import Cut, cut_sheet
from counters.cutting.files import Sheet
from scans.scan_faults import ScanError
from tests.cases import the_rest_long
from tests.counters.cut_sheets import Draughtsman, Layout, damaged, on_a_scanner, photographed

DPI = 200
SHEETS = {
    "eight blocks of half an inch, no lines": Layout("white", "none", 12.7, (2, 4), (7, 4), bleed=1),
    "grooves on cream": Layout("cream", "groove", 15.875, (2, 3), (5, 4), bleed=0.5),
    "a black frame and white lines": Layout("black", "white", 14.3, (2, 2), (5, 6)),
    "two sizes on blue": Layout("blue", "black", 12.7, (2, 3), (7, 5), larger=(3, 5)),
    "frames on grey, one block": Layout("grey", "framed", 16.0, (1, 1), (9, 11), title=False),
}
WAYS = {"scanned": on_a_scanner, "photographed": photographed}


def worst(cut: Cut, truth: dict[str, NDArray[numpy.float64]], side: float) -> float:
    """By how many millimetres the worst corner of a counter lies astray; the names must be the true ones."""
    found = {Sheet(cut).name(place): cut.corners(place) for place in cut.filled}
    named = truth if len(cut.lattices) > 1 else {name[2:]: corners for name, corners in truth.items()}
    assert found.keys() == named.keys()
    largest = 0.0
    for name, corners in named.items():
        length = float(numpy.linalg.norm(corners[3] - corners[0]))
        astray = float(numpy.linalg.norm(found[name] - corners, axis=1).max())
        largest = max(largest, astray / length * side)
    return largest


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "way"), the_rest_long(zip(reversed(SHEETS), cycle(WAYS), strict=False), kept=2)
)
def test_every_counter_of_a_published_sheet_is_cut_where_it_lies(what: str, way: str, tmp_path: Path) -> None:
    layout, seed = SHEETS[what], list(SHEETS).index(what)
    sheet = Draughtsman(layout, DPI, seed).drawn()
    scan, truth = damaged(sheet.image, sheet.counters, WAYS[way](seed + 50))
    scan.save(tmp_path / "scan.png")
    cut = cut_sheet(tmp_path / "scan.png")
    assert len(cut.lattices) == layout.blocks[0] * layout.blocks[1]
    assert worst(cut, truth, layout.side) < 0.3


@pytest.mark.slow
def test_backs_lie_behind_the_fronts_block_by_block(tmp_path: Path) -> None:
    layout = SHEETS["two sizes on blue"]
    sheet = Draughtsman(layout, DPI, 1).drawn()
    other = sheet.image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    wide = other.width
    behind = {name: (wide - box[2], box[1], wide - box[0], box[3]) for name, box in sheet.counters.items()}
    front, _ = damaged(sheet.image, sheet.counters, on_a_scanner(3))
    back, truth = damaged(other, behind, photographed(4))
    front.save(tmp_path / "front.png")
    back.save(tmp_path / "back.png")
    fronts = cut_sheet(tmp_path / "front.png")
    pair = Sheet(fronts, cut_backs(tmp_path / "back.png", fronts))
    assert {pair.name(place) for place in pair.counters} == behind.keys()
    for place in pair.counters:
        lies = pair.back(place)
        assert pair.backs is not None
        assert lies is not None
        corners = truth[pair.name(place)]
        side = float(numpy.linalg.norm(corners[3] - corners[0]))
        assert numpy.abs(pair.backs.cut.corners(lies) - corners).max() < 0.03 * side


@pytest.mark.slow
def test_blank_counters_and_titles_are_left_out_but_told(tmp_path: Path) -> None:
    layout = SHEETS["grooves on cream"]
    sheet = Draughtsman(layout, DPI, 2).drawn()
    left, top, right, bottom = sheet.counters["b1r02c03"]
    ImageDraw.Draw(sheet.image).rectangle((left, top, right, bottom), fill=(93, 107, 82))
    scan, _ = damaged(sheet.image, sheet.counters, on_a_scanner(8))
    scan.save(tmp_path / "scan.png")
    out = tmp_path / "out"
    done = CliRunner().invoke(app, ["cut", str(tmp_path / "scan.png"), "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert "6 blocks (6 of 4 rows of 5)" in done.output
    assert "b1r02c03" in done.output
    assert "hold nothing" in done.output
    assert "blue frames" in done.output
    with (out / "roster.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    assert rows.keys() == sheet.counters.keys() - {"b1r02c03"}
    assert {key: rows["b2r03c04"][key] for key in ("block", "row", "column", "back")} == {
        "block": "2",
        "row": "3",
        "column": "4",
        "back": "",
    }
    assert all((out / row["art"]).is_file() and len(row["colour"]) == 7 for row in rows.values())


@pytest.mark.slow
def test_a_large_part_that_is_not_understood_stops_the_cutting(tmp_path: Path) -> None:
    sheet = Draughtsman(SHEETS["two sizes on blue"], DPI, 5).drawn()
    names = [name for name in sheet.counters if name.startswith("b5")]
    boxes = numpy.array([sheet.counters[name] for name in names])
    left, top = (float(one) for one in boxes[:, :2].min(axis=0))
    right, bottom = (float(one) for one in boxes[:, 2:].max(axis=0))
    pen, chance = ImageDraw.Draw(sheet.image), numpy.random.default_rng(1)
    pen.rectangle((left, top, right, bottom), fill=(201, 168, 120))
    for _ in range(30):
        x, y = chance.uniform(left, right - 90), chance.uniform(top, bottom - 90)
        pen.ellipse((x, y, x + chance.uniform(20, 90), y + chance.uniform(20, 90)), fill=(93, 107, 82))
    scan, _ = damaged(sheet.image, sheet.counters, Damage(degrees=1.0, noise=3))
    scan.save(tmp_path / "scan.png")
    with pytest.raises(ScanError, match=r"no even rows of counters are seen, at its bottom left"):
        cut_sheet(tmp_path / "scan.png")
