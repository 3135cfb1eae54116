"""A folder with a board of hexes loads as a Board like any other, or says all that is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.checking.check import check_map
from maps.map_faults import MapError
from maps.reading.hexmap import FORM
from maps.reading.load import load_board

TOML = """
game = "hextest"
title = "Hex test"

[hexes]
columns = 6
rows = 5
pitch = 4.0
short = "even"
missing = ["0101"]

[facts]
terrain = "text"
height = "number"
city = "yes-no"

[default]
terrain = "clear"

[features]
river = "river"
road = "road"

[chains]
entry = ["0102", "0201"]
"""
PLACES = "id,name,terrain,height,city\n0303,Lauban,,2,yes\n0304,,woods,,\n"
LINKS = "hex,neighbour,features\n0303,0304,river road\n0404,0304,river\n"


def write_game(folder: Path, toml: str = TOML, places: str = PLACES, links: str = LINKS) -> Path:
    """A game folder with a map of hexes in it; an empty table is not written."""
    (folder / "map").mkdir(parents=True)
    for name, text in (("map.toml", toml), ("places.csv", places), ("links.csv", links)):
        if text:
            (folder / "map" / name).write_text(text, encoding="utf-8", newline="\n")
    return folder


def faults_of(folder: Path) -> list[tuple[str, str, str]]:
    with pytest.raises(MapError) as error:
        load_board(folder)
    return [(fault.file, fault.where, fault.kind) for fault in error.value.faults]


def test_every_hex_is_a_space_and_only_special_ones_need_a_line(tmp_path: Path) -> None:
    board = load_board(write_game(tmp_path / "g"))
    assert len(board.spaces) == 6 * 5 - 3 - 1
    lauban, woods, plain = (board.spaces[one] for one in ("0303", "0304", "0604"))
    assert lauban.name == "0303"
    assert dict(lauban.facts) == {"name": "Lauban", "terrain": "clear", "height": 2, "city": True}
    assert dict(woods.facts) == {"name": "", "terrain": "woods", "height": 0, "city": False}
    assert dict(plain.facts) == {"name": "", "terrain": "clear", "height": 0, "city": False}


def test_links_are_symmetric_and_carry_the_features_of_hexsides(tmp_path: Path) -> None:
    board = load_board(write_game(tmp_path / "g"))
    for one, near in board.links.items():
        assert all(board.links[other][one] == features for other, features in near.items())
    assert board.between("0304", "0303") == {"river", "road"}
    assert board.between("0304", "0404") == {"river"}
    assert board.between("0303", "0302") == frozenset()
    assert board.neighbours("0102") == ("0201", "0202", "0103")
    assert board.chains["entry"] == ("0102", "0201")


def test_centres_are_a_pitch_apart(tmp_path: Path) -> None:
    board = load_board(write_game(tmp_path / "g"))
    assert board.grid is not None
    for one in board.spaces:
        for near in board.neighbours(one):
            (x, y), (u, v) = board.spaces[one].centre, board.spaces[near].centre
            assert ((x - u) ** 2 + (y - v) ** 2) ** 0.5 == pytest.approx(4.0)
        assert board.grid.at(*board.spaces[one].centre) == one


def test_a_board_needs_no_tables_at_all(tmp_path: Path) -> None:
    bare = 'game = "bare"\ntitle = "Bare"\n[hexes]\ncolumns = 3\nrows = 2\n'
    board = load_board(write_game(tmp_path / "g", bare, "", ""))
    assert list(board.spaces) == ["0101", "0102", "0201", "0202", "0301", "0302"]


def test_all_faults_of_the_tables_come_at_once(tmp_path: Path) -> None:
    places = PLACES + "0909,,,,\n0303,,,,\n0102,,,high,\n"
    links = LINKS + "0102,0601,river\n0303,0304,road\n0303,0302,wall\n9,0101,\n"
    toml = TOML.replace('terrain = "clear"', "terrain = 3")
    assert faults_of(write_game(tmp_path / "g", toml, places, links)) == [
        ("map.toml", "default", "bad value"),
        ("places.csv", "line 4", "unknown hex"),
        ("places.csv", "line 5", "named twice"),
        ("places.csv", "line 6", "bad value"),
        ("links.csv", "line 4", "no hexside"),
        ("links.csv", "line 5", "named twice"),
        ("links.csv", "line 6", "unknown feature"),
        ("links.csv", "line 7", "unknown hex"),
        ("links.csv", "line 7", "unknown hex"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("columns = 6", "columns = 0", "bad value"),
        ("columns = 6", "", "missing value"),
        ("columns = 6", 'columns = 6\ntops = "round"', "bad value"),
        ("columns = 6", "columns = 6\nsize = 3", "unknown setting"),
        ("pitch = 4.0", "pitch = -1", "bad value"),
        ("pitch = 4.0", "pitch = 4.0\nnumbering = 3", "bad value"),
        ("pitch = 4.0", "pitch = 4.0\nnumbering.column = { shape = 3 }", "unknown setting"),
        ("pitch = 4.0", 'pitch = 4.0\nnumbering.column = { letters = "runes" }', "bad value"),
        ("pitch = 4.0", 'pitch = 4.0\nnumbering.row = { letters = "doubled", first = 0 }', "bad value"),
        ("pitch = 4.0", 'pitch = 4.0\nnumbering.row = { letters = "counted", first = 0 }', "bad value"),
        (
            "pitch = 4.0",
            "pitch = 4.0\nnumbering.shoved_first = -1\nnumbering.row = { first = 0 }",
            "bad value",
        ),
        ('missing = ["0101"]', 'missing = ["0707"]', "unknown hex"),
        (
            "rows = 5",
            "rows = 12\nnumbering.row = { digits = 1 }\nnumbering.column = { digits = 1, first=10}",
            "",
        ),
        ("rows = 5", "rows = 12\nnumbering.row = { digits = 1 }\nnumbering.column = { digits = 1 }", ""),
        (
            "columns = 6\nrows = 5",
            "columns = 11\nrows = 12\nnumbering.row = { digits = 1 }\nnumbering.column = { digits = 1 }",
            "named twice",
        ),
        ("columns = 6\nrows = 5", "columns = 400\nrows = 400", "bad value"),
        ("columns = 6\nrows = 5", "columns = 1\nrows = 1", "bad value"),
        ("[hexes]\ncolumns = 6\nrows = 5", "hexes = 3\n[other]", "bad value"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(tmp_path: Path, old: str, new: str, kind: str) -> None:
    toml = TOML.replace(old, new).replace(
        'missing = ["0101"]', "" if "numbering" in new else 'missing = ["0101"]'
    )
    assert toml != TOML
    game = write_game(tmp_path / "g", toml.replace('entry = ["0102", "0201"]', ""), "", "")
    if kind:
        assert [found for *_, found in faults_of(game)] == [kind]
    else:
        assert load_board(game).spaces


ODD_VALUES = (
    "-1",
    "0",
    "1",
    "1e300",
    "nan",
    "true",
    '""',
    '"\\u0000"',
    '"x"',
    "[]",
    "[[1]]",
    "{}",
    "{ a = 1 }",
    "2020-01-01",
)


@pytest.mark.parametrize("value", ODD_VALUES)
@pytest.mark.parametrize("table", FORM)
def test_whatever_stands_in_a_table_is_a_board_or_a_fault(tmp_path: Path, table: str, value: str) -> None:
    for number, key in enumerate(FORM[table]):
        plain = {"columns": "4", "rows": "4"}
        where, _, inner = table.partition(".")
        line = f"{inner}.{key} = {value}" if inner else ""
        settings = "\n".join(f"{k} = {v}" for k, v in ({**plain, key: value} if not inner else plain).items())
        toml = f'game = "odd"\ntitle = "Odd"\n[{where}]\n{settings}\n{line}\n'
        game = write_game(tmp_path / str(number), toml, "", "")
        try:
            board = load_board(game)
        except MapError as error:
            assert error.faults
        else:
            assert board.grid is not None
            assert len(board.spaces) == len(board.grid.hexes) > 0


def test_a_grid_that_cannot_be_read_is_all_that_a_check_tells(tmp_path: Path) -> None:
    """No shapes of zones are looked for where hexes were meant."""
    folder = write_game(tmp_path / "g", TOML.replace("columns", "colums", 1))
    assert {fault.file for fault in check_map(folder).faults} == {"map.toml"}
