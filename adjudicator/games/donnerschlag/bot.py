"""Players who know the rules and little else: one by chance, one who goes for the enemy's rear.

They find dead ends, and whole games of them are quick.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from adjudicator.mechanics.armies import distance
from adjudicator.state import Decision, State, Unit

from . import r1_cards, r1_entry, r2_combat, r2_command, r2_move
from .cards import ACTIVATION, held
from .pieces import is_hq
from .position import AXIS
from .r2_end import last_turn

GOAL = {AXIS: "1311", "soviet": "4314"}
"""Whither a purposeful player goes: the middle zone, and Kotelnikovo."""
CLOSE = 0.5
"""How often a player by chance looks for an enemy."""
REACH = 3
"""Hexes of his way that a purposeful player gives for an attack; found by playing."""


def play(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """What a player who wants to win does with his cards: he orders as many units as he can, goes for his
    goal by way of the enemy, and attacks where it promises something. As one does by mail, he sends in the
    same sheet what he will be asked for next."""
    side = decision.player
    last = len(held(state, side, ACTIVATION)) == 1
    lines = whole_segment(state, side, decision.default.splitlines())
    return [*lines, *(next_turn(state, side) if last else ())]


def call(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """What silence means, and behind it the first segment of the turn."""
    return [*decision.default.splitlines(), *whole_segment(state, decision.player)]


def next_turn(state: State, side: str) -> list[str]:
    """What a player is asked for before the next draw, as he can say it a turn earlier."""
    if state.turn >= last_turn():
        return []
    later = state.but(turn=state.turn + 1)
    return [*r1_entry.by_itself(later, side), *r1_cards.sent(later, side)[:1]]


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
    return [*lines, "done", *r2_combat.attacks(state, units), r2_combat.NO_MORE]


def best_end(state: State, unit: Unit, goal: str) -> str:
    """The hex in which a move of a purposeful player's unit ends; its own where it stays."""
    ends = (*r2_move.ends_of(state, unit), unit.at)
    return min(ends, key=lambda at: (way_to(state, unit, at, goal), at))


def moves(state: State, left: Sequence[Unit], chance: random.Random) -> list[str]:
    """One sheet for all that must activate: some move by chance, each from where the ones before left the
    map, and the others stay."""
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
