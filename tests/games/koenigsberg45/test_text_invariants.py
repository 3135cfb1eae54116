"""What the rulebook says of supply, isolation, retreats and stacking, read naively, over positions laid at
random and over games of bots."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

import pytest

from adjudicator.events import Event
from adjudicator.games.koenigsberg45.hexes.r03_zoc import zone
from adjudicator.games.koenigsberg45.position import printed
from adjudicator.games.koenigsberg45.turn import r11_supply
from adjudicator.state import State, Unit
from maps.board import Board
from tests.tabletop import Tabletop, on_the_table
from tests.witness import faults_seen

from .table import GAME

MARKERS = ("", "out-of-supply", "isolated")
FOE = {"german": "soviet", "soviet": "german"}
WATER = {"water"}
NO_UNITS = {"air", "ship", "refugee"}


# -- supply, read naively ------------------------------------------------------------------------------------


def marker(unit: Unit) -> str:
    return next((flag for flag in MARKERS[1:] if flag in unit.flags), "")


def may_step(state: State, a: str, b: str) -> bool:
    """11.1: no water, no unbridged major river; what a road or railroad crosses is bridged."""
    border = state.board.between(a, b)
    if {"road", "autobahn", "rail"} & border:
        return True
    wet = any(state.board.spaces[one].facts.get("terrain") in WATER for one in (a, b))
    return not wet and not {"river-major", "impassable"} & border


STEPS: dict[int, tuple[Board, Mapping[str, list[str]]]] = {}
"""By board, which is kept with it, so that no other is taken for it."""


def steps(state: State) -> Mapping[str, list[str]]:
    """From each hex where it may lead."""
    board = state.board
    if id(board) not in STEPS:
        around = {a: [b for b in board.neighbours(a) if may_step(state, a, b)] for a in board.spaces}
        STEPS[id(board)] = (board, around)
    return STEPS[id(board)][1]


def reached(state: State, side: str, sources: Iterable[str], most: int = 999) -> set[str]:
    """All hexes from which a line of the side leads to a source: not through enemies, nor through their zones
    but where a friend stands. A line begins beside its unit, wherever that stands."""
    enemies = {unit.at for unit in state.units.values() if unit.side == FOE[side] and not unit.at.islower()}
    friends = {unit.at for unit in state.units.values() if unit.side == side}
    theirs = zone(state, FOE[side])
    found, edge, around = set[str](), list(sources), steps(state)
    for _ in range(most + 1):
        found.update(edge)
        open_ = [s for s in edge if s not in enemies and (s not in theirs or s in friends)]
        edge = sorted({n for s in open_ for n in around[s]} - found)
        if not edge:
            break
    return found


def sources(state: State, side: str) -> list[str]:
    """11.2: those printed for a side; a split one is German until a Soviet unit took it."""
    taken = state.facts.get("split-lost", ())
    found = []
    for space in state.board.spaces.values():
        owner = space.facts.get("source")
        owner = ("soviet" if space.id in taken else "german") if owner == "split" else owner
        found += [space.id] if owner == side and space.id != "2208" else []
    return found


def scattered(seed: int) -> Tabletop:
    """Units of both sides anywhere on land, near Königsberg more than elsewhere, each with any marker."""
    chance, state = random.Random(seed), on_the_table(GAME).start("campaign")
    land = [s.id for s in state.board.spaces.values() if s.facts.get("terrain") not in WATER]
    near = [space for space in land if space[:2] in {"19", "20", "21", "22", "23", "24", "25"}]
    counters = [c for c in state.roster.counters.values() if c.type not in NO_UNITS and c.id in state.units]
    units: dict[str, str] = {}
    owner: dict[str, str] = {}
    for counter in chance.sample(counters, chance.randint(12, 70)):
        at = chance.choice(near if chance.random() < 0.4 else land)
        if owner.setdefault(at, counter.side) == counter.side:
            units[counter.id] = f"{at} full {chance.choice(MARKERS)}".rstrip()
    return Tabletop(GAME, units, segment="SUPPLY", run=False)


def faults_of_supply(before: State, after: State) -> Iterator[str]:
    """What a Supply Phase did against the text."""
    for side in FOE:
        lines = reached(after, side, sources(after, side))
        limited = reached(after, side, ["2208"], 10) if side == "german" else set()
        full = side == "german" and not after.facts.get("limited")
        lines |= reached(after, side, ["2208"]) if full else set()
        for unit in after.units.values():
            if unit.side == side and unit.at in after.board.spaces:
                yield from fault(before, after, unit, unit.at in lines, unit.at in limited)


def fault(before: State, after: State, unit: Unit, line: bool, limited: bool) -> Iterator[str]:
    """11.0, 11.2c, 11.3c, 11.3d of one unit."""
    counter = after.roster.counters[unit.id]
    was, now = marker(before.units[unit.id]), marker(unit)
    hq = after.units.get(f"HQ {counter.formation}") if counter.formation else None
    shared = marker(hq) if hq and hq.at in after.board.spaces else ""
    told = f"{unit.id} ({unit.side}) in {unit.at}, {was or 'supplied'} to {now or 'supplied'}"
    if printed(after, unit, "movement") == 0:
        if now:
            yield f"{told}: it cannot move"
        return
    alone = "" if line else "out-of-supply" if limited or not was else "isolated"
    if now != max(alone, shared, key=MARKERS.index):
        yield f"{told}: by its own line {alone or 'supplied'}, with its HQ {shared or 'supplied'}"


@pytest.mark.rule("11.0.2", "11.0.4", "11.1.1", "11.2.1", "11.2c.1", "11.2c.2", "11.3c.1", "11.3d.1")
@pytest.mark.parametrize("first", [0, pytest.param(100, marks=pytest.mark.slow)])
def test_a_supply_phase_marks_at_random_whom_a_naive_reading_marks(first: int) -> None:
    found = []
    for seed in range(first, first + (25 if not first else 400)):
        laid = scattered(seed)
        before = laid.state
        r11_supply.run_supply(laid.play)
        found += [f"{seed}: {one}" for one in faults_of_supply(before, laid.state)]
    assert found == []


# -- games of bots, event by event ---------------------------------------------------------------------------


QUIET = {"DRAW", "SUPPLY", "SUDDEN_DEATH", "ADVANCE_TURN"}
"""Segments that begin when all stacks have been looked at."""


class Eye:
    """Counts the hexes of each unit's retreat in a battle."""

    def __init__(self) -> None:
        self.gone: dict[str, int] = defaultdict(int)

    def __call__(self, before: State, event: Event, after: State) -> Iterator[str]:
        facts = event.facts()
        if event.kind == "FlagsChanged" and "isolated" in facts["add"]:
            yield from (f"{unit} is isolated at once" for unit in facts["units"] if at_once(before, unit))
        if event.kind == "SegmentEntered" and facts["segment"] == "battle":
            self.gone.clear()
        if event.kind == "UnitMoved" and facts["how"] == "retreat":
            yield from too_far(before, facts["unit"], facts["path"], self.gone)
        if len(after.frames) == 1 and event.kind == "SegmentEntered" and after.segment in QUIET:
            yield from crowded(after)


