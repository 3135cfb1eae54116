"""Rule 8.2, step losses, in combat and in City Progress attacks.

8.2.1 what a step is     8.2.2 who loses: everyone first, Germans of both camps in turn

The stage "losses" of a battle works off `owed` (steps by side); the owner is asked only when he has a choice.
"""

from __future__ import annotations

import re

from adjudicator.answering import first_legal
from adjudicator.events import StepLost, UnitEliminated
from adjudicator.mechanics.losses import Losses, evenly, shared
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from .position import ELIMINATED, RIVAL, label, printed, soviet
from .r07_movement import left_city, zone

SIDES = ("attackers", "defenders")
"""The two sides of a battle as its frame calls them; each holds the ids of its units."""


@rule("8.2.1.a", "8.3.1.a")
def read_result(result: str) -> dict[str, int]:
    """A result in numbers: "A1D2R" -> steps of the attacker (A), of the defender (D), levels (+/-), retreat
    (R)."""
    found = {key: re.search(re.escape(key) + r"(\d+)", result) for key in ("A", "D", "+/-")}
    return {key: int(hit[1]) if hit else 0 for key, hit in found.items()} | {"R": int(result.endswith("R"))}


# -- 8.2.1 what a step is --------------------------------------------------------------------------


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


# -- 8.2.2 who loses -------------------------------------------------------------------------------


def living(state: State, side: str) -> tuple[Unit, ...]:
    """The units of one side of the battle in progress that still have a step."""
    units = (state.units[unit] for unit in state.frame.facts[side])
    return tuple(unit for unit in units if unit.steps)


@rule("8.2.1.b", "8.2.2.a", "8.2.2.b")
def demand(state: State, side: str) -> Losses:
    """What one side of the battle must lose and has lost, no more than it has (8.2.1.b): each unit loses one
    step before any loses a second (8.2.2.a); Germans of both camps lose in turn, first one of the camp that
    does not attack, as far as everyone-first lets them (b)."""
    facts = state.frame.facts
    lost = {unit: steps for unit, steps in facts.get("lost", {}).items() if unit in facts[side]}
    steps = {unit: state.units[unit].steps + lost.get(unit, 0) for unit in facts[side]}
    in_turn = shared(lambda unit: state.units[unit].side, first=RIVAL.get(facts["camp"], ""))
    return Losses(steps, owed(state, side) + sum(lost.values()), (evenly, in_turn), lost)


def next_to_lose(state: State, side: str) -> tuple[Unit, ...]:
    """Those among whom the next loss is chosen."""
    return tuple(state.units[unit] for unit in demand(state, side).candidates)


def owed(state: State, side: str) -> int:
    """The steps that one side still has to lose."""
    return int(state.frame.facts.get("owed", {}).get(side, 0))


def owe(play: Play, number: str, attackers: int, defenders: int, then: str) -> None:
    """So many steps are to be lost; afterwards the battle goes on with the stage `then`."""
    steps = {"attackers": attackers, "defenders": defenders}
    play.note(number, stage="losses", owed=steps, lost={}, then=then)


def losses(play: Play) -> None:
    """The stage: losses without a choice happen at once, the owners of the others are asked, both at the same
    time; a player who fights himself, one question after the other."""
    for side in SIDES:
        for unit in demand(play.state, side).sure():
            lose(play, side, unit)
    open_sides = [side for side in SIDES if next_to_lose(play.state, side)]
    for side in open_sides:
        if play.state.decision(next_to_lose(play.state, side)[0].side, "loss") is None:
            ask_loss(play, side)
    if not open_sides:
        play.note("8.2.1.a", stage=play.state.frame.facts["then"])


def lose(play: Play, side: str, unit_id: str) -> None:
    """One unit takes one of the steps its side owes."""
    facts = play.state.frame.facts
    lost = {**facts.get("lost", {}), unit_id: facts.get("lost", {}).get(unit_id, 0) + 1}
    left = {**facts["owed"], side: owed(play.state, side) - 1}
    take_step(play, "8.2.1.b", unit_id, "a step loss in combat")
    play.note("8.2.2.a", lost=lost, owed=left)


def ask_loss(play: Play, side: str) -> None:
    """Ask the owner which of his units takes the next loss."""
    candidates = next_to_lose(play.state, side)
    names = ", ".join(label(play.state, unit.id) for unit in candidates)
    number = "8.2.2.b" if mixed(play.state, side) else "8.2.2.a"
    left = owed(play.state, side)
    steps = f"{left} step{'' if left == 1 else 's'}"
    play.ask(
        candidates[0].side,
        number,
        "loss",
        f"{where(play.state)}: which of your units takes the next step loss, {names}? Exactly "
        f"one unit for each step; {steps} to lose in this battle, and none loses a second before "
        "each has lost one.",
        verbs=("lose",),
        answers=tuple(f"lose {unit.id}" for unit in candidates),
        closed=True,
        silence="the weakest unit takes it, one at full strength before a reduced one",
        default=f"lose {weakest(play.state, candidates).id}",
        about=tuple(unit.id for unit in candidates),
    )


def mixed(state: State, side: str) -> bool:
    """Whether units of both camps are on one side of the battle: only Germans who defend are."""
    return len({state.units[unit].side for unit in state.frame.facts[side]}) > 1


def where(state: State) -> str:
    """The battle in progress, for a question."""
    return f"Combat for {zone(state, state.frame.facts['space'])}"


def weakest(state: State, units: tuple[Unit, ...]) -> Unit:
    """The unit that silence gives up: of those at full strength if there are any, the weakest."""
    return min(units, key=lambda unit: (-unit.steps, printed(state, unit, "strength")))


def take_loss(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_loss`: the first line that names a unit which may lose."""
    side = "attackers" if decision.about[0] in play.state.frame.facts["attackers"] else "defenders"
    found = first_legal(
        play, orders, lambda order: check_loss(play.state, side, decision, order.args["unit"])
    )
    if found:
        play.close(decision)
        lose(play, side, found[0].args["unit"])


@rule("8.2.2.a", "8.2.2.b")
def check_loss(state: State, side: str, decision: Decision, unit_id: str) -> None:
    """Whether this unit may take the next loss. Raises Refused."""
    if unit_id in decision.about:
        return
    name = label(state, unit_id)
    if unit_id not in state.frame.facts[side]:
        raise Refused("8.2.1.a", f"{name} does not lose steps in this combat", decision.answers)
    if state.units[unit_id].side != decision.player:
        raise Refused("8.2.2.b", f"{name} belongs to the other camp; this loss is yours", decision.answers)
    raise Refused("8.2.2.a", f"{name} has lost a step; the others lose theirs first", decision.answers)
