"""Rule 10, Soviet units leave the map in the south, and what that scores at the end."""

from __future__ import annotations

from adjudicator.mechanics.armies import army, stack
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.supply import Leg, Supply, supply
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Json, State, Unit
from maps.board import Board

from . import r05_exit
from .events import EXITS, UnitExited
from .position import EXITED, GERMAN, SOVIET, name
from .r04_costs import cost_in_chart
from .r04_movement import check_mover, in_motion, left_to_spend
from .r05_zones import network, zones
from .r10_control import follow

SOVIET_AREAS = frozenset("ABCDEF")


@of_board
@rule("10.exit.1")
def exits(board: Board) -> tuple[str, ...]:
    """The road hexes on the south edge."""
    return tuple(space.id for space in board.spaces.values() if space.facts["exit"])


@rule("10.exit.1", "10.exit.2", "10.exit.6")
def check(state: State, unit: Unit, space: str) -> None:
    """A Soviet unit at an exit that has half a point left leaves the map. Raises Refused."""
    if unit.side == GERMAN:
        raise Refused("10.exit.6", "German units do not leave the map")
    check_mover(state, unit)
    r05_exit.check_first(state, unit)
    if unit.at not in exits(state.board) or space not in {"", unit.at}:
        raise Refused("10.exit.1", f"{unit.id} in {name(state, unit.at)} stands at no exit")
    if left_to_spend(state, unit) < cost_in_chart("exit", leg=False):
        raise Refused("10.exit.2", f"{unit.id} has no half point left to leave the map with")


@rule("10.exit.1", "10.exit.3")
def leave(play: Play, args: Json) -> bool:
    """Units leave the map from one hex, for good; False where an enemy zone held them. Raises Refused."""
    units = tuple(dict.fromkeys(args["units"]))
    for unit in units:
        check(play.state, play.state.units[unit], args["hex"])
    spaces = {play.state.units[unit].at for unit in units}
    if len(spaces) > 1:
        raise Refused("10.exit.1", "one order takes units off the map from one hex")
    (space,) = spaces
    in_motion(play, units)
    if not r05_exit.may_leave(play, space, units):
        return False
    for unit in units:
        steps = play.state.units[unit].steps
        play.record(UnitExited(rule="10.exit.1", unit=unit, space=space, steps=steps))
    follow(play)
    return True


def legal(state: State, side: str) -> list[str]:
    """Each unit that may leave the map."""
    at_exit = (unit for at in exits(state.board) for unit in stack(state, at, side))
    return [f"exit {unit.id}" for unit in at_exit if not refusal(check, state, unit, "")]


# -- what it scores --------------------------------------------------------------------------------------


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


@rule("10.exit.1", "10.exit.4")
def points(state: State, side: str) -> int:
    """A point for each step that left by an exit to which a road still leads."""
    if side != SOVIET:
        return 0
    out = {unit.id: unit.steps for unit in state.units.values() if unit.at == EXITED}
    lines, at = communication(state), state.facts.get(EXITS, {})
    return sum(steps for unit, steps in out.items() if lines.open(at[unit]))
