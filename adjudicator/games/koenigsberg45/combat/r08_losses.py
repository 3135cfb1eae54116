"""Rule 8, step losses.

8.0        what a step is            take_step, eliminate
8.0a to c  who loses                 demand, pay, take_loss
8.1        towns and cities          shielded

A battle's frame holds at most one `demand`: a number of steps from certain units. Steps that leave no choice
are taken at once; for the rest the owner is asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace

from adjudicator.answering import answered
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import MANY, Choice
from adjudicator.events import StepLost, UnitEliminated, UnitPlaced
from adjudicator.mechanics.losses import Losses, strongest_first
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from .. import terrain
from ..charts import charts
from ..events import ResultIgnored
from ..fog import occur
from ..levels import BATTLES, WINDOWS, Demand, battle, demanded
from ..orders import HEX, UNIT, said
from ..position import ATTACK, DEFENCE, ELIMINATED, VOLKSTURM_BOX, is_hq, printed, volksturm
from ..taste import MARCHER, WANDERER, Taste
from ..turn import r12_hqs


@rule("8.0.1", "8.0.2", "8.0.3", "8.0d.1")
def take_step(play: Play, number: str, unit_id: str, why: str = "") -> None:
    """A unit loses a step: it is turned over (8.0), or eliminated if that was its last (8.0d)."""
    unit = play.state.units[unit_id]
    if unit.steps > 1:
        occur(play, StepLost(rule=number, unit=unit_id, left=unit.steps - 1))
    else:
        eliminate(play, number, unit_id, why)


@rule("8.0e.1", "12.1c.2", "12.5.3")
def eliminate(play: Play, number: str, unit_id: str, why: str = "") -> None:
    """A unit leaves the map at once: an HQ for good, a Volksturm unit back to its box, from which it may come
    again (12.5 point 3)."""
    unit = play.state.units[unit_id]
    if is_hq(play.state, unit):
        r12_hqs.lose_hq(play, number, unit_id, why)
    elif volksturm(unit):
        occur(play, UnitPlaced(rule=number, unit=unit_id, at=VOLKSTURM_BOX, steps=1, why=why or "eliminated"))
    else:
        occur(play, UnitEliminated(rule=number, unit=unit_id, at=unit.at, box=ELIMINATED, why=why))


@rule("8.1.1", "8.1.3", "K-R31")
def shielded(state: State, unit_id: str) -> bool:
    """Whether a unit stands where the first step of a loss is ignored: a town or city, not a village."""
    kind = terrain.settlement(state, state.units[unit_id].at)
    return bool(kind) and charts()["tec"].cell("first loss", kind) == "ignored"


@rule("8.0a.1", "8.0a.2", "8.0a.4", "8.1.4", "9.0b.3")
def demand(
    play: Play,
    number: str,
    units: Iterable[str],
    owed: int,
    why: str,
    *,
    value: str = "",
    shield: bool = False,
) -> None:
    """So many steps are to be lost by these units. With a `value`, "attack" or "defence", the first comes
    from the one with the highest printed (8.0a); losses in retreats are free of that. `shield`: a result of
    the CRT, whose first step a town or city cancels (8.1)."""
    state = play.state
    steps = {unit: state.units[unit].steps for unit in units}
    values = {unit: printed(state, state.units[unit], value) for unit in units} if value else {}
    wanted = Demand(steps=steps, values=values, owed=owed, lost={}, shield=shield, why=why, number=number)
    play.note(number, demand=asdict(wanted))


@rule("8.0a.1", "8.0a.3", "8.0b.1", "8.0c.1", "8.0c.2", "K-R15")
def losses(wanted: Demand) -> Losses:
    """A demand as a choice: the first step from the strongest, equals to choose from; the others free, and
    nobody has to share them."""
    ranks = [strongest_first(wanted.values)] if wanted.values else []
    return Losses(wanted.steps, wanted.owed, ranks, wanted.lost)


def pay(play: Play) -> None:
    """Take of the open demand what leaves no choice, then ask the owner, or forget the demand when it is met.
    The choice between equals may decide if a town or city takes the first step (K-R28)."""
    wanted = demanded(play.state)
    assert wanted is not None
    undecided = len({shielded(play.state, unit) for unit in losses(wanted).candidates}) > 1
    if wanted.shield and not undecided:
        unshield(play, losses(wanted).candidates[0])
        return
    sure = () if wanted.shield else losses(wanted).sure()
    for unit in sure:
        lose(play, unit)
    left = demanded(play.state)
    if left is None or not losses(left).candidates:
        play.note("8.0e.1", demand=None)
    else:
        ask_loss(play, left)


@rule("8.1.1", "8.1.2", "K-R28", "K-R29")
def unshield(play: Play, unit: str) -> None:
    """Whether the unit that must take the first step is in a town or city: there the step is ignored, once
    for each side of a combat; the other steps count, again from the strongest unit."""
    wanted = demanded(play.state)
    assert wanted is not None
    if not shielded(play.state, unit):
        play.note("8.1.1", demand=asdict(replace(wanted, shield=False)))
        return
    space = play.state.units[unit].at
    ignored(play, "8.1.1", "the first step of the loss", space)
    play.note("8.1.1", demand=asdict(replace(wanted, owed=wanted.owed - 1, shield=False)))


def ignored(play: Play, number: str, what: str, space: str) -> None:
    """Say that a settlement cancels a part of a result."""
    told = f"{what} is ignored in a {terrain.settlement(play.state, space)}"
    play.record(ResultIgnored(rule=number, space=space, what=told))


def lose(play: Play, unit: str) -> None:
    """One unit takes one step of the open demand."""
    wanted = demanded(play.state)
    assert wanted is not None
    take_step(play, wanted.number, unit, wanted.why)
    lost = {**wanted.lost, unit: wanted.lost.get(unit, 0) + 1}
    play.note(wanted.number, demand=asdict(replace(wanted, lost=lost)))


def ask_loss(play: Play, wanted: Demand) -> None:
    """Ask the owner which unit takes the next step."""
    state, found = play.state, losses(wanted)
    here = terrain.name(state, battle(state).space)
    first = bool(wanted.values) and not wanted.lost

    def cheap(unit: Unit) -> tuple[int, int]:
        return -unit.steps, printed(state, unit, ATTACK) + printed(state, unit, DEFENCE)

    weakest = min((state.units[unit] for unit in found.candidates), key=cheap)
    LOSS.ask(
        play, state.units[found.candidates[0]].side,
        f"Name the unit that takes the next step loss in the combat for {here} ({wanted.why}). Steps to "
        f"lose: {found.left}, one for each unit that you name. You may name several in one order. "
        "You may add your retreat and your advance in this combat.",
        rule="8.0a.3" if first else "8.0b.1", closed=True,
        silence="the weakest unit takes it, one at full strength before a reduced one",
        default=f"loss {weakest.id}", about=tuple(wanted.steps),
    )  # fmt: skip


def take_loss(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_loss`: the first legal line; others answer the next question."""
    wanted = demanded(play.state)
    assert wanted is not None

    def check(order: Order) -> tuple[str, ...]:
        units = said(order).units[: 1 if wanted.shield else None]
        check_losses(wanted, units)
        return units

    if found := answered(play, decision, orders, check):
        carry_out(play, wanted, found[1])


