"""A tiny invented game for the tests: four spaces, one die, a sealed bid and a hidden chit.

Each side draws a chit which only it may see (rule 1). Both bid in secret who moves first (2). A side then
gives any number of orders: moves to a neighbour (3.1), attacks, which hit on a 4 or more (3.2), or it is
done (3.3). A unit that is hit loses a step or, as its owner likes, retreats (3.4). After two turns the units
and the chits are counted (4).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from adjudicator.choices import Answer, Choice, Choices
from adjudicator.events import (
    Event,
    GameEnded,
    HandChanged,
    Names,
    StepLost,
    TurnBegan,
    UnitEliminated,
    UnitMoved,
)
from adjudicator.events import kinds as all_kinds
from adjudicator.game import Game
from adjudicator.orders import Grammar, Order, Verb, unpack
from adjudicator.play import Play
from adjudicator.reader import Lexicon, Reader
from adjudicator.rulings import Refused, Unreadable
from adjudicator.sequence import Segment, sequence
from adjudicator.state import Decision, Frame, Json, State, Unit
from counters.roster.counter import Roster
from counters.roster.style import Style
from maps.board import Board, Space

SIDES = {"red": "Red", "blue": "Blue"}
PLACES = {"ash": "Ash", "birch": "Birch", "cedar": "Cedar", "dale": "Dåle"}
CHITS = ("chit-1", "chit-2", "chit-3", "chit-4")
UNITS = {"R1": ("red", "ash"), "R2": ("red", "ash"), "B1": ("blue", "dale"), "B2": ("blue", "cedar")}
NAMES = {"R1": "1 Red", "R2": "2 Red", "B1": "1 Blue", "B2": "2 Blue"}
LAST_TURN = 2
HIDDEN = False
"""Whether the other side may not even know that a chit was drawn."""
MOST = 2


class BidsOpened(Event):
    """Both bids are known."""

    bids: Mapping[str, int]
    first: str

    def says(self, names: Names) -> str:
        """The bids and who moves first."""
        told = ", ".join(f"{names(side)} {bid}" for side, bid in self.bids.items())
        return f"Bids: {told}. {names(self.first)} moves first."


def board() -> Board:
    spaces = {id_: Space(id_, name, (float(n), 0.0), {}) for n, (id_, name) in enumerate(PLACES.items())}
    ids = list(spaces)
    plain: frozenset[str] = frozenset()
    near = {id_: [ids[k] for k in (n - 1, n + 1) if 0 <= k < len(ids)] for n, id_ in enumerate(ids)}
    links = {id_: dict.fromkeys(found, plain) for id_, found in near.items()}
    return Board("tiny", spaces, links, {})


def start(scenario: str) -> State:
    assert scenario == "duel"
    units = {id_: Unit(id_, side, at, 2) for id_, (side, at) in UNITS.items()}
    roster = Roster("tiny", {}, {}, {}, Style(), {})
    return State(
        board(),
        roster,
        tuple(SIDES),
        units,
        frames=(Frame("1"),),
        cups={"chits": CHITS},
        hands={"red": (), "blue": ()},
    )


# -- 1, 2, 4: the sequence of play ------------------------------------------------------------------


def draw_chits(play: Play) -> None:
    for side in SIDES:
        chit = play.draw("1", f"chit of {side}", "chits", to=(side,), hidden=HIDDEN)
        play.record(HandChanged(rule="1", to=(side,), side=side, cards=(chit,)))
    play.go("2", "2")


def ask_bids(play: Play) -> None:
    for side in SIDES:
        if play.state.decision(side, "bid") is None:
            play.ask(
                side,
                "2",
                "bid",
                "How much do you bid to move first (0 to 9)?",
                silence="you bid nothing",
                default="bid 0",
                sealed=True,
                verbs=("bid",),
                answers=("bid 0", "bid 5"),
            )


def bid(play: Play, decision: Decision, orders: list[Order]) -> None:
    order = orders[-1]
    for other in orders[:-1]:
        play.verdict(other, "not-judged", why="a later line bids again")
    if order.args["amount"] > 9:
        play.refuse(order, Refused("2", "nobody has more than 9", ("bid 9",)))
        return
    play.seal(decision, [order])
    play.verdict(order, "waiting", "2", "sealed until the other side has bid")
    if all(d.id in play.state.sealed for d in play.state.decisions):
        open_bids(play)


def open_bids(play: Play) -> None:
    asked = play.state.decisions
    bids = {d.player: unpack(play.state.sealed[d.id][0]) for d in asked}
    for decision in asked:
        play.close(decision)
        play.verdict(bids[decision.player], "done", "2")
    amounts = {side: order.args["amount"] for side, order in bids.items()}
    first = max(SIDES, key=lambda side: amounts[side])
    play.record(BidsOpened(rule="2", bids=amounts, first=first))
    play.go("3", "3", active=first, first=first)


def ask_orders(play: Play) -> None:
    side = play.state.frame.facts["active"]
    play.ask(
        side,
        "3",
        "orders",
        "Which units move or attack?",
        silence="nothing moves",
        default="done",
        verbs=("move", "attack", "done"),
        answers=("done",),
    )


def end_turn(play: Play) -> None:
    if play.state.turn < LAST_TURN:
        play.record(TurnBegan(rule="4", turn=play.state.turn + 1))
        play.go("4", "2")
        return
    points = {side: score(play.state, side) for side in SIDES}
    best = max(points.values())
    winners = [side for side, score in points.items() if score == best]
    play.record(
        GameEnded(rule="4", winner=winners[0] if len(winners) == 1 else "", why="two turns", points=points)
    )


def score(state: State, side: str) -> int:
    chits = sum(int(chit[-1]) for chit in state.hands[side] if chit[-1].isdigit())
    return chits + 10 * sum(unit.steps for unit in state.units.values() if unit.side == side)


# -- 3: orders ---------------------------------------------------------------------------------------


def orders(play: Play, decision: Decision, lines: list[Order]) -> None:
    for order in lines:
        try:
            if {"move": move, "attack": attack, "done": done}[order.verb](play, decision, order):
                return
        except Refused as no:
            play.refuse(order, no)


def mine(play: Play, decision: Decision, order: Order) -> Unit:
    unit = play.state.units[order.args["unit"]]
    if unit.side != decision.player:
        raise Refused("3", f"{NAMES[unit.id]} is not yours")
    if unit.steps == 0:
        raise Refused("3", f"{NAMES[unit.id]} is out of play")
    return unit


def move(play: Play, decision: Decision, order: Order) -> bool:
    unit, to = mine(play, decision, order), order.args["to"]
    near = play.state.board.neighbours(unit.at)
    if to not in near:
        moves = tuple(f"move {unit.id} {space}" for space in near)
        raise Refused("3.1", f"{PLACES[to]} is not next to {PLACES[unit.at]}", moves)
    if any(other.side != unit.side for other in play.state.at(to)):
        raise Refused("3.1", f"the enemy stands in {PLACES[to]}")
    play.record(UnitMoved(rule="3.1", unit=unit.id, path=(unit.at, to)))
    play.verdict(order, "done", "3.1")
    return False


def attack(play: Play, decision: Decision, order: Order) -> bool:
    unit, to = mine(play, decision, order), order.args["to"]
    foes = [other for other in play.state.at(to) if other.side != unit.side]
    if not foes or not play.state.board.adjacent(unit.at, to):
        raise Refused("3.2", f"there is no enemy in {PLACES[to]} next to {PLACES[unit.at]}")
    play.verdict(order, "done", "3.2")
    die = play.roll("3.2", f"{NAMES[unit.id]} attacks {PLACES[to]}")
    if die < 4:
        return False
    foe = foes[0]
    away = retreats(play.state, foe)
    play.ask(
        foe.side,
        "3.4",
        "loss",
        f"{NAMES[foe.id]} is hit: retreat or lose a step?",
        closed=True,
        silence="a step is lost",
        default=f"lose {foe.id}",
        about=(foe.id,),
        verbs=("lose", "retreat"),
        answers=(f"lose {foe.id}", *(f"retreat {foe.id} {space}" for space in away)),
    )
    return True


def retreats(state: State, unit: Unit) -> list[str]:
    return [s for s in state.board.neighbours(unit.at) if all(o.side == unit.side for o in state.at(s))]


def done(play: Play, decision: Decision, order: Order) -> bool:
    play.close(decision)
    play.verdict(order, "done", "3.3")
    facts = play.state.frame.facts
    other = next(side for side in SIDES if side != decision.player)
    if decision.player == facts["first"]:
        play.go("3", "3", active=other, first=facts["first"])
    else:
        play.go("4", "4")
    return True


def loss(play: Play, decision: Decision, lines: list[Order]) -> None:
    order, unit = lines[0], play.state.units[decision.about[0]]
    if order.args["unit"] != unit.id:
        play.refuse(order, Refused("3.4", f"the unit that was hit is {unit.id}", decision.answers))
        return
    if order.verb == "retreat" and order.args["to"] not in retreats(play.state, unit):
        play.refuse(order, Refused("3.4", "it cannot retreat there", decision.answers))
        return
    play.close(decision)
    play.verdict(order, "done", "3.4")
    if order.verb == "retreat":
        play.record(UnitMoved(rule="3.4", unit=unit.id, path=(unit.at, order.args["to"]), how="retreat"))
    elif unit.steps > 1:
        play.record(StepLost(rule="3.4", unit=unit.id, left=unit.steps - 1))
    else:
        play.record(UnitEliminated(rule="3.4", unit=unit.id, at=unit.at))


# -- the parts -----------------------------------------------------------------------------------------


@cache
def grammar(side: str = "") -> Grammar:
    spaces = [(word, id_) for id_, name in PLACES.items() for word in (name, id_)]
    units = [(word, id_) for id_, name in NAMES.items() for word in (name, id_)]

    def unit_to(reader: Reader) -> Mapping[str, Json]:
        return {"unit": reader.one("unit"), "to": reader.one("space")}

    return Grammar(
        (
            Verb(("bid",), "bid NUMBER", lambda reader: {"amount": reader.number()}),
            Verb(("move",), "move UNIT SPACE", unit_to),
            Verb(("attack",), "attack UNIT SPACE", unit_to),
            Verb(("retreat",), "retreat UNIT SPACE", unit_to),
            Verb(("lose",), "lose UNIT", lambda reader: {"unit": reader.one("unit")}),
            Verb(("done",), "done", lambda reader: {}),
        ),
        {"unit": Lexicon("unit", units), "space": Lexicon("space", spaces)},
    )


def standing(state: State, decision: Decision, line: str) -> list[str] | None:
    if decision.topic == "loss" and line == "if asked loss then lose":
        return [f"lose {decision.about[0]}"]
    return None


def read_standing(line: str) -> str:
    if line.casefold() != "if asked loss then lose":
        raise Unreadable("no standing order is written so", ("if asked loss then lose",))
    return line.casefold()


def view(state: State, side: str) -> State:
    """The other side's chit, bid and standing orders, and the cup, look the same whatever they are."""
    decisions = tuple(d for d in state.decisions if d.player == side)
    own = {d.id for d in decisions}
    return replace(
        state,
        hands={who: cards if who == side else ("?",) * len(cards) for who, cards in state.hands.items()},
        cups=dict.fromkeys(state.cups, ()),
        standing={who: lines for who, lines in state.standing.items() if who == side},
        sealed={key: kept for key, kept in state.sealed.items() if key in own},
        decisions=decisions,
    )


