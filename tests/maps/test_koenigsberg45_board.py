"""The board of Königsberg '45 says what the country, the rulebook and the counters say."""

from __future__ import annotations

import csv
import math
import re
import shutil
import subprocess
import sys
import time
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
import shapely

from bench.pace import within
from maps.board import Board, Space
from maps.checking.check import check_map
from maps.koenigsberg45 import generate
from maps.reading.courses import points_of, read_courses
from maps.reading.load import find_map, load_board, read_board
from maps.reading.tables import read_toml
from maps.space import slug

HERE = find_map("koenigsberg45")
ROOT = Path(__file__).parents[2]
BIG_BRIDGES = """
    0332/0432 0432/0433 0526/0625 0617/0718 0936/0937 1539/1540 2440/2441 2836/2937 2839/2840 3134/3234
    3231/3331 3729/3730 3504/3603 2109/2110 2208/2209 2208/2309 2809/2910 2910/3009
"""
VICTORY = {
    "Insterburg",
    "Lötzen",
    "Königsberg",
    "Allenstein",
    "Schröttersburg",
    "Thorn",
    "Kulm",
    "Graudenz",
    "Marienwerder",
    "Bartenstein",
    "Elbing",
    "Mielau",
    "Braunsberg",
    "Wehlau",
}
ENTRIES = {"A": "0132", "B": "0119", "C": "1609", "D": "2205", "E": "4709", "F": "3141", "G": "4401"}
HAFF = "1114 1213 1214 1313 1412 1413 1512 1610 1611 1710 1711 1809 1810 1910 2009"


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board("koenigsberg45")


def having(board: Board, fact: str, value: object = True) -> set[str]:
    """The hexes whose fact has this value; with True, any value but none."""
    return {
        one
        for one, space in board.spaces.items()
        if (space.facts[fact] if value is True else space.facts[fact] == value)
    }


def listed(space: Space, fact: str) -> tuple[str, ...]:
    """A fact that is a list."""
    value = space.facts[fact]
    return value if isinstance(value, tuple) else ()


