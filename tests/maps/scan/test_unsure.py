"""A grid that can hardly be seen: said to be unsure, shown, and decided by known hexes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy
import pytest
from PIL import Image
from typer.testing import CliRunner

from maps.cli import app
from maps.grid import HexGrid
from maps.scan.faults import ScanError

from .boards import Style, draw_board
from .simulator import Damage, Scan, scanned

RUN = CliRunner()


@pytest.fixture(scope="module")
def faint() -> Scan:
    """Lines a little darker than the paper, under noise nearly as strong."""
    sheet = draw_board(
        HexGrid(14, 11), 36, Style(line=0.03, ink=(222, 216, 200)), numpy.random.default_rng(5)
    )
    return scanned(sheet.image, sheet.centres, Damage(degrees=3, noise=10, perspective=(0.05, -0.04)))


@pytest.fixture
def path(faint: Scan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    faint.image.save(tmp_path / "faint.png")
    return tmp_path / "faint.png"


def test_an_unsure_fit_shows_its_candidates_side_by_side(path: Path) -> None:
    result = RUN.invoke(app, ["fit", str(path), "--json"])
    assert result.exit_code == 0
    facts = json.loads(result.stdout)
    assert not facts["sure"]
    assert facts["confidence"] < 0.6
    assert "UNSURE" in result.stderr
    with Image.open(path.with_name("faint-candidates.png")) as picture:
        assert picture.width > 2 * picture.height


def test_known_hexes_decide(path: Path, faint: Scan) -> None:
    words = [
        f"{label}={x},{y}" for label, (x, y) in faint.centres.items() if label in ("0202", "1303", "0610")
    ]
    facts = json.loads(RUN.invoke(app, ["fit", str(path), "--json", "--hex", *words]).stdout)
    assert (facts["sure"], facts["columns"], facts["rows"]) == (True, 14, 11)


def test_known_hexes_that_no_grid_agrees_with_are_refused(path: Path) -> None:
    result = RUN.invoke(app, ["fit", str(path), "--hex", "0202=100,100", "--hex", "0203=300,480"])
    assert isinstance(result.exception, ScanError)
    assert "no grid is found that agrees with the known hexes" in str(result.exception)


def test_an_unsure_scan_is_not_straightened_unless_asked_for(path: Path) -> None:
    out = path.with_name("straight.png")
    refused = RUN.invoke(app, ["straighten", str(path), "--out", str(out)])
    assert "not straightened, because the grid is not sure" in str(refused.exception)
    assert not out.exists()
    assert RUN.invoke(app, ["straighten", str(path), "--out", str(out), "--anyway"]).exit_code == 0
    assert out.exists()
