"""Rule 5, leaving an enemy-controlled hex: free while a friend stays, else one die for those who go."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.mechanics.armies import stack
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .charts import charts, switched_on
from .events import ExitTried
from .levels import phase
from .position import name
from .r05_zones import controlled


@rule("5.exit.1", "5.exit.4", "5.exit.5", "5.exit.7", "5.exit.8")
def must_roll(state: State, space: str, side: str, leaving: Collection[str]) -> bool:
    """Whether units that leave a hex together must roll: if an enemy zone covers it at this moment, and
    nobody of their side stays behind. Who came in before, and stays, makes the die needless."""
    stays = [unit for unit in stack(state, space, side) if unit.id not in leaving]
    return controlled(state, space, side) and not stays


def may_leave(play: Play, space: str, leaving: tuple[str, ...]) -> bool:
    """Whether units of the phasing player leave a hex together: freely, or by their die."""
    rolls = must_roll(play.state, space, phase(play.state).side, leaving)
    return not rolls or attempt(play, space, leaving)


@rule("5.exit.2", "5.exit.3", "5.exit.7")
def attempt(play: Play, space: str, leaving: tuple[str, ...]) -> bool:
    """One die for all that would leave together; whether they may. On a failure none of them moves in this
    phase."""
    die = play.roll("5.exit.2", f"{', '.join(leaving)} leaves {space}")
    leaves = charts()["exit"].read("Result", die) == "leaves"
    play.record(ExitTried(rule="5.exit.3", units=leaving, space=space, die=die, leaves=leaves))
    if not leaves:
        play.note("5.exit.3", failed=(*phase(play.state).failed, *leaving))
    return leaves


@rule("5.eff.2")
def check_first(state: State, unit: Unit) -> None:
    """A unit leaves an enemy zone only with the first step of its move. Raises Refused."""
    if switched_on("5.eff.2") and unit.id in phase(state).routes and controlled(state, unit.at, unit.side):
        where = name(state, unit.at)
        raise Refused("5.eff.2", f"{unit.id} has moved, and leaves the enemy zone in {where} no more")


@rule("5.exit.3", "5.exit.9")
def check_failed(state: State, unit: Unit) -> None:
    """Who failed to leave moves no more in this phase, even if the zone goes. Raises Refused."""
    if unit.id in phase(state).failed:
        raise Refused("5.exit.9", f"{unit.id} failed to leave its hex, and does not move in this phase")
