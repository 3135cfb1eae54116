"""Rules 4.1 and 4.2, one move: an order read as a path, judged whole, its costs added up. Rules 4.3 and 4.7,
what a unit that comes into a hex does to it, however it came.

`plan` accepts a path or refuses it; a refusal names the last hex that could be reached (4.2). Written with a
destination alone, it is the cheapest legal way there. `go` carries out every change of place on the map:
marches, retreats, advances. Its callers judge whether it may.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from adjudicator.events import UnitMoved
from adjudicator.mechanics.movement import (
    NEVER_NEEDED,
    Barred,
    CurrentCosts,
    PathCost,
    PathFault,
    path_cost,
    reach,
)
from adjudicator.mechanics.movement import route as cheapest
from adjudicator.mechanics.wording import broken_path, running_total, surcharge
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from . import fog, terrain
from .fog import top_unit
from .hexes.r03_zoc import in_ezoc
from .hexes.r04_costs import FIELD, PARTS, RAIL, ROAD, STRATEGIC
from .hexes.r04_current_costs import TRAIN, allowance, current_costs, current_costs_with, rail_costs
from .hexes.r05_stacking import check_stack
from .levels import campaign
from .orders import said
from .position import ATTACK, ENEMY, SOVIET, enemy_here, is_hq, printed, refugees
from .turn import r11_supply, r12_hqs, r12_refugees, r14_victory, r15_options


@rule("4.3.1b", "12.1d.1")
def may_overrun(state: State, unit: Unit) -> bool:
    """Whether a unit may overrun a lone HQ: its attack is above zero, as no HQ's is (4.3 point 1)."""
    return printed(state, unit, ATTACK) > 0


def overruns(state: State, unit: Unit, space: str) -> bool:
    """Whether a unit that enters a hex overruns a lone enemy HQ there."""
    return may_overrun(state, unit) and bool(r12_hqs.lone_hqs(state, space, ENEMY[unit.side]))


@rule("0.1e.1", "4.3.1b", "K-R101")
def seems_alone(state: State, unit: Unit, space: str) -> bool:
    """Whether a unit may overrun what it sees in a hex: of its enemies there only an HQ, or a marker."""
    item = fog.top(state, space, ENEMY[unit.side])
    return may_overrun(state, unit) and bool(item) and (
        item not in state.units or is_hq(state, state.units[item])
    )  # fmt: skip


@rule("4.3.1", "K-R101")
def check_alone(state: State, unit: Unit, path: tuple[str, ...], over: Collection[str]) -> None:
    """Those of these hexes that are on a path hold a lone HQ each. It is looked at when all that is in sight
    allows the path, or where it breaks: one that breaks elsewhere does not find it out. Raises Refused."""
    for a, b in pairwise(path):
        if b in over and not overruns(state, unit, b):
            at, to = terrain.name(state, a), terrain.name(state, b)
            raise Refused("4.3.1", f"{unit.id} may not move from {at} to {to}: enemy units are in {to}")


@rule("4.7.2", "12.1d.1", "12.3.1", "14.1.2")
def go(
    play: Play,
    number: str,
    unit_id: str,
    path: tuple[str, ...],
    how: str,
    cost: str = "",
    through: Iterable[str] = (),
) -> None:
    """A unit goes along a path that begins where it stands, and does what entering each hex does.

    `how` is what a report calls it; `cost` what a report says of movement
    points. In the hexes of `through` a Soviet unit drives refugees away (12.3). Lone enemy HQs on the path
    are overrun before the unit comes in, for the sides never share a hex (5.2).
    """
    _, *entering = path
    for space in entering:
        if overruns(play.state, play.state.units[unit_id], space):
            r12_hqs.overrun(play, "4.7.2", unit_id, space)
    for space in through:
        marker = refugees(play.state, space)
        if marker is not None:
            r12_refugees.driven_through(play, marker.id)
    fog.occur(play, UnitMoved(rule=number, unit=unit_id, path=path, how=how, cost=cost))
    for space in entering:
        entered(play, unit_id, space)
    r15_options.mikosch(play)


def entered(play: Play, unit_id: str, space: str) -> None:
    """A unit has come into a hex: who holds it (14.1), whose source it is (11.2a)."""
    r14_victory.entered(play, unit_id, space)
    r11_supply.conquered(play, unit_id, space)


WAYS = {"": ROAD, "road": ROAD, "field": FIELD, "strat": STRATEGIC, "rail": RAIL}


@dataclass(frozen=True, slots=True)
class Plan:
    """A move as it will be carried out: the path from where the unit stands, the way of moving, the cost, and
    the hexes in which refugees are driven away."""

    unit: str
    path: tuple[str, ...]
    way: str
    cost: str
    through: tuple[str, ...] = ()


