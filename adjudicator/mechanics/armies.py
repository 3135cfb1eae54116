"""Armies: which units are on the map, which of a side stack together, and what stays true while an army does
not change."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import update_wrapper
from typing import Generic, TypeVar

from adjudicator.state import State, Unit
from maps.board import Board

from .remembered import MOST, Remembered, of_board

T = TypeVar("T")
Army = tuple[Unit, ...]
FAR_OFF = 99
"""Farther than any unit is, where there is none."""


def on_map(state: State, unit: Unit) -> bool:
    """Whether a unit is in a space of the board, not in a box."""
    return unit.at in state.board.spaces


def stack(state: State, space: str, side: str) -> Army:
    """The units of a side in a space."""
    return tuple(unit for unit in state.at(space) if unit.side == side)


def _all_armies(state: State) -> dict[str, Army]:
    found: dict[str, list[Unit]] = {side: [] for side in state.sides}
    for unit in state.units.values():
        if on_map(state, unit):
            found[unit.side].append(unit)
    return {side: tuple(units) for side, units in found.items()}


_armies = Remembered(_all_armies)


def army(state: State, side: str) -> Army:
    """The units of a side on the map, in the order of the roster."""
    return _armies(state)[side]


def distance(state: State, a: str, b: str) -> int:
    """Steps from one space to the other, whatever lies between: its own not counted, the other counted.
    Raises ValueError where no border leads there."""
    found = state.board.distance(a, b)
    if found is None:
        raise ValueError(f"no border leads from {a} to {b}")
    return found


@of_board
def distances(board: Board, to: str) -> Mapping[str, int]:
    """How many steps each space of a board is from one, whatever lies between; FAR_OFF where no border leads
    there."""
    found = ((space, board.distance(space, to)) for space in board.spaces)
    return {space: FAR_OFF if far is None else far for space, far in found}


def nearest(state: State, space: str, units: Iterable[Unit]) -> int:
    """Steps to the nearest of these units; FAR_OFF when there are none."""
    places, grid = {unit.at for unit in units}, state.board.grid
    if grid and space in grid.hexes and places <= grid.hexes.keys():
        return grid.nearest(space, places) if places else FAR_OFF
    return min((distance(state, space, at) for at in places), default=FAR_OFF)


def on_the_way(state: State, paths: Mapping[str, Sequence[str]], matters: Collection[str]) -> list[State]:
    """The position at each space that matters between the first and the last of these paths (unit -> where it
    goes), with those who are under way there. All end together; who joins on the way has a shorter path."""
    longest = max(paths.values(), key=len)
    found = []
    for at in range(1, len(longest) - 1):
        if longest[at] in matters:
            moving = [unit for unit, path in paths.items() if len(path) >= len(longest) - at]
            units = {unit: replace(state.units[unit], at=longest[at]) for unit in moving}
            found.append(state.but(units={**state.units, **units}))
    return found


class KeptOfArmy(Generic[T]):
    """What `make(state, side)` says of the units of a side on the map and of nothing else in a state, until
    one of these changes: while the other side moves it is worked out once."""

    def __init__(self, make: Callable[[State, str], T]) -> None:
        self.make = make
        update_wrapper(self, make)
        self.known: dict[str, deque[tuple[Board, Army, T]]] = {}

    def __call__(self, state: State, side: str) -> T:
        """The answer for a side in a state."""
        mine, known = army(state, side), self.known.setdefault(side, deque(maxlen=MOST))
        for board, units, answer in known:
            if board is state.board and (units is mine or units == mine):
                return answer
        answer = self.make(state, side)
        known.appendleft((state.board, mine, answer))
        return answer

    def cache_clear(self) -> None:
        """Forget all answers, as a cache of `functools` does."""
        self.known.clear()
