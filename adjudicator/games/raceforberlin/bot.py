"""An impulse by chance, of a player who knows the rules and nothing else and finds dead ends."""

from __future__ import annotations

import random

from adjudicator.orders import Order
from adjudicator.rulings import No, refusal
from adjudicator.state import Decision, State, Unit

from .annex_events import CHITS, START, lines_of
from .combat.r08_combat import targets
from .orders import RESERVE, grammar
from .position import campaign, index, is_city, soviet
from .r04_operations import ACTIVATIONS, owner, ready
from .r04_plan import Plan, check_duties, make_plan
from .r07_movement import legal_routes
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
    left = ACTIVATIONS
    while free and left:
        line, units = one_order(state, free.pop(), free, left, chance)
        if line:
            lines.append(line)
            left -= len(units)
            free = [unit for unit in free if unit not in units]
    return lines or ["pass"]


def one_order(
    state: State, unit: Unit, others: list[Unit], most: int, chance: random.Random
) -> tuple[str, list[Unit]]:
    """An order for a unit, and for up to `most` units in all that fight beside it; "" where it finds none."""
    near = targets(state, unit)
    if is_city(state, unit.at) and chance.random() < 0.7:
        here = [unit, *(other for other in others if other.at == unit.at)][:most]
        pays = not soviet(state, unit) or state.tracks.get(f"support-{unit.side}", 0)
        return f"city {unit.at} with {named(here)}" if pays else "", here
    if near and chance.random() < 0.8:
        target = chance.choice(near)
        beside = [unit, *(one for one in others if state.board.adjacent(target, one.at))][:most]
        return f"combat {named(beside)} at {target}", beside
    shells = not refusal(check_shell, state, Order("shell", {"unit": unit.id}))
    if shells and not campaign(state).shelled and chance.random() < 0.3:
        return f"shell {unit.id}", [unit]
    if chance.random() < 0.1:
        return f"activate {unit.id} {RESERVE}", [unit]
    return movement(state, unit, chance), [unit]


def named(units: list[Unit]) -> str:
    """Units as a line of an order says them."""
    return " ".join(unit.id for unit in units)


def movement(state: State, unit: Unit, chance: random.Random) -> str:
    """A move: Soviets rather west, Germans anywhere they may; "" for a unit that cannot move."""
    routes = legal_routes(state, unit)
    ends = sorted(routes, key=lambda end: index(state, end))
    if not ends:
        return ""
    west = soviet(state, unit) and chance.random() < 0.7
    path = routes[ends[0] if west else chance.choice(ends)]
    return f"move {unit.id} {' '.join(path[1:])}"


def planned(state: State, lines: list[str]) -> Plan | None:
    """The plan that these lines make; None where one of them cannot be read, or is refused."""
    try:
        orders = [grammar().read(line, 1, n) for n, line in enumerate(lines, 1)]
    except No:
        return None
    made = make_plan(state, [order for order in orders if order.verb != "pass"])
    return None if made.refused else made


def stands(state: State, lines: list[str]) -> bool:
    """Whether a plan would be accepted as a whole."""
    made = planned(state, lines)
    return made is not None and not refusal(check_duties, state, made)


def dutiful(state: State) -> list[str]:
    """What the refusal of an undone duty says would do it, duty after duty; to pass when there is none."""
    lines: list[str] = []
    for _ in range(ATTEMPTS):
        no = refusal(check_duties, state, planned(state, lines) or Plan(state))
        if no is None:
            break
        ways = [text.splitlines() for text in no.legal]
        more = ([line for way in ways for line in way], *ways)
        lines = next(([*lines, *some] for some in more if planned(state, [*lines, *some])), lines)
    return lines or ["pass"]


def opening_chit(state: State, side: str, chance: random.Random) -> list[str]:
    """An event chit that may open this impulse, now and then."""
    when = START[owner(state)[1]]
    chit = next(
        (chit for chit in state.hands.get(side, ()) if chit in CHITS and CHITS[chit].when == when), ""
    )
    if not chit or chance.random() < 0.5:
        return []
    lines = lines_of(state, side, chit)
    return [chance.choice(lines)] if lines else []
