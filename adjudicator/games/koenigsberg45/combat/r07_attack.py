"""Rules 7.0, 7.3 and 3.5, who may attack what; what a player may know before announcing it (0.1d, 0.1e).

7.0   adjacent hexes with combat units       check_target, check_attacker
7.3a  one attack for each unit               check_attacker
7.3c  units that add nothing                 check_strength
3.5   only what a ZOC reaches                check_reach
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.mechanics.armies import distance
from adjudicator.mechanics.charts import foretold
from adjudicator.mechanics.odds import ratio
from adjudicator.mechanics.remembered import of_state
from adjudicator.orders import Order
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .. import fog, terrain
from ..charts import charts
from ..hexes.r03_zoc import reaches
from ..hexes.r04_costs import LEG, MECHANISED
from ..levels import activation
from ..orders import ATTACK, said
from ..position import ENEMY, covered, enemy_here, fighters, hqs, is_combat, mechanised, printed, units_of
from ..turn import r12_hipper, r13_air
from ..turn.r02_command import may_attack, not_active
from .r07_strength import Odds, adds_nothing, attack_across, crossings, odds_of, ship_worth

SHOWN = 12
"""How many examples a question or a refusal gives."""


@rule("7.2.1", "7.3a.1", "7.3a.2", "K-R101")
def check_attack(state: State, order: Order) -> tuple[Unit, ...]:
    """The attackers of an order, any number from any hexes, if they may attack as it says. Whether an HQ is
    alone is looked at last: an attack that cannot be made anyhow does not find it out. Raises Refused."""
    line = said(order)
    space, now = line.hex, activation(state)
    attackers = attackers_of(state, order)
    for unit in attackers:
        check_may_attack(state, unit)
    check_enemy(state, space, now.side)
    for unit in attackers:
        check_reach(state, unit, space)
    check_strength(state, attackers)
    r13_air.check_air(state, now.side, now.hq, line.air)
    if line.ship:
        r12_hipper.check_ship(state, now.side, now.hq, space)
    if line.odds:
        seen_top(state, space)
    check_target(state, space, now.side)
    return attackers


def attackers_of(state: State, order: Order) -> tuple[Unit, ...]:
    """The units of an attack, each once; "all" are those that may attack the hex and add something. Raises
    Refused where there are none."""
    if said(order).units != (ALL,):
        return tuple(state.units[unit] for unit in dict.fromkeys(said(order).units))
    space = said(order).hex
    found = tuple(unit for unit in free(state) if open_to_attack(state, unit, space))
    if not found:
        raise Refused("7.0.1", f"none of your units may attack {terrain.name(state, space)} now")
    return found


@rule("7.0.1", "7.3a.3", "0.1d.3", "K-R26")
def check_may_attack(state: State, unit: Unit) -> None:
    """An activated combat unit of the active side that has not been named in an attack of this segment, not
    even in one that was cancelled (K-R26). Raises Refused."""
    now, name = activation(state), unit.id
    if unit.side != now.side:
        raise Refused("7.0.1", f"{name} is not yours")
    if not is_combat(state, unit):
        raise Refused("7.0.1", f"{name} is not a combat unit")
    if unit.id in now.attacked:
        raise Refused("7.3a.3", f"{name} has already attacked in this segment")
    if not may_attack(state, unit.id):
        why = not_active(state, unit.id)
        raise Refused("7.0.1", f"{name} is not activated to attack{': ' if why else ''}{why}")


@rule("7.0.1", "7.0.2")
def check_enemy(state: State, space: str, side: str) -> None:
    """A hex with enemy units, of whatever kind. Raises Refused."""
    if not enemy_here(state, space, side):
        raise Refused("7.0.2", f"there is no enemy in {terrain.name(state, space)}")


@rule("7.0.1", "7.0.2", "K-R101")
def check_target(state: State, space: str, side: str) -> None:
    """A hex with enemy combat units; an HQ alone is overrun, not attacked. What is below the top of a stack
    is not betrayed: where any combat unit is, or may be for all that a view shows, the attack stands. Raises
    Refused."""
    check_enemy(state, space, side)
    enemy, here = ENEMY[side], terrain.name(state, space)
    if not (fighters(state, space, enemy) or state.covers.get(space) or fog.in_doubt(state, space, enemy)):
        raise Refused("7.0.2", f"only an HQ is in {here}: it may be overrun, but not attacked")


@rule("7.0.1", "3.5.1", "3.5.5", "7.4a.5", "K-R16")
def check_reach(state: State, unit: Unit, space: str) -> None:
    """The target is adjacent and terrain lets the unit's ZOC reach it (3.5 point 1). A unit that cannot reach
    it takes no part, even if others can; units without a ZOC are judged by the terrain, too (K-R16). Raises
    Refused."""
    name, here = unit.id, terrain.name(state, space)
    if unit.at not in state.board.spaces or distance(state, unit.at, space) != 1:
        raise Refused("7.0.1", f"{name} is not adjacent to {here}")
    if terrain.unbridged_major(state, unit.at, space) or terrain.impassable(state, unit.at, space):
        raise Refused("3.5.5", f"the ZOC of {name} does not reach {here} across this hexside")
    if over_lake(state, unit, space):
        raise Refused("7.4a.5", f"{name} is mechanised. Mechanised units may not attack across a lake")
    if not in_reach(state, unit, space):
        raise Refused("3.5.1", f"{name} could not move into {here}, so its ZOC does not reach it")


def over_lake(state: State, unit: Unit, space: str) -> bool:
    """Whether the chart forbids a mechanised unit to attack across this hexside."""
    rows = crossings(state, unit.at, space)
    return mechanised(state, unit) and any("mechanised no" in attack_across(row) for row in rows)


def in_reach(state: State, unit: Unit, space: str) -> bool:
    """Whether terrain lets a unit's zone reach an adjacent hex."""
    column = MECHANISED if mechanised(state, unit) else LEG
    return distance(state, unit.at, space) == 1 and reaches(state.board, column, unit.at, space)


