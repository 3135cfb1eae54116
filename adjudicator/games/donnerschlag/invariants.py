"""What must be true of every position, whatever was ordered: checked after every event in games of bots."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.mechanics.decks import misplaced
from adjudicator.mechanics.kept import Kept
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .pieces import counter_of, is_hq
from .position import BOXES, GONE, OVERRUN, SIDES, fighters, on_map
from .stacking import overstacked


def faults(state: State) -> list[str]:
    """Everything that is wrong with a position; empty when all is well."""
    found = [*always(state), *misplaced(state, state.roster.cards)]
    if len(state.frames) == 1 and not state.frames[0].facts.get("onward"):
        found += settled(state)
    return found


@rule("D.move.10")
def _always(state: State) -> list[str]:
    """What is wrong with the units, one by one and hex by hex."""
    found = [fault for unit in state.units.values() for fault in one(state, unit)]
    mixed = [
        at for at in state.by_space if at in state.board.spaces and all(fighters(state, at, s) for s in SIDES)
    ]
    return [*found, *(f"both sides are in {at}" for at in mixed)]


always = Kept(_always)
settled = Kept(lambda state: [f"{at} holds too much" for at in overstacked(state)])


def one(state: State, unit: Unit) -> Iterator[str]:
    """Every unit is in a hex or a box, with steps exactly while it is in play."""
    if not on_map(state, unit) and unit.at not in BOXES and unit.at != "off":
        yield f"{unit.id} is in {unit.at}, which is no hex and no box"
    if (unit.at in GONE) != (unit.steps == 0) or unit.steps > counter_of(state, unit).full:
        yield f"{unit.id} in {unit.at} has {unit.steps} steps"
    if OVERRUN in unit.flags and not is_hq(state, unit):
        yield f"{unit.id} is no HQ, and bears the overrun marker"