def at_once(before: State, unit: str) -> bool:
    """0.8d, 11.3c: who is isolated was out of supply, or its HQ was."""
    hq = before.units.get(f"HQ {before.roster.counters[unit].formation}")
    return not marker(before.units[unit]) and not (hq and marker(hq))


def too_far(before: State, unit: str, path: tuple[str, ...], gone: dict[str, int]) -> Iterator[str]:
    """9.0a, 5.1, 12.2b: nobody retreats farther than asked, but out of a hex where others or refugees are."""
    asked = max((n for camp in before.frame.facts["hexes"].values() for n in camp.values()), default=0)
    for at, _ in pairwise(path):
        others = [one for one in before.at(at) if one.id != unit]
        if gone[unit] >= asked and not others:
            yield f"{unit} went on from {at} after {gone[unit]} of {asked} hexes"
        gone[unit] += 1


def crowded(state: State) -> Iterator[str]:
    """5.0, 5.2: two combat units and one HQ of a side are in a hex at most."""
    for space, units in state.by_space.items():
        if space in state.board.spaces:
            types = [state.roster.counters[unit.id].type for unit in units]
            hqs, markers = types.count("hq"), types.count("refugee")
            if hqs > 1 or len(types) - hqs - markers > 2:
                yield f"{space} holds {', '.join(unit.id for unit in units)}"


@pytest.mark.rule("0.8d.1", "11.0.4", "9.0a.1", "5.0.1", "5.2.3", "5.1.2")
@pytest.mark.parametrize(
    ("bots", "sheets"),
    [
        ("random", 60),
        *(pytest.param(bots, 500, marks=pytest.mark.slow) for bots in ("random", "simple", "drive")),
    ],
)
def test_nobody_is_isolated_at_once_retreats_too_far_or_stands_too_close(bots: str, sheets: int) -> None:
    assert faults_seen(GAME, Eye(), "Pillau", bots, sheets) == []