@rule("4.1b.1", "4.1b.2")
def plan(state: State, order: Order) -> Plan:
    """The move that an order asks for, with its running total (4.1b). The path may begin with the hex of the
    unit. Raises Refused."""
    line = said(order)
    unit = state.units[line.unit]
    through = tuple(dict.fromkeys(line.through))
    way = way_of(state, unit, line.way)
    check_start(state, unit, way)
    check_through(state, unit, through)
    check_origin(state, unit, order, "4.1b.1")
    whole = line.path
    written = whole[1:] if len(whole) > 1 and whole[0] == unit.at else whole
    over = {space for space in written if way in {ROAD, FIELD} and seems_alone(state, unit, space)}
    on = going_for(state, unit, way, over, through)
    path = (unit.at, *written)
    stepped = len(whole) == 2 and whole[1] in state.board.neighbours(unit.at)  # a single step, written out
    if len(written) == 1 and not stepped:
        path = driven(unit, on, through, written[0]) or route(state, unit, on, written[0], way)
    points = points_of(state, unit, way)
    walk = path_cost(on, path, points)
    if walk.fault:
        check_alone(state, unit, (walk.fault.at, walk.fault.to), over)
    if walk.fault and len(written) == 1:
        check_no_overrun(state, unit, way, written[0], through)
    if walk.fault:
        raise Refused(*reason(state, unit, on, walk, way))
    check_alone(state, unit, path, over)
    check_end(state, unit, path, way, through)
    for space in through:
        if space not in path[1:]:
            raise Refused("12.3.1", f"the path does not lead through {space}")
    return Plan(unit.id, path, way, running_total(walk, points, PARTS[way]), through)


def check_origin(state: State, unit: Unit, order: Order, number: str) -> None:
    """Where a line says that a unit comes from it must stand. Raises Refused, under the clause `number`."""
    origin = said(order).from_ or unit.at
    if origin != unit.at:
        here, there = terrain.name(state, unit.at), terrain.name(state, origin)
        raise Refused(number, f"{unit.id} is in {here}, not in {there}")


@rule("K-R22", "4.6.1")
def way_of(state: State, unit: Unit, word: str) -> str:
    """The way of moving an order names. A train goes on rails and nobody else does (K-R22)."""
    train = state.roster.counters[unit.id].type == TRAIN
    way = WAYS[word] if word or not train else RAIL
    if train and way != RAIL:
        raise Refused("K-R22", f"{unit.id} may move only by rail")
    if way == RAIL and not train:
        raise Refused("K-R22", f"{unit.id} is not a train. Only arriving units may come in by rail (6.0e)")
    return way


@rule("4.4.2", "4.4.3", "4.6.2")
def check_start(state: State, unit: Unit, way: str) -> None:
    """Strategic movement begins on a road, outside enemy zones (4.4); a train that entered a zone this turn
    does not leave it (4.6)."""
    here = terrain.name(state, unit.at)
    if way == STRATEGIC and not any(terrain.road(state, unit.at, b) for b in state.board.neighbours(unit.at)):
        raise Refused("4.4.2", f"strategic movement begins on a road; none leads from {here}")
    if way == STRATEGIC and in_ezoc(state, unit.at, unit.side):
        raise Refused(
            "4.4.3", f"strategic movement may not begin in an enemy zone of control, and {here} is in one"
        )
    entered = campaign(state).rail_zones.get(unit.id) == "entered"
    if entered and in_ezoc(state, unit.at, unit.side):
        raise Refused("4.6.2", f"{unit.id} entered an enemy zone of control this turn; it stays")


@rule("12.3.1", "12.3.4")
def check_through(state: State, unit: Unit, through: tuple[str, ...]) -> None:
    """Only Soviet units drive through refugees (12.3), and only where there are any."""
    if through and unit.side != SOVIET:
        raise Refused("12.3.4", "only Soviet units may drive through refugees; Germans pay or stay out")
    for space in through:
        if refugees(state, space) is None:
            raise Refused("12.3.1", f"there are no refugees in {terrain.name(state, space)}")


def going_for(
    state: State, unit: Unit, way: str, over: Collection[str], through: tuple[str, ...]
) -> CurrentCosts:
    """The steps of a unit for one order, with the hexes on its path in which it overruns lone HQs."""
    if way == RAIL:
        return rail_costs(state, unit)
    if not over and not through:
        return current_costs(state, unit, way)
    return current_costs_with(state, unit, way, overrun=over, through=through)


def route(state: State, unit: Unit, on: CurrentCosts, to: str, way: str) -> tuple[str, ...]:
    """The cheapest legal way to a hex; one that is too dear or closed is returned to be refused step by step.
    Raises Refused where no way leads."""
    if to == unit.at:
        raise Refused("4.1b.1", f"{unit.id} is in {terrain.name(state, to)} already")
    found = cheapest(on, unit.at, to, points_of(state, unit, way))
    if isinstance(found, tuple):
        return found
    check_no_overrun(state, unit, way, to)
    shut = found or Barred("4.2.1", f"there is no path to {terrain.name(state, to)}")
    raise Refused(shut.rule, shut.why)


