"""What is legal, beside every line that could be written: none that would stand is missing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, combinations, islice

import pytest

from adjudicator.games.panzerkorps48.levels import combat, flight
from adjudicator.games.panzerkorps48.position import OFF_MAP, WAITING, edge
from adjudicator.games.panzerkorps48.record import CHOICES, GAME
from adjudicator.judging.what_if import playable, would_stand
from adjudicator.mechanics.armies import army
from adjudicator.state import Decision, State, Unit
from tests.adjudicator.test_offered import asked, picked
from tests.cases import one_quick
from tests.games.panzerkorps48.fights import HEX, NORTH, fight
from tests.games.panzerkorps48.table import table
from tests.games.panzerkorps48.test_r08_retreat import HOLD, ORDER, around

Written = Callable[[State, str, random.Random], Iterator[str]]
"""(state, side, chance) -> lines of one unit or one choice, legal or not."""


def some(units: Iterable[Unit], most: int, chance: random.Random) -> list[Unit]:
    """A few of these units, by chance."""
    found = list(units)
    return chance.sample(found, min(most, len(found)))


def setups(state: State, side: str, chance: random.Random) -> Iterator[str]:
    for unit in some((unit for unit in state.units.values() if unit.side == side), 1, chance):
        yield from (f"setup {unit.id} at {at}" for at in state.board.spaces)
    yield "end"


def plans(state: State, side: str, chance: random.Random) -> Iterator[str]:
    for one in ("4MC", "5MC", "6GCD", "321RD"):
        yield from (f"plan {one} turn {turn} area {area}" for turn in range(15) for area in "ABCDEFG")


def attacks(state: State, side: str, chance: random.Random) -> Iterator[str]:
    for unit in some(army(state, side), 12, chance):
        yield from (f"prep {at} by {unit.id}" for at in state.board.within(unit.at, 1))
    yield "end"


def moves(state: State, side: str, chance: random.Random) -> Iterator[str]:
    for unit in some(army(state, side), 2, chance):
        yield from (f"move {unit.id} to {at}" for at in state.board.within(unit.at, 10))
    for unit in army(state, side):
        yield from (f"hasty {at} by {unit.id}" for at in state.board.neighbours(unit.at) if state.at(at))
        yield f"exit {unit.id}"
    boxes = (
        unit for unit in state.units.values() if unit.side == side and unit.at in (*WAITING.values(), OFF_MAP)
    )
    for unit in some(boxes, 1, chance):
        yield from (f"enter {unit.id} at {at}" for at in edge(state.board))
    yield "end"


def fires(state: State, side: str, chance: random.Random) -> Iterator[str]:
    now = combat(state)
    fought = (*now.attackers, *now.defenders)
    for unit in fought:
        yield from (f"fire {unit} at {foe}" for foe in (*fought, *now.support))
        for gun in army(state, side):
            yield from (f"fire {unit} support {gun.id} at {foe}" for foe in fought[:2])
    yield "hold"


def of_morale(state: State, side: str, chance: random.Random) -> Iterator[str]:
    now = combat(state)
    for unit in (*now.attackers, *now.defenders):
        yield from (f"check {unit}", f"retreat {unit}")


def paths(state: State, at: str, longest: int) -> Iterator[tuple[str, ...]]:
    """Every path from a hex, no hex twice."""
    ring: list[tuple[str, ...]] = [(at,)]
    for _ in range(longest):
        ring = [
            (*path, near) for path in ring for near in state.board.neighbours(path[-1]) if near not in path
        ]
        yield from (path[1:] for path in ring)


def retreats(state: State, side: str, chance: random.Random) -> Iterator[str]:
    now = flight(state)
    yield from (f"retreatpath {'-'.join(path)}" for path in paths(state, now.at, min(3, now.spaces + 1)))


def kills(state: State, side: str, chance: random.Random) -> Iterator[str]:
    units = flight(state).units
    sizes = range(1, len(units) + 1)
    for gone in chain.from_iterable(combinations(units, size) for size in sizes):
        yield f"kill {', '.join(gone)}"


def advances(state: State, side: str, chance: random.Random) -> Iterator[str]:
    for unit in combat(state).attackers[:3]:
        at = state.units[unit].at
        if at in state.board.spaces:
            yield from (f"advance {unit} via {'-'.join(path)}" for path in paths(state, at, 2))
    yield "no advance"


WRITTEN: Mapping[str, Written] = {
    "setup": setups, "plan": plans, "prep": attacks, "move": moves, "defence": fires, "attack": fires,
    "morale": of_morale, "retreat": retreats, "kill": kills, "advance": advances,
}  # fmt: skip


def missing(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Lines that would stand and are not among the legal ones."""
    seen = playable(GAME, state, decision.player)
    legal = set(GAME.legal(seen, decision))
    lines = WRITTEN[decision.topic](seen, decision.player, chance)
    return [line for line in lines if line not in legal and would_stand(GAME, seen, decision, [], line)]


