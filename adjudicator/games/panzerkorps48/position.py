"""The sides, the boxes and the markers of this game, and what the rules ask of a position beside
`mechanics.armies`. Nothing here decides anything.
"""

from __future__ import annotations

from adjudicator.mechanics.armies import stack
from adjudicator.mechanics.remembered import of_board
from adjudicator.state import State, Unit
from maps.board import Board

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

ALL_AROUND = 6
"""The neighbours of a hex that is not at the edge of the map."""
PREPARED, RETREATED, BARRED = "prepared", "retreated", "barred"
"""Flags: made a prepared attack (3.1); retreated in this phase, and has no zone (5); may not move in the
coming Movement Phase (4)."""


def enemy_here(state: State, space: str, side: str) -> bool:
    """Whether an enemy of this side stands in a hex."""
    return bool(stack(state, space, ENEMY[side]))


def touches_enemy(state: State, unit: Unit) -> bool:
    """Whether an enemy stands next to a unit."""
    return any(enemy_here(state, near, unit.side) for near in state.board.neighbours(unit.at))


def name(state: State, space: str) -> str:
    """A hex as sentences call it: with its town, where there is one."""
    town = state.board.spaces[space].facts.get("name")
    return f"{town} ({space})" if town else space


@of_board
def edge(board: Board) -> tuple[str, ...]:
    """The hexes at the edge of the map."""
    return tuple(space for space, near in board.links.items() if len(near) < ALL_AROUND)
