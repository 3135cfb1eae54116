"""The Soviet bot that plays to win, question by question: `plan` decides what its units do.

German answers, and Soviet ones outside activations, come from the question itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction

from adjudicator.choices import Bot
from adjudicator.state import Decision, State

from ..actions import r02_activation, r04_movement, r05_penalty
from ..actions.r02_activation import CHOOSING, SELECTION
from ..actions.r04_movement import MOVEMENT
from ..combat.r07_combat import ATTACK
from ..combat.r10_advance import ADVANCE
from ..levels import activation as activation_of
from ..levels import movers
from ..position import SOVIET
from ..turn import r02_command
from ..turn.r12_hqs import pinned
from .plan import FAR, Activation, activation, as_lines, goals, guards, way_to_go


def driven_by(others: Bot) -> Bot:
    """A bot that answers for the Soviets by these rules, and otherwise as `others` does."""

    def answer(state: State, decision: Decision, chance: random.Random) -> list[str]:
        if decision.player == SOVIET and decision.topic in REPLIES:
            return REPLIES[decision.topic](state, decision)
        return others(state, decision, chance)

    return answer


def activated(state: State, hq: str) -> tuple[list[str], Activation]:
    """The lines of a whole activation of an HQ, and what is planned in them."""
    able = r02_activation.strongest(state, r02_command.candidates(state, hq))
    team = able[: r02_command.capacity(state, hq)[0]]
    units = list(dict.fromkeys((*r02_command.own_units(state, hq), *team)))
    plan = activation(state, units, hq, [*units, *([] if pinned(state, hq) else [hq])])
    return [r02_activation.activating(hq, team), *as_lines(plan)], plan


def select(state: State, decision: Decision) -> list[str]:
    """Who acts with the HQ, and what they all do."""
    return activated(state, activation_of(state).hq)[0]


def choose(state: State, decision: Decision) -> list[str]:
    """The HQ with the most to do: by the odds of its attacks, then by its moves."""
    plans = {line: activated(state, line.removeprefix("choose ")) for line in decision.answers}

    def use(line: str) -> tuple[Fraction, int]:
        made = plans[line][1]
        return sum((attack.odds for attack in made.attacks), Fraction(0)), len(made.lines)

    best = max(plans, key=use)
    return [best, *plans[best][0]]


def move(state: State, decision: Decision) -> list[str]:
    """Moves, and attacks where they follow."""
    left = list(r04_movement.left(state))
    now = movers(state)
    if r05_penalty.to_split(state, left):
        return decision.default.splitlines()
    fights = state.frame.segment == "MOVE"
    plan = activation(state, now.active if fights else (), now.hq, left)
    return as_lines(plan) if fights else [*plan.lines, "done"]


def attack(state: State, decision: Decision) -> list[str]:
    """Attacks from where the units are."""
    now = activation_of(state)
    free = [unit for unit in now.active if r02_command.may_attack(state, unit)]
    plan = activation(state, free, now.hq, ())
    return [*(one.line for one in plan.attacks), "done"]


def advance(state: State, decision: Decision) -> list[str]:
    """The advance that ends nearest to a goal, in one above all, by as many as may go; guards stay."""
    far, wanted = way_to_go(state), set(goals(state))
    stay = [f" {id_} to " for id_ in decision.about if guards(state, state.units[id_])]

    def worth(line: str) -> tuple[int, bool, int, int, bool]:
        found = [word.strip(",") for word in line.replace("-", " ").split() if word.strip(",") in far]
        nearest_to = min((far[space] for space in found), default=FAR)
        leaves = any(guard in line for guard in stay)
        return -any(s in wanted for s in found), leaves, nearest_to, -len(found), "with" not in line

    return [min(decision.answers, key=worth)]


REPLIES: Mapping[str, Callable[[State, Decision], list[str]]] = {
    CHOOSING.topic: choose,
    SELECTION.topic: select,
    MOVEMENT.topic: move,
    ATTACK.topic: attack,
    ADVANCE.topic: advance,
}
"""The questions that the Soviet player answers otherwise than the question says."""
