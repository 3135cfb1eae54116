"""Answers that stay true for as long as no unit changes: asked often, worked out once for each position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from adjudicator.state import State, Unit
from maps.board import Board

T = TypeVar("T")
MOST = 8
"""How many positions are remembered: a trial of an order and the position it began in, and a few more."""


class Kept(Generic[T]):
    """What `make` says of the units on a board and of nothing else in a state, for the last few positions.

    The units themselves are kept with the answer, so that no later ones can be taken for them.
    """

    def __init__(self, make: Callable[[State], T]) -> None:
        self.make = make
        self.answers: dict[tuple[int, int], tuple[Mapping[str, Unit], Board, T]] = {}

    def __call__(self, state: State) -> T:
        """The answer for a state."""
        key = (id(state.units), id(state.board))
        found = self.answers.get(key)
        if found is None:
            found = (state.units, state.board, self.make(state))
            if len(self.answers) >= MOST:
                del self.answers[next(iter(self.answers))]
            self.answers[key] = found
        return found[2]
