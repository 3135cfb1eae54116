"""Areas traced from art of many kinds, against the truth of every pixel and of who touches whom."""

from __future__ import annotations

from functools import cache

import numpy
import pytest
import shapely
from PIL import Image, ImageDraw

from bench import trace as bench
from bench.scans.areas import Areas, Print, areas
from bench.scans.rasters import rasterised
from bench.scans.simulator import Damage, scanned
from maps.scan.trace import Wish, _is_open, _Sight, _ways, trace
from maps.scan.trace_bridges import Bridge
from maps.scan.trace_decided import Decision
from maps.scan.trace_faces import borders_of
from maps.scan.trace_ink import Inks, find_ink
from maps.scan.trace_seeds import Field, Seed
from maps.scan.trace_told import Told, Traced
from scans.faults import ScanError
from tests.cases import one_quick

SIZE = (1000, 740)
STYLES = {
    "usual": Print(line=3),
    "thin": Print(line=1.4, ink=(120, 100, 80)),
    "thick": Print(line=6),
    "red and dashed": Print(line=4, dashed=True, ink=(150, 40, 40)),
    "rivers": Print(line=3, rivers=5),
    "gaps": Print(line=3, gaps=12, gap=6, tinted=False),
    "plain": Print(line=3, names=False, symbols=False),
}


@cache
def printed(style: str) -> Areas:
    return areas(24, SIZE, STYLES[style], seed=3)


def seeds_of(board: Areas) -> list[Seed]:
    return [Seed(name, x, y) for name, (x, y) in board.seeds.items()]


@cache
def traced(style: str) -> Traced:
    board = printed(style)
    return trace(board.image, seeds_of(board))


def right_share(board: Areas, found: Traced) -> float:
    shapes = {n: found.areas[name] for n, name in enumerate(board.seeds)}
    return float((rasterised(shapes, board.image.size) == board.truth).mean())


def true_contacts(board: Areas) -> dict[tuple[str, str], int]:
    """Every two areas that touch, with how many sides of pixels they share."""
    names = list(board.seeds)
    borders = borders_of(board.truth, numpy.ones(board.truth.shape, dtype=bool))
    pairs, counts = numpy.unique(numpy.stack((borders.one, borders.other)), axis=1, return_counts=True)
    return {
        (min(names[a], names[b]), max(names[a], names[b])): count
        for (a, b), count in zip(pairs.T.tolist(), counts.tolist(), strict=True)
    }


@pytest.mark.parametrize("style", one_quick(STYLES))
def test_of_every_style_nearly_every_pixel_is_in_its_area(style: str) -> None:
    least = 0.98 if "dashed" in style else 0.994
    assert traced(style).problems == []
    assert right_share(printed(style), traced(style)) > least


@pytest.mark.parametrize("style", one_quick(STYLES))
def test_who_touches_whom_is_right_but_for_what_is_nearly_a_corner(style: str) -> None:
    truth = true_contacts(printed(style))
    found = {(one, other) for one, other, _ in traced(style).contacts}
    assert {pair for pair, sides in truth.items() if sides > 24} - found == set()
    wrong = [length for one, other, length in traced(style).contacts if (one, other) not in truth]
    assert max(wrong, default=0) < 30
    assert len(wrong) <= 1
    assert len(traced(style).doubtful) <= 4


@pytest.mark.parametrize("style", one_quick(STYLES))
def test_outlines_are_a_coverage_without_gaps_or_overlaps(style: str) -> None:
    shapes = list(traced(style).areas.values())
    assert shapely.coverage_is_valid(shapes)
    assert sum(shape.area for shape in shapes) == pytest.approx(SIZE[0] * SIZE[1])
    assert shapely.union_all(shapes).equals(shapely.box(0, 0, *SIZE))


def test_an_enclave_is_a_hole_in_the_area_around_it() -> None:
    shapes = traced("usual").areas
    holes = [
        name for name, shape in shapes.items() for part in shapely.get_parts(shape) for _ in part.interiors
    ]
    assert len(holes) == 2


