"""What the rulebook says of supply, isolation, retreats and stacking, read naively, over positions laid at
random and over games of bots."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator

import pytest

from adjudicator.dice import SeededDice
from adjudicator.events import Event
from adjudicator.games.koenigsberg45 import r11_supply
from adjudicator.games.koenigsberg45.position import printed
from adjudicator.games.koenigsberg45.r03_zoc import zone
from adjudicator.play import Play
from adjudicator.referee import judge, run_on
from adjudicator.state import State, Unit
from tests.tabletop import Tabletop, on_the_table

from .table import GAME

MARKERS = ("", "out-of-supply", "isolated")
SOURCES = {"german": "german", "soviet": "soviet"}
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


def reached(state: State, side: str, sources: Iterable[str], most: int = 999) -> set[str]:
    """All hexes from which a line of the side leads to a source: not through enemies, nor through their zones
    but where a friend stands. A line begins beside its unit, wherever that stands."""
    enemies = {unit.at for unit in state.units.values() if unit.side == FOE[side] and not unit.at.islower()}
    friends = {unit.at for unit in state.units.values() if unit.side == side}
    theirs = zone(state, FOE[side])
    found, edge = set[str](), [source for source in sources]
    for _ in range(most + 1):
        found.update(edge)
        open_ = [s for s in edge if s not in enemies and (s not in theirs or s in friends)]
        edge = sorted({n for s in open_ for n in state.board.neighbours(s) if may_step(state, s, n)} - found)
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
