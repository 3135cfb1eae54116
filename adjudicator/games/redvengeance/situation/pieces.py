"""What a unit is: what the rules read off its counter, which units a side may speak of, and the units
that one line names: a list, a whole group, or the whole stack in a hex.

Weights, MP and the like are columns of the roster, where those that the document does not give are marked as
stand-ins. A group or a stack are units that both sides see: others are named one by one.

REPORT AT unit=GE-I1#1-1,GE-I1#1-2 hex=L12      REPORT AT unit=GE-I1#1 hex=L12      REPORT LOST unit=K13
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from adjudicator.events import EVERYBODY
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import OFF, State, Unit
from counters.roster.counter import Counter
from files.nearest import nearest

from ..orders import NUMBERS, as_report, place_of, said
from ..position import (
    BOUGHT,
    BOXES,
    CLOAKED,
    ELIMINATED,
    GONE,
    HIP,
    INIT_SETUP,
    OFF_MAP,
    RESERVE,
    kind,
    location,
    other,
    units_of,
)
from . import campaign as facts

SQUAD, HALF_SQUAD, CREW, LEADER, HERO = "squad", "half-squad", "crew", "leader", "hero"
GESTAPO, PARTY, COMMISSAR, ARMOR_LEADER = "gestapo", "party", "commissar", "armor-leader"
VEHICLE, GUN, SW, BANNER, AIRCRAFT = "vehicle", "gun", "sw", "banner", "aircraft"
NO_GROUND_UNIT = (SW, BANNER, AIRCRAFT)
WRECKED = frozenset({"wreck", "burnt-out"})
"""Flags of a vehicle that is none any more."""
ROOTED = WRECKED | {"dug-in", "immobilized"}
"""Flags of what leaves its hex in no firefight."""
LEADERS = (LEADER, GESTAPO, PARTY, COMMISSAR)
SMC = (*LEADERS, HERO)
MMC = (SQUAD, HALF_SQUAD, CREW)
PERSONNEL = (*MMC, *SMC)
SQUADS = {SQUAD: 1.0, HALF_SQUAD: 0.5}
MOABIT = "moabit"
"""The nation of Moabit Prisoners and their leaders (CG16)."""
ENGINEERS = ("8-3-8", "3-3-8", "6-2-8-ae", "3-2-8-ae")
"""Assault Engineers, as squads and half-squads."""
ELITE = ("E", "AE")
"""How elite units, and Assault Engineers, are marked in the roster."""
FULLY = "fully"
"""How a fully tracked vehicle is marked in the roster."""
ANYBODY = "*"
"""In place of a side: who books a report that both have filed."""
UNSEEN = frozenset({HIP, CLOAKED, RESERVE, "concealed"})
"""Flags of units whose presence or identity the enemy may not know."""


def shown(state: State, unit: Unit) -> Counter:
    """The counter that a unit is one of. Raises KeyError for a unit of no kind that is printed."""
    return state.roster.counters[kind(unit)]


def class_of(state: State, unit: Unit) -> str:
    """What a unit is: SQUAD, LEADER, VEHICLE ..."""
    return shown(state, unit).traits["class"]


def nation_of(state: State, unit: Unit) -> str:
    """Whose uniform it wears: MOABIT for the Prisoners."""
    return shown(state, unit).nation


def printed(state: State, unit: Unit, value: str) -> int:
    """A number printed on a counter, 0 for one that it does not bear: "morale", "movement"."""
    return shown(state, unit).steps[0].values.get(value, 0)


def number(state: State, unit: Unit, trait: str) -> int:
    """A whole number of the roster's further columns, 0 where there is none: "tons", "leadership"."""
    return int(shown(state, unit).traits.get(trait) or 0)


def has(state: State, unit: Unit, trait: str) -> bool:
    """Whether the roster says yes in a further column: "red_mp"."""
    return shown(state, unit).traits.get(trait) == "yes"


def is_a(state: State, unit: Unit, classes: tuple[str, ...]) -> bool:
    """Whether a unit is of one of these classes."""
    return class_of(state, unit) in classes


def hex_of(unit: Unit) -> str:
    """The hex of a unit as players write it: "K13"; the box of one that is off the map."""
    return unit.at if unit.at in BOXES else unit.at.upper()


def on_map(unit: Unit) -> bool:
    """Whether a unit is on the map."""
    return unit.at not in {*BOXES, OFF}


