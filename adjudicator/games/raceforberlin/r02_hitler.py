"""Rule 2.3.2, what an order from Hitler demands of an impulse, and whether its plan does it.

2.3.2.a, b   an attack by two divisions, one armoured, or as near to that as can be done
2.3.2.c      without contact: two divisions move up
2.3.2.d      who is exempt
2.3.2.e      a plan that leaves it undone is refused, with what would do it

Only what certainly can be done is demanded: an attack must be lawful and on the combat table (ruling 37), a
march must not depend on the freedom die.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from adjudicator.events import FactNoted
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import State, Unit

from . import r07_movement, r08_combat
from .position import (
    ACTIVATED,
    GERMAN,
    KONIEV,
    ZHUKOV,
    armoured,
    campaign,
    group,
    is_city,
    label,
    marked,
    soviets,
)
from .r06_stacking import has_room

FRONT = {KONIEV: "north", ZHUKOV: "south"}
MOST = 4


@dataclass(frozen=True, slots=True)
class Demand:
    """So many divisions, one of them armoured or not."""

    divisions: int
    armour: bool

    def met(self, units: Iterable[Unit], state: State) -> bool:
        """Whether these units are enough."""
        here = list(units)
        return len(here) >= self.divisions and (not self.armour or any(armoured(state, u) for u in here))


DEMANDS = (Demand(2, True), Demand(2, False), Demand(1, True), Demand(1, False))
"""From the full demand down to the least (2.3.2.a, b)."""

Attack = tuple[str, tuple[Unit, ...]]
"""A zone and those who could attack it."""


@rule("2.3.2.a", "2.3.2.c", "2.3.2.e")
def hitler_fault(state: State, camp: str, orders: Iterable[Order]) -> Refused | None:
    """Why the plan of a German impulse leaves an order from Hitler undone that can be carried out: to attack
    (2.3.2.a), or without contact to move up (c); else None."""
    if campaign(state).hitler != FRONT[camp]:
        return None
    units = bound(state, camp)
    attacks = list(lawful_attacks(state, units))
    if attacks:
        return attack_fault(state, units, attacks, orders)
    if any(in_contact(state, unit.at) for unit in units):
        return None
    return move_fault(state, units, orders)


@rule("2.3.2.a")
def hitler_done(play: Play, camp: str, modes: Mapping[str, str]) -> None:
    """The impulse in which divisions bound by the order were there to act ends the order."""
    if campaign(play.state).hitler == FRONT[camp] and bound(play.state, camp, modes):
        play.record(FactNoted(rule="2.3.2.a", key="hitler", value=None))


@rule("2.3.2.a", "2.3.2.d", "4.1.4")
def bound(state: State, camp: str, modes: Mapping[str, str] | None = None) -> tuple[Unit, ...]:
    """The divisions of a camp that the order binds: not those in a city zone or a zone with a defence
    line (2.3.2.d), nor those activated before this impulse (4.1.4; `modes` names the ones it activates)."""
    return tuple(
        unit
        for unit in group(state, camp, GERMAN)
        if not is_city(state, unit.at)
        and not marked(state, unit.at, "defence_line")
        and (ACTIVATED not in unit.flags or unit.id in (modes or {}))
    )


def in_contact(state: State, zone: str) -> bool:
    """Whether Soviets stand in a zone adjacent to this one."""
    return any(soviets(state, near) for near in state.board.neighbours(zone))


# -- an attack -------------------------------------------------------------------------------------------


@rule("2.3.2.a", "2.3.2.b")
def attack_fault(
    state: State, units: tuple[Unit, ...], attacks: list[Attack], orders: Iterable[Order]
) -> Refused | None:
    """The highest demand that can be met must be met."""
    attackers = {name for order in orders for name in fighters(order)}
    for demand in DEMANDS:
        if plan := best_plan(state, attacks, demand):
            done = demand.met((unit for unit in units if unit.id in attackers), state)
            lines = (f"combat {' '.join(unit.id for unit in some)} at {zone}" for zone, some in plan)
            return None if done else undone(state, demand, "attack", units, tuple(lines))
    return None


def fighters(order: Order) -> tuple[str, ...]:
    """The units that an order lets attack."""
    if order.verb not in {"combat", "city"}:
        return ()
    return (*order.args["units"], *order.args.get("help_units", ()))


def lawful_attacks(state: State, units: tuple[Unit, ...]) -> Iterator[Attack]:
    """Every attack of one to four bound divisions on one zone that the rules of combat allow."""
    for zone in state.board.spaces:
        if not soviets(state, zone) or is_city(state, zone):
            continue
        near = [unit for unit in units if state.board.adjacent(unit.at, zone)]
        for size in range(1, MOST + 1):
            yield from ((zone, some) for some in combinations(near, size) if lawful(state, zone, some))


@rule("2.3.2.a")
def lawful(state: State, zone: str, units: tuple[Unit, ...]) -> bool:
    """Whether these units may attack a zone; below the lowest column is unlawful too (ruling 37)."""
    order = Order("combat", {"zone": zone, "units": tuple(unit.id for unit in units)})
    return refusal(r08_combat.check_attack, state, order) is None


def best_plan(state: State, attacks: list[Attack], demand: Demand) -> tuple[Attack, ...]:
    """One attack, or two attacks on different zones, that meet a demand with four activations; () if none."""
    for attack in attacks:
        if demand.met(attack[1], state):
            return (attack,)
    for one, two in combinations(attacks, 2):
        together = {unit.id: unit for unit in (*one[1], *two[1])}
        apart = one[0] != two[0] and len(together) == len(one[1]) + len(two[1]) <= MOST
        if apart and demand.met(together.values(), state):
            return one, two
    return ()


# -- a march ---------------------------------------------------------------------------------------------


@rule("2.3.2.c")
def move_fault(state: State, units: tuple[Unit, ...], orders: Iterable[Order]) -> Refused | None:
    """Nobody is in contact: the highest demand that can be met must move next to Soviets."""
    ends = {unit.id: marches(state, unit) for unit in units}
    moved = {name for order in orders for name in moving_up(state, order)}
    for demand in DEMANDS:
        if plan := best_march(state, units, ends, demand):
            done = demand.met((unit for unit in units if unit.id in moved), state)
            return None if done else undone(state, demand, "move next to Soviets", units, plan)
    return None


def moving_up(state: State, order: Order) -> tuple[str, ...]:
    """The unit that a move order takes next to Soviets, by whichever of its routes."""
    if order.verb != "move":
        return ()
    routes = [via for via in (order.args["via"], order.args["free"]) if via]
    return (order.args["unit"],) if all(in_contact(state, via[-1]) for via in routes) else ()


@rule("2.3.2.c")
def marches(state: State, unit: Unit) -> dict[str, tuple[str, ...]]:
    """The zones next to Soviets that a unit can surely reach, without the luck of a freedom die, and how."""
    routes = r07_movement.untested_routes(state, unit)
    return {end: path for end, path in routes.items() if in_contact(state, end)}


def best_march(
    state: State, units: tuple[Unit, ...], ends: Mapping[str, Mapping[str, tuple[str, ...]]], demand: Demand
) -> tuple[str, ...]:
    """Order lines that meet a demand by marching; () if none can."""
    for movers in combinations(units, demand.divisions):
        routes = fitting(state, tuple(tuple(ends[unit.id].values()) for unit in movers))
        if routes and demand.met(movers, state):
            pairs = zip(movers, routes, strict=True)
            return tuple(f"move {unit.id} {' '.join(path[1:])}" for unit, path in pairs)
    return ()


def fitting(state: State, routes: tuple[tuple[tuple[str, ...], ...], ...]) -> tuple[tuple[str, ...], ...]:
    """One route for each mover, such that all find room where they end; () if that cannot be."""
    if len(routes) == 1:
        return routes[0][:1]
    for one in routes[0]:
        for two in routes[1]:
            if one[-1] != two[-1] or has_room(state, one[-1], GERMAN, 2):
                return one, two
    return ()


# -- saying no -------------------------------------------------------------------------------------------


@rule("2.3.2.e")
def undone(
    state: State, demand: Demand, what: str, units: tuple[Unit, ...], lines: tuple[str, ...]
) -> Refused:
    """The refusal of a plan that leaves the order undone: what is demanded, of whom, and one way to do it."""
    number = "two divisions" if demand.divisions == 2 else "one division"
    armour = (", one of them armoured," if demand.divisions == 2 else ", armoured,") if demand.armour else ""
    whom = ", ".join(label(state, unit.id) for unit in units)
    why = f"Hitler orders a counter-attack: at least {number}{armour} must {what}; bound by it are {whom}"
    return Refused("2.3.2.e", why, ("\n".join(lines),))
