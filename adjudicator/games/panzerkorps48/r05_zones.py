"""Rule 5, zones of control: which stacks exert one at this instant, and what enemy zones do to a unit.

5.zoc three steps or more    5.ret who retreated has none    5.eff effects    5.exit leaving an enemy zone
"""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.mechanics.armies import KeptOfArmy, army, stack
from adjudicator.mechanics.movement import FREELY, Barred, ZoneRules
from adjudicator.mechanics.zone_of_control import StackZones, stack_zones
from adjudicator.phases.battlefield import name
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .charts import charts, switched_on
from .events import ExitTried
from .levels import phase
from .position import ENEMY, RETREATED
from .r02_pieces import ARMOR, counter_of, is_weapons, target

ZONE_STEPS = 3
"""Three steps in a hex exert a zone (5)."""


@KeptOfArmy
@rule("5.zoc.1", "5.zoc.2", "5.zoc.3", "5.zoc.4", "5.ret.1", "5.ret.3", "5.eff.5", "8.3.zoc.7", "2.1.step.2")
def zones(state: State, side: str) -> StackZones:
    """What a side controls at this instant: three steps or more in a hex, those not counted that retreated in
    this phase, exert a zone into all six hexes around it, whatever runs between. Units of its enemy cancel
    none of it (5.eff.5)."""
    units = (unit for unit in army(state, side) if RETREATED not in unit.flags)
    return stack_zones(
        units, lambda stack: sum(unit.steps for unit in stack) >= ZONE_STEPS, state.board.neighbours
    )


def controlled(state: State, space: str, side: str) -> bool:
    """Whether a hex is in a zone of this side's enemy: whether it is enemy-controlled for the side."""
    return space in zones(state, ENEMY[side]).covered


@rule("8.3.zoc.6")
def armor_controls(state: State, space: str, side: str) -> bool:
    """Whether a hex is in the zone of an enemy stack with armor in it (ruling 29)."""
    near = zones(state, ENEMY[side]).stacks.intersection(state.board.neighbours(space))
    foes = (unit for at in near for unit in stack(state, at, ENEMY[side]) if RETREATED not in unit.flags)
    return any(target(state, unit) == ARMOR for unit in foes)


# -- what they do to a move ------------------------------------------------------------------------------


@rule("5.eff.3")
def kept_out(state: State, unit: Unit) -> bool:
    """Whether a unit may not enter enemy-controlled hexes: weapons, but for the armored artillery of the 11th
    Panzer Division."""
    armored = counter_of(state, unit).traits.get("armored") == "yes"
    return is_weapons(state, unit) and not armored and switched_on("5.eff.3")


@rule("5.eff.0", "5.eff.1", "5.eff.4", "4.mov.5")
def zone_rules(state: State, unit: Unit) -> ZoneRules:
    """A unit stops where it enters an enemy zone, from another one too; weapons do not enter."""
    if not switched_on("5.eff.1"):
        return FREELY
    bars = Barred("5.eff.3", "weapons units may not enter enemy zones") if kept_out(state, unit) else None
    through = None if switched_on("5.eff.4") else Barred("5.eff.4", "units may not move from EZOC to EZOC")
    return ZoneRules(stops=True, bars=bars, through=through)


# -- leaving an enemy-controlled hex: free while a friend stays, else one die for those who go -----------


@rule("5.exit.1", "5.exit.2", "5.exit.3", "5.exit.4", "5.exit.5", "5.exit.7", "5.exit.8")
def may_leave(play: Play, space: str, leaving: Collection[str]) -> bool:
    """Whether units of the phasing player leave a hex together: freely if no enemy zone covers it at this
    moment, or a unit of their side stays, even one that came in before; else by one die for all of them. If
    it fails none of them moves in this phase."""
    state, side = play.state, phase(play.state).side
    stays = any(unit.id not in leaving for unit in stack(state, space, side))
    if stays or not controlled(state, space, side):
        return True
    die = play.roll("5.exit.2", f"{', '.join(leaving)} leaves {space}")
    leaves = charts()["exit"].read("Result", die) == "leaves"
    play.record(ExitTried(rule="5.exit.3", units=tuple(leaving), space=space, die=die, leaves=leaves))
    if not leaves:
        play.note("5.exit.3", failed=(*phase(play.state).failed, *leaving))
    return leaves


@rule("5.eff.2", "5.exit.3", "5.exit.9")
def check_exit(state: State, unit: Unit) -> None:
    """A unit that failed to leave moves no more in this phase, even if the zone goes; and a unit leaves an
    enemy zone only with the first step of its move. Raises Refused."""
    now = phase(state)
    if unit.id in now.failed:
        raise Refused("5.exit.9", f"{unit.id} failed to leave its hex and may not move in this phase")
    if switched_on("5.eff.2") and unit.id in now.routes and controlled(state, unit.at, unit.side):
        where = name(state, unit.at)
        raise Refused("5.eff.2", f"{unit.id} has moved, and may no longer leave the enemy zone in {where}")
