"""What the dice of a game came to: how often each number, beside what fair dice come to on the average."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.events import DieRolled, Event


@dataclass(frozen=True, slots=True)
class Tally:
    """All dice of a kind, or all those of one rule: how often each number came, from 1 on."""

    title: str
    came: tuple[int, ...]

    @property
    def dice(self) -> int:
        """How many dice there were."""
        return sum(self.came)

    @property
    def mean(self) -> float:
        """Their mean."""
        return sum(value * times for value, times in enumerate(self.came, 1)) / self.dice

    @property
    def fair_mean(self) -> float:
        """The mean of fair dice of this kind."""
        return (len(self.came) + 1) / 2

    @property
    def fair(self) -> float:
        """How often each number comes with fair dice, on the average."""
        return self.dice / len(self.came)


def tallies(events: Iterable[Event], titles: Mapping[str, str]) -> tuple[Tally, ...]:
    """All dice of each kind, then those of each rule that rolled several, the most first; `titles` are what
    rules are about, by their numbers."""
    dice = [event for event in events if isinstance(event, DieRolled)]
    kinds = sorted({die.sides for die in dice}, reverse=True)
    found = [tally(f"All dice of {sides}", (d for d in dice if d.sides == sides), sides) for sides in kinds]
    rules = Counter((die.rule, die.sides) for die in dice)
    for (rule, sides), times in rules.most_common():
        if times > 1:
            title = f"{titles.get(rule, '')} [{rule}]".strip()
            found.append(tally(title, (d for d in dice if (d.rule, d.sides) == (rule, sides)), sides))
    return tuple(found)


def tally(title: str, dice: Iterable[DieRolled], sides: int) -> Tally:
    """How often each number came among these dice."""
    came = Counter(die.value for die in dice)
    return Tally(title, tuple(came[value] for value in range(1, sides + 1)))
