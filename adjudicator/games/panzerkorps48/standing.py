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
from .orders import HEX, UNIT, grammar
from .position import SIDES
from .r05_zones import controlled

TOPICS: Mapping[str, str] = {"plan": "plan", "setup": "setup", "set-up": "setup", **combat_standing.TOPICS}
"""What players call a question -> its topic."""

USUAL = ("setup", *combat_standing.USUAL)
"""The questions that standing orders usually answer."""

ADVICE = combat_standing.ADVICE


def worth(state: State, unit_id: str) -> int:
    """The steps that a unit has left."""
    return state.units[unit_id].steps


def near_enemy(state: State, side: str, order: Order) -> bool:
    """Whether an answer ends in an enemy zone."""
    return controlled(state, order.spaces[0], side)


STANDING = kernel.StandingOrders(
    grammar=grammar,
    topics=TOPICS,
    conditions={"at": kernel.place(HEX), "turn": kernel.TURN, **combat_standing.CONDITIONS},
    policies={**kernel.USUAL, **combat_standing.POLICIES},
    lists=lambda topic: (UNIT, HEX) if topic in {"kill", "advance"} else (HEX, UNIT),
    worth=worth,
    distance=distance,
    near_enemy=near_enemy,
    space=HEX,
    sides=SIDES,
    lasts=("hold",),
)
"""What standing orders of this game may say, and how they answer."""
