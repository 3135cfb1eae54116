"""What is compared: the oracle's answer and the referee's, counted, and every difference kept."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module

GAMES = ("koenigsberg45", "panzerkorps48", "raceforberlin", "donnerschlag", "redvengeance")


@dataclass(frozen=True, slots=True)
class Difference:
    """One question to which the oracle and the referee have different answers."""

    rule: str
    question: str
    oracle: object
    referee: object
    position: object

    def __str__(self) -> str:
        told = f"{self.rule}: {self.question}\n  oracle  {self.oracle}\n  referee {self.referee}"
        return f"{told}\n  position {self.position}"


@dataclass
class Compared:
    """How many questions of which clause were asked, and where the answers differ."""

    asked: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def same(self, rule: str, question: str, oracle: object, referee: object, position: object) -> None:
        """Count a question; keep it where the two answers differ."""
        self.asked[rule] += 1
        if oracle != referee:
            self.differences.append(Difference(rule, question, oracle, referee, position))


Compare = Callable[[random.Random, Compared], None]
"""One random position of a game, with everything that is asked of it."""


def compare(game: str, count: int, seed: int) -> Compared:
    """So many random positions of a game, the same for the same seed; each has its own chance."""
    one: Compare = import_module(f"tests.oracles.{game}_asked").compare
    compared = Compared()
    for n in range(count):
        one(random.Random(f"{game} {seed} {n}"), compared)
    return compared
