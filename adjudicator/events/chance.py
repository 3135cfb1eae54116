"""Dice and draws, with all that is needed to check them."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.events.fact import Event, Names
from adjudicator.state import State


@dataclass(frozen=True, kw_only=True)
class DieRolled(Event):
    """A die: the n-th roll of the game, for a purpose, bound to the chain of what came before it.

    `came` says in words what came of it and what was needed, unless an event with this die follows that does.
    """

    n: int
    purpose: str
    sides: int
    value: int
    chain: str = ""
    came: str = ""

    def apply(self, state: State) -> State:
        """One more roll."""
        return state.but(rolled=self.n)

    def says(self, names: Names) -> str:
        """The purpose, the number, and what came of it."""
        return f"Die for {self.purpose}: {self.value}{f'; {self.came}' if self.came else ''}."


@dataclass(frozen=True, kw_only=True)
class Drawn(Event):
    """A chit, card or unit drawn from a cup or deck; the item leaves the cup.

    `value` is its place among the `sides` sorted items that were left.
    """

    n: int
    purpose: str
    cup: str
    sides: int
    value: int
    item: str
    chain: str = ""

    def apply(self, state: State) -> State:
        """The item is out of its cup."""
        left = tuple(item for item in state.cups[self.cup] if item != self.item)
        return state.but(rolled=self.n, cups={**state.cups, self.cup: left})

    def says(self, names: Names) -> str:
        """What came out."""
        return f"Drawn for {self.purpose}: {names(self.item)}."
