"""Which orders are queued for a later question, and which would end one.

One email may hold a whole activation, or everything that a side does before the chits are drawn. An order is
queued while its question can still come in the same activation or phase, and expires with it. An order that
activates another HQ is queued with the orders below it, up to the next such order, while that HQ may still be
activated this turn. So one email may hold orders for each HQ, and each waits for its own chit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from adjudicator.by_mail.ahead import EVERY_SIDE, Course, theirs
from adjudicator.choices import Choice, Onward
from adjudicator.games.koenigsberg45.actions.r02_activation import activating, strongest
from adjudicator.games.koenigsberg45.actions.r04_movement import MOVEMENT
from adjudicator.games.koenigsberg45.levels import WINDOWS, activation
from adjudicator.games.koenigsberg45.orders import AGAIN, said
from adjudicator.games.koenigsberg45.position import army, is_hq
from adjudicator.games.koenigsberg45.turn.r00_chits import chit_of
from adjudicator.games.koenigsberg45.turn.r02_command import (
    candidates,
    capacity,
    choices,
    own_units,
    to_come,
)
from adjudicator.orders import Order
from adjudicator.state import Frame, State

ACTIVATION = ("CHOOSE_HQ", "SELECT", "MOVE", "COMBAT")
"""The segments of an activation."""

BEFORE_THE_CHITS = (
    *WINDOWS, "AIR_RETURN", "AIR_REFIT", "RF_PLACE", "RF_MOVE_G", "RF_MOVE_S", "RF_HQCHECK", "REPL_S",
    "REPL_G", "VOLKSTURM", "REFUGEE",
)  # fmt: skip
"""The segments from the first barrage to the chits."""

FROM_THE_SET_UP = ("SETUP", *BEFORE_THE_CHITS)
"""The same with the set-up, beside whose answer orders for them are queued, too."""

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
    possible = state.frames[0].segment in COMMAND_PHASE and to_come(state, side, hq)
    return possible and not acts_now(state, side, hq)


def acts_now(state: State, side: str, hq: str) -> bool:
    """Whether a side acts with an HQ, or may choose it for the chit that is drawn."""
    if state.frames[0].segment not in ACTIVATION or (now := activation(state)).side != side:
        return False
    return hq in ((now.hq,) if now.hq else choices(state, now.chit))


def acts_yet(state: State, side: str, hq: str) -> bool:
    """Whether a side acts with an HQ now, or still can this turn."""
    return acts_now(state, side, hq) or can_act_later(state, side, hq)


def activations_to_come(state: State, side: str) -> Iterator[tuple[str, State]]:
    """The HQs that a side can still activate this turn besides the one that acts now: the order that begins
    each, and the position if its chit were drawn now."""
    for unit in army(state, side):
        if is_hq(state, unit) and can_act_later(state, side, unit.id):
            acts = Frame("SELECT", {"side": side, "chit": chit_of(unit.id, side), "hq": unit.id})
            yield activating(unit.id, ()), state.but(frames=(acts,), decisions=(), kept={})


def planned(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """The orders that begin an activation that can still come, with nobody else or with the strongest whom
    the HQ may activate now, and who would act."""
    found: dict[str, tuple[str, ...]] = {}
    for opening, then in activations_to_come(state, side):
        hq = activation(then).hq
        units = (hq, *own_units(then, hq))
        others = strongest(then, candidates(then, hq))[: capacity(then, hq)[0]]
        found[opening] = units
        if others:
            found[activating(hq, others)] = (*units, *others)
    return found


def as_if_activated(state: State, units: Iterable[str]) -> State:
    """The position in which all these units of one side are activated."""
    active = tuple(units)
    acts = Frame("MOVE", {"side": state.units[active[0]].side, "chit": "", "hq": "", "active": active})
    return state.but(frames=(acts,), decisions=(), kept={})


PLANS = Onward(
    by=planned, widened=as_if_activated, ending=("done combat", "done move"),
    says="Plan for later: begin with an HQ, then move its units. The orders wait for its chit.",
)  # fmt: skip
"""What a page offers for HQs that act later."""


def with_plans(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The questions, with plans beside those that come in the Command Phase while orders may follow."""
    return tuple(replace(one, plans=PLANS) if one.topic in PLANNED_BESIDE else one for one in choices)


PLANNED_BESIDE = ("barrage", "choose", "select", "move", "attack")
"""The questions beside which other HQs' orders may be written."""
