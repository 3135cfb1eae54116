"""Rivers and ways by name are chains without a gap, and say the same as the hexsides."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.checking.check import check_map
from maps.grids.grid import HexGrid
from maps.map_faults import MapFault
from maps.reading.courses import points_of, read_courses, runs_of
from tests.maps.test_hexmap import TOML, write_game

GRID = HexGrid(6, 5)
HEAD = "name,feature,hexes\n"
LINKS = "hex,neighbour,features\n0303,0304,river\n0304,0403,river\n0202,0203,road\n0203,0204,road\n"


def read(folder: Path, rows: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The names of the courses in these lines, and where and of which kind the faults are."""
    (folder / "courses.csv").write_text(HEAD + rows, encoding="utf-8", newline="\n")
    faults: list[MapFault] = []
    names = [course.name for course in read_courses(folder, GRID, faults)]
    return names, [(fault.where, fault.kind) for fault in faults]


def test_a_river_is_a_chain_of_hexsides_and_a_way_one_of_hexes(tmp_path: Path) -> None:
    rows = "Oder,river,0303/0304 0304/0403\nOld road,road,0202 0203 0204\n"
    assert read(tmp_path, rows) == (["Oder", "Old road"], [])


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ("Oder,river,0303/0304 0303/0302", "broken course"),
        ("Oder,river,0303/0305", "broken course"),
        ("Road,road,0202 0204", "broken course"),
        ("Road,road,0202 0909", "unknown hex"),
        ("Road,road,0202", "no course"),
        ("Road,road,", "no course"),
    ],
)
def test_a_course_that_cannot_be_followed_is_a_fault(tmp_path: Path, row: str, kind: str) -> None:
    assert read(tmp_path, row + "\n") == ([], [("line 2", kind)])


def test_a_river_may_leave_the_board_and_come_back(tmp_path: Path) -> None:
    names, faults = read(tmp_path, "Oder,river,0103/0104 0102/0103\n")
    assert (names, faults) == (["Oder"], [])
    course = read_courses(tmp_path, GRID, [])[0]
    assert [len(run) for run in runs_of(course, GRID)] == [2, 2]


def test_points_lead_from_corner_to_corner_or_from_middle_to_middle(tmp_path: Path) -> None:
    read(tmp_path, "Oder,river,0303/0304 0304/0403 0304/0404\nRoad,road,0202 0203 0204\n")
    river, road = read_courses(tmp_path, GRID, [])
    ((first, *_, last),) = points_of(river, GRID)
    assert len(points_of(river, GRID)[0]) == 4
    assert first in GRID.corners("0303")
    assert last in GRID.corners("0404")
    assert points_of(road, GRID) == [[GRID.centre(one) for one in ("0202", "0203", "0204")]]


def test_a_course_over_sides_without_its_feature_and_sides_without_a_course_are_told(tmp_path: Path) -> None:
    game = write_game(tmp_path / "g", TOML, "", LINKS)
    rows = "Oder,river,0303/0304 0304/0403\nOld road,road,0201 0202 0203\n"
    (game / "map" / "courses.csv").write_text(HEAD + rows, encoding="utf-8", newline="\n")
    found = [(fault.file, fault.where, fault.kind) for fault in check_map(game).faults]
    assert ("courses.csv", "line 3", "course off the links") in found
    assert ("links.csv", "0203 - 0204", "link off the courses") in found
    assert len(found) == 2
