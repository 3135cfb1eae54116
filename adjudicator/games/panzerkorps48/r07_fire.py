"""Rules 7.2 to 7.5, one fire: who fires at whom, its value, its column, its die.

7.2.fire    each unit fires once, at one enemy        check_fire, check_firer, check_target, with_fires
7.3         armor first, then the strongest; a cap    open_in, value
7.4         weapons effectiveness                     value
7.5         column shifts                             shifts
7.2.seq     the steps of a fire                       resolve
8.res       the result                                resolve
4.stack.5   bystanders are no targets                 check_target
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace

from adjudicator.events import FireResolved
from adjudicator.mechanics.armies import stack
from adjudicator.mechanics.charts import by_die
from adjudicator.mechanics.fire import FireValue, fire_value, next_targets
from adjudicator.mechanics.shifts import Shift, packed, shifted
from adjudicator.phases.battlefield import name
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Frame, State, Unit

from .charts import charts, exact
from .levels import ATTACK, DEFENCE, MORALE, Attack, Fire, Hit, combat, firing, left
from .position import ENEMY
from .r02_pieces import ARTILLERY, TARGETS, fire_class, number_on, target
from .r04_costs import crossed, shift
from .r07_attack import begun, check_supporter
from .r08_retreat import lose

NONE = "0-0"
"""The result of a fire without a die."""


# -- whom a fire may hit ---------------------------------------------------------------------------------


@rule("7.1.B.1", "4.stack.5", "7.1.C.1")
def enemies(state: State) -> tuple[Unit, ...]:
    """The units that may be fired at: of the attackers those adjacent ones that take part and are left, of
    the defenders all that are left in the hex."""
    return left(state, DEFENCE if combat(state).camp == ATTACK else ATTACK)


@rule("7.3.type.3", "7.3.mult.4")
def stacks(state: State) -> dict[str, tuple[Unit, ...]]:
    """The enemies by their hexes: priorities hold within each stack only."""
    found: dict[str, tuple[Unit, ...]] = {}
    for unit in enemies(state):
        found[unit.at] = (*found.get(unit.at, ()), unit)
    return found


@rule("7.3.type.1", "7.3.type.2", "7.3.str.1", "7.3.str.2", "7.2.fire.3", "7.2.fire.7", "7.1.B.4")
def open_in(state: State, units: Iterable[Unit]) -> tuple[str, ...]:
    """The units of a stack that may be fired at next: of the first type that is left the strongest by the
    steps they have now; equals are the firer's choice. A unit is fired at once in a combat."""
    ranks = {unit.id: (TARGETS.index(target(state, unit)), unit.steps) for unit in units}
    return next_targets(ranks, combat(state).fired.values())


def open_targets(state: State) -> tuple[str, ...]:
    """Every unit that may be fired at next, stack by stack."""
    return tuple(unit for units in stacks(state).values() for unit in open_in(state, units))


@rule("7.gen.4", "7.3.type.1", "7.3.str.1", "7.2.fire.3", "7.2.seq.1")
def check_target(state: State, unit: Unit) -> None:
    """A fire is aimed at a single enemy unit, one that comes first in its stack. Raises Refused."""
    if unit not in enemies(state):
        raise no_target(state, unit)
    if unit.id in combat(state).fired.values():
        raise Refused("7.2.fire.3", f"{unit.id} was already fired at in this combat")
    mine = open_in(state, stacks(state)[unit.at])
    if unit.id in mine:
        return
    where, them, first = name(state, unit.at), " or ".join(mine), target(state, state.units[mine[0]])
    if first != target(state, unit):
        why = f"in {where} fire at {first} before {target(state, unit)}: {them}"
        raise Refused("7.3.type.1", why)
    raise Refused("7.3.str.1", f"in {where} the strongest is fired at first: {them}")


@rule("7.who.4", "7.1.B.1", "4.stack.5")
def no_target(state: State, unit: Unit) -> Refused:
    """Why a unit is not among those that may be fired at."""
    now = combat(state)
    if now.camp == ATTACK:
        why = f"{unit.id} does not defend {name(state, now.space)}; fire goes into that hex alone"
        return Refused("7.who.4", why)
    if unit.id in now.attackers:
        return Refused("7.1.B.1", f"{unit.id} is no longer adjacent to {name(state, now.space)}")
    if unit.id in now.support:
        return Refused("7.1.B.1", f"{unit.id} is not adjacent. You may fire only at adjacent attackers")
    return Refused("4.stack.5", f"{unit.id} takes no part in this attack")


