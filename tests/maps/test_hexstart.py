"""A position at start that breaks a rule of the board is told, with its hexes."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.checking.check import check_map
from tests.maps.test_hexmap import write_game

TOML = """
game = "start"
title = "Start"

[hexes]
columns = 8
rows = 4

[facts]
terrain = "text"
town = "text"
source = "text"
red = "list"
blue = "list"

[features]
river = "river"
bridge = "bridge"
road = "road"

[start]
ground = "terrain"
closed = ["water"]
barriers = ["river"]
bridges = ["bridge"]
ways = ["road"]
town = "town"
source = "source"
stack = 2
beside = "hq-"

[[start.side]]
name = "Red"
units = "red"
sources = ["red"]

[[start.side]]
name = "Blue"
units = "blue"
sources = ["blue"]
"""
HEAD = "id,name,terrain,town,source,red,blue\n"
GOOD = HEAD + "0101,,,,red,,\n0202,,,,,1 2 hq-1,\n0802,,,,blue,,9\n0301,,water,,,,\n"


def told(folder: Path, places: str, links: str = "", toml: str = TOML) -> list[tuple[str, str]]:
    faults = check_map(write_game(folder / "g", toml, places, links)).faults
    return [(fault.where, fault.kind) for fault in faults]


def test_a_good_start_has_no_faults(tmp_path: Path) -> None:
    assert told(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("row", "where", "kind"),
    [
        ("0401,,,,,3 4 5,", "0401", "overstacked set-up"),
        ("0401,,,,,3 hq-2 hq-3,", "0401", "overstacked set-up"),
        ("0401,,water,,,3,", "0401", "set-up off the land"),
        ("0401,Atlantis,water,village,,,", "0401", "town off the land"),
        ("0703,,,,,3,", "0703 - 0802", "lines too near"),
    ],
)
def test_what_is_wrong_at_start_is_told_with_its_hex(tmp_path: Path, row: str, where: str, kind: str) -> None:
    assert (where, kind) in told(tmp_path, f"{GOOD}{row}\n")


def test_enemies_in_one_hex_are_told(tmp_path: Path) -> None:
    assert ("0603", "set-up on enemies") in told(tmp_path, GOOD + "0603,,,,,3,8\n")


def test_a_way_into_water_is_told(tmp_path: Path) -> None:
    links = "hex,neighbour,features\n0301,0302,road\n"
    assert told(tmp_path, GOOD, links) == [("0301 - 0302", "way off the land")]


def test_a_unit_behind_an_unbridged_river_is_cut_off_and_a_bridge_mends_it(tmp_path: Path) -> None:
    places = HEAD + "0101,,,,red,,\n0104,,,,,1,\n0802,,,,blue,,9\n"
    rows = [f"0{column}02,0{column}03,river" for column in range(1, 9)]
    rows += [f"0{column}02,0{column + step}03,river" for column in (2, 4, 6, 8) for step in (-1, 1)]
    lines = sorted(row for row in rows if "0903" not in row)
    river = "hex,neighbour,features\n" + "\n".join(lines) + "\n"
    assert told(tmp_path / "cut", places, river) == [
        ("0104", "set-up cut off"),
        ("0101", "source cut off"),
    ]
    bridged = river.replace("0102,0103,river", "0102,0103,river bridge road")
    assert told(tmp_path / "bridged", places, bridged) == []


def test_a_table_that_says_too_little_is_a_fault_and_not_a_traceback(tmp_path: Path) -> None:
    assert told(tmp_path, GOOD, toml=TOML.replace("stack = 2", 'stack = "two"')) == [("start", "bad value")]


def test_enemies_may_touch_where_the_game_lets_them(tmp_path: Path) -> None:
    near = GOOD + "0703,,,,,3,\n"
    touching = TOML.replace("stack = 2", "stack = 2\ntouching = true")
    assert told(tmp_path / "apart", near) == [("0703 - 0802", "lines too near")]
    assert told(tmp_path / "touching", near, toml=touching) == []


def test_a_hex_of_an_edge_may_lead_nowhere_but_a_unit_may_not_be_cut_off(tmp_path: Path) -> None:
    water = "".join(f"{one},,water,,,,\n" for one in ("0703", "0704", "0803"))
    places = f"{HEAD}0101,,,,red,,\n0804,,,,,1,\n0802,,,,blue,,9\n{water}"
    edge = TOML.replace("stack = 2", "stack = 2\nedge = true")
    assert told(tmp_path / "sources", places) == [("0804", "set-up cut off"), ("0101", "source cut off")]
    assert told(tmp_path / "edge", places, toml=edge) == [("0804", "set-up cut off")]
