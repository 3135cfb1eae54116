"""What is offered first for a refused attack or move: the same units, as they may take part. Each line is
tried before it is offered (`adjudicator.judging.what_if`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.games.panzerkorps48.levels import Attack
from adjudicator.games.panzerkorps48.orders import GO, HASTY, PREPARED, said
from adjudicator.games.panzerkorps48.position import enemy_here
from adjudicator.games.panzerkorps48.r04_movement import ends_of
from adjudicator.games.panzerkorps48.r07_attack import supporting, targets
from adjudicator.orders import Order
from adjudicator.state import State

LATER_PARTS = re.compile(r" (?:then|advance|no advance) .*", re.IGNORECASE)
"""What an attack says of what follows its announcement."""


def repaired(state: State, side: str, order: Order) -> Iterator[str]:
    """What the writer of a refused order may have meant."""
    if order.verb in {PREPARED, HASTY}:
        yield from with_support(state, side, order)
    elif order.verb == GO:
        yield from as_attack(state, side, order)


def with_support(state: State, side: str, order: Order) -> Iterator[str]:
    """An attack in which artillery at a distance, which was named among the attackers, supports it."""
    told = said(order)
    rest = tuple(unit for unit in told.units if told.hex in targets(state, state.units[unit]))
    attack = Attack(side=side, target=told.hex, attackers=rest, hasty=order.verb == HASTY)
    able = supporting(state, attack) if rest else ()
    guns = tuple(dict.fromkeys((*told.support, *(unit for unit in told.units if unit in able))))
    if guns != told.support:
        who = f"{', '.join(rest)} support {', '.join(guns)}"
        later = LATER_PARTS.search(order.text)
        yield f"{order.verb} {told.hex} by {who}{later[0] if later else ''}"


def as_attack(state: State, side: str, order: Order) -> Iterator[str]:
    """A move into enemies as a hasty attack: from where its units are, else from where they can go."""
    told = said(order)
    units, goal = [state.units[unit] for unit in told.units], told.path[-1]
    if told.hasty or not enemy_here(state, goal, side):
        return
    names = ", ".join(told.units)
    if all(goal in targets(state, unit) for unit in units):
        yield f"{HASTY} {goal} by {names}"
        return
    near = state.board.neighbours(goal)
    yield from (f"{GO} {names} to {end} {HASTY} {goal}" for end in ends_of(state, *units) if end in near)
