"""Rule 10, victory: points for losses, towns, bridges and exits; who leads, and by how much."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.events import GameEnded
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import Json, State

from . import r10_control, r10_exit
from .charts import charts
from .position import ELIMINATED, ENEMY, SIDES
from .r02_pieces import full_steps


@rule("10.loss.1", "10.loss.2")
def losses(state: State, side: str) -> int:
    """A point for each printed step of every enemy unit that is eliminated; survivors score nothing."""
    lost = (u for u in state.units.values() if u.side == ENEMY[side] and u.at == ELIMINATED)
    return sum(full_steps(state, unit) for unit in lost)


def tally(state: State, side: str) -> Mapping[str, int]:
    """The points of a side, item by item, if the game ended now."""
    return {
        "losses": losses(state, side),
        **r10_control.points(state, side),
        "exits": r10_exit.points(state, side),
    }


def points(state: State) -> Mapping[str, int]:
    """The points of both sides if the game ended now."""
    return {side: sum(tally(state, side).values()) for side in SIDES}


@rule("10.win.1", "10.win.2")
def level(lead: int) -> str:
    """The level of victory for a lead: "draw" below 5."""
    chart = charts()["victory"]
    return next(chart.cell("Level", row) for row in reversed(chart.rows) if lead >= int(row))


def standings(state: State) -> Mapping[str, Json]:
    """The points of each side with their parts, and what they would be if the game ended now."""
    winner, won = victory(points(state))
    return {
        **{side: {"points": sum(tally(state, side).values()), **tally(state, side)} for side in SIDES},
        "level": f"{won} of the {winner.title()} player" if winner else won,
    }


def victory(found: Mapping[str, int]) -> tuple[str, str]:
    """Who wins with these points ("" for a draw), and how that is told."""
    ahead = max(found, key=lambda side: found[side])
    result = level(found[ahead] - found[ENEMY[ahead]])
    return ("", "a draw") if result == "draw" else (ahead, f"{result} victory")


@rule("1.turns.1", "10.win.1", "10.win.2")
def run_score(play: Play) -> None:
    """SCORE: after turn 12 nothing more is ordered, and the points decide."""
    found = points(play.state)
    winner, won = victory(found)
    why = f"turn {play.state.turn} is over: {won}"
    play.record(GameEnded(rule="10.win.1", winner=winner, why=why, points=found))
