"""A grid that can hardly be seen: said to be unsure, shown, and decided by clicked hexes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy
import pytest
from PIL import Image
from typer.testing import CliRunner

from bench.scans.boards import Style, draw_board
from bench.scans.score import scored
from bench.scans.simulator import Damage, Scan, scanned
from maps.cli import app
from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice
from maps.scan.hexgrid.confidence import SURE, doubts_of
from maps.scan.hexgrid.fit import fit
from maps.scan.hexgrid.fitted import Fitted
from maps.scan.hexgrid.labels import Click
from scans.scan_faults import ScanError

pytestmark = pytest.mark.slow

RUN = CliRunner()


def printed(grid: HexGrid, style: Style, damage: Damage) -> Scan:
    sheet = draw_board(grid, 36, style, numpy.random.default_rng(5))
    return scanned(sheet.image, sheet.centres, damage)


@pytest.fixture(scope="module")
def blank() -> Scan:
    """A board of which nothing is printed but its paper, under noise."""
    return printed(HexGrid(9, 8), Style(line=0.0), Damage(degrees=2, noise=8))


@pytest.fixture
def path(blank: Scan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    blank.image.save(tmp_path / "blank.png")
    return tmp_path / "blank.png"


def words(scan: Scan, *labels: str) -> list[str]:
    """Clicks as they are typed."""
    return [
        word for label in labels for word in ("--hex", "{}={:.0f},{:.0f}".format(label, *scan.centres[label]))
    ]


CORNERS = ("0101", "0901", "0108", "0908", "0201")


def test_four_corners_that_agree_are_never_refused_and_said_to_be_unsure(path: Path, blank: Scan) -> None:
    result = RUN.invoke(app, ["fit", str(path), "--json", "--centres", "c.csv", *words(blank, *CORNERS)])
    assert result.exit_code == 1
    facts = json.loads(result.stdout)
    assert (facts["sure"], facts["columns"], facts["rows"]) == (False, 9, 8)
    assert "UNSURE" in result.stderr
    assert "Click the four corner hexes and a neighbour" in result.stderr
    assert path.with_name("blank-unsure.png").exists()
    assert not path.with_name("c.csv").exists()


def test_the_picture_of_what_was_found_is_written_beside_the_scan(
    path: Path, blank: Scan, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.chdir(elsewhere)
    assert RUN.invoke(app, ["fit", str(path), *words(blank, *CORNERS)]).exit_code == 1
    assert path.with_name("blank-unsure.png").exists()
    assert list(elsewhere.iterdir()) == []


def test_anyway_an_unsure_grid_is_written_where_the_clicks_put_it(path: Path, blank: Scan) -> None:
    wanted = ["fit", str(path), "--anyway", "--centres", "c.csv", *words(blank, *CORNERS)]
    assert RUN.invoke(app, wanted).exit_code == 0
    lines = path.with_name("c.csv").read_text(encoding="utf-8").splitlines()[1:]
    for label, x, y, _ in (line.split(",") for line in lines):
        assert numpy.hypot(*numpy.subtract((float(x), float(y)), blank.centres[label])) < 9


def test_an_unsure_scan_is_not_straightened_unless_asked_for(path: Path, blank: Scan) -> None:
    out = path.with_name("straight.png")
    wanted = ["straighten", str(path), "--out", str(out), *words(blank, *CORNERS)]
    refused = RUN.invoke(app, wanted)
    assert "not straightened, because the grid is not sure" in str(refused.exception)
    assert not out.exists()
    assert RUN.invoke(app, [*wanted, "--anyway"]).exit_code == 0
    assert out.exists()


def test_two_hexes_on_a_page_without_a_grid_are_refused_with_what_to_click(path: Path) -> None:
    result = RUN.invoke(app, ["fit", str(path), "--hex", "0202=100,100", "--hex", "0203=100,140"])
    assert isinstance(result.exception, ScanError)
    assert "Click the four corner hexes and a neighbour" in str(result.exception)


def told(scan: Scan, *labels: str) -> Fitted:
    return fit(scan.image.convert("L"), [Click(label, *scan.centres[label]) for label in labels])


def test_what_is_printed_faintly_is_found_by_its_corners() -> None:
    """Lines a little darker than the paper, under noise nearly as strong."""
    style = Style(line=0.03, ink=(222, 216, 200))
    scan = printed(HexGrid(14, 11), style, Damage(degrees=3, noise=10, perspective=(0.05, -0.04)))
    found = told(scan, "0101", "1401", "0111", "1411", "0201")
    assert found.sure
    assert scored(scan, found).worst < 0.1
    assert scored(scan, found).labelled


@pytest.mark.slow
def test_rows_beyond_the_corners_that_were_clicked_are_told() -> None:
    scan = printed(HexGrid(14, 11), Style(), Damage(degrees=2, noise=4))
    found = told(scan, "0101", "1401", "0109", "1409", "0201")
    assert (found.grid.columns, found.grid.rows) == (14, 9)
    assert any("hexes beyond the corners" in one.words for one in found.doubts)
    assert found.confidence < 0.8


@pytest.mark.slow
def test_labels_that_hexes_of_every_second_row_leave_open_are_in_doubt() -> None:
    cut = Damage(degrees=2, noise=4, crop=(0.12, 0.0, 0.12, 0.0))
    scan = printed(HexGrid(14, 11, Lattice(flat=False), shoved="odd"), Style(), cut)
    assert any(
        "do not settle every second line" in one.words for one in told(scan, "0502", "0708", "0910").doubts
    )
    found = told(scan, "0502", "0707", "0910")
    assert not any("do not settle" in one.words for one in found.doubts)
    assert all(
        numpy.hypot(*numpy.subtract(found.centres[label], scan.centres[label])) < 2 for label in scan.centres
    )


def cut_below(share: float) -> Scan:
    """A sheet turned a little and cut between the last row of hexes and where the next one would be."""
    return printed(HexGrid(14, 11), Style(line=0.05), Damage(degrees=2, noise=4, crop=(0, 0, 0, share)))


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.125, 0.13, 0.18])
def test_the_last_row_that_the_picture_cuts_is_there_and_no_more(share: float) -> None:
    """Up to five middles of a twelfth row would lie in the picture, and the sides between them are not."""
    found = told(cut_below(share), "0302", "0707", "1003")
    assert (found.grid.columns, found.grid.rows) == (14, 11)


@pytest.mark.slow
def test_hexes_far_from_where_they_are_printed_are_in_doubt() -> None:
    found = told(cut_below(0.0), "0302", "0707", "1003")
    off = numpy.zeros_like(found.seen.off)
    off[len(off) // 2 :, :, 1] = 0.12 * found.seen.candidate.pitch
    said = doubts_of(replace(found.seen, off=off), found.block, "", ())
    assert any("print and fit differ" in one.words and one.likely < SURE for one in said)


@pytest.mark.slow
def test_noise_without_a_grid_says_what_to_click() -> None:
    noise = numpy.random.default_rng(1).integers(90, 160, (600, 800)).astype(numpy.uint8)
    with pytest.raises(ScanError, match=r"no hex grid is found in this picture.*Click the four corner hexes"):
        fit(Image.fromarray(noise))
