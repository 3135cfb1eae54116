"""What kind of player a bot is. Imports no rules, so that every chapter can say what a bot answers."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from adjudicator.choices import Bot
from adjudicator.state import Decision, State

OFFERED = 0.05
"""How often a bot takes one of the answers that the question names, as it is."""


@dataclass(frozen=True, slots=True)
class Taste:
    """Whether the player wants to win, the worst odds of an attack ("" for any), and how often a bot does
    what seems best instead of anything."""

    purposeful: bool
    least: str
    sense: float

    def plays(self, reply: Callable[[State, Decision, random.Random, Taste], list[str]]) -> Bot:
        """A bot that replies in this taste, or now and then takes an answer that the question names."""

        def bot(state: State, decision: Decision, chance: random.Random) -> list[str]:
            if decision.answers and chance.random() < OFFERED:
                return chance.choice(decision.answers).splitlines()
            return reply(state, decision, chance, self)

        return bot


WANDERER = Taste(purposeful=False, least="", sense=0.5)
MARCHER = Taste(purposeful=True, least="2-1", sense=0.9)


def several(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A few of the named answers, one after the other, and then the end."""
    ends = ("done", "pass")
    found = [line for line in decision.answers if line not in ends]
    last = [line for line in ends if line in decision.verbs][:1]
    return [*chance.sample(found, min(len(found), chance.randint(1, 4))), *last]
