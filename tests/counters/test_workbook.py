"""A roster kept in a spreadsheet program's own file."""

from __future__ import annotations

import csv
import datetime
import sys
import zipfile
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from counters.roster.load import load_roster
from counters.roster_faults import RosterError

from .conftest import ROSTER, Write


def book(text: str) -> bytes:
    """A CSV text as a workbook, its numbers as numbers and its empty cells missing."""
    made = Workbook()
    sheet = made.active
    assert sheet is not None
    for row in csv.reader(StringIO(text)):
        sheet.append([float(cell) if cell.isdigit() else cell or None for cell in row])
    content = BytesIO()
    made.save(content)
    return content.getvalue()


@pytest.fixture
def workbook(game: Write) -> Write:
    """The small game, its roster as a workbook."""

    def write(text: str = ROSTER, raw: bytes = b"") -> Path:
        folder = game()
        (folder / "roster.csv").unlink()
        (folder / "roster.xlsx").write_bytes(raw or book(text))
        return folder

    return write


def fault(folder: Path) -> str:
    with pytest.raises(RosterError) as wrong:
        load_roster(folder)
    (found,) = wrong.value.faults
    return str(found).replace(f"{folder.as_posix()}/", "")


def test_a_workbook_gives_the_same_roster_as_its_csv(workbook: Write, game: Write) -> None:
    from_book = load_roster(workbook())
    assert dict(load_roster(game()).counters) == dict(from_book.counters)
    assert from_book.places["1g"][0].endswith("roster.xlsx")


def test_a_csv_beside_it_goes_first(workbook: Write) -> None:
    folder = workbook(ROSTER.replace("1 Guards", "From the book"))
    (folder / "roster.csv").write_text(ROSTER, encoding="utf-8")
    assert load_roster(folder).counters["1G"].name == "1 Guards"


def test_a_fault_in_a_workbook_names_file_and_row(workbook: Write) -> None:
    text = ROSTER.replace("armour", "armur")
    assert fault(workbook(text)) == "roster.xlsx:3: 'armur': unknown type, did you mean 'armour'?"


@pytest.mark.parametrize(
    ("raw", "says"),
    [(b"id,name\n", "this is not an .xlsx file"), (book(ROSTER)[:900], "this is not an .xlsx file")],
)
def test_what_is_no_workbook_is_said_to_be_none(workbook: Write, raw: bytes, says: str) -> None:
    assert says in fault(workbook(raw=raw))


def test_a_zip_that_is_no_workbook_is_said_to_be_none(workbook: Write) -> None:
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("x.txt", "x")
    assert "not a spreadsheet workbook" in fault(workbook(raw=content.getvalue()))


@pytest.mark.slow
def test_a_workbook_that_would_fill_the_memory_is_not_unpacked(workbook: Write) -> None:
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", "0" * 61_000_000)
    assert "when unpacked" in fault(workbook(raw=content.getvalue()))


def test_without_the_library_it_is_said_which_is_missing(
    workbook: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    assert "python3 -m pipx inject hexpost openpyxl" in fault(workbook())


def edited(workbook: Write, change: dict[str, object]) -> Path:
    """The small game whose workbook has other values in some cells."""
    made = load_workbook(BytesIO(book(ROSTER)))
    sheet = made.active
    assert isinstance(sheet, Worksheet)
    for cell, value in change.items():
        sheet[cell] = value
    content = BytesIO()
    made.save(content)
    return workbook(raw=content.getvalue())


@pytest.mark.parametrize(
    ("cell", "value", "says"),
    [
        (
            "B3",
            datetime.date(2026, 4, 6),
            "'2026-04-06 00:00:00': the spreadsheet program took this for a date",
        ),
        ("B3", "=A3", "'=A3': a formula without its result: save the file once in a spreadsheet program"),
        ("B3", "#REF!", "'#REF!': this is a spreadsheet error"),
    ],
)
def test_what_a_spreadsheet_program_made_of_a_cell_is_told(
    workbook: Write, cell: str, value: object, says: str
) -> None:
    with pytest.raises(RosterError) as wrong:
        load_roster(edited(workbook, {cell: value}))
    assert any(f"roster.xlsx:3: {says}" in str(fault) for fault in wrong.value.faults)


def test_a_number_that_is_not_whole_is_told(workbook: Write) -> None:
    assert "'6.5': column 'strength' must hold a whole number" in fault(edited(workbook, {"H2": 6.5}))


@pytest.mark.slow
def test_rows_beyond_the_last_that_is_read_are_told_and_not_dropped(workbook: Write) -> None:
    assert "roster.xlsx:20002: more than 20000 lines" in fault(edited(workbook, {"A60000": "9G"}))
