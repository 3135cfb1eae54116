"""A roster kept in a spreadsheet program's own file."""

from __future__ import annotations

import csv
import sys
import zipfile
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from openpyxl import Workbook

from counters.faults import RosterError
from counters.load import load_roster

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
    text = ROSTER.replace("armour", "armor")
    assert fault(workbook(text)) == "roster.xlsx:3: 'armor': unknown type, did you mean 'armour'?"


@pytest.mark.parametrize(
    ("raw", "says"), [(b"id,name\n", "this is no .xlsx file"), (book(ROSTER)[:900], "this is no .xlsx file")]
)
def test_what_is_no_workbook_is_said_to_be_none(workbook: Write, raw: bytes, says: str) -> None:
    assert says in fault(workbook(raw=raw))


def test_a_zip_that_is_no_workbook_is_said_to_be_none(workbook: Write) -> None:
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("x.txt", "x")
    assert "no workbook of a spreadsheet program" in fault(workbook(raw=content.getvalue()))


def test_a_workbook_that_would_fill_the_memory_is_not_unpacked(workbook: Write) -> None:
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", "0" * 61_000_000)
    assert "when unpacked" in fault(workbook(raw=content.getvalue()))


def test_without_the_library_it_is_said_which_is_missing(
    workbook: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    assert "pip install 'hexpost[xlsx]'" in fault(workbook())
