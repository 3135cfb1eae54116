"""Rule 7.6, artillery that supports at a distance: who may, how far, how often.

7.6.sup      artillery, in range, beside an adjacent friend     check_supporter, check_aim
7.6.res      once a phase; not out of an enemy zone             check_supporter, check_aim
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.mechanics.armies import army, distance
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import State, Unit

from .charts import switched_on
from .combat import ATTACK, combat
from .levels import Attack, phase
from .position import name
from .r02_pieces import ARTILLERY, fire_class, range_of
from .r05_zones import controlled
from .r09_release import bound


@rule("7.who.2", "7.6.sup.1", "7.6.res.0", "7.6.res.1", "7.6.res.4")
def check_aim(state: State, unit: Unit, space: str) -> None:
    """Artillery supports against enemies in its range, its own hex not counted and theirs counted; out of an
    enemy zone only against those next to it. Raises Refused."""
    if fire_class(state, unit) != ARTILLERY:
        raise Refused("7.6.sup.1", f"{unit.id} is no artillery: it fires only at enemies next to it")
    far, most = distance(state, unit.at, space), range_of(state, unit)
    if far > most:
        why = f"{name(state, space)} is {far} hexes from {unit.id}, whose range is {most}"
        raise Refused("7.6.res.1", why)
    if switched_on("7.6.res.4") and far > 1 and controlled(state, unit.at, unit.side):
        why = f"{unit.id} stands in an enemy zone and fires only at enemies next to it"
        raise Refused("7.6.res.4", why)


# -- the attacker's, named with the attack ---------------------------------------------------------------


@rule("7.6.sup.5", "7.6.res.2", "7.1.A.1")
def check_attackers_support(state: State, attack: Attack) -> None:
    """The artillery that supports an attack is named with it: its own side's, at a distance, in range, and
    each once a phase, be it that it supports or attacks. Raises Refused."""
    for id_ in attack.support:
        unit = state.units[id_]
        check_aim(state, unit, attack.target)
        if distance(state, unit.at, attack.target) == 1:
            raise Refused("7.6.sup.1", f"{id_} is next to the target: name it among those who attack")
        used = (*phase(state).supported, *phase(state).attacked)
        if switched_on("7.6.res.2") and id_ in used:
            raise Refused("7.6.res.2", f"{id_} has supported or attacked in this phase already")


def supporting(state: State, attack: Attack) -> tuple[str, ...]:
    """The artillery that could be named with an attack."""
    mine = (unit for unit in army(state, attack.side) if not bound(state, unit))
    guns = (unit for unit in mine if fire_class(state, unit) == ARTILLERY)
    alone = (replace(attack, support=(gun.id,)) for gun in guns)
    return tuple(one.support[0] for one in alone if not refusal(check_attackers_support, state, one))


# -- with a fire -----------------------------------------------------------------------------------------


@rule("7.6.sup.4", "7.6.sup.5", "7.6.res.3", "7.1.B.3")
def check_supporter(state: State, unit: Unit, space: str) -> None:
    """Who supports a fire at a hex: of the attacker's artillery what he named with the attack; of the
    defender's any that is not in the hex itself and gave none in an earlier combat of this phase. Raises
    Refused."""
    now = combat(state)
    if unit.side != now.shooter or unit.at not in state.board.spaces:
        raise Refused("7.6.sup.2", f"{unit.id} is not there to support this fire")
    if unit.id in now.fired:
        raise Refused("7.2.fire.1", f"{unit.id} has fired in this combat already")
    if now.camp == ATTACK and unit.id not in now.support:
        raise Refused("7.6.sup.5", f"{unit.id} was not named for support when the attack was announced")
    if now.camp != ATTACK and unit.id in now.defenders:
        raise Refused("7.6.sup.2", f"{unit.id} is attacked itself: it fires with its own hex")
    if now.camp != ATTACK and switched_on("7.6.res.3") and unit.id in phase(state).defended:
        raise Refused("7.6.res.3", f"{unit.id} gave distant support in another combat of this phase")
    check_aim(state, unit, space)


def able(state: State, space: str) -> tuple[str, ...]:
    """The artillery of who fires now that may support a fire at a hex."""
    now = combat(state)
    guns = (unit for unit in army(state, now.shooter) if fire_class(state, unit) == ARTILLERY)
    return tuple(gun.id for gun in guns if not refusal(check_supporter, state, gun, space))
