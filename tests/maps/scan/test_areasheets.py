"""What the simulator says of areas on a scan is true, and the score finds what is wrong with a trace."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy
import pytest
import shapely
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from bench.scans.areas import Areas, Print, area_numbers, border_of, printed
from bench.scans.areascore import Score, answers, covers, raster, scored, true_lengths
from bench.scans.areasheets import (
    KINDS,
    NO_AREA,
    AreaSheet,
    moved,
    random_area_sheet,
    random_print,
)
from bench.scans.rasters import rasterised
from bench.scans.simulator import Bend, Damage, scanned
from maps.scan.areas.doubts import Doubt
from maps.scan.areas.seeds import Seed
from maps.scan.areas.trace import Traced, Wish

BENT = Damage(
    degrees=4,
    perspective=(0.1, -0.06),
    barrel=0.04,
    waves=((0.004, 0.005, 1.3, -0.7, 0.2),),
    scale=0.9,
    crop=(0.05, 0.0, 0.02, 0.04),
)


def board(style: Print) -> Areas:
    """Twenty areas with paper around."""
    rng = numpy.random.default_rng(5)
    truth = numpy.pad(area_numbers(rng, 20, (560, 420), 1), 30, constant_values=NO_AREA)
    return printed(truth, [f"A{n}" for n in range(20)], style, rng)


@pytest.mark.slow
def test_the_truth_lies_where_the_scan_shows_it() -> None:
    plain = board(Print())
    colours = numpy.array([(9 + 12 * n, 250 - 11 * n, 40 * (n % 6)) for n in range(20)] + [(255, 255, 255)])
    flat = Image.fromarray(colours[plain.truth].astype(numpy.uint8))
    scan = scanned(flat, plain.seeds, BENT)
    truth, _ = moved(plain, Bend(flat.size, BENT))
    inner = ndimage.binary_erosion(~border_of(truth), iterations=2) & (truth != NO_AREA)
    pixels = numpy.asarray(scan.image).astype(int)
    assert inner.mean() > 0.5
    assert numpy.abs(pixels - colours[truth])[inner].max() <= 1


@pytest.mark.slow
def test_clicks_that_were_moved_lie_in_their_areas() -> None:
    plain = board(Print())
    scan = scanned(plain.image, {name: (x + 0.5, y + 0.5) for name, (x, y) in plain.seeds.items()}, BENT)
    truth, _ = moved(plain, Bend(plain.image.size, BENT))
    assert len(scan.centres) > 15
    assert [int(truth[int(y), int(x)]) for x, y in scan.centres.values()] == [
        int(name[1:]) for name in scan.centres
    ]


@pytest.mark.slow
def test_what_a_line_covers_is_known() -> None:
    dark = board(Print(line=4, ink=(0, 0, 0), names=False, symbols=False))
    black = numpy.asarray(dark.image).max(axis=2) < 60
    assert not (black & (dark.inked == 0)).any()
    assert black[dark.inked > 0].mean() > 0.5


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_print_is_the_same_again(kind: str) -> None:
    one, other = (random_print(numpy.random.default_rng(4), kind) for _ in range(2))
    assert one == other


@pytest.mark.slow
def test_a_sheet_is_the_same_again_with_a_click_in_every_area() -> None:
    one, other = random_area_sheet(2), random_area_sheet(2)
    assert one.image.tobytes() == other.image.tobytes()
    assert one.seeds == other.seeds
    assert {one.names[int(one.truth[int(seed.y), int(seed.x)])] for seed in one.seeds} == set(one.names)


# -- the score ------------------------------------------------------------------------------------


def perfect() -> tuple[AreaSheet, Traced]:
    """A sheet of straight stripes and blocks, and a trace of it that is right."""
    truth = numpy.full((240, 300), NO_AREA, dtype=numpy.int32)
    truth[20:220, 20:280] = numpy.arange(260)[None] // 65 + 4 * (numpy.arange(200)[:, None] // 100)
    names = [f"A{n}" for n in range(8)]
    inked = numpy.where(ndimage.binary_dilation(border_of(truth)), 4.0, 0.0).astype(numpy.float32)
    seeds = [Seed(name, 50 + 65 * (n % 4), 70 + 100 * (n // 4)) for n, name in enumerate(names)]
    sheet = AreaSheet(0, "stripes", Image.new("RGB", (300, 240)), truth, inked, names, seeds, Wish(), None)
    return sheet, traced(sheet, truth)


def traced(sheet: AreaSheet, labels: NDArray[Any]) -> Traced:
    """What a trace would say that found these labels."""
    shapes = {name: of_pixels(labels == n) for n, name in enumerate(sheet.names)}
    pairs = [(sheet.names[a], sheet.names[b], n) for (a, b), n in true_lengths(labels).items() if a >= 0]
    pairs = [pair for pair in pairs if pair[2] > 6]
    return Traced(shapes, pairs, [])


def of_pixels(mask: NDArray[Any]) -> shapely.Geometry:
    """The outline of these pixels, with a point at every corner of a pixel."""
    steps = numpy.diff(numpy.pad(mask, ((0, 0), (1, 1))).astype(int), axis=1)
    (y, left), (_, right) = numpy.nonzero(steps == 1), numpy.nonzero(steps == -1)
    return shapely.segmentize(shapely.union_all(shapely.box(left, y, right, y + 1)), 1.0)


def test_a_perfect_trace_is_good() -> None:
    score = scored(*perfect())
    assert score == Score(1.0, 1.0, frozenset(), frozenset(), frozenset(), True, True)
    assert score.good


def shifted() -> tuple[AreaSheet, Traced]:
    """All borders between areas two pixels too far to the right, that is, just on their lines."""
    sheet, _ = perfect()
    labels = sheet.truth.copy()
    labels[20:220, 22:280] = sheet.truth[20:220, 20:278]
    return sheet, traced(sheet, labels)


def test_pixels_of_a_line_belong_to_any_area_it_parts_but_not_strictly() -> None:
    score = scored(*shifted())
    assert score.right == 1.0
    assert score.strict == pytest.approx(1 - 3 * 2 / 260, abs=1e-3)


def test_a_border_beside_its_line_is_wrong_and_untold() -> None:
    sheet, found = shifted()
    score = scored(replace(sheet, inked=numpy.zeros_like(sheet.inked)), found)
    assert score.right == score.strict < 0.98
    assert (score.pixels, score.adjacency, score.good, score.told) == (False, True, False, False)


def test_two_areas_taken_for_each_other_are_wrong_pixels_and_contacts() -> None:
    sheet, found = perfect()
    swapped = {**found.areas, "A0": found.areas["A3"], "A3": found.areas["A0"]}
    renamed = {"A0": "A3", "A3": "A0"}
    contacts = [(*sorted(renamed.get(name, name) for name in pair), n) for *pair, n in found.contacts]
    score = scored(sheet, replace(found, areas=swapped, contacts=contacts))  # type: ignore[arg-type]
    assert score.right == pytest.approx(0.75)
    assert ("A0", "A1") in score.missing
    assert ("A0", "A2") in score.extra
    assert not score.told


def test_a_lost_area_is_missed() -> None:
    sheet, found = perfect()
    less = replace(found, areas={name: shape for name, shape in found.areas.items() if name != "A5"})
    assert scored(sheet, less).lost == {"A5"}


def doubt(kind: str, *areas: str) -> Doubt:
    return Doubt(kind, areas, (39.0, 60.0), "contact", 1.0, 7.0)


def test_a_corner_is_no_contact_and_one_too_many_is_told_if_a_doubt_names_it() -> None:
    sheet, found = perfect()
    more = replace(found, contacts=[*found.contacts, ("A0", "A5", 7.0)])
    assert scored(sheet, more).extra == {("A0", "A5")}
    assert not scored(sheet, more).told
    asked = replace(more, doubts=[doubt("near corner", "A0", "A5")])
    assert scored(sheet, asked).told
    assert answers(sheet, asked) == ([], {("A0", "A5"): "corner"})


def test_wrong_ground_is_told_if_a_doubt_names_it_and_answered_by_a_seed() -> None:
    sheet, found = perfect()
    truth = sheet.truth.copy()
    truth[30:90, 28:50] = 7
    sheet = replace(sheet, truth=truth)
    assert not scored(sheet, found).pixels
    assert not scored(sheet, found).told
    asked = replace(found, doubts=[doubt("missing seed", "A0")])
    assert scored(sheet, asked).told
    ((seed,), said) = answers(sheet, asked)
    assert (seed.name, said) == ("A7", {})
    assert truth[int(seed.y), int(seed.x)] == 7


def test_overlaps_and_gaps_are_no_coverage() -> None:
    left, right = shapely.box(0, 0, 10, 10), shapely.box(10, 0, 20, 10)
    assert covers([left, right])
    assert not covers([left, shapely.box(9, 0, 20, 10)])
    ring = shapely.box(0, 0, 30, 30).difference(shapely.box(10, 10, 20, 20))
    assert not covers([ring])


def test_lengths_of_borders_are_those_of_the_drawn_curve() -> None:
    y, x = numpy.mgrid[:300, :300]
    circle = (numpy.hypot(x - 150, y - 150) < 100).astype(int)
    assert true_lengths(circle)[0, 1] == pytest.approx(2 * numpy.pi * 100, rel=0.02)
    slanted = (2 * y > x).astype(int)
    assert true_lengths(slanted)[0, 1] == pytest.approx(numpy.hypot(300, 150), rel=0.05)


def test_outlines_become_the_same_pixels_in_both_ways() -> None:
    rng = numpy.random.default_rng(2)
    hole = shapely.Point(40, 30).buffer(7.3)
    cells = shapely.voronoi_polygons(shapely.MultiPoint(rng.random((30, 2)) * (80, 60)))
    within = shapely.intersection(shapely.get_parts(cells), shapely.box(0, 0, 80, 60))
    shapes = [*(shape for shape in shapely.difference(within, hole) if not shape.is_empty), hole]
    names = [str(n) for n in range(len(shapes))]
    sheet = replace(perfect()[0], names=names, truth=numpy.zeros((60, 80), dtype=numpy.int32))
    found = Traced(dict(zip(names, shapes, strict=True)), [], [])
    assert (raster(sheet, found) == rasterised(dict(enumerate(shapes)), (80, 60))).all()
