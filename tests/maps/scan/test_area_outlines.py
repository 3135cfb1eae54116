"""Outlines: a closed line around an area gives it all that it encloses."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
import shapely
from PIL import Image, ImageDraw

from maps.scan.areas.seeds import Seed, drawn_seed, read_seeds, seeds_csv
from maps.scan.areas.trace import Reading, Traced, Wish, trace
from scans.scan_faults import ScanError
from tests.maps.scan.areas_drawn import INK, PAPER, is_coverage, pairs, sheet
from workbench.area_doubts import as_shown

WEST, ISLAND = shapely.box(20, 20, 230, 380), shapely.box(80, 150, 140, 220)


def around(name: str, shape: shapely.Polygon) -> Seed:
    """The outline of a shape, as somebody draws it."""
    line = shapely.segmentize(shape.exterior, 10).coords
    return drawn_seed(name, [(min(x, 399.9), min(y, 399.9)) for x, y in line])


def bare() -> Image.Image:
    """Ground in a frame, with no border in it."""
    image = Image.new("RGB", (400, 400), PAPER)
    ImageDraw.Draw(image).rectangle((20, 20, 380, 380), outline=INK, width=3)
    return image


def alike(found: Traced, name: str, shape: shapely.Geometry) -> bool:
    """Whether an area is a shape, to two pixels along its border."""
    return bool(found.areas[name].symmetric_difference(shape).area < 2 * shape.length)


def test_an_outline_parts_areas_between_which_nothing_is_printed() -> None:
    found = trace(bare(), [Seed("W", 60, 60), Seed("E", 300, 200), Seed("outside", 5, 5), around("W", WEST)])
    assert alike(found, "W", WEST)
    assert alike(found, "E", shapely.box(230, 20, 380, 380))
    assert pairs(found) == [("E", "W")]
    assert is_coverage(found)


def test_an_outline_does_without_a_click() -> None:
    seeds = [around("W", WEST), Seed("E", 300, 200), Seed("outside", 5, 5)]
    found = trace(bare(), seeds)
    assert alike(found, "W", WEST)
    assert Reading(bare()).found(seeds, Wish()).areas == []
    assert not found.doubts


def test_what_an_area_has_beyond_its_outline_is_its_neighbours() -> None:
    """The border that is printed is not the true one."""
    image = sheet([(300, 0, 300, 400)])
    west, east = shapely.box(0, 0, 200, 400), shapely.box(200, 0, 400, 400)
    seeds = [Seed("W", 100, 200), Seed("E", 350, 200)]
    assert trace(image, seeds).areas["W"].area > 110_000
    found = trace(image, [*seeds, around("E", east)])
    assert alike(found, "W", west)
    assert alike(found, "E", east)


def test_an_island_that_is_clicked_in_an_outline_stays() -> None:
    image = bare()
    ImageDraw.Draw(image).rectangle(ISLAND.bounds, outline=INK, width=3)
    seeds = [Seed("I", 110, 180), Seed("E", 300, 200), Seed("outside", 5, 5), around("W", WEST)]
    found = trace(image, seeds)
    assert alike(found, "I", ISLAND)
    assert alike(found, "W", WEST.difference(ISLAND))


@pytest.mark.parametrize("size", [6, 9, 15])
def test_an_islet_that_is_clicked_in_an_outline_stays_though_it_is_as_small_as_a_letter(size: int) -> None:
    image, isle = bare(), shapely.box(110 - size, 180 - size, 110 + size, 180 + size)
    ImageDraw.Draw(image).rectangle(isle.bounds, outline=INK, width=2)
    seeds = [Seed("W", 60, 60), Seed("I", 110, 180), Seed("outside", 5, 5)]
    before = trace(image, seeds).areas["I"]
    found = trace(image, [*seeds, Seed("E", 300, 200), around("W", WEST)])
    assert found.areas["I"].equals(before) and before.area > 0.5 * isle.area
    assert alike(found, "W", WEST.difference(before))


@pytest.mark.parametrize("later", [False, True])
def test_a_click_that_has_no_ground_in_an_outline_is_told(later: bool) -> None:
    both = [Seed("I", 110, 180), around("W", WEST)]
    seeds = [Seed("E", 300, 200), Seed("outside", 5, 5), *(reversed(both) if later else both)]
    found = trace(bare(), seeds)
    (doubt,) = [one for one in found.doubts if one.kind == "bare"]
    assert (doubt.areas, doubt.at) == (("I", "W"), (110, 180))
    assert "I has no ground: it is inside the outline of W" in doubt.words
    shown = as_shown(doubt, "")
    assert [(mend.verb, mend.values) for mend in shown.mends] == [("join", {"was": "I", "name": "W"})]
    mended = trace(bare(), [*seeds, around("I", ISLAND)])
    assert "bare" not in {one.kind for one in mended.doubts} and alike(mended, "I", ISLAND)


def test_a_symbol_on_an_island_in_an_outline_is_the_islands() -> None:
    image, island = bare(), shapely.box(60, 80, 200, 300)
    ImageDraw.Draw(image).rectangle(island.bounds, outline=INK, width=3)
    ImageDraw.Draw(image).ellipse((108, 178, 152, 222), outline=INK, width=3)
    seeds = [Seed("I", 110, 120), Seed("E", 300, 200), Seed("outside", 5, 5), around("W", WEST)]
    assert alike(trace(image, seeds), "I", island)


def test_ground_that_was_found_in_an_outline_is_the_outlined_areas() -> None:
    """Both halves of it were clicked, as print in it parts them; its own click is in neither."""
    image = bare()
    ImageDraw.Draw(image).line((20, 200, 230, 200), INK, 3)
    seeds = [Seed("1", 60, 60), Seed("2", 60, 300), Seed("E", 300, 200), Seed("outside", 5, 5)]
    found = trace(image, [*seeds, around("W", WEST)])
    assert alike(found, "W", WEST)
    assert set(found.areas) == {"W", "E"}
    assert pairs(found) == [("E", "W")]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_smaller_of_two_outlines_has_the_ground_of_both(order: tuple[int, ...]) -> None:
    made = [around("W", WEST), around("I", ISLAND), Seed("E", 300, 200)]
    found = trace(bare(), [Seed("outside", 5, 5), *(made[one] for one in order)])
    assert alike(found, "I", ISLAND)
    assert alike(found, "W", WEST.difference(ISLAND))


def test_a_part_elsewhere_that_is_clicked_stays_too() -> None:
    image = sheet([(100, 0, 100, 400), (300, 0, 300, 400)])
    seeds = [Seed("A", 50, 200), Seed("B", 200, 200), Seed("A", 350, 200)]
    found = trace(image, [*seeds, around("A", shapely.box(2, 2, 150, 398))])
    assert alike(found, "A", shapely.union(shapely.box(0, 0, 150, 400), shapely.box(300, 0, 400, 400)))


def test_a_line_may_cross_itself_where_it_closes() -> None:
    hook = [(230, 20), (230, 380), (20, 380), (20, 20), (236, 20), (236, 30), (226, 30), (226, 16), (230, 20)]
    found = trace(bare(), [drawn_seed("W", [(float(x), float(y)) for x, y in hook]), Seed("E", 300, 200)])
    assert alike(found, "W", WEST)


def test_an_outline_is_a_line_that_ends_where_it_begins(tmp_path: Path) -> None:
    bow = drawn_seed("Bow", [(10, 10), (60, 10), (60, 60), (50, 60), (50, 20), (10, 20), (10, 10)])
    assert bow.closed and shapely.Polygon(bow.along).contains(shapely.Point(bow.x, bow.y))
    path = tmp_path / "seeds.csv"
    path.write_text(seeds_csv([bow], []), encoding="utf-8")
    assert read_seeds(path)[0][0].along == bow.along
    assert str(read_seeds(path)[0][0]) == str(bow)
    assert not drawn_seed("Bow", bow.along[:-1]).closed
    moved = bow.moved(bow.x + 5.3, bow.y - 2.7)
    assert moved.closed and moved.along[0] == (15.3, 7.3)


def test_an_outline_around_nothing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "seeds.csv"
    path.write_text('name,x,y,line\nA,1,1,"10,10 50,10 30,10 10,10"\n', encoding="utf-8")
    with pytest.raises(ScanError, match="this line encloses none"):
        read_seeds(path)


def test_a_line_over_ground_may_begin_where_another_does() -> None:
    seeds = [Seed("A", 100, 100), Seed("B", 300, 100)]
    lines = [drawn_seed("A", [(200, 200), (150, 200)]), drawn_seed("B", [(200, 200), (250, 200)])]
    assert set(trace(bare(), [*seeds, *lines]).areas) == {"A", "B"}