def test_outlines_are_tidy() -> None:
    corners = sum(len(shapely.get_coordinates(shape)) for shape in traced("usual").areas.values())
    sides = sum(true_contacts(printed("usual")).values())
    assert corners < sides / 5


@pytest.mark.slow
def test_it_is_the_same_again() -> None:
    again = trace(printed("gaps").image, seeds_of(printed("gaps")))
    assert {name: shape.wkb for name, shape in again.areas.items()} == {
        name: shape.wkb for name, shape in traced("gaps").areas.items()
    }
    assert again.bridged == traced("gaps").bridged


@pytest.mark.slow
def test_gaps_are_bridged_and_told_and_whole_borders_are_not() -> None:
    assert 6 <= len(traced("gaps").bridged) <= 16
    assert all(2 <= gap.width < 16 for gap in traced("gaps").bridged)
    assert len(traced("plain").bridged) <= 2


@pytest.mark.slow
def test_many_gaps_of_one_border_are_told_as_a_broken_line() -> None:
    gaps = traced("red and dashed").bridged
    assert max(gap.gaps for gap in gaps) > 4
    assert len(gaps) < 4 * len(traced("red and dashed").contacts)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_scan_with_noise_light_and_jpeg_is_traced_as_well(seed: int) -> None:
    board = printed("usual")
    damage = Damage(light=(0.15, 0.1), noise=5, quality=60, seed=seed, folds=((0.5, 0.2),), scale=1 / 1.02)
    scan = scanned(board.image, board.seeds, damage)
    seeds = [Seed(name, x, y) for name, (x, y) in scan.centres.items()]
    found = trace(scan.image, seeds, Wish(field=(14, 12, 986, 728)))
    assert found.problems == []
    truth = true_contacts(board)
    contacts = {(one, other) for one, other, _ in found.contacts}
    assert {pair for pair, sides in truth.items() if sides > 24} - contacts == set()
    assert len(contacts - truth.keys()) <= 1


# -- seeds -----------------------------------------------------------------------------------------


def grid(lines: bool = True) -> Image.Image:
    """Four squares; without the line between the upper two, if so wished."""
    image = Image.new("RGB", (400, 400), (230, 220, 190))
    ink = ImageDraw.Draw(image)
    ink.line((0, 200, 400, 200), (20, 20, 20), 3)
    ink.line((200, 0 if lines else 200, 200, 400), (20, 20, 20), 3)
    return image


CORNERS = [Seed("NW", 90, 100), Seed("NE", 300, 100), Seed("SW", 100, 300), Seed("SE", 310, 300)]


def test_areas_that_meet_at_a_corner_do_not_touch() -> None:
    found = trace(grid(), CORNERS)
    assert [pair for *pair, _ in found.contacts] == [["NE", "NW"], ["NE", "SE"], ["NW", "SW"], ["SE", "SW"]]
    assert [length for *_, length in found.contacts] == pytest.approx([200] * 4, abs=4)


def test_a_short_contact_that_is_plainly_seen_is_told_alone() -> None:
    image = grid(lines=False)
    ImageDraw.Draw(image).line((186, 0, 186, 200), (20, 20, 20), 3)
    assert [(one, other) for one, other, _ in trace(image, CORNERS).doubtful] == [("NE", "SW")]


def test_a_short_contact_is_told_and_so_are_the_two_that_face_each_other_across_it() -> None:
    image = grid(lines=False)
    ImageDraw.Draw(image).line((186, 0, 186, 200), (20, 20, 20), 7)  # may hide that they meet
    found = trace(image, CORNERS)
    assert [(one, other) for one, other, _ in found.doubtful] == [("NE", "SW"), ("NW", "SE")]
    assert [length for *_, length in found.doubtful] == pytest.approx([14, 0], abs=3)
    assert ("NE", "SW") in {(one, other) for one, other, _ in found.contacts}


