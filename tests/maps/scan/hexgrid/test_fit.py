"""The grid found on sheets that scanners and telephones have spoiled, against where it really is."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, product

import numpy
import pytest
from PIL import Image, ImageDraw

from bench.scans.boards import Style, draw_board
from bench.scans.score import Score, scored
from bench.scans.sheets import random_sheet
from bench.scans.simulator import Damage, Scan, scanned
from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice
from maps.scan.hexgrid.cells import CENTRES
from maps.scan.hexgrid.fit import fit
from maps.scan.hexgrid.fitted import Fitted
from maps.scan.hexgrid.labels import Click
from maps.scan.hexgrid.straighten import plan, straightened
from scans.scan_faults import ScanError
from tests.cases import one_quick, the_rest_long

CROOKED = Damage(degrees=3.2, perspective=(0.05, -0.04), barrel=0.02, noise=5, quality=60, light=(0.2, 0.1))


def board(style: Style, flat: bool = True, shoved: str = "even", damage: Damage = CROOKED) -> Scan:
    grid = HexGrid(14, 11, Lattice(flat), shoved=shoved)
    drawn = draw_board(grid, 36, style, numpy.random.default_rng(5))
    return scanned(drawn.image, drawn.centres, damage)


def known(scan: Scan, *labels: str) -> list[Click]:
    return [Click(label, *scan.centres[label]) for label in labels]


def score_of(scan: Scan, found: Fitted) -> Score:
    return scored(scan, found)


@pytest.mark.slow
@pytest.mark.parametrize("number", the_rest_long([13, 8, 11]))
def test_a_random_sheet_is_fitted_to_a_hundredth_of_a_hex(number: int) -> None:
    scan = random_sheet(number).scan
    labels = sorted(scan.centres)
    picked = known(scan, labels[len(labels) // 5], labels[len(labels) // 2], labels[-len(labels) // 5])
    found = fit(scan.image.convert("L"), picked)
    score = score_of(scan, found)
    assert found.sure
    assert score.rms < 0.01
    assert score.worst < 0.03
    assert score.unlabelled == 0


STYLES = {
    "thin lines": Style(line=0.03),
    "thick lines on terrain": Style(line=0.09, terrain=True),
    "broken lines": Style(line=0.05, broken=True),
    "dots at centres": Style(line=0, dots="centres"),
    "dots at vertices": Style(line=0, dots="vertices", terrain=True),
    "light lines": Style(line=0.06, ink=(252, 252, 250)),
    "numbers and tables": Style(line=0.04, numbers=True, around=True),
    "stretched": Style(line=0.04, stretch=1.06),
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "flat"), one_quick(zip(STYLES, cycle([True, False]), strict=False)))
def test_every_style_is_found_with_its_size_and_without_help(name: str, flat: bool) -> None:
    scan = board(STYLES[name], flat)
    found = fit(scan.image.convert("L"))
    assert found.sure
    assert (found.grid.columns, found.grid.rows) == (14, 11)
    assert found.grid.lattice.flat == flat
    assert score_of(scan, found).worst < 0.03
    assert score_of(scan, found).unlabelled == 0


@pytest.mark.slow
@pytest.mark.parametrize(("flat", "shoved"), one_quick(product([True, False], ["odd", "even"])))
def test_the_lines_shoved_are_told_apart(flat: bool, shoved: str) -> None:
    scan = board(Style(), flat, shoved)
    assert fit(scan.image.convert("L")).grid.shoved == shoved


@pytest.mark.slow
@pytest.mark.parametrize(("flat", "slide"), [(True, -0.33), (False, 0.15), (True, 0.33)])
def test_two_sheets_that_do_not_meet_are_followed_each_by_itself(flat: bool, slide: float) -> None:
    grid = HexGrid(24, 18, Lattice(flat))
    drawn = draw_board(grid, 36, Style(line=0.05, terrain=True), numpy.random.default_rng(5))
    left, right = (drawn.centres[label][0] for label in ("1209", "1309"))
    long = max(drawn.image.size)
    place = (left + (0.5 if flat else 0.25) * (right - left) - drawn.image.width / 2) / long
    joined = (place, 0.1 * 36 / long, slide * 36 / long, 0.1)
    scan = scanned(drawn.image, drawn.centres, replace(CROOKED, joined=joined))
    found = fit(scan.image.convert("L"), two_sheets=True)
    assert found.seen.warp.second is not None
    assert found.sure
    assert score_of(scan, found).good
    assert score_of(scan, found).labelled


@pytest.mark.slow
def test_dots_with_numbers_beside_them_are_not_taken_for_vertices() -> None:
    scan = board(Style(line=0, dots="centres", numbers=True, terrain=True))
    found = fit(scan.image.convert("L"))
    assert found.sure
    assert found.seen.candidate.reading.kind == CENTRES
    assert score_of(scan, found).good


@pytest.mark.slow
def test_a_hex_of_which_a_part_is_in_the_picture_is_labelled_when_its_centre_is() -> None:
    scan = board(Style(), damage=Damage(degrees=3, crop=(0.2, 0.22, 0.18, 0.2)))
    found = fit(scan.image.convert("L"), known(scan, "0505", "0806", "0907"))
    assert score_of(scan, found).unlabelled == 0


@pytest.mark.slow
def test_the_angle_and_the_pitch_are_those_of_the_scan() -> None:
    scan = board(Style(), damage=Damage(degrees=2.5, scale=0.9))
    found = fit(scan.image.convert("L"))
    assert found.angle == pytest.approx(2.5, abs=0.03)
    assert found.pitch == pytest.approx((0.9 * 36 * 3**0.5 / 2, 0.9 * 36), rel=0.002)


@pytest.mark.slow
def test_the_residual_tells_the_hexes_that_are_printed_off() -> None:
    scan = board(Style(), damage=Damage())
    found = fit(scan.image.convert("L"))
    assert len(found.residuals) > 0.9 * len(scan.centres)
    assert found.residual["rms_of_width"] < 0.01
    pixels = numpy.array(scan.image)
    x, y = (round(part) for part in scan.centres["0706"])
    pixels[y - 30 : y + 30, x - 30 : x + 30] = pixels[y - 30 : y + 30, x - 33 : x + 27]
    moved = fit(Image.fromarray(pixels).convert("L"))
    assert moved.residuals["0706"] > 3 * numpy.median(list(moved.residuals.values()))


@pytest.mark.slow
def test_a_picture_without_a_grid_says_so() -> None:
    noise = numpy.random.default_rng(1).integers(90, 160, (600, 800)).astype(numpy.uint8)
    with pytest.raises(ScanError, match="no hex grid is found"):
        fit(Image.fromarray(noise))


@pytest.mark.slow
def test_a_grid_of_squares_is_called_one() -> None:
    picture = numpy.full((700, 900), 235, dtype=numpy.uint8)
    for n in range(0, 900, 36):
        picture[:, n : n + 2] = 40
        picture[n : n + 2] = 40
    with pytest.raises(ScanError, match=r"squares, 3[567] pixels wide"):
        fit(Image.fromarray(picture))


@pytest.mark.slow
@pytest.mark.parametrize(("pitch", "degrees"), [(30, 1.5), (36, -4.5), (52, 3)])
def test_a_crooked_grid_of_squares_is_called_one(pitch: int, degrees: float) -> None:
    sheet = Image.new("L", (1400, 1000), 235)
    draw = ImageDraw.Draw(sheet)
    for n in range(100, 1301, pitch):
        draw.line((n, 100, n, 900), fill=40, width=2)
    for n in range(100, 901, pitch):
        draw.line((100, n, 1300, n), fill=40, width=2)
    with pytest.raises(ScanError, match="grid of squares"):
        fit(sheet.rotate(degrees, Image.Resampling.BICUBIC, fillcolor=235))


@pytest.mark.slow
def test_text_is_not_taken_for_a_grid() -> None:
    sheet = draw_board(
        HexGrid(3, 3), 30, Style(line=0, around=True, numbers=True), numpy.random.default_rng(2)
    )
    page = Image.new("L", (900, 900), 240)
    page.paste(sheet.image.convert("L"), (200, 200))
    try:
        assert not fit(page).sure
    except ScanError as error:
        assert "no hex grid" in str(error)


@pytest.mark.slow
def test_known_hexes_that_contradict_each_other_are_refused() -> None:
    scan = board(Style())
    wrong = [*known(scan, "0303"), Click("0404", *scan.centres["0907"]), *known(scan, "1010")]
    with pytest.raises(ScanError, match="contradict each other"):
        fit(scan.image.convert("L"), wrong)


def test_one_place_with_two_labels_is_refused_before_any_work() -> None:
    with pytest.raises(ScanError, match="0101=50,50 and --hex 0202=50,50"):
        fit(Image.new("L", (200, 200)), [Click("0101", 50, 50), Click("0202", 50, 50)])


@pytest.mark.slow
def test_columns_and_rows_settle_the_size_where_the_rim_is_cut_off() -> None:
    scan = board(Style(), damage=replace(CROOKED, crop=(0.0, 0.0, 0.12, 0.0)))
    found = fit(scan.image.convert("L"), known(scan, "0303"), (14, 11))
    assert (found.grid.columns, found.grid.rows) == (14, 11)
    assert "1411" in found.centres
    assert score_of(scan, found).unlabelled == 0


@pytest.mark.slow
@pytest.mark.parametrize(("flat", "shoved"), [(True, "odd"), (False, "even")])
def test_a_straightened_scan_fits_an_upright_grid_to_the_far_corner(flat: bool, shoved: str) -> None:
    scan = board(Style(line=0.05), flat, shoved, replace(CROOKED, noise=1, quality=92))
    found = fit(scan.image.convert("L"))
    straight = plan(found)
    again = fit(straightened(scan.image, found, straight).convert("L"))
    off = [
        numpy.hypot(*numpy.subtract(again.centres[label], straight.centre(one)))
        for label, one in found.grid.labels.items()
    ]
    assert float(numpy.sqrt(numpy.mean(numpy.square(off)))) < 0.0025 * straight.pitch
    assert abs(again.angle) < 0.02


@pytest.mark.slow
def test_the_numbers_for_vassal_put_its_hexes_on_ours() -> None:
    scan = board(Style(), True, "odd")
    straight = plan(fit(scan.image.convert("L")))
    numbers = straight.vassal
    assert straight.origin[0] - numbers["dx"] == pytest.approx(numbers["x0"], abs=1e-9)
    assert straight.origin[1] - numbers["dy"] / 2 == pytest.approx(numbers["y0"], abs=1e-9)
    assert numbers["dx"] == pytest.approx(numbers["dy"] * 3**0.5 / 2)


@pytest.mark.slow
@pytest.mark.parametrize("flat", [True, False])
def test_a_strip_much_longer_than_wide_is_fitted(flat: bool) -> None:
    """Narrower, when it is reduced, than the steps that are searched for."""
    drawn = draw_board(HexGrid(48, 20, Lattice(flat)), 36, Style(), numpy.random.default_rng(5))
    image = scanned(drawn.image, drawn.centres, Damage(degrees=1, noise=4)).image
    strip = image.crop((0, 300, image.width, 300 + image.width // 9)).convert("L")
    found = fit(strip)
    assert found.likely > 0.9
    assert found.grid.lattice.flat == flat
    assert found.width == pytest.approx(36, rel=0.005)
