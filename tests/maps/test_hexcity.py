"""A city on a board of hexes: blocks, buildings of one and of several hexes, bridges, avenues, viaducts."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy
import pytest
import shapely

from maps.drawing.blocks import blocks_of
from maps.drawing.draw import Drawing, draw_board
from maps.drawing.hexes.city import footprints
from maps.drawing.hexes.lettering import Lettering
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.printed import print_numbers
from maps.drawing.hexes.shores import quay_ground, waters
from maps.drawing.hexes.spots import number_box
from maps.drawing.hexes.ways import Ways, deck_mm
from maps.drawing.ink import Ink, Point
from maps.drawing.placing import as_boxes
from maps.drawing.sheet import lay_out
from tests.maps.test_hexmap import write_game

TOML = """
game = "city"
title = "City"

[hexes]
columns = 7
rows = 5

[facts]
terrain = "text"
house = "text"
bridge = "text"

[features]
road = "road"
avenue = "road"
line = "rail"

[sheet]
size_mm = [200, 160]
map_mm = [10, 10, 180, 140]
ground = "terrain"
tints = { plain = "#ffffff", streets = "#ffffff" }
"""
STYLE = """
[sheet.hexes]
streets = ["streets"]
straight = ["avenue"]
bridges = "bridge"
broken = "down"
road_mm = { avenue = 9.0 }
roads = { avenue = ["#000000", "#ff0000"], line = ["#00ff00", "#00ff00"] }

