"""Players who know the rules and little else: one by chance, one who goes for the enemy's rear.

They find dead ends, and whole games of them are quick.
"""

from __future__ import annotations

import random
from dataclasses import replace

from adjudicator.state import Decision, State, Unit

from . import combat_bot, r2_activate, r2_combat, r2_command, r2_move
from .cards import ACTIVATION, held
from .pieces import is_hq
from .position import AXIS, distance

GOAL = {AXIS: "1311", "soviet": "4314"}
"""Whither a purposeful player goes: the middle zone, and Kotelnikovo."""
REACH = 3
"""Hexes of his way that a purposeful player gives for an attack; found by playing."""


def answer(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The lines of one legal answer, by chance."""
    if decision.topic == "activate":
        return moves(state, chance, None)
    if decision.topic in r2_combat.ANSWERS:
        return combat_bot.by_chance(state, decision, chance)
    return chance.choice(decision.answers).splitlines()


def purposeful(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The lines of one legal answer, of a player who wants to win: he orders as many as he can, goes for his
    goal by way of the enemy, attacks where it promises something, and for the rest keeps to what silence
    would mean."""
    if decision.topic == "activate":
        return moves(state, chance, GOAL[decision.player])
    if decision.topic == "play":
        return [most_units(state, decision)]
    if decision.topic in r2_combat.ANSWERS:
        return combat_bot.purposeful(state, decision, chance)
    return decision.default.splitlines()


def most_units(state: State, decision: Decision) -> str:
    """The Activation Card, and the use of it, by which most units activate."""
    found = {
        f"play {card} {use.words}".strip(): len(use.units)
        for card in held(state, decision.player, ACTIVATION)
        for use in r2_command.uses(state, card)
    }
    return max(found, key=lambda line: found[line], default=decision.default)


def moves(state: State, chance: random.Random, goal: str | None) -> list[str]:
    """One unit at a time, for each changes what the next can do; now and then all that are left stay."""
    left = r2_activate.waiting(state)
    unit: Unit = left[0] if goal else chance.choice(left)
    ends = (*r2_move.ends_of(state, unit), unit.at)
    end = min(ends, key=lambda at: (way_to(state, unit, at, goal), at)) if goal else chance.choice(ends)
    if end == unit.at:
        return ["done"] if not goal and chance.random() < 0.2 else [f"stay {unit.id}"]
    return [f"move {unit.id} to {end}"]


def way_to(state: State, unit: Unit, at: str, goal: str) -> int:
    """How far a hex is from a goal; one from which the unit could attack counts as nearer by REACH."""
    there = replace(unit, at=at)
    fights = not is_hq(state, unit) and any(r2_combat.targets(state, there))
    return distance(state, at, goal) - REACH * fights
