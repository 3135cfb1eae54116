"""Extended step B (D.act): the units of a segment are activated one by one, each checked for supply and moved
before the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import takewhile

from adjudicator.answering import every_legal, for_each
from adjudicator.by_mail.ahead import ACTING
from adjudicator.by_mail.drags import each
from adjudicator.choices import Choice, Onward, Ways, by_default
from adjudicator.mechanics.armies import on_map
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from . import bot, r2_move, r2_overrun, r2_supply
from .cards import code
from .combat import cards_combat
from .events import UnitsStayed
from .levels import on, segment
from .orders import ATTACK, ENDING, NO_MORE, said
from .pieces import formation, is_hq
from .position import AXIS, SOVIET, listed
from .r1_cards import meant
from .r2_command import SCHWERPUNKT_RANGE, TO_MARKER

EXAMPLES = 12


def waiting(state: State) -> list[Unit]:
    """The units that must still activate and are on the map."""
    now = segment(state)
    units = (state.units[id_] for id_ in now.eligible if id_ not in now.checked)
    return [unit for unit in units if on_map(state, unit)]


@rule("D.act.all", "D.act.one", "D.seq.4", "D.hq.1")
def run_activate(play: Play) -> None:
    """ACTIVATE: the owner moves units in any order, or lets them stay, until all have been activated. A unit
    that overran an HQ goes the rest of its way first."""
    state, now = play.state, segment(play.state)
    left = waiting(state)
    if now.onward:
        play.note("D.hq.1", onward=None)
        unit, path, cost = now.onward["unit"], now.onward["path"], now.onward.get("cost", "")
        r2_overrun.go(play, "D.move.1", unit, path, cost=cost)
    elif now.done or not left:
        on(play, "D.seq.4", "COMBATS")
    else:
        ACTIVATION.ask(
            play, now.side,
            f"Move your activated units, at most once in this segment: {listed(left)}. Units of one stack "
            "may share a line. Each unit is checked for supply and moved before the next. "
            '"done": the others stay. Write your attacks below it, then "end combat".',
            answers=examples(state, left, partial(r2_move.ends_of, state)), also=("done",),
            silence="all that are left stay where they are", default="done",
            about=tuple(unit.id for unit in left),
        )  # fmt: skip


def examples(state: State, left: list[Unit], ends: r2_move.Ends) -> tuple[str, ...]:
    """A few moves that could be ordered, each as far forward as its unit can go."""
    return tuple(
        f"move {unit.id} to {min(found, key=lambda at: (bot.ahead(state, unit, at), at))}"
        for unit in left[:EXAMPLES]
        if (found := ends(unit))
    )


def stacks(left: Sequence[Unit]) -> list[list[Unit]]:
    """The units that are still to be activated and share a hex: they can move in one line."""
    at: dict[str, list[Unit]] = {}
    for unit in left:
        at.setdefault(unit.at, []).append(unit)
    return [units for units in at.values() if len(units) > 1]


def legal(state: State, side: str) -> Iterator[str]:
    """Moves of each unit that is left, first to one hex each, then to all; units that stay; cards; and the
    end."""
    left, ends = waiting(state), cache(partial(r2_move.ends_of, state))
    yield from examples(state, left, ends)
    yield from (f"move {unit.id} to {end}" for unit in left for end in ends(unit))
    for units in stacks(left):
        yield from (f"move {listed(units)} to {end}" for end in r2_move.ends_of_stack(state, units, ends))
    yield from (f"stay {unit.id}" for unit in left)
    yield from cards_combat.legal(state, side)
    yield "done"


@rule("D.act.all", "D.act.one")
def take_activate(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: units in their order. Lines after a move that an overrun interrupts wait until it is over;
    "done" lets all others stay."""
    in_time = takewhile(lambda order: not interrupted(play), orders)
    if every_legal(play, in_time, partial(carry_out, play, orders)):
        play.close(decision)


