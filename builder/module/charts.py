"""A game's charts, read from the file the referee uses too, as small HTML pages for the module.

A chart has its cells in `charts.toml`, or takes them from a table beside it, row by row:

    [chart.table]
    file = "groups.csv"                     the table
    only = { side = "german" }              which of its rows; all, if not said
    row = "{id}"                            the label of a row
    columns = { Group = "{name}", CPP = "{cpp}" }
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from builder.layout.factfile import read_toml
from builder.module_faults import ModuleError

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
DATA = "data"
"""The folder beside the charts in which a large game has its tables."""


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart as printed: a label for each column and row, and a text in each cell."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    rule: str = ""
    notes: tuple[str, ...] = ()
    largest: bool = False
    """Whether it is the one that is rolled on most, and printed larger than the others."""


def load_charts(game: str | Path) -> tuple[Chart, ...]:
    """The charts of a bundled game or of a game folder, if it has any; ModuleError with all faults."""
    file = _find(game)
    if not file.is_file():
        return ()
    found = read_toml(file)
    tables = found.get("chart", [])
    if not isinstance(tables, list):
        raise ModuleError([f"{file.name}: charts are written as [[chart]] tables"])
    whole = [_filled(table, file.parent, f"{file.name}: chart {n}") for n, table in enumerate(tables, 1)]
    faults = [
        fault for n, table in enumerate(whole, 1) for fault in _faults(table, f"{file.name}: chart {n}")
    ]
    if faults:
        raise ModuleError(faults)
    return tuple(_chart(table) for table in whole)


def _filled(chart: Any, folder: Path, where: str) -> Any:
    """A chart with the cells of the table that it names. Raises ModuleError for a table that is not there, or
    does not have what is asked of it."""
    table = chart.get("table") if isinstance(chart, dict) else None
    if not isinstance(table, dict):
        return chart
    try:
        with _beside(folder, str(table["file"])).open(encoding="utf-8-sig", newline="") as text:
            rows = [row for row in csv.DictReader(text) if _wanted(row, table.get("only", {}))]
        cells = [[_cell(form, row) for form in table["columns"].values()] for row in rows]
        labels = [_cell(table["row"], row) for row in rows]
    except (OSError, KeyError, ValueError, AttributeError) as wrong:
        raise ModuleError([f"{where}: its table cannot be read ({type(wrong).__name__}: {wrong})"]) from wrong
    return {**chart, "columns": list(table["columns"]), "rows": labels, "cells": cells}


def _beside(folder: Path, file: str) -> Path:
    """A table beside the charts, or in the folder of data there; nowhere else."""
    data = folder / DATA
    return (data if Path(file).parent == Path(DATA) else folder) / Path(file).name


def _wanted(row: Mapping[str, str], only: Mapping[str, str]) -> bool:
    return all(row[column] == value for column, value in only.items())


def _cell(form: str, row: Mapping[str, str]) -> str:
    """What a row has for a cell; strokes between values that it does not have are left out."""
    return form.format_map(row).strip(" /=")


def sequence_chart(segments: Sequence[str]) -> tuple[Chart, ...]:
    """The sequence of play as a chart, from segments that begin with their number: "A.1 Reinforcements"."""
    parts = [segment.partition(" ") for segment in segments]
    rows, cells = tuple(number for number, _, _ in parts), tuple((says,) for _, _, says in parts)
    return (Chart("sequence", "Sequence of play", ("Segment",), rows, cells),) if segments else ()


def _find(game: str | Path) -> Path:
    """The charts stand with the rules, which this package must not import: they are read as a file."""
    bundled = Path(__file__).parents[2] / "adjudicator" / "games" / str(game) / "charts.toml"
    return bundled if bundled.is_file() else Path(game) / "rules" / "charts.toml"


def _faults(table: Any, where: str) -> list[str]:
    if not isinstance(table, dict):
        return [f"{where}: must be a table"]
    faults = [
        f"{where}: {key} is missing"
        for key in ("id", "title", "columns", "rows", "cells")
        if key not in table
    ]
    lists = [key for key in ("columns", "rows", "cells") if not isinstance(table.get(key, []), list)]
    faults += [f"{where}: {key} must be a list" for key in lists]
    if not _ID.fullmatch(str(table.get("id", "missing"))):
        faults.append(
            f"{where}: id must be of lower-case letters, digits and hyphens: it becomes a file name"
        )
    return faults or _misshapen(table, where)


def _misshapen(table: dict[str, Any], where: str) -> list[str]:
    columns, rows, cells = len(table["columns"]), len(table["rows"]), table["cells"]
    faults = [] if len(cells) == rows else [f"{where}: {rows} rows are named but cells has {len(cells)}"]
    for n, row in enumerate(cells, 1):
        if not isinstance(row, list) or len(row) != columns:
            faults.append(f"{where}: row {n} of cells must be a list of {columns}, one for each column")
    return faults


def _chart(table: dict[str, Any]) -> Chart:
    cells = tuple(_texts(row) for row in table["cells"])
    notes = tuple(str(table[key]) for key in ("reason", "source") if table.get(key))
    labels = _texts(table["columns"]), _texts(table["rows"])
    head = str(table["id"]), str(table["title"])
    largest = table.get("largest", table["id"] == "crt") is True
    return Chart(*head, *labels, cells, str(table.get("rule", "")), notes, largest)


def _texts(values: Sequence[object]) -> tuple[str, ...]:
    return tuple(str(value) for value in values)


def chart_page(chart: Chart) -> str:
    """The chart as a page of the old HTML that VASSAL shows: a table, and below it where it comes from."""
    head = "".join(f'<th bgcolor="#d8d2c0">{escape(label)}</th>' for label in ("", *chart.columns))
    rows = (_row(label, cells) for label, cells in zip(chart.rows, chart.cells, strict=True))
    notes = "".join(f"<p><i>{escape(note)}</i></p>" for note in chart.notes)
    table = f'<table border="1" cellpadding="4" cellspacing="0"><tr>{head}</tr>{"".join(rows)}</table>'
    rule = f" ({escape(chart.rule)})" if chart.rule else ""
    return f"<html><body><h2>{escape(chart.title)}{rule}</h2>{table}{notes}</body></html>\n"


def _row(label: str, cells: Sequence[str]) -> str:
    inside = "".join(f'<td align="center">{escape(cell)}</td>' for cell in cells)
    return f'<tr><th bgcolor="#d8d2c0">{escape(label)}</th>{inside}</tr>'
