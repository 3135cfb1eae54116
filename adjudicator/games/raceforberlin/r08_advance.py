"""Rule 8.4, advance after combat.

8.4.1 at least one attacker, as many as fit     8.4.2 reserves of the attackers' zones     8.4.3 west is free

8.4.3: the ban on going west (7.2.2) is not asked here at all.
"""

from __future__ import annotations

from adjudicator.answering import answered
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.by_mail.drags import together
from adjudicator.choices import MANY, Choice
from adjudicator.mechanics.advance import groups as advance_groups
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from .orders import said
from .position import OUT_OF_SUPPLY, army, label, zone
from .r04_operations import IMPULSES, impulse
from .r06_stacking import limit
from .r07_movement import go
from .r08_battle import living, standing, the_battle
from .r08_retreat import lose_guests


@rule("4.2.2.b", "7.3.3.c", "8.4.1.a")
def advance(play: Play) -> None:
    """The stage: if nobody defends the zone any more, guests in it are lost (7.3.3.c), and at least one
    surviving attacker must advance; as the order said, or as its owner says now."""
    if not standing(play.state):
        lose_guests(play)
    if standing(play.state) or not living(play.state, "attackers"):
        play.leave("8.4.1.a")
        return
    sets = groups(play.state)
    ordered = named_in_order(play.state, sets)
    if set(ordered) in map(set, sets):
        carry_out(play, ordered)
    elif len(sets) == 1:
        carry_out(play, sets[0])
    else:
        ask_advance(play, sets, ordered)


def named_in_order(state: State, sets: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Who was to advance by the order for the battle, those who fell left out; `all` is all who may."""
    said = the_battle(state).advance
    return who_may(sets) if said == (ALL,) else tuple(unit for unit in said if state.units[unit].steps)


def who_may(sets: list[tuple[str, ...]]) -> tuple[str, ...]:
    """All units of these sets, each once."""
    return tuple(dict.fromkeys(unit for units in sets for unit in units))


@rule("8.4.1.b", "8.4.2")
def groups(state: State) -> list[tuple[str, ...]]:
    """Every set of units that may advance together: at least one attacker, the reserves beside them if wanted
    (8.4.2), within stacking (8.4.1.b). The largest sets come first."""
    fighters = [unit.id for unit in living(state, "attackers")]
    able = [*fighters, *(unit.id for unit in reserves(state))]
    battle = the_battle(state)
    return advance_groups(able, limit(state, battle.space, battle.nation).most, fighters)


@rule("8.4.2", "4.2.3.a", "4.2.3.c", "E6.2")
def reserves(state: State) -> tuple[Unit, ...]:
    """The units in reserve in the zones from which the attack came; those of event 6 that have fought are in
    reserve too (E6.2), but never one out of supply (4.2.3.a)."""
    battle, now = the_battle(state), impulse(state)

    def rested(unit: Unit) -> bool:
        fought = unit.id in now.fought and army(state, unit) == now.front_army
        return fought and OUT_OF_SUPPLY not in unit.flags

    beside = [state.units[id_] for id_ in now.modes if state.units[id_].at in battle.origins]
    others = [unit for unit in beside if unit.id not in battle.attackers]
    return tuple(unit for unit in others if now.modes[unit.id] == "reserve" or rested(unit))


@rule("8.4.1.a", "8.4.3", "4.2.3.c", "8.ex.4")
def carry_out(play: Play, units: tuple[str, ...]) -> None:
    """The units go into the zone, free of cost and whatever its index (8.4.3); reserves follow (4.2.3.c)."""
    battle = the_battle(play.state)
    for unit in units:
        number, how = ("8.4.1.a", "advance") if unit in battle.attackers else ("8.4.2", "follow")
        go(play, number, unit, (play.state.units[unit].at, battle.space), how)
    play.leave("8.4.1.a")


# -- the attacker's choice -------------------------------------------------------------------------


def ask_advance(play: Play, sets: list[tuple[str, ...]], ordered: tuple[str, ...]) -> None:
    """Ask the attacker who advances."""
    battle = the_battle(play.state)
    names = ", ".join(label(play.state, unit) for unit in ordered)
    fault = f" Your order named {names}: that cannot be." if ordered else ""
    ADVANCE.ask(
        play,
        battle.camp,
        f"{zone(play.state, battle.space)} is empty: which of your units advance into it? At least one "
        "that fought, and "
        f"at most as many as fit, in one line; once for this battle.{fault}",
        closed=True,
        silence="as many as fit advance, in the order of the attack",
        default=line(sets[0]),
        about=who_may(sets),
    )


def take_advance(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_advance`: the first legal line."""

    def check(order: Order) -> tuple[str, ...]:
        named = tuple(dict.fromkeys(said(order).units))
        units = decision.about if named == (ALL,) else named
        check_advance(play.state, units, decision)
        return units

    if found := answered(play, decision, orders, check):
        carry_out(play, found[1])


def line(units: tuple[str, ...]) -> str:
    """An advance as an order."""
    return f"advance {' '.join(units)}"


ADVANCE = Choice(
    topic="advance",
    rule="8.4.1.a",
    verbs=("advance",),
    take=take_advance,
    legal=lambda state, side: map(line, groups(state)),
    shown=MANY,
    asked=dict.fromkeys(IMPULSES, EVERY_SIDE),
    reaction=True,
    called=("advance",),
    drag=together("advance {units}"),
)


@rule("4.2.2.b", "8.4.1.a", "8.4.1.b", "8.4.2")
def check_advance(state: State, units: tuple[str, ...], decision: Decision) -> None:
    """Whether these units may advance together. Raises Refused."""
    space = zone(state, the_battle(state).space)
    strangers = ", ".join(label(state, unit) for unit in units if unit not in decision.about)
    if strangers:
        why = f"{strangers} neither attacked {space} nor waits in reserve in a zone that did"
        raise Refused("8.4.2", why, decision.answers)
    if not set(units) & {unit.id for unit in living(state, "attackers")}:
        raise Refused("8.4.1.a", f"at least one unit that fought must advance into {space}", decision.answers)
    if set(units) not in map(set, groups(state)):
        raise Refused("8.4.1.b", f"so many units do not fit into {space}", decision.answers)
