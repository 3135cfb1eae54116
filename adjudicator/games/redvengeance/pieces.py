"""What a unit is: what the rules read off its counter, and which units a side may speak of.

Weights, MP and the like are columns of the roster, where those that the document does not give are marked as
stand-ins.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.rulings import Refused
from adjudicator.state import OFF, State, Unit
from counters.roster.counter import Counter
from files.nearest import nearest

from . import campaign as facts
from .position import BOXES, CLOAKED, GONE, HIP, RESERVE, kind

SQUAD, HALF_SQUAD, CREW, LEADER, HERO = "squad", "half-squad", "crew", "leader", "hero"
GESTAPO, PARTY, COMMISSAR, ARMOR_LEADER = "gestapo", "party", "commissar", "armor-leader"
VEHICLE, GUN, SW, BANNER = "vehicle", "gun", "sw", "banner"
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
UNSEEN = frozenset({HIP, CLOAKED, RESERVE})
"""Flags of units whose being there the enemy may not know."""


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


def fully_tracked(state: State, unit: Unit) -> bool:
    """Whether a unit is a fully tracked vehicle."""
    return shown(state, unit).traits.get("tracked") == FULLY


def hex_of(unit: Unit) -> str:
    """The hex of a unit as players write it: "K13"; the box of one that is off the map."""
    return unit.at if unit.at in BOXES else unit.at.upper()


def on_map(unit: Unit) -> bool:
    """Whether a unit is on the map."""
    return unit.at not in {*BOXES, OFF}


def good_order(unit: Unit) -> bool:
    """Whether nothing on a unit keeps it from Good Order."""
    return not unit.flags & {"broken", "berserk", "prisoner"}


def seen(side: str, unit: Unit) -> bool:
    """Whether a side may know that a unit is there; ANYBODY once it has been judged."""
    there = on_map(unit) or unit.at in GONE
    return side in {unit.side, ANYBODY} or (there and not unit.flags & UNSEEN)


def squads(state: State, units: Iterable[Unit]) -> float:
    """How many squads there are among units; a half-squad is half of one, and nothing else counts."""
    return sum(SQUADS.get(class_of(state, unit), 0.0) for unit in units)


def named(state: State, side: str, id_: str, rule: str) -> Unit:
    """A unit that a line of a side names. Raises Refused for none that this side may know of, in the same
    words whether it is hidden or is not there."""
    if id_ in state.units and _knows(state, side, state.units[id_]):
        return state.units[id_]
    known = {unit.id.casefold(): unit for unit in state.units.values() if _knows(state, side, unit)}
    if (unit := known.get(id_.casefold())) is None:
        near = nearest(id_, [one.id for one in known.values()])
        raise Refused(rule, f"there is no unit {id_}" if id_ else "the line names no unit", near)
    return unit


def _knows(state: State, side: str, unit: Unit) -> bool:
    """Whether a side knows of a unit, or has seen it lost."""
    unseen = unit.at in GONE and unit.id in facts.own(state, unit.side).lost
    return seen(side, unit) and (not unseen or side in {unit.side, ANYBODY})


def own(state: State, side: str, id_: str, rule: str) -> Unit:
    """A unit of his own that a player's line names. Raises Refused for any other."""
    unit = named(state, side, id_, rule)
    if unit.side != side:
        raise Refused(rule, f"{unit.id} is not yours")
    return unit
