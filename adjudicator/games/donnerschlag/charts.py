"""The charts of Donnerschlag, read once from charts.toml, which looks like charts in print."""

from __future__ import annotations

from adjudicator.mechanics.charts import charts_beside

charts = charts_beside(__file__)
"""All charts by id, in the order of the file."""


def switched_on(item: str) -> bool:
    """Whether a reading of ours that could be another is in force, by its name."""
    return charts()["switches"].cell("In force", item) == "yes"
