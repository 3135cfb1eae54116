"""Rules 7 and 7.1.A, an attack: what is checked as it is announced, and how it begins."""

from __future__ import annotations

from dataclasses import asdict, replace

from adjudicator.events import SegmentNoted
from adjudicator.events.fights import AttackAnnounced
from adjudicator.mechanics.armies import army, distance, stack
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from . import ground
from .combat import DEFENCE
from .levels import Attack
from .orders import HASTY, PREPARED
from .position import ENEMY, enemy_here, name
from .r07_support import check_attackers_support, supporting


@rule("7.who.3", "7.who.4", "7.who.5", "7.who.6", "7.who.7", "7.gen.1")
def check(state: State, attack: Attack) -> None:
    """Whether an attack may be announced, beside what its phase asks of it: some units next to a single hex
    with enemies in it, and artillery that supports them. A stack may part for several attacks, and a hex may
    be attacked again. Raises Refused."""
    if not enemy_here(state, attack.target, attack.side):
        near = dict.fromkeys(
            (at, unit) for unit in attack.attackers for at in targets(state, state.units[unit])
        )
        legal = tuple(order(replace(attack, target=at), unit) for at, unit in near)
        raise Refused("7.who.4", f"no enemy stands in {name(state, attack.target)}", legal)
    for unit in attack.attackers:
        check_attacker(state, state.units[unit], attack)
    try:
        check_attackers_support(state, attack)
    except Refused as no:
        raise Refused(no.rule, no.why, guns(state, attack)) from None


@rule("7.who.1", "7.who.3", "2.2.map.3")
def check_attacker(state: State, unit: Unit, attack: Attack) -> None:
    """A unit of the attacker next to the target, with no water between that bars attacks. Raises Refused."""
    where = name(state, attack.target)
    if distance(state, unit.at, attack.target) != 1:
        why = f"{unit.id} is not next to {where}; at a distance artillery supports, and nobody else"
        raise Refused("7.who.1", why, instead(state, attack))
    if why := ground.barred(state.board, unit.at, attack.target):
        raise Refused("2.2.map.3", f"{unit.id} cannot attack {where}: {why}", instead(state, attack))


def targets(state: State, unit: Unit) -> tuple[str, ...]:
    """The hexes that a unit could attack."""
    near = state.board.neighbours(unit.at) if unit.at in state.board.spaces else ()
    return tuple(
        b for b in near if enemy_here(state, b, unit.side) and not ground.barred(state.board, unit.at, b)
    )


def instead(state: State, attack: Attack) -> tuple[str, ...]:
    """Attacks on this hex by all that could attack it, and by each alone."""
    mine = (unit for unit in army(state, attack.side) if attack.target in targets(state, unit))
    able = [unit.id for unit in mine]
    return tuple(order(attack, who) for who in dict.fromkeys((", ".join(able), *able)) if who)


def order(attack: Attack, units: str, support: str = "") -> str:
    """An attack on the same hex as an order."""
    helped = f" support {support}" if support else ""
    return f"{HASTY if attack.hasty else PREPARED} {attack.target} by {units}{helped}"


def guns(state: State, attack: Attack) -> tuple[str, ...]:
    """The same attack with each artillery unit that could support it, and without."""
    units = ", ".join(attack.attackers)
    return tuple(order(attack, units, gun) for gun in (*supporting(state, attack), ""))


@rule("7.1.A.1", "7.6.sup.5", "7.6.res.2", "4.stack.4", "7.gen.2")
def begin(play: Play, attack: Attack) -> None:
    """An attack that was checked begins: the hex, those who attack and the artillery with them are fixed from
    here on. What its order says of fires and advances is the attacker's secret until it comes to that."""
    play.record(
        AttackAnnounced(
            rule="7.1.A.1", side=attack.side, space=attack.target, attackers=attack.attackers,
            support=attack.support, hasty=attack.hasty,
        )
    )  # fmt: skip
    state = play.state
    foes = tuple(unit.id for unit in stack(state, attack.target, ENEMY[attack.side]))
    play.enter(
        "7.1.A.1", "combat", stage=DEFENCE, camp=DEFENCE, side=attack.side, space=attack.target,
        attackers=attack.attackers, support=attack.support, defenders=foes, hasty=attack.hasty,
        stood={unit: state.units[unit].at for unit in (*attack.attackers, *foes)},
    )  # fmt: skip
    fires = tuple(asdict(fire) for fire in attack.fires)
    plan = {"fires": fires, "advances": attack.advances}
    play.record(SegmentNoted(rule="7.1.A.1", to=(attack.side,), about=plan))
