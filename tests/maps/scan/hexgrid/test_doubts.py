"""Labels that are doubtful although every hex is found: known places, told sizes, and where a map begins."""

from __future__ import annotations

from dataclasses import replace

import numpy
import pytest
from PIL import Image

from bench.scans.boards import Style, draw_board
from bench.scans.score import scored
from bench.scans.sheets import random_sheet
from bench.scans.simulator import Damage, Scan, scanned
from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice
from maps.scan.hexgrid.confidence import SURE
from maps.scan.hexgrid.fit import fit
from maps.scan.hexgrid.fitted import Fitted
from maps.scan.hexgrid.labels import Click


@pytest.fixture(scope="module", params=[True, False], ids=["flat", "pointed"])
def scan(request: pytest.FixtureRequest) -> Scan:
    """A sheet of 14 x 11 hexes with margins all around."""
    drawn = draw_board(HexGrid(14, 11, Lattice(request.param)), 36, Style(), numpy.random.default_rng(5))
    return scanned(drawn.image, drawn.centres, Damage(degrees=2, noise=4))


def found(scan: Scan, *known: Click, size: tuple[int, int] | None = None) -> Fitted:
    return fit(scan.image.convert("L"), known, size)


def said(made: Fitted) -> str:
    return "; ".join(one.words for one in made.doubts if one.likely < SURE)


def at(scan: Scan, printed: str, label: str, right: float = 0.0) -> Click:
    """The place of a printed hex, or pixels to the right of it, under a label."""
    x, y = scan.centres[printed]
    return Click(label, x + right, y)


@pytest.mark.slow
def test_letters_name_the_hexes_of_a_map_that_shows_its_rim(scan: Scan) -> None:
    made = found(scan, at(scan, "0101", "A1"), at(scan, "1411", "N11"))
    assert made.sure
    assert list(made.centres)[-1] == "N11"


@pytest.mark.slow
def test_the_first_hex_in_the_last_place_counts_backward_and_not_below_nothing(scan: Scan) -> None:
    made = found(scan, at(scan, "1411", "0101"))
    assert min(made.centres) == "0101"
    assert max(made.centres) == "1411"


@pytest.mark.slow
def test_a_known_place_between_hexes_is_in_doubt(scan: Scan) -> None:
    assert "0101=" in said(found(scan, at(scan, "0101", "0101", 17)))
    assert "lies between hexes" in said(found(scan, at(scan, "0101", "0101", 17)))


@pytest.mark.slow
def test_a_known_place_a_quarter_of_a_hex_off_is_taken(scan: Scan) -> None:
    assert found(scan, at(scan, "0101", "0101", 9)).sure


@pytest.mark.slow
def test_a_known_place_in_the_margin_is_in_doubt(scan: Scan) -> None:
    assert "is outside all hexes found" in said(found(scan, Click("0101", 9, 9)))


@pytest.mark.slow
def test_a_size_that_the_picture_belies_is_in_doubt(scan: Scan) -> None:
    assert "the picture shows 14 columns and 11 rows" in said(found(scan, size=(30, 11)))
    assert "the picture shows 14 columns and 11 rows" in said(found(scan, size=(14, 30)))


@pytest.mark.slow
def test_a_size_that_ends_before_the_hexes_do_is_told(scan: Scan) -> None:
    told, right = ("; ".join(one.words for one in found(scan, size=(n, 11)).doubts) for n in (12, 14))
    assert "you said 12 columns and 11 rows, the picture shows 14 columns and 11 rows" in told
    assert "the picture shows" not in right


@pytest.mark.slow
def test_the_size_that_the_picture_shows_is_sure(scan: Scan) -> None:
    assert found(scan, size=(14, 11)).sure


def without(scan: Scan, share: float) -> Scan:
    """The sheet with its left part blank, as where another sheet lies over it."""
    pixels = numpy.array(scan.image)
    pixels[:, : round(share * pixels.shape[1])] = 230
    return Scan(Image.fromarray(pixels), scan.centres, scan.damage)


@pytest.mark.slow
def test_a_map_that_seems_to_begin_with_its_third_column_is_in_doubt(scan: Scan) -> None:
    known = [at(scan, one, one) for one in ("0504", "0807", "1109")]
    made = found(without(scan, 0.245), *known)
    assert "the map seems to begin with column 03" in said(made)


