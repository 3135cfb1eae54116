"""What must be true of every position, whatever was ordered: checked after every event in games of bots."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.mechanics.armies import on_map, stack
from adjudicator.mechanics.kept import Kept
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .position import BARRED, BOXES, GONE, PREPARED, RETREATED, SET_UP, SIDES, SOVIET, WAITING
from .r02_pieces import formation, full_steps
from .r06_stacking import overstacked
from .r09_plan import planned as plan_of
from .r09_plan import schedule
from .r10_control import gained

OFF = "off"
"""Where a rehearsal puts what takes no part."""
QUIET = ("TURN_END", "SCORE")
"""Segments in which nothing is under way: control follows a move one event later."""
MARKERS = frozenset({PREPARED, RETREATED, BARRED})


def faults(state: State) -> list[str]:
    """Everything that is wrong with a position; empty when all is well."""
    found = [*always(state), *plans(state)]
    if len(state.frames) == 1:
        found += settled(state)
    if state.segment in QUIET:
        found += held(state)
    return found


@rule("6.mix.1")
def _always(state: State) -> list[str]:
    """What is wrong with the units, one by one and hex by hex."""
    found = [fault for unit in state.units.values() for fault in one(state, unit)]
    mixed = [
        at for at in state.by_space if at in state.board.spaces and all(stack(state, at, s) for s in SIDES)
    ]
    return [*found, *(f"both sides are in {at}" for at in mixed)]


always = Kept(_always)


@rule("2.1.step.4", "2.1.step.5")
def one(state: State, unit: Unit) -> Iterator[str]:
    """Every unit is in a hex or in one of its boxes, with steps exactly while it is in play."""
    own = WAITING.get(formation(state, unit), SET_UP)
    boxes = {*BOXES, OFF} - ({SET_UP, *WAITING.values()} - {own})
    if not on_map(state, unit) and unit.at not in boxes:
        yield f"{unit.id} is in {unit.at}, which is no hex and no box of its own"
    if (unit.at in GONE) != (unit.steps == 0) or not 0 <= unit.steps <= full_steps(state, unit):
        yield f"{unit.id} in {unit.at} has {unit.steps} steps"
    if unit.flags - MARKERS:
        yield f"{unit.id} bears {', '.join(sorted(unit.flags))}"


settled = Kept(lambda state: [f"{at} holds too much" for at in overstacked(state)])


def held(state: State) -> Iterator[str]:
    """Who stands in a hex that scores, or alone covers it, controls it."""
    for space, side in gained(state).items():
        if state.control.get(space) != side:
            yield f"{space} is not in the hands of {side}"


def plans(state: State) -> Iterator[str]:
    """A plan names areas and turns of the schedule."""
    for formation_, (turn, area) in plan_of(state).items():
        if turn < schedule(formation_).get(area, 99):
            yield f"{formation_} is planned for {SOVIET} area {area} on turn {turn}"
