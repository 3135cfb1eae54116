"""Players who know the rules and little else: one by chance, one who goes for the enemy's rear.

They find dead ends, and whole games of them are quick.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from adjudicator.mechanics.armies import distance
from adjudicator.mechanics.drm import total
from adjudicator.state import Decision, State, Unit

from . import cards_anytime, r1_cards, r1_entry, r2_activate, r2_combat, r2_command, r2_move
from .cards import ACTIVATION, held
from .charts import charts
from .combat import DEFENDERS
from .pieces import is_hq
from .position import AXIS, ENEMY, fighters, listed
from .r2_combat import ATTACK, WINDOW
from .r2_end import last_turn
from .r2_strength import Clash, odds_of

GOAL = {AXIS: "1311", "soviet": "4314"}
"""Whither a purposeful player goes: the middle zone, and Kotelnikovo."""
CLOSE = 0.5
"""How often a player by chance looks for an enemy."""
REACH = 3
"""Hexes of his way that a purposeful player gives for an attack; found by playing."""
EAGER = 0.8
"""How often a player by chance attacks for certain where he can."""
LEAST = 0.5
"""A purposeful player attacks when the table promises his enemy so much more than him, in steps and retreats
for a throw."""


def answer(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The lines of one legal answer, by chance."""
    if decision.topic == "activate":
        return moves(state, chance)
    if decision.topic in r2_combat.ANSWERS:
        return fight_by_chance(state, decision, chance)
    return chance.choice(decision.answers).splitlines()


def purposeful(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The lines of one legal answer, of a player who wants to win: he orders as many as he can, goes for his
    goal by way of the enemy, attacks where it promises something, and for the rest keeps to what silence
    would mean. As one does by mail, he sends in the same sheet what he will be asked for next."""
    side, usual = decision.player, decision.default.splitlines()
    if decision.topic == "play":
        last = len(held(state, side, ACTIVATION)) == 1
        return [*whole_segment(state, side, usual), *(next_turn(state, side) if last else ())]
    if decision.topic == "call":
        return [*usual, *whole_segment(state, side)]
    if decision.topic == "enter":
        return [*usual, *high_command(state, side)]
    if decision.topic in r2_combat.ANSWERS:
        return fight_purposefully(state, decision, chance)
    return usual


def next_turn(state: State, side: str) -> list[str]:
    """What a player is asked for before the next draw, as he can say it a turn earlier."""
    if state.turn >= last_turn():
        return []
    later = state.but(turn=state.turn + 1)
    return [*r1_entry.by_itself(later, side), *high_command(later, side)]


def high_command(state: State, side: str) -> list[str]:
    """The card that High Command sends on this turn, if it does."""
    cards = r1_cards.pool(state, side) if r1_cards.on_turn(state, "High Command") != "-" else ()
    return [f"highcommand {card}" for card in sorted(cards)[:1]]


def whole_segment(state: State, side: str, usual: Sequence[str] = ()) -> list[str]:
    """One sheet for an Activation Segment, as a player writes it: the card and the use of it by which most
    units activate, their moves, and the attacks that promise something from where they would stand then."""
    found = {
        f"play {card} {use.words}".strip(): use.units
        for card in held(state, side, ACTIVATION)
        for use in r2_command.uses(state, card)
    }
    line = max(found, key=lambda one: len(found[one]), default="")
    lines, goal = [line] if line else [*usual], GOAL[side]
    for id_ in found.get(line, ()):
        end = best_end(state, state.units[id_], goal)
        lines += [f"move {id_} to {end}"] if end != state.units[id_].at else []
        state = state.with_unit(replace(state.units[id_], at=end))
    units = [state.units[id_] for id_ in found.get(line, ())]
    return [*lines, "done", *attacks(state, units), "end combat"]


def best_end(state: State, unit: Unit, goal: str) -> str:
    """The hex in which a move of a purposeful player's unit ends; its own where it stays."""
    ends = (*r2_move.ends_of(state, unit), unit.at)
    return min(ends, key=lambda at: (way_to(state, unit, at, goal), at))


def moves(state: State, chance: random.Random) -> list[str]:
    """One sheet for all that must activate: some move by chance, each from where the ones before left the
    map, and the others stay."""
    left = r2_activate.waiting(state)
    lines = []
    for unit in chance.sample(left, chance.randint(0, len(left))):
        end = any_end(state, unit, chance)
        lines.append(f"stay {unit.id}" if end == unit.at else f"move {unit.id} to {end}")
        state = state.with_unit(replace(unit, at=end))
    return [*lines, "done"]


def any_end(state: State, unit: Unit, chance: random.Random) -> str:
    """A hex in which a move ends by chance, half the time one from which the unit could attack."""
    ends = (*r2_move.ends_of(state, unit), unit.at)
    close = [at for at in ends if fights_from(state, unit, at)] if chance.random() < CLOSE else []
    return chance.choice(close or ends)


def fights_from(state: State, unit: Unit, at: str) -> bool:
    """Whether a unit could attack from a hex."""
    return not is_hq(state, unit) and any(r2_combat.targets(state, replace(unit, at=at)))


def way_to(state: State, unit: Unit, at: str, goal: str) -> int:
    """How far a hex is from a goal; one from which the unit could attack counts as nearer by REACH."""
    return distance(state, at, goal) - REACH * fights_from(state, unit, at)


# -- combats -------------------------------------------------------------------------------------------


def fight_by_chance(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Any answer that is offered, or a card of the hand where one may be played."""
    cards = cards_anytime.playable(state, decision.player) if "card" in decision.verbs else ()
    if decision.topic == ATTACK and chance.random() < EAGER:
        return [chance.choice([*decision.answers[:-1], *cards] or decision.answers)]
    return [chance.choice([chance.choice(decision.answers), *cards])]


def fight_purposefully(state: State, decision: Decision, chance: random.Random) -> list[str]:
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
