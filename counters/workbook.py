"""A spreadsheet file as rows of text. Needs openpyxl, which comes with `hexpost[xlsx]`."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from zipfile import BadZipFile, ZipFile

_UNPACKED_MAX = 60_000_000
_COLUMNS_MAX, _ROWS_MAX = 200, 20_000


class NoWorkbook(ValueError):
    """The file cannot be read as a workbook; the message says why."""


def workbook_rows(raw: bytes) -> Iterator[tuple[int, list[str]]]:
    """The rows of a workbook's first sheet with their numbers, as the spreadsheet program counts them.

    Raises NoWorkbook when the file is none, or far too large when unpacked, or when openpyxl is missing.
    """
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise NoWorkbook("reading .xlsx needs openpyxl: pip install 'hexpost[xlsx]'") from None
    _measure(raw)
    try:
        book = load_workbook(BytesIO(raw), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        for number, row in enumerate(sheet.iter_rows(max_col=_COLUMNS_MAX, max_row=_ROWS_MAX), 1):
            yield number, [_text(cell.value) for cell in row]
    except Exception as wrong:  # what openpyxl raises at a broken file is not said anywhere
        raise NoWorkbook(f"this is no workbook of a spreadsheet program: {type(wrong).__name__}") from None


def _measure(raw: bytes) -> None:
    """Refuse what would fill the memory when unpacked."""
    try:
        with ZipFile(BytesIO(raw)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
    except BadZipFile:
        raise NoWorkbook("this is no .xlsx file: save it as 'Excel workbook', or as 'CSV UTF-8'") from None
    if size > _UNPACKED_MAX:
        raise NoWorkbook(f"larger than {_UNPACKED_MAX} bytes when unpacked: this is no file of counters")


def _text(value: object) -> str:
    """A cell as one would have typed it: 6.0 is 6, and an empty cell is ""."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
