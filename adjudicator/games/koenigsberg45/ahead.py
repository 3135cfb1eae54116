"""Which orders wait for their question, and which would end one: the lines of a sheet as the game goes on.

One sheet may hold a whole activation, or all that a side does before the chits are drawn. A line waits while
its question can still come in the same activation or phase, and lapses with it.
"""

from __future__ import annotations

from adjudicator.declared.ahead import ACTING, EVERY_SIDE, Ahead, Course, theirs
from adjudicator.orders import Order
from adjudicator.state import State

from .orders import said
from .position import GERMAN, SOVIET

REACTIONS = ("loss", "retreat", "advance", "no")
"""Answers that are asked for only as a battle falls out."""
BARRAGE = ("barrage", "top", *REACTIONS)
MOVING = ("move", "top", "done", "pass")

ACTIVATION: Course = {
    "CHOOSE_HQ": {ACTING: ("activate", "extra")},
    "SELECT": {ACTING: ("activate", "extra")},
    "MOVE": {ACTING: ("move",)},
    "COMBAT": {ACTING: ("attack", "top", "done", "pass"), EVERY_SIDE: REACTIONS},
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
)
