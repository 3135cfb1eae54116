"""Boards of hexes, of squares, and mixed ones: imported and built again, VASSAL has the very same names."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from builder.check.check import check_module
from builder.importing.importer import Carried, import_module
from builder.layout.board import MAP, draw_layout
from builder.module.module import build_module
from builder.vassal.locations import Places, load_places
from maps.reading.load import load_board
from tests.builder.test_check import write
from tests.cases import one_quick

SAMPLES = Path(__file__).parent / "samples"
GRID = "VASSAL.build.module.map.boardPicker.board"
USUAL = {
    "first": "H", "sep": "", "hType": "N", "vType": "N", "hLeading": "1", "vLeading": "1", "hOff": "1",
    "vOff": "1", "hDescend": "false", "vDescend": "false", "stagger": "false",
}  # fmt: skip
NUMBERINGS: dict[str, dict[str, str]] = {
    "0101": {},
    "101, rows of two digits": {"hLeading": "0"},
    "row first": {"first": "V"},
    "a point between": {"sep": "."},
    "letters for columns": {"hType": "A", "hOff": "0", "vLeading": "0"},
    "letters for rows": {"vType": "A", "vOff": "0", "hLeading": "0", "sep": "-"},
    "staggered": {"stagger": "true"},
    "rows from the bottom": {"vDescend": "true"},
    "rows from the bottom, staggered": {"vDescend": "true", "stagger": "true", "vOff": "3"},
    "columns from the right": {"hDescend": "true"},
    "both backwards": {"hDescend": "true", "vDescend": "true", "vOff": "2", "hOff": "2"},
    "from 0": {"hOff": "0", "vOff": "0"},
    "from 40 and 7": {"hOff": "40", "vOff": "7"},
    "three digits": {"hLeading": "2", "vLeading": "2"},
    "a form of its own": {"locationFormat": "hex $gridLocation$ (N)"},
    "row and column apart": {"locationFormat": "$row$/$column$"},
}


def build_file(grid: str, numbering: dict[str, str], shape: str) -> str:
    """A module with one board of 900 x 700 pixels that has one grid."""
    pairs = {**USUAL, **numbering}
    names = "".join(
        f' {key}="{value}"' for key, value in pairs.items() if grid == "HexGrid" or key != "stagger"
    )
    inner = f"<{GRID}.{grid} {shape}><{GRID}.mapgrid.{grid}Numbering{names}/></{GRID}.{grid}>"
    return around(inner)


def around(inner: str) -> str:
    """A module with a board of 900 x 700 pixels that holds this."""
    board = f'<{GRID}.Board name="Land" width="900" height="700" color="200,200,200">{inner}</{GRID}.Board>'
    picker = f"<VASSAL.build.module.map.BoardPicker>{board}</VASSAL.build.module.map.BoardPicker>"
    return (
        '<VASSAL.build.GameModule name="Grid" version="1.0" VassalVersion="3.7.0" nextPieceSlotId="1">'
        "<VASSAL.build.module.BasicCommandEncoder/>"
        f'<VASSAL.build.module.Map mapName="Main" launch="false">{picker}</VASSAL.build.module.Map>'
        "</VASSAL.build.GameModule>"
    )


def there_and_back(folder: Path, text: str) -> tuple[Carried, Places, Places]:
    """The report of an import, and the places of the module before and after."""
    module = write(folder, text, more={})
    report = import_module(module, folder / "back")
    again = build_module(folder / "back", folder / "again.vmod")
    assert [str(fault) for fault in check_module(again) if fault.level == "error"] == []
    return report, load_places(module), load_places(again)


def centres(folder: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """Every space of the board that was made, with the pixel of its centre on our picture."""
    layout = draw_layout(folder)[0]
    for area in layout.areas.values():
        yield area.name, area.spots[0]


def facts_of(folder: Path) -> list[dict[str, Any]]:
    import json

    found: list[dict[str, Any]] = json.loads((folder / "boards.json").read_text(encoding="utf-8"))
    return found


def same_names(folder: Path, before: Places, after: Places) -> int:
    """How many places VASSAL calls alike before and after; every one of them, or the test fails."""
    (board, *_) = facts_of(folder)
    theirs = {place["name"]: tuple(place["centre"]) for place in board["places"]}
    ours = dict(centres(folder))
    assert ours.keys() == theirs.keys()
    for name, at in theirs.items():
        assert before.name("Main", at) == name
        assert after.name(MAP, ours[name]) == name
    return len(ours)


@pytest.mark.slow
@pytest.mark.parametrize("sideways", one_quick(["false", "true"]))
@pytest.mark.parametrize("numbering", one_quick(NUMBERINGS.values()), ids=NUMBERINGS)
def test_hexes_come_back_with_the_very_same_names(
    numbering: dict[str, str], sideways: str, tmp_path: Path
) -> None:
    shape = f'dx="45.03" dy="52" x0="40" y0="38" sideways="{sideways}"'
    report, before, after = there_and_back(tmp_path, build_file("HexGrid", numbering, shape))
    toml = tomllib.loads((report.folder / "map" / "map.toml").read_text(encoding="utf-8"))
    assert "hexes" in toml
    # What is numbered below 0, half a hex at the edge, no map of ours has in its grid.
    assert all("-" in area["name"] for area in toml.get("area", []))
    assert len(toml.get("area", [])) < 20
    assert same_names(report.folder, before, after) > 200


@pytest.mark.slow
@pytest.mark.parametrize("numbering", one_quick(NUMBERINGS.values()), ids=NUMBERINGS)
def test_squares_come_back_with_the_very_same_names(numbering: dict[str, str], tmp_path: Path) -> None:
    shape = 'dx="45" dy="38.5" x0="22" y0="19" range="Manhattan"'
    report, before, after = there_and_back(tmp_path, build_file("SquareGrid", numbering, shape))
    board = load_board(report.folder)
    assert board.squares is not None and not board.squares.diagonal and not board.areas
    assert same_names(report.folder, before, after) == 20 * 18


MIXED = f"""<{GRID}.ZonedGrid>
<{GRID}.mapgrid.Zone name="Eliminated" path="20,20;120,20;120,90;20,90" locationFormat="$name$"/>
<{GRID}.mapgrid.Zone name="Land" path="0,0;600,0;600,700;0,700" locationFormat="$gridLocation$">
<{GRID}.HexGrid dx="45.03" dy="52" x0="26" y0="30"><{GRID}.mapgrid.HexGridNumbering
 first="H" sep="" hType="N" vType="N" hLeading="1" vLeading="1" hOff="1" vOff="1" stagger="false"/>
