"""A player who knows the rules and little else: he buys by chance, sets up where he may, and reports losses
that both sides can agree on. He finds dead ends, and whole campaigns of him are quick."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from adjudicator.dice import NoDice
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import refusal
from adjudicator.state import Decision, State, Unit

from . import firefight, gates, initiative, refit, setting_up
from .campaign import CPP, FPP, campaign, mover, track
from .charts import groups, prices
from .firefight import defender, game_turn
from .front import controlled, entry_hexes, isolated
from .holding import held
from .orders import read_line
from .placing import take_enter, take_setup
from .position import BOUGHT, OFF_MAP, SIDES, units_of
from .registry import judge_sheet

TRIES = 12
"""So many hexes are tried for a unit that is set up or enters."""
SET_UP, ENTER = 8, 4
"""So many units are set up, and enter in a Player Turn, at most: the rest stays off the map."""
BUSY = 0.6
"""How often something is done in a Player Turn."""
WORST = 40
"""The most CVP that a side loses in a CGS."""


def answer(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """The lines of one legal answer, by chance."""
    side = decision.player
    if decision.topic == gates.TOPIC:
        return purchases(state, side, chance)
    if decision.topic == setting_up.TOPIC:
        return [*set_ups(state, side, chance), "pass"]
    if decision.topic == firefight.TOPIC:
        return [*agreed(decision), *deeds(state, side, chance)]
    if decision.topic == refit.TOPIC:
        return [*agreed(decision), *result(state), "pass"]
    assert decision.topic == initiative.TOPIC
    return [chance.choice(decision.answers)]


def agreed(decision: Decision) -> list[str]:
    """What the other side has filed and waits for."""
    return [line for line in decision.answers if line != decision.default]


# -- purchases ---------------------------------------------------------------------------------------------


def purchases(state: State, side: str, chance: random.Random) -> list[str]:
    """Groups and fortifications by chance, as far as the points go."""
    ids = [id_ for owner, id_ in groups() if owner == side]
    lines = [f"buy {id_}" for id_ in chance.sample(ids, len(ids))]
    items = [row.item for row in prices() if chance.random() < BUSY]
    lines += [f"fpp {item} x{chance.randint(1, 3)}" for item in items]
    return [*within(state, side, lines), "pass"]


def within(state: State, side: str, lines: Iterable[str]) -> list[str]:
    """Those of these lines that stand, each with the ones before it."""
    good: list[str] = []
    points = [state.tracks.get(track(one, side), 0) for one in (CPP, FPP)]
    for line in lines:
        if any(points) and stands(state, side, [*good, line]):
            good.append(line)
    return good


def stands(state: State, side: str, lines: Iterable[str]) -> bool:
    """Whether a sheet of purchases stands as a whole."""
    orders = [read(line, n) for n, line in enumerate(lines, 1)]
    return len(judge_sheet(Play(state, NoDice()), side, orders)) == len(orders)


def read(line: str, number: int) -> Order:
    """A line as an order of a sheet."""
    order = read_line(line)
    return Order(order.verb, order.args, order.text, 1, number)


# -- set-up and entry ----------------------------------------------------------------------------------------


def set_ups(state: State, side: str, chance: random.Random) -> Iterator[str]:
    """Some units of what is off the map go where their side may set up."""
    hexes = sorted(controlled(state, side) - isolated(state, side))
    waiting = [unit for unit in units_of(state, side) if unit.at in {BOUGHT, OFF_MAP}]
    for unit in chance.sample(waiting, min(SET_UP, len(waiting))):
        line = placed(state, side, unit, hexes, "setup", chance)
        if line:
            yield line


def entries(state: State, side: str, chance: random.Random) -> Iterator[str]:
    """Some units come over the edge of the map."""
    hexes = sorted(entry_hexes(state, side))
    waiting = [unit for unit in units_of(state, side) if unit.at in {BOUGHT, OFF_MAP}]
    for unit in chance.sample(waiting, min(ENTER, len(waiting))):
        line = placed(state, side, unit, hexes, "enter", chance)
        if line:
            yield line


def placed(state: State, side: str, unit: Unit, hexes: list[str], verb: str, chance: random.Random) -> str:
    """A line that puts a unit into one of these hexes; "" where none of those tried is legal."""
    take = take_enter if verb == "enter" else take_setup
    for hex_ in chance.sample(hexes, min(TRIES, len(hexes))):
        line = f"{verb} {unit.id} hex={hex_.upper()}"
        if refusal(take, Play(state, NoDice()), side, read(line, 1)) is None:
            return line
    return ""


# -- the firefight -------------------------------------------------------------------------------------------


def deeds(state: State, side: str, chance: random.Random) -> list[str]:
    """In one's own Player Turn some units enter, and it ends; else one waits for the other side."""
    turn = held(state).owed
    if turn:
        return [firefight.line(turn)] if side == defender(state) else ["pass"]
    if side != mover(state):
        return ["pass"]
    done = list(entries(state, side, chance)) if game_turn(state) == 1 or chance.random() < BUSY else []
    return [*done, *losses(state, side, chance), "endturn"]


def losses(state: State, side: str, chance: random.Random) -> Iterator[str]:
    """A unit of one's own that was lost; the other side says the same when it is asked."""
    there = [unit for unit in units_of(state, side) if unit.at in state.board.spaces]
    if there and chance.random() < BUSY / 2:
        yield f"report lost unit={chance.choice(there).id}"


def result(state: State) -> list[str]:
    """At 8.6032 the CVP of both sides, the same from both: they follow from the date."""
    if state.segment != "8.6032":
        return []
    known = campaign(state).losses
    lost = {one: (7 * state.turn + 5 * at) % WORST for at, one in enumerate(SIDES)}
    return [
        f"report CVP of={one} suffered={n} vehicles=0 moabit=0 capture=0 refit=0 elr={n}"
        for one, n in lost.items()
        if one not in known
    ]
