"""Rule 8, Combat.

8.1.1, 8.1.3   who may attack what             check_attack, attack
8.1.2          strengths, column, modifiers    r08_strength; the die is rolled in `fight`
8.2            step losses                     r08_losses
8.3, 8.4       retreats, advance               r08_retreat
E8, E1         the collapse of conscripts (event 8), then Heinrici (event 1), before the die

A battle is a level of the sequence of play of its own; `STAGES` names its steps in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from adjudicator.answering import first_legal
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import Choice
from adjudicator.mechanics.charts import foretold
from adjudicator.mechanics.drm import total
from adjudicator.mechanics.odds import number
from adjudicator.mechanics.remembered import of_state
from adjudicator.mechanics.strength import Odds
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from ..annex_events import COLLAPSE, play_chit
from ..events import CombatResolved
from ..orders import said
from ..position import (
    GERMAN,
    SOVIET,
    american,
    campaign,
    is_city,
    label,
    marked,
    over_oder_neisse,
    own_front,
    soviet,
    zone,
)
from ..r04_operations import IMPULSES, called, impulse, owner
from ..r07_movement import disputed
from ..r11_setup import HEINRICI
from .r08_losses import losses, owe, read_result
from .r08_retreat import ADVANCE, RETREAT, advance, all_may_retreat, retreat
from .r08_strength import defenders, guest, odds_of, the_battle, units_in


@rule("E8.1", "E8.2")
def check_collapse(state: State, unit_id: str, space: str) -> None:
    """Event 8 reduces one defending German unit (E8.1) that is at full strength: it destroys none (E8.2)."""
    camp, nationality = owner(state)
    unit, name = state.units[unit_id], label(state, unit_id)
    if nationality != SOVIET or COLLAPSE not in state.hands.get(camp, ()):
        raise Refused("E8.1", "you do not hold chit 8, or this is not your Soviet impulse")
    if unit.at != space or soviet(state, unit):
        raise Refused("E8.1", f"{name} is not a German unit that defends {zone(state, space)}")
    if unit.steps < 2:
        raise Refused("E8.2", f"{name} is reduced already. Chit 8 may not eliminate a unit")


def collapse(play: Play) -> None:
    """The stage: event 8, if the attack was ordered with it, comes before Heinrici (ruling 5)."""
    play_collapse(play)
    play.note("E8.1", stage="heinrici")


@rule("E8.1", "E8.3")
def play_collapse(play: Play) -> None:
    """Play event 8 on the unit the order names, in combat (E8.1) or before a City Progress roll (E8.3)."""
    battle = the_battle(play.state)
    if not battle.chit8:
        return
    play_chit(play, Order("chit", {"chit": COLLAPSE, "unit": battle.chit8}), battle.camp, "battle")
    if battle.chit8_line:
        sheet, line, text = battle.chit8_line
        play.verdict(Order("chit", {}, text, sheet, line), "done")


@rule("E1.2", "E1.3")
def heinrici(play: Play) -> None:
    """The stage: the holder of chit 1, whom everybody knows, may play it if a German unit of theirs defends
    (ruling 4) and the chit may be used this turn (E1.3)."""
    play.note("E1.2", stage="fight")
    state, space, defending = play.state, the_battle(play.state).space, units_in(play.state, "defenders")
    holder = next((side for side in state.sides if HEINRICI in state.hands.get(side, ())), "")
    mine = [unit for unit in defending if unit.side == holder and not soviet(state, unit)]
    if not mine or campaign(state).heinrici_from > state.turn:
        return
    column = odds_of(state, units_in(state, "attackers"), defending, space).column
    names = ", ".join(label(state, unit.id) for unit in defending)
    WINDOW.ask(
        play, holder,
        f"Play Heinrici (chit 1), at most once, or pass. {zone(state, space)} is attacked at {column}. "
        f"With Heinrici {names} {'retreat' if len(defending) > 1 else 'retreats'} without losses, and the "
        "other player gets the chit.",
        closed=True, silence="Heinrici is not played", default="pass", about=(space, column), window=True,
    )  # fmt: skip


def take_heinrici(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer in the window: chit 1, or pass."""
    if first_legal(play, orders, lambda order: order.verb == "chit" and play_heinrici(play, decision, order)):
        play.close(decision)


