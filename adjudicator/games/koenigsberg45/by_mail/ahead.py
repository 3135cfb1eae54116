"""Which orders are queued for a later question, and which would end one.

One email may hold a whole activation, or everything that a side does before the chits are drawn. An order is
queued while its question can still come in the same activation or phase, and expires with it. An order that
activates another HQ is queued with the orders below it, up to the next such order, while that HQ may still be
activated this turn. So one email may hold orders for each HQ, and each waits for its own chit.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.by_mail.ahead import EVERY_SIDE, Course, theirs
from adjudicator.games.koenigsberg45.actions.r02_activation import activating
from adjudicator.games.koenigsberg45.actions.r04_movement import MOVEMENT
from adjudicator.games.koenigsberg45.levels import WINDOWS, activation
from adjudicator.games.koenigsberg45.orders import AGAIN, said
from adjudicator.games.koenigsberg45.position import army, is_hq
from adjudicator.games.koenigsberg45.turn.r00_chits import chit_of
from adjudicator.games.koenigsberg45.turn.r02_command import choices, to_come
from adjudicator.orders import Order
from adjudicator.state import Frame, State

ACTIVATION = ("CHOOSE_HQ", "SELECT", "MOVE", "COMBAT")
"""The segments of an activation."""

BEFORE_THE_CHITS = (
    *WINDOWS, "AIR_RETURN", "AIR_REFIT", "RF_PLACE", "RF_MOVE_G", "RF_MOVE_S", "RF_HQCHECK", "REPL_S",
    "REPL_G", "VOLKSTURM", "REFUGEE",
)  # fmt: skip
"""The segments from the first barrage to the chits."""

LAST: Course = {"REFUGEE": {EVERY_SIDE: ("done", "pass")}}
"""What ends a question before the chits may wait up to the last of these segments."""


def barred(state: State, side: str, order: Order) -> bool:
    """Orders for units of the other side never wait, nor does what belongs to a movement that is over."""
    return theirs(state, side, order) or (
        said(order).topics == (MOVEMENT.topic,) and state.segment == "COMBAT"
    )


COMMAND_PHASE = {*BEFORE_THE_CHITS, *ACTIVATION, "DRAW", "CLOSE"}
"""The segments in which an HQ can still be activated this turn."""


def another_activation(state: State, side: str, order: Order) -> str:
    """The HQ that an order activates, if its side does not act with it now and still can this turn."""
    hq = said(order).hq
    return hq if order.verb in AGAIN and can_act_later(state, side, hq) else ""


def can_act_later(state: State, side: str, hq: str) -> bool:
    """Whether a side does not act with an HQ now, and still can this turn."""
    segment = state.frames[0].segment
    if segment not in COMMAND_PHASE or not to_come(state, side, hq):
        return False
    if segment not in ACTIVATION or (now := activation(state)).side != side:
        return True
    return hq not in ((now.hq,) if now.hq else choices(state, now.chit))


def activations_to_come(state: State, side: str) -> Iterator[tuple[str, State]]:
    """The HQs that a side can still activate this turn besides the one that acts now: the order that begins
    each, and the position if its chit were drawn now."""
    for unit in army(state, side):
        if is_hq(state, unit) and can_act_later(state, side, unit.id):
            acts = Frame("SELECT", {"side": side, "chit": chit_of(unit.id, side), "hq": unit.id})
            yield activating(unit.id, ()), state.but(frames=(acts,), decisions=(), kept={})
