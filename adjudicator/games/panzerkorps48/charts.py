"""The charts of 48th Panzer Korps, read once from charts.toml, which looks like charts in print."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from adjudicator.mechanics.charts import charts_beside

charts = charts_beside(__file__)
"""All charts by id, in the order of the file."""


def number(chart: str, column: str, row: str) -> int:
    """A whole number where a column and a row of a chart meet."""
    return int(charts()[chart].cell(column, row))


@lru_cache(maxsize=64)
def exact(cell: str) -> Fraction:
    """A number of a chart with nothing rounded: "1/2" is a half. Raises ValueError."""
    return Fraction(cell)


def switched_on(item: str) -> bool:
    """Whether a stand-in for an item of the rulebook's lost lists is in force, by its clause."""
    return charts()["switches"].cell("In force", item) == "yes"
