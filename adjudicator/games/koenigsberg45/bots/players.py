"""A whole activation in one set of orders: moves, then attacks from where the units will be."""

from __future__ import annotations

import random

from adjudicator.state import State

from .attacking import attacks
from .marching import marches
from .taste import OFFERED, Taste


def act(
    state: State, movers: list[str], fighters: list[str], hq: str, chance: random.Random, taste: Taste
) -> list[str]:
    """Moves, the end of movement, attacks, and the end of combat; now and then another unit on top of a
    stack."""
    moves = marches(state, movers, chance, taste)
    there = {**{unit: state.units[unit].at for unit in fighters}, **moves.ends}
    battles = attacks(state, {unit: there[unit] for unit in fighters}, hq, chance, taste)
    top: list[str] = []
    if movers and chance.random() <= OFFERED:
        unit = state.units[chance.choice(movers)]
        top = [f"top {unit.at} {unit.id}"] if unit.at in state.board.spaces else []
    return [*top, *moves.lines, "done", *battles, "done"]
