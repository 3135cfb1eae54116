"""Extended step B (D.act): the units of a segment are activated one by one, each checked for supply and moved
before the next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import takewhile

from adjudicator.answering import every_legal, for_each
from adjudicator.choices import Choice, Ways, by_default
from adjudicator.declared.ahead import ACTING
from adjudicator.declared.drags import each
from adjudicator.mechanics.armies import on_map
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from . import bot, cards_anytime, r2_move, r2_overrun, r2_supply
from .cards import code
from .cards_meant import meant
from .events import UnitsStayed
from .levels import on, segment
from .orders import ENDING, said
from .pieces import formation, is_hq
from .position import AXIS, SOVIET, listed
from .r2_command import SCHWERPUNKT, SCHWERPUNKT_RANGE

EXAMPLES = 12


def waiting(state: State) -> list[Unit]:
    """The units that must still activate, those that have left the map since not among them."""
    now = segment(state)
    units = (state.units[id_] for id_ in now.eligible if id_ not in now.checked)
    return [unit for unit in units if on_map(state, unit)]


@rule("D.act.all", "D.act.one", "D.seq.4")
def run_activate(play: Play) -> None:
    """ACTIVATE: the owner moves his units in his own order, or lets them stay, until all have been
    activated."""
    state, now = play.state, segment(play.state)
    left = waiting(state)
    if now.onward:
        go_on(play)
    elif now.done or not left:
        on(play, "D.seq.4", "COMBATS")
    else:
        ACTIVATION.ask(
            play,
            now.side,
            f"Which units move? One line for each, once in this segment, one after the other: each is "
            f"checked for supply and moved before the next. To be activated: {listed(left)}. «done»: the "
            "others stay.",
            answers=examples(state, left),
            also=("done",),
            silence="all that are left stay where they are",
            default="done",
            about=tuple(unit.id for unit in left),
        )


def examples(state: State, left: list[Unit]) -> tuple[str, ...]:
    """A few moves that could be ordered."""
    ends = {unit.id: r2_move.ends_of(state, unit) for unit in left[:EXAMPLES]}
    return tuple(f"move {unit} to {found[-1]}" for unit, found in ends.items() if found)


def legal(state: State, side: str) -> Iterator[str]:
    """Moves of each unit that is left, to one hex of each first, then to all; who stays; cards; and the
    end."""
    left = waiting(state)
    yield from examples(state, left)
    yield from (f"move {unit.id} to {end}" for unit in left for end in r2_move.ends_of(state, unit))
    yield from (f"stay {unit.id}" for unit in left)
    yield from cards_anytime.legal(state, side)
    yield "done"


def costs_of(state: State, order: Order) -> Ways | None:
    """Where the unit of a move can go, and what it costs; None for other orders."""
    if order.verb != "move":
        return None
    return Ways(r2_move.going(state, state.units[said(order).unit]).costs_of())


def go_on(play: Play) -> None:
    """A unit that overran an HQ goes the rest of its way."""
    onward = segment(play.state).onward
    play.note("D.hq.1", onward=None)
    r2_overrun.go(play, "D.move.1", onward["unit"], onward["path"])


@rule("D.act.all", "D.act.one")
def take_activate(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: units in their order. Lines behind a move that an overrun interrupts wait until it is over;
    «done» lets all others stay."""
    in_time = takewhile(lambda order: not interrupted(play), orders)
    if every_legal(play, in_time, partial(carry_out, play, orders)):
        play.close(decision)


def interrupted(play: Play) -> bool:
    """Whether a move is under way, or an HQ on its way."""
    return len(play.state.frames) > 1 or segment(play.state).onward is not None


def left(state: State, orders: list[Order]) -> tuple[str, ...]:
    """The units that may still be activated, and that no other line of the sheet names."""
    named = {said(order).unit for order in orders} | {unit for order in orders for unit in order.units}
    return tuple(unit.id for unit in waiting(state) if unit.id not in named)


