"""The names of points: those that VASSAL itself gave, in every sort of grid."""

from __future__ import annotations

import csv
import zipfile
from pathlib import Path

import pytest

from builder.module_faults import ModuleError
from builder.vassal.commands import Laid
from builder.vassal.grids import Axis, Numbering, Regions, Squares, ZoneGround, Zones, inside
from builder.vassal.locations import OFF_BOARD, Board, Places, Window, load_places

SAMPLES = Path(__file__).parent / "samples"


def rows(name: str) -> list[dict[str, str]]:
    with (SAMPLES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_point_of_the_sample_is_called_what_the_engine_calls_it() -> None:
    places = load_places(SAMPLES / "demo.vmod")
    asked = rows("demo-names-real.csv")
    wrong = [row for row in asked if places.name(row["map"], (int(row["x"]), int(row["y"]))) != row["name"]]
    assert len(asked) == 690 and len({row["map"] for row in asked}) > 20
    assert not wrong


def test_every_piece_of_berlin_stands_where_the_engine_says() -> None:
    places = load_places(SAMPLES / "berlin-places.vmod")
    pieces = [row for row in rows("berlin-real.csv") if row["map"]]
    assert len(pieces) > 80
    for row in pieces:
        assert places.name(row["map"], (int(row["x"]), int(row["y"]))) == row["place"]


SQUARE = ((0, 0), (10, 0), (10, 10), (0, 10))


@pytest.mark.parametrize(
    ("at", "holds"),
    [((0, 0), True), ((5, 5), True), ((10, 5), False), ((5, 10), False), ((9, 9), True), ((-1, 5), False)],
)
def test_a_zone_holds_its_left_and_upper_edges_only(at: tuple[int, int], holds: bool) -> None:
    assert inside(SQUARE, at) is holds
    assert inside(tuple(reversed(SQUARE)), at) is holds


def test_the_first_zone_that_holds_a_point_names_it() -> None:
    small = ZoneGround("small", "$name$", ((2, 2), (4, 2), (4, 4), (2, 4)), None)
    big = ZoneGround("big", "$name$ $gridLocation$", SQUARE, Regions((("a", (0, 0)), ("b", (10, 10)))))
    zones = Zones((small, big), None)
    assert [zones.name(at) for at in ((3, 3), (1, 1), (9, 8), (11, 11))] == ["small", "big a", "big b", None]


@pytest.mark.parametrize(
    ("axis", "value", "word"),
    [
        (Axis(False, 1, 1), 6, "07"),
        (Axis(False, 2, 0), 7, "007"),
        (Axis(False, 1, 0), -3, "-03"),
        (Axis(False, 0, 0), 12, "12"),
        (Axis(True, 0, 0), 25, "Z"),
        (Axis(True, 0, 0), 27, "BB"),
        (Axis(True, 0, 0), 52, "AAA"),
    ],
)
def test_columns_and_rows_are_written_as_vassal_writes_them(axis: Axis, value: int, word: str) -> None:
    assert axis.word(value) == word


def test_boards_lie_beside_and_under_each_other_and_may_be_turned() -> None:
    axis = Axis(False, 0, 0)
    numbering = Numbering(axis, axis, True, ".", "$gridLocation$")
    grid = Squares((10, 10), (5, 5), (100, 50), numbering)
    boards = {name: Board(name, (100, 50), grid) for name in ("north", "south", "east")}
    window = Window("Main", boards, (20, 30))
    laid = (Laid("north"), Laid("south", 0, 1, True), Laid("east", 1, 0))
    named = [window.name_of(at, laid) for at in ((26, 36), (26, 86), (126, 36), (5, 5), (126, 86))]
    assert named == ["0.0", "9.4", "0.0", OFF_BOARD, OFF_BOARD]


def test_a_map_nobody_knows_is_told_in_pixels() -> None:
    assert Places().name("Main", (3, 4)) == "Main 3,4"
    assert Places().name("null", (3, 4)) == ""


def test_the_way_boards_lie_is_read_from_the_module(tmp_path: Path) -> None:
    board = "VASSAL.build.module.map.boardPicker.Board"
    build = (
        '<VASSAL.build.GameModule><VASSAL.build.module.Map mapName="M"><VASSAL.build.module.map.BoardPicker>'
        "<setup>MBoardPicker\tB\t0\t0\tA\t1\t0</setup>"
        f'<{board} name="A" width="50" height="60"/><{board} name="B" width="70" height="60"/>'
        "</VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map></VASSAL.build.GameModule>"
    )
    with zipfile.ZipFile(tmp_path / "m.vmod", "w") as archive:
        archive.writestr("buildFile.xml", build)
    window = load_places(tmp_path / "m.vmod").windows["M"]
    assert window.usual == (Laid("B"), Laid("A", 1, 0))
    assert window.boards["A"].size == (50, 60)


@pytest.mark.parametrize("build", ["", "<a>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"])
def test_what_is_no_module_has_no_places(tmp_path: Path, build: str) -> None:
    with zipfile.ZipFile(tmp_path / "m.vmod", "w") as archive:
        archive.writestr("buildFile.xml" if build else "readme.txt", build)
    with pytest.raises(ModuleError, match="buildFile"):
        load_places(tmp_path / "m.vmod")
