"""Players who know the rules and little else: a random one, and one that goes for the enemy's rear. They find
dead ends, and whole games of them are quick."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from adjudicator.mechanics.armies import distance
from adjudicator.state import Decision, State, Unit

from . import r1_cards, r1_entry, r2_command, r2_move
from .cards import ACTIVATION, held
from .combat import r2_combat, r2_targets
from .orders import NO_MORE
from .pieces import is_hq
from .position import AXIS, ENEMY, manned
from .r2_end import last_turn

GOAL = {AXIS: "1311", "soviet": "4314"}
"""Where a purposeful player goes: the middle zone, and Kotelnikovo."""
CLOSE = 0.5
"""How often a random player looks for an enemy."""
REACH = 3
"""How many hexes farther a purposeful player goes for an attack; found by playing."""


def play(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """A purposeful player orders as many units as possible, goes for the goal by way of the enemy, and
    attacks if that promises something. As one does by mail, the same orders answer what will be asked
    next."""
    side = decision.player
    lines = whole_segment(state, side, decision.default.splitlines())
    if len(held(state, side, ACTIVATION)) == 1 and state.turn < last_turn():
        later = state.but(turn=state.turn + 1)
        lines += [*r1_entry.by_itself(later, side), *r1_cards.sent(later, side)[:1]]
    return lines


def call(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The answer that is taken if none arrives, and the first segment of the turn."""
    return [*decision.default.splitlines(), *whole_segment(state, decision.player)]


def whole_segment(state: State, side: str, usual: Sequence[str] = ()) -> list[str]:
    """The orders of an Activation Segment: the card and the use of it by which most units activate, their
    moves, and the attacks that promise something from where they would be then."""
    found = {
        f"play {card} {use.words}".strip(): use.units
        for card in held(state, side, ACTIVATION)
        for use in r2_command.uses(state, card)
    }
    line = max(found, key=lambda one: len(found[one]), default="")
    lines, ids = [line] if line else [*usual], found.get(line, ())
    for id_ in ids:
        end = best_end(state, state.units[id_])
        lines += [f"move {id_} to {end}"] if end != state.units[id_].at else []
        state = state.with_unit(replace(state.units[id_], at=end))
    attacks = r2_combat.attacks(state, [state.units[id_] for id_ in ids])
    return [*lines, "done", *attacks, NO_MORE]


def ahead(state: State, unit: Unit, at: str) -> int:
    """How far a hex is from where its side wants to go; one from which the unit could attack counts as
    nearer."""
    return distance(state, at, GOAL[unit.side]) - REACH * fights_from(state, unit, at)


def best_end(state: State, unit: Unit) -> str:
    """The hex in which a move of a purposeful player's unit ends; its own if it stays."""
    return min((*r2_move.ends_of(state, unit), unit.at), key=lambda at: (ahead(state, unit, at), at))


def moves(state: State, left: Sequence[Unit], chance: random.Random) -> list[str]:
    """Orders for all that must activate: some move at random, each from where the ones before left the map,
    half the time to a hex from which it could attack; the others stay."""
    lines = []
    for unit in chance.sample(left, chance.randint(0, len(left))):
        ends = (*r2_move.ends_of(state, unit), unit.at)
        close = [at for at in ends if fights_from(state, unit, at)] if chance.random() < CLOSE else []
        end = chance.choice(close or ends)
        lines.append(f"stay {unit.id}" if end == unit.at else f"move {unit.id} to {end}")
        state = state.with_unit(replace(unit, at=end))
    return [*lines, "done"]


def fights_from(state: State, unit: Unit, at: str) -> bool:
    """Whether a unit could attack from a hex."""
    if is_hq(state, unit) or manned(state, ENEMY[unit.side]).isdisjoint(state.board.neighbours(at)):
        return False
    return any(r2_targets.targets(state, replace(unit, at=at)))
