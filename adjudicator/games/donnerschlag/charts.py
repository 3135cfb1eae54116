"""The charts of Donnerschlag, read once from charts.toml, which looks like charts in print."""

from __future__ import annotations

import re

from adjudicator.mechanics.charts import charts_beside
from adjudicator.rulings import rule

from .levels import ATTACKERS, DEFENDERS

charts = charts_beside(__file__)
"""All charts by id, in the order of the file."""


def switched_on(item: str) -> bool:
    """Whether a reading of ours that could be another is in force, by its name."""
    return charts()["switches"].cell("In force", item) == "yes"


_CELL = re.compile(r"(?P<steps>\d?)(?P<side>[AD])(?P<retreat>R?)")


@rule(
    "D.crt.note.none", "D.crt.note.A", "D.crt.note.D", "D.crt.note.num", "D.crt.note.R",
    "D.crt.row1", "D.crt.row2", "D.crt.row3", "D.crt.row4", "D.crt.row5", "D.crt.row6",
)  # fmt: skip
def read_result(cell: str) -> tuple[str, int, int]:
    """A cell of the table: the side it concerns, the steps it loses, the hexes it retreats; a dash concerns
    neither. Each cell names one side only (D-R10)."""
    found = _CELL.fullmatch(cell)
    if found is None:
        return "", 0, 0
    loser = ATTACKERS if found["side"] == "A" else DEFENDERS
    return loser, int(found["steps"] or 0), int(bool(found["retreat"]))
