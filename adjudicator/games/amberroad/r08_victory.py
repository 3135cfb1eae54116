"""Rule 8, victory."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.phases.victory import Victory, VictoryClauses
from adjudicator.rulings import rule
from adjudicator.state import State

from .position import BLUE, RED

WINS, DRAWS = 9, 8
"""Points with which Blue wins after the last turn, and with which nobody does."""


@rule("8.4")
def level(points: Mapping[str, int]) -> tuple[str, str]:
    """Who wins after the last turn, by the points of Blue."""
    blue = points[BLUE]
    if blue >= WINS:
        return BLUE, f"Blue has {blue} points, and {WINS} are enough"
    return ("", f"a draw: Blue has {blue} points") if blue >= DRAWS else (RED, f"Blue has only {blue} points")


@rule("8.3")
def taken(state: State) -> tuple[str, str]:
    """Blue wins at once when it holds every town when a turn ends."""
    return (BLUE, "Blue holds every town") if set(state.control.values()) == {BLUE} else ("", "")


VICTORY = Victory(
    clauses=VictoryClauses(points="8.1", holds="8.2", sudden="8.3", level="8.4"),
    last=7,
    level=level,
    sudden=taken,
)
