"""Standing orders: answers given before the question, so that a turn does not take thirty mails.

    if asked relocate then toward 4314        if asked luck then pass

What is played and who moves is never answered so.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.declared import standing as kernel
from adjudicator.orders import Order
from adjudicator.state import State

from .orders import HEX, UNIT, grammar, said
from .pieces import strength
from .position import distance
from .zoc import in_ezoc

TOPICS: Mapping[str, str] = {
    one: one
    for one in (
        "schwerpunkt",
        "enter",
        "highcommand",
        "luck",
        "box",
        "call",
        "relocate",
        "takebox",
        "discard",
    )
}
"""What players call a question -> its topic."""

USUAL = ("luck", "box", "relocate", "takebox")
"""The questions that standing orders usually answer."""

ADVICE = ("if asked luck then pass", "if asked relocate then default")


def hexes_in(order: Order) -> tuple[str, ...]:
    """The hexes that an order names, the last one first."""
    told = said(order)
    return tuple(reversed(told.path)) or tuple(filter(None, [told.hex]))


def worth(state: State, unit_id: str) -> int:
    """The strength of a unit."""
    return strength(state, state.units[unit_id])


def near_enemy(state: State, side: str, order: Order) -> bool:
    """Whether an answer ends in an enemy zone."""
    return in_ezoc(state, hexes_in(order)[0], side)


POLICIES: Mapping[str, kernel.Policy] = {
    "default": kernel.default,
    "first": kernel.first,
    "weakest": kernel.by_strength,
    "strongest": kernel.by_strength,
    "toward": kernel.toward,
    "towards": kernel.toward,
    "pass": kernel.ending({"pass": "pass", "done": "done"}),
}

STANDING = kernel.StandingOrders(
    grammar=grammar,
    topics=TOPICS,
    conditions={"at": kernel.place(HEX), "turn": kernel.TURN},
    policies=POLICIES,
    lists=lambda topic: (HEX, UNIT),
    units_in=lambda order: order.units,
    ends=hexes_in,
    worth=worth,
    distance=distance,
    near_enemy=near_enemy,
    space=HEX,
)
"""What standing orders of this game may say, and how they answer."""
