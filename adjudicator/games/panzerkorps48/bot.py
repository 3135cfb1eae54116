"""Players who know the rules and little else: one by chance, one who goes for the towns.

Whole phases in one set of orders. They find dead ends, and whole games of them are quick.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from adjudicator.mechanics.armies import army, distances, stack
from adjudicator.rulings import refusal
from adjudicator.state import Decision, State, Unit

from . import r07_attack, r09_entry
from .levels import Attack, phase
from .position import ENEMY, SOVIET
from .r02_pieces import is_weapons
from .r04_movement import check_mover, ends_of
from .r10_control import scoring
from .r10_score import exits

MOVES = 12
"""A random player moves at most 12 units in a phase."""
ODDS = 1.5
"""A purposeful player attacks from 1.5 times the steps of the defenders."""

Choose = Callable[[State, Unit, Sequence[str]], str]


# -- attacks ---------------------------------------------------------------------------------------------


def prepared(state: State, decision: Decision, chance: random.Random, odds: float = 0.0) -> list[str]:
    """Prepared attacks on the hexes in reach, at these odds or better, or by half of those who could make
    them, each with two batteries at most; each unit in one, then the end."""
    lines, used, side = [], set[str](), decision.player
    for target, able in r07_attack.able(state).items():
        units = [unit for unit in able if unit not in used]
        against = sum(unit.steps for unit in stack(state, target, ENEMY[side]))
        if not odds:
            units = [unit for unit in units if chance.random() < 0.5]
        if not units or sum(state.units[unit].steps for unit in units) < odds * against:
            continue
        guns = r07_attack.supporting(state, Attack(side=side, target=target, attackers=()))
        guns = tuple(gun for gun in guns if gun not in {*used, *units})[:2]
        used |= {*units, *guns}
        helped = f" support {', '.join(guns)}" if guns else ""
        lines.append(f"prep {target} by {', '.join(units)}{helped}")
    return [*lines, "end"]


# -- moves -----------------------------------------------------------------------------------------------


def moves_by_chance(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """A Movement Phase of a few units, each to any hex."""
    able = movable(state)
    movers = chance.sample(able, min(MOVES, len(able)))
    return phase_of(state, chance, movers, lambda _, unit, ends: chance.choice(ends))


def moves_toward_goal(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """A Movement Phase in which everybody goes for the towns."""
    return phase_of(state, chance, movable(state), toward_goal)


def movable(state: State) -> list[Unit]:
    """The units that may still move."""
    return [unit for unit in army(state, phase(state).side) if not refusal(check_mover, state, unit)]


def phase_of(state: State, chance: random.Random, movers: Sequence[Unit], choose: Choose) -> list[str]:
    """A Movement Phase in one set of orders: entries, moves, hasty attacks and exits, then the end. Each unit
    counts those before it where they will be."""
    lines = [*r09_entry.one_by_one(state, r09_entry.due(state))]
    for unit in movers:
        if unit.side == SOVIET and unit.at in exits(state.board):
            lines.append(f"exit {unit.id}")
            continue
        ends = ends_of(state, unit)
        end = choose(state, unit, (unit.at, *ends)) if ends else unit.at
        if end != unit.at:
            there = replace(unit, at=end)
            lines.append(f"move {unit.id} to {end}{hasty(state, there, chance)}")
            state = state.with_unit(there)
    return [*lines, "end"]


def hasty(state: State, unit: Unit, chance: random.Random) -> str:
    """A hasty attack at the end of a move, never on a hex with more steps than the unit has."""
    near = r07_attack.targets(state, unit)
    weak = [at for at in near if sum(one.steps for one in stack(state, at, ENEMY[unit.side])) <= unit.steps]
    may = weak and not is_weapons(state, unit) and not refusal(r07_attack.check_hasty, state, unit)
    if not may or chance.random() < 0.3:
        return ""
    return f" hasty {chance.choice(weak)} by {unit.id}"


def toward_goal(state: State, unit: Unit, ends: Sequence[str]) -> str:
    """The end nearest to a town worth going for: one of the enemy's, or an own one that they come near to;
    artillery stays back."""
    side = unit.side
    theirs = [at for at in scoring(state.board) if state.control[at] != side]
    foes = army(state, ENEMY[side])
    goals = theirs or [foe.at for foe in foes] or [unit.at]
    apart = 3 if is_weapons(state, unit) else 0
    far = [distances(state.board, at) for at in goals]
    return min(ends, key=lambda end: (abs(min(one[end] for one in far) - apart), end))
