"""Victory Points and control of whole games, counted again from what happened: 7.3.4, 9, 10 by the letter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.events import Event, FactNoted, GameEnded, UnitEliminated, UnitMoved, UnitPlaced
from adjudicator.games.raceforberlin import GAME
from adjudicator.games.raceforberlin.events import CityProgressResolved
from adjudicator.judging.bots import play_game
from adjudicator.state import State
from tests.cases import the_rest_long
from tests.games.raceforberlin.test_bots_in_berlin import at_the_gates
from tests.oracles.raceforberlin import city, places

IMPULSES = ("C.1", "C.2", "C.3", "C.4")


class Ledger:
    """Who has which victory zone and how many points, by the letter."""

    def __init__(self, state: State) -> None:
        self.points = dict.fromkeys(state.sides, 0)
        self.holder: dict[str, str] = {}
        self.level: dict[str, int] = {}
        self.entered: set[str] = set()  # city zones that have held Soviets since they were last empty
        self.last: dict[
            str, tuple[str, bool]
        ] = {}  # whose Soviets were last seen to go from one: gone or dead
        self.first: set[str] = set()  # what only the first player to do it has points for

    def has(self, camp: str, zone: str) -> None:
        """A camp takes a zone."""
        self.holder[zone] = camp
        self.points[camp] += int(places()[zone]["vp"] or 0)

    def lost(self, zone: str) -> None:
        """Whoever has a zone has it no more."""
        if zone in self.holder:
            self.points[self.holder.pop(zone)] -= int(places()[zone]["vp"] or 0)

    def once(self, what: str, camp: str, points: int) -> None:
        """Points for the first player alone."""
        self.points[camp] += points if what not in self.first else 0
        self.first.add(what)

    def enters(self, state: State, unit: str, zone: str) -> None:
        """7.3.4: a unit enters a zone outside Berlin."""
        if city(zone) or not int(places()[zone]["vp"] or 0) or state.control.get(zone) == "us":
            return
        if state.roster.counters[unit].nation == "german":
            self.lost(zone)
        elif zone not in self.holder:
            self.has(state.units[unit].side, zone)

    def goes(self, state: State, unit: str, zone: str, alive: bool) -> None:
        """9.1.5: a Soviet is no longer in a city zone."""
        if zone in places() and city(zone) and state.roster.counters[unit].nation == "soviet":
            self.last[zone] = state.units[unit].side, alive

    def rolled(self, roll: CityProgressResolved, soviet: bool, camp: str) -> None:
        """9.3: the level after a City Progress roll."""
        self.level[roll.space] = roll.after
        if soviet and roll.after:
            self.once("penetration", camp, 2)
        if roll.after < 2:
            self.lost(roll.space)
        elif roll.space not in self.holder:
            self.has(camp, roll.space)

    def look(self, before: State, event: Event) -> None:
        """One event."""
        if isinstance(event, UnitMoved):
            self.goes(before, event.unit, event.path[0], alive=True)
            for zone in event.path[1:]:
                self.enters(before, event.unit, zone)
        elif isinstance(event, UnitEliminated):
            self.goes(before, event.unit, before.units[event.unit].at, alive=False)
        elif isinstance(event, UnitPlaced) and event.at in places():
            self.enters(before, event.unit, event.at)
        elif isinstance(event, CityProgressResolved):
            one = before.units[event.attackers[0]]
            self.rolled(event, before.roster.counters[one.id].nation == "soviet", one.side)
        elif isinstance(event, FactNoted) and event.key == "shelled" and event.value:
            self.once("shelling", str(event.value), 1)

    def presence(self, manned: dict[str, bool]) -> None:
        """9.1.5, at the end of an impulse: a city zone that Soviets held is empty."""
        self.entered |= {zone for zone, held in manned.items() if held}
        for zone in [zone for zone in self.entered if not manned[zone]]:
            camp, alive = self.last[zone]
            self.points[camp] -= int(places()[zone]["vp"]) if alive else 0
            self.lost(zone)
            self.level[zone] = 0
            self.entered.discard(zone)

    def deepest(self, all_manned: bool) -> None:
        """10.2.3: the end of the game."""
        best = {side: max([self.level.get(z, 0) for z in self.holder if self.holder[z] == side], default=0)
                for side in self.points}  # fmt: skip
        (top, low) = sorted(best, key=lambda side: -best[side])
        if all_manned and best[top] >= 4 and best[top] > best[low]:
            self.points[top] += 5


def ends(start: State, events: list[Event]) -> Iterator[tuple[str, Ledger, State]]:
    """The ledger at the end of each impulse and of the game, and the position then."""
    state, ledger = start, Ledger(start)
    for event in events:
        before, state = state, event.apply(state)
        ledger.look(before, event)
        for zone in [zone for zone, who in state.control.items() if who == "us"]:
            ledger.lost(zone)
        manned = {z: any(state.roster.counters[u.id].nation == "soviet" for u in state.at(z))
                  for z in places() if city(z)}  # fmt: skip
        ledger.entered |= {zone for zone, held in manned.items() if held}
        if isinstance(event, GameEnded):
            ledger.presence(manned)
            ledger.deepest(all(manned.values()))
            yield "the end", ledger, state
        elif before.segment in IMPULSES and state.segment != before.segment:
            ledger.presence(manned)
            yield f"turn {before.turn} {before.segment}", ledger, state


@pytest.mark.slow
@pytest.mark.rule(
    "7.3.4.a", "7.3.4.b", "7.3.4.c", "9.1.5.a", "9.1.5.b", "9.1.5.c", "9.1.5.e", "9.3.3.e", "10.0.b"
)
@pytest.mark.parametrize("seed", the_rest_long(["two", "four", "one", "three"]))
@pytest.mark.parametrize("late", [True, False])
def test_the_points_of_a_whole_game_are_those_of_what_happened(seed: str, late: bool) -> None:
    start = at_the_gates() if late else GAME.start("campaign")
    for when, ledger, state in ends(start, play_game(GAME, seed, start=start, watch=False).events):
        held = {zone: who for zone, who in state.control.items() if who and who != "us"}
        told = {side: state.tracks[f"vp-{side}"] for side in state.sides}
        assert (ledger.points, ledger.holder) == (told, held), when
        assert all(state.tracks.get(f"progress-{z}", 0) == n for z, n in ledger.level.items()), when
