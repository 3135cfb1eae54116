"""What must be true of every position, whatever was ordered: checked after every event in games of bots."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator

from adjudicator.games.raceforberlin.position import (
    ACTIVATED,
    BOXES,
    ELIMINATED,
    KONIEV,
    OUT_OF_SUPPLY,
    WITHDRAWN,
    ZHUKOV,
    campaign,
    cities,
    soviets,
)
from adjudicator.games.raceforberlin.r06_stacking import stacking_faults
from adjudicator.games.raceforberlin.r11_setup import CHITS, HEINRICI
from adjudicator.mechanics.invariants import unit_faults
from adjudicator.rulings import rule
from adjudicator.state import State

FLAGS = frozenset({OUT_OF_SUPPLY, ACTIVATED})


def faults(state: State) -> list[str]:
    """Everything that is wrong with a position; empty when all is well."""
    units = unit_faults(state, lambda state, unit: BOXES, (ELIMINATED, WITHDRAWN), FLAGS)
    return [*units, *chits(state), *tracks(state), *zones(state)]


@rule("2.4.1.b")
def chits(state: State) -> Iterator[str]:
    """Every event chit is in one place, a hand, the cup or out of the game, and in none only while it
    passes from one to another, which it never does in B.1; Heinrici is never in the cup."""
    held = [chit for hand in state.hands.values() for chit in hand]
    where = Count([*held, *state.cups.get(CHITS, ()), *campaign(state).chits_out])
    for chit in state.roster.cards:
        if where[chit] > 1 or (not where[chit] and state.segment == "B.1"):
            yield f"{chit} is in {where[chit]} places"
    if HEINRICI in state.cups.get(CHITS, ()):
        yield "Heinrici is in the cup"


@rule("9.3.3.c", "3.2.3")
def tracks(state: State) -> Iterator[str]:
    """No level below 0 (9.3.3.c), no support below 0."""
    for track, value in state.tracks.items():
        if value < 0 and not track.startswith("vp-"):
            yield f"{track} is {value}"


@rule("7.4.5", "6.1.1")
def zones(state: State) -> Iterator[str]:
    """Stacking outside a battle in progress (6.1.1), and the camps apart in Berlin (7.4.5)."""
    for city in cities(state):
        if soviets(state, city, ZHUKOV) and soviets(state, city, KONIEV):
            yield f"Soviets of both camps are in {city}"
    if settled(state):
        for space, here in state.by_space.items():
            if len(here) > 1 and space in state.board.spaces:  # a unit alone breaks no limit
                yield from stacking_faults(state, space)


@rule("6.1.1")
def settled(state: State) -> bool:
    """Whether stacking is checked now: not inside a battle, nor before all free moves of D.1 are made."""
    return bool(state.frames) and state.segment != "D.1" and state.frame.segment not in {"battle", "city"}
