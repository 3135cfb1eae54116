"""Advance after combat (D.combat.11, D.combat.12), and ad hoc units that come while an outcome is carried out
(D.crt.adhoc, D.combat.10)."""

from __future__ import annotations

from functools import partial

from adjudicator.answering import answered
from adjudicator.by_mail.ahead import ACTING
from adjudicator.by_mail.standing import ending
from adjudicator.choices import MANY, Choice, by_default
from adjudicator.events import UnitPlaced
from adjudicator.mechanics.advance import groups
from adjudicator.mechanics.armies import stack
from adjudicator.mechanics.charts import band
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from . import r2_overrun
from .charts import charts
from .combat import ATTACKERS, camp, combat
from .events import AdHocGained
from .orders import said
from .pieces import TANK, class_of
from .position import AD_HOC, AXIS, ENEMY, fighters, held_by, listed, name
from .stacking import check_stack, fits

ADVANCE, ADHOC = "advance", "adhoc"
NOBODY, NONE, HOLD = "no", "no advance", "hold"
STAGES = ("loss", "retreat", "advance", "end")
"""The stages before which an ad hoc unit may be placed, the last of them once all is done."""


# -- the advance -----------------------------------------------------------------------------------------


@rule("D.combat.11", "D.combat.12", "D.combat.10")
def able(state: State) -> list[Unit]:
    """The tanks that may advance: those that attacked, once no enemy combat unit is in the hex (D-R19)."""
    now = combat(state)
    if fighters(state, now.space, ENEMY[now.side]):
        return []
    return [unit for unit in camp(state, ATTACKERS) if class_of(state, unit) == TANK]


@rule("D.combat.12", "D.stack.5")
def parties(state: State) -> list[tuple[str, ...]]:
    """Every set of tanks that fits into the hex together, the largest first."""
    space, units = combat(state).space, able(state)
    sets = groups([unit.id for unit in units], len(units))
    return [one for one in sets if fits(state, space, [state.units[id_] for id_ in one])]


@rule("D.combat.9", "D.combat.12", "D.hq.1")
def run_advance(play: Play) -> None:
    """The stage: tanks go into the hex, one after the other, and overrun an HQ that is alone there; nobody
    has to advance."""
    now = combat(play.state)
    if now.advancing:
        first, *rest = now.advancing
        play.note("D.combat.12", advancing=tuple(rest))
        at = play.state.units[first].at
        r2_overrun.go(play, "D.combat.12", first, (at, now.space), how="advance")
    elif ADVANCE in now.asked or not able(play.state):
        play.note("D.combat.9", stage="end")
    else:
        play.note("D.combat.11", asked=(*now.asked, ADVANCE))
        ask_advance(play)


def ask_advance(play: Play) -> None:
    """Ask the attacker which tanks advance."""
    state, units = play.state, able(play.state)
    ADVANCING.ask(
        play,
        combat(state).side,
        f"{vacated(state)} Which of {listed(units)} advance into it? One line, once in this combat; or "
        "«no advance».",
        silence="nobody advances",
        default=NONE,
        about=tuple(unit.id for unit in units),
    )


def vacated(state: State) -> str:
    """What is left in the hex that was attacked."""
    space = combat(state).space
    left = stack(state, space, ENEMY[combat(state).side])
    return f"{name(state, space)} {f'holds {listed(left)} alone' if left else 'is empty'}."


