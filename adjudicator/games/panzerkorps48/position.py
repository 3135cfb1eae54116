"""The sides, the boxes and the markers of this game, and what the rules ask of a position beside
`mechanics.armies`. Nothing here decides anything.
"""

from __future__ import annotations

from adjudicator.mechanics.armies import stack
from adjudicator.mechanics.remembered import of_board
from adjudicator.state import State
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

PREPARED, RETREATED, BARRED = "prepared", "retreated", "barred"
"""Flags: made a prepared attack (3.1); retreated in this phase, and has no zone (5); may not move in the
coming Movement Phase (4)."""


def enemy_here(state: State, space: str, side: str) -> bool:
    """Whether an enemy of this side is in a hex."""
    return bool(stack(state, space, ENEMY[side]))


@of_board
def edge(board: Board) -> tuple[str, ...]:
    """The hexes at the edge of the map: all that have fewer than six neighbours."""
    return tuple(space for space, near in board.links.items() if len(near) < 6)
