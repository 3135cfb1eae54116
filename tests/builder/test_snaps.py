"""Where VASSAL lets pieces come to lie: what its engine said, and the check of modules and set-ups by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.check.check import check_module
from builder.check.engine import compare_snaps, compare_stacks
from builder.layout.board import MAP
from builder.vassal.locations import Places, load_places
from tests.builder.test_check import SMALL, says, write
from tests.builder.test_check_further import GUARD, TOWN, regions, setup_in

SAMPLES = Path(__file__).parent / "samples"
# What VASSAL 3.7.26 said of the demo module: "from>to" for points on every kind of grid.
SNAPS = {
    "Main": "15,315>40,296 1082,135>950,110 869,369>865,392 228,621>260,616",
    "Hex0": "369,32>360,55 567,45>580,55 99,370>85,343 657,58>690,55",
    "Hex1": "135,253>140,247 423,396>415,407 27,45>30,55 459,344>470,375",
    "Hex2": "189,149>195,151 675,19>690,-9 369,58>360,55 549,292>525,279",
    "Hex3": "675,279>690,311 477,45>470,55 441,162>415,151 531,58>525,87",
    "Hex4": "657,370>635,343 207,292>195,279 81,45>85,23 495,383>470,375",
    "Hex5": "351,84>360,55 513,149>525,151 81,435>85,407 657,422>635,407",
    "Hex6": "423,396>415,407 171,45>195,23 207,396>195,407 531,396>525,407",
    "Hex7": "585,266>580,247 423,32>415,23 423,149>415,151 315,32>305,23",
    "Hex8": "189,383>183,360 693,84>663,85 153,201>151,195 9,292>23,305",
    "Hex9": "405,97>407,85 297,370>311,360 135,84>151,85 9,396>23,415",
    "Hex10": "135,214>151,195 315,383>311,360 585,461>567,470 351,123>375,140",
    "Hex11": "297,71>279,85 405,396>407,415 9,396>23,415 405,435>407,415",
    "Hex12": "603,123>631,140 387,253>375,250 81,71>87,85 549,370>567,360",
    "Hex13": "297,487>311,470 207,45>183,30 459,383>439,360 99,45>119,30",
    "Hex14": "369,422>343,415 567,136>567,140 63,344>55,360 531,461>503,470",
    "Hex15": "657,357>631,360 315,292>343,305 351,214>343,195 333,318>343,305",
    "Hex16": "531,396>525,407 567,305>580,311 693,240>690,247 513,201>525,215",
    "Hex17": "27,175>30,183 315,123>305,151 495,474>525,471 567,162>580,183",
    "Hex18": "207,58>195,87 117,396>140,375 531,201>525,215 405,357>415,343",
    "Square": "693,331>675,340 27,240>25,260 575,490>575,499 405,305>425,300 9,487>25,499",
    "Red hand": "457,79>457,79 116,173>116,173 457,19>457,19 23,35>23,35",
    "Blue area": "131,145>131,145 255,118>255,118 271,46>271,46 472,211>472,211",
}

GRID = "VASSAL.build.module.map.boardPicker.board"
NUMBERING = f'<{GRID}.mapgrid.HexGridNumbering first="H"/>'
HEXES = f'<{GRID}.HexGrid x0="10" y0="10" dx="30.5" dy="35.2">{NUMBERING}</{GRID}.HexGrid>'
OPEN, CLOSE = f"<{GRID}.ZonedGrid>", f"</{GRID}.ZonedGrid>"
HEXED = SMALL[: SMALL.index(OPEN)] + HEXES + SMALL[SMALL.index(CLOSE) + len(CLOSE) :]
BESIDE = "beside the point to which VASSAL draws"


@pytest.fixture(scope="module")
def demo() -> Places:
    return load_places(SAMPLES / "demo.vmod")


@pytest.mark.parametrize("window", SNAPS)
def test_pieces_come_to_lie_where_the_engine_said(demo: Places, window: str) -> None:
    for one in SNAPS[window].split():
        (x, y), to = (tuple(map(int, point.split(","))) for point in one.split(">"))
        assert demo.snap(window, (x, y)) == to


# The check of anybody's module


def test_a_stack_beside_its_point_is_named(tmp_path: Path) -> None:
    text = says(check_module(write(tmp_path, HEXED)))
    assert f"Map Main: 1 piece stands {BESIDE}" in text and "'Guard' on Main at 50,50, drawn to 40,62" in text
    on_it = HEXED.replace('x="50" y="50"', 'x="40" y="62"')
    assert says(check_module(write(tmp_path, on_it))) == ""


@pytest.mark.parametrize(
    "old",
    [
        ('dy="35.2"', 'dy="35.2" snapTo="false"'),
        ('dy="35.2"', 'dy="35.2" edgesLegal="true"'),
        ("prototype;Unit", "immob;g;V;L;"),
        ("prototype;Unit", "immob;;V;R;"),
        ("report;68\\,130;$location$;;;;false\t", "immob;n;N;R;\t"),
    ],
)
def test_what_no_grid_draws_may_stand_anywhere(tmp_path: Path, old: tuple[str, str]) -> None:
    assert old[0] in HEXED
    changed = HEXED.replace(*old).replace("/-1\t", "/\t")
    assert BESIDE not in says(check_module(write(tmp_path, changed)))


def test_a_piece_of_a_set_up_beside_its_point_is_named(tmp_path: Path) -> None:
    piece = GUARD.format(map="Main", gpid=2)
    module = HEXED.replace('x="50" y="50"', 'x="40" y="62"')
    whole = ("begin_save", "SETUP_STACK\t", "end_save")
    text = setup_in(tmp_path, whole[0], piece, *whole[1:], module=module)
    assert "PredefinedSetup May" in text and f"may.vsav: 1 piece stands {BESIDE}" in text
    held = "+/8/deck;" + ";" * 11 + "Cup;;/Main;50;50;false;7"
    assert BESIDE not in setup_in(tmp_path, whole[0], piece, held, *whole[1:], module=module)


# What VASSAL itself says


def test_an_engine_that_draws_elsewhere_is_told(demo: Places) -> None:
    asked = [("Hex0", 405, 370), ("Hex0", 603, 84)]
    assert list(compare_snaps(demo, asked, [[415, 343], [635, 87]])) == []
    (problem,) = compare_snaps(demo, asked, [[415, 343], [635, 88]])
    assert "places pieces at [635, 88], not at [635, 87]" in str(problem)


def test_in_the_middle_of_four_boxes_the_engine_may_take_any(tmp_path: Path) -> None:
    boxes = regions(*((f"{x} {y}", x, y) for x in (40, 80) for y in (40, 80)))
    places = load_places(write(tmp_path, SMALL.replace(TOWN, boxes)))
    asked = [("Main", 60, 60)]
    assert not [*compare_snaps(places, asked, [[80, 80]]), *compare_snaps(places, asked, [[40, 80]])]
    assert list(compare_snaps(places, asked, [[80, 120]]))
    assert list(compare_snaps(places, [("Main", 58, 50)], [[80, 80]]))


def test_pieces_that_stand_apart_in_the_engine_are_told() -> None:
    piece = {"name": "HQ 55", "map": MAP, "x": 2845, "y": 2611, "snap": [2845, 2610]}
    (problem,) = compare_stacks({"pieces": [piece]})
    assert "set-up: 1 piece stands beside" in str(problem)
    apart = {"tried": 9, "apart": [{"name": "HQ 55", "map": MAP, "x": 2845, "y": 2611}]}
    sound = {**piece, "y": 2610}
    (problem,) = compare_stacks({"files": [{"file": "a.vsav", "pieces": [sound], "stacks": apart}]})
    assert "a.vsav: a piece dropped on a stack makes a second one, in 1 places" in str(problem)
    assert list(compare_stacks({"pieces": [sound], "stacks": {"tried": 9, "apart": []}})) == []
