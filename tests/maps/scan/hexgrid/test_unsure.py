"""A grid that can hardly be seen: said to be unsure, shown, and decided by known hexes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy
import pytest
from maps.scan.hexgrid.doubts import doubts_of
from PIL import Image
from typer.testing import CliRunner

from bench.scans.boards import Style, draw_board
from bench.scans.score import scored
from bench.scans.sheets import random_sheet
from bench.scans.simulator import Damage, Scan, scanned
from maps.cli import app
from maps.grid import HexGrid
from maps.hexes import Lattice
from maps.scan.hexgrid.fit import SURE
from maps.scan.hexgrid.fitted import Fitted, fit
from scans.faults import ScanError

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


@pytest.mark.slow
def test_an_unsure_fit_shows_its_candidates_side_by_side(path: Path) -> None:
    result = RUN.invoke(app, ["fit", str(path), "--json"])
    assert result.exit_code == 0
    facts = json.loads(result.stdout)
    assert not facts["sure"]
    assert facts["confidence"] < 0.6
    assert "UNSURE" in result.stderr
    with Image.open(path.with_name("faint-candidates.png")) as picture:
        assert picture.width > 2 * picture.height


@pytest.mark.slow
def test_known_hexes_decide(path: Path, faint: Scan) -> None:
    words = [
        f"{label}={x},{y}" for label, (x, y) in faint.centres.items() if label in ("0202", "1303", "0610")
    ]
    facts = json.loads(RUN.invoke(app, ["fit", str(path), "--json", "--hex", *words]).stdout)
    assert (facts["sure"], facts["columns"], facts["rows"]) == (True, 14, 11)


@pytest.mark.slow
def test_known_hexes_that_no_grid_agrees_with_are_refused(path: Path) -> None:
    result = RUN.invoke(app, ["fit", str(path), "--hex", "0202=100,100", "--hex", "0203=300,480"])
    assert isinstance(result.exception, ScanError)
    assert "no grid is found that agrees with the known hexes" in str(result.exception)


@pytest.mark.slow
def test_an_unsure_scan_is_not_straightened_unless_asked_for(path: Path) -> None:
    out = path.with_name("straight.png")
    refused = RUN.invoke(app, ["straighten", str(path), "--out", str(out)])
    assert "not straightened, because the grid is not sure" in str(refused.exception)
    assert not out.exists()
    assert RUN.invoke(app, ["straighten", str(path), "--out", str(out), "--anyway"]).exit_code == 0
    assert out.exists()


CUT_BOTH_SIDES = Damage(degrees=2, noise=4, crop=(0.12, 0.0, 0.12, 0.0))


def rows_of_pointed_hexes(damage: Damage) -> Scan:
    sheet = draw_board(
        HexGrid(14, 11, Lattice(flat=False), shoved="odd"), 36, Style(), numpy.random.default_rng(5)
    )
    return scanned(sheet.image, sheet.centres, damage)


def told(scan: Scan, *labels: str) -> Fitted:
    return fit(scan.image.convert("L"), [(label, *scan.centres[label]) for label in labels])


@pytest.mark.slow
def test_labels_that_hexes_of_every_second_row_leave_open_are_in_doubt() -> None:
    found = told(rows_of_pointed_hexes(CUT_BOTH_SIDES), "0502", "0708", "0910")
    assert not found.sure
    assert any("do not settle all labels" in one.words for one in found.doubts)


@pytest.mark.slow
def test_a_hex_of_the_row_between_settles_the_labels() -> None:
    scan = rows_of_pointed_hexes(CUT_BOTH_SIDES)
    found = told(scan, "0502", "0707", "0910")
    assert found.sure
    assert all(
        numpy.hypot(*numpy.subtract(found.centres[label], scan.centres[label])) < 2 for label in scan.centres
    )


def test_half_hexes_at_a_frame_make_the_rim_doubtful() -> None:
    sheet = draw_board(HexGrid(14, 11), 36, Style(line=0.05, framed=True), numpy.random.default_rng(5))
    found = fit(scanned(sheet.image, sheet.centres, Damage(degrees=2, noise=4)).image.convert("L"))
    assert not found.sure
    assert any("half hexes at the rim" in one.words for one in found.doubts)


@pytest.mark.slow
def test_two_sheets_joined_through_the_middle_of_hexes_are_in_doubt() -> None:
    sheet = draw_board(HexGrid(24, 18), 36, Style(line=0.05), numpy.random.default_rng(5))
    x, _ = sheet.centres["1209"]
    place = (x - sheet.image.width / 2) / max(sheet.image.size)
    hex_ = 36 / max(sheet.image.size)
    scan = scanned(sheet.image, sheet.centres, Damage(noise=4, joined=(place, 0.05 * hex_, 0.3 * hex_, 0.0)))
    found = fit(scan.image.convert("L"))
    assert found.seen.bend.second is not None
    assert not found.sure
    assert any("two sheets are joined through the middle" in one.words for one in found.doubts)


@pytest.mark.slow
def test_sheets_joined_a_hair_beside_the_middle_of_hexes_are_in_doubt_too() -> None:
    """On this sheet a row of centres is put on the wrong side of the join, by a hundredth of a hex."""
    scan = random_sheet(311).scan
    labels = sorted(scan.centres)
    known = [(label, *scan.centres[label]) for label in (labels[300], labels[1000], labels[-300])]
    found = fit(scan.image.convert("L"), known)
    assert not found.sure or scored(scan, found).good


def cut_below(share: float, broken: bool = False) -> Scan:
    """A sheet turned a little and cut between the last row of hexes and where the next one would be."""
    style = Style(line=0.05, broken=broken)
    sheet = draw_board(HexGrid(14, 11), 36, style, numpy.random.default_rng(5))
    return scanned(sheet.image, sheet.centres, Damage(degrees=2, noise=4, crop=(0, 0, 0, share)))


@pytest.mark.slow
def test_a_row_that_the_picture_cuts_and_of_which_nothing_is_seen_is_not_there() -> None:
    """Five middles of a twelfth row would lie in the picture, and the sides between them are not printed."""
    found = told(cut_below(0.125), "0302", "0707", "1003")
    assert (found.grid.columns, found.grid.rows) == (14, 11)
    assert found.sure


@pytest.mark.slow
def test_one_side_unseen_tells_that_a_row_is_not_there_where_all_others_are_seen() -> None:
    found = told(cut_below(0.13), "0302", "0707", "1003")
    assert found.grid.rows == 11
    assert found.sure


@pytest.mark.slow
def test_one_side_unseen_leaves_a_row_in_doubt_where_others_are_unseen_too() -> None:
    """Broken lines: now and then a side that is printed is not seen."""
    found = told(cut_below(0.13, broken=True), "0302", "0707", "1003")
    assert not found.sure
    assert any("cuts a line of hexes that may be there or not" in one.words for one in found.doubts)


@pytest.mark.slow
def test_a_row_that_the_picture_cuts_is_kept_where_its_sides_are_seen() -> None:
    """The middles of the last row lie in the picture, and none of its hexes is in it as a whole."""
    found = told(cut_below(0.18), "0302", "0707", "1003")
    assert (found.grid.columns, found.grid.rows) == (14, 11)
    assert found.sure


@pytest.mark.slow
def test_a_small_join_near_the_rim_that_is_followed_smoothly_is_in_doubt() -> None:
    """On this sheet the join, a fourteenth of a hex, has but two columns beyond it: too few to find it by."""
    scan = random_sheet(240).scan
    labels = sorted(scan.centres)
    known = [(label, *scan.centres[label]) for label in (labels[187], labels[468], labels[-187])]
    found = fit(scan.image.convert("L"), known)
    assert not found.sure or scored(scan, found).good
    assert any("lines of hexes are shifted against each other" in one.words for one in found.doubts)


@pytest.mark.slow
def test_errors_that_hexes_of_a_line_do_not_share_are_no_step() -> None:
    """Each hex measured off by 0.8 % of the pitch, this way or that: no line is off as a whole."""
    found = told(cut_below(0.0), "0302", "0707", "1003")
    off = numpy.random.default_rng(1).normal(0, 0.008 * found.seen.candidate.pitch, found.seen.off.shape)
    shaken = replace(found.seen, off=off - off.mean(axis=(0, 1)))
    said = [one.words for one in doubts_of(shaken, found.block, False) if one.likely < SURE]
    assert not any("shifted against each other" in words for words in said)


@pytest.mark.slow
def test_a_step_between_two_lines_is_one() -> None:
    found = told(cut_below(0.0), "0302", "0707", "1003")
    off = numpy.zeros_like(found.seen.off)
    beyond = len(off) // 2
    off[:beyond, :, 1], off[beyond:, :, 1] = (part * found.seen.candidate.pitch for part in (0.009, -0.009))
    said = doubts_of(replace(found.seen, off=off), found.block, False)
    assert any("shifted against each other" in one.words and one.likely < SURE for one in said)


@pytest.mark.slow
def test_known_hexes_at_one_rim_do_not_bring_a_row_back_at_the_other() -> None:
    """Four middles of a thirteenth row would lie in the picture; the numbers say how the first row begins."""
    sheet = draw_board(HexGrid(20, 12, shoved="odd"), 40.54, Style(line=0.07), numpy.random.default_rng(5))
    crop = (0.0483, 0.1429, 0.0705, 0.119)
    scan = scanned(sheet.image, sheet.centres, Damage(degrees=1.08, noise=4, scale=0.834, crop=crop))
    found = told(scan, "0501", "1101", "1701")
    assert scored(scan, found).labelled
    assert found.sure


def joined_near_the_rim(style: Style, flat: bool, beyond: int, slide: float) -> Scan:
    """Two sheets, of which the second has so many columns and lies this share of a hex further down."""
    sheet = draw_board(HexGrid(24, 18, Lattice(flat)), 36, style, numpy.random.default_rng(5))
    left, right = (sheet.centres[f"{24 - beyond + more:02}09"][0] for more in (0, 1))
    long = max(sheet.image.size)
    place = (left + (0.5 if flat else 0.25) * (right - left) - sheet.image.width / 2) / long
    damage = Damage(degrees=2, perspective=(0.03, -0.02), noise=4)
    return scanned(
        sheet.image,
        sheet.centres,
        replace(damage, joined=(place, 0.1 * 36 / long, slide * 36 / long, 0.1)),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "style", [Style(line=0.05, terrain=True), Style(line=0, dots="centres"), Style(line=0, dots="vertices")]
)
@pytest.mark.parametrize(("flat", "beyond"), [(True, 1), (False, 3)])
def test_columns_beyond_a_join_close_to_the_rim_are_not_missed_in_silence(
    style: Style, flat: bool, beyond: int
) -> None:
    found = told(joined_near_the_rim(style, flat, beyond, 0.33), "0505", "1207", "1812")
    assert found.grid.columns < 24
    assert not found.sure
    assert any("hexes seem to go on at the rim" in one.words for one in found.doubts)


@pytest.mark.slow
def test_columns_beyond_a_join_that_is_followed_are_no_doubt() -> None:
    scan = joined_near_the_rim(Style(line=0.05), False, 1, 0.15)
    found = told(scan, "0505", "1207", "1812")
    assert found.sure
    assert scored(scan, found).good