AWAY = {
    OFF_MAP: "It waits off the map",
    RESERVE: "It is in the Reserve",
    BOUGHT: "It has been bought, and has not entered",
    ELIMINATED: "It is eliminated",
}


def not_there(unit: Unit) -> str:
    """What is said of a unit that is not on the map."""
    return f"{unit.id} is not on the map. {AWAY.get(unit.at, 'It is not in play')}"


def is_ground_unit(state: State, unit: Unit) -> bool:
    """Whether a unit is one that stands on the ground: no aircraft, no equipment, no wreck (f.69). Whoever
    sees a counter over it may not know."""
    return bool(unit.flags & UNSEEN) or not (unit.flags & WRECKED or is_a(state, unit, NO_GROUND_UNIT))


def good_order(unit: Unit) -> bool:
    """Whether nothing on a unit keeps it from Good Order."""
    return not unit.flags & {"broken", "berserk", "prisoner"}


def is_set_up(state: State, side: str) -> bool:
    """Whether what a side sets up may be seen: it has done so, or nobody sets up."""
    return state.segment not in {INIT_SETUP, "8.624"} or side in state.frame.facts.get("done", ())


def may_see(state: State, side: str, unit: Unit) -> bool:
    """Whether a side may know of a unit: its own, one that was lost in its sight, one in sight on the map
    once its owner has set up; ANYBODY knows of all, once a line has been checked."""
    if side in {unit.side, ANYBODY}:
        return True
    if unit.at in GONE:
        return unit.id not in facts.own(state, unit.side).lost
    return on_map(unit) and not unit.flags & UNSEEN and is_set_up(state, unit.side)


def eyes(state: State, unit: Unit) -> tuple[str, ...]:
    """Who may hear of what is done with a unit: its side alone, while the enemy does not see the unit."""
    return EVERYBODY if may_see(state, other(unit.side), unit) else (unit.side,)


def lift(play: Play, clause: str, *flags: str, hushed: bool = False) -> None:
    """Take markers off every unit that bears one of them; of a unit that the enemy does not see its side
    alone hears so."""
    for unit in tuple(play.state.units.values()):
        if gone := tuple(flag for flag in flags if flag in unit.flags):
            to = eyes(play.state, unit)
            facts.mark(play, clause, unit.id, drop=gone, to=to, hushed=hushed)


def told_of(state: State, unit: Unit) -> bool:
    """Whether the owner of a unit has named it in a line that waits for the other side's, who reads it."""
    lines = facts.campaign(state).filed.get(unit.side, ())
    return any(unit.id.casefold() in re.split(r"[\s=,]+", line.casefold()) for line in lines)


def unit_of(state: State, id_: str, side: str = ANYBODY) -> Unit | None:
    """The unit of this id, in capitals or lowercase; None if the side knows of no such unit."""
    if (found := state.units.get(id_)) is None and id_:
        name = id_.casefold()
        found = next((unit for unit in state.units.values() if unit.id.casefold() == name), None)
    return found if found and (may_see(state, side, found) or told_of(state, found)) else None


def squads(state: State, units: Iterable[Unit]) -> float:
    """How many squads there are among units; a half-squad is half of one, and nothing else counts."""
    return sum(SQUADS.get(class_of(state, unit), 0.0) for unit in units)


def named(state: State, side: str, id_: str, rule: str) -> Unit:
    """A unit that a line of a side names. Raises Refused for none that this side may know of, in the same
    words whether it is hidden or is not there."""
    if (unit := unit_of(state, id_, side)) is None:
        if id_.casefold() == ALL:
            raise Refused(rule, '"all" may not be used here. Name the unit')
        near = nearest(id_, [one.id for one in state.units.values() if may_see(state, side, one)])
        raise Refused(rule, f"there is no unit {id_}" if id_ else "name the unit", near)
    return unit


def own(state: State, side: str, id_: str, rule: str) -> Unit:
    """A player's own unit that an order names. Raises Refused for any other."""
    unit = named(state, side, id_, rule)
    if unit.side != side:
        raise Refused(rule, f"{unit.id} is not yours")
    return unit


