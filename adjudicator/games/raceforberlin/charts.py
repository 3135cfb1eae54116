"""The charts of the game, read once from charts.toml, which looks like the printed charts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from adjudicator.mechanics.charts import Chart, charts_in


@cache
def charts() -> Mapping[str, Chart]:
    """All charts by id, in the order in which they are printed."""
    return charts_in(Path(__file__).with_name("charts.toml"))
