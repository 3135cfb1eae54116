"""What the players of `bot` do in combats: by chance whatever is legal, or what promises something."""

from __future__ import annotations

import random
from collections.abc import Sequence

from adjudicator.mechanics.drm import total
from adjudicator.state import Decision, State, Unit

from . import cards_anytime, r2_combat
from .charts import charts
from .combat import DEFENDERS
from .pieces import is_hq
from .position import ENEMY, fighters, listed
from .r2_combat import ATTACK, WINDOW
from .r2_strength import Clash, odds_of

EAGER = 0.8
"""How often a player by chance attacks for certain where he can."""
LEAST = 0.5
"""A purposeful player attacks when the table promises his enemy so much more than him, in steps and retreats
for a throw."""


def by_chance(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Any answer that is offered, or a card of the hand where one may be played."""
    cards = cards_anytime.playable(state, decision.player) if "card" in decision.verbs else ()
    if decision.topic == ATTACK and chance.random() < EAGER:
        return [chance.choice([*decision.answers[:-1], *cards] or decision.answers)]
    return [chance.choice([chance.choice(decision.answers), *cards])]


def purposeful(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The attack that promises most, cards for it, the advance of all tanks; else what silence would mean."""
    if decision.topic == ATTACK:
        return [*attacks(state, r2_combat.ready(state)), "end combat"]
    if decision.topic == WINDOW:
        cards = cards_anytime.playable(state, decision.player)
        return [chance.choice(cards) if cards else "pass"]
    return [decision.answers[0] if decision.topic == "advance" else decision.default]


def attacks(state: State, units: Sequence[Unit]) -> list[str]:
    """The attacks of these units that promise enough, the best first; each unit attacks once."""
    left = [unit for unit in units if not is_hq(state, unit)]
    found = []
    while left:
        able = {
            space: [u for u in left if space in r2_combat.targets(state, u)] for space in near(state, left)
        }
        worth = {space: promise(state, ours, space) for space, ours in able.items()}
        best = max(worth, key=lambda space: worth[space], default="")
        if not best or worth[best] < LEAST:
            break
        found.append(f"attack {best} with {listed(able[best])}")
        left = [unit for unit in left if unit not in able[best]]
    return found


def near(state: State, units: Sequence[Unit]) -> tuple[str, ...]:
    """The hexes that any of these units could attack."""
    return tuple(dict.fromkeys(space for unit in units for space in r2_combat.targets(state, unit)))


def promise(state: State, units: Sequence[Unit], space: str) -> float:
    """What an attack brings on average, steps and retreats counted alike, those of the attackers against
    it."""
    odds = odds_of(state, Clash(units, fighters(state, space, ENEMY[units[0].side]), space))
    results = (charts()["crt"].read(odds.column, die + total(odds.drms)) for die in range(1, 7))
    told = map(r2_combat.read_result, results)
    return sum((steps + hexes) * (1 if loser == DEFENDERS else -1) for loser, steps, hexes in told) / 6