@rule("K-R98", "4.3.1b")
def check_no_overrun(state: State, unit: Unit, way: str, to: str, through: Collection[str] = ()) -> None:
    """A destination alone orders no overrun on the way: where nothing else leads there it is refused, with
    the path written out. What counts is the HQs that an enemy sees on top of their hexes: nobody learns
    who is below one. Raises Refused."""
    if way not in {ROAD, FIELD} or not may_overrun(state, unit):
        return
    foe, points = ENEMY[unit.side], points_of(state, unit, way)
    tops = {space: top_unit(state, space, foe) for space in state.by_space}
    lone = {space: one.id for space, one in tops.items() if one and is_hq(state, one)}
    if not seems_alone(state, unit, to):
        lone.pop(to, None)
    on = current_costs_with(state, unit, way, overrun=lone, through=through)
    found = cheapest(on, unit.at, to, points)
    if not isinstance(found, tuple) or path_cost(on, found, points).fault:
        return
    over = [space for space in found if space in lone and space != to]
    if over:
        overrun = ", ".join(f"{lone[space]} in {terrain.name(state, space)}" for space in over)
        raise Refused(
            "K-R98",
            f"{unit.id} must overrun {overrun} to reach {terrain.name(state, to)}. Write the path: a "
            "destination alone orders no overrun",
            (f"move {unit.id} {'field ' if way == FIELD else ''}{'-'.join(found[1:])}",),
        )


def driven(unit: Unit, on: CurrentCosts, through: tuple[str, ...], to: str) -> tuple[str, ...]:
    """The cheapest way to a hex through those in which refugees are driven away, one after the other; () if
    there are none of these or no way leads through them."""
    path: tuple[str, ...] = (unit.at,)
    for space in (*(space for space in through if space != to), to) if through else ():
        found = reach(on, path[-1], NEVER_NEEDED)
        if space not in found:
            return ()
        path += found.path(space)[1:]
    return path if through else ()


def points_of(state: State, unit: Unit, way: str) -> int:
    """The allowance of a unit in the parts of a point in which a way of moving is counted."""
    return allowance(state, unit) * PARTS[way]


@rule("5.0a.2", "4.6.3", "12.2b.1", "K-R20", "K-R71")
def check_end(state: State, unit: Unit, path: tuple[str, ...], way: str, through: Collection[str]) -> None:
    """Where a move ends: within the stacking limits (5.0a), lone HQs that are overrun there and refugees that
    are driven away not counted (K-R71); a train that has left an enemy zone, not next to an enemy unit
    (4.6)."""
    end = path[-1]
    gone = {marker.id for space in through if (marker := refugees(state, space))}
    if overruns(state, unit, end):
        gone |= {hq.id for hq in r12_hqs.lone_hqs(state, end, ENEMY[unit.side])}
    left = {id_: one for id_, one in state.units.items() if id_ not in gone}
    check_stack(state.but(units=left) if gone else state, unit, end)
    if way != RAIL or not in_ezoc(state, path[0], unit.side):
        return
    near = [space for space in state.board.neighbours(end) if enemy_here(state, space, unit.side)]
    if near:
        raise Refused(
            "4.6.3",
            f"{unit.id} leaves an enemy zone of control and may not end adjacent to an enemy unit; "
            f"{terrain.name(state, end)} is adjacent to {terrain.name(state, near[0])}",
        )


@rule("4.1a.1", "4.1a.2", "4.1b.1", "4.2.1", "4.2b.2", "4.3.2", "4.5.1", "4.6.1", "12.2c.2")
def reason(state: State, unit: Unit, on: CurrentCosts, walk: PathCost, way: str) -> tuple[str, str]:
    """The clause and the words for a fault of a path. A path goes from hex to neighbour, so never off the map
    (4.5). Nobody goes beyond the allowance (4.1a), not even one hex; all of a hex's cost is paid before it is
    entered (4.2, 4.3 point 2)."""
    fault = walk.fault
    assert fault is not None
    if fault.kind == "first":
        at, to = terrain.name(state, fault.at), terrain.name(state, fault.to)
        return "4.1b.1", f"crossing an unbridged major river from {at} to {to} takes the whole allowance"
    if fault.kind == "stopped":
        return stopped(state, walk, fault, way)
    why = broken_path(
        on, walk, unit.id, partial(terrain.name, state), points_of(state, unit, way), PARTS[way]
    )
    if fault.kind != "dear":
        return fault.rule or "4.1b.1", why
    extra = surcharge(on, fault.at, fault.to)
    if extra and fault.needed - extra <= fault.left:
        return "12.2c.2", f"{why}; refugees are on the road"
    return ("4.1a.2" if len(walk.spent) == 1 else "4.1a.1"), why


@rule("4.2b.2", "4.6.1")
def stopped(state: State, walk: PathCost, fault: PathFault, way: str) -> tuple[str, str]:
    """What ended the move before its path was over: a river, or for a train an enemy zone."""
    at, before = terrain.name(state, fault.at), walk.path[walk.path.index(fault.at) - 1]
    if way == RAIL:
        return "4.6.1", f"a train stops on entering an enemy zone of control, in {at}"
    if terrain.unbridged_major(state, before, fault.at):
        return "4.1b.1", f"crossing an unbridged major river takes the whole allowance; the move ends in {at}"
    return "4.2b.2", f"a unit stops when it has crossed an unbridged minor river, in {at}"
