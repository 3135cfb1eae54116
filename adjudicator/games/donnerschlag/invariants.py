"""What must be true of every position, whatever was ordered: checked after every event in games of bots."""

from __future__ import annotations

from adjudicator.mechanics.decks import misplaced
from adjudicator.mechanics.invariants import unit_faults
from adjudicator.mechanics.remembered import Remembered
from adjudicator.rulings import rule
from adjudicator.state import State

from .pieces import is_hq
from .position import BOXES, GONE, OUT_OF_SUPPLY, OVERRUN, SIDES, fighters
from .stacking import overstacked

MARKERS = frozenset({OUT_OF_SUPPLY, OVERRUN})


def faults(state: State) -> list[str]:
    """Everything that is wrong with a position; empty when all is well."""
    found = [*always(state), *misplaced(state, state.roster.cards)]
    if len(state.frames) == 1 and not state.frames[0].facts.get("onward"):
        found += settled(state)
    return found


@rule("D.move.10")
def _always(state: State) -> list[str]:
    """What is wrong with the units, one by one and hex by hex. Enemies share a hex only with an HQ."""
    found = [*unit_faults(state, lambda state, unit: BOXES, GONE, MARKERS)]
    hqs = [u for u in state.units.values() if OVERRUN in u.flags and not is_hq(state, u)]
    found += [f"{unit.id} is no HQ, and bears the overrun marker" for unit in hqs]
    both = [at for at in state.board.spaces if all(fighters(state, at, side) for side in SIDES)]
    return [*found, *(f"both sides are in {at}" for at in both)]


always = Remembered(_always)
settled = Remembered(lambda state: [f"{at} holds too much" for at in overstacked(state)])
