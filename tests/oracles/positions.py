"""Random positions: pockets of units of both sides, crowded where rules meet, and a table to ask about
them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.dice import ListedDice
from adjudicator.events import Event
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from tests.tabletop import Tabletop

Fits = Callable[[Mapping[str, str], str, str], bool]
"""(who is where, unit, space) -> whether the unit may stand there, too."""


def pocket(
    chance: random.Random, spaces: Sequence[str], units: Sequence[str], fits: Fits, together: float = 0.3
) -> dict[str, str]:
    """Units at random in these spaces, some beside those before them; who fits nowhere stays away."""
    where: dict[str, str] = {}
    for unit in units:
        tries = [chance.choice(spaces) for _ in range(6)]
        if where and chance.random() < together:
            tries.insert(0, chance.choice(list(where.values())))
        at = next((space for space in tries if fits(where, unit, space)), "")
        if at:
            where[unit] = at
    return where


class Laid:
    """A position that is asked many questions, each from the same start."""

    def __init__(self, table: Tabletop) -> None:
        self.table = table
        self.start = table.state

    def say(self, side: str, text: str, *dice: int, draws: Sequence[str] = ()) -> list[Ruling]:
        """What the referee says of a sheet handed in now; the events and the state are the table's until
        the next question."""
        self.table.play = Play(self.start, ListedDice(list(dice), list(draws)))
        return self.table.order(side, text)

    def onward(self) -> Laid:
        """The position to which the last sheet led, to be asked in its turn."""
        after = Laid(self.table)
        after.start = self.table.state
        return after

    @property
    def events(self) -> list[Event]:
        """What happened in answer to the last sheet."""
        return self.table.events

    def found(self, kind: str) -> list[dict[str, Any]]:
        """The facts of the events of a kind that the last sheet brought."""
        return self.table.found(kind)

    def topic(self) -> str:
        """What is asked now: the topic of the first open question, "" without one."""
        waiting = self.table.state.waiting()
        return waiting[0].topic if waiting else ""


def good(rulings: Sequence[Ruling]) -> bool:
    """Whether every line of a sheet was taken."""
    return all(ruling.verdict == "done" for ruling in rulings)
