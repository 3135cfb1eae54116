"""Questions the rules ask of a position: who stands where, and how far apart.

Words of the rulebook: a *stack* are the units of one side in a hex. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.mechanics.kept import Kept
from adjudicator.state import State, Unit

GERMAN, SOVIET = "german", "soviet"
SIDES = (SOVIET, GERMAN)
"""In the order of their player turns (3)."""
ENEMY = {GERMAN: SOVIET, SOVIET: GERMAN}

SET_UP, OFF_MAP, EXITED, ELIMINATED = "set-up", "off-map", "exited", "eliminated"
WAITING = {
    "11 Pz": "german-reinforcements",
    "4MC": "4-mech",
    "5MC": "5-mech",
    "6GCD": "6-gds-cav",
    "321RD": "321-rd",
}
"""Formation that comes as a reinforcement -> the box in which it waits."""
BOXES = (SET_UP, *WAITING.values(), OFF_MAP, EXITED, ELIMINATED)
GONE = (ELIMINATED,)

PREPARED, RETREATED, BARRED = "prepared", "retreated", "barred"
"""Flags: made a prepared attack (3.1); retreated in this phase, and has no zone (5); may not move in the
coming Movement Phase (4)."""


def on_map(state: State, unit: Unit) -> bool:
    """Whether a unit stands in a hex, not in a box."""
    return unit.at in state.board.spaces


def stack(state: State, space: str, side: str) -> tuple[Unit, ...]:
    """The units of a side in a hex."""
    return tuple(unit for unit in state.at(space) if unit.side == side)


def enemy_here(state: State, space: str, side: str) -> bool:
    """Whether an enemy of this side stands in a hex."""
    return bool(stack(state, space, ENEMY[side]))


def _both_armies(state: State) -> dict[str, tuple[Unit, ...]]:
    found: dict[str, list[Unit]] = {side: [] for side in SIDES}
    for unit in state.units.values():
        if on_map(state, unit):
            found[unit.side].append(unit)
    return {side: tuple(units) for side, units in found.items()}


_armies = Kept(_both_armies)


def army(state: State, side: str) -> tuple[Unit, ...]:
    """The units of a side on the map, in the order of the roster."""
    return _armies(state)[side]


def touches_enemy(state: State, unit: Unit) -> bool:
    """Whether an enemy stands next to a unit."""
    return any(enemy_here(state, near, unit.side) for near in state.board.neighbours(unit.at))


def distance(state: State, a: str, b: str) -> int:
    """Hexes from one to the other, whatever lies between: its own not counted, the other counted."""
    grid = state.board.grid
    assert grid is not None
    return grid.distance(a, b)


def nearest(state: State, space: str, units: Iterable[Unit]) -> int:
    """Hexes to the nearest of these units; 99 when there are none."""
    return min((distance(state, space, at) for at in {unit.at for unit in units}), default=99)


def name(state: State, space: str) -> str:
    """A hex as sentences call it: with its town, where there is one."""
    town = state.board.spaces[space].facts.get("name")
    return f"{town} ({space})" if town else space
