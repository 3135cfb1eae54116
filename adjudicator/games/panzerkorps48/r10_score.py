"""Rule 10, victory: Soviet units that leave the map in the south; points for losses, towns, bridges and
exits; who leads, and by how much.

10.exit leaving the map, and what it scores    10.loss losses    10.win levels    10.town: `r10_control`
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.events import GameEnded
from adjudicator.mechanics.armies import army, stack
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.supply import Leg, Supply, supply
from adjudicator.phases.battlefield import full, name, network
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Json, State, Unit
from maps.board import Board

from . import r10_control
from .charts import charts
from .events import EXITS, UnitExited
from .position import ELIMINATED, ENEMY, EXITED, GERMAN, SIDES, SOVIET
from .r04_costs import cost_in_chart
from .r04_movement import check_mover, in_motion, left_to_spend
from .r05_zones import may_leave, zones

SOVIET_AREAS = frozenset("ABCDEF")


# -- leaving the map -------------------------------------------------------------------------------------


@of_board
@rule("10.exit.1")
def exits(board: Board) -> tuple[str, ...]:
    """The road hexes on the south edge."""
    return tuple(space.id for space in board.spaces.values() if space.facts["exit"])


@rule("10.exit.1", "10.exit.2", "10.exit.6")
def check(state: State, unit: Unit, space: str) -> None:
    """A Soviet unit at an exit that has half a point left leaves the map. Raises Refused."""
    if unit.side == GERMAN:
        raise Refused("10.exit.6", "German units may not leave the map")
    check_mover(state, unit)
    if unit.at not in exits(state.board) or space not in {"", unit.at}:
        raise Refused("10.exit.1", f"{unit.id} in {name(state, unit.at)} is not at an exit")
    if left_to_spend(state, unit) < cost_in_chart("exit", leg=False):
        raise Refused("10.exit.2", f"{unit.id} needs half a movement point to leave the map")


@rule("10.exit.1", "10.exit.3")
def leave(play: Play, args: Json) -> None:
    """Units leave the map from one hex, for good, unless an enemy zone holds them. Raises Refused."""
    units = tuple(dict.fromkeys(args["units"]))
    for unit in units:
        check(play.state, play.state.units[unit], args["hex"])
    spaces = {play.state.units[unit].at for unit in units}
    if len(spaces) > 1:
        raise Refused("10.exit.1", "one order may exit units from only one hex")
    (space,) = spaces
    in_motion(play, units)
    if may_leave(play, space, units):
        for unit in units:
            steps = play.state.units[unit].steps
            play.record(UnitExited(rule="10.exit.1", unit=unit, space=space, steps=steps))
        r10_control.follow(play)


def legal(state: State, side: str) -> list[str]:
    """Each unit that may leave the map."""
    at_exit = (unit for at in exits(state.board) for unit in stack(state, at, side))
    return [f"exit {unit.id}" for unit in at_exit if not refusal(check, state, unit, "")]


@of_board
def road(board: Board) -> Leg:
    """A way along road hexsides."""
    return Leg(lambda a, b: "road" in board.between(a, b))


@rule("10.exit.4", "10.exit.5")
def communication(state: State) -> Supply:
    """Where roads lead from Soviet reinforcement areas, without passing through hexes that Germans occupy or
    control."""
    spaces = state.board.spaces.values()
    sources = [space.id for space in spaces if space.facts["entry"] in SOVIET_AREAS]
    held = {unit.at for unit in army(state, GERMAN)} | set(zones(state, GERMAN).covered)
    return supply(network(state.board), sources, [road(state.board)], held)


# -- points ----------------------------------------------------------------------------------------------


@rule("10.exit.1", "10.exit.4")
def points_for_exits(state: State, side: str) -> int:
    """A point for each step that left by an exit to which a road still leads."""
    if side != SOVIET:
        return 0
    out = {unit.id: unit.steps for unit in state.units.values() if unit.at == EXITED}
    lines, at = communication(state), state.facts.get(EXITS, {})
    return sum(steps for unit, steps in out.items() if lines.open(at[unit]))


@rule("10.loss.1", "10.loss.2")
def losses(state: State, side: str) -> int:
    """A point for each printed step of every enemy unit that is eliminated; survivors score nothing."""
    lost = (u for u in state.units.values() if u.side == ENEMY[side] and u.at == ELIMINATED)
    return sum(full(state, unit) for unit in lost)


def tally(state: State, side: str) -> Mapping[str, int]:
    """The points of a side, item by item, if the game ended now."""
    held, exits = r10_control.points(state, side), points_for_exits(state, side)
    return {"losses": losses(state, side), **held, "exits": exits}


@rule("10.win.1", "10.win.2")
def level(lead: int) -> str:
    """The level of victory for a lead: "draw" below 5."""
    chart = charts()["victory"]
    return next(chart.cell("Level", row) for row in reversed(chart.rows) if lead >= int(row))


def standings(state: State) -> Mapping[str, Json]:
    """The points of each side with their parts, and what they would be if the game ended now."""
    found = {side: tally(state, side) for side in SIDES}
    winner, won = victory({side: sum(parts.values()) for side, parts in found.items()})
    return {
        **{side: {"points": sum(parts.values()), **parts} for side, parts in found.items()},
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
    found = {side: sum(tally(play.state, side).values()) for side in SIDES}
    winner, won = victory(found)
    why = f"turn {play.state.turn} is over: {won}"
    play.record(GameEnded(rule="10.win.1", winner=winner, why=why, points=found))
