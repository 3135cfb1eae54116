"""Rules 7.2, 7.4 and 7.5, one fire: who fires at whom, its value, its column, its die.

7.2.fire    each unit fires once, at one enemy       check_fire, check_firer
7.2.seq     the steps of a fire                      resolve
7.4         weapons effectiveness                    factor, value
7.5         column shifts                            shifts
8.res       the result                               read_result
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from functools import partial

from adjudicator.events import FireResolved
from adjudicator.mechanics.fire import FireValue, fire_value
from adjudicator.mechanics.shifts import Shift, packed, shifted
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from . import ground
from .charts import charts
from .combat import ATTACK, MORALE, Hit, combat, firing, side_of
from .levels import Fire
from .position import name
from .r02_pieces import ARTILLERY, armor_modifier, fire_class, steps, target
from .r07_support import able, check_supporter
from .r07_targets import cap, check_target, open_targets
from .r08_losses import lose

NONE = "0-0"
"""The result of a fire without a die."""


# -- who may fire at whom --------------------------------------------------------------------------------


@rule(
    "7.2.seq.1", "7.2.fire.2", "7.2.fire.5", "7.2.fire.6", "7.6.sup.3", "7.6.sup.6", "7.6.sup.7", "7.6.sup.2"
)
def check_fire(state: State, fire: Fire) -> None:
    """A fire has one target and one or more units next to it, which fire with all they have; artillery at a
    distance is tied to one of these. Raises Refused."""
    unit = state.units[fire.at]
    twice = [one for one in (*fire.units, *fire.support) if (*fire.units, *fire.support).count(one) > 1]
    if twice:
        raise Refused("7.2.fire.6", f"{twice[0]} fires once, with all its steps", lines(state))
    for id_ in fire.units:
        check_firer(state, state.units[id_])
    try:
        check_target(state, unit)
        for id_ in fire.support:
            check_supporter(state, state.units[id_], unit.at)
    except Refused as no:
        raise Refused(no.rule, no.why, instead(state, fire)) from None


def instead(state: State, fire: Fire) -> tuple[str, ...]:
    """The same units at their target, with each artillery unit that may support them and without; at each one
    that is open, if theirs is not."""
    units, found = ", ".join(fire.units), open_targets(state)
    aims = [fire.at] if fire.at in found else found
    helped = [f" support {gun}" for gun in able(state, state.units[fire.at].at)] if fire.at in found else []
    return (*(f"fire {units}{help_} at {at}" for at in aims for help_ in (*helped, "")), "hold")


@rule("7.2.fire.1", "7.who.1", "7.1.C.1", "7.1.def.2", "8.1.att.0", "7.6.sup.3")
def check_firer(state: State, unit: Unit) -> None:
    """A unit fires once in a combat, from the hex from which it began it. Raises Refused."""
    now, legal = combat(state), lines(state)
    if unit.id in now.fired:
        raise Refused("7.2.fire.1", f"{unit.id} has fired in this combat already", legal)
    afar = unit.side == now.shooter and unit.id not in (*now.attackers, *now.defenders)
    if afar and fire_class(state, unit) == ARTILLERY:
        why = f"{unit.id} supports from a distance, so it fires only with a unit next to the target"
        raise Refused("7.6.sup.3", f"{why}: write it behind «support»", legal)
    if unit.id in now.held:
        raise Refused("8.1.att.0", f"{unit.id} failed its morale check and does not fire", legal)
    if unit in side_of(state, now.camp):
        return
    if unit.id in (*now.attackers, *now.defenders) and unit.side == now.shooter:
        raise Refused("7.1.C.1", f"{unit.id} is no longer there to fire", legal)
    why = f"{unit.id} takes no part next to the target"
    if unit.side != now.shooter:
        why = f"{unit.id} is not yours to fire with now"
    raise Refused("7.who.1", why, legal)


def firers(state: State) -> tuple[Unit, ...]:
    """The units of who fires now that may still fire."""
    now = combat(state)
    return tuple(u for u in side_of(state, now.camp) if u.id not in now.fired and u.id not in now.held)


def lines(state: State) -> tuple[str, ...]:
    """Fires that may be ordered: all that are left together at each target, then each alone."""
    able = [unit.id for unit in firers(state)]
    if not able:
        return ("hold",)
    parties = dict.fromkeys((", ".join(able), *able))
    return (*(f"fire {who} at {one}" for one in open_targets(state) for who in parties), "hold")


# -- 7.4 its value ---------------------------------------------------------------------------------------


@rule("7.4.wec.1")
def factor(weapons: str, against: str) -> Fraction:
    """By how much fire of a class counts against a target class."""
    return Fraction(charts()["wec"].cell(against, weapons))


@rule("7.2.seq.2", "7.2.seq.3", "7.3.mult.2", "7.3.mult.3", "7.4.wec.1", "7.4.wec.2")
@rule("7.4.wec.3", "7.4.wec.4", "7.4.wec.5", "7.gen.3", "7.gen.5")
def value(state: State, units: Sequence[Unit], at: Unit) -> FireValue:
    """The steps of each fire class, those that count, times its effect on the target, rounded with a half
    down; the sum of all classes. Nothing is added for a hasty attack."""
    firing, against = {unit.id: (fire_class(state, unit), steps(unit)) for unit in units}, target(state, at)
    return fire_value(
        firing, cap(state, at), partial(factor, against=against), against, "7.3.mult.3", "7.4.wec.1"
    )


# -- 7.5 shifts ------------------------------------------------------------------------------------------


@rule("7.5.sh.4", "7.5.sh.5", "7.5.sh.6")
def shifts(state: State, units: Sequence[Unit], at: Unit) -> tuple[Shift, ...]:
    """What shifts a fire: the armor of its target; and, where attackers fire, the ground of the defender and
    what all of them fire across. Ground never helps attackers."""
    found = []
    if modifier := armor_modifier(state, at):
        found.append(Shift("7.5.sh.5", -modifier, f"the armor of {at.id}"))
    if combat(state).camp == ATTACK:
        broken = ground.shift_in(state.board, at.at)
        found += [Shift("7.5.sh.6", broken, f"{name(state, at.at)} is broken ground")] if broken else []
        found += across(state, [unit.at for unit in units], at.at)
    return tuple(found)


@rule("7.5.sh.7")
def across(state: State, spaces: Sequence[str], to: str) -> list[Shift]:
    """What every adjacent unit that fires has to fire across."""
    crossed = [set(ground.crossed(state.board, at, to)) for at in spaces]
    common = sorted(set.intersection(*crossed)) if crossed else []
    whats = {row: ground.shift(row) for row in common}
    return [Shift("7.5.sh.7", value, f"all fire across: {row}") for row, value in whats.items() if value]


# -- its die ---------------------------------------------------------------------------------------------


@rule("8.res.1")
def read_result(cell: str) -> tuple[int, int]:
    """Morale result and step loss: "2-1" is a morale result of 2 and the loss of a step, "0-0" is nothing."""
    morale, _, loss = cell.partition("-")
    return int(morale), int(loss)


@rule("7.2.seq.4", "7.2.seq.8", "7.5.sh.1", "7.5.sh.2", "7.5.sh.3")
def column(total: int, found: Sequence[Shift]) -> str | None:
    """The highest column that is not above the value, then shifted: no further than the last one to the
    right; None for off the table to the left, or a value below the first."""
    columns = charts()["crt"].columns
    unshifted = charts()["crt"].column_of(total)
    return shifted(unshifted, found, columns, columns) if unshifted else None


def prospects(state: State, fire: Fire) -> str:
    """The value of a fire before its die: "value 12, column 12-15: 1 3-2, 2 3-1, 3 2-1 ..."."""
    at, units = state.units[fire.at], [state.units[id_] for id_ in fire.units]
    worth = value(state, [*units, *(state.units[id_] for id_ in fire.support)], at).total
    where = column(worth, shifts(state, units, at))
    if where is None:
        return f"value {worth}: no die is rolled, and it has no effect"
    results = ", ".join(f"{die} {charts()['crt'].read(where, die)}" for die in range(1, 7))
    return f"value {worth}, column {where}: {results}"


@rule("7.2.seq.5", "7.2.seq.6", "7.2.seq.7", "8.res.2", "8.res.4", "7.gen.1", "7.1.B.5", "7.1.C.3")
def resolve(play: Play) -> None:
    """The stage: the fire that was announced. Its result counts at once, before the next one is announced."""
    fire, state = firing(play.state), play.state
    at, units = state.units[fire.at], [state.units[id_] for id_ in fire.units]
    guns = [state.units[id_] for id_ in fire.support]
    worth, found = value(state, [*units, *guns], at), shifts(state, units, at)
    where = column(worth.total, found)
    die = play.roll("7.2.seq.5", f"the fire at {at.id} in {name(state, at.at)}") if where else 0
    cell = charts()["crt"].read(where, die) if where else NONE
    play.record(
        FireResolved(
            rule="7.2.seq.5", space=at.at, attackers=(*fire.units, *fire.support), defenders=(at.id,),
            attack=worth.total, defence=0, parts=worth.parts, column=where or "", shifts=packed(found),
            die=die, final=die, result=cell, side=combat(state).shooter,
            support=fire.support,
        )
    )  # fmt: skip
    remember(play, fire, worth.steps)
    strike(play, at, units, *read_result(cell))


@rule("7.3.mult.1", "7.6.res.3", "7.2.fire.1")
def remember(play: Play, fire: Fire, counted: int) -> None:
    """Who fired, and how much counted: what follows in this combat hangs on it."""
    now, at = combat(play.state), play.state.units[fire.at].at
    fired = {**now.fired, **dict.fromkeys((*fire.units, *fire.support), fire.at)}
    distant = now.distant if now.camp == ATTACK else (*now.distant, *fire.support)
    play.note("7.3.mult.1", fired=fired, spent={**now.spent, at: counted}, distant=distant, firing=None)


@rule("7.2.seq.6", "8.res.2", "8.res.4")
def strike(play: Play, at: Unit, units: Sequence[Unit], morale: int, loss: int) -> None:
    """The loss is taken by the target alone; a morale result then waits for its owner."""
    now = combat(play.state)
    largest = max(now.largest, morale) if now.camp == ATTACK else now.largest
    struck = Hit(
        unit=at.id, at=at.at, morale=morale, had=steps(at), loss=loss,
        firers=tuple(dict.fromkeys(unit.at for unit in units)),
    )  # fmt: skip
    play.note("8.res.1", stage=MORALE if morale else now.camp, hit=asdict(struck) if morale else None,
              largest=largest)  # fmt: skip
    if loss:
        lose(play, "8.res.2", at, loss, "by the fire")
