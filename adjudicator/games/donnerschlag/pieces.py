"""The pieces: what the rules read off a counter (D.comp).

D.comp.units  class, strength, MP, steps, background, colour, army    D.comp.hq  HQs and their range
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from counters.roster.counter import Counter

TANK, MOTORISED, INFANTRY = "tank", "motorised", "infantry"
CLASSES = (TANK, MOTORISED, INFANTRY)
YELLOW, ORANGE = "yellow", "orange"
BACKGROUNDS = (YELLOW, ORANGE, "")
"""Of the strength: which of the two arms of the Combined Arms Bonus a unit is, or neither."""
COLOURS = ("red", "blue", "green")
ROMANIAN_PAIR = ("Rum VI", "Rum VII")
"""The two formations whose HQs one card orders together (D.ax.d)."""
ALARM, RIFLES = "Alarmgruppe", "AdHoc"
"""How the ids of ad hoc units begin, the Axis' and the Soviets'."""
ARMY_HQS = ("HQ 51st Army", "HQ 2nd Guards Army")


def counter_of(state: State, unit: Unit) -> Counter:
    """The counter of a unit."""
    return state.roster.counters[unit.id]


@rule("D.comp.hq")
def is_hq(state: State, unit: Unit) -> bool:
    """Whether a unit is an HQ, and so no combat unit."""
    return counter_of(state, unit).type == "hq"


@rule("D.comp.units")
def class_of(state: State, unit: Unit) -> str:
    """How a unit moves, and what it is in combat: TANK, MOTORISED or INFANTRY; "" for HQs that do not
    move."""
    return counter_of(state, unit).traits["class"]


@rule("D.comp.units")
def background(state: State, unit: Unit) -> str:
    """Behind its strength: YELLOW, ORANGE (orange and yellow) or ""."""
    return counter_of(state, unit).traits["background"]


@rule("D.comp.units")
def strength(state: State, unit: Unit) -> int:
    """The combat strength on the side that shows: a reduced unit's is that of its back."""
    faces = counter_of(state, unit).steps
    return faces[len(faces) - unit.steps].values.get("strength", 0)


@rule("D.comp.units")
def movement(state: State, unit: Unit) -> int:
    """The movement points printed on a unit; 0 for one that does not move."""
    faces = counter_of(state, unit).steps
    return faces[len(faces) - unit.steps].values.get("movement", 0)


@rule("D.comp.hq")
def command_range_of(state: State, unit: Unit) -> int:
    """The Command Range printed on an HQ."""
    return counter_of(state, unit).steps[0].values.get("range", 0)


@rule("D.comp.units")
def formation(state: State, unit: Unit) -> str:
    """The formation of a unit, "" for one that has none."""
    return counter_of(state, unit).formation


@rule("D.comp.units")
def colour(state: State, unit: Unit) -> str:
    """The colour code of a Soviet unit, "" for one that has none."""
    return counter_of(state, unit).traits["colour"]


@rule("D.comp.units")
def army_of(state: State, unit: Unit) -> str:
    """The army of a Soviet unit, "" for one that has none."""
    return counter_of(state, unit).traits["army"]


def takes_no_room(unit: Unit) -> bool:
    """Whether a unit is an Alarmgruppe, which is outside stacking (D.stack.2)."""
    return unit.id.startswith(f"{ALARM} ")


def is_ad_hoc(unit: Unit) -> bool:
    """Whether a unit is one of those that are had for the moment, and can be had again: an Alarmgruppe, or Ad
    Hoc Infantry."""
    return unit.id.partition(" ")[0] in {ALARM, RIFLES}


@rule("D.comp.units", "D.comp.hq")
def check_counters(counters: Iterable[Counter]) -> None:
    """Every counter has what its kind needs. Raises ValueError for one that has not."""
    for counter in counters:
        values, traits = counter.steps[0].values, counter.traits
        if counter.type == "hq":
            if not values.get("range"):
                raise ValueError(f"[D.comp.hq] {counter.id} has no Command Range")
            continue
        lacks = [what for what in ("strength", "movement") if not values.get(what)]
        if lacks or traits["class"] not in CLASSES or traits["background"] not in BACKGROUNDS:
            raise ValueError(
                f"[D.comp.units] {counter.id} lacks {' and '.join(lacks) or 'class or background'}"
            )
