"""What the chapters hand in, by verb, by kind of report and by step of the Refit Phase."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from adjudicator.dice import NeedsDice, NoDice
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal
from adjudicator.state import State
from files.nearest import nearest

from ..campaign_game import cg_artillery, cg_losses, cg_special, front_reports
from ..decision_table import table_reports
from ..fighting import r08_leaders, r09_barricades, r11_bridges, r14_banner, r16_miscellaneous
from ..orders import HARDENS, Orders, Report, Reports, Steps, Take, check_read, said
from ..refit_phase import (
    reph_fires,
    reph_forts,
    reph_groups,
    reph_purchase,
    reph_repair,
    reph_result,
    reph_weather,
)
from ..refit_phase.reph_purchase import judge_sheet as judge_sheet
from . import hooks, placing

CHAPTERS = (
    table_reports, hooks, cg_artillery, cg_losses, cg_special, front_reports, placing, r08_leaders,
    r09_barricades, r11_bridges, r14_banner, r16_miscellaneous, reph_purchase, reph_fires, reph_forts,
    reph_groups, reph_repair, reph_result, reph_weather,
)  # fmt: skip


def handed_in(what: str) -> dict[str, Any]:
    """What all chapters hand in under a name: "ORDERS", "REPORTS" or "STEPS"."""
    return {key: one for chapter in CHAPTERS for key, one in getattr(chapter, what, {}).items()}


ORDERS: Orders = handed_in("ORDERS")
"""Verb, or verb and first word (`roll SAN`) -> who takes such a line."""
REPORTS: Reports = {kind.upper(): one for kind, one in handed_in("REPORTS").items()}
"""Kind of a report, in capitals -> how it is checked and booked; CLAIM and CONTROL are verbs of their own."""
STEPS: Steps = handed_in("STEPS")
"""Step, or other moment of the campaign -> what the referee does there."""

OF_A_SIDE = ("claim", "control")
"""Verbs of joint lines that speak of their writer; the other side files them with of=."""
JOINT = ("report", HARDENS, *OF_A_SIDE)
"""Verbs of lines that both sides file."""


def taker(order: Order) -> Take:
    """Who takes a line. Raises Refused for something that a verb does not know."""
    check_read(order)
    exact = ORDERS.get(f"{order.verb} {said(order).about}") or ORDERS.get(order.verb)
    if exact is None:
        known = tuple(name for name in ORDERS if name.split()[0] == order.verb)
        raise Refused("RePh0.1", f'"{order.text}" is not an order', known)
    return exact


def take_alone(play: Play, side: str, order: Order) -> None:
    """One line by itself. Raises Refused."""
    taker(order)(play, side, order)


def may_stand(state: State, side: str, order: Order) -> bool:
    """Whether a line of a set-up or an entry could be a side's only one. One for a single unit is judged, and
    nothing is done: only once a vehicle is in a building it may need a die."""
    alone, names = placing.ALONE.get(order.verb), said(order).what
    if alone and len(names) == 1 and names[0] in state.units:
        return not (refusal(check_read, order) or refusal(alone, state, side, order))
    with suppress(NeedsDice):
        return not refusal(take_alone, Play(state, NoDice()), side, order)
    return True


USUAL = ("CVP", "LOST", "AT", "REVEAL", "STEP")
"""Kinds of report that every campaign has: they are named to a player who has written another."""


def report_of(order: Order) -> Report:
    """How a joint report is checked and booked. Raises Refused for an unknown kind."""
    kind = said(order).about if order.verb == "report" else order.verb.upper()
    if kind not in REPORTS:
        near = nearest(kind, REPORTS)
        others = f"near it are {', '.join(near)}" if near else f"the usual ones are {', '.join(USUAL)}"
        raise Refused("RePh0.1", f"there is no report {kind}; {others}")
    check_read(order)
    return REPORTS[kind]
