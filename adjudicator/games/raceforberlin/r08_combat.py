"""Rule 8, Combat.

8.1.1, 8.1.3   who may attack what             check_attack, attack
8.1.2          strengths, column, modifiers    r08_strength; the die is rolled in `fight`
8.2            step losses                     r08_losses
8.3            retreats                        r08_retreat
8.4            advance                         r08_advance

A battle is a level of the sequence of play of its own; `STAGES` names its steps in their order: the
collapse of conscripts (event 8), Heinrici (event 1), the die, losses, retreats, advance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from adjudicator.mechanics.charts import foretold
from adjudicator.mechanics.drm import packed, total
from adjudicator.mechanics.odds import number
from adjudicator.mechanics.strength import total_strength
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .charts import charts
from .events import CombatResolved
from .position import GERMAN, SOVIET, american, is_city, label, marked, over_oder_neisse, own_front, soviet
from .r04_lines import called
from .r04_operations import impulse, owner
from .r07_movement import disputed, zone
from .r08_advance import advance, take_advance
from .r08_chits import check_collapse, collapse, heinrici, take_heinrici
from .r08_losses import eliminate, losses, owe, read_result, take_loss, take_step
from .r08_retreat import may_retreat, retreat, retreats, take_retreat
from .r08_strength import (
    attack_worth,
    battle_ratio,
    defence_worth,
    defenders,
    find_column,
    guest,
    modifiers,
    odds_of,
    strength,
    units_in,
)

__all__ = [
    "attack",
    "battle",
    "battle_ratio",
    "check_attack",
    "defenders",
    "eliminate",
    "guest",
    "may_retreat",
    "retreats",
    "strength",
    "take_advance",
    "take_heinrici",
    "take_loss",
    "take_retreat",
    "take_step",
    "targets",
]

# -- 8.1.1, 8.1.3 who may attack what --------------------------------------------------------------


def check_attack(state: State, order: Order) -> None:
    """Whether an attack may be made as ordered. Raises Refused."""
    space, nationality = order.args["zone"], owner(state)[1]
    attackers = attackers_of(state, order)
    check_target(state, space, nationality)
    for unit in attackers:
        check_attacker(state, unit, space)
    check_way_in(state, attackers, space)
    collapsing = order.args.get("chit8", "")
    if collapsing:
        check_collapse(state, collapsing, space)
        state = state.with_unit(replace(state.units[collapsing], steps=1))
    odds_of(state, attackers, space)


def attackers_of(state: State, order: Order) -> tuple[Unit, ...]:
    """The units of an attack, each once."""
    return tuple(state.units[unit] for unit in dict.fromkeys(order.args["units"]))


@rule("8.1.1.a", "8.1.1.b", "8.1.3")
def check_target(state: State, space: str, nationality: str) -> None:
    """A zone with enemies, outside Berlin (8.1.1.b), that was not attacked in this impulse (8.1.3)."""
    if is_city(state, space):
        why = f"{zone(state, space)} is a city zone; it is fought for on the City Progress table, from inside"
        raise Refused("8.1.1.b", why)
    if not defenders(state, space, nationality):
        raise Refused("8.1.1.a", f"nobody in {zone(state, space)} can be attacked")
    check_once(state, space)


@rule("8.1.3")
def check_once(state: State, space: str) -> None:
    """A zone is attacked, or rolled for, once in an impulse (ruling 32)."""
    if space in impulse(state).get("attacked", ()):
        raise Refused("8.1.3", f"{zone(state, space)} has been attacked in this impulse already")


@rule("8.1.1.a")
def check_attacker(state: State, unit: Unit, space: str) -> None:
    """A unit next to the zone, which has not fought in this impulse."""
    check_may_fight(state, unit)
    if unit.at not in state.board.neighbours(space):
        why = f"{label(state, unit.id)} in {called(state, unit.at)} is not adjacent to {zone(state, space)}"
        raise Refused("8.1.1.a", why)


@rule("4.1.4")
def check_may_fight(state: State, unit: Unit) -> None:
    """One battle an impulse (4.1.4); that the unit is in combat mode is checked with the plan (4.1.3.a)."""
    if unit.id in impulse(state).get("fought", ()):
        name = label(state, unit.id)
        raise Refused("4.1.4", f"{name} fights in this impulse already")


def targets(state: State, unit: Unit) -> tuple[str, ...]:
    """The zones outside Berlin next to a unit that hold enemies of it."""
    if unit.at not in state.board.spaces:
        return ()
    attacking = SOVIET if soviet(state, unit) else GERMAN
    near = state.board.neighbours(unit.at)
    return tuple(b for b in near if not is_city(state, b) and defenders(state, b, attacking))


@rule("8.4.1.a", "7.3.2.a", "7.2.1", "7.4.2", "2.2.3")
def check_way_in(state: State, attackers: tuple[Unit, ...], space: str) -> None:
    """An advance is compulsory, so what no attacker could enter is not attacked: an American zone (2.2.3),
    for Soviets a zone beyond the boundary of the fronts (7.3.2.a, ruling 24), for Germans the far bank of
    the Oder-Neisse (7.2.1, ruling 23) and anything from a city zone they may not leave (7.4.2, ruling
    51)."""
    here, advances = zone(state, space), "the attackers would have to advance"
    if american(state, space):
        raise Refused("2.2.3", f"{here} has been taken by the Americans and is closed; {advances}")
    for unit in attackers:
        name = label(state, unit.id)
        if soviet(state, unit) and not own_front(state, space, unit.side):
            raise Refused("7.3.2.a", f"{here} lies on the other front's side of the boundary; {advances}")
        if soviet(state, unit):
            continue
        if over_oder_neisse(state, unit.at, space) and marked(state, space, "east_bank"):
            raise Refused("7.2.1", f"{name} may not cross the Oder-Neisse to {here}; {advances}")
        if disputed(state, unit.at):
            raise Refused("7.4.2", f"{name} may not leave Berlin from {zone(state, unit.at)}; {advances}")


# -- a battle begins -------------------------------------------------------------------------------


@rule("8.1.3", "8.1.2.i", "7.3.3.c")
def attack(play: Play, order: Order) -> None:
    """Begin the battle of an attack, which is checked again now: who retreated into the zone may have made it
    too strong (8.1.2.i). Who is a guest there now is lost with his hosts (7.3.3.c). Raises Refused."""
    check_attack(play.state, order)
    state, space, (camp, nationality) = play.state, order.args["zone"], owner(play.state)
    attackers = attackers_of(state, order)
    note_fight(play, space, attackers)
    defending = defenders(state, space, nationality)
    play.enter(
        "8.1.1.a",
        "battle",
        stage="collapse",
        space=space,
        camp=camp,
        nation=nationality,
        attackers=tuple(unit.id for unit in attackers),
        origins=tuple(dict.fromkeys(unit.at for unit in attackers)),
        defenders=tuple(unit.id for unit in defending),
        guests=tuple(unit.id for unit in state.at(space) if guest(state, unit)),
        advance=tuple(order.args.get("advance", ())),
        chit8=order.args.get("chit8", ""),
        chit8_line=tuple(order.args.get("chit8_line", ())),
    )


@rule("8.1.3", "E6.2")
def note_fight(play: Play, space: str, attackers: tuple[Unit, ...]) -> None:
    """Let the impulse remember which zone was attacked (8.1.3), and by whom: the army of event 6 is in
    reserve afterwards (E6.2)."""
    facts = impulse(play.state)
    attacked = (*facts.get("attacked", ()), space)
    fought = (*facts.get("fought", ()), *(unit.id for unit in attackers))
    play.note("8.1.3", attacked=attacked, fought=fought)


def battle(play: Play) -> None:
    """The segment "battle": whatever its present stage does."""
    STAGES[play.state.frame.facts["stage"]](play)


# -- 8.1.2 the die ---------------------------------------------------------------------------------


@rule("8.1.2.d", "8.2.1.a", "8.3.1.a", "8.ex.1", "8.ex.3")
def fight(play: Play) -> None:
    """The stage: one die plus the sum of the modifiers, read on the column of the ratio."""
    space = play.state.frame.facts["space"]
    attackers, defending = units_in(play.state, "attackers"), units_in(play.state, "defenders")
    ours = [attack_worth(play.state, unit, space) for unit in attackers]
    theirs = [defence_worth(play.state, unit) for unit in defending]
    attack_sum, defence_sum = total_strength(ours), total_strength(theirs)
    column = find_column(charts()["crt"], attack_sum, defence_sum)
    drms = modifiers(play.state, attackers, space)
    die = play.roll("8.1.2.d", f"the attack on {zone(play.state, space)}")
    result = charts()["crt"].read(column, die + total(drms))
    play.record(
        CombatResolved(
            rule="8.1.2",
            space=space,
            attackers=tuple(unit.id for unit in attackers),
            defenders=tuple(unit.id for unit in defending),
            attack=number(attack_sum),
            defence=number(defence_sum),
            parts=tuple(line for one in (*ours, *theirs) for line in one.parts),
            column=column,
            drm=total(drms),
            drms=packed(drms),
            die=die,
            final=die + total(drms),
            result=result,
        )
    )
    hits = read_result(result)
    owe(play, "8.2.1.a", hits["A"], hits["D"], "retreat" if hits["R"] else "advance")


def foretell(state: State, order: Order) -> str:
    """What a dry run says of an attack as things stand: strengths, column, modifiers, and its results."""
    if order.verb != "combat":
        return ""
    space = order.args["zone"]
    attackers = tuple(state.units[unit] for unit in dict.fromkeys(order.args["units"]))
    against = defenders(state, space, owner(state)[1])
    ours = total_strength([attack_worth(state, unit, space) for unit in attackers])
    theirs = total_strength([defence_worth(state, unit) for unit in against])
    column, drm = find_column(charts()["crt"], ours, theirs), total(modifiers(state, attackers, space))
    return f"as things stand {foretold(charts()['crt'], column, str(number(ours)), str(number(theirs)), drm)}"


STAGES: Mapping[str, Callable[[Play], None]] = {
    "collapse": collapse,
    "heinrici": heinrici,
    "fight": fight,
    "losses": losses,
    "retreat": retreat,
    "advance": advance,
}
"""The stages of a battle, in their order."""
