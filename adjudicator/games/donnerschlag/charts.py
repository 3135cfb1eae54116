"""The charts of Donnerschlag, read once from charts.toml, which looks like charts in print."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from adjudicator.mechanics.charts import Chart, charts_in


@cache
def charts() -> Mapping[str, Chart]:
    """All charts by id, in the order of the file."""
    return charts_in(Path(__file__).with_name("charts.toml"))


def number(chart: str, column: str, row: str) -> int:
    """A whole number where a column and a row of a chart meet."""
    return int(charts()[chart].cell(column, row))


def switched_on(item: str) -> bool:
    """Whether a reading of ours that could be another is in force, by its name."""
    return charts()["switches"].cell("In force", item) == "yes"
