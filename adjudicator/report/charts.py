"""The row of a results table that a battle was read from, for its box in a report."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Strip:
    """One row of a chart with its headings, and which of its cells counted."""

    title: str
    row: str
    columns: tuple[str, ...]
    cells: tuple[str, ...]
    hit: int
    standin: bool


def strip(folder: Path, rule: str, column: str, final: int, result: str) -> Strip | None:
    """The row in which a result was found; None where the game's charts do not show it so.

    A chart belongs to its `rule`, and to those in `also`: a barrage uses the table of combat.
    """
    for chart in _charts(folder):
        rules = (chart["rule"], *chart.get("also", ()))
        if any(rule == one or rule.startswith(f"{one}.") for one in rules):
            found = _row(chart, column, final, result)
            if found is not None:
                return found
    return None


def _row(chart: Mapping[str, Any], column: str, final: int, result: str) -> Strip | None:
    """The row of a chart that has this result for this number in this column."""
    if column not in chart["columns"]:
        return None
    hit = chart["columns"].index(column)
    for row, cells in zip(chart["rows"], chart["cells"], strict=True):
        if _holds(row, final) and cells[hit] == result:
            columns = tuple(chart["columns"])
            return Strip(chart["title"], row, columns, tuple(cells), hit, bool(chart.get("standin")))
    return None


@cache
def _charts(folder: Path) -> tuple[dict[str, Any], ...]:
    """The charts of a game's rules; none where there is no file of them."""
    file = folder / "charts.toml"
    return tuple(tomllib.loads(file.read_text(encoding="utf-8"))["chart"]) if file.is_file() else ()


def _holds(row: str, final: int) -> bool:
    """Whether a row's heading ("<=0", "3", "4-6", ">=8") covers a number."""
    found = re.fullmatch(r"(<=|>=)?(-?\d+)(?:-(\d+))?", row)
    if found is None:
        return False
    least, most = int(found[2]), int(found[3] or found[2])
    return (found[1] == "<=" or final >= least) and (found[1] == ">=" or final <= most)
