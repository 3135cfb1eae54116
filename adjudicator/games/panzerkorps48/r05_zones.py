"""Rule 5, zones of control: which stacks exert one at this instant, and what enemy zones do to a unit.

5.zoc three steps or more    5.ret who retreated has none    5.eff effects    5.exit: `r05_exit`
"""

from __future__ import annotations

from functools import partial

from adjudicator.mechanics.armies import KeptOfArmy, army, stack
from adjudicator.mechanics.movement import FREELY, Barred, ZoneRules
from adjudicator.mechanics.network import Network
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.zone_of_control import StackZones, stack_zones
from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from maps.board import Board

from .charts import switched_on
from .position import ENEMY, RETREATED
from .r02_pieces import ARMOR, armored_artillery, is_weapons, steps, target

ZONE_STEPS = 3
"""So many steps in a hex exert a zone (5)."""


@of_board
def network(board: Board) -> Network:
    """Which hexes touch."""
    return Network.of(board)


@of_board
@rule("5.zoc.4")
def around(board: Board, space: str) -> tuple[str, ...]:
    """A zone covers all six hexes around it, whatever runs between (5)."""
    return board.neighbours(space)


@rule("5.ret.1", "5.ret.3")
def counts(unit: Unit) -> bool:
    """Whether a unit adds to a zone: not if it retreated in this phase (5)."""
    return RETREATED not in unit.flags


@rule("5.zoc.1", "5.zoc.2", "5.zoc.3")
def exerting(units: list[Unit]) -> bool:
    """Whether the units of a side in a hex exert a zone: three steps or more together, 1 or 2 do not (5)."""
    return sum(steps(unit) for unit in units) >= ZONE_STEPS


@KeptOfArmy
@rule("5.eff.5", "8.3.zoc.7")
def zones(state: State, side: str) -> StackZones:
    """What a side controls at this instant; units of its enemy cancel none of it (5.eff.5)."""
    units = (unit for unit in army(state, side) if counts(unit))
    return stack_zones(units, exerting, partial(around, state.board))


def controlled(state: State, space: str, side: str) -> bool:
    """Whether a hex lies in a zone of this side's enemy: whether it is enemy-controlled for the side."""
    return space in zones(state, ENEMY[side]).covered


@rule("8.3.zoc.6")
def armor_controls(state: State, space: str, side: str) -> bool:
    """Whether a hex lies in the zone of an enemy stack with armor in it (ruling 29)."""
    near = zones(state, ENEMY[side]).stacks.intersection(around(state.board, space))
    foes = (unit for at in near for unit in stack(state, at, ENEMY[side]) if counts(unit))
    return any(target(state, unit) == ARMOR for unit in foes)


# -- what they do to a move ----------------------------------------------------------------------------------


@rule("5.eff.3")
def kept_out(state: State, unit: Unit) -> bool:
    """Whether a unit may not enter enemy-controlled hexes: weapons, but for the armored artillery of the 11th
    Panzer Division."""
    return is_weapons(state, unit) and not armored_artillery(state, unit) and switched_on("5.eff.3")


@rule("5.eff.0", "5.eff.1", "5.eff.4", "4.mov.5")
def zone_rules(state: State, unit: Unit) -> ZoneRules:
    """A unit stops where it enters an enemy zone, from another one too; weapons do not enter."""
    if not switched_on("5.eff.1"):
        return FREELY
    bars = Barred("5.eff.3", "weapons units do not enter enemy zones") if kept_out(state, unit) else None
    through = None if switched_on("5.eff.4") else Barred("5.eff.4", "nobody goes from zone to zone")
    return ZoneRules(stops=True, bars=bars, through=through)
