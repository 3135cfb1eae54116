"""Cells of CSV tables that no spreadsheet program takes for a formula, and the same cells read again.

A name from a stranger's file, such as `=HYPERLINK(...)`, would be carried out by the program that opens the
table. It is written with an apostrophe before it, as one types such a text there, and read without. Numbers
stay as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

_FORMULA = re.compile(r"'*[=+\-@\t\r].", re.DOTALL)
_NUMBER = re.compile(r"[+-](?:\d++(?:[.,]\d*+)?|[.,]\d++)(?:[eE][+-]?\d+)?")


def shown(cell: object) -> str:
    """A cell as it is written."""
    text = str(cell)
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def read(cell: str) -> str:
    """A cell as it was before it was written by `shown`."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """A table as a CSV file, with "\\n" at the end of every line."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([shown(cell) for cell in row] for row in rows)
    return out.getvalue()
