"""Which orders wait for their question, and which would end one: the lines of a sheet as the game goes on.

One sheet may hold a whole activation, or all that a side does before the chits are drawn. A line waits while
its question can still come in the same activation or phase, and lapses with it. A line that activates another
HQ waits, with all lines below it, while that HQ may still be activated this turn.
"""

from __future__ import annotations

from adjudicator.declared.ahead import ACTING, EVERY_SIDE, Ahead, Course, theirs
from adjudicator.orders import Order
from adjudicator.state import State

from .levels import activation
from .orders import said
from .position import GERMAN, SOVIET
from .r02_activation import AGAIN
from .r02_command import choices, to_come

REACTIONS = ("loss", "retreat", "advance", "no")
"""Answers that are asked for only as a battle falls out."""
BARRAGE = ("barrage", "top", *REACTIONS)
MOVING = ("move", "top", "done", "pass")

ACTIVATION: Course = {
    "CHOOSE_HQ": {ACTING: (*AGAIN, "extra")},
    "SELECT": {ACTING: (*AGAIN, "extra")},
    "MOVE": {ACTING: ("move", *AGAIN)},
    "COMBAT": {ACTING: ("attack", "top", *AGAIN, "done", "pass"), EVERY_SIDE: REACTIONS},
}
"""An activation: the other side is asked only for what falls out of a battle."""

BEFORE_THE_CHITS: Course = {
    "BAR_G": {GERMAN: BARRAGE},
    "BAR_S2": {SOVIET: BARRAGE},
    "BAR_S3": {SOVIET: BARRAGE},
    "AIR_RETURN": {},
    "AIR_REFIT": {},
    "RF_PLACE": {EVERY_SIDE: ("enter",)},
    "RF_MOVE_G": {GERMAN: MOVING},
    "RF_MOVE_S": {SOVIET: MOVING},
    "RF_HQCHECK": {},
    "REPL_S": {SOVIET: ("replace",)},
    "REPL_G": {GERMAN: ("replace",)},
    "VOLKSTURM": {GERMAN: ("deploy",)},
    "REFUGEE": {SOVIET: ("refugee",), EVERY_SIDE: ("done", "pass")},
}


def barred(state: State, side: str, order: Order) -> bool:
    """Orders for units of the other side never wait, nor does what belongs to a movement that is over."""
    return theirs(state, side, order) or (
        said(order).what in {"move", "movement"} and state.segment == "COMBAT"
    )


COMMAND_PHASE = {*BEFORE_THE_CHITS, *ACTIVATION, "DRAW", "CLOSE"}
"""The segments in which an HQ can still be activated this turn."""


def another_activation(state: State, side: str, order: Order) -> bool:
    """Whether an order activates an HQ of a side that does not act, and still can this turn."""
    segment = state.frames[0].segment
    if order.verb not in AGAIN or segment not in COMMAND_PHASE or not to_come(state, side, said(order).hq):
        return False
    return segment not in ACTIVATION or said(order).hq not in activated(state, side)


def activated(state: State, side: str) -> tuple[str, ...]:
    """The HQ of a side that acts, or those of which it is to choose one."""
    now = activation(state)
    return () if now.side != side else (now.hq,) if now.hq else choices(state, now.chit)


AHEAD = Ahead(
    courses=(ACTIVATION, BEFORE_THE_CHITS),
    inner={
        "entry": ("enter", *MOVING),
        "free": MOVING,
        "barrage": (*BARRAGE, "done", "pass"),
        "event-refugees": ("refugee",),
        "battle": REACTIONS,
    },
    # an attack ends movement; who advances is settled with one answer
    ends={"setup": ("ready",), "move": ("attack",), "advance": ("advance", "no")},
    reactions=REACTIONS,
    acting=lambda state: str(state.frames[0].facts.get("side", "")),
    barred=barred,
    later=another_activation,
)