@rule("7.3c.1", "7.3c.3")
def check_strength(state: State, attackers: Sequence[Unit]) -> None:
    """Units that add nothing attack only with others. Raises Refused."""
    weak = [unit for unit in attackers if adds_nothing(state, unit)]
    if len(weak) == len(attackers):
        clause = "7.3c.3" if any(printed(state, unit, ATTACK) for unit in weak) else "7.3c.1"
        names = ", ".join(unit.id for unit in weak)
        raise Refused(clause, f"{names} cannot attack without a unit of attack strength")


@rule("0.1e.1", "K-R101")
def targets(state: State, unit: Unit, *, sure: bool = True) -> tuple[str, ...]:
    """The hexes that a unit could attack, as far as its owner can see; with those that show only an HQ or a
    marker where it need not be `sure`."""
    if unit.at not in state.board.spaces:
        return ()
    near = state.board.neighbours(unit.at)
    shown = (b for b in near if visible(state, b, unit.side) or (not sure and doubtful(state, b, unit.side)))
    return tuple(b for b in shown if open_to_attack(state, unit, b))


def doubtful(state: State, space: str, side: str) -> bool:
    """Whether a side sees a marker alone in a hex, or an HQ below which a combat unit may be."""
    return space in covered(state, ENEMY[side]) or fog.in_doubt(state, space, ENEMY[side])


def open_to_attack(state: State, unit: Unit, space: str) -> bool:
    """Whether nothing on the ground keeps a unit from attacking a hex."""
    return in_reach(state, unit, space) and not over_lake(state, unit, space)


