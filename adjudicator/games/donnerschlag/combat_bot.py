"""What the players of `bot` do in combats: by chance whatever is legal, or what promises something."""

from __future__ import annotations

import random

from adjudicator.mechanics.drm import total
from adjudicator.state import Decision, State

from . import cards_anytime
from .charts import charts
from .orders import grammar, said
from .position import ENEMY, fighters
from .r2_combat import ATTACK, WINDOW, read_result
from .r2_strength import Clash, odds_of

LEAST = 0.5
"""A purposeful player attacks when the table promises his enemy so much more than him, in steps and retreats
for a throw."""


def by_chance(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Any answer that is offered, or a card of the hand where one may be played."""
    cards = cards_anytime.playable(state, decision.player) if "card" in decision.verbs else ()
    return [chance.choice([chance.choice(decision.answers), *cards])]


def purposeful(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The attack that promises most, cards for it, the advance of all tanks; else what silence would mean."""
    if decision.topic == ATTACK:
        return [best_attack(state, decision)]
    if decision.topic == WINDOW:
        cards = cards_anytime.playable(state, decision.player)
        return [chance.choice(cards) if cards else "pass"]
    return [decision.answers[0] if decision.topic == "advance" else decision.default]


def best_attack(state: State, decision: Decision) -> str:
    """The offered attack with the best promise; the end where none is good enough."""
    attacks = {
        line: promise(state, decision.player, line) for line in decision.answers if line.startswith(ATTACK)
    }
    best = max(attacks, key=lambda line: attacks[line], default="")
    return best if best and attacks[best] >= LEAST else decision.default


def promise(state: State, side: str, line: str) -> float:
    """What an attack brings on average, steps and retreats counted alike, those of the attackers against
    it."""
    told = said(grammar(side).read(line))
    units = [state.units[id_] for id_ in told.units]
    odds = odds_of(state, Clash(units, fighters(state, told.hex, ENEMY[side]), told.hex))
    results = (charts()["crt"].read(odds.column, die + total(odds.drms)) for die in range(1, 7))
    worth = 0
    for loser, steps, hexes in map(read_result, results):
        worth += (steps + hexes) * (1 if loser == "defenders" else -1)
    return worth / 6
