"""What an import keeps of counters, marks, decks, set-ups and grids, and what it tells of the rest."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from builder.check.check import check_module
from builder.importing.importer import Carried, import_module
from builder.module.module import build_module
from counters.roster.load import load_roster
from maps.reading.load import load_board
from tests.builder.test_check import write
from tests.builder.test_import_grids import GRID, around

B = "VASSAL.build.module."
HEXES = (
    f'<{GRID}.HexGrid dx="100.0" dy="115.0" x0="50" y0="50"><{GRID}.mapgrid.HexGridNumbering first="H" '
    f'sep="" hType="N" vType="N" hLeading="1" vLeading="1" hOff="1" vOff="1"/></{GRID}.HexGrid>'
)
Unit = tuple[str, str, tuple[int, int] | None]


def slot(number: int, name: str, side: str, mark: str) -> str:
    number_or_word = "3" if side else "x"
    kind = f"mark;{mark}\tmark;Side\\\tpiece;;;;{name}/{number_or_word}\t{side}\\\tnull;0;0;{number};0"
    tag = "VASSAL.build.widget.PieceSlot"
    return f'<{tag} entryName="{name}" gpid="{number}" height="60" width="60">+/null/{kind}</{tag}>'


def module(
    folder: Path,
    units: Sequence[Unit],
    mark: str = "Strength",
    image: str = "",
    more: str = "",
    grid: str = HEXES,
) -> Path:
    """A module with a board of hexes: each unit in a stack there, or, without a place, in the palette."""
    slots = [slot(number, name, side, mark) for number, (name, side, _) in enumerate(units, 10)]
    stacks = "".join(
        f'<{B}map.SetupStack name="s" owningBoard="Land" useGridLocation="false" x="{at[0]}" y="{at[1]}">'
        f"{one}</{B}map.SetupStack>"
        for one, (_, _, at) in zip(slots, units, strict=True)
        if at
    )
    panel = "VASSAL.build.widget.PanelWidget"
    palette = "".join(one for one, (_, _, at) in zip(slots, units, strict=True) if not at)
    text = around(grid).replace(f"</{B}Map>", f"{stacks}{more}</{B}Map>")
    text = text.replace(
        "</VASSAL.build.GameModule>",
        f"<{B}PlayerRoster><entry>Red</entry><entry>Blue</entry></{B}PlayerRoster><{B}PieceWindow name='P'>"
        f'<{panel} entryName="Counters">{palette}</{panel}></{B}PieceWindow></VASSAL.build.GameModule>',
    )
    text = text.replace(' name="Land" width', f' name="Land" image="{image}" width') if image else text
    return write(folder, text)


def rows(report: Carried, name: str = "roster.csv") -> list[dict[str, str]]:
    with (report.folder / "counters" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def builds_again(report: Carried, folder: Path) -> bool:
    problems = check_module(build_module(report.folder, folder / "again.vmod"))
    return [problem for problem in problems if problem.level == "error"] == []


FOOT = ("1st Foot", "Red", (100, 100))
MILITIA = [("Militia", "Red", (400, y)) for y in (150, 265, 380)]


def test_alike_units_in_three_hexes_are_three_units(tmp_path: Path) -> None:
    report = import_module(module(tmp_path, [FOOT, *MILITIA]), tmp_path / "game")
    found = {row["id"]: row["setup"] for row in rows(report) if row["name"] == "Militia"}
    assert len(found) == 3 and len(set(found.values())) == 3 and "" not in found.values()
    assert len(load_roster(report.folder).counters) == 4
    assert builds_again(report, tmp_path)


def test_alike_units_where_no_place_has_a_name_are_kept(tmp_path: Path) -> None:
    outside = [("Militia", "Red", (5000, 5000 + n)) for n in range(3)]
    assert len(rows(import_module(module(tmp_path, [FOOT, *outside]), tmp_path / "game"))) == 4


def test_a_slot_of_the_palette_is_one_of_the_counters_on_the_board(tmp_path: Path) -> None:
    report = import_module(module(tmp_path, [("Militia", "Red", None), *MILITIA]), tmp_path / "game")
    assert [bool(row["setup"]) for row in rows(report)] == [True, True, True]


def test_alike_slots_of_one_tab_are_as_many_counters(tmp_path: Path) -> None:
    report = import_module(module(tmp_path, [FOOT, *[("Militia", "Red", None)] * 3]), tmp_path / "game")
    assert [row["name"] for row in rows(report)].count("Militia") == 3


def test_markers_alike_are_one_kind_that_begins_at_each_of_its_places(tmp_path: Path) -> None:
    markers = [("Fort marker", "", at) for _, _, at in MILITIA]
    report = import_module(module(tmp_path, [*markers], "Note"), tmp_path / "game")
    assert [row["count"] for row in rows(report, "markers.csv")] == ["3"]
    starts = tomllib.loads((report.folder / "module.toml").read_text(encoding="utf-8"))["start"]
    assert len({start["at"] for start in starts}) == 3
    assert builds_again(report, tmp_path)


@pytest.mark.parametrize(
    "mark", ["id", "name", "side", "type", "size", "setup", "flag", "formation", "aliases", "art", "count",
             "symbol", "ordinal", "{x}", "a,b", "Reduced_Strength"],
)  # fmt: skip
def test_a_mark_called_like_something_else_opens(mark: str, tmp_path: Path) -> None:
    report = import_module(
        module(tmp_path, [FOOT, ("2nd Foot", "Blue", (200, 150))], mark), tmp_path / "game"
    )
    assert not [line for line in report.lost if "need a hand" in line]
    counters = load_roster(report.folder).counters
    assert [counter.steps[0].values for counter in counters.values()] == [
        dict.fromkeys(counter.steps[0].values, 3) for counter in counters.values()
    ]
    assert builds_again(report, tmp_path)


@pytest.mark.parametrize("name", ["CON", "\u202e", "a\u200bb"])
def test_a_counter_of_an_odd_name_opens(name: str, tmp_path: Path) -> None:
    report = import_module(module(tmp_path, [FOOT, (name, "Blue", (200, 150))]), tmp_path / "game")
    assert not [line for line in report.lost if "need a hand" in line]


def test_marks_with_words_are_told(tmp_path: Path) -> None:
    report = import_module(module(tmp_path, [("Fort marker", "", None)], "Motto"), tmp_path / "game")
    assert any("marks with words" in line and "'Motto' of 1" in line for line in report.lost)


def test_the_report_names_no_folder_that_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    report = import_module(module(tmp_path, [("x" * 2100, "Red", (100, 100))]), folder)
    text = (folder / "import.md").read_text(encoding="utf-8")
    assert any("need a hand: counters/roster.csv:2:" in line for line in report.lost)
    assert ".import-" not in text and str(tmp_path) not in text


def test_a_board_without_its_picture_is_told(tmp_path: Path) -> None:
    report = import_module(module(tmp_path, [FOOT], image="lost.png"), tmp_path / "game")
    assert any("its picture 'lost.png' is not in the module" in line for line in report.lost)
    report = import_module(module(tmp_path, [FOOT], image="red.png"), tmp_path / "second")
    assert not any("its picture" in line for line in report.lost)


def test_numbers_that_only_code_of_the_module_knows_are_told(tmp_path: Path) -> None:
    oblique = HEXES.replace(f"{GRID}.mapgrid.HexGridNumbering", "oblique.ObliqueHexGridNumbering")
    report = import_module(module(tmp_path, [FOOT], grid=oblique), tmp_path / "game")
    assert any("ObliqueHexGridNumbering, which is code of the module" in line for line in report.lost)


def test_decks_without_cards_and_decks_of_one_name_are_told(tmp_path: Path) -> None:
    pile = f'<{B}map.DrawPile name="{{}}" owningBoard="Land" x="{{}}" y="100"/>'
    piles = "".join(pile.format(name, x) for name, x in (("Removed", 100), ("Hand", 300), ("Hand", 400)))
    lost = import_module(module(tmp_path, [FOOT], more=piles), tmp_path / "game").lost
    assert "2 decks that are empty at the start: 'Removed', 'Hand'" in lost
    assert "2 decks are called 'Hand'; they are one here" in lost


def test_set_ups_without_a_file_are_named(tmp_path: Path) -> None:
    one = f'<{B}PredefinedSetup name="{{}}" useFile="{{}}" isMenu="{{}}"/>'
    setups = one.format("Menu", "false", "true") + one.format("Begin", "false", "false")
    setups += one.format("Summer", "true", "false")
    text = around(HEXES).replace("</VASSAL.build.GameModule>", f"{setups}</VASSAL.build.GameModule>")
    report = import_module(write(tmp_path, text), tmp_path / "game")
    assert any(line.startswith("set-up 'Begin': the position that the module has") for line in report.carried)
    assert "set-up 'Summer': it names no file" in report.lost
    assert not any("Menu" in line for line in report.carried + report.lost)


SQUARES = f'<{GRID}.SquareGrid dx="100" dy="100" x0="50" y0="50"/>'
ZONE = (
    f'<{GRID}.mapgrid.Zone name="{{}}" path="{{}}" locationFormat="{{}}" useParentGrid="false">{{}}'
    f"</{GRID}.mapgrid.Zone>"
)
WEST, EAST = "0,0;400,0;400,700;0,700", "400,0;900,0;900,700;400,700"


@pytest.mark.parametrize(
    ("parts", "first"),
    [
        (ZONE.format("Box", WEST, "$name$", "") + SQUARES, "0101"),
        (ZONE.format("Box", EAST, "$name$", "") + SQUARES, "0101"),
        (
            ZONE.format("Hexes", WEST, "$gridLocation$", HEXES)
            + ZONE.format("Squares", EAST, "$gridLocation$", SQUARES),
            "S-0101",
        ),
    ],
)
def test_unnumbered_squares_get_numbers_wherever_they_are(parts: str, first: str, tmp_path: Path) -> None:
    report = import_module(
        write(tmp_path, around(f"<{GRID}.ZonedGrid>{parts}</{GRID}.ZonedGrid>")), tmp_path / "game"
    )
    assert any(f"its grid has no numbers; they are {first}, " in line for line in report.lost)
    names = [space.name for space in load_board(report.folder).spaces.values()]
    assert first in names
    assert not [line for line in report.lost if "need a hand" in line or "need hand" in line]


def test_squares_whose_numbering_says_nothing_get_numbers(tmp_path: Path) -> None:
    inner = f'<{GRID}.mapgrid.SquareGridNumbering locationFormat=""/>'
    grid = SQUARES.replace("/>", f">{inner}</{GRID}.SquareGrid>")
    report = import_module(write(tmp_path, around(grid)), tmp_path / "game")
    assert len(load_board(report.folder).spaces) == 63


@pytest.mark.slow
def test_a_grid_that_is_not_kept_is_not_called_numbered(tmp_path: Path) -> None:
    grid = SQUARES.replace('"100"', '"5"')
    lost = import_module(write(tmp_path, around(grid)), tmp_path / "game").lost
    assert any("cells of a grid without numbers are not here" in line for line in lost)
    assert not any("its grid has no numbers" in line for line in lost)
