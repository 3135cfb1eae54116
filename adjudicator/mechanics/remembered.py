"""Answers that stay true while no unit changes, or the board: asked often, worked out once for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import update_wrapper, wraps
from typing import Concatenate, Generic, ParamSpec, TypeVar

from adjudicator.state import State, Unit
from maps.board import Board

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")
MOST = 8
"""How many positions are remembered: a trial of an order and the position it began in, and a few more."""


class Remembered(Generic[T]):
    """What `make` says of the units on a board and of nothing else in a state, for the last few positions.

    The units themselves are kept with the answer, so that no later ones can be taken for them.
    """

    def __init__(self, make: Callable[[State], T]) -> None:
        self.make = make
        update_wrapper(self, make)
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

    def cache_clear(self) -> None:
        """Forget all answers, as a cache of `functools` does."""
        self.answers.clear()


def of_the_same(make: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """What `make` says of a board or a state, worked out once for each of the last few. One is known by being
    the same: to compare thousands of hexes would take longer than most answers do. The answers are not to be
    changed."""
    known: dict[int, tuple[S, dict[object, T]]] = {}
    newest: tuple[S, dict[object, T]] | None = None

    @wraps(make)
    def answer(of: S, /, *about: P.args, **named: P.kwargs) -> T:
        nonlocal newest
        if newest is None or newest[0] is not of:
            newest = known.pop(id(of), None) or (of, {})
            if len(known) >= MOST:
                del known[next(iter(known))]
            known[id(of)] = newest  # the last one asked for is forgotten last
        answers, key = newest[1], (about, *named.items()) if named else about
        if key not in answers:
            answers[key] = make(of, *about, **named)
        return answers[key]

    def clear() -> None:
        nonlocal newest
        newest = None
        known.clear()

    answer.cache_clear = clear  # type: ignore[attr-defined]
    return answer


of_board = of_state = of_the_same
"""What a function depends on: the board alone, or the whole state."""
