"""Standing orders: steps that a side passes over whenever they come, and a chit for all dates.

if asked steps then pass        if asked lull then pass        if asked chit then chit idle

«lull» are the steps after a date on which nothing was fought, «steps» those behind the result of a firefight,
for which its sheet may hold lines. «refit» is that sheet, and any step at which what both filed differs: who
passes it unasked has no result to report, so that is not advised.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.by_mail import standing as kernel
from adjudicator.orders import Order
from adjudicator.state import State

from .ground import distance
from .orders import grammar

HEX, UNIT = "zone", "unit"
TOPICS: Mapping[str, str] = {one: one for one in ("buy", "chit", "setup", "play", "refit", "steps", "lull")}
"""What players call a question -> its topic."""
ADVICE = {one: (f"if asked {one} then pass",) for one in ("steps", "lull")}
"""The questions that standing orders usually answer -> what a new player is advised to send."""


def worth(state: State, unit: str) -> int:
    """Nothing here is chosen by its strength."""
    return state.units[unit].steps


def far(state: State, one: str, another: str) -> int:
    """How far two hexes lie apart."""
    return distance(one, another)


def near_enemy(state: State, side: str, order: Order) -> bool:
    """No answer here ends beside an enemy."""
    return False


STANDING = kernel.StandingOrders(
    grammar=grammar,
    topics=TOPICS,
    conditions={"turn": kernel.TURN},
    policies={"default": kernel.default, "first": kernel.first, "pass": kernel.ending({"pass": "pass"})},
    lists=lambda topic: (HEX, UNIT),
    worth=worth,
    distance=far,
    near_enemy=near_enemy,
    space=HEX,
)
"""What standing orders of this game may say, and how they answer."""
