"""The words of every position: sides, boxes, and where a unit is to the level. Nothing here decides
anything."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.state import State, Unit
from counters.roster.counter import Counter, Roster
from maps.space import slug

GAME = "redvengeance"
RUSSIAN, GERMAN = "russian", "german"
SIDES = (RUSSIAN, GERMAN)
"""In the order in which they roll where both do (notes f.38)."""

OFF_MAP, RESERVE, BOUGHT, ELIMINATED = "off-map", "reserve", "bought", "eliminated"
"""Boxes: units that wait off the map (CG12), Reserve counters not yet on it, what was bought for the next
CGS, and lost units. Units of both sides are in each; a side's report shows its own."""
OWN = "own-"
"""The facts of one side alone begin like this."""
BOXES = (OFF_MAP, RESERVE, BOUGHT, ELIMINATED)
GONE = (ELIMINATED,)

INIT_BUY, INIT_SETUP, PLAY = "INIT.BUY", "INIT.SETUP", "PLAY"
"""Segments outside the Refit Phase; its own steps are called by their numbers."""

LEVEL = "level-"
"""A unit on another level than the ground bears a flag of this and the level: level-1, level-r, level-s."""
HIP, CLOAKED = "hip", "cloaked"
"""Flags: hidden, or under a Cloaking counter. The enemy sees no such unit, nor one under a Reserve counter,
which is a unit with the flag of its name in a hex."""
FLAGS = (
    "malfunctioned", "disabled", "ma-malfunctioned", "ma-disabled", "captured", RESERVE, "new", "banner",
    "ti", "stopped", "immobilized", "abandoned", HIP, CLOAKED, "dc-set", "broken", "dm", "wounded", "bogged",
    "mired", "shock", "uk", "encircled", "prisoner", "bu", "ce", "dug-in", "concealed", "depleted",
    "inexperienced", "fanatic", "berserk", "pinned", "out-of-gas", "isolated",
    "fate", "dismantled", "aamg", "supplemental", "retained", "riders", "passenger", "cellar", "wreck",
    "burnt-out",
    *(f"{LEVEL}{one}" for one in "123456crs"),
)  # fmt: skip
"""Every flag a unit may bear."""


def other(side: str) -> str:
    """The other side."""
    return GERMAN if side == RUSSIAN else RUSSIAN


def units_of(state: State, side: str) -> Iterator[Unit]:
    """The units of a side that are not eliminated, in the order in which they came into play."""
    return (unit for unit in state.units.values() if unit.side == side and unit.at not in GONE)


def kind(unit: Unit) -> str:
    """The roster id of what a unit is: `de-6-5-8`."""
    return unit.kind or unit.id


def counter_of(roster: Roster, side: str, name: str) -> Counter | None:
    """The counter that a side calls so: "6-5-8", "T-34/85", by its name, an alias or its id; None for none.
    Both sides have squads and leaders of the same name."""
    wanted = slug(name)
    for counter in roster.counters.values():
        if counter.side == side and wanted in map(slug, (counter.name, counter.id, *counter.aliases)):
            return counter
    return None


def location(unit: Unit) -> str:
    """Where a unit is, with its level if that is not the ground: "K13:1", "Y18:R", "K13", "bought"."""
    level = next((flag.removeprefix(LEVEL) for flag in unit.flags if flag.startswith(LEVEL)), "")
    return f"{unit.at}:{level.upper()}" if level else unit.at


def level_flags(level: str) -> tuple[str, ...]:
    """The flags of a unit on a level, as a place names it: "", "0" (the ground), "1", "R", "S"."""
    return () if level in {"", "0"} else (f"{LEVEL}{level.lower()}",)
