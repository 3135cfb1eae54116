"""CSV tables: read with the numbers of their lines, written so that no cell is taken for a formula.

A name from a stranger's file, such as `=HYPERLINK(...)`, would be carried out by the program that opens the
table. It is written with an apostrophe before it, as one types such a text there, and read without. Numbers
stay as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator

_FORMULA = re.compile(r"'*[=+\-@\t\r].", re.DOTALL)
_NUMBER = re.compile(r"[+-](?:\d++(?:[.,]\d*+)?|[.,]\d++)(?:[eE][+-]?\d+)?")


def shown(cell: object) -> str:
    """A cell as it is written."""
    text = str(cell)
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def read(cell: str) -> str:
    """A cell as it was before it was written by `shown`."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


class NoCsv(ValueError):
    """A text that is no CSV from a row on, which begins in this `line` (from 1)."""

    def __init__(self, line: int, why: object) -> None:
        self.line = line
        super().__init__(f"this is not CSV from here on: {why}")


def csv_rows(text: str, comma: str = ",") -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV text, empty ones too, each with the number of the line (from 1) in which it begins.

    Cells have no blanks around them, and are as they were before they were `shown`. Raises NoCsv.
    """
    reader = csv.reader(io.StringIO(text, newline=None), delimiter=comma, strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, [read(cell) if cell[:1] == "'" else cell for cell in map(str.strip, cells)]
            line = reader.line_num + 1
    except csv.Error as wrong:
        raise NoCsv(line, wrong) from None


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """A table as a CSV file, with "\\n" at the end of every line."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([shown(cell) for cell in row] for row in rows)
    return out.getvalue()