@pytest.mark.slow
def test_a_map_whose_numbers_begin_with_ten_is_sure(scan: Scan) -> None:
    known = [at(scan, one, f"{int(one[:2]) + 9}{one[2:]}") for one in ("0504", "0807", "1109")]
    made = found(scan, *known)
    assert made.sure
    assert min(made.centres) == "1001"


@pytest.mark.slow
def test_without_a_known_hex_a_cut_beginning_is_told_and_a_margin_is_not(scan: Scan) -> None:
    words = "the picture does not show where the map begins"
    assert not any(words in one.words for one in found(scan).doubts)
    left = round(scan.centres["0504"][0])
    cut = scan.image.crop((left, 0, *scan.image.size)).convert("L")
    assert any(words in one.words for one in fit(cut).doubts)


def cut(shoved: str, size: tuple[int, int], damage: Damage) -> Scan:
    """A sheet of lines cut by the picture at some of its rims."""
    drawn = draw_board(HexGrid(*size, shoved=shoved), 32, Style(line=0.05), numpy.random.default_rng(5))
    return scanned(drawn.image, drawn.centres, replace(damage, noise=4))


THREE_RIMS = Damage(degrees=3.9, perspective=(-0.05, -0.03), barrel=0.01, crop=(0.158, 0.185, 0.085, 0.153))
TOP = Damage(degrees=-1.1, perspective=(0.025, 0.002), barrel=0.017, crop=(0.0, 0.299, 0.121, 0.0))


@pytest.mark.slow
def test_where_the_picture_cuts_the_beginning_hexes_of_odd_columns_settle_nothing() -> None:
    scan = cut("even", (13, 9), THREE_RIMS)
    made = found(scan, *(at(scan, one, one) for one in ("0308", "0707", "1105")))
    assert not made.sure
    assert "do not settle every second line" in said(made)


@pytest.mark.slow
def test_that_maps_begin_with_row_one_tells_nothing_where_the_picture_cuts_it() -> None:
    """The rim below shows which columns stand lower; the known hexes leave it open."""
    scan = cut("even", (20, 10), TOP)
    made = found(scan, *(at(scan, one, one) for one in ("0409", "1007", "1604")))
    assert scored(scan, made).labelled
    assert made.sure


@pytest.mark.slow
def test_a_row_that_one_mark_tells_is_not_there_is_not_brought_back_by_known_hexes() -> None:
    """The middles of two hexes of a row above the first would lie in the picture."""
    damage = Damage(degrees=0.76, perspective=(-0.039, -0.009), barrel=0.01, crop=(0.263, 0.146, 0.0, 0.0))
    scan = cut("even", (18, 9), damage)
    made = found(scan, *(at(scan, one, one) for one in ("0708", "1201", "1602")))
    assert scored(scan, made).labelled
    assert made.sure


def part_of(number: int, box: tuple[int, int, int, int]) -> tuple[Scan, list[Click]]:
    """A part of a random sheet, and three hexes of it."""
    scan, (left, top, right, bottom) = random_sheet(number).scan, box
    centres = {
        label: (x - left, y - top)
        for label, (x, y) in scan.centres.items()
        if left <= x < right and top <= y < bottom
    }
    labels = sorted(centres)
    some = (labels[len(labels) // 5], labels[len(labels) // 2], labels[-len(labels) // 5])
    return Scan(scan.image.crop(box), centres, scan.damage), [Click(one, *centres[one]) for one in some]


@pytest.mark.slow
def test_a_line_is_not_lost_where_known_hexes_tell_which_lines_are_shoved() -> None:
    """Of the upper row the middle of a single hex lies in the picture."""
    scan, known = part_of(669, (0, 417, 1281, 1095))
    made = found(scan, *known)
    assert "0104" in made.centres
    assert scored(scan, made).labelled


@pytest.mark.slow
def test_no_hex_is_counted_twice_where_two_sheets_meet() -> None:
    """On this strip the second sheet was followed a whole hex further on."""
    scan, known = part_of(662, (0, 215, 1985, 684))
    assert found(scan, *known).grid.columns == 60
