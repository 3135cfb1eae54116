"""Areas traced on small drawn boards: borders, islands, strokes, inks, doubts and what settles them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from bench.scans.areas import Areas, Print, areas
from bench.scans.rasters import rasterised
from bench.scans.simulator import Damage, scanned
from maps.scan.areas import doubts as told
from maps.scan.areas.contacts import Border, Lines
from maps.scan.areas.doubts import Doubt, weightiest
from maps.scan.areas.elevation import Inks, elevation_of, lab_of, without_lettering
from maps.scan.areas.flooding import UNCLAIMED, Marks
from maps.scan.areas.seeds import Seed
from maps.scan.areas.trace import Reading, Traced, Wish, trace
from scans.outlines import outlines, shared_lengths
from scans.scan_faults import ScanError
from tests.maps.scan.areas_drawn import CORNERS, INK, NEIGHBOURS, PAPER, grid, is_coverage, pairs, sheet

WHOLE = Wish(field=(0, 0, 400, 400))


def test_four_areas_share_borders_and_meet_in_a_corner_that_is_no_contact() -> None:
    found = trace(grid(), CORNERS, WHOLE)
    assert pairs(found) == NEIGHBOURS
    assert is_coverage(found)
    assert sum(shape.area for shape in found.areas.values()) == pytest.approx(400 * 400)
    for name, box in {"NW": (0, 0, 200, 200), "SE": (200, 200, 400, 400)}.items():
        assert found.areas[name].symmetric_difference(shapely.box(*box)).area < 1200


@pytest.mark.slow
def test_the_same_scan_and_seeds_give_the_same_outlines() -> None:
    assert trace(grid(), CORNERS, WHOLE) == trace(grid(), CORNERS, WHOLE)


@pytest.mark.slow
@pytest.mark.parametrize("width", [5, 9])
def test_a_border_is_in_the_middle_of_a_wide_line(width: int) -> None:
    image = Image.new("RGB", (600, 400), PAPER)
    ink = ImageDraw.Draw(image)
    ink.rectangle((20, 20, 580, 380), outline=INK, width=width)
    ink.line((300, 20, 300, 380), INK, width)
    ink.line((20, 200, 580, 200), INK, width)
    grain = numpy.random.default_rng(1).normal(0, 2, (400, 600, 1))
    blurred = numpy.asarray(image.filter(ImageFilter.GaussianBlur(0.8))) + grain
    scan = Image.fromarray(blurred.clip(0, 255).astype(numpy.uint8))
    seeds = [
        Seed(name, x, y) for name, x, y in zip("ABCD", (150, 450) * 2, (100,) * 2 + (300,) * 2, strict=True)
    ]
    for shape in trace(scan, seeds).areas.values():
        assert shape.area == pytest.approx((280 - width / 2) * (180 - width / 2), rel=0.025)


@pytest.mark.parametrize("shade", [90, 70])
def test_a_border_is_in_the_middle_of_a_light_line_between_shades(shade: int) -> None:
    """The shade on one side is darker, as it is where light comes from one side."""
    image = Image.new("RGB", (600, 400), (150, 150, 146))
    ink = ImageDraw.Draw(image)
    ink.rectangle((0, 193, 600, 197), (90, 90, 88))
    ink.rectangle((0, 198, 600, 202), (210, 210, 206))
    ink.rectangle((0, 203, 600, 207), (shade,) * 3)
    scan = image.filter(ImageFilter.GaussianBlur(1.5))
    for shape in trace(scan, [Seed("A", 300, 90), Seed("B", 300, 310)]).areas.values():
        assert shape.area == pytest.approx(600 * 200, rel=0.01)


def test_change_of_colour_alone_is_a_border() -> None:
    image = Image.new("RGB", (400, 400), (120, 160, 200))
    ImageDraw.Draw(image).ellipse((80, 60, 260, 300), (190, 180, 140))
    found = trace(image, [Seed("Sea", 330, 330), Seed("Land", 150, 180)], WHOLE)
    assert found.areas["Land"].area == pytest.approx(numpy.pi * 90 * 120, rel=0.02)
    assert len(found.areas["Sea"].interiors) == 1, "an island is a hole in its sea"
    assert pairs(found) == [("Land", "Sea")]


def test_islands_of_one_name_are_parts_of_one_area_and_lakes_are_none() -> None:
    image = Image.new("RGB", (400, 400), PAPER)
    for box in ((40, 40, 160, 160), (240, 240, 360, 360), (240, 40, 360, 160)):
        ImageDraw.Draw(image).rectangle(box, outline=INK, width=3)
    seeds = [
        Seed("Isles", 100, 100),
        Seed("Isles", 300, 300),
        Seed("outside", 300, 100),
        Seed("Sea", 200, 200),
    ]
    found = trace(image, seeds, WHOLE)
    assert found.areas.keys() == {"Isles", "Sea"}
    assert len(shapely.get_parts(found.areas["Isles"])) == 2
    assert not found.areas["Sea"].contains(shapely.Point(300, 100))
    assert pairs(found) == [("Isles", "Sea")]


def test_dashes_part_areas() -> None:
    dashes = [(200, y, 200, y + 14) for y in range(0, 400, 22)]
    found = trace(sheet(dashes), [Seed("W", 90, 200), Seed("E", 310, 200)], WHOLE)
    assert found.areas["W"].area == pytest.approx(80_000, rel=0.03)


def test_names_and_symbols_under_a_click_are_no_borders() -> None:
    image = grid()
    ImageDraw.Draw(image).rectangle((80, 80, 100, 100), "white", INK, 3)
    ImageDraw.Draw(image).text((270, 90), "Oranienburg", INK)
    found = trace(image, CORNERS, WHOLE)
    assert found.areas["NW"].area == pytest.approx(40_000, rel=0.03)
    assert found.areas["NE"].area == pytest.approx(40_000, rel=0.03)


def test_paper_around_the_map_is_outside_without_a_seed() -> None:
    image = Image.new("RGB", (400, 400), PAPER)
    ImageDraw.Draw(image).rectangle((50, 50, 350, 350), outline=INK, width=3)
    ImageDraw.Draw(image).line((200, 50, 200, 350), INK, 3)
    found = trace(image, [Seed("W", 120, 200), Seed("E", 280, 200)])
    assert shapely.union_all(list(found.areas.values())).area == pytest.approx(300 * 300, rel=0.03)


@pytest.mark.slow
def test_a_sheet_on_a_dark_table_is_cut_out_with_its_margin() -> None:
    image = Image.new("RGB", (500, 500), (60, 60, 60))
    ImageDraw.Draw(image).polygon([(40, 25), (475, 45), (460, 475), (25, 455)], PAPER)
    ImageDraw.Draw(image).rectangle((100, 100, 400, 400), outline=INK, width=3)
    ImageDraw.Draw(image).line((250, 100, 250, 400), INK, 3)
    found = trace(image, [Seed("W", 170, 250), Seed("E", 330, 250)])
    assert shapely.union_all(list(found.areas.values())).area == pytest.approx(300 * 300, rel=0.03)
    assert [(one.kind, one.taken) for one in found.doubts] == [("missing seed", "outside")]


def test_one_click_outside_has_the_table_all_around_though_an_area_is_open_to_it() -> None:
    image = Image.new("RGB", (400, 400), PAPER)
    ink = ImageDraw.Draw(image)
    ink.rectangle((60, 60, 340, 340), outline=INK, width=3)
    ink.line((200, 60, 200, 340), INK, 3)
    ink.rectangle((335, 150, 345, 250), PAPER)
    found = trace(image, [Seed("W", 100, 200), Seed("E", 300, 200), Seed("outside", 10, 10)])
    for area in found.areas.values():
        assert area.area == pytest.approx(140 * 280, rel=0.1)


def test_a_name_from_border_to_border_halves_no_area_at_the_edge_of_the_sheet() -> None:
    image = Image.new("RGB", (500, 500), (60, 60, 60))
    ink = ImageDraw.Draw(image)
    for left in (14, 172, 330):
        ink.rectangle((left, 14, left + 158, 488), PAPER, INK, 4)
    name, font = "St. Anton an der Oder", ImageFont.load_default(13)
    wide = ink.textlength(name, font)
    ink.text((93 - wide / 2, 200), name, INK, font)
    found = trace(image, [Seed("W", 93, 350), Seed("M", 250, 250), Seed("E", 410, 250)])
    assert wide > 120
    assert [round(found.areas[name].area / (158 * 474), 1) for name in "WME"] == [1, 1, 1]
    assert found.doubts == []


def test_a_click_on_a_name_keeps_its_area_though_its_border_is_dashed() -> None:
    image = sheet([(200, y, 200, y + 12) for y in range(0, 400, 20)])
    ImageDraw.Draw(image).text((60, 190), "Oranienburg", INK, ImageFont.load_default(16))
    found = trace(image, [Seed("W", 100, 200), Seed("E", 310, 200)], WHOLE)
    assert found.areas["W"].area == pytest.approx(80_000, rel=0.03)


@pytest.mark.parametrize("road", [(0, 310, 600, 310), (310, 0, 310, 600), (0, 275, 600, 340)])
def test_a_road_cuts_no_area_though_it_is_printed_as_strongly_as_borders(
    road: tuple[int, int, int, int],
) -> None:
    image, seeds, boxes = Image.new("RGB", (600, 600), PAPER), list[Seed](), []
    ink = ImageDraw.Draw(image)
    for n in range(25):
        x, y = 120 * (n % 5), 120 * (n // 5)
        boxes.append((x, y, x + 120, y + 120))
        ink.rectangle(boxes[-1], (150 + 4 * n, 230 - 4 * n, 150 + 20 * (n % 4)), (110, 80, 60), 3)
        seeds.append(Seed(str(n), x + 25, y + 25))
    ink.line(road, (20, 40, 110), 4)
    found = trace(image, seeds, Wish((0, 0, 600, 600)))
    for seed, box in zip(seeds, boxes, strict=True):
        assert found.areas[seed.name].symmetric_difference(shapely.box(*box)).area < 1500, seed
    assert len(found.contacts) == 40


def test_one_area_may_be_all_that_a_bare_picture_has() -> None:
    found = trace(Image.new("RGB", (300, 300), PAPER), [Seed("A", 50, 50)], Wish((0, 0, 300, 300)))
    assert found.areas["A"].area == 90_000
    assert not found.contacts


def test_a_small_island_keeps_to_its_coast_in_a_wide_sea() -> None:
    image = sheet([(200, 0, 200, 400)])
    ImageDraw.Draw(image).ellipse((285, 185, 315, 215), outline=INK, width=3)
    found = trace(image, [Seed("W", 100, 200), Seed("Sea", 250, 60), Seed("Isle", 300, 200)], WHOLE)
    assert found.areas["Isle"].area == pytest.approx(numpy.pi * 15**2, rel=0.2)
    assert [one.areas for one in found.doubts] == [("Isle", "Sea")], "it might be a symbol in a larger area"


@pytest.mark.parametrize(("wide", "high"), [(7, 6), (9, 9), (5, 20)])
def test_an_islet_behind_a_strait_keeps_to_its_coast(wide: int, high: int) -> None:
    image = sheet([(200, 0, 200, 400), (200, 140, 370, 140)])
    ImageDraw.Draw(image).ellipse((300 - wide, 200 - high, 300 + wide, 200 + high), outline=INK, width=2)
    found = trace(image, [Seed("W", 100, 200), Seed("Sea", 300, 60), Seed("Isle", 300, 200)], WHOLE)
    assert found.areas["Isle"].area == pytest.approx(numpy.pi * (wide - 1) * (high - 1), rel=0.15)
    assert found.areas["Sea"].area == pytest.approx(80_000, rel=0.02)


def test_a_click_on_a_symbol_in_a_sea_has_the_sea_though_an_islet_lies_close_by() -> None:
    image = Image.new("RGB", (400, 400), (200, 215, 230))
    ink = ImageDraw.Draw(image)
    ink.line((200, 0, 200, 400), (120, 120, 120), 1)
    ink.ellipse((285, 185, 315, 205), (150, 150, 110))
    ink.ellipse((284, 215, 316, 239), PAPER, INK, 3)
    found = trace(image, [Seed("West", 100, 200), Seed("East", 300, 195), Seed("Isle", 300, 227)], WHOLE)
    assert found.areas["East"].area == pytest.approx(200 * 400, rel=0.05)
    assert found.areas["Isle"].area < 700


def test_a_speck_on_a_faint_border_opens_no_gap_in_it() -> None:
    image = Image.new("RGB", (400, 400), (240, 235, 220))
    ink = ImageDraw.Draw(image)
    ink.rectangle((0, 0, 400, 199), (228, 224, 212))
    ink.rectangle((0, 0, 398, 398), outline=INK, width=4)
    ink.ellipse((196, 196, 204, 204), INK)
    elevation = elevation_of(lab_of(image), Inks())
    assert without_lettering(elevation, 100)[190:210, 200].max() > elevation[190:210, 100].max() / 2


def test_a_long_border_in_a_thin_line_is_no_blot_for_half_a_pixel() -> None:
    border = Border(20, 0, (0.0, 0.0), (0.0, 0.0), 2.0)
    assert not Lines(9.0, 2**0.5).blotted(border, long=True)
    assert Lines(9.0, 2**0.5).blotted(border, long=False)
    assert Lines(9.0, 2**0.5).blotted(replace(border, depth=5**0.5), long=True)


def crossed(rise: int) -> Traced:
    """Four areas parted by two lines that cross at an acute angle."""
    image = sheet([(0, 200 - rise, 400, 200 + rise), (0, 200 + rise, 400, 200 - rise)])
    sides = {"N": (200, 60), "S": (200, 340), "W": (60, 200), "E": (340, 200)}
    return trace(image, [Seed(name, *at) for name, at in sides.items()], WHOLE)


def test_lines_that_cross_at_an_acute_angle_make_a_corner_and_no_contact() -> None:
    found = crossed(45)
    touching = {(one, other) for one, other, _ in found.contacts}
    assert touching == {("E", "N"), ("E", "S"), ("N", "W"), ("S", "W")}
    assert [(one.kind, one.taken) for one in found.doubts] == [("near corner", "corner")]


@pytest.mark.slow
def test_a_long_blot_is_doubted_before_a_contact_that_is_nearer_the_limit() -> None:
    (blot,), (near,) = crossed(20).doubts, trace(staggered(12), CORNERS, WHOLE).doubts
    assert (blot.taken, near.taken) == ("corner", "contact")
    assert blot.px > near.px
    assert blot.weight > near.weight


def test_where_nothing_is_printed_areas_are_told_as_unparted_and_a_stroke_parts_them() -> None:
    image, seeds = Image.new("RGB", (400, 400), PAPER), [Seed("W", 60, 200), Seed("E", 310, 200)]
    before = trace(image, seeds, WHOLE)
    assert ("unparted", ("E", "W")) in [(one.kind, one.areas) for one in before.doubts]
    after = trace(image, seeds, replace(WHOLE, strokes=[[(250, 0), (250, 400)]]))
    assert after.areas["W"].area == pytest.approx(250 * 400, rel=0.02)
    assert not after.doubts


def test_a_gap_is_told_with_its_place() -> None:
    found = trace(
        sheet([(200, 0, 200, 170), (200, 230, 200, 400)]), [Seed("W", 90, 200), Seed("E", 310, 200)], WHOLE
    )
    (gap,) = found.doubts
    assert (gap.kind, gap.areas) == ("gap", ("E", "W"))
    assert numpy.hypot(gap.at[0] - 200, gap.at[1] - 200) < 40
    assert gap.px == pytest.approx(55, abs=20)


@pytest.mark.slow
def test_a_missing_seed_is_told_and_its_advice_settles_it() -> None:
    found = trace(grid(), CORNERS[:3], WHOLE)
    (doubt,) = [one for one in found.doubts if one.kind == "missing seed"]
    assert doubt.at[0] > 200 < doubt.at[1]
    after = trace(grid(), [*CORNERS[:3], Seed("SE", *doubt.at)], WHOLE)
    assert pairs(after) == NEIGHBOURS


def test_a_closed_piece_at_the_edge_of_the_picture_is_told_though_paper_lies_there_too() -> None:
    image = Image.new("RGB", (400, 400), PAPER)
    for box in ((-10, 100, 120, 200), (-10, 200, 120, 300), (120, 100, 240, 300)):
        ImageDraw.Draw(image).rectangle(box, outline=INK, width=3)
    (doubt,) = trace(image, [Seed("A", 60, 150), Seed("C", 180, 200)]).doubts
    assert (doubt.kind, doubt.taken) == ("missing seed", "outside")
    assert shapely.box(0, 200, 120, 300).contains(shapely.Point(doubt.at))


def test_a_picture_without_print_is_one_piece_that_nobody_has_claimed() -> None:
    assert (Reading(Image.new("RGB", (60, 60), PAPER)).claimed(Wish(), Marks()) == UNCLAIMED).all()


def test_strips_of_table_that_borders_part_are_no_places_to_look_at() -> None:
    image = Image.new("RGB", (400, 400), (90, 80, 70))
    ink = ImageDraw.Draw(image)
    ink.rectangle((10, 10, 389, 389), PAPER)
    ink.rectangle((10, 10, 389, 389), outline=INK, width=3)
    for line in ((200, 0, 200, 400), (0, 200, 400, 200)):
        ink.line(line, INK, 3)
    assert [one.kind for one in trace(image, CORNERS).doubts if one.kind == "missing seed"] == []


def staggered(step: int) -> Image.Image:
    """Four areas of which two share a border of so many pixels in the middle."""
    return sheet([(200, 0, 200, 200), (200 + step, 200, 200 + step, 400), (0, 200, 400, 200)])


@pytest.mark.slow
def test_a_short_border_is_doubted_and_decided_by_a_word() -> None:
    image = staggered(9)
    found = trace(image, CORNERS, WHOLE)
    (doubt,) = [one for one in found.doubts if one.kind == "near corner"]
    assert doubt.areas == ("NE", "SW")
    for says in ("contact", "corner"):
        after = trace(image, CORNERS, replace(WHOLE, decided={("NE", "SW"): says}))
        assert (("NE", "SW") in pairs(after)) == (says == "contact")
        assert not [one for one in after.doubts if one.kind == "near corner"]


def test_a_long_border_is_a_contact_without_doubt() -> None:
    found = trace(staggered(40), CORNERS, WHOLE)
    assert ("NE", "SW") in pairs(found)
    assert not found.doubts


def test_at_most_ten_doubts_are_told_the_weightiest_first() -> None:
    many = [Doubt("gap", ("A", "B"), (0, 0), "contact", weight) for weight in range(40)]
    assert [one.weight for one in weightiest(many)] == list(range(39, 29, -1))


def test_the_last_doubt_of_too_many_names_the_areas_of_all_others() -> None:
    many = [Doubt("gap", (f"A{n}", "B"), (n, 0), "contact", 40 - n) for n in range(12)]
    last = weightiest(many)[-1]
    assert (last.kind, last.areas, last.px, last.at) == ("more", ("A9", "B", "A10", "A11"), 3, (9, 0))
    assert "9, 0" in last.words and "A9, B, A10, A11" in last.words
    assert weightiest(many[:10]) == many[:10]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        *((kind, "A and B") for kind in ("unparted", "gap", "near corner", "many", "huge")),
        *((kind, "counted as part of A, but may be part of B") for kind in ("missing seed", "rival")),
        ("arm", "a narrow arm of A runs between B and C for 9 px"),
    ],
)
def test_every_doubt_says_where_what_was_taken_and_how_to_settle_it(kind: str, said: str) -> None:
    areas = ("A", "B", "C") if kind == "arm" else ("A", "B")
    words = Doubt(kind, areas, (31, 42), "A" if "part of" in said else "contact", 1, 9).words
    assert "31, 42" in words
    assert said in words
    assert any(way in words for way in ("add a seed", "--line", "--decided", "--border"))


def test_the_table_of_doubts_keeps_what_was_decided() -> None:
    doubt = Doubt("near corner", ("A", "B"), (31, 42), "contact", 1, 9)
    table = told.table_of([doubt, replace(doubt, kind="gap")], {("C", "D"): "corner"})
    assert table.splitlines() == ["one,other,says,px,x,y", "C,D,corner,,,", "A,B,contact,9,31,42"]


def with_roads() -> Image.Image:
    """Red borders, and a black road in one area, thicker than they are."""
    image = grid(ink=(170, 40, 44))
    ImageDraw.Draw(image).line((0, 60, 190, 130), INK, 5)
    return image


def test_a_colour_of_borders_and_one_of_lines_that_are_none() -> None:
    seeds = [replace(seed, x=40) if "W" in seed.name else seed for seed in CORNERS]
    for inks in (Inks([((170, 40, 44), 0)]), Inks(ignored=[INK])):
        found = trace(with_roads(), seeds, replace(WHOLE, inks=inks))
        assert found.areas["NW"].area == pytest.approx(40_000, rel=0.03)


def test_a_colour_of_borders_holds_in_uneven_light_and_jpeg() -> None:
    damage = Damage(light=(0.3, 0.2), noise=4, quality=55, seed=1)
    scan = scanned(with_roads(), {seed.name: (seed.x, seed.y) for seed in CORNERS}, damage)
    seeds = [Seed(name, x, y) for name, (x, y) in scan.centres.items()]
    field = (0, 0, *scan.image.size)
    found = trace(scan.image, seeds, Wish(field, Inks([((170, 40, 44), 0)])))
    assert found.areas["NW"].area == pytest.approx(40_000, rel=0.06)


def test_only_lines_so_wide_are_borders() -> None:
    blue = (60, 110, 190)
    image = sheet([(200, 0, 200, 400)], 14, blue)
    ImageDraw.Draw(image).line((100, 0, 100, 400), blue, 3)
    seeds = [Seed("W", 50, 200), Seed("E", 310, 200)]
    found = trace(image, seeds, replace(WHOLE, inks=Inks([(blue, 9)])))
    assert found.areas["W"].area == pytest.approx(80_000, rel=0.03)


@pytest.mark.parametrize(
    ("seeds", "said"),
    [
        (
            [Seed("A", 5, 5), Seed("Far", 900, 10)],
            "^Far (900, 10) is outside the picture, which has 400 x 400 pixels$",
        ),
        ([Seed("A", 5, 5), Seed("B", 5.5, 5.2)], "are one place"),
        ([Seed("outside", 5, 5)], "no seed names an area"),
    ],
)
def test_seeds_that_cannot_be_are_refused(seeds: list[Seed], said: str) -> None:
    with pytest.raises(ScanError, match=said.replace("(", r"\(").replace(")", r"\)")):
        trace(grid(), seeds)


def test_a_word_about_no_area_or_two_that_are_far_apart_is_refused() -> None:
    with pytest.raises(ScanError, match="no area is named 'NV'; did you mean N"):
        trace(grid(), CORNERS, Wish(decided={("NE", "NV"): "corner"}))
    found = Wish(decided={("E", "W"): "contact"})
    three = sheet([(130, 0, 130, 400), (270, 0, 270, 400)])
    with pytest.raises(ScanError, match="share no border"):
        trace(three, [Seed("W", 60, 200), Seed("Mid", 200, 200), Seed("E", 340, 200)], found)


def test_lab_is_that_of_the_standard() -> None:
    red = lab_of(Image.new("RGB", (2, 2), (255, 0, 0)))[0, 0]
    assert red == pytest.approx([53.2, 80.1, 67.2], abs=3)


# -- outlines -------------------------------------------------------------------------------------


@given(st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=5, max_size=5))
def test_outlines_of_any_labels_are_a_coverage_of_their_pixels(rows: list[list[int]]) -> None:
    labels = numpy.kron(numpy.array(rows), numpy.ones((8, 8), dtype=int))
    shapes = outlines(labels)
    assert sorted(shapes) == sorted(set(labels.ravel().tolist()) - {0})
    assert shapely.coverage_is_valid(list(shapes.values()))
    for number, shape in shapes.items():
        assert shape.area == pytest.approx((labels == number).sum(), rel=0.25)


def test_shared_lengths_are_those_of_the_border() -> None:
    labels = numpy.ones((60, 100), dtype=int)
    labels[25:35], labels[35:] = 2, 3
    assert shared_lengths(outlines(labels)) == {(1, 2): 100, (2, 3): 100}


# -- a random board, and scans of our own ---------------------------------------------------------


@cache
def board() -> Areas:
    return areas(10, (420, 330), Print(line=3, enclaves=1), 3)


def right_share(printed: Areas, found: Traced) -> float:
    shapes = {n: found.areas[name] for n, name in enumerate(printed.seeds)}
    raster = rasterised(shapes, printed.image.size)
    return float((raster == printed.truth)[printed.inked == 0].mean())


@pytest.mark.slow
def test_of_a_random_board_nearly_every_pixel_is_right_from_one_click_each() -> None:
    printed = board()
    seeds = [Seed(name, x, y) for name, (x, y) in printed.seeds.items()]
    found = trace(printed.image, seeds, Wish(field=(0, 0, *printed.image.size)))
    assert right_share(printed, found) > 0.99
    assert is_coverage(found)


def strips(count: int) -> tuple[Image.Image, list[Seed]]:
    """Areas side by side, and one below all of them."""
    wide = 40 * count
    lines = [(0, 200, wide, 200), *((40 * n, 0, 40 * n, 200) for n in range(1, count))]
    image = Image.new("RGB", (wide, 260), PAPER)
    for line in lines:
        ImageDraw.Draw(image).line(line, INK, 3)
    return image, [*(Seed(f"A{n}", 40 * n + 20, 100) for n in range(count)), Seed("Long", 60, 230)]


@pytest.mark.parametrize(("count", "said"), [(14, ["many"]), (9, [])])
def test_an_area_that_touches_many_times_as_many_others_is_told(count: int, said: list[str]) -> None:
    image, seeds = strips(count)
    found = trace(image, seeds, Wish(field=(0, 0, *image.size)))
    assert [(one.kind, one.areas) for one in found.doubts] == [(one, ("Long",)) for one in said]
    assert all(f"Long touches {count} areas" in one.words for one in found.doubts)


def test_an_area_many_times_as_large_as_others_is_told() -> None:
    image = Image.new("RGB", (500, 500), PAPER)
    for at in range(0, 250, 50):
        ImageDraw.Draw(image).rectangle((0, at, 50, at + 50), outline=INK, width=3)
    seeds = [*(Seed(f"A{n}", 25, 25 + 50 * n) for n in range(5)), Seed("Sea", 300, 300)]
    found = trace(image, seeds, Wish(field=(0, 0, 500, 500)))
    (huge,) = [one for one in found.doubts if one.kind == "huge"]
    assert huge.areas == ("Sea",)
    assert "times as large as a usual area" in huge.words
