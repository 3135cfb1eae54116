"""Rule 4.2, what a refused line could have said: the lawful moves or attacks of the same units.

A refusal that names what would be legal by itself is left as it is; this is for the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.orders import Order
from adjudicator.rulings import No, Refused
from adjudicator.state import State

from . import r08_combat
from .position import army, soviet
from .r04_lines import mode_of, units_of
from .r04_operations import impulse
from .r04_plan import check_unit
from .r07_movement import legal_routes, must_test


def with_instead(state: State, order: Order, no: No) -> No:
    """The refusal of a move or an attack with what its units may do, where it does not say so already."""
    if no.legal or order.verb not in {"move", "combat"} or not may_act(state, order):
        return no
    found = moves(state, order) if order.verb == "move" else attacks(state, order)
    return Refused(no.rule, no.why, tuple(found))


def may_act(state: State, order: Order) -> bool:
    """Whether the units of a line may be activated for it, and act freely: an army that is apart may not."""
    try:
        for unit in units_of(order):
            check_unit(state, unit, mode_of(order), {}, order.verb)
    except Refused:
        return False
    broken = impulse(state).get("broken", ())
    return not any(army(state, state.units[unit]) in broken for unit in units_of(order))


def moves(state: State, order: Order) -> Iterator[str]:
    """The moves of a unit that no freedom test can bar, one way to each zone."""
    unit = state.units[order.args["unit"]]
    for path in legal_routes(state, unit, river_army=impulse(state).get("river_army", "")).values():
        if soviet(state, unit) or not must_test(state, unit):
            yield f"move {unit.id} {' '.join(path[1:])}"


def attacks(state: State, order: Order) -> Iterator[str]:
    """The attacks that the same units could make together."""
    units = order.args["units"]
    for target in r08_combat.targets(state, state.units[units[0]]):
        tried = replace(order, args={"zone": target, "units": units, "chit8": ""})
        try:
            r08_combat.check_attack(state, tried)
        except Refused:
            continue
        yield f"combat {' '.join(units)} at {target}"
