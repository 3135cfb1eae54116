"""Rule 4.2, what a refused line could have said: its units elsewhere, other units at its target.

The referee offers those that would stand. A duty names its own orders, and they come before these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from adjudicator.orders import Order
from adjudicator.rulings import Refused
from adjudicator.state import Decision, State, Unit

from . import r08_combat, r10_victory
from .position import ACTIVATED, group, is_city, soviet
from .r04_lines import ACTIVATIONS, mode_of, units_of
from .r04_operations import impulse, owner
from .r04_plan import check_unit, may_attack
from .r07_movement import check_west_untested, legal_routes

MOST = 24
"""So many lines are looked at in the place of one that was refused."""
FAR = 3
"""Zones from which others are looked for that could go to a target."""


def instead(state: State, decision: Decision, order: Order) -> Iterator[str]:
    """What could be ordered in the place of a line of an impulse."""
    if decision.topic == "impulse" and order.verb in INSTEAD:
        yield from islice(INSTEAD[order.verb](state, order), MOST)


def ready(state: State) -> tuple[Unit, ...]:
    """The units that could still be activated in this impulse."""
    return tuple(unit for unit in group(state, *owner(state)) if ACTIVATED not in unit.flags)


def able(state: State, units: Iterable[str], order: Order) -> tuple[str, ...]:
    """Those of these units that may be activated in the mode of an order."""
    return tuple(unit for unit in units if may_act(state, unit, order))


def may_act(state: State, unit: str, order: Order) -> bool:
    """Whether a unit may be activated in the mode of an order."""
    try:
        check_unit(state, unit, mode_of(order), {}, order.verb)
    except Refused:
        return False
    return True


def moves(state: State, order: Order) -> Iterator[str]:
    """The moves of the same unit, those first that end near where it was to go; else moves of others to that
    zone. None that would need the luck of a freedom test."""
    to = str((*order.args["via"], *order.args["free"])[-1])
    for id_ in able(state, units_of(order), order):
        routes = ways(state, state.units[id_])
        for end in sorted(routes, key=lambda end: state.board.distance(end, to) or 0):
            yield f"move {id_} {' '.join(routes[end][1:])}"
        return
    for unit in ready(state):
        if (state.board.distance(unit.at, to) or 0) <= FAR and to in (routes := ways(state, unit)):
            yield f"move {unit.id} {' '.join(routes[to][1:])}"


def ways(state: State, unit: Unit) -> dict[str, tuple[str, ...]]:
    """Where a unit may go, and how, whatever its freedom test would say."""
    routes = legal_routes(state, unit, river_army=impulse(state).get("river_army", ""))
    return {end: path for end, path in routes.items() if soviet(state, unit) or not west(state, unit, path)}


def west(state: State, unit: Unit, path: tuple[str, ...]) -> bool:
    """Whether a route needs the freedom test."""
    try:
        check_west_untested(state, unit, path)
    except Refused:
        return True
    return False


def attacks(state: State, order: Order) -> Iterator[str]:
    """The same attack with those of its units that may make it, or with all who may; the same units against
    other zones; the zone with each of the others alone."""
    zone, mine = str(order.args["zone"]), able(state, units_of(order), order)
    if mine and is_city(state, zone):
        yield f"city {zone} with {' '.join(mine)}"
    near = [unit.id for unit in ready(state) if may_attack(state, unit, order)]
    most = impulse(state).get("limit", ACTIVATIONS)
    fitting = [unit for unit in near if unit in mine]
    for team in (fitting[:most], near[:most]):
        if team:
            yield f"combat {' '.join(team)} at {zone}"
    for target in dict.fromkeys(b for unit in mine for b in r08_combat.targets(state, state.units[unit])):
        yield f"combat {' '.join(mine)} at {target}"
        yield from (f"combat {unit} at {target}" for unit in mine)
    yield from (f"combat {unit} at {zone}" for unit in near)


def rolls(state: State, order: Order) -> Iterator[str]:
    """City Progress attacks by those who stand in the zone, or by the same units where they stand."""
    inside: dict[str, list[str]] = {}
    for unit in ready(state):
        if is_city(state, unit.at):
            inside.setdefault(unit.at, []).append(unit.id)
    zone, mine = str(order.args["zone"]), able(state, units_of(order), order)
    for place in dict.fromkeys((zone, *(state.units[unit].at for unit in mine))):
        if place in inside:
            fitting = [unit for unit in inside[place] if unit in mine]
            yield from (f"city {place} with {' '.join(team)}" for team in (fitting, inside[place]) if team)
    if not is_city(state, zone):
        yield from attacks(state, order)


def reserves(state: State, order: Order) -> Iterator[str]:
    """The same unit in reserve, with or without another way, or moved."""
    for unit in units_of(order):
        yield f"reserve {unit}"
        river_army = impulse(state).get("river_army", "")
        for path in legal_routes(state, state.units[unit], reserve=True, river_army=river_army).values():
            yield f"reserve {unit} {' '.join(path[1:])}"
        yield f"activate {unit} move"


def shellings(state: State, order: Order) -> Iterator[str]:
    """Units of the player beside Berlin."""
    near = r10_victory.beside_berlin(state)
    yield from (f"shell {unit.id}" for unit in ready(state) if unit.at in near and soviet(state, unit))


def activations(state: State, order: Order) -> Iterator[str]:
    """The same unit in another mode."""
    yield from (f"activate {order.args['unit']} {mode}" for mode in ("move", "combat", "reserve"))


INSTEAD = {
    "move": moves,
    "combat": attacks,
    "city": rolls,
    "reserve": reserves,
    "shell": shellings,
    "activate": activations,
}
"""For each order of an impulse what could stand in the place of one."""
