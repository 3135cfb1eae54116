"""Rule 2, the pieces: what the rules read off a counter, and what makes a counter whole.

2.1.attr, 2.1.class, 2.1.id classes and numbers    2.1.step steps left    4.leg how a unit moves
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from counters.roster.counter import Counter

ARMOR, PERSONNEL, WEAPONS = "armor", "personnel", "weapons"
TARGETS = (ARMOR, PERSONNEL, WEAPONS)
ANTITANK, ARTILLERY = "antitank", "artillery"
MARKS = {"P": PERSONNEL, "W": WEAPONS}
FIRES = {"p": PERSONNEL, "A": ARMOR}
SIZES = ("company", "battalion", "regiment")
LEG_MOST = 7
"""The highest movement allowance of a leg unit (4)."""


# -- counters -----------------------------------------------------------------------------------------------


def printed(counter: Counter, value: str) -> int:
    """A number on a counter: "strength", "movement", "range", "modifier"; 0 where there is none."""
    return counter.steps[0].values.get(value, 0)


@rule("2.1.class.2", "2.1.attr.6")
def targets_of(counter: Counter) -> tuple[str, ...]:
    """The target classes that a counter's marks give it: an armor modifier, P or W."""
    armor = (ARMOR,) if printed(counter, "modifier") else ()
    mark = MARKS.get(counter.traits.get("target", ""))
    return (*armor, mark) if mark else armor


@rule("2.1.class.4")
def fires_of(counter: Counter) -> tuple[str, ...]:
    """The fire classes that a counter's marks give it: its symbol, a range, A or p."""
    found = [ANTITANK] if counter.type == "anti-tank" else []
    found += [ARTILLERY] if printed(counter, "range") else []
    letter = FIRES.get(counter.traits.get("fire", ""))
    return (*found, letter) if letter else tuple(found)


@rule("2.1.class.1", "2.1.class.3", "2.1.attr.1", "2.1.attr.2", "2.1.attr.3", "2.1.comp.1")
def check_counter(counter: Counter) -> None:
    """A counter has one target class, one fire class, a strength, a movement allowance and a size. Raises
    ValueError for one that has not."""
    for number, what, found in (
        ("2.1.class.1", "target", targets_of(counter)),
        ("2.1.class.3", "fire", fires_of(counter)),
    ):
        if len(found) != 1:
            raise ValueError(f"[{number}] {counter.id} has {len(found)} {what} classes, not one")
    if not printed(counter, "strength") or not printed(counter, "movement"):
        raise ValueError(f"[2.1.attr.1] {counter.id} lacks its strength or its movement allowance")
    if counter.size not in SIZES:
        raise ValueError(f"[2.1.attr.2] {counter.id} is not a company, battalion or regiment")


@rule("2.1.id.1", "2.1.side.1")
def check_names(counters: Iterable[Counter]) -> None:
    """Each counter has a formation, and no two of a side have the same formation and number. Raises
    ValueError."""
    seen: set[tuple[str, str, str]] = set()
    for counter in counters:
        key = (counter.side, counter.formation, counter.name)
        if not counter.formation:
            raise ValueError(f"[2.1.id.1] {counter.id} has no formation")
        if key in seen:
            raise ValueError(f"[2.1.id.1] {counter.id}: {counter.formation} {counter.name} is there twice")
        seen.add(key)


# -- units --------------------------------------------------------------------------------------------------


def counter_of(state: State, unit: Unit) -> Counter:
    """The counter of a unit."""
    return state.roster.counters[unit.id]


@rule("2.1.class.1")
def target(state: State, unit: Unit) -> str:
    """What a unit is when it is fired at: ARMOR, PERSONNEL or WEAPONS."""
    return targets_of(counter_of(state, unit))[0]


@rule("2.1.class.3")
def fire_class(state: State, unit: Unit) -> str:
    """What a unit fires as: PERSONNEL, ARMOR, ANTITANK or ARTILLERY."""
    return fires_of(counter_of(state, unit))[0]


@rule("2.1.id.2")
def formation(state: State, unit: Unit) -> str:
    """The formation of a unit, by which its morale, set-up, arrival and release are looked up."""
    return counter_of(state, unit).formation


@rule("2.1.attr.3", "2.1.attr.5", "2.1.attr.6")
def number_on(state: State, unit: Unit, value: str) -> int:
    """A printed number: "movement", the allowance in points; "range", the greatest distance at which a unit
    may support; "modifier", that of fire at armor. 0 for a unit that does not have one."""
    return printed(counter_of(state, unit), value)


@rule("2.1.attr.2")
def size(state: State, unit: Unit) -> str:
    """The printed size: "company", "battalion" or "regiment"."""
    return counter_of(state, unit).size


@rule("4.leg.1", "4.leg.2", "2.1.attr.4")
def is_leg(state: State, unit: Unit) -> bool:
    """Personnel with an allowance of 7 or less is leg; every other unit is mechanized."""
    return target(state, unit) == PERSONNEL and number_on(state, unit, "movement") <= LEG_MOST


def is_weapons(state: State, unit: Unit) -> bool:
    """Whether a unit is of the weapons class."""
    return target(state, unit) == WEAPONS
