"""Rule 8.2, step losses, in combat and in City Progress attacks.

8.2.1 what a step is     8.2.2 who loses: everyone first, Germans of both camps in turn

The stage "losses" of a battle works off `owed` (steps by side). Owners are asked where there is a choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.answering import answered
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import MANY, Choice
from adjudicator.events import StepLost, UnitEliminated
from adjudicator.mechanics.losses import Losses, evenly, shared
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State
from files.messages import counted

from ..orders import said
from ..position import ELIMINATED, RIVAL, label, printed, soviet
from ..r04_operations import IMPULSES
from ..r07_movement import left_city
from .r08_strength import SIDES, Side, the_battle, units_in, where


@rule("8.2.1.a", "8.3.1.a")
def read_result(result: str) -> dict[str, int]:
    """A result in numbers: "A1D2R" -> steps of the attacker (A), of the defender (D), levels (+/-), retreat
    (R)."""
    found = {key: re.search(re.escape(key) + r"(\d+)", result) for key in ("A", "D", "+/-")}
    return {key: int(hit[1]) if hit else 0 for key, hit in found.items()} | {"R": int(result.endswith("R"))}


@rule("8.2.1.b")
def take_step(play: Play, number: str, unit_id: str, why: str = "") -> None:
    """A unit loses a step: it is turned over, or eliminated if it was reduced already."""
    unit = play.state.units[unit_id]
    if unit.steps > 1:
        play.record(StepLost(rule=number, unit=unit_id, left=unit.steps - 1))
    else:
        eliminate(play, number, unit_id, why)


def eliminate(play: Play, number: str, unit_id: str, why: str = "") -> None:
    """A unit goes to the eliminated box; a city zone may be empty of Soviets then."""
    unit = play.state.units[unit_id]
    play.record(UnitEliminated(rule=number, unit=unit_id, at=unit.at, box=ELIMINATED, why=why))
    if soviet(play.state, unit):
        left_city(play, unit.at, unit.side, "eliminated")


@rule("8.2.1.b", "8.2.2.a", "8.2.2.b")
def demand(state: State, side: Side) -> Losses:
    """What one side of the battle must lose and has lost, no more than it has (8.2.1.b): each unit loses one
    step before any loses a second (8.2.2.a); Germans of both camps lose in turn, first one of the camp that
    does not attack, as far as everyone-first lets them (b)."""
    battle = the_battle(state)
    steps = {unit.id: unit.steps + battle.lost.get(unit.id, 0) for unit in units_in(state, side)}
    lost = {unit: steps for unit, steps in battle.lost.items() if unit in battle.ids(side)}
    in_turn = shared(lambda unit: state.units[unit].side, first=RIVAL[battle.camp])
    return Losses(steps, battle.owed[side] + sum(lost.values()), (evenly, in_turn), lost)


def owe(play: Play, number: str, attackers: int, defenders: int, then: str) -> None:
    """So many steps are to be lost; afterwards the battle goes on with the stage `then`."""
    steps = {"attackers": attackers, "defenders": defenders}
    play.note(number, stage="losses", owed=steps, lost={}, then=then)


def losses(play: Play) -> None:
    """The stage: losses without a choice happen at once, the owners of the others are asked, both at the same
    time; a player who fights for both sides, one question after the other."""
    for side in SIDES:
        for unit in demand(play.state, side).sure():
            lose(play, side, unit)
    open_sides = [side for side in SIDES if demand(play.state, side).candidates]
    for side in open_sides:
        ask_loss(play, side, demand(play.state, side).candidates)
    if not open_sides:
        play.note("8.2.1.a", stage=the_battle(play.state).then)


def lose(play: Play, side: Side, unit_id: str) -> None:
    """One unit takes one of the steps its side owes."""
    battle = the_battle(play.state)
    take_step(play, "8.2.1.b", unit_id, "a step loss in combat")
    lost = {**battle.lost, unit_id: battle.lost.get(unit_id, 0) + 1}
    play.note("8.2.2.a", lost=lost, owed={**battle.owed, side: battle.owed[side] - 1})


def ask_loss(play: Play, side: Side, candidates: tuple[str, ...]) -> None:
    """Ask the owner which unit takes the next loss, unless that question is open already."""
    state, owner, left = play.state, play.state.units[candidates[0]].side, the_battle(play.state).owed[side]
    if state.decision(owner, "loss"):
        return
    both_camps = len({unit.side for unit in units_in(state, side)}) > 1  # Germans who defend, and no others
    weakest = min(
        (state.units[unit] for unit in candidates),
        key=lambda unit: (-unit.steps, printed(state, unit, "strength")),
    )
    who = "The Germans of both camps have" if both_camps else "You have"
    LOSS.ask(
        play, owner,
        f"Choose exactly one unit to lose a step in the {where(state)}: "
        f"{', '.join(label(state, unit) for unit in candidates)}. {who} "
        f"{counted(left, 'step')} to lose in this battle{', in turn' if both_camps else ''}. No unit loses a "
        "second step before each has lost one.",
        rule="8.2.2.b" if both_camps else "8.2.2.a", closed=True,
        silence="the weakest unit takes it, one at full strength before a reduced one",
        default=f"lose {weakest.id}", about=candidates,
    )  # fmt: skip


def take_loss(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_loss`: the first line that names a unit which may lose."""
    side = next(side for side in SIDES if decision.about[0] in the_battle(play.state).ids(side))
    if found := answered(play, decision, orders, lambda order: check_loss(play.state, side, decision, order)):
        lose(play, side, found[1])


def loss_lines(state: State, owner: str) -> Iterator[str]:
    """A line for each unit of a player that may take the next loss; of one side of the battle, for an
    owner of units of both."""
    found = (demand(state, side).candidates for side in SIDES)
    mine = next((units for units in found if units and state.units[units[0]].side == owner), ())
    yield from (f"lose {unit}" for unit in mine)


LOSS = Choice(
    topic="loss", rule="8.2.2.a", verbs=("lose",), take=take_loss, legal=loss_lines, shown=MANY,
    asked=dict.fromkeys(IMPULSES, EVERY_SIDE), reaction=True, called=("loss", "losses"),
    advised="Your weakest units lose steps first, each one step before any of them loses a second.",
    advice=("if asked loss then weakest first",),
)  # fmt: skip


@rule("8.2.2.a", "8.2.2.b")
def check_loss(state: State, side: Side, decision: Decision, order: Order) -> str:
    """The unit that may take the next loss. Raises Refused."""
    unit = said(order).unit
    if unit in decision.about:
        return unit
    name = label(state, unit)
    if unit not in the_battle(state).ids(side):
        raise Refused("8.2.1.a", f"{name} may not lose steps in this combat", decision.answers)
    if state.units[unit].side != decision.player:
        raise Refused(
            "8.2.2.b", f"{name} belongs to the other camp. Choose one of your own units", decision.answers
        )
    raise Refused("8.2.2.a", f"{name} has lost a step. The others must lose one first", decision.answers)