def test_every_question_is_tried() -> None:
    assert set(WRITTEN) == {choice.topic for choice in CHOICES.all}


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_quick(["Chir", "Don", "Surovikino"]))
def test_no_single_line_that_would_stand_is_missing(seed: str) -> None:
    chance = random.Random(seed)
    for state, decision in picked(GAME, seed, 80, 12):
        assert missing(state, decision, chance) == [], decision


@pytest.mark.slow
def test_no_single_line_that_would_stand_is_missing_in_a_whole_game() -> None:
    chance = random.Random("whole")
    for state, decision in islice(asked(GAME, "whole", 500), 2, None, 20):
        assert missing(state, decision, chance) == [], decision


@pytest.mark.rule("9.1.ent.2", "10.exit.1")
@pytest.mark.parametrize(
    ("units", "segment", "turn", "verb"),
    [
        ({"15-I": "german-reinforcements", "685-I": "2033"}, "GER.MOVE", 2, "enter"),
        ({"117TB": "3433", "140RR": "3815"}, "SOV.MOVE", 1, "exit"),
    ],
)
def test_who_comes_on_the_map_or_leaves_it(units: dict[str, str], segment: str, turn: int, verb: str) -> None:
    laid = table(units, segment, turn=turn)
    (decision,) = laid.state.waiting()
    assert {line.split()[0] for line in GAME.legal(laid.state, decision)} >= {"move", verb}
    assert missing(laid.state, decision, random.Random(0)) == []


def test_who_dies_where_all_cannot_stack() -> None:
    weak = around("1019", "1020", "0820", "0819", "1021", "0922", "0821", steps_=2)
    units = {"685-I": HEX, "685-II": HEX, "Wst-1": "0921", "Wst-2": "0921", **weak, "634RR": f"{NORTH} 2"}
    laid = fight({**units, "421RR": f"{NORTH} 2"}, ORDER, HOLD, dice=[2])
    (decision,) = laid.state.waiting()
    assert list(GAME.legal(laid.state, decision)) == ["kill 685-I", "kill 685-II"]
    assert missing(laid.state, decision, random.Random(0)) == []


@pytest.mark.rule("4.mov.6")
def test_a_refused_move_offers_moves_of_its_unit_though_the_question_names_others() -> None:
    german = (unit.id for unit in GAME.start("campaign").units.values() if unit.side == "german")
    hexes = (f"{column}{row}" for column in range(28, 38) for row in (14, 18))
    units = dict(zip(german, hexes, strict=False))
    laid, last = table(units, "GER.MOVE"), list(units)[-1]
    (decision,) = laid.state.waiting()
    assert not any(last in line.split() for line in decision.answers)
    (ruling,) = laid.order("german", f"move {last} to {units[last]}")
    assert ruling.why == f"{last} may not move to {units[last]}: it is already there"
    assert len(ruling.legal) == 6
    assert {line.split()[1] for line in ruling.legal} == {last}


@pytest.mark.rule("9.lw.2")
def test_a_gun_that_is_bound_to_its_place_is_not_offered() -> None:
    laid = table({"15-I": "3815", "140RR": "3814", "LJ-A": "3817", "336-A1": "3817"}, "GER.PREP")
    (decision,) = laid.state.waiting()
    guns = {line.partition(" support ")[2] for line in GAME.legal(laid.state, decision)}
    assert guns == {"", "336-A1"}