def lines(state: State, side: str) -> Iterator[str]:
    """Each unit that may take the next step."""
    wanted = demanded(state)
    yield from (f"loss {unit}" for unit in (losses(wanted).candidates if wanted else ()))


def by_taste(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A bot: the weakest unit, or any."""
    return [decision.default if chance.random() < taste.sense else chance.choice(decision.answers)]


LOSS = Choice(
    topic="loss", rule="8.0b.1", verbs=("loss",), take=take_loss, legal=lines, shown=MANY,
    asked={"COMBAT": EVERY_SIDE, **WINDOWS}, within=BATTLES, called=("loss", "losses"),
    advised="Your weakest units lose steps first.",
    advice=("if asked loss then weakest first",), lists=(UNIT, HEX), chance=WANDERER.plays(by_taste),
    purpose=MARCHER.plays(by_taste),
)  # fmt: skip


def carry_out(play: Play, wanted: Demand, units: tuple[str, ...]) -> None:
    """These units take their steps; where a town may take the first one, that is settled with the choice."""
    if wanted.shield:
        unshield(play, units[0])
        if shielded(play.state, units[0]):
            return
    for unit in units:
        lose(play, unit)


@rule("8.0a.1", "8.0b.1", "8.0c.1")
def check_losses(wanted: Demand, units: tuple[str, ...]) -> None:
    """Whether these units may take the next steps, in this order. Raises Refused."""
    broken = losses(wanted).broken(units)
    if broken is None:
        return
    place, able = broken
    name = units[place]
    if units[place] not in wanted.steps:
        raise Refused("8.0b.1", f"{name} takes no part in these losses")
    if not able:
        raise Refused("8.0c.1", f"steps still to be lost: only {losses(wanted).left}")
    if wanted.lost or place:
        raise Refused("8.0.2", f"{name} would have no steps left")
    # the weaker defender needs no question: two share the hex, and the stronger has paid already
    raise Refused("8.0a.1", "the first step is taken from the unit with the highest printed attack")