# -- who may fire ----------------------------------------------------------------------------------------


def firers(state: State) -> tuple[Unit, ...]:
    """The units that may still fire: those left where they began this combat that did not fail a check."""
    now = combat(state)
    able = left(state, now.camp)
    return tuple(unit for unit in able if unit.id not in now.fired and unit.id not in now.held)


@rule("7.2.seq.1", "7.2.fire.2", "7.2.fire.5", "7.2.fire.6", "7.6.sup.2", "7.6.sup.3", "7.6.sup.6")
@rule("7.6.sup.7")
def check_fire(state: State, fire: Fire) -> None:
    """A fire has one target and one or more units adjacent to it, which fire with all they have; artillery at
    a distance is tied to one of these. Raises Refused."""
    everybody = (*fire.units, *fire.support)
    if twice := [one for one in everybody if everybody.count(one) > 1]:
        raise Refused("7.2.fire.6", f"{twice[0]} fires once, with all its steps")
    for id_ in fire.units:
        check_firer(state, state.units[id_])
    check_target(state, state.units[fire.at])
    for id_ in fire.support:
        check_supporter(state, state.units[id_], state.units[fire.at].at)


@rule("7.2.fire.1", "7.who.1", "7.1.C.1", "7.1.def.2", "8.1.att.0", "7.6.sup.3")
def check_firer(state: State, unit: Unit) -> None:
    """A unit fires once in a combat, from the hex from which it began it. Raises Refused."""
    now = combat(state)
    fought, mine = unit.id in (*now.attackers, *now.defenders), unit.side == now.shooter
    if unit.id in now.fired:
        raise Refused("7.2.fire.1", f"{unit.id} has already fired in this combat")
    if mine and not fought and fire_class(state, unit) == ARTILLERY:
        why = f"{unit.id} supports from a distance, so it fires only with a unit adjacent to the target"
        raise Refused("7.6.sup.3", f'{why}: write it after "support"')
    if mine and not fought:
        raise Refused("7.who.1", f"{unit.id} may not fire: it takes no part in this combat")
    if unit.id in now.held:
        raise Refused("8.1.att.0", f"{unit.id} failed its morale check and may not fire")
    if unit in firers(state):
        return
    if mine:
        raise Refused("7.1.C.1", f"{unit.id} is no longer there to fire")
    raise Refused("7.who.1", f"{unit.id} may not fire: the other side fires now")


@rule("7.6.sup.6")
def tied(state: State, fire: Fire) -> Fire:
    """A fire in which artillery at a distance that is named among those who fire supports the others."""
    now = combat(state)
    near = now.attackers if now.camp == ATTACK else now.defenders
    guns = [u for u in fire.units if u not in near and fire_class(state, state.units[u]) == ARTILLERY]
    units = tuple(unit for unit in fire.units if unit not in guns)
    return replace(fire, units=units, support=(*fire.support, *guns)) if units else fire


@rule("7.1.C.2", "7.6.sup.5")
def with_fires(state: State, attack: Attack) -> Attack:
    """An attack that was checked, whose order may say how its attackers fire: each fire is judged as its step
    of the combat would judge it if nobody were lost before. Raises Refused."""
    then = fought(state, attack)
    for told in attack.fires:
        fire = tied(then, told)
        check_fire(then, fire)
        fired = dict.fromkeys((*fire.units, *fire.support), fire.at)
        then = then.with_frame(fired={**combat(then).fired, **fired})
    return attack


def fought(state: State, attack: Attack) -> State:
    """The state in which the fires of the attackers are told, if nobody is lost before."""
    foes = stack(state, attack.target, ENEMY[attack.side])
    facts = begun(state, attack, tuple(unit.id for unit in foes)) | {"camp": ATTACK}
    return state.but(frames=(*state.frames, Frame("combat", facts)))


# -- 7.4, 7.5 its value and shifts -----------------------------------------------------------------------


@rule("7.2.seq.2", "7.2.seq.3", "7.3.mult.1", "7.3.mult.2", "7.3.mult.3", "7.4.wec.1", "7.4.wec.2")
@rule("7.4.wec.3", "7.4.wec.4", "7.4.wec.5", "7.gen.3", "7.gen.5", "2.1.step.2")
def value(state: State, units: Sequence[Unit], at: Unit) -> FireValue:
    """The steps of each fire class times its effect on the target, rounded with a half down; the sum of all
    classes. No more raw steps count, those of supporters with them, than counted at the target before it in
    its stack: more may fire, but do not count. Nothing is added for a hasty attack."""
    against = target(state, at)
    return fire_value(
        {unit.id: (fire_class(state, unit), unit.steps) for unit in units}, combat(state).spent.get(at.at),
        lambda weapons: exact(charts()["wec"].cell(against, weapons)), against, "7.3.mult.3", "7.4.wec.1",
    )  # fmt: skip


