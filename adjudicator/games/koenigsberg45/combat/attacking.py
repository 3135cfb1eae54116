"""What the bots attack with an activation, as order lines: with air units, the ship and clauses."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from adjudicator.mechanics.odds import ratio
from adjudicator.state import State, Unit

from ..position import ENEMY, fighters, is_combat
from ..taste import Taste
from ..turn import r12_hipper, r13_air
from .r07_attack import open_to_attack
from .r07_strength import adds_nothing, odds_of

CLAUSES = ("", "", "no advance", "advance {unit} to {hex}", "if odds >= 1-2")
"""What an attack may say beyond who attacks, by chance."""


def attacks(
    state: State, there: Mapping[str, str], hq: str, chance: random.Random, taste: Taste
) -> list[str]:
    """Attacks of these units from where they will stand, each unit in one of them, the best odds first."""
    able = [replace(state.units[unit], at=at) for unit, at in there.items() if at in state.board.spaces]
    free = {unit.id: unit for unit in able if is_combat(state, unit) and not adds_nothing(state, unit)}
    lines: list[str] = []
    air = ready(state, hq, chance, next(iter(free.values())).side) if free else []
    for space in sorted(targets(state, free), key=lambda target: chance.random()):
        team = [unit for unit in free.values() if space in reached(state, unit)]
        support = [air.pop()] if team and air and chance.random() < 0.5 else []
        if team and worth(state, team, space, taste, chance):
            lines.append(order(state, space, team, support, hq, chance))
            free = {id_: unit for id_, unit in free.items() if unit not in team}
    return lines


def targets(state: State, free: Mapping[str, Unit]) -> list[str]:
    """The hexes that somebody could attack."""
    return list(dict.fromkeys(space for unit in free.values() for space in reached(state, unit)))


def reached(state: State, unit: Unit) -> list[str]:
    """The hexes that a unit could attack from where it will be."""
    enemy = ENEMY[unit.side]
    near = state.board.neighbours(unit.at)
    return [space for space in near if fighters(state, space, enemy) and open_to_attack(state, unit, space)]


def worth(state: State, team: list[Unit], space: str, taste: Taste, chance: random.Random) -> bool:
    """Whether the bot likes the odds; sometimes, by chance, it likes any."""
    if not taste.least or chance.random() > taste.sense:
        return chance.random() < 0.7
    column = odds_of(state, team, fighters(state, space, ENEMY[team[0].side]), space).column
    return bool(column) and ratio(column) >= ratio(taste.least)


def ready(state: State, hq: str, chance: random.Random, side: str) -> list[tuple[str, str]]:
    """The air units at hand, each in some mode, in any order."""
    units = list(r13_air.ready_for(state, side, hq))
    chance.shuffle(units)
    return [(unit, chance.choice((r13_air.FULL, r13_air.NORMAL))) for unit in units]


def order(
    state: State, space: str, team: list[Unit], air: list[tuple[str, str]], hq: str, chance: random.Random
) -> str:
    """One attack as an order line."""
    text = f"attack {space} with {', '.join(unit.id for unit in team)}"
    for unit, mode in air:
        text += f" air {unit} {mode}"
    if r12_hipper.may_fire(state, team[0].side, hq, space):
        text += " ship"
    clause = chance.choice(CLAUSES).format(unit=team[0].id, hex=space)
    return f"{text} {clause}".rstrip()
