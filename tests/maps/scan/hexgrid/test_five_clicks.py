"""Four corners and a neighbour: always answered, and told how surely; and what comes without a click."""

from __future__ import annotations

import contextlib
import time

import numpy
import pytest
from PIL import Image

from bench.pace import within
from bench.scans.boards import Style, draw_board
from bench.scans.score import scored
from bench.scans.simulator import Damage, Scan, scanned
from maps.grids.grid import HexGrid
from maps.scan.hexgrid.confidence import SURE
from maps.scan.hexgrid.fit import fit
from maps.scan.hexgrid.fitted import Fitted
from maps.scan.hexgrid.labels import Click
from maps.scan.hexgrid.search import ready
from maps.scan.hexgrid.sheet import Sheet
from scans.scan_faults import ScanError

pytestmark = pytest.mark.slow

CUSTOM = 0.75
"""What is not settled is never called surer."""


def printed(grid: HexGrid, damage: Damage, style: Style | None = None) -> Scan:
    sheet = draw_board(grid, 36, style or Style(line=0.05), numpy.random.default_rng(5))
    return scanned(sheet.image, sheet.centres, damage)


def told(scan: Scan, *labels: str, size: tuple[int, int] | None = None, miss: float = 0.0) -> Fitted:
    """The fit by hexes clicked so many pixels too low or too high in turn."""
    clicks = [Click(one, scan.centres[one][0], scan.centres[one][1] + miss) for one in labels]
    clicks[1::2] = [one._replace(y=one.y - 2 * miss) for one in clicks[1::2]]
    return fit(scan.image.convert("L"), clicks, size)


def cut_by_half() -> Scan:
    """A board as many are: the picture cuts the hexes at all four rims in half."""
    scan = printed(HexGrid(13, 9), Damage(degrees=0, noise=4))
    (left, top), (right, bottom) = scan.centres["0201"], scan.centres["1209"]
    box = (round(left), round(top), round(right), round(bottom))
    centres = {label: (x - box[0], y - box[1]) for label, (x, y) in scan.centres.items()}
    return Scan(scan.image.crop(box), centres, scan.damage)


def test_custom_does_not_make_the_labels_of_every_second_line_sure() -> None:
    found = told(cut_by_half(), "0202", "1202", "0208", "1208", "0203")
    assert any("do not settle every second line" in one.words for one in found.doubts)
    assert not found.sure


def test_a_neighbour_in_the_next_column_settles_them() -> None:
    found = told(cut_by_half(), "0202", "1202", "0208", "1208", "0302")
    assert not any("do not settle" in one.words for one in found.doubts)
    assert found.confidence > CUSTOM


def test_without_a_click_nothing_is_surer_than_custom() -> None:
    found = fit(printed(HexGrid(14, 11), Damage(degrees=2, noise=4)).image.convert("L"))
    assert SURE < found.confidence <= CUSTOM
    assert any("no hex is clicked" in one.words for one in found.doubts)


BOARD = HexGrid(14, 11)
FIVE = ("0101", "1401", "0111", "1411", "0201")


def covered(share: float, grid: HexGrid = BOARD) -> Scan:
    """A board of which patches of rough ground cover so much that few outlines are left."""
    scan = printed(grid, Damage(degrees=2, noise=4))
    rng, pixels = numpy.random.default_rng(7), numpy.array(scan.image)
    rough = rng.integers(60, 220, pixels.shape).astype(numpy.uint8)
    high, wide = (-(-side // 24) for side in pixels.shape[:2])
    patches = numpy.kron(rng.random((high, wide)) < share, numpy.ones((24, 24), dtype=bool))
    patches = patches[: pixels.shape[0], : pixels.shape[1]]
    pixels[patches] = rough[patches]
    return Scan(Image.fromarray(pixels), scan.centres, scan.damage)


def test_five_clicks_that_agree_tell_a_grid_that_is_seen_a_little() -> None:
    scan = covered(0.65)
    found = told(scan, *FIVE)
    assert scored(scan, found).labelled
    assert found.likely >= 0.7


def test_clicks_that_miss_do_not() -> None:
    assert told(covered(0.65), *FIVE, miss=6).likely < SURE


@pytest.mark.parametrize(("shoved", "lean"), [("odd", -0.08), ("even", 0.08)])
def test_corners_that_agree_are_not_refused_for_a_neighbour_in_their_own_column(
    shoved: str, lean: float
) -> None:
    """First and last column stand half a hex apart: on a leaning sheet clicks tell the wrong one first."""
    scan = covered(1.0, HexGrid(12, 9, shoved=shoved, short=shoved))
    image = scan.image.transform(scan.image.size, Image.Transform.AFFINE, (1, 0, 0, lean, 1, 0))
    centres = {label: (x, y - lean * x) for label, (x, y) in scan.centres.items()}
    corners = ("0101", "1201", "0108", "1209") if shoved == "odd" else ("0101", "1201", "0109", "1208")
    found = told(Scan(image, centres, scan.damage), *corners, "0102", size=(12, 9))
    assert list(found.centres) == sorted(scan.centres)


def test_a_corner_in_which_nothing_is_printed_stays_where_it_was_clicked() -> None:
    scan = printed(HexGrid(14, 11), Damage(degrees=2, noise=4, barrel=0.02, perspective=(0.05, -0.04)))
    pixels = numpy.array(scan.image)
    x, y = (round(part) for part in scan.centres["0907"])
    pixels[y:, x:] = pixels[5, 5]
    found = told(Scan(Image.fromarray(pixels), scan.centres, scan.damage), *FIVE)
    off = numpy.subtract(found.centres["1411"], scan.centres["1411"])
    assert numpy.hypot(*off) < 0.1 * 36


@pytest.mark.timed
def test_a_picture_of_five_megapixels_without_a_grid_costs_ten_seconds_at_most() -> None:
    """Of a fine screen of dots, the slowest ground: what repeats is tried, and no hex is seen."""
    y, x = numpy.mgrid[:2000, :2500]
    screen = 60 * numpy.sin(x * 0.7) * numpy.sin(y * 0.7 + x * 0.2)
    noise = numpy.random.default_rng(1).normal(150, 25, screen.shape)
    picture = Image.fromarray((screen + noise).clip(0, 255).astype(numpy.uint8))
    begun = time.process_time()
    with contextlib.suppress(ScanError):
        assert fit(picture).confidence <= CUSTOM
    assert within(time.process_time() - begun, 10)


@pytest.mark.timed
def test_the_fourth_click_on_a_large_map_costs_a_second_and_a_half_at_most() -> None:
    """Two thousand hexes, the picture made ready before as in the workbench: its size costs nothing more."""
    scan = printed(HexGrid(47, 41), Damage(degrees=1.4, noise=3))
    clicks = [Click(label, *scan.centres[label]) for label in ("0101", "4701", "0141", "4741")]
    spent = list[float]()
    for _ in range(3):  # the calmest of three, without what threads of linear algebra wait beside this one
        sheet = Sheet(scan.image.convert("L"))
        ready(sheet, 36)
        begun = time.thread_time()
        fit(sheet, clicks)
        spent.append(time.thread_time() - begun)
    assert within(min(spent), 1.5), spent
