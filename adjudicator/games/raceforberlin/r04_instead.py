"""Rule 4.2, what a refused line could have said: its units elsewhere, other units at its target.

The referee offers those that would stand. A duty names its own orders, and they come before these.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from adjudicator.orders import Order
from adjudicator.rulings import refusal
from adjudicator.state import Decision, State

from . import r08_combat, r10_victory
from .orders import said
from .position import is_city, soviet
from .r04_operations import impulse, mode_of, ready, units_of
from .r04_plan import check_unit, may_attack
from .r07_movement import legal_routes, untested_routes

MOST = 24
"""So many lines are looked at in the place of one that was refused."""
FAR = 3
"""Zones from which others are looked for that could go to a target."""


def instead(state: State, decision: Decision, order: Order) -> Iterator[str]:
    """What could be ordered in the place of a line of an impulse."""
    if decision.topic == "impulse" and order.verb in INSTEAD:
        yield from islice(INSTEAD[order.verb](state, order), MOST)


def able(state: State, order: Order) -> tuple[str, ...]:
    """The units of an order that may be activated in its mode."""
    mode = mode_of(order)
    return tuple(unit for unit in units_of(order) if not refusal(check_unit, state, unit, mode, {}))


def moves(state: State, order: Order) -> Iterator[str]:
    """The moves of the same unit, those first that end near where it was to go; else moves of others to that
    zone. None that would need the luck of a freedom test."""
    to = (*said(order).via, *said(order).free)[-1]
    for id_ in able(state, order):
        routes = untested_routes(state, state.units[id_])
        for end in sorted(routes, key=lambda end: state.board.distance(end, to) or 0):
            yield f"move {id_} {' '.join(routes[end][1:])}"
        return
    for unit in ready(state):
        if (state.board.distance(unit.at, to) or 0) <= FAR and to in (routes := untested_routes(state, unit)):
            yield f"move {unit.id} {' '.join(routes[to][1:])}"


def attacks(state: State, order: Order) -> Iterator[str]:
    """The same attack with those of its units that may make it, or with all who may; the same units against
    other zones; the zone with each of the others alone."""
    zone, mine = said(order).zone, able(state, order)
    if mine and is_city(state, zone):
        yield f"city {zone} with {' '.join(mine)}"
    near = [unit.id for unit in ready(state) if may_attack(state, unit, order)]
    fitting = [unit for unit in near if unit in mine]
    for team in (fitting[: impulse(state).limit], near[: impulse(state).limit]):
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
    zone, mine = said(order).zone, able(state, order)
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
        for path in legal_routes(state, state.units[unit], reserve=True).values():
            yield f"reserve {unit} {' '.join(path[1:])}"
        yield f"activate {unit} move"


def shellings(state: State, order: Order) -> Iterator[str]:
    """Units of the player beside Berlin."""
    near = r10_victory.beside_berlin(state)
    yield from (f"shell {unit.id}" for unit in ready(state) if unit.at in near and soviet(state, unit))


def activations(state: State, order: Order) -> Iterator[str]:
    """The same unit in another mode."""
    yield from (f"activate {said(order).unit} {mode}" for mode in ("move", "combat", "reserve"))


INSTEAD = {
    "move": moves,
    "combat": attacks,
    "city": rolls,
    "reserve": reserves,
    "shell": shellings,
    "activate": activations,
}
"""For each order of an impulse what could stand in the place of one."""