def take_advance(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_advance`."""
    if answer := answered(play, decision, orders, partial(check_advance, play.state, decision.answers)):
        play.note("D.combat.12", advancing=answer[1])


@rule("D.combat.11", "D.combat.12", "D.stack.5")
def check_advance(state: State, legal: tuple[str, ...], order: Order) -> tuple[str, ...]:
    """The units that advance together by a line, none by «no advance». Raises Refused."""
    now, ids = combat(state), said(order).units
    for id_ in ids:
        unit = state.units[id_]
        if id_ not in now.attackers:
            raise Refused("D.combat.12", f"{id_} did not take part in this attack", legal)
        if class_of(state, unit) != TANK:
            raise Refused("D.combat.11", f"{id_} is no tank unit, and only these advance", legal)
    check_stack(state, now.space, [state.units[id_] for id_ in ids], legal)
    return ids


def advances(state: State, side: str) -> list[str]:
    """Every set of tanks that may go, and none, as orders."""
    return [*(f"advance {', '.join(one)}" for one in parties(state)), NONE]


ADVANCING = Choice(
    topic=ADVANCE,
    rule="D.combat.11",
    verbs=(ADVANCE, NOBODY),
    take=take_advance,
    legal=advances,
    shown=MANY,
    asked={"COMBATS": ACTING},
    within=("combat",),
    called=(ADVANCE,),
    advice=("if asked advance then first",),
    policies={NOBODY: ending({NOBODY: NONE})},
    purpose=lambda state, decision, chance: [decision.answers[0]],
)


# -- ad hoc units ----------------------------------------------------------------------------------------


@rule("D.crt.adhoc.sov", "D.crt.adhoc.ax")
def gain(play: Play, final: int) -> str:
    """Who gains an ad hoc unit by a modified die: the Soviet player on a low one of an Axis attack, the Axis
    player on a high one of a Soviet attack; "" for nobody, and where none is left."""
    now, chart = combat(play.state), charts()["adhoc"]
    row = f"{now.side} attack"
    side = ENEMY[now.side]
    if band(final, [chart.cell("Modified die", row)]) is None or not waiting(play.state, side):
        return ""
    number = "D.crt.adhoc.sov" if now.side == AXIS else "D.crt.adhoc.ax"
    play.record(AdHocGained(rule=number, side=side, what=chart.cell("Unit", row), final=final))
    return side


def waiting(state: State, side: str) -> list[Unit]:
    """The ad hoc units of a side that are not in play."""
    return list(state.at(AD_HOC[side]))


@rule("D.crt.adhoc.place", "D.stack.5", "D.stack.2")
def places(state: State, side: str) -> tuple[str, ...]:
    """Where an ad hoc unit may come in a combat: next to its hex, or in it when nobody is there; not on
    enemies, and within stacking (D-R42)."""
    space = combat(state).space
    near = (space, *state.board.neighbours(space)) if not state.at(space) else state.board.neighbours(space)
    return tuple(one for one in near if may_come(state, side, one))


@rule("D.crt.adhoc.place")
def may_come(state: State, side: str, space: str) -> bool:
    """Whether an ad hoc unit of a side could be placed in a hex."""
    units = waiting(state, side)
    return bool(units) and space not in held_by(state, ENEMY[side]) and fits(state, space, units[:1])


@rule("D.combat.10")
def due(state: State) -> bool:
    """Whether its owner is asked now for his ad hoc unit: before losses, retreats and the advance, each if
    there are any, and when all is done."""
    now = combat(state)
    coming = {"loss": now.owed > 0, "retreat": bool(now.groups), "advance": bool(able(state)), "end": True}
    mark = f"{ADHOC} {now.stage}"
    return (
        bool(now.gained)
        and mark not in now.asked
        and coming.get(now.stage, False)
        and bool(places(state, now.gained))
    )


@rule("D.combat.10", "D.crt.adhoc.place")
def ask_adhoc(play: Play) -> None:
    """Ask for the hex of an ad hoc unit, or whether it waits for a later moment of this outcome."""
    state, now = play.state, combat(play.state)
    last = now.stage == "end"
    play.note("D.combat.10", asked=(*now.asked, f"{ADHOC} {now.stage}"))
    unit, first = waiting(state, now.gained)[0], placed(state, now.gained)[0]
    moments = {"loss": "the losses", "retreat": "the retreat", "advance": "the advance"}
    when = "now, for the combat is over" if last else f"before {moments[now.stage]}"
    AD_HOC_UNIT.ask(
        play,
        now.gained,
        f"Do you place {unit.id} {when}, and in which hex? One line, once in this combat."
        f"{' «hold»: not at all.' if last else ' «hold»: later.'}",
        silence="it is placed in the first of these" if last else "later",
        default=first if last else HOLD,
        about=(now.space, unit.id),
    )


def take_adhoc(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_adhoc`."""
    legal = decision.answers

    def check(order: Order) -> str:
        told = said(order)
        if order.verb == ADHOC and told.hex not in places(play.state, decision.player):
            why = f"no ad hoc unit can come to {name(play.state, told.hex)}"
            raise Refused("D.crt.adhoc.place", why, legal)
        return told.hex

    if (answer := answered(play, decision, orders, check)) and answer[1]:
        place(play, "D.crt.adhoc.place", decision.player, answer[1])
        play.note("D.combat.10", gained="")


def placed(state: State, side: str) -> list[str]:
    """Where the ad hoc unit may come, or that it does not now, as orders."""
    return [*(f"adhoc at {space}" for space in places(state, side)), HOLD]


AD_HOC_UNIT = Choice(
    topic=ADHOC,
    rule="D.crt.adhoc.place",
    verbs=(ADHOC, HOLD),
    take=take_adhoc,
    legal=placed,
    asked={"COMBATS": ACTING},
    within=("combat",),
    called=(ADHOC,),
    advice=("if asked adhoc then default",),
    policies={HOLD: ending({HOLD: HOLD})},
    purpose=by_default,
)


@rule("D.crt.adhoc.place", "D.stack.5")
def place(play: Play, number: str, side: str, space: str) -> None:
    """The next ad hoc unit of a side stands in a hex."""
    unit = waiting(play.state, side)[0]
    play.record(UnitPlaced(rule=number, unit=unit.id, at=space, steps=1))
    r2_overrun.restore(play, side, (space,))
