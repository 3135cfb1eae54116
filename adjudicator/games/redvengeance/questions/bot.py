"""A bot that knows the rules and little else: it buys, sets up, fights and reports by chance, and both sides
mostly agree on what happened. It tries the rows of `bot.csv`, and leaves out what the rules refuse.

when  buy, setup, play or result      chance  how often it tries      line  with words in braces to be filled:

{mine CLASS|KIND FLAG}, {foe ...}, {here ...}, {off ...}, {paid ...}  a unit of its own, of the enemy, with
the first one, off the map, of a sort for which HIP was bought; {hex}, {friendly}, {enemy}, {theirs}, {edge}
... a hex, any or by who holds it (`FILLERS`); {there} and {beside} that of the first unit, or next to it
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from adjudicator.dice import NeedsDice, NoDice
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import No
from adjudicator.state import Decision, Frame, Json, State, Unit
from adjudicator.waiting_lines import kept_in

from ..charts import groups, modules, prices, rows_of
from ..orders import read_line
from ..position import BOUGHT, OFF_MAP, other, units_of
from ..refit_phase.reph_forts import HIP_ITEM, NEVER_LAID
from ..situation.basket import BUY
from ..situation.campaign import CPP, FPP, campaign, own, track
from ..situation.front import controlled, entry_hexes, isolated
from ..situation.ground import board, bridge_hexes, having
from ..situation.pieces import class_of
from . import holding
from .placing import HIP_SORTS
from .registry import JOINT, OF_A_SIDE, judge_sheet, taker
from .reporting import SO_IT_WAS, could_accept, filed

TRIES = 12
"""How many hexes are tried for a unit that is set up or enters, and how many units for an order."""
SET_UP, ENTER = 8, 4
"""How many units are set up, and enter in a Player Turn, at most: the rest stay off the map."""
BUSY, AGREES, STOPS, HURRIES = 0.6, 0.9, 0.04, 0.3
"""How often something is done in a Player Turn, what the other side has filed is filed too, a side has
nothing more for a whole firefight, and it ends several Player Turns at once."""
SLOT = re.compile(r"\{(\w+)(?: ([^{}]+?))?\}")
LINES_OF_A_TURN = 4
OFF = (BOUGHT, OFF_MAP)


@dataclass(frozen=True, slots=True)
class Try:
    """A row of `bot.csv`."""

    when: str
    side: str
    chance: float
    line: str


@cache
def tries(when: str, side: str) -> tuple[Try, ...]:
    """What a side may try at a time."""
    return tuple(row for row in rows_of(Try, "bot.csv") if row.when == when and row.side in {"", side})


def agreed(state: State, side: str, chance: random.Random) -> list[str]:
    """What the other side has filed, or says that it will: all of it in one line, or what this one now and
    then forgets left out."""
    if could_accept(state, side) and chance.random() < AGREES:
        return [SO_IT_WAS]
    waits = (line.order for line in kept_in(state, other(side)) if not line.bad)
    lines = [*filed(state, other(side)), *(order.text for order in waits if order.verb in JOINT)]
    kept = (line for line in lines if chance.random() < AGREES)
    theirs = f" of={other(side)}"  # lines that speak of their writer say which side that is
    return [line + theirs * (line.split()[0] in OF_A_SIDE and " of=" not in line) for line in kept]


# -- by chance ---------------------------------------------------------------------------------------------


Take = Callable[[Play, Decision, Order], object]
"""How a question takes one line. Raises No."""


def some(
    state: State, decision: Decision, when: str, most: int, chance: random.Random, take: Take
) -> list[str]:
    """Orders that a side may try now, at most this many, none refused by itself; each unit is in one."""
    found: list[str] = []
    named: set[str] = set()
    side = decision.player
    for row in chance.sample(tries(when, side), len(tries(when, side))):
        line = filled(state, side, row.line, chance, named) if chance.random() < row.chance else ""
        if line and len(found) < most and stands_alone(state, decision, line, take):
            found.append(line)
            named |= {word for word in re.split(r"[ =,]", line) if word in state.units}
    return found


def filled(state: State, side: str, line: str, chance: random.Random, named: set[str]) -> str:
    """A line with all its words filled in; "" if a word has no value."""
    first: list[Unit] = []
    while slot := SLOT.search(line):
        word, rest = slot[1], slot[2] or ""
        if word in UNITS:
            pool = [unit for unit in units(state, side, word, rest, first) if unit.id not in named]
            if not pool:
                return ""
            first.append(chance.choice(pool))
            text = first[-1].id
        else:
            choices = (
                around(first) if word in AROUND else list(FILLERS[f"{word} {rest}".strip()](state, side))
            )
            if not choices:
                return ""
            text = chance.choice(choices)
        line = line[: slot.start()] + text + line[slot.end() :]
    return line


UNITS = ("mine", "foe", "here", "off", "paid")


def units(state: State, side: str, word: str, rest: str, first: list[Unit]) -> Iterator[Unit]:
    """The units that a word in braces may mean: of classes or kinds, with a flag."""
    kinds, _, flag = rest.partition(" ")
    wanted = kinds.split("|")
    hip = {str(one["unit"]).lower() for one in own(state, side).forts if one["item"] == HIP_ITEM}
    for unit in units_of(state, other(side) if word == "foe" else side):
        there = unit.at in (OFF if word in {"off", "paid"} else state.board.spaces)
        sold = word != "paid" or HIP_SORTS.get(class_of(state, unit)) in hip
        beside = word != "here" or unit.at == first[0].at
        known = word != "foe" or not unit.flags & {"hip", "cloaked", "reserve"}
        is_one = wanted == ["any"] or class_of(state, unit) in wanted or unit.kind in wanted
        if there and beside and known and sold and is_one and (not flag or flag in unit.flags):
            yield unit


AROUND = ("there", "beside")
"""Words in braces for the hex of the first unit of a line, and for one next to it."""


def around(first: list[Unit]) -> list[str]:
    """The hex of the first unit, and those next to it; of one off the map none."""
    at = first[0].at
    return hexes([at, *board().neighbours(at)]) if at in board().spaces else []


def hexes(found: Iterable[str]) -> list[str]:
    """Hexes as players write them, in an order that is the same every time."""
    return sorted(one.upper() for one in found)


def sides_of(found: Iterable[str]) -> list[str]:
    """Hexsides between these hexes and a neighbour of each."""
    return [f"{one.upper()}/{board().neighbours(one)[0].upper()}" for one in sorted(found)]


def is_left(fort: Mapping[str, Json]) -> bool:
    """Whether some of what was bought can be laid still."""
    return "at" not in fort and bool(fort["times"]) and fort["item"] not in NEVER_LAID


def numbers(first: int, last: int) -> Callable[[State, str], Iterable[str]]:
    """Any number of these."""
    return lambda state, side: [str(n) for n in range(first, last + 1)]


def words(text: str) -> Callable[[State, str], Iterable[str]]:
    """Any of these words."""
    return lambda state, side: text.split()


def ring(state: State, side: str) -> list[str]:
    """Perimeters: the hexes around one."""
    return [",".join(hexes(board().neighbours(one))) for one in sorted(controlled(state, side))[::7]]


FILLERS: dict[str, Callable[[State, str], Iterable[str]]] = {
    "hex": lambda state, side: hexes(board().spaces),
    "friendly": lambda state, side: hexes(controlled(state, side) - isolated(state, side)),
    "friendly side": lambda state, side: sides_of(controlled(state, side)),
    "enemy": lambda state, side: hexes(controlled(state, other(side))),
    "theirs": lambda state, side: hexes(
        one for one, holder in campaign(state).control_start.items() if holder == other(side)
    ),
    "edge": lambda state, side: hexes(entry_hexes(state, side)),
    "bridge": lambda state, side: hexes(bridge_hexes()),
    "reichstag": lambda state, side: hexes(having("reichstag") - having("diet")),
    "all reichstag": lambda state, side: [",".join(hexes(having("reichstag")))],
    "barricade": lambda state, side: sorted(campaign(state).barricades),
    "barricade hex": lambda state, side: sorted(
        one for across in campaign(state).barricades for one in across.split("/")
    ),
    "ring": ring,
    "side": lambda state, side: [side],
    "module": lambda state, side: [id_ for owner, id_ in modules() if owner == side],
    "fort": lambda state, side: [str(one["item"]) for one in own(state, side).forts if is_left(one)],
    "item": lambda state, side: sorted({row.item for row in prices()}),
    "mission": words("HE SMOKE IR"),
    "carrier": words("radio phone offboard"),
    "hidden": words("smc hs crew squad"),
    "ift": words("none NMC K/2 1KIA 2KIA"),
    "burns": words("building wood-rubble stone-rubble"),
    "fire": words("flame blaze both"),
    "d3": numbers(1, 3),
    "d6": numbers(1, 6),
    "dr": numbers(2, 12),
}
"""Word in braces -> what it may stand for in a position, for a side."""


def stands_alone(state: State, decision: Decision, line: str, take: Take) -> bool:
    """Whether a line would be taken as the only one, when its step comes; dice it may need are not rolled."""
    order = read(line, 1)
    number = holding.step_for(order, state.segment)
    if number != state.segment:
        state = state.but(frames=(Frame(number),))
        decision = replace(decision, verbs=holding.verbs_from(number))
    play = Play(state, NoDice())
    if order.verb not in decision.verbs:
        return False
    try:
        take(play, decision, order)
    except NeedsDice:
        return True
    except No:
        return False
    return True


# -- purchases ---------------------------------------------------------------------------------------------


def purchases(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Groups, fortifications, artillery and reconnaissance by chance, as far as the points go."""
    side = decision.player
    ids = [id_ for owner, id_ in groups() if owner == side]
    modes = ("", "", " mode=map", " mode=reserve", " mode=dugin")
    lines = [f"buy {id_}{chance.choice(modes)}" for id_ in chance.sample(ids, len(ids))]
    more = [row.line for row in tries(BUY, side) if chance.random() < row.chance]
    told = filter(None, (filled(state, side, line, chance, set()) for line in (*more, *more)))
    mixed = [*lines[: len(lines) // 2], *told, *lines[len(lines) // 2 :]]
    return [*within(state, side, mixed), "pass"]


def within(state: State, side: str, lines: Iterable[str]) -> list[str]:
    """Those of these lines that stand, each with the ones before it."""
    good: list[str] = []
    points = [state.tracks.get(track(one, side), 0) for one in (CPP, FPP)]
    for line in lines:
        sheet = [read(one, n) for n, one in enumerate([*good, line], 1)]
        if any(points) and len(judge_sheet(Play(state, NoDice()), side, sheet)) == len(sheet):
            good.append(line)
    return good


def read(line: str, number: int) -> Order:
    """A line as an order."""
    order = read_line(line)
    return Order(order.verb, order.args, order.text, 1, number)


# -- set-up and entry ----------------------------------------------------------------------------------------


def arrivals(
    state: State, side: str, verb: str, hexes: Iterable[str], most: int, chance: random.Random
) -> Iterator[str]:
    """Some units of what is off the map come by a verb, each into one of these hexes."""
    free = sorted(hexes)
    waiting = [unit for unit in units_of(state, side) if unit.at in OFF]
    for unit in chance.sample(waiting, min(most, len(waiting))):
        if line := placed(state, side, unit, free, verb, chance):
            yield line


def placed(state: State, side: str, unit: Unit, free: list[str], verb: str, chance: random.Random) -> str:
    """A line that puts a unit into one of these hexes; "" where none of those tried is legal."""
    for hex_ in chance.sample(free, min(TRIES, len(free))):
        order = read(f"{verb} {unit.id} hex={hex_.upper()}", 1)
        try:
            taker(order)(Play(state, NoDice()), side, order)
        except NeedsDice:
            return order.text
        except No:
            continue
        return order.text
    return ""
