"""An impulse by chance, of a player who knows the rules and nothing else. He finds dead ends."""

from __future__ import annotations

import random
from collections.abc import Mapping

from adjudicator.orders import Order
from adjudicator.rulings import No, refusal
from adjudicator.state import Decision, State, Unit

from .orders import grammar
from .position import (
    GERMAN,
    SOVIET,
    campaign,
    group,
    index,
    is_city,
    soviet,
)
from .r04_operations import owner, ready
from .r04_plan import Plan, check_duties, make_plan
from .r07_movement import legal_routes
from .r08_combat import targets
from .r10_victory import check_shell

ATTEMPTS = 25


def impulse(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """A plan that stands as a whole; the duty it must fulfil when chance finds none."""
    for _ in range(ATTEMPTS):
        lines = draft(state, chance)
        if stands(state, lines):
            return [*opening_chit(state, decision.player, chance), *lines]
    return dutiful(state)


def draft(state: State, chance: random.Random) -> list[str]:
    """Up to four units, each doing something."""
    free = list(ready(state))
    if not free or chance.random() < 0.05:
        return ["pass"]
    chance.shuffle(free)
    lines: list[str] = []
    used: set[str] = set()
    while free and len(used) < 4 and len(lines) < 4:
        line, units = one_order(state, free.pop(), free, 4 - len(used), chance)
        lines += [line] if line else []
        used |= set(units) if line else set()
        free = [unit for unit in free if unit.id not in used]
    return lines or ["pass"]


def one_order(
    state: State, unit: Unit, others: list[Unit], most: int, chance: random.Random
) -> tuple[str, tuple[str, ...]]:
    """An order for a unit, and for others that fight beside it; and the units it uses."""
    if is_city(state, unit.at) and chance.random() < 0.7:
        return city_roll(state, unit, others, most)
    near = targets(state, unit)
    if near and chance.random() < 0.8:
        return attack(state, unit, others, most, chance.choice(near))
    shells = not refusal(check_shell, state, Order("shell", {"unit": unit.id}))
    if shells and not campaign(state).shelled and chance.random() < 0.3:
        return f"shell {unit.id}", (unit.id,)
    if chance.random() < 0.1:
        return f"activate {unit.id} reserve", (unit.id,)
    return movement(state, unit, chance)


def attack(
    state: State, unit: Unit, others: list[Unit], most: int, target: str
) -> tuple[str, tuple[str, ...]]:
    """All that may attack a zone together with a unit, up to a number."""
    helpers = [other for other in others if state.board.adjacent(target, other.at)][: most - 1]
    names = (unit.id, *(helper.id for helper in helpers))
    return f"combat {' '.join(names)} at {target}", names


def city_roll(state: State, unit: Unit, others: list[Unit], most: int) -> tuple[str, tuple[str, ...]]:
    """A City Progress attack of all units of a side in a zone."""
    here = [other for other in others if other.at == unit.at][: most - 1]
    names = (unit.id, *(other.id for other in here))
    if soviet(state, unit) and not state.tracks.get(f"support-{unit.side}", 0):
        return "", ()
    return f"city {unit.at} with {' '.join(names)}", names


def movement(state: State, unit: Unit, chance: random.Random) -> tuple[str, tuple[str, ...]]:
    """A move: Soviets rather west, Germans anywhere they may."""
    routes = legal_routes(state, unit)
    if not routes:
        return "", ()
    ends = sorted(routes, key=lambda end: index(state, end))
    west = soviet(state, unit) and chance.random() < 0.7
    path = routes[ends[0] if west else chance.choice(ends)]
    return f"move {unit.id} {' '.join(path[1:])}", (unit.id,)


def stands(state: State, lines: list[str]) -> bool:
    """Whether a plan would be accepted as a whole."""
    return accepted(state, lines) and undone(state, lines) is None


def accepted(state: State, lines: list[str]) -> bool:
    """Whether every line of a plan would be, its duties aside."""
    try:
        return not planned(state, lines).refused
    except No:
        return False


def undone(state: State, lines: list[str]) -> No | None:
    """The duty that a plan would leave undone."""
    return refusal(check_duties, state, planned(state, lines))


def planned(state: State, lines: list[str]) -> Plan:
    """The plan that these lines make. Raises No for a line that cannot be read."""
    orders = [grammar().read(line, 1, n) for n, line in enumerate(lines, 1)]
    return make_plan(state, [order for order in orders if order.verb != "pass"])


def dutiful(state: State) -> list[str]:
    """What the refusal of an undone duty says would do it, duty after duty; to pass when there is none."""
    lines: list[str] = []
    for _ in range(ATTEMPTS):
        no = undone(state, lines)
        if no is None:
            break
        ways = [text.splitlines() for text in no.legal]
        more = ([line for way in ways for line in way], *ways)
        lines = next(([*lines, *some] for some in more if accepted(state, [*lines, *some])), lines)
    return lines or ["pass"]


def opening_chit(state: State, side: str, chance: random.Random) -> list[str]:
    """An event chit that may open this impulse, now and then."""
    playable = CHITS_BY_NATION[owner(state)[1]]
    held = [chit for chit in state.hands.get(side, ()) if chit in playable]
    if not held or chance.random() < 0.5:
        return []
    number = held[0].removeprefix("event-")
    armies = sorted({u.id.rsplit("-", 1)[0] for u in group(state, side, SOVIET)})
    tail = {"2": "army", "6": "army", "7": "army", "3": "track"}.get(number, "")
    if tail == "track":
        return [f"chit {number} track {chance.randint(1, 3)}"]
    return [f"chit {number} army {chance.choice(armies)}"] if tail and armies else [f"chit {number}"]


CHITS_BY_NATION: Mapping[str, frozenset[str]] = {
    SOVIET: frozenset({"event-2", "event-5", "event-6", "event-7", "event-10"}),
    GERMAN: frozenset({"event-3", "event-4", "event-11"}),
}
