"""What must be true of every position, whatever was ordered: checked after every event in games of bots."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.games.panzerkorps48 import position
from adjudicator.games.panzerkorps48.r02_pieces import formation
from adjudicator.games.panzerkorps48.r06_stacking import overstacked
from adjudicator.games.panzerkorps48.r09_setup import planned, schedule
from adjudicator.games.panzerkorps48.r10_control import gains
from adjudicator.mechanics.invariants import mixed, unit_faults
from adjudicator.mechanics.remembered import Remembered
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

QUIET = ("TURN_END", "SCORE")
"""Segments in which nothing is under way: control follows a move one event later."""
MARKERS = frozenset({position.PREPARED, position.RETREATED, position.BARRED})


def faults(state: State) -> list[str]:
    """Everything that is wrong with a position; empty when all is well."""
    found = [*always(state), *plans(state)]
    if len(state.frames) == 1:
        found += settled(state)
    if state.segment in QUIET:
        found += held(state)
    return found


@Remembered
@rule("6.mix.1", "2.1.step.4", "2.1.step.5")
def always(state: State) -> list[str]:
    """Units are where they may be, with steps while they are in play; the sides never share a hex."""
    return [*unit_faults(state, boxes, position.GONE, MARKERS), *mixed(state)]


def boxes(state: State, unit: Unit) -> set[str]:
    """The boxes in which a unit may be: of those in which units wait its own alone."""
    own = position.WAITING.get(formation(state, unit), position.SET_UP)
    return set(position.BOXES) - ({position.SET_UP, *position.WAITING.values()} - {own})


settled = Remembered(lambda state: [f"{at} holds too much" for at in overstacked(state)])


def held(state: State) -> Iterator[str]:
    """A side that is in a hex that scores, or alone covers it, controls it."""
    for space, side in gains(state).items():
        if state.control.get(space) != side:
            yield f"{space} is not controlled by {side}"


def plans(state: State) -> Iterator[str]:
    """A plan names areas and turns of the schedule."""
    for formation_, (turn, area) in planned(state).items():
        if turn < schedule(formation_).get(area, 99):
            yield f"{formation_} is planned for {position.SOVIET} area {area} on turn {turn}"
