"""What every chapter asks: sides, boxes, charts, and the ground (rules 4.7 and 4.8)."""

from __future__ import annotations

from adjudicator.mechanics.charts import charts_beside, shift_in
from adjudicator.phases.battlefield import Battlefield, BattlefieldClauses
from adjudicator.rulings import rule
from adjudicator.state import State
from maps.board import Board

BLUE, RED = "blue", "red"
SIDES = {BLUE: "Blue player", RED: "Red player"}
SET_UP, RESERVE, ELIMINATED = "set-up", "reserve", "eliminated"
BOXES = {
    SET_UP: "the Red reserves",
    RESERVE: "the reinforcements",
    ELIMINATED: "the eliminated units",
}
CLOSE = ("woods", "hill", "town")
"""Terrain that helps the defender (5.4)."""

charts = charts_beside(__file__)
"""All charts by id, read from charts.toml when they are first asked for."""


def number(chart: str, column: str, row: str) -> int:
    """A whole number where a column and a row of a chart meet."""
    return int(charts()[chart].cell(column, row))


def shift(row: str) -> int:
    """By how many columns a row of the Terrain Effects Chart shifts an attack: -1 is one to the left."""
    return shift_in(charts()["terrain"].cell("Combat", row))


def terrain(state: State, space: str) -> str:
    """The terrain of a hex."""
    return str(state.board.spaces[space].facts["terrain"])


@rule("4.7")
def covers(board: Board, kind: str, a: str, b: str) -> bool:
    """A zone of control does not reach across a river."""
    return "river" not in board.between(a, b)


GROUND = Battlefield(
    sides=(BLUE, RED),
    clauses=BattlefieldClauses(zone="4.7", stack="4.9"),
    most=lambda state, space, side: 2,
    covers=covers,
)
