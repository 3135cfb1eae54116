"""Dice and draws, with all that is needed to check them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.events.fact import EVERYBODY, NOBODY, Event, Names
from adjudicator.state import State

_READERS = re.compile(r" \(for the eyes of ([^()]+)\)$")


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
        what, readers = purpose_told(self.purpose, names)
        roll = "" if what.endswith(" die") else ", die roll"
        return f"{_begun(what)}{roll} {self.value}{readers}{f'; {self.came}' if self.came else ''}."


class RoundUsed(Event):
    """The round of a public beacon to which the dice that follow are bound. `n` is the number of the orders
    among all that were announced."""

    n: int
    round: int
    randomness: str
    signature: str
    previous: str = ""

    def says(self, names: Names) -> str:
        """The round and its randomness, which anybody can look up."""
        return f"Dice: beacon round {self.round}, randomness {self.randomness}."


class HiddenDieRolled(DieRolled):
    """A die of which others may not even know that it was rolled: the n-th for those who see it."""

    def apply(self, state: State) -> State:
        """One more roll for these eyes; the dice that all can count stay as many."""
        return state.but(rolled_for={**state.rolled_for, audience(self.to): self.n})


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
        return state.but(rolled=self.n, cups=self.left(state))

    def left(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """The cups without the item."""
        left = tuple(item for item in state.cups[self.cup] if item != self.item)
        return {**state.cups, self.cup: left}

    def says(self, names: Names) -> str:
        """What came out."""
        what, readers = purpose_told(self.purpose, names)
        return f"{_begun(what)}{readers}: drew {names(self.item)}."

    def with_next(self, other: Event) -> Event | None:
        """All there is to tell, where the next thing is that there was a draw."""
        return self if other.retells else None


class HiddenDrawn(Drawn):
    """A draw of which others may not even know; what is in the cup must be closed to them as well."""

    def apply(self, state: State) -> State:
        """The item is out of its cup; the dice that all can count stay as many."""
        return state.but(rolled_for={**state.rolled_for, audience(self.to): self.n}, cups=self.left(state))


def audience(to: tuple[str, ...]) -> str:
    """Those who see a hidden die, as one word: their dice are counted under it, and made with it."""
    return "+".join(to)


def numbered_from(state: State, to: tuple[str, ...], hidden: bool) -> int:
    """How many dice of a stream were rolled so far: of all that everybody can count, or of a hidden one.
    Raises ValueError for a hidden die that everybody may see."""
    if not hidden:
        return state.rolled
    if to == EVERYBODY:
        raise ValueError("a hidden die needs its readers")
    return state.rolled_for.get(audience(to), 0)


def purpose_for(purpose: str, to: tuple[str, ...], hidden: bool) -> str:
    """What a die is for; a hidden one names its readers, so that no two streams ever make the same die."""
    return f"{purpose} (for the eyes of {audience(to)})" if hidden else purpose


def purpose_told(purpose: str, names: Names) -> tuple[str, str]:
    """What a die is for, and who alone sees it, in words: (" (for the German player only)"), "" for all."""
    found = _READERS.search(purpose)
    if not found:
        return in_print(purpose, names), ""
    readers = [names.who(one) for one in found[1].split("+") if one not in NOBODY]
    told = f"for {' and '.join(readers)} only" if readers else "face down"
    return in_print(purpose[: found.start()], names), f" ({told})"


def in_print(purpose: str, names: Names) -> str:
    """A purpose, to whose words its die is bound, as people read it: "lmg-de of I1" is "LMG of I1". What is
    before the first "of", and what is after it, go by their printed names if they have any."""
    return " of ".join(map(names, purpose.split(" of ", 1)))


def _begun(purpose: str) -> str:
    """A purpose as a sentence begins."""
    return purpose[:1].upper() + purpose[1:]
