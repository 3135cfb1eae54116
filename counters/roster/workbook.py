"""A spreadsheet file as rows of text. Needs openpyxl, which comes with `hexpost[xlsx]`."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from files.zips import BROKEN_ZIP

_UNPACKED_MAX = 60_000_000
COLUMNS_MAX = 200
_DATES = (datetime.date, datetime.time, datetime.timedelta)

Wrong = tuple[str, str]
"""What was read in a cell, and why it cannot be used."""
Cells = tuple[list[str], list[Wrong]]


class NoWorkbook(ValueError):
    """The file cannot be read as a workbook; the message says why."""


def workbook_rows(raw: bytes, most: int) -> Iterator[tuple[int, Cells]]:
    """The rows of a workbook's first sheet with their numbers, as the spreadsheet program counts them.

    Each row is its cells, and what is wrong with some of them: dates, errors, formulas without a result.
    At most `most` rows and one more are read. Raises NoWorkbook when the file is none, or far too large when
    unpacked, or when openpyxl is missing.
    """
    try:
        import openpyxl  # noqa: F401
    except ImportError:
        raise NoWorkbook(
            "reading .xlsx needs openpyxl: python3 -m pipx inject hexpost openpyxl, or save it as CSV"
        ) from None
    _measure(raw)
    try:
        results, formulas = (_rows(raw, most, data_only) for data_only in (True, False))
        for number, (row, written) in enumerate(zip(results, formulas, strict=True), 1):
            yield number, _cells(row, written)
    except Exception as wrong:  # what openpyxl raises at a broken file is not said anywhere
        raise NoWorkbook(f"this is not a spreadsheet workbook: {type(wrong).__name__}") from None


def _rows(raw: bytes, most: int, data_only: bool) -> Iterator[tuple[Any, ...]]:
    """The cells of the first sheet: results of formulas, or the formulas themselves."""
    from openpyxl import load_workbook

    sheet = load_workbook(BytesIO(raw), read_only=True, data_only=data_only).worksheets[0]
    yield from sheet.iter_rows(max_col=COLUMNS_MAX, max_row=most + 1)


def _measure(raw: bytes) -> None:
    """Refuse what would fill the memory when unpacked."""
    try:
        with ZipFile(BytesIO(raw)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
    except BROKEN_ZIP:
        raise NoWorkbook(
            "this is not an .xlsx file. Save it as 'Excel workbook', or as 'CSV UTF-8'"
        ) from None
    if size > _UNPACKED_MAX:
        raise NoWorkbook(f"larger than {_UNPACKED_MAX} bytes when unpacked, too large for a roster")


def _cells(row: tuple[Any, ...], written: tuple[Any, ...]) -> Cells:
    texts = [_text(cell.value) for cell in row]
    return texts, [wrong for pair in zip(row, written, strict=True) for wrong in _wrong(*pair)]


def _wrong(cell: Any, written: Any) -> Iterator[Wrong]:
    """What a cell holds that one would not have typed."""
    if cell.data_type == "e":
        yield str(cell.value), "this is a spreadsheet error. Correct its formula"
    elif isinstance(cell.value, _DATES):
        yield _text(cell.value), "the spreadsheet program took this for a date: format the column as text"
    elif cell.value is None and written.value is not None:
        yield str(written.value), "a formula without its result: save the file once in a spreadsheet program"


def _text(value: object) -> str:
    """A cell as one would have typed it: 6.0 is 6, and an empty cell is ""."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
