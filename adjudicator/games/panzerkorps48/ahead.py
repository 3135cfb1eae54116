"""Which orders wait for their question: one sheet may hold a whole player turn, and one a whole combat."""

from __future__ import annotations

from adjudicator.declared.ahead import Ahead, Course
from adjudicator.orders import Order
from adjudicator.state import State

from .position import GERMAN, SOVIET

REACTIONS = ("fire", "hold", "retreat", "check", "retreatpath", "kill", "advance", "no")
"""Answers that are asked for only as a combat falls out."""
PREPARED = ("prep", "end")
MOVING = ("move", "hasty", "enter", "exit", "end")

SOVIET_TURN: Course = {"SOV.PREP": {SOVIET: PREPARED}, "SOV.MOVE": {SOVIET: MOVING}}
GERMAN_TURN: Course = {"GER.PREP": {GERMAN: PREPARED}, "GER.MOVE": {GERMAN: MOVING}}


def barred(state: State, side: str, order: Order) -> bool:
    """Orders for units of the other side never wait."""
    return any(unit in state.units and state.units[unit].side != side for unit in order.units)


AHEAD = Ahead(
    courses=(SOVIET_TURN, GERMAN_TURN),
    inner={"combat": REACTIONS},
    reactions=REACTIONS,
    barred=barred,
)