def test_an_area_without_a_seed_is_listed_and_a_problem() -> None:
    found = trace(grid(), CORNERS[:3], Wish(field=(0, 0, 400, 400)))
    (face,) = found.unnamed
    assert face.at == pytest.approx((300, 300), abs=60)
    assert face.size == pytest.approx(40_000, rel=0.02)
    assert "has no seed" in found.problems[0]


@pytest.mark.slow
def test_an_area_at_the_edge_of_the_picture_without_a_seed_is_no_paper() -> None:
    board = printed("usual")
    name = min(board.seeds, key=lambda one: sum(board.seeds[one]))
    found = trace(board.image, [seed for seed in seeds_of(board) if seed.name != name])
    (face,) = found.unnamed
    assert face.size == pytest.approx(traced("usual").areas[name].area, rel=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("style", one_quick(["usual", "thin", "red and dashed", "gaps"]))
def test_a_forgotten_seed_is_told_with_its_place(style: str) -> None:
    board = printed(style)
    sizes = dict(zip(board.seeds, numpy.bincount(board.truth.ravel()).tolist(), strict=True))
    forgotten = sorted(sizes, key=lambda name: sizes[name])[len(sizes) // 2]
    found = trace(board.image, [seed for seed in seeds_of(board) if seed.name != forgotten])
    (face,) = found.unnamed
    assert face.size == pytest.approx(sizes[forgotten], rel=0.1)
    assert f"around {face.at[0]:.0f}, {face.at[1]:.0f}" in found.problems[0]


@pytest.mark.slow
@pytest.mark.parametrize("which", one_quick([-1, -2]))
def test_a_forgotten_enclave_is_told_be_it_as_a_part_of_the_area_around_it(which: int) -> None:
    board = printed("usual")
    name, at = list(board.seeds.items())[which]
    found = trace(board.image, [seed for seed in seeds_of(board) if seed.name != name])
    told_anyway = {face.at for face in traced("usual").joined}
    (face,) = [face for face in (*found.unnamed, *found.joined) if face.at not in told_anyway]
    assert traced("usual").areas[name].distance(shapely.Point(face.at)) == 0
    assert face in found.joined or "has no seed" in found.problems[0], at


def test_two_seeds_in_one_area_are_a_problem_that_names_both() -> None:
    found = trace(grid(lines=False), CORNERS)
    (problem,) = found.problems
    assert "NW (90, 100)" in problem
    assert "NE (300, 100)" in problem
    assert "lie in one area" in problem


def test_two_that_nothing_parts_are_two_if_the_user_says_that_they_touch() -> None:
    seeds = [Seed("West", 90, 200), Seed("East", 300, 200)]
    image = Image.new("RGB", (400, 400), (240, 235, 220))
    ImageDraw.Draw(image).rectangle((20, 20, 380, 380), outline=(20, 20, 20), width=5)
    found = trace(image, seeds)
    (gap,) = found.unparted
    assert gap.areas == ("East", "West")
    assert len(found.problems) == 1
    assert "--decided" in found.problems[0]
    found = trace(image, seeds, Wish(decided=[Decision("West", "East", True)]))
    assert (found.problems, found.unparted) == ([], [])
    assert [(one, other) for one, other, _ in found.contacts] == [("East", "West")]
    assert [gap.areas for gap in found.bridged] == [("East", "West")]


@pytest.mark.parametrize(
    ("size", "ways"),
    [
        ((1000, 1000), ["_flooded", "_judged"]),
        ((2400, 1900), ["_plain", "_flooded", "_flooded", "_judged"]),
        ((4000, 3000), ["_plain", "_flooded", "_judged"]),  # a closer look would see no more pixels
    ],
)
def test_a_picture_is_looked_at_more_closely_before_its_lines_are_judged(
    size: tuple[int, int], ways: list[str]
) -> None:
    tried = _ways(Image.new("L", size))
    assert [way.__name__ for way, _ in tried] == ways
    assert [most for _, most in tried] == sorted(most for _, most in tried)


@pytest.mark.slow
def test_where_little_is_to_be_mended_a_large_picture_is_looked_at_closely() -> None:
    image = Image.new("RGB", (2400, 1900), (240, 235, 220))
    ink = ImageDraw.Draw(image)
    ink.rectangle((100, 100, 2300, 1800), outline=(20, 20, 20), width=6)
    for first, last in ((100, 900), (908, 1800)):
        ink.line((1200, first, 1200, last), (120, 115, 100), 1)
    found = trace(image, [Seed("West", 600, 900), Seed("East", 1800, 900)])
    assert found.problems == []
    assert [tuple(pair) for *pair, _ in found.contacts] == [("East", "West")]


@pytest.mark.parametrize(("wide", "one"), [(50, False), (90, True)])
def test_two_rooms_are_one_area_only_if_the_opening_between_them_is_wide(wide: int, one: bool) -> None:
    image = Image.new("RGB", (600, 400), (240, 235, 220))
    ink = ImageDraw.Draw(image)
    for left in (50, 350):
        ink.rectangle((left, 100, left + 200, 300), outline=(20, 20, 20), width=4)
    ink.rectangle((244, 200 - wide / 2, 356, 200 + wide / 2), fill=(240, 235, 220))
    for y in (200 - wide / 2 - 4, 200 + wide / 2):
        ink.rectangle((247, y, 353, y + 4), fill=(20, 20, 20))
    found = trace(image, [Seed("West", 150, 200), Seed("East", 450, 200)])
    assert ["lie in one area" in problem for problem in found.problems] == [True] * one
    assert [gap.areas for gap in found.bridged] == [("East", "West")] * (not one)


def test_an_opening_is_wide_or_narrow_for_the_smaller_of_two_areas() -> None:
    bridge = Bridge((1, 2), (0.0, 0.0), 50.0, 1, 0.9)
    shapes = {1: shapely.box(0, 0, 400, 400), 2: shapely.box(400, 0, 500, 100)}
    assert _is_open(bridge, 40.0, shapes)
    assert not _is_open(bridge, 40.0, {**shapes, 2: shapely.box(400, 0, 600, 200)})
    assert not _is_open(bridge, 60.0, shapes)


def test_a_seed_whose_ground_another_has_is_a_problem() -> None:
    shapes = {1: shapely.box(0, 0, 200, 200), 2: shapely.box(200, 0, 400, 200), 3: shapely.box(9, 9, 11, 12)}
    told = Told(["A", "B", "C"], [Seed("A", 50, 50), Seed("B", 300, 50), Seed("C", 10, 10)], shapes)
    (problem,) = told.swallowed()
    assert problem.startswith("C (10, 10) lies in the area of another seed")


def test_an_area_of_two_parts_has_a_seed_of_the_same_name_in_each() -> None:
    found = trace(grid(), [*CORNERS[:3], Seed("NW", 310, 300)])
    assert found.problems == []
    assert found.areas["NW"].geom_type == "MultiPolygon"


@pytest.mark.parametrize(
    ("field", "cut"),
    [
        ((0, 0, 400, 300), []),
        ((10, 0, 390, 290), [0]),
        ((10, 10, 400, 300), [1, 3]),
        ((0, 10, 390, 290), [2]),
    ],
)
def test_the_picture_cuts_a_field_where_it_ends_unless_it_is_all_of_it(field: Field, cut: list[int]) -> None:
    art = Image.new("RGB", (field[2] - field[0], field[3] - field[1]))
    assert _Sight(art, [], field, Wish(field), (400, 300)).cut == cut


def test_what_is_no_area_may_lie_beside_the_field_but_not_beside_the_picture() -> None:
    wish = Wish(field=(0, 0, 400, 390))
    found = trace(grid(), [*CORNERS, Seed("outside", 200, 395)], wish)
    assert found.problems == []
    assert found.areas == trace(grid(), CORNERS, wish).areas
    with pytest.raises(ScanError, match=r"outside \(200, 4000\) lies beside the field"):
        trace(grid(), [*CORNERS, Seed("outside", 200, 4000)], wish)


def test_a_seed_beside_the_field_is_refused_with_its_place() -> None:
    with pytest.raises(ScanError, match=r"NW \(90, 100\) lies beside the field"):
        trace(grid(), CORNERS, Wish(field=(150, 0, 400, 400)))


def test_paper_around_the_map_is_outside() -> None:
    sheet = Image.new("RGB", (600, 560), (250, 250, 246))
    sheet.paste(grid(), (100, 80))
    ImageDraw.Draw(sheet).rectangle((99, 79, 500, 480), outline=(20, 20, 20), width=3)
    found = trace(sheet, [Seed(seed.name, seed.x + 100, seed.y + 80) for seed in CORNERS])
    assert found.problems == []
    assert shapely.union_all(list(found.areas.values())).bounds == pytest.approx((100, 80, 500, 480), abs=3)


def test_a_seed_named_outside_is_in_what_is_no_area() -> None:
    lake = Seed("outside", 310, 300)
    found = trace(grid(), [*CORNERS[:3], lake])
    assert found.problems == []
    assert sorted(found.areas) == ["NE", "NW", "SW"]
    assert {name for *pair, _ in found.contacts for name in pair} == {"NE", "NW", "SW"}
    (problem,) = trace(grid(), CORNERS[:3], Wish(field=(0, 0, 400, 400))).problems
    assert "has no seed" in problem
    assert trace(grid(), [*CORNERS[:3], lake], Wish(field=(0, 0, 400, 400))).problems == []
    with pytest.raises(ScanError, match="no seed names an area"):
        trace(grid(), [lake])


def test_in_a_field_every_pixel_belongs_to_an_area() -> None:
    found = trace(grid(), CORNERS, Wish(field=(10, 20, 390, 380)))
    assert shapely.union_all(list(found.areas.values())).equals(shapely.box(10, 20, 390, 380))


def test_lines_of_a_colour_that_is_no_border_are_passed_over() -> None:
    image = grid()
    ImageDraw.Draw(image).line((0, 200, 400, 200), (240, 40, 60), 3)
    ImageDraw.Draw(image).line((0, 60, 400, 90), (240, 200, 60), 7)
    without = Inks(others=[(240, 200, 60)])
    assert find_ink(image, Inks(), 10**6).ink[75, 195:206].all()
    assert not find_ink(image, without, 10**6).ink[70:80, 100].any()
    found = trace(image, CORNERS, Wish(field=(0, 0, 400, 400), inks=without))
    assert found.problems == []
    assert found.areas["NW"].area == pytest.approx(40_000, rel=0.02)


def test_borders_of_a_named_colour_and_width_are_told_from_thinner_lines() -> None:
    image = Image.new("RGB", (400, 400), (230, 220, 190))
    ink = ImageDraw.Draw(image)
    ink.line((0, 200, 400, 200), (70, 120, 190), 12)
    ink.line((100, 0, 100, 400), (70, 120, 190), 3)
    wish = Wish(field=(0, 0, 400, 400), inks=Inks([((70, 120, 190), 8)]))
    found = trace(image, [Seed("N", 300, 90), Seed("S", 300, 300)], wish)
    assert found.problems == []
    assert found.areas["N"].area == pytest.approx(80_000, rel=0.02)


def test_a_picture_without_lines_is_refused() -> None:
    with pytest.raises(ScanError, match="no line is to be seen"):
        trace(Image.new("RGB", (300, 300), "white"), [Seed("A", 9, 9)])


@pytest.mark.slow
def test_the_bench_measures_in_units_of_a_decode() -> None:
    part = bench.measured(printed("usual"), times=1)
    decoded, taken, ratio = (row.value for row in part.rows)
    assert decoded is not None
    assert taken is not None
    assert ratio == pytest.approx(taken / decoded)
    assert part.rows[-1].most == bench.DECODES
