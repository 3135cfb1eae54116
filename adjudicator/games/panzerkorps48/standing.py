"""Standing orders: answers given before the question, so that a turn does not take ten mails.

    if asked setup then default

Who moves and who attacks is never answered so.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.declared import standing as kernel
from adjudicator.mechanics.armies import distance
from adjudicator.orders import Order
from adjudicator.state import State

from . import combat_standing
from .orders import HEX, UNIT, grammar, said
from .position import SIDES
from .r05_zones import controlled

TOPICS: Mapping[str, str] = {"plan": "plan", "setup": "setup", "set-up": "setup", **combat_standing.TOPICS}
"""What players call a question -> its topic."""

USUAL = ("setup", *combat_standing.USUAL)
"""The questions that standing orders usually answer."""

ADVICE = combat_standing.ADVICE


def units_in(order: Order) -> tuple[str, ...]:
    """The units that an order names."""
    if order.verb == "advance":
        return tuple(unit for unit, _ in said(order).advances or ())
    return order.units


def hexes_in(order: Order) -> tuple[str, ...]:
    """The hexes that an order names, the last one first."""
    line = said(order)
    if order.verb == "advance":
        return tuple(space for _, path in line.advances or () for space in reversed(path))
    return tuple(reversed(line.path)) or tuple(filter(None, [line.hex]))


def worth(state: State, unit_id: str) -> int:
    """The steps that a unit has left."""
    return state.units[unit_id].steps


def near_enemy(state: State, side: str, order: Order) -> bool:
    """Whether an answer ends in an enemy zone."""
    return controlled(state, hexes_in(order)[0], side)


POLICIES: Mapping[str, kernel.Policy] = {
    "default": kernel.default,
    "first": kernel.first,
    "weakest": kernel.by_strength,
    "strongest": kernel.by_strength,
    "toward": kernel.toward,
    "towards": kernel.toward,
    **combat_standing.POLICIES,
}

STANDING = kernel.StandingOrders(
    grammar=grammar,
    topics=TOPICS,
    conditions={"at": kernel.place(HEX), "turn": kernel.TURN, **combat_standing.CONDITIONS},
    policies=POLICIES,
    lists=lambda topic: (UNIT, HEX) if topic in {"kill", "advance"} else (HEX, UNIT),
    units_in=units_in,
    ends=hexes_in,
    worth=worth,
    distance=distance,
    near_enemy=near_enemy,
    space=HEX,
    sides=SIDES,
    lasts=("hold",),
)
"""What standing orders of this game may say, and how they answer."""
