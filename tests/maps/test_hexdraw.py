"""A board of hexes is drawn with its ground, hexsides and numbers, and checked for what its tables allow."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from maps.checking.check import check_map
from maps.drawing.draw import Drawing, draw_board
from maps.drawing.hexes.draw import draw_hexes, print_hexes
from maps.drawing.hexes.marks import OVERLAYS, SHAPES, Overlay, least_of
from maps.drawing.ink import Ink
from maps.drawing.sheet import lay_out
from maps.map_faults import MapError
from tests.maps.test_hexmap import PLACES, TOML, write_game

SHEET = """
[sheet]
size_mm = [180, 120]
map_mm = [10, 5, 120, 110]
ground = "terrain"
tints = { bog = "#204060" }

[[sheet.box]]
id = "eliminated"
title = "Eliminated"
mm = [136, 10, 40, 40]
"""
BOG = PLACES + "0402,,bog,,\n"
RIVER = "hex,neighbour,features\n0303,0304,river\n0304,0403,river\n0202,0203,road\n"


BOG_TINT = (0x20, 0x40, 0x60)


@pytest.fixture(scope="module")
def drawing(tmp_path_factory: pytest.TempPathFactory) -> Drawing:
    return draw_board(write_game(tmp_path_factory.mktemp("hexes") / "g", TOML + SHEET, BOG, RIVER), 100)


def test_hexes_are_regular_and_where_the_board_says(drawing: Drawing) -> None:
    grid = drawing.sheet.board.grid
    assert grid is not None
    high = math.dist(drawing.slots("0303")[0], drawing.slots("0304")[0])
    assert math.dist(drawing.slots("0303")[0], drawing.slots("0403")[0]) == pytest.approx(high, abs=1.5)
    assert len(drawing.outline("0303")) == 6
    assert drawing.to_pixel(*grid.centre("0303")) == drawing.slots("0303")[0] == drawing.centre("0303")
    assert drawing.counter_px < high
    assert set(drawing.boxes) == {"eliminated"}


def test_the_ground_has_the_colours_of_its_fact(drawing: Drawing) -> None:
    colours = {space: drawing.image.getpixel(drawing.slots(space)[0]) for space in ("0402", "0304", "0504")}
    assert colours["0402"] == BOG_TINT
    assert len(set(colours.values())) == 3


def test_bare_ground_lies_in_patches_whose_corners_are_the_land_around(drawing: Drawing) -> None:
    image = drawing.image.convert("L")
    (x, y), bog, land = drawing.slots("0402")[0], 56, image.getpixel(drawing.slots("0401")[0])
    corners = [(x + (u - x) * 9 // 10, y + (v - y) * 9 // 10) for u, v in drawing.outline("0402")]
    assert isinstance(land, int) and land > 150
    tones = [image.getpixel(at) for at in corners]
    assert all(isinstance(tone, int) and tone > (bog + land) / 2 for tone in tones)


def test_a_river_is_drawn_along_its_hexsides_and_a_road_across(drawing: Drawing) -> None:
    def between(a: str, b: str) -> object:
        (x, y), (u, v) = drawing.slots(a)[0], drawing.slots(b)[0]
        return drawing.image.getpixel(((x + u) // 2, (y + v) // 2))

    water = between("0303", "0304")
    assert water == between("0304", "0403")
    assert water != between("0302", "0303")
    assert between("0202", "0203") not in (water, between("0302", "0303"))


def test_a_good_board_has_no_faults_and_one_that_lies_alone_is_told(tmp_path: Path) -> None:
    assert check_map(write_game(tmp_path / "good", TOML + SHEET, BOG, RIVER)).faults == ()
    links = RIVER + "0102,0201,river\n0202,0303,river\n"
    places = PLACES + "0402,,swampy,,\n"
    found = check_map(write_game(tmp_path / "bad", TOML + SHEET, places, links)).faults
    assert [(fault.where, fault.kind) for fault in found] == [
        ("0202 - 0303", "lonely hexside"),
        ("sheet.tints", "no colour"),
    ]


def test_a_colour_that_is_none_is_refused(tmp_path: Path) -> None:
    game = write_game(tmp_path / "g", TOML + SHEET.replace("#204060", "blue"), BOG, RIVER)
    with pytest.raises(MapError, match="tints is"):
        draw_board(game, 60)


@pytest.mark.parametrize("features", ["river road", "river bridge", "bridge road", "bridge"])
def test_a_bridge_is_where_a_way_crosses_a_river(tmp_path: Path, features: str) -> None:
    toml = TOML.replace('road = "road"', 'road = "road"\nbridge = "bridge"')
    links = "hex,neighbour,features\n0303,0304,{}\n0304,0403,river\n"
    good = write_game(tmp_path / "good", toml, PLACES, links.format("river road bridge"))
    assert check_map(good).faults == ()
    bad = write_game(tmp_path / "bad", toml, PLACES, links.format(features))
    found = [(fault.where, fault.kind) for fault in check_map(bad).faults]
    assert ("0303 - 0304", "bridge amiss") in found


def test_hexes_that_are_missing_are_left_out_or_shown_as_ground(tmp_path: Path) -> None:
    missing = [f"0{column}0{row}" for column in (5, 6) for row in range(1, 11 - column)]
    toml = TOML.replace('["0101"]', str(missing))
    shown = SHEET.replace("bog =", 'beyond = "#a0a0a0", bog =') + '[sheet.hexes]\nbeyond = "beyond"\n'
    cut = draw_board(write_game(tmp_path / "cut", toml + SHEET), 60)
    whole = draw_board(write_game(tmp_path / "whole", toml + shown), 60)
    assert whole.sheet.board.spaces.keys() == cut.sheet.board.spaces.keys()
    (west, *_), (left, *_) = (one.sheet.views[0].window[::2][::-1] for one in (whole, cut))
    assert west > left, "the missing columns take their room"
    grid = whole.sheet.board.grid
    assert grid is not None
    at = whole.to_pixel(*grid.lattice.centre(dict(grid.printed())["0503"]))
    assert whole.image.getpixel(at) == (0xA0, 0xA0, 0xA0)


ROSE = "[sheet.compass]\nat_mm = [156, 84]\nradius_mm = 15\n"
ABOVE, LEFT, RIGHT = (0, -18), (-18, 0), (18, 0)
"""Where its letters stand, in millimetres from its middle."""


def letter(folder: Path, more: str, at: tuple[int, int]) -> bytes:
    """A letter of the rose."""
    toml = TOML + SHEET + ROSE + more
    drawn = draw_board(write_game(folder / f"g{len(list(folder.iterdir()))}", toml), 127)
    left, top = (156 + at[0]) * 5 - 12, (84 + at[1]) * 5 - 12
    return drawn.image.crop((left, top, left + 24, top + 24)).tobytes()


def test_a_rose_is_turned_against_the_clock_and_seen_in_a_mirror(tmp_path: Path) -> None:
    north, west, east = (letter(tmp_path, "", at) for at in (ABOVE, LEFT, RIGHT))
    assert len({north, west, east}) == 3
    assert letter(tmp_path, "turn = 90\n", LEFT) == north
    assert letter(tmp_path, "turn = -90\n", RIGHT) == north
    assert letter(tmp_path, "turn = 90\n", ABOVE) == east
    assert letter(tmp_path, "turn = 90\nmirrored = true\n", ABOVE) == west


ORDER: tuple[Overlay, ...] = ("whole", "none")
MARK = """
[[sheet.mark]]
fact = "city"
shape = "{}"
overlay = true
at = [0.1, 0.2]
colours = ["#0000ff", "#ff0000"]
"""


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dpi", [61, 100])
def test_what_differs_between_two_overlays_is_drawn_alone_and_dot_by_dot_the_same(
    tmp_path: Path, shape: str, dpi: int
) -> None:
    sheet = lay_out(write_game(tmp_path / "g", TOML + SHEET + MARK.format(shape), BOG, RIVER))
    whole, part, alone = (Ink(*sheet.size, dpi, (255, 255, 255)) for _ in "abc")
    under = draw_hexes(whole, sheet, "whole")
    draw_hexes(alone, sheet, "none")
    part.lay(under)
    print_hexes(part, sheet, "none")
    assert whole.finished().tobytes() != alone.finished().tobytes()
    assert part.finished_on(whole.finished(), under).tobytes() == alone.finished().tobytes()


def test_a_bundled_board_is_the_same_whichever_overlay_was_drawn_before() -> None:
    one_way, between, other_way = (
        [draw_board("amberroad", dpi, overlay).image.tobytes() for overlay in order]
        for dpi, order in ((40, ORDER), (41, ORDER), (40, ORDER[::-1]))
    )
    assert one_way == other_way[::-1] and one_way[0] != one_way[1] and between


def test_a_board_without_labels_of_the_set_up_is_the_same_behind_reports() -> None:
    marks = {"mark": [{"fact": "source", "overlay": True}]}
    assert [least_of(marks, overlay) for overlay in OVERLAYS] == ["whole", "whole", "none"]
    assert {least_of({}, overlay) for overlay in OVERLAYS} == {"whole"}
