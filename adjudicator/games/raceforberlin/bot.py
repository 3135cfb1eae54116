"""A player who knows the rules and nothing else: any legal answer, by chance. He finds dead ends."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from adjudicator.orders import Order
from adjudicator.rulings import No, refusal
from adjudicator.state import Decision, State, Unit

from .annex_effects import by_the_river
from .orders import grammar
from .position import (
    ELIMINATED,
    GERMAN,
    OUT_OF_SUPPLY,
    RIVAL,
    SOVIET,
    campaign,
    cities,
    germans,
    group,
    index,
    is_city,
    marked,
    on_map,
    soviet,
    soviets,
)
from .r03_supply import supply_zones
from .r04_operations import owner, ready
from .r04_plan import Plan, check_duties, make_plan
from .r05_free_moves import free_ends
from .r07_movement import legal_routes, untested_routes
from .r08_combat import targets
from .r10_victory import check_shell

ATTEMPTS = 25


def answer(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The lines of one legal answer to a question."""
    if decision.topic in ANSWERS:
        return ANSWERS[decision.topic](state, decision, chance)
    return chance.choice(decision.answers).splitlines()


# -- impulses --------------------------------------------------------------------------------------------


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


# -- other questions -------------------------------------------------------------------------------------


def logistics(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Support once Berlin is reached, else a replacement if there is somebody to replace."""
    side = decision.player
    mine = [u for u in state.units.values() if u.side == side and soviet(state, u)]
    in_berlin = any(soviets(state, city, side) for city in cities(state))
    supplied = [u for u in mine if on_map(state, u) and OUT_OF_SUPPLY not in u.flags]
    if in_berlin:
        tired = chance.sample(supplied, min(len(supplied), chance.randint(0, 2)))
        return ["convert", *([f"oos {' '.join(u.id for u in tired)}"] if tired else [])]
    reduced = [u for u in supplied if u.steps == 1]
    dead = [u for u in mine if u.at == ELIMINATED]
    if reduced:
        return [f"replace {chance.choice(reduced).id}"]
    zones = [zone for zone in supply_zones(state, side) if not germans(state, zone)]
    return [f"return {chance.choice(dead).id} at {chance.choice(zones)}"] if dead and zones else ["pass"]


def react(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Chit 9, if it is there to be played, against a zone where rivals stand near the rivers."""
    if "event-9" in state.hands.get(decision.player, ()):
        soviets_there = group(state, RIVAL[decision.player], SOVIET)
        west = [u for u in soviets_there if not marked(state, u.at, "east_bank")]
        rivals = [u for u in west if by_the_river(state, u.at)]
        if rivals:
            return [f"chit 9 zone {chance.choice(rivals).at}"]
    return ["pass"]


def reserve(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Some reserve goes somewhere, or nobody does."""
    unit = state.units[chance.choice(decision.about)]
    ends = untested_routes(state, unit, reserve=True)
    if not ends or chance.random() < 0.3:
        return ["pass"]
    path = ends[chance.choice(sorted(ends))]
    return [f"reserve {unit.id} {' '.join(path[1:])}"]


def free_move(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Idle units move where they may, half of them."""
    ends: dict[str, str] = {}
    for unit, free in free_ends(state, decision.about).items():
        end = chance.choice(sorted(free))
        if chance.random() < 0.5:
            ends.setdefault(end, f"freemove {unit} to {end}")
    return list(ends.values()) or ["pass"]


ANSWERS: Mapping[str, Callable[[State, Decision, random.Random], list[str]]] = {
    "impulse": impulse,
    "logistics": logistics,
    "react": react,
    "reserve": reserve,
    "freemove": free_move,
}