@rule("0.1e.1", "0.1d.4")
@of_state
def visible(state: State, space: str, side: str) -> Unit | None:
    """The enemy combat unit that a side sees in a hex; None where it sees nothing, a marker or an HQ."""
    unit = state.units.get(fog.top(state, space, ENEMY[side]))
    return unit if unit is not None and is_combat(state, unit) else None


def possible(state: State) -> bool:
    """Whether a unit that may attack faces an enemy, of whatever kind: more is not to be seen."""
    enemy = ENEMY[activation(state).side]
    return any(
        units_of(state, near, enemy) and open_to_attack(state, unit, near)
        for unit in free(state)
        for near in state.board.neighbours(unit.at)
    )


def free(state: State) -> tuple[Unit, ...]:
    """The units that may attack and would add something."""
    units = (state.units[unit] for unit in activation(state).active if may_attack(state, unit))
    return tuple(unit for unit in units if unit.at in state.board.spaces and not adds_nothing(state, unit))


def attacks(state: State) -> Iterator[str]:
    """Attacks that may be ordered: on each visible target with all who reach it, and with each alone."""
    found: dict[str, list[str]] = {}
    for unit in free(state):
        for target in targets(state, unit):
            found.setdefault(target, []).append(unit.id)
    yield from (f"attack {target} with {', '.join(units)}" for target, units in found.items())
    for target, units in found.items():
        yield from (f"attack {target} with {unit}" for unit in units if len(units) > 1)


@rule("0.1d.4", "0.1e.1", "0.1e.3")
def condition_met(state: State, order: Order, attackers: Sequence[Unit]) -> str:
    """Why the condition of an attack is not met, "" if it is. It is checked before the attack is announced,
    by what the attacker sees: its own units and the enemy's top unit. Raises Refused where it sees none."""
    space, wanted = said(order).hex, said(order).odds
    column = seen_odds(state, order, attackers, seen_top(state, space)).column
    if column and ratio(column) >= ratio(wanted):
        return ""
    return f"your condition is {wanted}, and by what you see it would be {column or 'worse than 1-2'}"


@rule("0.1d.4", "0.1e.1")
def seen_top(state: State, space: str) -> Unit:
    """The enemy combat unit that the attacker sees in a hex. Raises Refused where it sees none."""
    top = visible(state, space, activation(state).side)
    if top is None:
        why = f"no unit is to be seen in {terrain.name(state, space)}; its strength is told to nobody"
        raise Refused("0.1d.4", f"{why} before the attack is announced")
    return top


def foretell(state: State, order: Order) -> str:
    """What a dry run says of an attack: its odds by what its writer sees, and the results on their column."""
    if order.verb != ATTACK:
        return ""
    top = visible(state, said(order).hex, activation(state).side)
    if top is None:
        return unseen_told(state, said(order).hex)
    odds = seen_odds(state, order, [state.units[unit] for unit in dict.fromkeys(said(order).units)], top)
    return seen_told(odds.column, str(odds.attack), str(odds.defence))


@rule("0.1e.1", "K-R101")
def unseen_told(state: State, space: str) -> str:
    """What the attacker is told of an attack on a hex in which it sees no combat unit."""
    if hqs(state, space, ENEMY[activation(state).side]):
        return "you see only an HQ there. Alone it may not be attacked; if not, you learn the odds then"
    return "you see no unit there. You learn the odds when the attack is announced"


def seen_told(column: str, attack: str, defence: str) -> str:
    """What the attacker is told of the odds, from what it sees; the column is "" below the table."""
    if not column:
        return f"by what you see {attack} to {defence}, which is worse than 1-2: no die is rolled"
    return f"by what you see {foretold(charts()['crt'], column, attack, defence)}"


def seen_odds(state: State, order: Order, attackers: Sequence[Unit], top: Unit) -> Odds:
    """The odds of an attack if the visible unit were all there is."""
    line = said(order)
    support = [ship_worth(state)] if line.ship else []
    air = r13_air.shifts(state, dict(line.air))
    return odds_of(state, attackers, [top], line.hex, air, support)
