"""Advance after combat (D.combat.11, D.combat.12), and ad hoc units that are placed while an outcome is
carried out (D.crt.adhoc, D.combat.10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adjudicator.answering import answered
from adjudicator.by_mail.ahead import ACTING
from adjudicator.by_mail.standing import ending
from adjudicator.choices import MANY, Choice, by_default
from adjudicator.events import FactNoted, UnitPlaced
from adjudicator.mechanics.advance import groups
from adjudicator.mechanics.armies import stack
from adjudicator.mechanics.charts import band
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from .. import r2_overrun
from ..charts import charts
from ..events import AdHocGained
from ..levels import ATTACKERS, camp, campaign, combat
from ..orders import ADVANCE, LOSS, RETREAT, said
from ..pieces import TANK, class_of
from ..position import AD_HOC, AXIS, ENEMY, fighters, held_by, listed, name
from ..zoc_stacking import check_stack, fits

ADHOC = "adhoc"
NOBODY, NONE, HOLD = "no", "no advance", "hold"


# -- the advance -----------------------------------------------------------------------------------------


@rule("D.combat.11", "D.combat.12", "D.combat.10")
def able(state: State) -> list[Unit]:
    """The tanks that may advance: those that attacked, if no enemy combat unit is left in the hex (D-R19)."""
    now = combat(state)
    if fighters(state, now.space, ENEMY[now.side]):
        return []
    return [unit for unit in camp(state, ATTACKERS) if class_of(state, unit) == TANK]


@rule("D.combat.9", "D.combat.11", "D.combat.12", "D.hq.1")
def run_advance(play: Play) -> None:
    """The stage: tanks enter the hex one after the other, and overrun an HQ that is alone in it. No unit has
    to advance."""
    state, now, units = play.state, combat(play.state), able(play.state)
    if now.advancing:
        first, *rest = now.advancing
        play.note("D.combat.12", advancing=tuple(rest))
        r2_overrun.go(play, "D.combat.12", first, (state.units[first].at, now.space), how=ADVANCE)
    elif ADVANCE in now.asked or not units:
        play.note("D.combat.9", stage="end")
    else:
        play.note("D.combat.11", asked=(*now.asked, ADVANCE))
        left = stack(state, now.space, ENEMY[now.side])
        ADVANCING.ask(
            play, now.side,
            f"{name(state, now.space)} {f'holds only {listed(left)}' if left else 'is empty'}. Advance any "
            f'number of {listed(units)} into it in one line, once in this combat, or write "{NONE}".',
            silence="no unit advances", default=NONE, about=tuple(unit.id for unit in units),
        )  # fmt: skip


def take_advance(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of the stage."""
    if answer := answered(play, decision, orders, partial(check_advance, play.state, decision.answers)):
        play.note("D.combat.12", advancing=answer[1])


@rule("D.combat.11", "D.combat.12", "D.stack.5")
def check_advance(state: State, legal: tuple[str, ...], order: Order) -> tuple[str, ...]:
    """The units that a line lets advance together, none for "no advance". Raises Refused."""
    now, ids = combat(state), said(order).units
    ids = most(state) if ids == (ALL,) else ids
    for id_ in ids:
        if id_ not in now.attackers:
            raise Refused("D.combat.12", f"{id_} did not take part in this attack", legal)
        if class_of(state, state.units[id_]) != TANK:
            raise Refused("D.combat.11", f"{id_} is not a tank unit. Only tank units may advance", legal)
    check_stack(state, now.space, [state.units[id_] for id_ in ids], legal)
    return ids


@rule("D.combat.12", "D.stack.5")
def advances(state: State, side: str) -> list[str]:
    """Every set of tanks that fits into the hex together, the largest first, and no advance, as orders."""
    return [*(f"advance {', '.join(one)}" for one in parties(state)), NONE]


def parties(state: State) -> Iterator[tuple[str, ...]]:
    """Every set of tanks that fits into the hex together, the largest first."""
    space, ids = combat(state).space, [unit.id for unit in able(state)]
    return (one for one in groups(ids, None) if fits(state, space, [state.units[id_] for id_ in one]))


def most(state: State) -> tuple[str, ...]:
    """As many tanks as fit into the hex: who "advance all" means."""
    return next(parties(state), ())


ADVANCING = Choice(
    topic=ADVANCE, rule="D.combat.11", verbs=(ADVANCE, NOBODY), take=take_advance, legal=advances, shown=MANY,
    asked={"COMBATS": ACTING}, within=("combat",), called=(ADVANCE,), advice=("if asked advance then first",),
    advised="As many tanks as fit advance after a combat.",
    policies={NOBODY: ending({NOBODY: NONE})}, purpose=lambda state, decision, chance: [decision.answers[0]],
)  # fmt: skip


# -- ad hoc units ----------------------------------------------------------------------------------------


