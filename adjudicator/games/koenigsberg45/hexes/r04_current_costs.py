"""Rules 3.0a, 4.1, 4.3 and 4.4, what a move meets at this moment: the costs of the bare map, and on top
of them enemy units and their zones of control, full hexes in strategic movement, refugees on the roads.

One `CurrentCosts` serves all units of a class until some unit changes: they are kept for each position.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from adjudicator.choices import Rooms
from adjudicator.mechanics.armies import army
from adjudicator.mechanics.movement import (
    Barred,
    Crossing,
    CurrentCosts,
    MoveCost,
    MovementCosts,
    Reach,
    ZoneRules,
    kept_reach,
)
from adjudicator.mechanics.remembered import Remembered
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .. import terrain
from ..levels import campaign
from ..position import (
    ENEMY,
    ISOLATED,
    MOVEMENT,
    REFUGEE_MARKER,
    covered,
    is_combat,
    is_hq,
    kind,
    mechanised,
    printed,
)
from ..terrain import name as named
from .r03_zoc import feared, in_ezoc, zone
from .r04_costs import LEG, MECHANISED, PARTS, RAIL, ROAD, STRATEGIC, movement_costs, refugee_cost, zone_costs
from .r05_stacking import MOST_HQS, MOST_UNITS


@rule("0.3.3", "K-R72")
def column(state: State, unit: Unit) -> str:
    """The column of the Terrain Effects Chart for a unit; HQs and units without movement use the leg one."""
    return MECHANISED if mechanised(state, unit) else LEG


@rule("4.1a.1", "4.3.4", "11.3b.1")
def allowance(state: State, unit: Unit) -> int:
    """The movement points of a unit for one move: those on its counter, whatever it or others have spent
    before (4.3 point 4); half of them, rounded down, while it is isolated (11.3b)."""
    printed_points = printed(state, unit, MOVEMENT)
    return printed_points // 2 if ISOLATED in unit.flags else printed_points


@dataclass(frozen=True, slots=True)
class Stood:
    """Who stands where, as moves of both sides meet it: hex -> whose units, counted by kind."""

    held: Mapping[str, Mapping[str, tuple[int, int]]]
    """Side -> hex -> its combat units and its HQs there."""
    refugees: tuple[str, ...]
    costs: dict[tuple[str, str, str, bool, bool], CurrentCosts]


@Remembered
def stood(state: State) -> Stood:
    """Who stands where in a position."""
    held: dict[str, dict[str, tuple[int, int]]] = {side: {} for side in ENEMY}
    marked: list[str] = []
    for space, units in state.by_space.items():
        if space not in state.board.spaces:
            continue
        for unit in units:
            what = kind(state, unit)
            if what == REFUGEE_MARKER:
                marked.append(space)
            elif what in {"combat", "hq"}:
                fighters, headquarters = held[unit.side].get(space, (0, 0))
                held[unit.side][space] = (fighters + (what == "combat"), headquarters + (what == "hq"))
    return Stood(held, tuple(sorted(marked)), {})


@rule("4.3.1", "4.7.2", "K-R20")
def enemies(state: State, side: str, way: str) -> dict[str, Barred]:
    """The hexes that a side may not enter because enemy units are there (4.3 point 1). Strategic
    movement may not enter the hex of a lone HQ either, because it overruns no unit (K-R20)."""
    number, more = "4.3.1", ""
    if way == STRATEGIC:
        number, more = "4.7.2", ". Strategic movement may not enter such a hex"
    found = (*stood(state).held[ENEMY[side]], *covered(state, ENEMY[side]))
    return {space: Barred(number, f"enemy units are in {named(state, space)}{more}") for space in found}


@rule("5.0.1", "5.2.2")
def full(state: State, unit: Unit) -> set[str]:
    """The hexes that hold all they may of a side's units of this kind: combat units or HQs."""
    most, which = (MOST_HQS, 1) if is_hq(state, unit) else (MOST_UNITS, 0)
    return {space for space, count in stood(state).held[unit.side].items() if count[which] >= most}


