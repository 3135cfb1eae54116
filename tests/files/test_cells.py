"""What a table says is read again as it was, and no spreadsheet program carries it out."""

from __future__ import annotations

import ast
import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.importing.text import Table
from files.cells import NoCsv, csv_rows, csv_text, read, shown
from maps.imports.writing import table
from maps.map_faults import MapFault
from maps.reading.tables import read_rows

ROOT = Path(__file__).parents[2]
FORMULAS = ('=HYPERLINK("http://evil.example","a")', "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1")


@pytest.mark.parametrize("cell", FORMULAS)
def test_a_formula_is_a_text_with_an_apostrophe(cell: str) -> None:
    assert shown(cell) == f"'{cell}"
    assert read(shown(cell)) == cell


@pytest.mark.parametrize(
    "cell", ["-1", "+2", "-12.5", "+1e9", "-,5", "-", "", "Königsberg", "7-1", "'tis", "O'Neill"]
)
def test_numbers_and_names_stay_as_they_are(cell: str) -> None:
    assert shown(cell) == cell
    assert read(cell) == cell


@given(st.text(alphabet="=+-@'a1.\t\r", max_size=6))
def test_every_cell_comes_back(cell: str) -> None:
    assert read(shown(cell)) == cell


def test_a_stranger_s_names_are_no_formulas_in_what_is_imported() -> None:
    made = Table("id", "name")
    made.row("a", FORMULAS[0])
    assert made.rows == 1
    for text in (made.text, table(["id", "name"], [["a", FORMULAS[0]]])):
        assert list(csv.reader(io.StringIO(text)))[1] == ["a", f"'{FORMULAS[0]}"]


def test_a_map_s_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "places.csv"
    file.write_text(csv_text([("id", "name"), ("a", "=1+1"), ("b", -1)]), encoding="utf-8")
    faults: list[MapFault] = []
    assert [row.cells["name"] for row in read_rows(file, ("id", "name"), faults)] == ["=1+1", "-1"]
    assert faults == []


def test_rows_have_the_line_in_which_they_begin() -> None:
    text = 'id;name\r\na; "two\nlines" \r\rb;\'=1\n'.replace('; "', ';"').replace('" ', '"')
    assert list(csv_rows(text, ";")) == [
        (1, ["id", "name"]),
        (2, ["a", "two\nlines"]),
        (4, []),
        (5, ["b", "=1"]),
    ]


def test_what_is_no_csv_is_told_with_its_line() -> None:
    rows = csv_rows('id,name\na,"b"c\n')
    assert next(rows) == (1, ["id", "name"])
    with pytest.raises(NoCsv, match="this is not CSV from here on") as told:
        next(rows)
    assert told.value.line == 2


def test_nobody_writes_a_table_by_another_way() -> None:
    """Only files/cells.py knows what a spreadsheet program would carry out."""
    folders = ("adjudicator", "builder", "counters", "maps", "templates")
    code = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in code
        if "import csv" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr in ("writer", "DictWriter")
    ]
    assert wrong == []