@rule("7.5.sh.4", "7.5.sh.5", "7.5.sh.6", "7.5.sh.7")
def shifts(state: State, units: Sequence[Unit], at: Unit) -> tuple[Shift, ...]:
    """What shifts a fire: the armor of its target; and, where attackers fire, the ground of the defender and
    what every adjacent unit that fires has to fire across. Ground never helps attackers."""
    modifier, board = number_on(state, at, "modifier"), state.board
    found = [Shift("7.5.sh.5", -modifier, f"the armor of {at.id}")] if modifier else []
    if combat(state).camp == ATTACK:
        broken = shift(str(board.spaces[at.at].facts["terrain"]))
        found += [Shift("7.5.sh.6", broken, f"{name(state, at.at)} is broken ground")] if broken else []
        across = [set(crossed(board, unit.at, at.at)) for unit in units]
        for row in sorted(set.intersection(*across)) if across else ():
            found += [Shift("7.5.sh.7", shift(row), f"all fire across: {row}")] if shift(row) else []
    return tuple(found)


@rule("7.2.seq.4", "7.2.seq.8", "7.5.sh.1", "7.5.sh.2", "7.5.sh.3")
def column(total: int, found: Sequence[Shift]) -> str | None:
    """The highest column that is not above the value, then shifted: no further than the last one to the
    right; None for off the table to the left, or a value below the first."""
    columns = charts()["crt"].columns
    unshifted = charts()["crt"].column_of(total)
    return shifted(unshifted, found, columns, columns) if unshifted else None


def prospects(state: State, fire: Fire) -> str:
    """The value of a fire before its die: "value 12, column 12-15: die 1: 3-2, 2: 3-1, 3-4: 2-1 ..."."""
    at, units = state.units[fire.at], [state.units[id_] for id_ in fire.units]
    worth = value(state, [*units, *(state.units[id_] for id_ in fire.support)], at).total
    where = column(worth, shifts(state, units, at))
    if where is None:
        return f"value {worth}: no die is rolled, and it has no effect"
    return f"value {worth}, column {where}: {by_die(charts()['crt'], where)}"


@rule("8.res.1")
def read_result(cell: str) -> tuple[int, int]:
    """Morale result and step loss: "2-1" is a morale result of 2 and the loss of a step, "0-0" is nothing."""
    morale, _, loss = cell.partition("-")
    return int(morale), int(loss)


# -- its die ---------------------------------------------------------------------------------------------


@rule("7.2.seq.5", "7.2.seq.6", "7.2.seq.7", "8.res.2", "8.res.4", "7.gen.1", "7.1.B.5", "7.1.C.3")
def resolve(play: Play) -> None:
    """The stage: the fire that was announced. Its result counts at once, before the next one is announced."""
    fire, state = firing(play.state), play.state
    at, units = state.units[fire.at], [state.units[id_] for id_ in fire.units]
    worth = value(state, [*units, *(state.units[id_] for id_ in fire.support)], at)
    found = shifts(state, units, at)
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
    """Who fired, and how much counted: what follows in this combat depends on it."""
    now, at = combat(play.state), play.state.units[fire.at].at
    fired = {**now.fired, **dict.fromkeys((*fire.units, *fire.support), fire.at)}
    distant = now.distant if now.camp == ATTACK else (*now.distant, *fire.support)
    play.note("7.3.mult.1", fired=fired, spent={**now.spent, at: counted}, distant=distant, firing=None)


@rule("7.2.seq.6", "8.res.2", "8.res.4")
def strike(play: Play, at: Unit, units: Sequence[Unit], morale: int, loss: int) -> None:
    """The loss is taken by the target alone; a morale result then waits for its owner."""
    now = combat(play.state)
    largest = max(now.largest, morale) if now.camp == ATTACK else now.largest
    firers = tuple(dict.fromkeys(unit.at for unit in units))
    struck = Hit(unit=at.id, at=at.at, morale=morale, had=at.steps, loss=loss, firers=firers)
    stage, hit = (MORALE, asdict(struck)) if morale else (now.camp, None)
    play.note("8.res.1", stage=stage, hit=hit, largest=largest)
    if loss:
        lose(play, "8.res.2", at, loss, "by the fire")