def no_room(state: State, unit: Unit) -> set[str]:
    """The hexes in which a unit may not end a move: its own, full ones, and for combat units those with
    refugees (5.0, 12.2b)."""
    marked = () if is_hq(state, unit) else stood(state).refugees
    return {unit.at, *full(state, unit), *marked}


@rule("4.4a.2", "12.2b.2", "K-R71")
def crowded(state: State, unit: Unit) -> dict[str, Barred]:
    """The hexes that strategic movement may not even pass: where a unit of this kind would be one too many
    (4.4a point 2), and those with refugees, whose marker fills the hex (12.2b)."""
    passing = "strategic movement may not even pass it"
    found = {
        space: Barred("4.4a.2", f"{named(state, space)} is full; {passing}") for space in full(state, unit)
    }
    marked = stood(state).refugees
    return found | {space: Barred("12.2b.2", f"refugees fill {named(state, space)}") for space in marked}


@rule("12.2c.1", "12.2c.2", "K-R19", "K-R46")
def by_road_through_refugees(
    state: State, bare: MovementCosts, of: str, driven: Collection[str]
) -> dict[tuple[str, str], Crossing]:
    """The steps by road into hexes with refugees, at the surcharge of 12.2c, which comes on top of the road
    cost (K-R19). Across country nothing is paid (K-R46), nor where the refugees are driven away (12.3)."""
    extra = refugee_cost(of)
    found: dict[tuple[str, str], Crossing] = {}
    for space in stood(state).refugees:
        for near in () if space in driven else state.board.neighbours(space):
            way = bare.crossing(near, space)
            if terrain.road(state, near, space) and isinstance(way, MoveCost):
                found[near, space] = MoveCost(way.cost + extra)
    return found


STAYS_OUT = Barred("4.4.3", "strategic movement may not enter an enemy zone of control")


@rule("3.0a.1", "3.0a.2", "3.0a.3", "3.0a.4", "4.4.3", "K-R18")
def zone_rules(way: str) -> ZoneRules:
    """What enemy zones do to a move: 2 points to enter and 2 to leave, both from zone to zone, even of the
    same unit (3.0a, K-R18), and never the end of a regular move; strategic movement stays out (4.4)."""
    enter, leave = zone_costs()
    return ZoneRules(bars=STAYS_OUT) if way == STRATEGIC else ZoneRules(enter=enter, leave=leave)


def current_costs(state: State, unit: Unit, way: str, *, afraid: bool = False) -> CurrentCosts:
    """The steps of a unit's class by one way of moving, as they are now; of one that is `afraid`, as if every
    zone were there that the enemy may have."""
    key = (unit.side, column(state, unit), way, way == STRATEGIC and is_hq(state, unit), afraid)
    found = stood(state).costs
    if key not in found:
        found[key] = current_costs_with(state, unit, way, afraid=afraid)
    return found[key]


@rule("4.3.1b", "4.4a.2", "4.6.1", "12.2c.1", "12.3.1", "K-R21", "K-R71")
def current_costs_with(
    state: State,
    unit: Unit,
    way: str,
    *,
    overrun: Collection[str] = (),
    through: Collection[str] = (),
    rules: ZoneRules | None = None,
    afraid: bool = False,
) -> CurrentCosts:
    """The same for one order: with lone HQs that it overruns (4.3 point 1), after which it may go on (K-R21),
    with refugees that it drives away (12.3, K-R71), with other rules for enemy zones."""
    of = column(state, unit)
    bare = movement_costs(state.board, of, way)
    shut = {space: why for space, why in enemies(state, unit.side, way).items() if space not in overrun}
    if way == STRATEGIC:
        closed = crowded(state, unit)  # refugees who are driven away fill a hex no longer
        shut |= {at: why for at, why in closed.items() if why.rule != "12.2b.2" or at not in through}
    special = by_road_through_refugees(state, bare, of, through) if way == ROAD else {}
    zones = (feared if afraid else zone)(state, ENEMY[unit.side])
    return bare.under(zones, rules or zone_rules(way), shut, special)


TRAIN = "armoured-train"
TRAINS = "rail-zones"
"""The fact that keeps what each train did this turn with enemy zones: unit -> "entered" or "left"."""