@rule("D.crt.adhoc.sov", "D.crt.adhoc.ax")
def gain(play: Play, final: int) -> str:
    """The side that gains an ad hoc unit by a modified die: the Soviet player on a low one of an Axis attack,
    the Axis player on a high one of a Soviet attack. "" if neither does, or if none is left."""
    now, chart = combat(play.state), charts()["adhoc"]
    row, side = f"{now.side} attack", ENEMY[now.side]
    if band(final, [chart.cell("Modified die", row)]) is None or not waiting(play.state, side):
        return ""
    number = "D.crt.adhoc.sov" if now.side == AXIS else "D.crt.adhoc.ax"
    play.record(AdHocGained(rule=number, side=side, what=chart.cell("Unit", row), final=final))
    return side


def waiting(state: State, side: str) -> tuple[Unit, ...]:
    """The ad hoc units of a side that are not in play."""
    return tuple(state.at(AD_HOC[side]))


@rule("D.crt.adhoc.place")
def may_come(state: State, side: str, space: str) -> bool:
    """Whether an ad hoc unit of a side may be placed in a hex: not with enemies, and within stacking."""
    units = waiting(state, side)
    return bool(units) and space not in held_by(state, ENEMY[side]) and fits(state, space, units[:1])


@rule("D.crt.adhoc.place", "D.stack.5", "D.stack.2")
def placed(state: State, side: str) -> list[str]:
    """Where the ad hoc unit of a combat may be placed, as orders: adjacent to its hex, or in it if the hex is
    empty (D-R42); and that it is not placed now."""
    space = combat(state).space
    near = (*(() if state.at(space) else (space,)), *state.board.neighbours(space))
    return [*(f"adhoc at {one}" for one in near if may_come(state, side, one)), HOLD]


@rule("D.combat.10")
def due(state: State) -> bool:
    """Whether the owner is asked now to place the ad hoc unit: before losses, retreats and the advance, if
    there are any, and at the end."""
    now = combat(state)
    coming = {LOSS: now.owed > 0, RETREAT: bool(now.groups), ADVANCE: bool(able(state)), "end": True}
    new = now.gained and f"{ADHOC} {now.stage}" not in now.asked and coming.get(now.stage)
    return bool(new) and placed(state, now.gained) != [HOLD]


@rule("D.combat.10", "D.crt.adhoc.place")
def ask_adhoc(play: Play) -> None:
    """Ask for the hex of an ad hoc unit, or whether it waits for a later moment of this outcome."""
    state, now = play.state, combat(play.state)
    play.note("D.combat.10", asked=(*now.asked, f"{ADHOC} {now.stage}"))
    unit, first = waiting(state, now.gained)[0], placed(state, now.gained)[0]
    last = now.stage == "end"
    moments = {LOSS: "before the losses", RETREAT: "before the retreat", ADVANCE: "before the advance"}
    AD_HOC_UNIT.ask(
        play, now.gained,
        f"Place {unit.id} {moments.get(now.stage, 'now: the combat is over')}, in exactly one of these "
        f'hexes, once in this combat. "hold": {"do not place it" if last else "place it later"}.',
        silence="it is placed in the first of these" if last else "later", default=first if last else HOLD,
        about=(now.space, unit.id),
    )  # fmt: skip


def take_adhoc(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: the unit is placed, or waits."""
    side = decision.player

    def check(order: Order) -> str:
        space = said(order).hex
        if order.verb != HOLD and f"adhoc at {space}" not in placed(play.state, side):
            why = f"no ad hoc unit can come to {name(play.state, space)}"
            raise Refused("D.crt.adhoc.place", why, decision.answers)
        return space

    if (answer := answered(play, decision, orders, check)) and answer[1]:
        place(play, "D.crt.adhoc.place", side, answer[1])
        play.note("D.combat.10", gained="")


AD_HOC_UNIT = Choice(
    topic=ADHOC, rule="D.crt.adhoc.place", verbs=(ADHOC, HOLD), take=take_adhoc, legal=placed,
    asked={"COMBATS": ACTING}, within=("combat",), called=(ADHOC,), advice=("if asked adhoc then default",),
    advised="An ad hoc unit is placed in the first possible hex, after the combat.",
    policies={HOLD: ending({HOLD: HOLD})}, purpose=by_default,
)  # fmt: skip


@rule("D.crt.adhoc.place", "D.stack.5")
def place(play: Play, number: str, side: str, space: str) -> None:
    """The next ad hoc unit of a side is placed in a hex. It is new, so it has not moved, whatever its counter
    did before (D-R59)."""
    unit = waiting(play.state, side)[0].id
    play.record(UnitPlaced(rule=number, unit=unit, at=space, steps=1))
    if unit in (moved := campaign(play.state).moved):
        left = tuple(one for one in moved if one != unit)
        play.record(FactNoted(rule=number, key="moved", value=left or None))
    r2_overrun.restore(play, side, (space,))