def carry_out(play: Play, orders: list[Order], order: Order) -> None:
    """One line: a move, units that stay, a card, or the end. Raises Refused."""
    state = play.state
    if order.verb in ENDING:
        stay(play, tuple(unit.id for unit in waiting(state)))
        play.note("D.act.all", done=True)
    elif order.verb == "card":
        order = meant(state, segment(state).side, order)
        cards_anytime.check_card(state, segment(state).side, order)
        cards_anytime.take(play, segment(state).side, order)
    elif order.verb == "stay":
        staying = order.units if order.units != (ALL,) else left(play.state, orders)
        for unit in staying:
            check_active(state, state.units[unit])
        stay(play, staying)
    else:
        for_each(play, order, move)


@rule("D.act.one", "D.move.1", "D.hq.1")
def move(play: Play, order: Order) -> None:
    """A unit is activated, checked for supply, and moved. Raises Refused, with nothing changed."""
    told = said(order)
    unit = play.state.units[told.unit]
    if interrupted(play):
        why = f"a unit before {unit.id} overruns an HQ, and {unit.id} moves when that is over"
        raise Refused("D.hq.1", f"{why}: write a line for each")
    check_active(play.state, unit)
    path, cost = r2_move.plan(play.state, unit, told)
    r2_supply.check(play, unit.id)
    r2_overrun.go(play, "D.move.1", unit.id, path, cost=cost)


@rule("D.act.all")
def stay(play: Play, units: tuple[str, ...]) -> None:
    """Units are activated where they stand, which is a legal move (D-R36)."""
    for unit in units:
        r2_supply.check(play, unit)
    if units:
        play.record(UnitsStayed(rule="D.act.all", units=units))


@rule("D.act.all", "D.act.one", "D.move.4", "D.ax.e", "D.sov.a")
def check_active(state: State, unit: Unit) -> None:
    """Whether a unit is to be activated now: one of those that the card activates, once. Raises Refused."""
    now, left = segment(state), waiting(state)
    legal = tuple(f"stay {one.id}" for one in left)
    if unit.side != now.side:
        raise Refused("D.act.all", f"{unit.id} is not yours", legal)
    if is_hq(state, unit) and unit.side == SOVIET:
        raise Refused("D.move.4", f"{unit.id} moves by a Combat Card only", legal)
    if unit.id in now.checked:
        raise Refused("D.act.one", f"{unit.id} has been activated in this segment", legal)
    if unit.id not in now.eligible:
        raise Refused(*why_not_active(state, unit), legal)


@rule("D.ax.e", "D.ax.f", "D.cmdrange.1")
def why_not_active(state: State, unit: Unit) -> tuple[str, str]:
    """The clause and reason by which a unit of the active side is not activated by the card: it was out of
    range when that was played, or the card is for others."""
    now = segment(state)
    if now.side == AXIS and (in_formation(state, unit) or code(now.card) == SCHWERPUNKT):
        of = f"the Command Range of {' or '.join(now.ordered)}"
        where = (
            f"{SCHWERPUNKT_RANGE} hexes of the Schwerpunkt marker" if code(now.card) == SCHWERPUNKT else of
        )
        return "D.ax.f", f"{unit.id} was not within {where} when {now.card} was played"
    if now.number == "D.sov.c.2":
        where = f"the Command Range of {' or '.join(now.ordered)}"
        return now.number, f"{unit.id} was not within {where} when {now.card} was played"
    return now.number, f"{unit.id} is not activated by {now.card}"


@rule("D.ax.e")
def in_formation(state: State, unit: Unit) -> bool:
    """Whether a unit is of the formation of an HQ that is ordered now, or of none."""
    orders = {formation(state, state.units[id_]) for id_ in segment(state).ordered if id_ in state.units}
    return bool(orders) and not is_hq(state, unit) and formation(state, unit) in {*orders, ""}


MARCHES = each("move {unit} via {path}")
"""How drags in a log are said as moves."""

ACTIVATION = Choice(
    topic="activate",
    rule="D.act.all",
    verbs=("move", "stay", "card", *ENDING[:1]),
    take=take_activate,
    legal=legal,
    asked={"ACTIVATE": ACTING},
    drag=MARCHES,
    chance=lambda state, decision, chance: bot.moves(state, waiting(state), chance),
    purpose=by_default,
    ways=costs_of,
)
