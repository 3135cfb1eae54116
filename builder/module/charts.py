"""A game's charts, read from the file the referee uses too, as small HTML pages for the module.

A chart has its cells in `charts.toml`, or takes them from a table beside it, row by row:

    [chart.table]
    file = "groups.csv"                     the table
    only = { side = "german" }              which of its rows; all, if not said
    row = "{id}"                            the label of a row
    columns = { Group = "{name}", CPP = "{cpp}" }

Words of the referee that players do not say have their words for print in `[words]`, for a whole cell or a
part of it between commas; "HQ 28@D" is printed "HQ 28 at D" in such a game.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from builder.layout.factfile import read_toml
from builder.module_faults import ModuleError

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NUMBER = re.compile(r"[A-Z]|([A-Z]\.)?\d+(\.\d+)*[A-Za-z]?")
"""What segments are numbered by: "A.1", "1.2a", "D"."""
DATA = "data"
"""The folder beside the charts in which a large game has its tables."""


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart as printed: a label for each column and row, and a text in each cell.

    `key` explains its signs to players. `notes` tell where it comes from, `standin` that it is not the
    printed one; `aside` is a chart that no player looks at in play, `track` the record of the turns, which
    stands in the boxes of the turn track where that is printed. A result hurts the attackers if it has
    one of the letters in `harms[0]` and none in `harms[1]`, the defenders the other way round.
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    rule: str = ""
    notes: tuple[str, ...] = ()
    largest: bool = False
    """Whether it is the one that is rolled on most, and printed larger than the others."""
    key: str = ""
    standin: bool = False
    aside: bool = False
    track: bool = False
    harms: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    written: str = ""
    """The heading over its rows where they are to be written as they stand."""

    def harm(self, cell: str) -> int:
        """Whom a result hurts: the attackers alone -1, the defenders alone 1, else 0."""
        attackers, defenders = (any(letter in cell for letter in letters) for letters in self.harms)
        return defenders - attackers


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
    words = found.get("words", {})
    return tuple(_in_words(_chart(table), words) if words else _chart(table) for table in whole)


def print_words(game: str | Path) -> Mapping[str, str]:
    """The words for print of a game's charts: "11 Pz" -> "11th Panzer Division"; none without charts."""
    file = _find(game)
    words = read_toml(file).get("words", {}) if file.is_file() else {}
    return {str(word): str(told) for word, told in words.items()}


def _in_words(chart: Chart, words: Mapping[str, str]) -> Chart:
    """A chart with the words for print in the place of the referee's."""

    def told(texts: Sequence[str]) -> tuple[str, ...]:
        return tuple(", ".join(_word(part, words) for part in text.split(", ")) for text in texts)

    return replace(
        chart, columns=told(chart.columns), rows=told(chart.rows), cells=tuple(map(told, chart.cells))
    )


def _word(part: str, words: Mapping[str, str]) -> str:
    what, at, where = part.partition("@")
    return f"{words.get(what, what)} at {where}" if at else words.get(part, part)


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
    parts = [numbered(segment) for segment in segments]
    rows = tuple(number or str(at) for at, (number, _) in enumerate(parts, 1))
    cells = tuple((says,) for _, says in parts)
    return (Chart("sequence", "Sequence of play", ("Segment",), rows, cells),) if segments else ()


def numbered(segment: str) -> tuple[str, str]:
    """The number that a segment begins with, "" for none, and what else it says: "1.2a", "Reinforcements"."""
    number, _, says = segment.partition(" ")
    return (number, says) if _NUMBER.fullmatch(number) and says else ("", segment)


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
    harms = table.get("harms", {})
    return Chart(
        *head,
        *labels,
        cells,
        str(table.get("rule", "")),
        notes,
        largest,
        key=str(table.get("key", "")),
        standin=table.get("standin") is True,
        aside=table.get("aside") is True,
        track=table.get("track") is True,
        harms=(_texts(harms.get("attackers", ())), _texts(harms.get("defenders", ()))),
    )


def _texts(values: Sequence[object]) -> tuple[str, ...]:
    return tuple(str(value) for value in values)


def chart_page(chart: Chart) -> str:
    """The chart as a page of the old HTML that VASSAL shows: a table, and below it the key to its signs, or
    where it comes from."""
    head = "".join(f'<th bgcolor="#d8d2c0">{escape(label)}</th>' for label in ("", *chart.columns))
    rows = (_row(label, cells) for label, cells in zip(chart.rows, chart.cells, strict=True))
    told = chart.notes[: 1 if chart.standin else 0] if chart.key else chart.notes
    key = f"<p>{escape(chart.key)}</p>" if chart.key else ""
    notes = key + "".join(f"<p><i>{escape(note)}</i></p>" for note in told)
    table = f'<table border="1" cellpadding="4" cellspacing="0"><tr>{head}</tr>{"".join(rows)}</table>'
    rule = f" ({escape(chart.rule)})" if chart.rule else ""
    return f"<html><body><h2>{escape(chart.title)}{rule}</h2>{table}{notes}</body></html>\n"


def _row(label: str, cells: Sequence[str]) -> str:
    inside = "".join(f'<td align="center">{escape(cell)}</td>' for cell in cells)
    return f'<tr><th bgcolor="#d8d2c0">{escape(label)}</th>{inside}</tr>'