def rows(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.slow
def test_the_board_has_no_faults() -> None:
    assert check_map("koenigsberg45").faults == ()


@pytest.mark.timed
def test_it_loads_quickly() -> None:
    took = []
    for _ in range(5):
        begun = time.process_time()
        read_board(find_map("koenigsberg45"))
        took.append(time.process_time() - begun)
    assert within(min(took), 0.150)


def test_it_loads_without_the_libraries_that_draw() -> None:
    heavy = ("shapely", "numpy", "PIL")
    code = (
        f"import sys; from maps.reading.load import load_board; load_board('koenigsberg45'); print({heavy!r})"
    )
    code += f"; sys.exit(any(name in sys.modules for name in {heavy!r}))"
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0


def test_it_has_forty_seven_columns_of_forty_one_hexes(board: Board) -> None:
    assert len(board.spaces) == 47 * 41
    assert (min(board.spaces), max(board.spaces)) == ("0101", "4741")
    assert board.neighbours("2020") == ("2019", "2120", "2121", "2021", "1921", "1920")
    assert board.neighbours("2119") == ("2118", "2218", "2219", "2120", "2019", "2018")


def test_every_town_lies_in_the_hex_of_its_degrees_and_no_two_in_one(board: Board) -> None:
    named = {board.spaces[one].facts["name"]: one for one in having(board, "settlement")}
    assert len(named) == len(rows("towns.csv")) == 98
    known = {"Königsberg": "2208", "Insterburg": "3510", "Thorn": "0432", "Elbing": "1216", "Modlin": "2440"}
    assert {name: named[name] for name in known} == known


def test_fourteen_hexes_give_victory_points(board: Board) -> None:
    names = {board.spaces[one].facts["name"] for one in having(board, "vp", 1)}
    assert names == VICTORY


def test_sources_and_entries_are_those_of_the_rules(board: Board) -> None:
    assert having(board, "source", "german") == {"0114", "0119", "0125", "0132", "2208"}
    assert having(board, "source", "split") == {"0137", "1541", "2441"}
    assert len(having(board, "source", "soviet")) == 13
    entries = {board.spaces[one].facts["entry"]: one for one in having(board, "entry")}
    assert entries == ENTRIES


def test_the_haff_and_the_spits_are_water_and_its_ports_land(board: Board) -> None:
    assert having(board, "body", "frisches-haff") == set(HAFF.split())
    water = having(board, "terrain", "water")
    assert {"1511", "2403", "2503", "2601"} <= water
    assert not {"1609", "1314", "2205", "0514"} & water
    assert all("coast" in str(board.spaces[one].facts["edges"]) for one in ("1609", "2205"))


def test_bridges_over_major_rivers_are_those_that_follow_from_the_ways(board: Board) -> None:
    found = {
        f"{a}/{b}"
        for a, near in board.links.items()
        for b, features in near.items()
        if a < b and {"river-major", "bridge"} <= features
    }
    assert found == set(BIG_BRIDGES.split())


def test_a_bridge_is_where_a_way_crosses_a_river_and_nowhere_else(board: Board) -> None:
    for near in board.links.values():
        for features in near.values():
            crossed = bool(features & {"river-major", "river-minor"} and features & {"road", "rail"})
            assert ("bridge" in features) is crossed


def test_the_autobahn_is_a_road_and_one_chain(board: Board) -> None:
    chain = board.chains["autobahn"]
    assert (chain[0], chain[-1]) == ("1216", "2208")
    assert all({"autobahn", "road"} <= board.between(a, b) for a, b in pairwise(chain))


def test_fortified_hexes_name_the_directions_of_their_hexsides(board: Board) -> None:
    assert board.grid is not None
    for one, space in board.spaces.items():
        around = board.grid.neighbours(one)
        for direction in listed(space, "fortified"):
            assert board.between(one, around[direction]) & {"festung", "defensive-line"}
    assert having(board, "fortified") >= {"2208", "3418", "0432", "0625", "2440", "2806", "2316", "3420"}
    assert board.spaces["2806"].facts["fortified"] == ("ne", "se")


def test_the_courses_of_rivers_stay_near_the_true_ones(board: Board) -> None:
    assert board.grid is not None
    country = read_toml(HERE / "geography.toml", [])
    true = {
        river["name"]: shapely.LineString(
            [generate.on_plane(country["frame"], lon, lat) for lon, lat in river["points"]]
        )
        for river in country["river"]
    }
    for course in read_courses(HERE, board.grid, []):
        if course.along:
            far = max(
                true[course.name].distance(shapely.Point(at))
                for run in points_of(course, board.grid)
                for at in run
            )
            assert far < 14, course.name


def test_every_way_ends_in_the_places_that_name_it(board: Board) -> None:
    for way in rows("ways.csv"):
        hexes = way["hexes"].split()
        for place, one in ((way["from"], hexes[0]), (way["to"], hexes[-1])):
            assert place in (one, board.spaces[one].facts["name"]), way


def test_units_start_where_their_counters_say(board: Board) -> None:
    with (ROOT / "counters" / "koenigsberg45" / "roster.csv").open(encoding="utf-8", newline="") as file:
        wanted = {slug(row["id"]): row["setup"] for row in csv.DictReader(file) if row["setup"]}
    marked = {
        unit: one
        for one, space in board.spaces.items()
        for fact in ("german_set_up", "soviet_set_up")
        for unit in listed(space, fact)
    }
    assert marked == wanted


def test_each_side_holds_the_towns_behind_its_line(board: Board) -> None:
    german = {
        "Tilsit",
        "Ragnit",
        "Schlossberg",
        "Gumbinnen",
        "Goldap",
        "Lyck",
        "Zichenau",
        "Modlin",
        "Danzig",
    }
    soviet = {"Georgenburg", "Schirwindt", "Eydtkau", "Augustow", "Rozan", "Serock"}
    held = {
        str(board.spaces[one].facts["name"]): board.spaces[one].facts["held"]
        for one in having(board, "settlement")
    }
    assert {held[name] for name in german} == {"german"}
    assert {held[name] for name in soviet} == {"soviet"}


def test_lines_at_start_are_two_hexes_apart_somewhere_and_nowhere_less(board: Board) -> None:
    assert board.grid is not None
    german, soviet = having(board, "german_set_up"), having(board, "soviet_set_up")
    assert min(board.grid.distance(a, b) for a in german for b in soviet) == 2


def test_every_victory_point_hex_can_be_reached_by_road(board: Board) -> None:
    front = having(board, "source", "soviet")
    reached: set[str] = set()
    while front:
        reached |= front
        front = {
            near
            for one in front
            for near, features in board.links[one].items()
            if "road" in features and near not in reached
        }
    assert having(board, "vp", 1) <= reached


def test_the_printed_charts_are_those_that_are_played_with() -> None:
    path = ROOT / "adjudicator" / "games" / "koenigsberg45" / "charts.toml"
    played = {chart["id"]: chart for chart in tomllib.loads(path.read_text(encoding="utf-8"))["chart"]}
    printed = {chart["title"]: chart["rows"] for chart in read_toml(HERE / "map.toml", [])["sheet"]["chart"]}
    combat = printed["Combat Results Table"]
    assert combat[0][1:] == played["crt"]["columns"]
    assert [row[1:] for row in combat[1:]] == played["crt"]["cells"]
    attacks = [cells[0] for cells in played["barrage"]["cells"]]
    assert printed["Barrage Table"][1][1:] == attacks[::2] == attacks[1::2]
    dates = read_toml(HERE / "map.toml", [])["sheet"]["turns"]["dates"]
    assert [date[:2] for date in dates] == [cells[0][:2] for cells in played["trt"]["cells"]]


HEXES = {"Lake, frozen": "lake", "Sea and Haff": "water"}
SIDES = {
    "Road": "road",
    "Railway": "railroad",
    "Minor river": "minor river, unbridged",
    "Minor river, bridge": "minor river, bridged",
    "Major river": "major river, unbridged",
    "Major river, bridge": "major river, bridged",
    "Defensive line": "defensive line",
    "Festung": "Festung",
    "Enemy ZOC": "enemy zone of control",
    "Refugees, by road": "refugees, by road",
}


def numbers(cell: str) -> list[str]:
    """The numbers of a cell, but for one that says that nothing is added."""
    return [found for found in re.findall(r"\d+(?:/\d+)?", cell) if found != "0"]


def test_the_printed_terrain_effects_are_those_that_are_played_with() -> None:
    path = ROOT / "adjudicator" / "games" / "koenigsberg45" / "charts.toml"
    played = {chart["id"]: chart for chart in tomllib.loads(path.read_text(encoding="utf-8"))["chart"]}
    hexes, sides = (
        dict(zip(chart["rows"], chart["cells"], strict=True))
        for chart in (played["tec"], played["tec-hexsides"])
    )
    printed = {chart["title"]: chart["rows"] for chart in read_toml(HERE / "map.toml", [])["sheet"]["chart"]}
    for name, foot, mechanised, combat in printed["Terrain Effects Chart"][1:]:
        if name in SIDES:
            leg, motor, across = sides[SIDES[name]]
            assert (numbers(foot), numbers(mechanised)) == (numbers(leg), numbers(motor)), name
            assert ("half" in combat, "no attack" in combat) == ("half" in across, across == "no"), name
            assert numbers(combat) == numbers(across), name
        elif name != "Autobahn (road)":
            leg, motor, shift, loss, retreat = hexes[HEXES.get(name, name.lower())]
            said = [
                words.replace("by road only", "road only").replace("never", "no")
                for words in (foot, mechanised)
            ]
            assert said == [leg, motor], name
            assert re.findall(r"(\d) left", combat) == numbers(shift), name
            assert ("1st loss" in combat, "retreat hex" in combat) == (loss != "-", retreat != "-"), name
    across = sides["lake"][2].split("; ")
    assert across == ["half", "mechanised no"]


def test_centres_are_eight_kilometres_apart(board: Board) -> None:
    for one in ("2020", "0101", "4741"):
        for near in board.neighbours(one):
            assert math.dist(board.spaces[one].centre, board.spaces[near].centre) == pytest.approx(8.0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "where", "kind"),
    [
        ("courses.csv", "2140/2141 2040/2141", "2040/2141", "line 2", "broken course"),
        ("courses.csv", "0515 0615 0616", "0515 0616", "line", "broken course"),
        ("courses.csv", "2340/2341 2240/2341", "2240/2341", "2340 - 2341", "link off the courses"),
        (
            "links.csv",
            "2208,2209,river-major bridge road",
            "2208,2209,bridge road",
            "2208 - 2209",
            "bridge amiss",
        ),
        ("links.csv", "2208,2308,road rail", "2208,2308,rail", "line", "course off the links"),
        ("links.csv", "2209,2310", "2208,2309", "line 458", "named twice"),
        ("places.csv", "1808,Fischhausen,", "1808,Fischhausen,water", "1808", "town off the land"),
        ("places.csv", "1808,Fischhausen,", "1808,Fischhausen,water", "1808 - 1909", "way off the land"),
        ("places.csv", "3403,,", "3403,,water", "3403", "set-up off the land"),
        ("places.csv", ",551-vg,", ",551-vg 1 2,", "3403", "overstacked set-up"),
        ("places.csv", "village,,,,,soviet,,,1-t", "village,,,,,soviet,,x,1-t", "4409", "set-up on enemies"),
        ("places.csv", "village,,,,,soviet,,,1-t", "village,,,,,soviet,,x,", "4409 - 4309", "lines too near"),
    ],
)
def test_a_spoilt_board_is_told(file: str, old: str, new: str, where: str, kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "g" / "map"
    shutil.copytree(HERE, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    text = (folder / file).read_text(encoding="utf-8")
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")
    assert text.count(old) >= 1
    faults = check_map(tmp_path / "g").faults
    assert [fault for fault in faults if where in fault.where and fault.kind == kind], faults
