"""A bot: any legal answer to any question."""

from __future__ import annotations

import random

from adjudicator.state import Decision, State


def answer(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The lines of one legal answer."""
    return list(chance.choice(decision.answers).splitlines()) if decision.answers else ["pass"]
