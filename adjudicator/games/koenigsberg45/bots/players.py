"""Players who know the rules and little else. They find dead ends, and whole games of them are quick.

`answer` plays at random: any legal answer, whole activations in one sheet. `purposeful` goes for the Victory
Point hexes, the Germans to hold them, so that fights, retreats, supply and the rest come about as in play.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from adjudicator.mechanics.armies import nearest
from adjudicator.state import Decision, State

from .. import r02_activation, r04_movement, r05_penalty, r12_refugees
from ..levels import activation, movers
from ..position import ENEMY, GERMAN, independent, is_combat, troops
from ..r00_chits import HGM
from ..r12_held_hqs import pinned
from ..r14_victory import victory_hexes
from ..r15_options import OPTIONS
from . import attacking, marching
from .marching import Taste

OFFERED = 0.05
"""How often a bot takes one of the answers that it is offered, as it stands."""


def answer(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The lines of one legal answer, by chance."""
    return reply(state, decision, chance, marching.WANDERER)


def purposeful(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The lines of one legal answer, of a player who wants to win."""
    return reply(state, decision, chance, marching.MARCHER)


def reply(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """An answer in the taste of a player; what is offered now and then, and where he has nothing to say."""
    if decision.answers and (decision.topic not in REPLIES or chance.random() < OFFERED):
        return chance.choice(decision.answers).splitlines()
    return REPLIES[decision.topic](state, decision, chance, taste)


# -- activations -----------------------------------------------------------------------------------------


def choose(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """An HQ of those under the chit, and what it does."""
    line = chance.choice(decision.answers)
    hq = line.removeprefix("choose ")
    return [line, *activate(state, hq, activation(state).chit, chance, taste)]


def select(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """Who acts with the HQ, and what they all do."""
    now = activation(state)
    return activate(state, now.hq, now.chit, chance, taste)


def activate(state: State, hq: str, chit: str, chance: random.Random, taste: Taste) -> list[str]:
    """A whole activation in one sheet: who acts, moves, attacks."""
    able = r02_activation.strongest(state, r02_activation.candidates(state, hq))
    most = r02_activation.capacity(state, hq)[0]
    team = able[:most] if chance.random() < taste.sense else chance.sample(able, min(most, len(able)))
    units = list(dict.fromkeys((*r02_activation.own_units(state, hq), *team)))
    lines = [r02_activation.activating(hq, team)]
    if chit == HGM:
        free = [unit for unit in masterless(state) if unit not in units]
        extra = chance.sample(free, min(r02_activation.HGM_UNITS, len(free)))
        lines += [f"extra {', '.join(extra)}"] if extra else []
    else:
        extra = []
    movers = [*units, *extra, *([] if pinned(state, hq) else [hq])]
    return [*lines, *act(state, movers, units, hq, chance, taste)]


def masterless(state: State) -> list[str]:
    """The independent German units on the map."""
    return [u.id for u in troops(state, GERMAN) if independent(state, u)]


def act(
    state: State, movers: list[str], fighters: list[str], hq: str, chance: random.Random, taste: Taste
) -> list[str]:
    """Moves, the end of movement, then attacks from where the units will be, and the end of combat."""
    moves = marching.marches(state, movers, chance, taste)
    there = {**{unit: state.units[unit].at for unit in fighters}, **moves.ends}
    attacks = attacking.attacks(state, {u: there[u] for u in fighters}, hq, chance, taste)
    return [*tops(state, movers, chance), *moves.lines, "done", *attacks, "done"]


def tops(state: State, movers: list[str], chance: random.Random) -> list[str]:
    """Now and then another unit is laid on top of a stack."""
    if not movers or chance.random() > OFFERED:
        return []
    unit = state.units[chance.choice(movers)]
    return [f"top {unit.at} {unit.id}"] if unit.at in state.board.spaces else []


def move(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """Moves, and attacks where they follow."""
    if r05_penalty.to_split(state, r04_movement.left(state)):
        return decision.default.splitlines()
    now, left = movers(state), list(r04_movement.left(state))
    if state.frame.segment != "MOVE":
        return [*marching.marches(state, left, chance, taste).lines, "done"]
    fighters = [unit for unit in now.active if is_combat(state, state.units[unit])]
    return act(state, left, fighters, now.hq, chance, taste)


def attack(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """Attacks from where the units are."""
    now = activation(state)
    free = [unit for unit in now.active if r02_activation.may_attack(state, unit)]
    there = {unit: state.units[unit].at for unit in free}
    return [*attacking.attacks(state, there, now.hq, chance, taste), "done"]


def free_move(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A corps that moves freely, and its moves."""
    hq = chance.choice(decision.about)
    able = [*r02_activation.own_units(state, hq), *([] if pinned(state, hq) else [hq])]
    return [f"activate {hq}", *marching.marches(state, able, chance, taste).lines, "done"]


# -- other questions -------------------------------------------------------------------------------------


def setup(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """Options as it likes them."""
    return [*(f"option {o} {chance.choice(('on', 'off'))}" for o in OPTIONS), "ready"]


def several(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A few of the answers, one after the other, and no more of them."""
    ends = ("done", "pass")
    found = [line for line in decision.answers if line not in ends]
    count = min(len(found), chance.randint(1, 4))
    last = next((line for line in ends if line in decision.verbs), "")
    return [*chance.sample(found, count), *([last] if last else [])]


def refugees(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A new marker where one is due, and half of the others go."""
    new = [line for line in decision.answers if line.startswith("refugee new")]
    ways = [line for line in r12_refugees.moves(state) if chance.random() < 0.5]
    return [*([chance.choice(new)] if new else []), *ways, "done"]


def advance(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """Somebody goes, into a hex that counts or as near to one as may be; by chance anybody, anywhere."""
    if chance.random() > taste.sense:
        return chance.choice(decision.answers).splitlines()
    wanted = victory_hexes(state.board)
    best = [line for line in decision.answers if any(space in line for space in wanted)]
    return [chance.choice(best or decision.answers[:-1] or decision.answers)]


def retreat(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """The retreat that ends furthest from the enemy, or any."""
    if chance.random() > taste.sense:
        return [chance.choice(decision.answers)]
    foes = troops(state, ENEMY[decision.player])
    return [max(decision.answers, key=lambda line: nearest(state, line[-4:], foes))]


def loss(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """The weakest unit, or any."""
    return [decision.default if chance.random() < taste.sense else chance.choice(decision.answers)]


REPLIES: Mapping[str, Callable[[State, Decision, random.Random, Taste], list[str]]] = {
    "setup": setup,
    "choose": choose,
    "select": select,
    "move": move,
    "attack": attack,
    "free-move": free_move,
    "barrage": several,
    "replace": several,
    "volksturm": several,
    "event-refugees": several,
    "refugees": refugees,
    "advance": advance,
    "retreat": retreat,
    "loss": loss,
}
"""Topic -> what a bot says to it; to any other it takes one of the answers that are offered."""