@rule("4.6.1", "4.6.2", "K-R74")
def train_rules(state: State, unit: Unit) -> ZoneRules:
    """A train stops on entering an enemy zone, and enters or leaves zones, never both in one turn, all its
    moves of the turn together (4.6, K-R74)."""
    enter, leave = zone_costs()
    done = campaign(state).rail_zones.get(unit.id, "")
    both = Barred("4.6.2", "a train may not both enter and leave an enemy zone of control in one turn")
    starts = in_ezoc(state, unit.at, unit.side)
    if starts and done == "entered":
        return ZoneRules(leave=leave, bars=both, through=both)
    return ZoneRules(enter=enter, leave=leave, stops=True, bars=both if starts or done == "left" else None)


@rule("9.0b.1", "K-R94")
def ground_of(state: State, unit: Unit) -> MovementCosts:
    """What every step costs a unit by the ground alone, wherever it is not its own move: a train never leaves
    the rails (K-R94)."""
    train = state.roster.counters[unit.id].type == TRAIN
    return movement_costs(state.board, column(state, unit), RAIL if train else ROAD)


def rail_costs(state: State, unit: Unit) -> CurrentCosts:
    """The steps of a train now."""
    return current_costs_with(state, unit, RAIL, rules=train_rules(state, unit))


def ends_of(state: State, unit: Unit) -> list[str]:
    """Every hex in which an ordinary move of a unit may end, or that of a train; none for a train in an enemy
    zone, where more than its reach would decide (4.6)."""
    train = state.roster.counters[unit.id].type == TRAIN
    if allowance(state, unit) < 1 or (train and in_ezoc(state, unit.at, unit.side)):
        return []
    full = no_room(state, unit)
    return [space for space in reached(state, unit) if space not in full]


@rule("4.4.1")
def strategic_ends(state: State, unit: Unit) -> list[str]:
    """Every hex in which a strategic move of a unit may end; none for a train, or in an enemy zone."""
    train = state.roster.counters[unit.id].type == TRAIN
    if train or allowance(state, unit) < 1 or in_ezoc(state, unit.at, unit.side):
        return []
    full = no_room(state, unit)
    return [space for space in reached(state, unit, strategic=True) if space not in full]


@rule("0.1e.1")
def safe_ends(state: State, unit: Unit, strategic: bool = False) -> list[str]:
    """Those of these hexes in which a move may end whatever lies below the tops of enemy stacks: what a
    question may name, which betrays nothing of it. None for a train."""
    train = state.roster.counters[unit.id].type == TRAIN
    held = strategic and unit.at in feared(state, ENEMY[unit.side])
    if train or held or allowance(state, unit) < 1:
        return []
    way = STRATEGIC if strategic else ROAD
    found = kept_reach(
        current_costs(state, unit, way, afraid=True), unit.at, allowance(state, unit) * PARTS[way]
    )
    full = no_room(state, unit)
    return [space for space in found if space not in full]


def reached(state: State, unit: Unit, strategic: bool = False) -> Reach:
    """How far an ordinary move of a unit goes, or that of a train; or a strategic one."""
    if strategic:
        points = allowance(state, unit) * PARTS[STRATEGIC]
        return kept_reach(current_costs(state, unit, STRATEGIC), unit.at, points)
    train = state.roster.counters[unit.id].type == TRAIN
    on = rail_costs(state, unit) if train else current_costs(state, unit, ROAD)
    return kept_reach(on, unit.at, allowance(state, unit))


def rooms(state: State, side: str) -> Rooms:
    """What stacking leaves room for (5.0): an earlier move hinders a later one by nothing else."""
    held, marked = stood(state).held[side], stood(state).refugees
    return Rooms(
        {"units": MOST_UNITS, "hqs": MOST_HQS},
        {space: {"units": units, "hqs": hqs} for space, (units, hqs) in held.items()}
        | {space: {"units": MOST_UNITS, "hqs": held.get(space, (0, 0))[1]} for space in marked},
        {
            unit.id: {"hqs": 1} if is_hq(state, unit) else {"units": int(is_combat(state, unit))}
            for unit in army(state, side)
        },
    )
