"""Legal moves as examples: a handful for each question, leaning towards the enemy, cheap to work out."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from adjudicator.phases.battlefield import network
from adjudicator.state import State, Unit

from ..hexes.r04_current_costs import ends_of, safe_ends
from ..position import ENEMY, army
from . import r05_penalty

SINGLE, TOGETHER, LOOKED_AT = 4, 2, 5
"""How many single moves are shown, how many sets of moves, how many ends are compared for one move."""


def examples(state: State, units: Sequence[str]) -> tuple[str, ...]:
    """Some legal answers to the movement question: single moves, then sets of moves that end movement; () if
    no unit can move."""
    chance = random.Random(f"{state.turn} {state.asked} {' '.join(units)}")
    able = [(id_, ends) for id_ in units if (ends := safe_ends(state, state.units[id_]))]
    if not able:
        return ()
    foes = army(state, ENEMY[state.units[units[0]].side])
    front = network(state.board).distances(foe.at for foe in foes)
    some = chance.sample(able, min(SINGLE, len(able)))
    single = [f"move {id_} {pick(front, ends, chance)}" for id_, ends in some]
    single += [line for id_, _ in some[:1] for line in strategic(state, state.units[id_], chance)]
    return (*single, *(together(state, units, able, front, chance) for _ in range(TOGETHER)))


def together(
    state: State,
    units: Sequence[str],
    able: Sequence[tuple[str, list[str]]],
    front: Mapping[str, int],
    chance: random.Random,
) -> str:
    """Several moves that end in different hexes, and the end of movement."""
    taken: set[str] = set()
    lines = []
    for id_, ends in able:
        free = [space for space in ends if space not in taken]
        if free and chance.random() < 0.8:
            to = pick(front, free, chance)
            taken.add(to)
            lines.append(f"move {id_} {to}")
            state = state.with_unit(replace(state.units[id_], at=to))
            units = [unit for unit in units if unit != id_]
    return "\n".join((*lines, ending(state, units)))


def pick(front: Mapping[str, int], ends: Sequence[str], chance: random.Random) -> str:
    """One of these ends: of a few at random the one nearest to the enemy."""
    few = chance.sample(ends, min(LOOKED_AT, len(ends)))
    return min(few, key=lambda space: front.get(space, 0))


def strategic(state: State, unit: Unit, chance: random.Random) -> Iterable[str]:
    """A strategic move of a unit, if it can make one."""
    ends = safe_ends(state, unit, strategic=True)
    if ends:
        yield f"move {unit.id} strat {chance.choice(ends)}"


def ending(state: State, units: Sequence[str]) -> str:
    """The answer that ends movement: "done", after moves of these units until none of their hexes holds too
    much (5.1)."""
    lines: list[str] = []
    while excess := r05_penalty.to_split(state, units):
        unit = state.units[excess[0]]
        to = min(
            safe_ends(state, unit) or ends_of(state, unit), key=lambda space: (len(state.at(space)), space)
        )
        lines.append(f"move {unit.id} {to}")
        state = state.with_unit(replace(unit, at=to))
    return "\n".join((*lines, "done"))