def heinrici_lines(state: State, holder: str) -> tuple[str, ...]:
    """Heinrici, where all who defend have a way out, or nothing."""
    return ("chit 1", "pass") if all_may_retreat(state, units_in(state, "defenders")) else ("pass",)


WINDOW = Choice(
    topic="heinrici", rule="E1.2", verbs=("chit", "pass"), take=take_heinrici, legal=heinrici_lines,
    asked=dict.fromkeys(IMPULSES, EVERY_SIDE), waits=("chit",), called=("heinrici", "chit1"),
    advised="At odds of 3:1 or higher you play chit 1 (Heinrici) before the die roll, and not at lower odds.",
    advice=("if asked heinrici odds 3 then chit 1", "if asked heinrici then pass"),
)  # fmt: skip


@rule("E1.1", "E1.4")
def play_heinrici(play: Play, decision: Decision, order: Order) -> None:
    """The Germans retreat before combat, without losses, and no die is rolled (E1.1); not if one of them
    has no way out (E1.4). Raises Refused."""
    if said(order).chit != HEINRICI:
        raise Refused("2.4.3", "you may play only chit 1 here", decision.answers)
    if not all_may_retreat(play.state, units_in(play.state, "defenders")):
        why = "you may not play Heinrici. A German unit in the zone has no legal retreat"
        raise Refused("E1.4", why, ("pass",))
    play_chit(play, order, decision.player, "battle")
    play.note("E1.1", stage=RETREAT.topic)


def check_attack(state: State, order: Order) -> None:
    """Whether an attack may be made as ordered. Raises Refused."""
    space, nationality = said(order).zone, owner(state)[1]
    attackers = attackers_of(state, order)
    check_ground(state, attackers, space, nationality)
    state = collapsed(state, order)
    odds_of(state, attackers, defenders(state, space, nationality), space)


def check_ground(state: State, attackers: tuple[Unit, ...], space: str, nationality: str) -> None:
    """Whether units may attack a zone from where they are, at whatever odds. Raises Refused."""
    check_target(state, space, nationality)
    for unit in attackers:
        check_attacker(state, unit, space)
    check_way_in(state, attackers, space)


@rule("E8.1", "E8.3")
def collapsed(state: State, order: Order) -> State:
    """The state as event 8 leaves it, where an attack is ordered with it. Raises Refused."""
    unit = said(order).chit8
    if not unit:
        return state
    check_collapse(state, unit, said(order).zone)
    return state.with_unit(replace(state.units[unit], steps=1))


def attackers_of(state: State, order: Order) -> tuple[Unit, ...]:
    """The units of an attack, each once."""
    return tuple(state.units[unit] for unit in dict.fromkeys(said(order).units))


@rule("8.1.1.a", "8.1.1.b", "8.1.3")
def check_target(state: State, space: str, nationality: str) -> None:
    """A zone with enemies, outside Berlin (8.1.1.b), that was not attacked in this impulse (8.1.3)."""
    if is_city(state, space):
        why = f"{zone(state, space)} is a city zone. Attack it from inside, on the City Progress table"
        raise Refused("8.1.1.b", why)
    if not defenders(state, space, nationality):
        raise Refused("8.1.1.a", f"{zone(state, space)} has no enemy that you may attack")
    check_once(state, space)


@rule("8.1.3")
def check_once(state: State, space: str) -> None:
    """A zone is attacked, or rolled for, once in an impulse (ruling 32)."""
    if space in impulse(state).attacked:
        raise Refused("8.1.3", f"{zone(state, space)} was already attacked in this impulse")


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
    if unit.id in impulse(state).fought:
        raise Refused("4.1.4", f"{label(state, unit.id)} already fights in this impulse")


