"""Bots from a late position, with both fronts at the gates of Berlin: what rarely comes up from the start."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from adjudicator.games.raceforberlin import GAME
from adjudicator.games.raceforberlin.position import SOVIET, cities, group
from adjudicator.games.raceforberlin.r11_setup import start
from adjudicator.judging.bots import play_game
from adjudicator.state import Frame, State
from tests.cases import one_quick

GATES = {
    "zhukov": ("bernau", "strausberg", "konigs-wusterhausen", "furstenwalde", "eberswalde", "oranienburg"),
    "koniev": ("zossen", "trebbin", "luckenwalde", "lubben", "juterbog", "luckau"),
}
GARRISON = ("11SS", "23SS", "18PzGr", "1Falsch", "Munch")
SPENT = ("303", "20PzGr", "541", "286", "712", "169", "391", "32SS")


def at_the_gates() -> State:
    """Turn 7: Soviets two by two in the zones round the city, Germans in five city zones, support at hand."""
    state = start("campaign")
    units = dict(state.units)
    for side, zones in GATES.items():
        mine = group(state, side, SOVIET)
        for unit, zone in zip(mine, [zone for zone in zones for _ in range(2)], strict=False):
            units[unit.id] = replace(unit, at=zone)
    for german in SPENT:
        units[german] = replace(units[german], at="eliminated", steps=0)
    for german, zone in zip(GARRISON, cities(state), strict=False):
        units[german] = replace(units[german], at=zone)
    tracks = {**state.tracks, "support-zhukov": 4, "support-koniev": 4}
    return replace(state, units=units, turn=7, frames=(Frame("B.1"),), tracks=tracks)


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_quick(["one", "two", "three", "four"]))
def test_games_in_berlin_reach_their_end(seed: str) -> None:
    tally = play_game(GAME, seed, start=at_the_gates())
    assert tally.state.over is not None


@pytest.mark.slow
def test_bots_in_berlin_do_what_the_chapter_on_berlin_is_about() -> None:
    kinds: Counter[str] = Counter()
    for seed in ("five", "six", "seven", "eight", "nine"):
        events = play_game(GAME, seed, start=at_the_gates()).events
        kinds.update(event.kind for event in events)
    assert kinds["CityProgressResolved"] > 3
