"""Made ground on a board of hexes: pits, embankments, pavement, rubble, pools."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely

from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.spots import number_box
from maps.drawing.hexes.streets import city_ground
from maps.drawing.hexes.works import draw_works, work_rims, work_shapes
from maps.drawing.ink import Ink
from maps.drawing.sheet import lay_out
from maps.map_faults import MapError
from tests.maps.test_hexmap import write_game

TOML = """
game = "works"
title = "Works"

[hexes]
columns = 7
rows = 5

[facts]
terrain = "text"

[sheet]
size_mm = [200, 160]
map_mm = [10, 10, 180, 140]
ground = "terrain"

[sheet.hexes]
streets = ["clear"]
works = { pit = "dug", dam = "heaped", strip = "paved", ruins = "rubble", pond = "pool" }

[sheet.tints]
pit = "#a08060"
dam = "#c0c0a0"
strip = "#b0b0b0"
ruins = "#c0b090"
pond = "#a0d0e0"
"""
GROUNDS = {
    **dict.fromkeys(("0201", "0202", "0203", "0204"), "pit"),
    **dict.fromkeys(("0401", "0501"), "dam"),
    "0402": "strip",
    "0404": "ruins",
    "0602": "pond",
    "0604": "pond",
}
PLACES = "id,name,terrain\n" + "".join(f"{one},,{word}\n" for one, word in GROUNDS.items())


def laid(folder: Path, toml: str = TOML) -> Plan:
    sheet = lay_out(write_game(folder, toml, PLACES, ""))
    assert sheet.board.grid is not None
    return Plan(sheet, sheet.board.grid)


def test_made_ground_keeps_to_its_hexes_and_is_there_in_each(tmp_path: Path) -> None:
    plan = laid(tmp_path)
    for word, shape in work_shapes(plan).items():
        hexes = [plan.ring(plan.grid.hexes[one]) for one, ground in GROUNDS.items() if ground == word]
        ground = shapely.union_all([shapely.Polygon(ring) for ring in hexes])
        assert shape.difference(ground).area < 0.07 * shape.area
        assert all(shapely.Polygon(ring).intersection(shape).area > 0.1 * plan.size**2 for ring in hexes)


def test_the_sides_of_a_pit_are_straight_where_its_hexes_stand_in_a_row(tmp_path: Path) -> None:
    pit = work_shapes(laid(tmp_path))["pit"]
    assert pit.area > 0.99 * pit.convex_hull.area


def test_no_pool_is_round_and_none_is_like_another(tmp_path: Path) -> None:
    pools = shapely.get_parts(work_shapes(laid(tmp_path))["pond"])
    shares = [one.area / shapely.minimum_bounding_circle(one).area for one in pools]
    assert len(pools) == 2
    assert max(shares) < 0.9
    assert abs(shares[0] - shares[1]) > 0.01


def test_pavement_is_clear_of_the_number_of_its_hex(tmp_path: Path) -> None:
    plan = laid(tmp_path)
    one = plan.grid.hexes["0402"]
    number = shapely.box(*number_box(plan, one, plan.sheet.board.spaces["0402"]))
    assert work_shapes(plan)["strip"].distance(number) > 0


def test_the_city_ends_before_made_ground(tmp_path: Path) -> None:
    plan = laid(tmp_path)
    city = city_ground(plan)
    assert all(city.distance(shape) > 0.1 * plan.size for shape in work_shapes(plan).values())


def test_made_ground_has_the_colour_of_its_ground_and_the_same_bytes_again(tmp_path: Path) -> None:
    plan = laid(tmp_path)
    pictures = []
    for _ in range(2):
        ink = Ink(*plan.sheet.size, 60, (255, 255, 255))
        draw_works(ink, plan)
        pictures.append(ink.finished())
    x, y = (round(part * 60 / 25.4) for part in plan.centre(plan.grid.hexes["0203"]))
    assert pictures[0].getpixel((x, y)) == (0xA0, 0x80, 0x60)
    assert pictures[0].tobytes() == pictures[1].tobytes()


def test_a_board_without_made_ground_has_no_rims(tmp_path: Path) -> None:
    bare = TOML.replace(TOML[TOML.index("works = ") : TOML.index("\n[sheet.tints]")], "")
    assert work_rims(laid(tmp_path, bare)).is_empty


def test_an_unknown_kind_of_made_ground_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(MapError, match="dug, heaped, paved, rubble, pool"):
        laid(tmp_path, TOML.replace('"heaped"', '"heped"'))
