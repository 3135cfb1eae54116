"""Rules 5.0a, 5.1 and 5.1a, too many in a hex: arrivals that must split up, and the penalty for who did not.

Orders never lead there, they are refused (K-R64): the penalty is for laid positions and forced moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.answering import answered
from adjudicator.choices import MANY, Choice
from adjudicator.mechanics.movement import MoveCost
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from .. import terrain
from ..combat import r08_losses
from ..combat.r09_retreat import RETREAT
from ..drags import retreats
from ..hexes.r03_zoc import in_ezoc
from ..hexes.r04_costs import ROAD, movement_costs
from ..hexes.r04_current_costs import column, ends_of
from ..hexes.r05_stacking import MOST_HQS, fits, one_too_many, overfull
from ..orders import said
from ..position import ATTACK, SIDES, enemy_here, fighters, hqs, is_hq, printed
from ..r04_path import go
from ..turn import r12_hqs

NO_WAY_OUT = "its hex is overstacked, and it has no way out"


@rule("5.1.1", "6.0a.1")
def to_split(state: State, units: Iterable[str]) -> list[str]:
    """Those of these units of which there are too many in their hex, and that can still move away: arrivals,
    for nobody else comes to stand so by moving."""
    here = [state.units[id_] for id_ in units] if state.frame.segment != "MOVE" else []
    return [unit.id for unit in here if one_too_many(state, unit) and ends_of(state, unit)]


def not_split(state: State, units: Sequence[str]) -> Refused:
    """Why movement cannot end yet."""
    where = terrain.name(state, state.units[units[0]].at)
    why = f"too many units are in {where}; one of {', '.join(units)} must move on"
    return Refused("5.1.1", why)


@rule("5.0a.1", "5.1a.1", "5.1a.2", "5.2.3", "5.2.4", "K-R64")
def enforce(play: Play) -> bool:
    """At the end of a phase, the first hex with too much in it: the strongest unit by attack loses a step and
    retreats one hex; it is eliminated if it cannot (5.1a). Of two HQs one goes, or is eliminated (5.2).
    Whether there was such a hex."""
    full = overfull(play.state)
    if not full:
        return False
    space = full[0]
    units = surplus(play.state, space)
    lines = [line for unit in units for line in ways_out(play.state, unit)]
    if not lines and units[1:] and not is_hq(play.state, units[0]):  # which of equals is lost, its owner says
        lines = [f"loss {unit.id}" for unit in units]
    if lines:
        OVERSTACK.ask(
            play, units[0].side,
            f"Move exactly one unit out of {terrain.name(play.state, space)}, which holds too many. You are "
            "asked once for each unit too many.",
            answers=lines, closed=True, silence="the first of these", default=lines[0], about=(space,),
        )  # fmt: skip
    elif is_hq(play.state, units[0]):
        r12_hqs.lose_hq(play, "5.2.4", units[-1].id, "it shares its hex with another HQ and cannot leave it")
    else:
        r08_losses.eliminate(play, "5.1a.2", units[0].id, NO_WAY_OUT)
    return True


def surplus(state: State, space: str) -> list[Unit]:
    """Of whom one must leave an overfull hex: two HQs, or the strongest combat units by attack."""
    for side in SIDES:
        headquarters = hqs(state, space, side)
        if len(headquarters) > MOST_HQS:
            return list(headquarters)
    side = next(side for side in SIDES if fighters(state, space, side))
    here = fighters(state, space, side)
    most = max(printed(state, unit, ATTACK) for unit in here)
    return [unit for unit in here if printed(state, unit, ATTACK) == most]


@rule("4.2d.2", "4.3a.1", "0.2a.2", "5.1a.1")
def exits(state: State, unit: Unit) -> list[str]:
    """The hexes a unit can be forced into: never off the map, into water, over impassable terrain (4.2d,
    4.3a) or onto the enemy; out of enemy zones if it can."""
    chart = movement_costs(state.board, column(state, unit), ROAD)
    open_ = [
        space for space in state.board.neighbours(unit.at)
        if isinstance(chart.crossing(unit.at, space), MoveCost)
        and not enemy_here(state, space, unit.side) and fits(state, unit, space)
    ]  # fmt: skip
    return [space for space in open_ if not in_ezoc(state, space, unit.side)] or open_


def ways_out(state: State, unit: Unit) -> list[str]:
    """What its owner may let a surplus unit do, as order lines."""
    if not is_hq(state, unit) and unit.steps == 1:
        return [f"loss {unit.id}"]
    return [f"retreat {unit.id} via {space}" for space in exits(state, unit)]


def take_overstack(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: a unit loses its step and goes where its owner says."""

    def check(order: Order) -> tuple[str, str]:
        unit, *more = said(order).units  # "all" is refused: it names no unit that may leave
        to = said(order).path[-1] if order.verb in RETREAT.verbs else ""
        line = f"retreat {unit} via {to}" if to else f"loss {unit}"
        if more or line not in decision.answers:
            raise Refused("5.1a.1", "that does not clear the hex")
        return unit, to

    if found := answered(play, decision, orders, check):
        leave(play, *found[1])


OVERSTACK = Choice(
    topic="overstack", rule="5.1a.1", verbs=(*RETREAT.verbs, *r08_losses.LOSS.verbs), take=take_overstack,
    advised="The units that the question lists first leave an overstacked hex.",
    shown=MANY, called=("overstack", "stacking"), advice=("if asked overstack then default",),
    drag=retreats,
)  # fmt: skip


@rule("5.1a.1", "5.1a.2", "5.2.3", "3.3.1")
def leave(play: Play, unit_id: str, to: str) -> None:
    """A surplus unit loses a step (5.1a) and retreats one hex; into an enemy zone for another step (3.3). One
    that has no hex to go to is eliminated. An HQ only goes (5.2)."""
    unit = play.state.units[unit_id]
    if is_hq(play.state, unit):
        go(play, "5.2.3", unit_id, (unit.at, to), RETREAT.topic)
        return
    if not to and unit.steps > 1:
        r08_losses.eliminate(play, "5.1a.2", unit_id, NO_WAY_OUT)
        return
    r08_losses.take_step(play, "5.1a.1", unit_id, "its hex is overstacked")
    if to:
        go(play, "5.1a.1", unit_id, (unit.at, to), RETREAT.topic)
    if in_ezoc(play.state, to, unit.side):
        r08_losses.take_step(play, "3.3.1", unit_id, f"{unit_id} retreats into enemy zones")
