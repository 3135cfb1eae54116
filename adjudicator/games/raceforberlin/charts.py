"""The charts of the game, read once from charts.toml, which looks like the printed charts."""

from __future__ import annotations

from adjudicator.mechanics.charts import charts_beside

charts = charts_beside(__file__)
"""All charts by id, in the order in which they are printed."""