[sheet.hexes.buildings]
fact = "house"
ruined = ["ruin"]
colours = { hall = ["#112233", "#445566"], ruin = ["#ddeeff", "#778899"] }
"""
PLACES = """id,name,terrain,house,bridge
0101,,streets,,
0103,,plain,,
0303,,plain,hall,
0403,,plain,hall,
0603,,plain,ruin,
0202,,water,,stands
0602,,water,,down
"""
LINKS = """hex,neighbour,features
0201,0202,road
0202,0203,road
0601,0602,road
0602,0603,road
0105,0204,avenue
0204,0305,avenue
0404,0504,line
"""


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Drawing:
    return draw_board(write_game(tmp_path_factory.mktemp("city") / "g", TOML + STYLE, PLACES, LINKS), 100)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Drawing:
    return draw_board(write_game(tmp_path_factory.mktemp("bare") / "g", TOML, PLACES, LINKS), 100)


def colours(drawing: Drawing, a: str, b: str) -> list[object]:
    """The colours on the way from the middle of a hex to that of another."""
    (x, y), (u, v) = drawing.slots(a)[0], drawing.slots(b)[0]
    steps = round(math.dist((x, y), (u, v)))
    return [
        drawing.image.getpixel((round(x + (u - x) * n / steps), round(y + (v - y) * n / steps)))
        for n in range(steps + 1)
    ]


def within(drawing: Drawing, one: str) -> set[object]:
    """The colours about the middle of a hex."""
    x, y = drawing.slots(one)[0]
    return {
        drawing.image.getpixel((x + right, y + down)) for right in range(-40, 41) for down in range(-35, 36)
    }


def test_only_a_ground_of_streets_has_blocks(city: Drawing, bare: Drawing) -> None:
    assert within(city, "0101") - within(bare, "0101") and within(city, "0103") == within(bare, "0103")


def test_a_building_runs_on_from_hex_to_hex_and_ends_before_the_next(city: Drawing) -> None:
    roof, wall = (0x11, 0x22, 0x33), (0x44, 0x55, 0x66)
    across = colours(city, "0303", "0403")
    assert roof in across and (255, 255, 255) not in across
    out = colours(city, "0303", "0302")
    assert wall in out and roof not in out[len(out) // 2 :]


def test_great_buildings_have_right_angles_keep_off_numbers_and_off_open_water() -> None:
    sheet = lay_out("redvengeance")
    assert sheet.board.grid is not None
    plan = Plan(sheet, sheet.board.grid)
    numbers = [shapely.box(*number_box(plan, one, space)) for one, space in plan.spaces()]
    water = shapely.union_all(list(waters(plan).values()))
    shapes = dict(footprints(plan, plan.centre))
    for word in ("reichstag", "factory"):
        walls, middles = (
            shapes[word].exterior,
            [plan.centre(one) for one, space in plan.spaces() if space.facts.get("building") == word],
        )
        assert all(walls.distance(box) > 0 for box in numbers), word
        assert all(shapes[word].contains(shapely.Point(at)) for at in middles), word
        assert shapes[word].distance(water) > 0, word
    turns = numpy.diff(shapely.get_coordinates(shapes["reichstag"].exterior), axis=0)
    assert (numpy.abs(turns).min(axis=1) < 0.01).all(), "its walls run north and east"


def test_a_ruin_shows_rafters_in_place_of_a_roof(city: Drawing) -> None:
    row = colours(city, "0603", "0604")[:30]
    assert (0x77, 0x88, 0x99) in row and (0xDD, 0xEE, 0xFF) in row
    assert (0x44, 0x55, 0x66) not in row


def test_a_bridge_has_a_deck_under_its_road_and_a_broken_one_a_gap(city: Drawing, bare: Drawing) -> None:
    stone = (206, 200, 188)
    assert stone in within(city, "0202") and stone not in within(bare, "0202")
    assert stone in within(city, "0602")
    x, y = city.slots("0602")[0]
    near = {city.image.getpixel((x + right, y)) for right in range(-14, 15)}
    assert stone not in near


def test_an_avenue_is_as_broad_as_it_is_said_and_runs_straight(city: Drawing) -> None:
    (x, y), (u, v) = city.slots("0105")[0], city.slots("0204")[0]
    at = (x + u) // 2, (y + v) // 2
    column = [city.image.getpixel((at[0], at[1] + down)) for down in range(-22, 23)]
    assert 18 <= sum(one == (255, 0, 0) for one in column) <= 24
    (_, first), (_, last) = city.slots("0204")[0], city.slots("0305")[0]
    level = (first + last) // 2
    middle = city.slots("0204")[0][0]
    assert city.image.getpixel((middle, level)) == (255, 0, 0)
    end, beyond = city.slots("0305")[0][0], city.slots("0404")[0][0]
    assert city.image.getpixel((end - 4, level)) == (255, 0, 0)
    assert city.image.getpixel((beyond, level)) != (255, 0, 0)


def test_a_railway_with_colours_runs_on_a_viaduct(city: Drawing, bare: Drawing) -> None:
    green = (0, 255, 0)
    assert green in within(city, "0404") and green not in within(bare, "0404")


def test_the_same_city_is_drawn_the_same(city: Drawing, tmp_path: Path) -> None:
    again = draw_board(write_game(tmp_path / "g", TOML + STYLE, PLACES, LINKS), 100)
    assert again.image.tobytes() == city.image.tobytes()


CANAL = STYLE.replace(
    'streets = ["streets"]', 'streets = ["streets"]\nquays = ["water"]\nchannels = ["water"]'
)
ZIGZAG = "id,name,terrain,house,bridge\n" + "".join(f"0{column}03,,water,,\n" for column in range(1, 8))


@pytest.fixture(scope="module")
def canal(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    sheet = lay_out(
        write_game(tmp_path_factory.mktemp("canal") / "g", TOML + CANAL, ZIGZAG, "hex,neighbour,features\n")
    )
    assert sheet.board.grid is not None
    return Plan(sheet, sheet.board.grid)


def test_the_banks_of_a_channel_do_not_follow_the_zigzag_of_its_hexes(canal: Plan) -> None:
    (left, one), (right, other) = (canal.centre(canal.grid.hexes[name]) for name in ("0303", "0503"))
    assert one == other
    _, top, _, bottom = waters(canal)["water"].intersection(shapely.box(left, 0, right, 200)).bounds
    assert 0.75 * canal.size < bottom - top < 0.95 * canal.size


def test_a_number_on_a_quay_has_a_halo(canal: Plan) -> None:
    halos: dict[str, object] = {}

    class Numbers(Ink):
        def number(self, at: Point, text: str, *how: Any) -> None:
            halos[text] = how[-1]

    print_numbers(Numbers(200, 160, 20, (255, 255, 255)), canal, Lettering(canal))
    ground = quay_ground(canal)
    on = {
        space.name
        for one, space in canal.spaces()
        if ground.intersects(shapely.box(*number_box(canal, one, space)))
    }
    assert on and all(halos[name] for name in on)
    assert not halos["0101"]


@pytest.fixture(scope="module")
def berlin() -> Plan:
    sheet = lay_out("redvengeance")
    assert sheet.board.grid
    return Plan(sheet, sheet.board.grid)


def test_a_bridge_runs_from_quay_to_quay_and_its_name_stands_beside_it(berlin: Plan) -> None:
    ways, wet = Ways(berlin), shapely.union_all(list(waters(berlin).values()))
    placed = {one.name.home: one for one in Lettering(berlin).placed if one.name.home}
    bridges = [one for one, space in berlin.spaces() if space.facts.get("bridge") and space.name]
    over_water = [one for one in bridges if berlin.grounds[one] == "water"]
    assert len(over_water) == 4
    for one in over_water:
        line = ways.deck(one)
        assert not any(wet.contains(shapely.Point(end)) for end in (line[0], line[-1]))
        assert shapely.LineString(line).crosses(wet)
        if one in placed:
            boxes = shapely.box(*as_boxes(placed[one].boxes).T)
            assert not shapely.LineString(line).buffer(deck_mm(berlin) / 2).intersects(boxes).any()
    assert len(placed.keys() & set(over_water)) == 3


def test_blocks_fill_their_ground_and_leave_streets() -> None:
    ground = shapely.Point(0, 0).buffer(40)
    blocks = blocks_of(ground, 6.0)
    assert 20 < len(blocks) < 120
    assert all(ground.buffer(0.5).contains(block) for block in blocks)
    assert shapely.union_all(blocks).area == pytest.approx(sum(block.area for block in blocks))
    assert 0.5 < shapely.union_all(blocks).area / ground.area < 0.85
