"""The files of a map folder read into plain values, every fault with its line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from files import reading, toml_text
from files.cells import NoCsv, csv_rows
from maps.board import Fact
from maps.map_faults import MapFault

_YES_NO = {"yes": True, "no": False, "": False}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: its file, its line number (from 1), and its cells by column."""

    file: str
    line: int
    cells: dict[str, str]

    def fault(self, kind: str, message: str, at: tuple[float, float] | None = None) -> MapFault:
        """A fault that lies on this line."""
        return MapFault(self.file, f"line {self.line}", kind, message, at)


def read_text(path: Path, faults: list[MapFault]) -> str | None:
    """The text of a file, or None after adding the fault: missing, too large, or not UTF-8."""
    try:
        return reading.read_text(path)
    except OSError as error:
        kind = "missing file" if isinstance(error, FileNotFoundError) else "unreadable"
        faults.append(MapFault(path.name, "", kind, f"cannot be read: {error.strerror or error}"))
    except reading.NotUtf8 as error:
        faults.append(MapFault(path.name, f"line {error.line}", "not UTF-8", "save the file as UTF-8"))
    return None


def read_toml(path: Path, faults: list[MapFault]) -> dict[str, Any]:
    """A TOML file as a dictionary, empty after a fault."""
    text = read_text(path, faults)
    if text is None:
        return {}
    try:
        return toml_text.loads(text)
    except toml_text.NoToml as error:
        faults.append(MapFault(path.name, f"line {error.line}", "not TOML", str(error)))
        return {}


def read_json(path: Path, faults: list[MapFault]) -> Any:
    """A JSON file as plain values, None after a fault."""
    text = read_text(path, faults)
    if text is None:
        return None
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        faults.append(MapFault(path.name, f"line {error.lineno}", "not JSON", error.msg))
    except ValueError:
        faults.append(MapFault(path.name, "", "not JSON", "a number has thousands of digits"))
    except RecursionError:
        faults.append(MapFault(path.name, "", "not JSON", "brackets are nested too deeply"))
    return None


def read_rows(path: Path, columns: Sequence[str], faults: list[MapFault]) -> list[Row]:
    """The rows of a CSV file that has at least these columns; blank lines are skipped."""
    text = read_text(path, faults)
    if text is None:
        return []
    try:
        return list(_rows(path.name, text, columns, faults))
    except NoCsv as error:
        faults.append(MapFault(path.name, f"line {error.line}", "not CSV", str(error)))
        return []


def _rows(file: str, text: str, columns: Sequence[str], faults: list[MapFault]) -> Iterator[Row]:
    rows = csv_rows(text)
    _, header = next(rows, (1, []))
    missing = [name for name in columns if name not in header]
    if missing:
        message = f"no column {', '.join(missing)}; the first line must name the columns {', '.join(columns)}"
        message += "; part them by commas, not by semicolons" if ";" in "".join(header) else ""
        faults.append(MapFault(file, "line 1", "missing column", message))
        return
    for line, cells in rows:
        if not any(cells):
            continue
        row = Row(file, line, dict(zip(header, cells, strict=False)))
        if len(cells) == len(header):
            yield row
        else:
            faults.append(
                row.fault("wrong number of cells", f"{len(cells)} cells, but {len(header)} columns")
            )


def read_fact(row: Row, name: str, kind: str, faults: list[MapFault]) -> Fact:
    """The cell of a column as a fact of this kind: text, number, yes-no, or list."""
    text = row.cells[name]
    if kind == "list":
        return tuple(text.split())
    if kind == "number" and text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    if kind == "yes-no" and text in _YES_NO:
        return _YES_NO[text]
    if kind in ("number", "yes-no"):
        wanted = "a whole number from 0 up" if kind == "number" else "yes or no"
        faults.append(row.fault("bad value", f"{name} is {text!r}; write {wanted}"))
        return 0
    return text
