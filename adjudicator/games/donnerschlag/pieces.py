"""The pieces: what the rules read off a counter (D.comp).

D.comp.units  class, strength, MP, steps, background, colour, army    D.comp.hq  HQs and their range
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from counters.roster.counter import Counter

TANK, MOTORISED, INFANTRY = "tank", "motorised", "infantry"
SCHWERPUNKT = "schwerpunkt"
"""The marker, and what the game remembers of it: its hex."""
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
def trait(state: State, unit: Unit, of: str) -> str:
    """A mark of a unit: its "background", that of its strength; the "colour" or "army" of a Soviet unit. ""
    for a unit without one."""
    return counter_of(state, unit).traits[of]


def sort(state: State, unit: Unit) -> str:
    """By what cards name a Soviet combat unit: its colour, which orders ask for together with its army."""
    return trait(state, unit, "colour")


def class_of(state: State, unit: Unit) -> str:
    """How a unit moves, and what it is in combat: TANK, MOTORISED or INFANTRY; "" for HQs that do not
    move."""
    return trait(state, unit, "class")


@rule("D.comp.units")
def formation(state: State, unit: Unit) -> str:
    """The formation of a unit, "" for a unit without one."""
    return counter_of(state, unit).formation


def showing(state: State, unit: Unit, what: str) -> int:
    """A number on the side of a counter that shows: a reduced unit's is that of its back; 0 for none."""
    faces = counter_of(state, unit).steps
    return faces[len(faces) - unit.steps].values.get(what, 0)


@rule("D.comp.units")
def strength(state: State, unit: Unit) -> int:
    """The combat strength of a unit."""
    return showing(state, unit, "strength")


@rule("D.comp.units")
def movement(state: State, unit: Unit) -> int:
    """The movement points of a unit; 0 for one that does not move."""
    return showing(state, unit, "movement")


@rule("D.comp.hq")
def command_range_of(state: State, unit: Unit) -> int:
    """The Command Range printed on an HQ."""
    return counter_of(state, unit).steps[0].values.get("range", 0)


def is_ad_hoc(unit: Unit) -> bool:
    """Whether a unit is an Alarmgruppe or Ad Hoc Infantry, which may be placed again after they are
    eliminated."""
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
        lacks = " and ".join(what for what in ("strength", "movement") if not values.get(what))
        if lacks or traits["class"] not in CLASSES or traits["background"] not in BACKGROUNDS:
            raise ValueError(f"[D.comp.units] {counter.id} lacks {lacks or 'class or background'}")
