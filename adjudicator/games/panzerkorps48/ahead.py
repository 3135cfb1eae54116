"""Which orders wait for their question: one sheet may hold a whole player turn, and one a whole combat."""

from __future__ import annotations

from adjudicator.declared.ahead import Ahead, Course, theirs
from adjudicator.orders import Order
from adjudicator.state import State

from .combat import ATTACK, DEFENCE, combat
from .position import GERMAN, SOVIET

REACTIONS = ("fire", "hold", "retreat", "check", "retreatpath", "kill", "advance", "no")
"""Answers that are asked for only as a combat falls out."""
FIRE = ("fire", "hold")
PREPARED = ("prep", "end")
MOVING = ("move", "hasty", "enter", "exit", "end")

SETUP: Course = {
    "SETUP_GER": {GERMAN: ("setup", "end")},
    "SETUP_SOV": {SOVIET: ("setup", "plan", "end")},
}
"""The set-up, and the first turn behind it."""
SOVIET_TURN: Course = {"SOV.PREP": {SOVIET: PREPARED}, "SOV.MOVE": {SOVIET: MOVING}}
GERMAN_TURN: Course = {"GER.PREP": {GERMAN: PREPARED}, "GER.MOVE": {GERMAN: MOVING}}


def barred(state: State, side: str, order: Order) -> bool:
    """Orders for units of the other side never wait, nor does fire when that of its side is over."""
    if theirs(state, side, order):
        return True
    return order.verb in FIRE and state.frame.segment == "combat" and fire_over(state, side)


def fire_over(state: State, side: str) -> bool:
    """Whether a side will be asked for no more fire in this combat."""
    now = combat(state)
    return now.stage == "advance" or (side != now.side and now.camp == ATTACK)


AHEAD = Ahead(
    courses=({**SETUP, **SOVIET_TURN}, GERMAN_TURN),
    inner={"combat": REACTIONS},
    # a fire may drive away those for whom a bad line before it was meant
    ends={DEFENCE: FIRE, ATTACK: FIRE, "advance": ("no",)},
    begins=("prep", "hasty", "move"),
    closing=("hold", "no"),
    reactions=REACTIONS,
    barred=barred,
)