def interrupted(play: Play) -> bool:
    """Whether a move is not over yet, or an HQ goes elsewhere."""
    return len(play.state.frames) > 1 or segment(play.state).onward is not None


def carry_out(play: Play, orders: list[Order], order: Order) -> None:
    """One line: a move, units that stay, a card, or the end. Raises Refused."""
    state, side = play.state, segment(play.state).side
    if order.verb in ENDING:
        stay(play, tuple(unit.id for unit in waiting(state)))
        play.note("D.act.all", done=True)
    elif order.verb == "card":
        order = meant(state, side, order)
        cards_combat.check_card(state, side, order)
        cards_combat.take(play, side, order)
    elif order.verb == "stay":
        named = {said(one).unit for one in orders} | {unit for one in orders for unit in one.units}
        others = tuple(unit.id for unit in waiting(state) if unit.id not in named)
        staying = order.units if order.units != (ALL,) else others
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
    """Units are activated and stay where they are, which is a legal move (D-R36)."""
    for unit in units:
        r2_supply.check(play, unit)
    if units:
        play.record(UnitsStayed(rule="D.act.all", units=units))


@rule("D.act.all", "D.act.one", "D.move.4", "D.ax.e", "D.sov.a")
def check_active(state: State, unit: Unit) -> None:
    """A unit is to be activated now: one of those that the card activates, once. Raises Refused."""
    now = segment(state)
    legal = tuple(f"stay {one.id}" for one in waiting(state))
    if unit.side != now.side:
        raise Refused("D.act.all", f"{unit.id} is not yours", legal)
    if is_hq(state, unit) and unit.side == SOVIET:
        raise Refused("D.move.4", f"{unit.id} may move only by a Combat Card", legal)
    if unit.id in now.checked:
        raise Refused("D.act.one", f"{unit.id} has already been activated in this segment", legal)
    if unit.id not in now.eligible:
        raise Refused(*why_not_active(state, unit), legal)


@rule("D.ax.e", "D.ax.f", "D.cmdrange.1")
def why_not_active(state: State, unit: Unit) -> tuple[str, str]:
    """The clause and reason by which a unit of the active side is not activated by the card: it was out of
    range when that was played, or the card is for others."""
    now, by_marker = segment(state), code(segment(state).card) == TO_MARKER
    area = f"the Command Range of {' or '.join(now.ordered)}"
    if by_marker:
        area = f"{SCHWERPUNKT_RANGE} hexes of the Schwerpunkt marker"
    far = f"{unit.id} was not within {area} when {now.card} was played"
    under = {formation(state, state.units[id_]) for id_ in now.ordered if id_ in state.units}
    theirs = bool(under) and not is_hq(state, unit) and formation(state, unit) in {*under, ""}
    if now.side == AXIS and (theirs or by_marker):
        return "D.ax.f", far
    if now.number == "D.sov.c.2":
        return now.number, far
    return now.number, f"{unit.id} is not activated by {now.card}"


MARCHES = each("move {unit} via {path}")
"""How drags in a log are said as moves."""


def costs_of(state: State, order: Order) -> Ways | None:
    """Where the unit of a move can go, the first of a stack, and what it costs; None for other orders."""
    if order.verb != "move":
        return None
    return Ways(r2_move.going(state, state.units[order.units[0]]).costs_of())


ACTIVATION = Choice(
    topic="activate", rule="D.act.all", verbs=("move", "stay", "card", *ENDING[:1]), take=take_activate,
    legal=legal, asked={"ACTIVATE": ACTING}, drag=MARCHES,
    chance=lambda state, decision, chance: bot.moves(state, waiting(state), chance), purpose=by_default,
    ways=costs_of, anyone=("stay",), tapped={"done": "all other units stay"},
    onward=Onward(
        lambda state, side: {"done": ()},
        "Attack enemy hexes with units that are adjacent after their moves. Each unit attacks once. Without "
        "an end, you are asked for attacks in another email.",
        ending=(NO_MORE,), topic=ATTACK,
    ),
)  # fmt: skip
