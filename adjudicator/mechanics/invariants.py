"""What must be true of the units of any position, whatever was ordered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from adjudicator.state import OFF, State, Unit

from .armies import on_map, stack


def unit_faults(
    state: State,
    boxes: Callable[[State, Unit], Collection[str]],
    gone: Collection[str],
    markers: frozenset[str],
) -> Iterator[str]:
    """Every unit is in a space, or in one of its boxes or OFF; it has steps exactly while it is not `gone`,
    no more than its counter; and it bears no other markers than these."""
    for unit in state.units.values():
        counter = state.counter(unit)
        if not on_map(state, unit) and unit.at not in (*boxes(state, unit), OFF):
            yield f"{unit.id} is in {unit.at}, which is not a hex or a box for it"
        most = counter.full if counter else unit.steps
        if (unit.at in gone) != (unit.steps == 0) or not 0 <= unit.steps <= most:
            yield f"{unit.id} in {unit.at} has {unit.steps} steps"
        if unit.flags - markers:
            more, known = ", ".join(sorted(unit.flags - markers)), ", ".join(sorted(markers)) or "none"
            yield f"{unit.id} has the marker {more}; markers of this game: {known}"


def mixed(state: State) -> Iterator[str]:
    """No space holds units of two sides."""
    for space in state.by_space:
        if (
            space in state.board.spaces
            and len([side for side in state.sides if stack(state, space, side)]) > 1
        ):
            yield f"both sides are in {space}"