def bot(state: State, decision: Decision, generator: random.Random) -> list[str]:
    if decision.topic == "bid":
        return [f"bid {generator.randint(0, 9)}"]
    if decision.topic == "loss":
        return [generator.choice(decision.answers)]
    lines = [f"move {unit} {generator.choice(list(PLACES))}" for unit in NAMES]
    return [*(f"attack {unit} {generator.choice(list(PLACES))}" for unit in NAMES), *lines, "done"]


def faults(state: State) -> list[str]:
    units = state.units.values()
    return [f"{unit.id} has {unit.steps} steps" for unit in units if not 0 <= unit.steps <= MOST]


def lay(state: State, table: Mapping[str, Json]) -> State:
    return state


ANSWERS: dict[str, Answer] = {"bid": bid, "orders": orders, "loss": loss}
"""Topic -> what carries out an answer: a test may put something in its place."""


def take(play: Play, decision: Decision, lines: list[Order]) -> None:
    ANSWERS[decision.topic](play, decision, lines)


def choices() -> Iterator[Choice]:
    for topic, verbs in {"bid": ("bid",), "orders": ("move", "attack", "done")}.items():
        yield Choice(topic=topic, rule="", verbs=verbs, take=take, chance=bot)
    advice = ("if asked loss then lose",)
    yield Choice(
        topic="loss",
        rule="3.4",
        verbs=("lose", "retreat"),
        take=take,
        chance=bot,
        called=("loss",),
        advice=advice,
    )


class Standing:
    conditions = ()

    def read(self, line: str) -> str:
        return read_standing(line)

    def answer(self, state: State, decision: Decision, line: str) -> list[str] | None:
        return standing(state, decision, line)


GAME = Game(
    name="tiny",
    title="Tiny",
    rules="1",
    sides=SIDES,
    scenarios=("duel",),
    start=start,
    sequence=sequence(
        Segment("1", "Chits", "1", draw_chits),
        Segment("2", "Bids", "2", ask_bids),
        Segment("3", "Orders", "3", ask_orders),
        Segment("4", "End of turn", "4", end_turn),
    ),
    grammar=grammar,
    choices=Choices(tuple(choices())),
    kinds=all_kinds(BidsOpened),
    standing=Standing(),
    view=view,
    faults=faults,
    victory=lambda state: {side: score(state, side) for side in SIDES},
    lay=lay,
    names=lambda: Names({**SIDES, **PLACES, **NAMES, **{chit: f"Chit {chit[-1]}" for chit in CHITS}}),
    step_names={2: "full", 1: "reduced", 0: "none"},
    boxes=(),
    gone=(),
    folder=Path(__file__).parent,
    state_keys={},
)