@of_state
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
    here, advances = zone(state, space), "An attacker would have to advance"
    if american(state, space):
        raise Refused("2.2.3", f"{here} is American and closed. {advances}")
    for unit in attackers:
        name = label(state, unit.id)
        if soviet(state, unit) and not own_front(state, space, unit.side):
            raise Refused("7.3.2.a", f"{here} is on the other front's side of the boundary. {advances}")
        if soviet(state, unit):
            continue
        if over_oder_neisse(state, unit.at, space) and marked(state, space, "east_bank"):
            raise Refused("7.2.1", f"{name} may not cross the Oder-Neisse to {here}. {advances}")
        if disputed(state, unit.at):
            raise Refused("7.4.2", f"{name} may not leave Berlin from {zone(state, unit.at)}. {advances}")


@rule("8.1.3", "8.1.2.i", "7.3.3.c")
def attack(play: Play, order: Order) -> None:
    """Begin the battle of an attack, which is checked again now: who retreated into the zone may have made it
    too strong (8.1.2.i). Who is a guest there now is lost with its hosts (7.3.3.c). Raises Refused."""
    line = said(order)
    check_attack(play.state, order)
    state, space, (camp, nationality) = play.state, line.zone, owner(play.state)
    attackers = attackers_of(state, order)
    note_fight(play, space, attackers)
    play.enter(
        "8.1.1.a", "battle", stage="collapse", space=space, camp=camp, nation=nationality,
        attackers=tuple(unit.id for unit in attackers),
        origins=tuple(dict.fromkeys(unit.at for unit in attackers)),
        defenders=tuple(unit.id for unit in defenders(state, space, nationality)),
        guests=tuple(unit.id for unit in state.at(space) if guest(state, unit)),
        advance=line.advance, chit8=line.chit8, chit8_line=line.chit8_line,
    )  # fmt: skip


@rule("8.1.3", "E6.2")
def note_fight(play: Play, space: str, attackers: tuple[Unit, ...]) -> None:
    """Let the impulse remember which zone was attacked (8.1.3), and by whom: the army of event 6 is in
    reserve afterwards (E6.2)."""
    now = impulse(play.state)
    fought = (*now.fought, *(unit.id for unit in attackers))
    play.note("8.1.3", attacked=(*now.attacked, space), fought=fought)


def battle(play: Play) -> None:
    """The segment "battle": whatever its present stage does."""
    STAGES[the_battle(play.state).stage](play)


@rule("8.1.2.d", "8.2.1.a", "8.3.1.a", "8.ex.1", "8.ex.3")
def fight(play: Play) -> None:
    """The stage: one die plus the sum of the modifiers, read on the column of the ratio."""
    battle = the_battle(play.state)
    attackers, defending = units_in(play.state, "attackers"), units_in(play.state, "defenders")
    odds = odds_of(play.state, attackers, defending, battle.space)
    die = play.roll("8.1.2.d", f"the attack on {zone(play.state, battle.space)}")
    rolled = CombatResolved(
        rule="8.1.2", space=battle.space, attackers=battle.attackers, defenders=battle.defenders,
        **odds.told(die=die),
    )  # fmt: skip
    play.record(rolled)
    hits = read_result(rolled.result)
    owe(play, "8.2.1.a", hits["A"], hits["D"], RETREAT.topic if hits["R"] else ADVANCE.topic)


def foretell(state: State, order: Order) -> str:
    """What a dry run says of an attack at present, after event 8 if it is ordered with it: strengths, column,
    modifiers, and its results."""
    if order.verb != "combat":
        return ""
    state, space = collapsed(state, order), said(order).zone
    return at_present(
        odds_of(state, attackers_of(state, order), defenders(state, space, owner(state)[1]), space)
    )


def at_present(odds: Odds) -> str:
    """What a dry run says of odds, and of the result of each die."""
    ours, theirs = str(number(odds.attack)), str(number(odds.defence))
    return f"at present {foretold(odds.chart, odds.column, ours, theirs, total(odds.drms), odds.why())}"


STAGES: Mapping[str, Callable[[Play], None]] = {
    "collapse": collapse,
    "heinrici": heinrici,
    "fight": fight,
    "losses": losses,
    RETREAT.topic: retreat,
    ADVANCE.topic: advance,
}
"""The stages of a battle, in their order."""
