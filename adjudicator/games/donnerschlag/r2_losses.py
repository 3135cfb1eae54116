"""Step losses (D.crt.note.num): so many from any involved units of a side, of its owner's choice.

What leaves no choice is taken at once, for the rest the owner is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from itertools import combinations_with_replacement

from adjudicator.answering import answered, settle, waiting_for
from adjudicator.by_mail.ahead import ACTING
from adjudicator.choices import MANY, Choice, by_default
from adjudicator.events import StepLost, UnitEliminated, UnitPlaced
from adjudicator.mechanics.losses import Losses
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, State

from .combat import Demand, combat, demanded
from .orders import said
from .pieces import is_ad_hoc, strength
from .position import AD_HOC, ELIMINATED, name

LOSS = "loss"


@rule("D.crt.note.num")
def take_step(play: Play, number: str, unit_id: str, why: str) -> None:
    """A unit loses a step; its last one eliminates it (D-R11)."""
    unit = play.state.units[unit_id]
    if unit.steps > 1:
        play.record(StepLost(rule=number, unit=unit_id, left=unit.steps - 1))
    else:
        eliminate(play, number, unit_id, why)


@rule("D.comp.units", "D.crt.adhoc.place")
def eliminate(play: Play, number: str, unit_id: str, why: str) -> None:
    """A unit leaves the map at once; an ad hoc unit can be had again."""
    unit = play.state.units[unit_id]
    if is_ad_hoc(unit):
        play.record(
            UnitPlaced(rule=number, unit=unit_id, at=AD_HOC[unit.side], steps=1, why=f"eliminated: {why}")
        )
    else:
        play.record(UnitEliminated(rule=number, unit=unit_id, at=unit.at, box=ELIMINATED, why=why))


@rule("D.crt.note.num", "D.retreat.2")
def demand(play: Play, number: str, units: Sequence[str], owed: int, why: str) -> None:
    """So many steps are to be lost by these units together, once (D-R12)."""
    steps = {unit: play.state.units[unit].steps for unit in units}
    play.note(number, demand=asdict(Demand(steps=steps, owed=owed, number=number, why=why)))


def losses(wanted: Demand) -> Losses:
    """A demand as a choice; nobody has to share them."""
    return Losses(wanted.steps, wanted.owed, (), wanted.lost)


@rule("D.crt.note.num")
def pay(play: Play) -> None:
    """Take what leaves no choice of the open demand, then ask the owner, or forget the demand when it is
    met."""
    wanted = demanded(play.state)
    assert wanted is not None
    sure = losses(wanted).sure()
    if sure:
        settle_waiting(play, wanted, play.state.units[sure[0]].side)
    for unit in sure:
        lose(play, unit)
    left = demanded(play.state)
    assert left is not None
    if losses(left).candidates:
        ask(play, left)
    else:
        play.note(left.number, demand=None)


def settle_waiting(play: Play, wanted: Demand, side: str) -> None:
    """The owner's line for losses that leave no choice is done, or refused: nobody is asked."""
    for order in waiting_for(play, side, LOSS):
        if not wanted.steps.keys().isdisjoint(order.units):
            settle(play, side, order, refusal(check_losses, wanted, (), order))
            return


def lose(play: Play, unit: str) -> None:
    """One unit takes one step of the open demand."""
    wanted = demanded(play.state)
    assert wanted is not None
    take_step(play, wanted.number, unit, wanted.why)
    lost = {**wanted.lost, unit: wanted.lost.get(unit, 0) + 1}
    play.note(wanted.number, demand=asdict(replace(wanted, lost=lost)))


# -- the owner's choice ------------------------------------------------------------------------------------


def ask(play: Play, wanted: Demand) -> None:
    """Ask the owner which of his units takes the next step."""
    state, found = play.state, losses(wanted)
    STEP_LOSS.ask(
        play,
        state.units[found.candidates[0]].side,
        f"Combat for {name(state, combat(state).space)}, {wanted.why}: which of your units takes the next "
        f"step loss? Steps to lose: {found.left}, one for each time that a unit is named. Several may be "
        "named in one line.",
        rule=wanted.number,
        answers=(f"loss {unit}" for unit in found.candidates),
        closed=True,
        silence="the weakest unit takes it, one with two steps before one with its last",
        default=f"loss {cheapest(state, found.candidates)}",
        about=tuple(wanted.steps),
    )


def cheapest(state: State, units: Sequence[str]) -> str:
    """The unit that silence gives up: of those with most steps the weakest."""
    return min(units, key=lambda id_: (-state.units[id_].steps, strength(state, state.units[id_]), id_))


@rule("D.crt.note.num")
def take_loss(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask`: the first legal line; others answer the next question."""
    wanted = demanded(play.state)
    assert wanted is not None
    if found := answered(play, decision, orders, partial(check_losses, wanted, decision.answers)):
        for unit in found[1]:
            lose(play, unit)


@rule("D.crt.note.num", "D.retreat.2")
def check_losses(wanted: Demand, legal: tuple[str, ...], order: Order) -> tuple[str, ...]:
    """The units that take the next steps by a line. Raises Refused."""
    units = said(order).units
    broken = losses(wanted).broken(units)
    if broken is None:
        return units
    place, able = broken
    unit = units[place]
    if unit not in wanted.steps:
        raise Refused(wanted.number, f"{unit} takes no part in these losses", legal)
    if not able:
        raise Refused(wanted.number, f"steps still to be lost: {losses(wanted).left}, and not more", legal)
    raise Refused(wanted.number, f"{unit} has no step left then", legal)


def legal(state: State, side: str) -> Iterator[str]:
    """Each unit that may take the next step, then all that may take several of them together."""
    wanted = demanded(state)
    found = losses(wanted) if wanted else Losses({}, 0)
    for size in range(1, found.left + 1):
        for units in combinations_with_replacement(found.candidates, size):
            if found.broken(units) is None:
                yield f"loss {', '.join(units)}"


STEP_LOSS = Choice(
    topic=LOSS,
    rule="D.crt.note.num",
    verbs=(LOSS,),
    take=take_loss,
    legal=legal,
    shown=MANY,
    asked={"COMBATS": ACTING},
    within=("combat",),
    called=(LOSS,),
    advice=("if asked loss then weakest first",),
    purpose=by_default,
)