</{GRID}.HexGrid>
</{GRID}.mapgrid.Zone>
<{GRID}.mapgrid.Zone name="Town" path="620,20;880,20;880,280;620,280" locationFormat="$name$ $gridLocation$">
<{GRID}.SquareGrid dx="52" dy="52" x0="646" y0="46"><{GRID}.mapgrid.SquareGridNumbering
 first="H" sep="" hType="A" vType="N" hLeading="0" vLeading="0" hOff="0" vOff="1"/></{GRID}.SquareGrid>
</{GRID}.mapgrid.Zone>
<{GRID}.mapgrid.Zone name="Turns" path="620,320;880,320;880,400;620,400" locationFormat="$gridLocation$">
<{GRID}.RegionGrid><{GRID}.Region name="Turn 1" originx="660" originy="360"/>
<{GRID}.Region name="Turn 2" originx="750" originy="360"/>
<{GRID}.Region name="Turn!" originx="840" originy="360"/>
</{GRID}.RegionGrid></{GRID}.mapgrid.Zone>
<{GRID}.mapgrid.Zone name="Sea" path="600,290;900,290;900,700;600,700" locationFormat="$name$"/>
</{GRID}.ZonedGrid>"""


@pytest.mark.slow
def test_a_board_of_hexes_squares_and_areas_comes_back_as_that(tmp_path: Path) -> None:
    report, before, after = there_and_back(tmp_path, around(MIXED))
    board = load_board(report.folder)
    assert board.grid and board.squares
    assert {area.name for area in board.areas.values()} == {"Eliminated", "Turn 1", "Turn 2", "Turn!", "Sea"}
    assert board.squares.labels.keys() >= {"Town A1", "Town E5"} and board.squares.diagonal
    assert board.adjacent("turn-1", "turn-2") and not board.adjacent("turn-1", "turn")
    assert same_names(report.folder, before, after) > 150


@pytest.mark.slow
def test_ground_around_others_keeps_its_name_on_all_its_parts(tmp_path: Path) -> None:
    report, _, after = there_and_back(tmp_path, around(MIXED))
    sea = load_board(report.folder).areas["sea"]
    assert sea.also
    layout = draw_layout(report.folder)[0]
    shadows = [area for area in layout.shadows if area.id == "sea"]
    for shadow in shadows:
        across, down = zip(*shadow.outline, strict=True)
        middle = (min(across) + max(across)) // 2, (min(down) + max(down)) // 2
        assert after.name(MAP, middle) == "Sea"


def test_a_grid_without_numbers_gets_the_usual_ones(tmp_path: Path) -> None:
    plain = f'<{GRID}.SquareGrid dx="100" dy="100" x0="50" y0="50"/>'
    report, _, after = there_and_back(tmp_path, around(plain))
    assert any("its grid has no numbers" in line for line in report.lost)
    names = dict(centres(report.folder))
    assert set(names) == {f"{column:02d}{row:02d}" for column in range(1, 10) for row in range(1, 8)}
    assert all(after.name(MAP, at) == name for name, at in names.items())


@pytest.mark.slow
def test_a_numbering_no_map_can_have_comes_back_by_outlines(tmp_path: Path) -> None:
    below = {"sep": " - and - "}
    shape = 'dx="90" dy="90" x0="45" y0="45"'
    report, before, after = there_and_back(tmp_path, build_file("SquareGrid", below, shape))
    assert load_board(report.folder).squares is None
    assert same_names(report.folder, before, after) == 80


@pytest.mark.slow
def test_every_further_board_of_a_module_gets_a_folder_of_its_own(tmp_path: Path) -> None:
    report = import_module(SAMPLES / "demo.vmod", tmp_path / "demo")
    grids = {f["map"]: f["grid"] for f in facts_of(report.folder) if f["places"]}
    folders = sorted(path.parent.parent for path in report.folder.glob("boards/*/map/map.toml"))
    assert len(folders) == len(grids) - 1 > 15
    for folder in folders:
        assert load_board(folder).spaces
    hexes = [folder for folder in folders if load_board(folder).grid]
    assert len(hexes) >= 16
