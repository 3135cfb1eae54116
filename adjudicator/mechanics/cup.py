"""A cup from which chits are drawn: what is in it, what was drawn of it, what comes back.

It rolls nothing: a draw is told which place came up, by dice that anybody can check.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cup:
    """Chits in the cup, sorted, and those drawn, in the order in which they came. Some may be equal."""

    inside: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()

    def put(self, *chits: str) -> Cup:
        """The cup with these chits added."""
        return Cup(tuple(sorted((*self.inside, *chits))), self.drawn)

    def draw(self, place: int) -> tuple[str, Cup]:
        """The chit in a place (from 1, among the sorted ones) and the cup without it. Raises ValueError for
        a place that is not there."""
        if not 1 <= place <= len(self.inside):
            raise ValueError(f"there is no chit {place} among the {len(self.inside)} in the cup")
        chit = self.inside[place - 1]
        return chit, Cup(self.inside[: place - 1] + self.inside[place:], (*self.drawn, chit))

    def without(self, chit: str) -> Cup:
        """The cup after a chit left the game, from wherever it was: from the cup, else of those drawn; only
        one of equal ones. Raises ValueError if it is in neither."""
        if chit in self.inside:
            return Cup(_less(self.inside, chit), self.drawn)
        if chit not in self.drawn:
            raise ValueError(f"{chit} is neither in the cup nor drawn")
        return Cup(self.inside, _less(self.drawn, chit))

    def refilled(self, keep_out: Collection[str] = ()) -> Cup:
        """The cup for the next turn: all that was drawn is back in it, except what stays out for good."""
        return Cup(tuple(sorted((*self.inside, *(chit for chit in self.drawn if chit not in keep_out)))))


def _less(chits: tuple[str, ...], chit: str) -> tuple[str, ...]:
    place = chits.index(chit)
    return chits[:place] + chits[place + 1 :]
