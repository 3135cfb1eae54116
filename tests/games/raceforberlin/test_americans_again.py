"""The American advance of whole games, counted again from its dice: 2.2 by the letter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.events import ControlChanged, DieRolled, Event, SegmentEntered, UnitEliminated, UnitMoved
from adjudicator.games.raceforberlin import GAME
from adjudicator.judging.bots import play_game
from adjudicator.state import State
from tests.cases import the_rest_long
from tests.games.raceforberlin.test_bots_in_berlin import at_the_gates
from tests.oracles.raceforberlin import index, near, places

TABLE = {range(1, 4): "112...", range(4, 9): "1123..", range(9, 11): "112233"}
"""2.2.1: the turns, and for each die the track; a dot is no advance."""
STARTS = {"1": "leipzig", "2": "leipzig", "3": "kyritz"}
WITHDRAWN_ON = 4
"""2.2.6: a German unit is withdrawn on this or less."""


def soviets(state: State, zone: str) -> bool:
    """Whether Soviets are in a zone."""
    return any(state.roster.counters[unit.id].nation == "soviet" for unit in state.at(zone))


def ahead(state: State, track: str) -> str:
    """2.2.2: the zone that comes next on a track, from neighbour to neighbour; "" at its end."""
    zone, seen = STARTS[track], {STARTS[track]}
    while state.control.get(zone) == "us":
        beside = (one for one in near(zone) if track in places()[one]["tracks"].split() and one not in seen)
        zone = next(beside, "")
        seen.add(zone)
    return zone


class Advance:
    """What the dice of the American advance demand, and what has come of it."""

    def __init__(self) -> None:
        self.dice = 0
        self.due = self.escape = ""
        self.escaped: dict[str, int] = {}

    def see(self, before: State, event: Event) -> Iterator[str]:
        """Everything that is not by the letter."""
        if isinstance(event, DieRolled) and event.rule == "2.2.1":
            self.dice += 1
            track = next(row for turns, row in TABLE.items() if before.turn in turns)[event.value - 1]
            self.due = "" if track == "." else ahead(before, track)
            if before.facts.get("american-halt"):
                yield "a die is rolled after the halt (2.2.4)"
        if isinstance(event, DieRolled) and event.rule == "2.2.6.a":
            self.escape = "withdrawn" if event.value <= WITHDRAWN_ON else "escapes"
        if isinstance(event, UnitEliminated) and event.rule == "2.2.6.a" and self.escape != "withdrawn":
            yield f"{event.unit} is withdrawn, and escapes by its die (2.2.6)"
        if isinstance(event, UnitMoved) and event.rule == "2.2.6.b":
            was, now = event.path
            if now not in near(was) or index(now) <= index(was) or soviets(before, now):
                yield f"{event.unit} escapes from {was} to {now} (2.2.6)"
        if isinstance(event, ControlChanged) and event.now == "us" and event.rule == "2.2.2.b":
            if event.space != self.due or soviets(before, event.space):
                yield f"{event.space} is captured, and {self.due} is due (2.2.2)"
            self.due = ""
        if isinstance(event, SegmentEntered) and event.segment == "A.3":
            yield from self.ended(before)

    def ended(self, state: State) -> Iterator[str]:
        """A.2 is over: what was due was captured, or Soviets have stopped the advance."""
        if self.due and not (soviets(state, self.due) and state.facts.get("american-halt")):
            yield f"{self.due} was not captured (2.2.2)"
        if self.dice > 1:
            yield f"{self.dice} dice in a turn (2.2.1)"
        self.dice, self.due = 0, ""


@pytest.mark.slow
@pytest.mark.rule(
    "2.2.1.a", "2.2.1.b", "2.2.1.c", "2.2.1.d", "2.2.2.a", "2.2.2.b", "2.2.4", "2.2.6.a", "2.2.6.b"
)
@pytest.mark.parametrize("seed", the_rest_long([f"americans {n}" for n in range(12)]))
@pytest.mark.parametrize("late", [False, True])
def test_the_americans_of_a_whole_game_go_where_their_dice_say(seed: str, late: bool) -> None:
    start = at_the_gates() if late else GAME.start("campaign")
    tally, state, advance, wrong = play_game(GAME, seed, start=start, watch=False), start, Advance(), []
    for event in tally.events:
        wrong += [f"turn {state.turn}: {fault}" for fault in advance.see(state, event)]
        state = event.apply(state)
    assert not wrong
