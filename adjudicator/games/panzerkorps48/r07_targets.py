"""Rules 7.2 and 7.3, whom a fire may hit: who takes part, and who of a stack comes first.

7.2.fire     each unit is fired at once a combat     check_target
7.3.type     armor, then personnel, then weapons     ranks, open_targets
7.3.str      the strongest first                     open_targets
7.3.mult     never more steps than at the last one   cap
4.stack.5    bystanders are no targets               check_target
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.mechanics.fire import next_targets
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .combat import ATTACK, DEFENCE, combat, side_of
from .position import name
from .r02_pieces import TARGETS, steps, target


@rule("7.1.B.1", "4.stack.5", "7.1.C.1")
def enemies(state: State) -> tuple[Unit, ...]:
    """The units that may be fired at: of the attackers those adjacent ones that take part and are left, of
    the defenders all that are left in the hex."""
    return side_of(state, DEFENCE if combat(state).camp == ATTACK else ATTACK)


@rule("7.3.type.3", "7.3.mult.4")
def stacks(state: State) -> dict[str, tuple[Unit, ...]]:
    """The enemies by the hex in which they stand: priorities hold within each stack only."""
    found: dict[str, tuple[Unit, ...]] = {}
    for unit in enemies(state):
        found[unit.at] = (*found.get(unit.at, ()), unit)
    return found


@rule("7.3.type.1", "7.3.type.2", "7.3.str.1", "7.3.str.2", "7.2.fire.3", "7.2.fire.7", "7.1.B.4")
def open_in(state: State, units: Iterable[Unit]) -> tuple[str, ...]:
    """Who of a stack may be fired at next: of the first type that is left the strongest by the steps they
    have now; equals are the firer's choice. Who was fired at in this combat is out of it."""
    ranks = {unit.id: (TARGETS.index(target(state, unit)), steps(unit)) for unit in units}
    return next_targets(ranks, combat(state).fired.values())


def open_targets(state: State) -> tuple[str, ...]:
    """Everybody who may be fired at next, stack by stack."""
    return tuple(unit for units in stacks(state).values() for unit in open_in(state, units))


@rule("7.3.mult.1", "7.3.mult.2", "7.3.mult.3")
def cap(state: State, unit: Unit) -> int | None:
    """How many raw steps count at most against a unit, those of supporters with them: as many as counted at
    the target before it in its stack; None for the first one. More may fire, but do not count."""
    return combat(state).spent.get(unit.at)


@rule("7.gen.4", "7.3.type.1", "7.3.str.1", "7.2.fire.3", "4.stack.5", "7.who.4", "7.2.seq.1")
def check_target(state: State, unit: Unit) -> None:
    """A fire is aimed at a single enemy unit, one that comes first in its stack. Raises Refused."""
    now = combat(state)
    if unit not in enemies(state):
        raise no_target(state, unit)
    if unit.id in now.fired.values():
        raise Refused("7.2.fire.3", f"{unit.id} was fired at in this combat already")
    mine = open_in(state, stacks(state)[unit.at])
    if unit.id in mine:
        return
    first = state.units[mine[0]]
    where, them = name(state, unit.at), " or ".join(mine)
    if target(state, first) != target(state, unit):
        why = f"in {where} {target(state, first)} is fired at before {target(state, unit)}: {them}"
        raise Refused("7.3.type.1", why)
    raise Refused("7.3.str.1", f"in {where} the strongest is fired at first: {them}")


def no_target(state: State, unit: Unit) -> Refused:
    """Why a unit is none of those that may be fired at."""
    now = combat(state)
    if now.camp == ATTACK:
        why = f"{unit.id} does not defend {name(state, now.space)}; fire goes into that hex alone"
        return Refused("7.who.4", why)
    if unit.id in now.attackers:
        return Refused("7.1.B.1", f"{unit.id} is no longer next to {name(state, now.space)}")
    if unit.id in now.support:
        return Refused("7.1.B.1", f"{unit.id} supports from a distance; fire hits adjacent attackers")
    return Refused("4.stack.5", f"{unit.id} takes no part in this attack")