@rule("ROST.7")
def check_armor_leader(state: State, vehicle: Unit, said_: str, clause: str) -> None:
    """An Armor Leader whose modifier a line adds is one that its side has, and rides in no other vehicle that
    is known; written 9-1, or 1 for the modifier alone (f.70). A position that has not come by its purchases
    does not know. Raises Refused."""
    if not said_ or not facts.campaign(state).bought_in:
        return
    rides, wanted = facts.own(state, vehicle.side).rides, said_.casefold().removeprefix("al-").lstrip("+-")
    mine = (one for one in units_of(state, vehicle.side) if class_of(state, one) == ARMOR_LEADER)
    aboard = [one for one in mine if rides.get(one.id, "") in {"", vehicle.id}]
    names = ((shown(state, one).name, str(-number(state, one, "leadership"))) for one in aboard)
    if any(wanted in called for called in names):
        return
    why = f"you have no Armor Leader {said_} in {vehicle.id}"
    raise Refused(clause, f"{why}: your rosters list those you have, and where each rides")


@rule("ROST.7")
def vehicles_of(state: State, leader: Unit) -> tuple[Unit, ...]:
    """The vehicles in which an Armor Leader may ride: the one that the owner named, if it is where the leader
    is; otherwise those of the same group there, otherwise any there but wrecks."""
    near = [
        unit
        for unit in units_of(state, leader.side)
        if location(unit) == location(leader)
        and is_ground_unit(state, unit)
        and is_a(state, unit, (VEHICLE,))
    ]
    group, named_ = leader.id.rpartition("-")[0], facts.own(state, leader.side).rides.get(leader.id)
    mine = [unit for unit in near if unit.id == named_]
    return tuple(mine or [unit for unit in near if unit.id.rpartition("-")[0] == group] or near)


@rule("ROST.7")
def crew_leaders(state: State, vehicle: Unit) -> tuple[Unit, ...]:
    """The Armor Leaders who are known to ride in a vehicle, named for it or with no other beside them: they
    go where it goes."""
    there = (one for one in state.at(vehicle.at) if one.side == vehicle.side)
    leaders = (one for one in there if class_of(state, one) == ARMOR_LEADER)
    return tuple(one for one in leaders if vehicles_of(state, one) == (vehicle,))


def privately(play: Play, side: str, do: Callable[[Play], object]) -> None:
    """Do something that only one side is told of: whatever is recorded goes to that side alone."""
    apart = Play(play.state, play.chance)
    do(apart)
    play.record(*(replace(event, to=(side,)) for event in apart.events))


def unseen(play: Play, unit: Unit, do: Callable[[Play], object]) -> None:
    """Do something with a unit; of one that the enemy does not see its side alone hears it. Dice are rolled
    for `eyes` besides, who alone learn their number."""
    to = eyes(play.state, unit)
    if to == EVERYBODY:
        do(play)
    else:
        privately(play, unit.side, do)


REPORT = "report"


def each_of(state: State, side: str, order: Order) -> tuple[Order, ...]:
    """A report about several units as one about each; any other line as it is, and a report of dice."""
    order = as_report(order)
    line = said(order)
    if order.verb != REPORT or not line.unit or any(key in line.more for key in NUMBERS):
        return (order,)
    units = tuple(dict.fromkeys(id_ for name in line.unit.split(",") for id_ in seen_as(state, side, name)))
    return tuple(order.having(unit=id_) for id_ in units) if units else (order,)


def seen_as(state: State, side: str, name: str) -> tuple[str, ...]:
    """The units for which a name in a report of a side stands: itself, where it is none but that of a unit;
    the units of a group on the map; those of the side in a hex."""
    if not name or unit_of(state, name, side) is not None:
        return (name,) if name else ()
    hex_ = (place_of(name) or "").lower()
    there = [*of_group(state, name)]
    there += [unit for unit in state.at(hex_) if unit.side == side] if hex_ in state.board.spaces else []
    return tuple(unit.id for unit in there if on_map(unit) and eyes(state, unit) == EVERYBODY) or (name,)


def set_up_as(state: State, side: str, name: str) -> tuple[str, ...]:
    """The units for which a name in a line of a set-up or an entry stands: itself, or the units of the side's
    group: those that wait off the map, else those on it."""
    mine = {unit.id for unit in units_of(state, side)}
    group = [unit for unit in of_group(state, name) if unit.id in mine] if name not in mine else []
    waiting = [unit for unit in group if unit.at in BOXES]
    return tuple(unit.id for unit in waiting or filter(on_map, group)) or (name,)


def of_group(state: State, name: str) -> Iterator[Unit]:
    """The units of a group that is named with its side, "GE-I1#1"."""
    start = f"{name.casefold()}-"
    return (unit for unit in state.units.values() if "#" in name and unit.id.casefold().startswith(start))
