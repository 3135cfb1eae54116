"""Standing orders: answers given before the question, so that a turn does not take thirty mails.

    if asked relocate then toward 4314        if asked luck then pass

Those of combats are in `combat_standing`. What is played and who moves is never answered so.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.declared import standing as kernel
from adjudicator.mechanics.armies import distance
from adjudicator.orders import Order
from adjudicator.state import State

from . import combat_standing
from .orders import HEX, UNIT, grammar
from .zoc import in_ezoc

OUTSIDE = ("schwerpunkt", "enter", "highcommand", "luck", "box", "call", "relocate", "takebox", "discard")
"""The questions outside combats, as players and rules call them."""
TOPICS: Mapping[str, str] = {**{one: one for one in OUTSIDE}, **combat_standing.TOPICS}
"""What players call a question -> its topic."""

USUAL = ("schwerpunkt", "luck", "box", "relocate", "takebox", "discard", *combat_standing.USUAL)
"""The questions that standing orders usually answer."""

ADVICE = (
    "if asked schwerpunkt then pass",
    "if asked luck then pass",
    "if asked box then pass",
    "if asked relocate then default",
    "if asked discard then default",
    *combat_standing.ADVICE,
)


def near_enemy(state: State, side: str, order: Order) -> bool:
    """Whether an answer ends in an enemy zone."""
    return in_ezoc(state, order.spaces[0], side)


POLICIES: Mapping[str, kernel.Policy] = {
    "default": kernel.default,
    "first": kernel.first,
    "weakest": kernel.by_strength,
    "strongest": kernel.by_strength,
    "toward": kernel.toward,
    "towards": kernel.toward,
    "pass": kernel.ending({"pass": "pass", "done": "done"}),
    **combat_standing.POLICIES,
}

STANDING = kernel.StandingOrders(
    grammar=grammar,
    topics=TOPICS,
    conditions={"at": kernel.place(HEX), "turn": kernel.TURN, **combat_standing.CONDITIONS},
    policies=POLICIES,
    lists=lambda topic: (HEX, UNIT),
    worth=combat_standing.worth,
    distance=distance,
    near_enemy=near_enemy,
    space=HEX,
    older=combat_standing.spoken,
)
"""What standing orders of this game may say, and how they answer."""
