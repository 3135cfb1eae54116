"""Areas whose borders are cased, faint, double, or cross at a sharp angle, traced on small drawn boards."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import shapely
from PIL import Image, ImageDraw, ImageFilter

from bench.scans.areascore import scored
from bench.scans.areasheets import random_area_sheet
from maps.scan.areas.growing import Growing
from maps.scan.areas.seeds import Seed
from maps.scan.areas.trace import Reading, Wish, trace
from tests.maps.scan.areas_drawn import CORNERS, INK, PAPER, grid, pairs
from workbench.area_doubts import as_shown

WHOLE = Wish(field=(0, 0, 400, 400))


def cased(gap: tuple[int, int] = (0, 0)) -> Image.Image:
    """Nine areas with borders of black, light, black; one black line is open between two heights."""
    image = Image.new("RGB", (450, 450), (150, 165, 120))
    ink = ImageDraw.Draw(image)
    for wide, colour in ((10, INK), (6, (235, 230, 205))):
        for at in (150, 300):
            ink.line((at, 0, at, 450), colour, wide)
            ink.line((0, at, 450, at), colour, wide)
    ink.rectangle((145, gap[0], 147, gap[1]), (235, 230, 205))
    return image


def test_no_area_runs_along_the_inside_of_a_cased_border() -> None:
    seeds = [
        Seed(f"{row}{column}", 75 + 150 * column, 75 + 150 * row) for row in range(3) for column in range(3)
    ]
    found = trace(cased((30, 60)), seeds, Wish(field=(0, 0, 450, 450)))
    assert len(found.contacts) == 12
    for shape in found.areas.values():
        assert shape.area == pytest.approx(150 * 150, rel=0.07)


def test_an_area_without_a_seed_is_told_though_one_of_its_borders_is_fainter() -> None:
    image = grid()
    ImageDraw.Draw(image).line((200, 206, 200, 400), (90, 86, 80), 3)
    (doubt,) = trace(image, CORNERS[:3], WHOLE).doubts
    assert (doubt.kind, shapely.box(200, 200, 400, 400).contains(shapely.Point(doubt.at))) == (
        "missing seed",
        True,
    )


def faint_coast() -> tuple[Image.Image, list[Seed]]:
    """Nine areas, and a wide sea without a click; a part of its coast is faint."""
    image = Image.new("RGB", (440, 300), PAPER)
    ink = ImageDraw.Draw(image)
    for at in (100, 200):
        ink.line((at, 0, at, 300), INK, 3)
        ink.line((0, at, 300, at), INK, 3)
    ink.line((300, 0, 300, 300), INK, 3)
    ink.rectangle((298, 103, 302, 197), PAPER)
    ink.rectangle((299, 103, 301, 197), (190, 186, 172))
    return image, [Seed(f"{x}{y}", 50 + 100 * x, 50 + 100 * y) for x in range(3) for y in range(3)]


def test_clicks_beside_a_wide_sea_do_not_fill_it_though_its_coast_is_faint() -> None:
    image, seeds = faint_coast()
    grown = Growing(Reading(image)).grown(seeds, Wish())
    assert all(shape.area < 12_000 for shape in grown.values())


def test_a_wide_sea_without_a_click_is_told_though_its_coast_is_faint() -> None:
    image, seeds = faint_coast()
    sea = trace(image, seeds, Wish(field=(0, 0, *image.size))).doubts[0]
    assert (sea.kind, sea.at[0] > 310) == ("missing seed", True)
    assert "a piece as large as 4 areas without a seed" in sea.words
    asked = as_shown(sea, "")
    assert asked.words.startswith("Is this sea? It is as large as 4 areas.")
    assert [mend.verb for mend in asked.mends] == ["seed", "seed"]


def test_the_rim_of_a_double_frame_is_no_area_without_a_seed() -> None:
    image = Image.new("RGB", (460, 460), PAPER)
    ink = ImageDraw.Draw(image)
    for by in (10, 30):
        ink.rectangle((by, by, 459 - by, 459 - by), outline=INK, width=3)
    ink.line((230, 30, 230, 430), INK, 3)
    ink.line((30, 230, 430, 230), INK, 3)
    seeds = [replace(seed, x=seed.x + 30, y=seed.y + 30) for seed in CORNERS]
    assert trace(image, seeds).doubts == []


@pytest.mark.parametrize("degrees", [20, 25])
def test_areas_above_and_below_two_borders_that_cross_at_a_sharp_angle_do_not_touch(degrees: int) -> None:
    image = Image.new("RGB", (600, 400), PAPER)
    across, down = (500 * side(math.radians(degrees / 2)) for side in (math.cos, math.sin))
    for rise in (down, -down):
        ends = (300 - across, 200 - rise, 300 + across, 200 + rise)
        ImageDraw.Draw(image).line(ends, (40, 34, 30), 5)
    seeds = [Seed("N", 300, 60), Seed("S", 300, 340), Seed("W", 40, 200), Seed("E", 560, 200)]
    found = trace(image.filter(ImageFilter.GaussianBlur(0.8)), seeds)
    assert ("N", "S") not in pairs(found)
    assert [(doubt.kind, doubt.areas) for doubt in found.doubts] == [("near corner", ("N", "S"))]


@pytest.mark.parametrize("width", [5, 7])
def test_a_coast_that_is_hardly_darker_than_the_sea_has_its_border_in_the_middle(width: int) -> None:
    image = Image.new("RGB", (600, 400), (28, 58, 100))
    ink = ImageDraw.Draw(image)
    ink.rectangle((0, 0, 600, 199), (228, 224, 210))
    ink.line((300, 0, 300, 199), (40, 34, 30), 4)
    top = 200 - width // 2
    ink.rectangle((0, top, 600, top + width - 1), (20, 20, 22))
    seeds = [Seed("W", 150, 90), Seed("E", 450, 90), Seed("sea", 300, 310)]
    found = trace(image.filter(ImageFilter.GaussianBlur(0.8)), seeds)
    assert found.areas["sea"].area == pytest.approx(600 * 200, abs=600)


@pytest.mark.slow
@pytest.mark.parametrize("number", [7, 15])
def test_corners_of_a_random_scan_are_no_contacts_and_its_short_contacts_are_no_corners(number: int) -> None:
    """On 7 a line between two tints was taken for a coast; on 15 corners were told by coasts' height."""
    sheet = random_area_sheet(number)
    found = scored(sheet, trace(sheet.image, sheet.seeds, sheet.wish))
    assert not (found.missing or found.extra or found.lost)
