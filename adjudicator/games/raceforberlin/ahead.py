"""Which orders wait for their question as the turn goes on, beside what the questions themselves say.

A sheet may hold orders for later phases of the turn, and for the next impulse of the same player: they wait
while they can still be asked for in this turn, an impulse's only till the Operations Phase begins anew.
"""

from __future__ import annotations

from adjudicator.orders import Order
from adjudicator.state import State

from .position import nation
from .r04_lines import units_of
from .r04_operations import IMPULSES, impulse

PLANNING = ("chit", "activate", "move", "combat", "city", "reserve", "shell", "pass")
"""What an impulse is planned with."""
PLANS = tuple(verb for verb in PLANNING if verb not in {"chit", "pass"})
FALLING_OUT = ("chit", "lose", "retreat", "advance")
"""Answers that are asked for only as an impulse falls out."""


def barred(state: State, side: str, order: Order) -> bool:
    """Plans wait for an impulse in which their units act; what falls out of a battle, and chits, are for the
    impulse that has begun, and no later one."""
    if order.verb in PLANS:
        return not own_impulse(state, side, order)
    return order.verb in FALLING_OUT and impulse(state).stage == "begin"


def own_impulse(state: State, side: str, order: Order) -> bool:
    """Whether an impulse of a side, in which the units of an order act, is now or to come in this Operations
    Phase."""
    to_come = (of for segment, of in IMPULSES.items() if state.segment <= segment)
    return any(order_of(state, order) <= {of} for of in to_come if of[0] == side)


def order_of(state: State, order: Order) -> set[tuple[str, str]]:
    """Whose units an order of an impulse names: camp and nationality of each."""
    units = (state.units[unit] for unit in units_of(order))
    return {(unit.side, nation(state, unit)) for unit in units}


def for_later(state: State, side: str, orders: list[Order]) -> list[Order]:
    """The lines of a sheet that are for a later impulse of its writer: those of the other nationality below
    lines for this one, and what follows them of chits and passing."""
    found: list[Order] = []
    for place, order in enumerate(orders):
        plain = order.verb in PLANS
        below = place > 0 or order.line > 1
        other = plain and IMPULSES[state.segment] not in order_of(state, order)
        if (other and below and own_impulse(state, side, order)) or (found and not plain):
            found.append(order)
    return found
