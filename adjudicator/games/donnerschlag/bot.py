"""Players who know the rules and little else: one by chance, one who goes for the enemy's rear.

They find dead ends, and whole games of them are quick.
"""

from __future__ import annotations

import random

from adjudicator.mechanics.armies import distance
from adjudicator.state import Decision, State, Unit

from . import combat_bot, r2_activate, r2_combat, r2_move
from .position import AXIS

GOAL = {AXIS: "1311", "soviet": "4314"}
"""Whither a purposeful player goes: the middle zone, and Kotelnikovo."""


def answer(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The lines of one legal answer, by chance."""
    if decision.topic == "activate":
        return moves(state, chance, None)
    if decision.topic in r2_combat.ANSWERS:
        return combat_bot.by_chance(state, decision, chance)
    return chance.choice(decision.answers).splitlines()


def purposeful(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The lines of one legal answer, of a player who wants to win."""
    if decision.topic == "activate":
        return moves(state, chance, GOAL[decision.player])
    if decision.topic == "enter":
        return decision.default.splitlines()
    if decision.topic in r2_combat.ANSWERS:
        return combat_bot.purposeful(state, decision, chance)
    return answer(state, decision, chance)


def moves(state: State, chance: random.Random, goal: str | None) -> list[str]:
    """One unit at a time, for each changes what the next can do; now and then all that are left stay."""
    left = r2_activate.waiting(state)
    unit: Unit = left[0] if goal else chance.choice(left)
    ends = (*r2_move.ends_of(state, unit), unit.at)
    end = min(ends, key=lambda at: (distance(state, at, goal), at)) if goal else chance.choice(ends)
    if end == unit.at:
        return ["done"] if not goal and chance.random() < 0.2 else [f"stay {unit.id}"]
    return [f"move {unit.id} to {end}"]
